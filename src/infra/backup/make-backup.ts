import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { flush, replaceFile } from '../audit/durable-file.js';
import { sqlitePath, type Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { errorCode } from '../database/units/unit-of-work.js';
import { instant, type Clock } from '../runtime/clock.js';
import { examineCopy } from './examination.js';
import { digestOfFile, FORMAT, manifestPath, type Manifest } from './manifest.js';

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
 * Copies an SQLite database, also beside the service that uses it: `VACUUM INTO` reads one snapshot, whatever is
 * written meanwhile, where the backup API of SQLite begins anew with each commit of another process. The copy gets
 * its name once it was examined and is on the disk; whatever fails before leaves nothing.
 */
export async function makeBackup(
  source: Source,
  schema: Schema,
  { out, version, clock }: BackupOrder,
): Promise<Backup> {
  const database = fileOf(source.databaseUrl);
  const madeAt = instant(clock.now());
  const path = targetOf(out, madeAt, source.dataFolder);
  const partial = `${path}.partial`;
  await reserve(partial);
  try {
    await readWithoutLock(`sqlite:${database}`, schema, (manager) =>
      manager.query('VACUUM INTO ?', [partial]),
    );
    await flush(partial);
    const { contents, problems } = await examineCopy(partial, schema, source);
    if (contents === null || problems.length > 0) {
      throw new Error(`The copy is not good, and was not kept:\n  - ${problems.join('\n  - ')}`);
    }
    const manifest: Manifest = {
      format: FORMAT,
      marina: version,
      engine: 'sqlite',
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

function fileOf(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  if (path === null) {
    throw new Error(
      'marina backup copies SQLite only. Back up PostgreSQL with its own tools: docs/backup.md has the commands',
    );
  }
  if (path === ':memory:') throw new Error('A database in memory has no backup');
  if (!existsSync(path)) throw new Error(`There is no database ${path}`);
  return path;
}

function targetOf(out: string, madeAt: string, dataFolder: string): string {
  const given = resolve(out);
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const stamp = madeAt.replace(/[-:]|\.\d+/g, '');
  const path = isFolder ? join(given, `marina-${stamp}.db`) : given;
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
