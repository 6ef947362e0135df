import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { flush, replaceFile } from '../audit/durable-file.js';
import { sqlitePath, type Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { errorCode } from '../database/units/unit-of-work.js';
import { instant, type Clock } from '../runtime/clock.js';
import { examineCopy, type Examination } from './examination.js';
import { digestOfFile, FORMAT, manifestPath, type Manifest } from './manifest.js';
import { dumpPostgres } from './postgres-dump.js';

export interface BackupOrder {
  /** A file that does not exist yet, or a folder in which one named after the time is made. */
  readonly out: string;
  /** The version of Marina. */
  readonly version: string;
  readonly clock: Clock;
}

export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
}

const CANNOT_WRITE: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
]);

type Source = Pick<Config, 'databaseUrl' | 'dataFolder' | 'checkpointDir' | 'checkpointSinks'>;

/**
 * Copies a database, also beside the services that use it. The copy gets its name once it was examined and is on the disk;
 * whatever fails before leaves nothing.
 */
export async function makeBackup(
  source: Source,
  schema: Schema,
  { out, version, clock }: BackupOrder,
): Promise<Backup> {
  const database = fileOf(source.databaseUrl);
  const madeAt = instant(clock.now());
  const path = targetOf(out, madeAt, { source, end: database === null ? 'dump' : 'db' });
  const partial = `${path}.partial`;
  await reserve(partial);
  try {
    const { contents, problems } =
      database === null
        ? await dumpPostgres(source.databaseUrl, partial, { schema, places: source })
        : await copySqlite(database, partial, { schema, places: source });
    await flush(partial);
    if (contents === null || problems.length > 0) {
      throw new Error(`The copy is not good, and was not kept:\n  - ${problems.join('\n  - ')}`);
    }
    const manifest: Manifest = {
      format: FORMAT,
      marina: version,
      engine: database === null ? 'postgres' : 'sqlite',
      madeAt,
      file: basename(path),
      bytes: statSync(partial).size,
      sha256: await digestOfFile(partial),
      ...contents,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    // Before the copy has its name: a backup without a manifest is none.
    await replaceFile(manifestPath(path), text, 'partial');
    await rename(partial, path);
    await flush(dirname(path));
    return { path, manifest };
  } catch (error) {
    for (const left of [partial, `${manifestPath(path)}.partial`, manifestPath(path)]) {
      await rm(left, { force: true });
    }
    if (!CANNOT_WRITE.has(errorCode(error))) throw error;
    const what = `The backup could not be written to ${dirname(path)}, and nothing of it was kept`;
    throw new Error(`${what} (${errorCode(error)}): is there room for it?`, { cause: error });
  }
}

/**
 * `VACUUM INTO` reads one snapshot, whatever is written meanwhile, where the backup API of SQLite begins anew with each
 * commit of another process.
 */
async function copySqlite(
  database: string,
  partial: string,
  { schema, places }: { readonly schema: Schema; readonly places: Source },
): Promise<Examination> {
  await readWithoutLock(`sqlite:${database}`, schema, (manager) =>
    manager.query('VACUUM INTO ?', [partial]),
  );
  return examineCopy(partial, schema, places);
}

/** Null: PostgreSQL, which has none. */
function fileOf(databaseUrl: string): string | null {
  const path = sqlitePath(databaseUrl);
  if (path === null) return null;
  if (path === ':memory:') throw new Error('A database in memory has no backup');
  if (!existsSync(path)) throw new Error(`There is no database ${path}`);
  return path;
}

function targetOf(
  out: string,
  madeAt: string,
  { source: { dataFolder }, end }: { readonly source: Source; readonly end: 'db' | 'dump' },
): string {
  const given = resolve(out);
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const stamp = madeAt.replace(/[-:]|\.\d+/g, '');
  const path = isFolder ? join(given, `marina-${stamp}.${end}`) : given;
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
  if (folder === resolve(dataFolder)) {
    throw new Error(
      `${folder} is the data folder: a backup there is lost with the database, and lies beside the secrets that protect it. Name another folder`,
    );
  }
  for (const file of [path, manifestPath(path)]) {
    if (existsSync(file)) throw new Error(`${file} exists already`);
  }
  return path;
}

/** For its owner alone, before anything is in it. */
async function reserve(partial: string): Promise<void> {
  try {
    await (await open(partial, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new Error(
      `${partial} exists: another backup is being written, or was interrupted. Remove it if none is`,
      { cause: error },
    );
  }
}
