import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { doubtChain } from '../audit/checkpoints/audit-checkpoint.js';
import { flush } from '../audit/durable-file.js';
import { sqlitePath } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { ensurePrivate } from '../database/private-folder.js';
import { ProcessLock } from '../database/ownership/process-lock.js';
import { instant, type Clock } from '../runtime/clock.js';
import { checkCopy, LOGS, type CheckedBackup, type Surroundings } from './check-backup.js';
import { decryptNeeded, type IdentitySource } from './encryption.js';
import { NOT_THE_FILE, notGood, readManifest, type Manifest } from './manifest.js';
import { reserve, withCleanUp } from './partial-file.js';
import { connectionOf } from './postgres-tools.js';
import { restoreDump } from './restore-dump.js';

export interface RestoreOptions {
  /** Whether a database that is there is moved aside. */
  readonly replace: boolean;
  readonly clock: Clock;
  /** What decrypts an encrypted backup. */
  readonly identity?: IdentitySource | null;
}

export interface Restored extends CheckedBackup {
  readonly path: string;
  /** Where the former database was moved; null: there was none. */
  readonly former: string | null;
}

/**
 * Puts a backup into the database that `DATABASE_URL` names. The next start treats that as restored: it sends nothing until
 * the exchange was read.
 */
export async function restoreBackup(
  backup: string,
  surroundings: Surroundings,
  { replace, clock, identity = null }: RestoreOptions,
): Promise<Restored> {
  const { databaseUrl: url } = surroundings.config;
  const manifest = readManifest(backup);
  const path = sqlitePath(url);
  if ((path === null) !== (manifest.engine === 'postgres')) {
    const is = manifest.engine === 'postgres' ? 'a dump of PostgreSQL' : 'a copy of SQLite';
    throw new Error(`${backup} is ${is}, and DATABASE_URL names a database of the other kind`);
  }
  if (path !== null)
    return restoreCopy(backup, manifest, { ...surroundings, path, replace, clock, identity });
  const checked = await restoreDump({ file: backup, manifest, identity, clock }, surroundings);
  return { ...checked, path: connectionOf(url).address, former: null };
}

interface Copy extends Surroundings {
  readonly path: string;
  readonly replace: boolean;
  readonly clock: Clock;
  readonly identity: IdentitySource | null;
}

/**
 * Puts a copy in place of a database that is absent or empty; with `replace` also of another one, which is moved
 * aside. Throws if it is not good or if a service uses the file.
 */
async function restoreCopy(
  backup: string,
  manifest: Manifest,
  { config, schema, path, replace, clock, identity }: Copy,
): Promise<Restored> {
  if (path === ':memory:') throw new Error('A database in memory cannot be restored');
  ensurePrivate(dirname(path), config.environment === 'live');
  const lock = ProcessLock.take(path);
  try {
    const isFree = await isAbsentOrEmpty(path, schema);
    if (!isFree && !replace) {
      throw new Error(
        `${path} holds a database. Nothing was changed; --replace moves it aside and restores`,
      );
    }
    const copy = `${path}.restoring`;
    const checked = await placeCopy(backup, copy, { config, schema, manifest, identity });
    const at = instant(clock.now());
    const former = isFree ? null : `${path}.before-${at.replace(/[-:]|\.\d+/g, '')}`;
    try {
      await holdNextStart(checked, config.checkpointDir, at);
      await clear(path, former);
      await rename(copy, path);
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
    await flush(dirname(path));
    return { ...checked, path, former };
  } finally {
    lock.release();
  }
}

interface Placing extends Surroundings {
  readonly manifest: Manifest;
  readonly identity: IdentitySource | null;
}

/** A copy on the disk of the database, in plain, examined as it is there. */
async function placeCopy(
  backup: string,
  copy: string,
  { manifest, identity, ...surroundings }: Placing,
): Promise<CheckedBackup> {
  // What an interrupted restore has left.
  for (const end of ['', ...LOGS]) await rm(`${copy}${end}`, { force: true });
  const found = statSync(backup);
  if (!found.isFile() || found.size !== manifest.bytes) throw notGood([NOT_THE_FILE]);
  reserve(copy);
  let isGood = false;
  const placing = async (signal: AbortSignal): Promise<CheckedBackup> => {
    await (manifest.encrypted === true
      ? decryptNeeded(backup, copy, identity)
      : pipeline(createReadStream(backup), createWriteStream(copy, { flags: 'r+' })));
    await flush(copy);
    signal.throwIfAborted();
    const checked = await checkCopy(copy, manifest, surroundings);
    if (checked.problems.length > 0) throw notGood(checked.problems);
    isGood = true;
    return checked;
  };
  return withCleanUp(placing, async () => {
    if (!isGood) await rm(copy, { force: true });
  });
}

/** No entry, so no order and no key: what `marina migrate` makes. A file that cannot be read is not empty. */
async function isAbsentOrEmpty(path: string, schema: Schema): Promise<boolean> {
  if (!existsSync(path) || statSync(path).size === 0) return true;
  try {
    return await readWithoutLock(`sqlite:${path}`, schema, async (_, reading) => {
      const tables = await reading.query('SELECT name FROM sqlite_master');
      if (tables.length === 0) return true;
      const rows = await reading.query('SELECT sequence FROM audit_entries LIMIT 1');
      return rows.length === 0;
    });
  } catch {
    return false;
  }
}

/** A checkpoint outside of something newer does so by itself, and tells what was forgotten. */
async function holdNextStart(
  { manifest, entriesBehind }: CheckedBackup,
  checkpointDir: string | null,
  at: string,
): Promise<void> {
  const { database, entries } = manifest;
  if (entriesBehind > 0 || database === null || checkpointDir === null) return;
  await doubtChain(checkpointDir, { database, sequence: entries, at });
}

/**
 * Takes the former database out of the way. The file itself stays until the copy replaces it: a service that starts
 * in between must not find none and make a new one. Its log goes first: SQLite would apply it to the copy.
 */
async function clear(path: string, former: string | null): Promise<void> {
  if (former !== null) {
    await link(path, former);
    if (existsSync(`${path}-wal`)) await rename(`${path}-wal`, `${former}-wal`);
  }
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
}
