import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { flush, replaceFile } from '../audit/durable-file.js';
import { sqlitePath, type Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { errorCode } from '../database/units/unit-of-work.js';
import { instant, type Clock } from '../runtime/clock.js';
import { encryptFile } from './encryption.js';
import { examineCopy, type CopyContents, type Examination } from './examination.js';
import { digestOfFile, FORMAT, manifestPath, type Manifest } from './manifest.js';
import { reserve, withCleanUp } from './partial-file.js';
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

type Source = Pick<
  Config,
  'databaseUrl' | 'dataFolder' | 'checkpointDir' | 'checkpointSinks' | 'backup'
>;

/**
 * Copies a database, also beside the services that use it. The copy gets its name once it was examined, and encrypted where
 * it has recipients, and is on the disk; whatever fails before leaves nothing. It can only be examined in plain.
 */
export async function makeBackup(
  source: Source,
  schema: Schema,
  order: BackupOrder,
): Promise<Backup> {
  const engine = fileOf(source.databaseUrl) === null ? 'postgres' : 'sqlite';
  const madeAt = instant(order.clock.now());
  const path = targetOf(order, madeAt, { source, engine });
  /** What is removed however it ends. */
  const left = new Set<string>();
  const making = async (signal: AbortSignal): Promise<Backup> => {
    const copied = await copy(path, left, { source, schema });
    signal.throwIfAborted();
    const { made, ...contents } = copied;
    const manifest: Manifest = {
      format: FORMAT,
      marina: order.version,
      engine,
      madeAt,
      file: basename(path),
      bytes: statSync(made).size,
      sha256: await digestOfFile(made),
      ...contents,
    };
    await place({ made, path, manifest }, left, signal);
    return { path, manifest };
  };
  try {
    return await withCleanUp(making, () => removeAll(left));
  } catch (error) {
    if (!CANNOT_WRITE.has(errorCode(error))) throw error;
    const what = `The backup could not be written to ${dirname(path)}, and nothing of it was kept`;
    throw new Error(`${what} (${errorCode(error)}): is there room for it?`, { cause: error });
  }
}

/** What the manifest says of the copy, and where it is. */
type Copied = CopyContents &
  Pick<Manifest, 'encrypted' | 'recipients' | 'plain'> & { made: string };

/** A copy beside its name, examined, on the disk, and encrypted where it has recipients. */
async function copy(
  path: string,
  left: Set<string>,
  { source, schema }: { readonly source: Source; readonly schema: Schema },
): Promise<Copied> {
  const partial = `${path}.partial`;
  reserve(partial);
  left.add(partial);
  const database = fileOf(source.databaseUrl);
  const { contents, problems } =
    database === null
      ? await dumpPostgres(source.databaseUrl, partial, { schema, places: source })
      : await copySqlite(database, partial, { schema, places: source });
  if (contents === null || problems.length > 0) {
    throw new Error(`The copy is not good, and was not kept:\n  - ${problems.join('\n  - ')}`);
  }
  const { recipients } = source.backup;
  if (recipients.length === 0) {
    await flush(partial);
    return { ...contents, encrypted: false, made: partial };
  }
  const made = `${path}.encrypted.partial`;
  // Whoever has reserved the plain one writes it: what is there was left by a crash.
  await rm(made, { force: true });
  reserve(made);
  left.add(made);
  const plain = await encryptFile(partial, made, recipients);
  await flush(made);
  return { ...contents, encrypted: true, recipients, plain, made };
}

async function place(
  { made, path, manifest }: Backup & { readonly made: string },
  left: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const beside = manifestPath(path);
  signal.throwIfAborted();
  for (const file of [`${beside}.partial`, beside, path]) left.add(file);
  // Before the copy has its name: a backup without a manifest is none.
  await replaceFile(beside, `${JSON.stringify(manifest, null, 2)}\n`, 'partial');
  signal.throwIfAborted();
  await rename(made, path);
  await flush(dirname(path));
  for (const file of [beside, path]) left.delete(file);
}

async function removeAll(files: ReadonlySet<string>): Promise<void> {
  for (const file of files) await rm(file, { force: true });
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
  { out }: BackupOrder,
  madeAt: string,
  {
    source: { dataFolder, backup },
    engine,
  }: { readonly source: Source; readonly engine: Manifest['engine'] },
): string {
  const given = resolve(out);
  const isFolder = existsSync(given) && statSync(given).isDirectory();
  const stamp = madeAt.replace(/[-:]|\.\d+/g, '');
  const kind = engine === 'postgres' ? 'dump' : 'db';
  const end = backup.recipients.length === 0 ? kind : `${kind}.age`;
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
