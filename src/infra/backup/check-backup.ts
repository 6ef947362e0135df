import { lstatSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { holdsKeyOf } from '../audit/checkpoints/signing-key.js';
import { isPepperOf } from '../auth/api-keys/key-store.js';
import { presentPepper } from '../auth/secrets.js';
import type { Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock } from '../database/database.js';
import { decryptFile, Undecryptable, type IdentitySource } from './encryption.js';
import {
  examineCopy,
  type CopyContents,
  type Examination,
  type KnownOutside,
} from './examination.js';
import { contentOf, isFileOf, NOT_THE_FILE, readManifest, type Manifest } from './manifest.js';
import { reserve, withCleanUp } from './partial-file.js';
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

export interface CheckOptions {
  /** The URL of an empty PostgreSQL database, into which a dump is restored, because only there its trail can be read. */
  readonly scratch?: string | null;
  /** What decrypts an encrypted backup; without it only its file is verified. */
  readonly identity?: IdentitySource | null;
}

export interface Surroundings {
  readonly config: Config;
  readonly schema: Schema;
}

/**
 * Verifies a backup against its manifest, itself and the checkpoints outside. Changes nothing but the scratch database, and
 * leaves nothing of the plain copy of an encrypted one, which lies beside it meanwhile.
 */
export async function checkBackup(
  backup: string,
  config: Config,
  schema: Schema,
  { scratch = null, identity = null }: CheckOptions = {},
): Promise<CheckedBackup> {
  const manifest = readManifest(backup);
  if (scratch !== null && manifest.engine === 'sqlite')
    throw new Error('Only a dump of PostgreSQL is restored to be checked');
  const check = (plain: string): Promise<CheckedBackup> =>
    manifest.engine === 'postgres'
      ? checkDump(plain, manifest, { config, schema, scratch })
      : checkCopy(plain, manifest, { config, schema });
  if (manifest.encrypted !== true) return check(backup);
  if (!(await isFileOf(manifest, backup))) return unexamined(manifest, [NOT_THE_FILE]);
  if (identity === null) return unexamined(manifest, []);
  return inPlain(backup, { manifest, identity }, check);
}

interface Encrypted {
  readonly manifest: Manifest;
  readonly identity: IdentitySource;
}

/** Decrypts it beside itself, under a name of which nothing stays. */
async function inPlain(
  backup: string,
  { manifest, identity }: Encrypted,
  check: (plain: string) => Promise<CheckedBackup>,
): Promise<CheckedBackup> {
  const plain = `${backup}.partial`;
  reserve(plain);
  return withCleanUp(
    async (signal) => {
      try {
        await decryptFile(backup, plain, identity);
      } catch (error) {
        if (error instanceof Undecryptable) return unexamined(manifest, [error.message]);
        throw error;
      }
      signal.throwIfAborted();
      return check(plain);
    },
    () => rm(plain, { force: true }),
  );
}

async function checkDump(
  path: string,
  manifest: Manifest,
  { config, schema, scratch }: Surroundings & { readonly scratch: string | null },
): Promise<CheckedBackup> {
  if (!(await isFileOf(contentOf(manifest), path))) return unexamined(manifest, [NOT_THE_FILE]);
  const damage = await damageOfDump(path);
  if (damage.length > 0 || scratch === null) return unexamined(manifest, damage);
  const examined = await examineInScratch(path, scratch, { schema, places: config });
  return judged(manifest, examined, { config, schema, url: scratch });
}

export const LOGS = ['-wal', '-journal'] as const;

/** `path`: the plain copy. */
export async function checkCopy(
  path: string,
  manifest: Manifest,
  { config, schema }: Surroundings,
): Promise<CheckedBackup> {
  const beside = logsBeside(path);
  if (beside.length > 0) return unexamined(manifest, beside.map(wouldBeRead));
  if (!(await isFileOf(contentOf(manifest), path))) return unexamined(manifest, [NOT_THE_FILE]);
  const examined = await examineCopy(path, schema, config);
  return judged(manifest, examined, { config, schema, url: `sqlite:${path}` });
}

export async function judged(
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
