import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { COMMAND_LINE } from './infra/audit/actor.js';
import type { Manifest } from './infra/backup/manifest.js';
import { makeBackup } from './infra/backup/make-backup.js';
import { moveDatabase } from './infra/backup/move-database.js';
import { checkBackup, type CheckedBackup } from './infra/backup/check-backup.js';
import { requireRecipients, type IdentitySource } from './infra/backup/encryption.js';
import { restoreBackup } from './infra/backup/restore-backup.js';
import { pepperFile } from './infra/auth/secrets.js';
import { sqlitePath, type Config } from './infra/config/config.js';
import { filesNamedIn } from './infra/config/database-files.js';
import { isSafeDatabase } from './infra/config/live-rules.js';
import { errorCode } from './infra/database/units/unit-of-work.js';
import { Clock } from './infra/runtime/clock.js';
import { armFaultPoint } from './infra/runtime/fault-point.js';
import { Random } from './infra/runtime/ids.js';
import type { Outcome } from './key-commands.js';
import { noteInTrail } from './command-trail.js';
import { osUser } from './infra/runtime/os-user.js';
import { SCHEMA } from './schema.js';
import { UsageError } from './usage-error.js';

/** What `marina backup`, `marina restore` and `marina move` do. */
export interface BackupOptions {
  readonly out?: string | undefined;
  readonly check?: boolean | undefined;
  readonly replace?: boolean | undefined;
  readonly to?: string | undefined;
  readonly scratch?: string | undefined;
  readonly recipient?: readonly string[] | undefined;
  readonly identity?: string | undefined;
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

export async function backup(config: Config, { out, recipient }: BackupOptions): Promise<Outcome> {
  if (out === undefined) throw new UsageError('backup needs --out FILE or --out FOLDER');
  const recipients = recipient ?? config.backup.recipients;
  const name = recipient === undefined ? 'BACKUP_RECIPIENTS' : '--recipient';
  if (recipients.length > 0) await requireRecipients(name, recipients);
  armFaultPoint(config.faultPoint);
  const { path, manifest } = await makeBackup(
    { ...config, backup: { ...config.backup, recipients } },
    SCHEMA,
    { out, version, clock: new Clock() },
  );
  const { file, entries, bytes, sha256, encrypted = false } = manifest;
  const body = { file, entries, bytes, sha256, encrypted };
  await noteInTrail(config, { type: 'BACKUP_MADE', body });
  const text = [
    `backed up to ${path}: ${entries} audit entries, ${bytes} bytes, verified`,
    `sha256 ${sha256}`,
    recipients.length === 0
      ? 'NOT encrypted: it holds the names of clients. Set BACKUP_RECIPIENTS, or encrypt it before it leaves the machine'
      : `encrypted for ${recipients.join(', ')}`,
    'A restore also needs what is not in it. Keep these elsewhere:',
    ...elsewhere(config).map((line) => `  ${line}`),
    ...(recipients.length === 0 ? [] : ['  the identity that decrypts it, of age']),
  ];
  return { data: { path, manifest }, text: text.join('\n'), ok: true };
}

/** The option comes before the setting. Neither holds the secret itself: every user of the machine can see arguments. */
function identityIn({ identity }: BackupOptions, { backup: given }: Config): IdentitySource | null {
  if (identity !== undefined) return { name: '--identity', path: identity };
  const { identityFile: path } = given;
  return path === null ? null : { name: 'BACKUP_IDENTITY_FILE', path };
}

function elsewhere(config: Config): readonly string[] {
  const { keyPepper, dataFolder, signingKeyFile, checkpointDir } = config;
  const pepper = keyPepper === null ? pepperFile(dataFolder) : 'MARINA_KEY_PEPPER';
  return [
    `the pepper of the API keys: ${pepper}`,
    `the key that signs checkpoints: ${signingKeyFile}`,
    `the checkpoints, on another disk than the database: ${checkpointDir ?? 'none'}`,
  ];
}

export async function restore(
  config: Config,
  file: string | undefined,
  options: BackupOptions,
): Promise<Outcome> {
  const { check, replace, scratch } = options;
  if (file === undefined) throw new UsageError('restore needs the file of a backup');
  const into = scratch === undefined ? null : databaseIn('--scratch', scratch, config);
  const identity = identityIn(options, config);
  armFaultPoint(config.faultPoint);
  if (check === true) {
    const found = await checkBackup(file, config, SCHEMA, { scratch: into, identity });
    return checked(found, { config, isDecrypted: identity !== null });
  }
  if (into !== null) throw new UsageError('--scratch goes with --check');
  if (replace === true && sqlitePath(config.databaseUrl) === null)
    throw new UsageError('--replace is for SQLite: restore into a new PostgreSQL database');
  const restored = await restoreBackup(
    file,
    { config, schema: SCHEMA },
    { replace: replace === true, clock: new Clock(), identity },
  );
  const { path, former, manifest } = restored;
  const text = [
    `restored ${path}: ${manifest.entries} audit entries, of ${manifest.madeAt}`,
    ...(former === null ? [] : [`the former database is now ${former}`]),
    ...situation(restored, config),
    'The next start sends nothing until it has read the exchange. What to do then: docs/backup.md',
  ];
  return { data: restored, text: text.join('\n'), ok: true };
}

interface Reading {
  readonly config: Config;
  readonly isDecrypted: boolean;
}

function checked(found: CheckedBackup, { config, isDecrypted }: Reading): Outcome {
  const { manifest, problems } = found;
  const isBad = problems.length > 0;
  const good = isBad ? false : found.isTrailVerified || null;
  const text = isBad
    ? ['the backup is NOT good:', ...problems.map((problem) => `  - ${problem}`)]
    : !found.isTrailVerified
      ? unread(manifest, isDecrypted)
      : [
          `the backup of ${manifest.madeAt} is good: ${manifest.entries} audit entries`,
          ...situation(found, config),
        ];
  return { data: { good, ...found }, text: text.join('\n'), ok: good };
}

function unread({ madeAt, encrypted }: Manifest, isDecrypted: boolean): readonly string[] {
  const isClosed = encrypted === true && !isDecrypted;
  const why = isClosed
    ? 'it is encrypted: name the file of its identity with --identity'
    : 'its trail was not read: name an empty database with --scratch';
  return [
    isClosed
      ? `the backup of ${madeAt} is the file that its manifest was written for`
      : `the dump of ${madeAt} is the file that its manifest was written for, and can be read to its end`,
    `Whether it is good is NOT known, because ${why}`,
  ];
}

/** How old it is, and whether the secrets that it needs are here. */
function situation(found: CheckedBackup, config: Config): readonly string[] {
  const { outside, entriesBehind, behindMs, keyPepper, signingKey } = found;
  const age =
    outside === null
      ? 'no checkpoint of it is here, so nothing tells how much it lacks'
      : entriesBehind === 0
        ? `no checkpoint here is newer; the newest has ${outside.entries} entries, of ${outside.at}`
        : `it is behind by ${entriesBehind} entries (${Math.ceil(behindMs / 1000)} s): a checkpoint has ${outside.entries}, of ${outside.at}`;
  const pepper = `MARINA_KEY_PEPPER or ${pepperFile(config.dataFolder)} is not the pepper of its API keys: no service starts on it without`;
  const key = `${config.signingKeyFile} is not the key that signs its checkpoints: nothing will be signed`;
  return [
    age,
    ...(keyPepper === false ? [`MISSING: ${pepper}`] : []),
    ...(signingKey === false ? [`MISSING: ${key}`] : []),
  ];
}

export async function move(config: Config, { to }: BackupOptions): Promise<Outcome> {
  const moved = await moveDatabase(config, SCHEMA, {
    to: databaseIn('--to', to, config),
    by: { ...COMMAND_LINE, osUser: osUser() },
    clock: new Clock(),
    random: new Random(),
  });
  const { tables, entries } = moved;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const text = [
    `moved ${rows} rows of ${tables.length} tables; each table is the same on both sides, and the audit chain of ${entries} entries is intact`,
    'Start the service with DATABASE_URL set to that database, and with these as before:',
    ...settingsAfterMove(config).map((line) => `  ${line}`),
    'Put the SQLite file away: two services must never work on both.',
  ];
  return { data: { moved: true, ...moved }, text: text.join('\n'), ok: true };
}

/** Another PostgreSQL database, which an argument names. */
function databaseIn(option: string, to: string | undefined, { environment }: Config): string {
  if (to === undefined || !/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to)) {
    throw new UsageError(`${option} must be postgres://…, an empty database`);
  }
  const { password, searchParams } = new URL(to);
  if (password !== '' || searchParams.has('password')) {
    throw new UsageError(
      `${option} must not hold a password, because every user of the machine can see arguments. Set PGPASSWORD, or use ~/.pgpass`,
    );
  }
  for (const { setting, path } of filesNamedIn(to, option)) {
    const problem = unreadable(path);
    if (problem !== null)
      throw new UsageError(`${setting} must be the path of a readable file: ${problem}`);
  }
  if (environment === 'live' && !isSafeDatabase(to)) {
    throw new UsageError(
      `${option} must have sslmode=verify-full with MARINA_ENV=live, because the database is on another machine`,
    );
  }
  return to;
}

/** Null: it can be read. */
function unreadable(path: string): string | null {
  try {
    readFileSync(path);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

/** With PostgreSQL the data folder is another one, unless the service runs beside it. */
function settingsAfterMove(config: Config): readonly string[] {
  const { keyPepper, dataFolder, signingKeyFile, checkpointDir } = config;
  return [
    keyPepper === null
      ? `MARINA_KEY_PEPPER_FILE=${pepperFile(dataFolder)}`
      : 'MARINA_KEY_PEPPER or MARINA_KEY_PEPPER_FILE',
    `MARINA_SIGNING_KEY_FILE=${signingKeyFile}`,
    `MARINA_CHECKPOINT_DIR=${checkpointDir ?? join(dataFolder, 'checkpoints')}`,
  ];
}
