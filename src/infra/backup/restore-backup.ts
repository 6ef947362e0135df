import { constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { doubtChain } from '../audit/checkpoints/audit-checkpoint.js';
import { holdsKeyOf } from '../audit/checkpoints/signing-key.js';
import { flush } from '../audit/durable-file.js';
import { isPepperOf } from '../auth/api-keys/key-store.js';
import { presentPepper } from '../auth/secrets.js';
import { sqlitePath, type Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { ensurePrivate } from '../database/private-folder.js';
import { ProcessLock } from '../database/process-lock.js';
import { instant, type Clock } from '../runtime/clock.js';
import {
  examineCopy,
  type CopyContents,
  type Examination,
  type KnownOutside,
} from './examination.js';
import { digestOfFile, readManifest, type Manifest } from './manifest.js';
import { damageOfDump, examineInScratch } from './postgres-dump.js';

/** Whether something outside the database that it needs is here; null: it needs none. */
type Presence = boolean | null;

export interface CheckedBackup {
  readonly manifest: Manifest;
  /** What is wrong with it; none: it can be restored. */
  readonly problems: readonly string[];
  /** False: its trail was not read, so nothing is said of what it holds. */
  readonly isTrailVerified: boolean;
  /** The newest state of the database that a checkpoint outside tells of; null: none does. */
  readonly outside: KnownOutside | null;
  /** Audit entries that were written after it, as far as checkpoints tell. */
  readonly entriesBehind: number;
  /** By which the newest checkpoint outside is later than its last entry. */
  readonly behindMs: number;
  /** Its API keys were made with the pepper that is here. */
  readonly keyPepper: Presence;
  /** The key that signs its checkpoints is here. */
  readonly signingKey: Presence;
}

export interface Restored extends CheckedBackup {
  readonly path: string;
  /** Where the former database was moved; null: there was none. */
  readonly former: string | null;
}

/**
 * Verifies a backup against its manifest, itself and the checkpoints outside. Changes nothing but `scratch`: the URL of an
 * empty PostgreSQL database, into which a dump is restored, because only there its trail can be read.
 */
export async function checkBackup(
  backup: string,
  config: Config,
  schema: Schema,
  scratch: string | null = null,
): Promise<CheckedBackup> {
  const manifest = readManifest(backup);
  if (manifest.engine === 'postgres')
    return checkDump(backup, manifest, { config, schema, scratch });
  if (scratch !== null) throw new Error('Only a dump of PostgreSQL is restored to be checked');
  return checkCopy(backup, manifest, { config, schema });
}

async function checkDump(
  path: string,
  manifest: Manifest,
  { config, schema, scratch }: Surroundings & { readonly scratch: string | null },
): Promise<CheckedBackup> {
  if (!(await isFileOf(manifest, path))) return unexamined(manifest, [NOT_THE_FILE]);
  const damage = await damageOfDump(path);
  if (damage.length > 0 || scratch === null) return unexamined(manifest, damage);
  const examined = await examineInScratch(path, scratch, { schema, places: config });
  return judged(manifest, examined, { config, schema, url: scratch });
}

const LOGS = ['-wal', '-journal'] as const;
const NOT_THE_FILE = 'the file is not the one that its manifest was written for';

interface Surroundings {
  readonly config: Config;
  readonly schema: Schema;
}

async function checkCopy(
  path: string,
  manifest: Manifest,
  { config, schema }: Surroundings,
): Promise<CheckedBackup> {
  const beside = logsBeside(path);
  if (beside.length > 0) return unexamined(manifest, beside.map(wouldBeRead));
  if (!(await isFileOf(manifest, path))) return unexamined(manifest, [NOT_THE_FILE]);
  const examined = await examineCopy(path, schema, config);
  return judged(manifest, examined, { config, schema, url: `sqlite:${path}` });
}

async function isFileOf(manifest: Manifest, path: string): Promise<boolean> {
  const file = statSync(path);
  const isSize = file.isFile() && file.size === manifest.bytes;
  return isSize && (await digestOfFile(path)) === manifest.sha256;
}

async function judged(
  manifest: Manifest,
  { contents, outside, problems: found }: Examination,
  { config, schema, url }: Surroundings & { readonly url: string },
): Promise<CheckedBackup> {
  const problems = [...found, ...misstated(manifest, contents)];
  const isNewer = contents !== null && outside !== null && outside.entries > contents.entries;
  const { keyPepper, signingKey } =
    problems.length > 0
      ? { keyPepper: null, signingKey: null }
      : await secretsFor(url, { config, schema });
  return {
    manifest,
    problems,
    isTrailVerified: true,
    outside,
    entriesBehind: isNewer ? outside.entries - contents.entries : 0,
    behindMs: isNewer ? Date.parse(outside.at) - Date.parse(contents.lastEntryAt ?? outside.at) : 0,
    keyPepper,
    signingKey,
  };
}

function unexamined(manifest: Manifest, problems: readonly string[]): CheckedBackup {
  const unknown = { isTrailVerified: false, outside: null, entriesBehind: 0, behindMs: 0 };
  return { manifest, problems, ...unknown, keyPepper: null, signingKey: null };
}

/** SQLite reads a database through these, which no digest covers, and looks for them where a link leads. */
function logsBeside(path: string): readonly string[] {
  const file = realpathSync(path);
  const logs = LOGS.map((end) => `${file}${end}`);
  return logs.filter((log) => lstatSync(log, { throwIfNoEntry: false }) !== undefined);
}

function wouldBeRead(log: string): string {
  return `${log} is beside it: SQLite would read the backup through it, and the manifest does not cover it. Remove it`;
}

/** Nobody signs a manifest, so nothing of what it says is believed that the file itself tells. */
function misstated(manifest: Manifest, contents: CopyContents | null): readonly string[] {
  const fields = ['schema', 'database', 'entries', 'lastHash', 'lastEntryAt'] as const;
  const wrong = fields.filter((field) => contents !== null && manifest[field] !== contents[field]);
  return wrong.map((field) => `its manifest has another \`${field}\` than the file`);
}

function secretsFor(
  url: string,
  { config, schema }: Surroundings,
): Promise<{ keyPepper: Presence; signingKey: Presence }> {
  return readWithoutLock(url, schema, async (_, reading) => ({
    keyPepper: await isPepperOf(reading, presentPepper(config) ?? ''),
    signingKey: await holdsKeyOf(reading, config.signingKeyFile),
  }));
}

/**
 * Puts a backup in place of a database that is absent or empty; with `replace` also of another one, which is moved
 * aside. Throws if it is not good or if a service uses the file. The next start treats the database as restored: it
 * sends nothing until the exchange was read.
 */
export async function restoreBackup(
  backup: string,
  { config, schema }: Surroundings,
  { replace, clock }: { readonly replace: boolean; readonly clock: Clock },
): Promise<Restored> {
  const path = targetOf(config.databaseUrl);
  const manifest = readManifest(backup);
  if (manifest.engine !== 'sqlite')
    throw new Error(
      `${backup} is a dump of PostgreSQL: docs/backup.md has the commands to restore it`,
    );
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
    const checked = await placeCopy(backup, copy, manifest, { config, schema });
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

function targetOf(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  if (path === null) {
    throw new Error(
      'marina restore restores SQLite only. Restore a dump with pg_restore: docs/backup.md has the commands; restore --check verifies it',
    );
  }
  if (path === ':memory:') throw new Error('A database in memory cannot be restored');
  return path;
}

/** A copy on the disk of the database, examined as it is there. */
async function placeCopy(
  backup: string,
  copy: string,
  manifest: Manifest,
  surroundings: Surroundings,
): Promise<CheckedBackup> {
  // What an interrupted restore has left.
  for (const end of ['', ...LOGS]) await rm(`${copy}${end}`, { force: true });
  const found = statSync(backup);
  if (!found.isFile() || found.size !== manifest.bytes)
    throw new Error(`The backup is not good, and nothing was changed:\n  - ${NOT_THE_FILE}`);
  try {
    await copyFile(backup, copy, constants.COPYFILE_EXCL);
    await chmod(copy, 0o600);
    await flush(copy);
    const checked = await checkCopy(copy, manifest, surroundings);
    if (checked.problems.length === 0) return checked;
    const list = checked.problems.join('\n  - ');
    throw new Error(`The backup is not good, and nothing was changed:\n  - ${list}`);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
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
