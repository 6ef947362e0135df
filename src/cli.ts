import 'reflect-metadata';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished as streamFinished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { exportTrail } from './infra/audit/export/export-pieces.js';
import {
  differenceText,
  findReplayDifferences,
} from './orders/order-queries/find-replay-differences.js';
import type { ApiKeys } from './infra/auth/api-keys/api-keys.js';
import { SCOPES } from './infra/auth/scope.js';
import { resultOf, textOf } from './doctor/check.js';
import { examine } from './doctor/doctor.js';
import { conformance, WrongUsage } from './conformance/conformance.js';
import { Clock } from './infra/runtime/clock.js';
import { ConfigError, processEnvironment, readConfig, type Config } from './infra/config/config.js';
import { COMMAND_TIMEOUT_MS } from './infra/database/data-source-options.js';
import { Database, readWithoutLock } from './infra/database/database.js';
import { AppLogger, createLogger } from './infra/observability/logging.js';
import { printable } from './infra/printable.js';
import { Random } from './infra/runtime/ids.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { archiveTrail, exportOf, proveTrail, rotateSigningKey, verifyTrail } from './audit-commands.js'; // prettier-ignore
import { noteInTrail } from './command-trail.js';
import { Interrupted } from './infra/backup/partial-file.js';
import { schemaExitCode, schemaState, schemaText } from './schema-commands.js';
import { SchemaTooNew } from './infra/database/schema-version.js';
import { backup, move, restore } from './backup-commands.js';
import { createKey, keysOf, listKeys, revokeKey, rotateKey, type Outcome } from './key-commands.js';
import { SCHEMA } from './schema.js';
import { serve } from './serve.js';
import { createContext, MIGRATION_WAIT } from './service.js';
import { applyRetention, previewRemoval } from './retention-commands.js';
import { UsageError } from './usage-error.js';

// Exports, too, hold the names of clients.
process.umask(0o077);

/** The command line. Results go to standard output, errors to standard error. */
const USAGE = `Usage: marina <command> [--json]

  serve                                   run the service, as npm start does
  migrate                                 update the database schema
    [--check]                             only say what would be done, and whether instances of the
                                          release before can go on meanwhile: exit code 0, nothing is
                                          to be done; 5, they can go on; 6, stop all of them first
  keys create --name NAME --scopes A,B    create an API key; its secret is shown only once
    [--accounts A,B]                      only for orders of these accounts
    [--delegates]                         may name the person it acts for (On-Behalf-Of)
    [--expires-at TIME]                   opens nothing from then on (RFC 3339)
  keys rotate ID                          give an API key a new secret, shown only once
    [--previous-until TIME]               until then the present secret opens too
  keys list                               list all API keys, also while the service runs
  keys revoke ID                          revoke an API key
  audit verify                            verify the audit trail: every entry, the signed checkpoints
    [--since]                             only the entries that the last full verification has
                                          not read; older ones may have been edited since
  audit proof --sequence N                prove that an entry is in a signed checkpoint
  audit proof --size N [--to N]           prove that a signed checkpoint begins a newer one
    [--out FILE]                          write the proof to this file, for marina-verify.mjs
  audit export --format ndjson|csv|parquet|zip  export the audit trail; zip is an archive that can be verified
    [--out FILE]                          without Marina. Write to this file instead of standard output
  audit rebuild                           rebuild every order from the trail alone and compare it
                                          with the tables
  audit rotate-key                        make a new key for checkpoints, signed by the present one
  retention                               count the orders whose clients are older than RETENTION_YEARS,
                                          and the runs older than RUN_RETENTION_DAYS that found nothing
    [--apply]                             remove these for ever; the audit trail still verifies.
                                          Orders under legal hold, or open, are kept
  backup --out FILE|FOLDER                copy the database, also while the service runs, verify the
                                          copy and write a manifest beside it; PostgreSQL by pg_dump
    [--recipient age1…]                   encrypt it for this recipient of age, and for each further one;
                                          in place of BACKUP_RECIPIENTS
  restore FILE                            put a backup in place of an absent or empty database, or
                                          into an empty PostgreSQL database by pg_restore; the
                                          next start sends nothing until it has read the exchange
    [--replace]                           move the SQLite database that is there aside
    [--check]                             only verify the backup, and say how old it is
    [--identity FILE]                     decrypt it with the identity of age in this file, else in
                                          that of BACKUP_IDENTITY_FILE. Without it, --check can only
                                          say whether an encrypted file is damaged
    [--scratch postgres://…]              with --check: restore a dump of PostgreSQL into this empty
                                          database, and verify its trail there
  move --to postgres://…                  move the SQLite database into an empty PostgreSQL database
  doctor                                  check configuration, machine, exchange and database,
                                          also beside a running service; asks the exchange once
                                          with each key that no service uses
  conformance --base-url URL --broker-code CODE --account CDS --client-name NAME
                                          find out, with a test key, how an exchange behaves where
                                          its document leaves it open. Posts small orders and
                                          cancels them. Stop any service that uses the same key.
                                          The key comes from EXCHANGE_API_KEYS or a file
    [--key-file FILE]                     the file that holds the key
    [--out FILE]                          write the settings file here
    [--security SYMBOL]                   the security to trade
    [--time-in-force TEXT]                the time in force of the orders
    [--lot UNITS]                         the units of one lot
    [--no-fills]                          do not let our own orders match each other
    [--calls-per-minute N]                at most 60

The environment configures all commands, as it does the service (see README.md).
Scopes: ${SCOPES.join(', ')}
Exit codes: 0 success, 1 failure, 2 wrong usage or configuration, 3 the audit chain is broken,
4 the database has the schema of a newer release that this one cannot work with; of migrate --check also
5 migrations are pending and instances can go on, 6 migrations are pending and instances must be stopped.
`;

const { values, positionals } = parse();

function parse() {
  const options = {
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    accounts: { type: 'string' },
    delegates: { type: 'boolean' },
    'expires-at': { type: 'string' },
    'previous-until': { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    apply: { type: 'boolean' },
    check: { type: 'boolean' },
    replace: { type: 'boolean' },
    scratch: { type: 'string' },
    recipient: { type: 'string', multiple: true },
    identity: { type: 'string' },
    since: { type: 'boolean' },
    sequence: { type: 'string' },
    size: { type: 'string' },
    to: { type: 'string' },
    'base-url': { type: 'string' },
    key: { type: 'string' },
    'key-file': { type: 'string' },
    'broker-code': { type: 'string' },
    account: { type: 'string' },
    'client-name': { type: 'string' },
    security: { type: 'string' },
    'time-in-force': { type: 'string' },
    lot: { type: 'string' },
    'no-fills': { type: 'boolean' },
    'calls-per-minute': { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function answer(data: object, text: string): void {
  process.stdout.write(values.json === true ? `${JSON.stringify(data)}\n` : `${printable(text)}\n`);
}

async function withContext<T>(action: (context: BootstrapContext) => Promise<T>): Promise<T> {
  const config: Config = { ...readConfig(), logLevel: 'silent' };
  const onMigrationWait = (waitedMs: number): void =>
    void process.stderr.write(`${MIGRATION_WAIT} (${Math.round(waitedMs / 1_000)} s)\n`);
  const limits = { unitTimeoutMs: COMMAND_TIMEOUT_MS, onMigrationWait };
  const context = await createContext(config, new Clock(), undefined, limits);
  try {
    return await action(context);
  } finally {
    await context.database.close();
  }
}

async function onKeys(command: (keys: ApiKeys) => Promise<Outcome>): Promise<number> {
  return finished(await withContext(async (context) => command(await keysOf(context))));
}

const NOT_VERIFIED = 3;

function finished({ data, text, ok }: Outcome): number {
  answer(data, text);
  if (ok === null) return NOT_VERIFIED;
  return ok ? 0 : 1;
}

async function migrate(): Promise<number> {
  if (values.check === true) {
    const state = await schemaState(readConfig().databaseUrl);
    answer(state, schemaText(state));
    return schemaExitCode(state);
  }
  await withContext(() => Promise.resolve());
  answer({ migrated: true }, 'the schema is up to date');
  return 0;
}

/** Beside the service as well: takes no lock, and reads by a connection that cannot write. */
async function onTrail(
  command: (context: Omit<BootstrapContext, 'pepper'>) => Promise<Outcome>,
): Promise<Outcome> {
  const config = readConfig();
  const database = await Database.openForReading(config.databaseUrl, SCHEMA);
  const logger = new AppLogger(createLogger('silent'));
  try {
    return await command({ config, database, clock: new Clock(), random: new Random(), logger });
  } finally {
    await database.close();
  }
}

async function verify(): Promise<number> {
  const { data, text, ok } = await onTrail((context) => verifyTrail(context, values));
  answer(data, text);
  return ok ? 0 : 3;
}

async function rebuild(): Promise<number> {
  const config = readConfig();
  const now = new Clock().now();
  const { orders, differences } = await readWithoutLock(config.databaseUrl, SCHEMA, (manager) =>
    findReplayDifferences(manager, now),
  );
  const body = { orders, differences: differences.length };
  await noteInTrail(config, { type: 'ORDERS_COMPARED', body });
  const texts = differences.map(differenceText);
  const text = [`${orders} orders compared, ${differences.length} differ`, ...texts].join('\n');
  answer({ orders, differences }, text);
  return differences.length === 0 ? 0 : 1;
}

async function retention(): Promise<number> {
  if (values.apply === true) return finished(await withContext(applyRetention));
  return finished(await onTrail(previewRemoval));
}

async function exportAudit(): Promise<number> {
  const { format, out } = values;
  if (format === 'zip') {
    const programs = new URL('.', import.meta.url);
    const { data, text, ok } = await onTrail((context) =>
      archiveTrail({ ...context, programs }, out),
    );
    answer(data, text);
    return ok ? 0 : 1;
  }
  if (format !== 'ndjson' && format !== 'csv' && format !== 'parquet')
    throw new UsageError('--format must be ndjson, csv, parquet or zip');
  const file = out === undefined ? null : await open(out, 'wx');
  const target: Writable = file?.createWriteStream() ?? process.stdout;
  const config = readConfig();
  await noteInTrail(config, exportOf(format));
  const entries = await readWithoutLock(config.databaseUrl, SCHEMA, (_, reading) =>
    exportTrail(reading, format, target),
  );
  if (file === null || out === undefined) return 0;
  await streamFinished(target.end());
  answer({ entries, file: out }, `wrote ${entries} entries to ${out}`);
  return 0;
}

async function doctor(): Promise<number> {
  const checks = await examine({
    variables: processEnvironment,
    nodeVersion: process.versions.node,
    clock: new Clock(),
  });
  const result = resultOf(checks);
  answer({ result, checks }, textOf(checks));
  return result === 'fail' ? 1 : 0;
}

/** The first Ctrl-C lets it cancel the orders it has posted; the second ends it at once. */
async function probe(): Promise<number> {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  process.once('SIGTERM', () => interruption.abort());
  const clock = new Clock();
  return conformance(values, {
    variables: processEnvironment,
    clock,
    random: new Random(),
    signal: interruption.signal,
    print: (text) => void process.stdout.write(`${text}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
  });
}

const COMMANDS: Readonly<Record<string, (argument: string | undefined) => Promise<number>>> = {
  migrate,
  doctor,
  conformance: probe,
  retention,
  backup: async () => finished(await backup(readConfig(), values)),
  restore: async (file) => finished(await restore(readConfig(), file, values)),
  move: async () => finished(await move(readConfig(), values)),
  'keys create': () => onKeys(createKey(values)),
  'keys rotate': (id) => onKeys(rotateKey(id, values)),
  'keys list': async () => finished(await listKeys(readConfig().databaseUrl)),
  'keys revoke': (id) => onKeys(revokeKey(id)),
  'audit verify': verify,
  'audit proof': async () => finished(await onTrail((context) => proveTrail(context, values))),
  'audit rebuild': rebuild,
  'audit export': exportAudit,
  'audit rotate-key': async () => finished(await withContext(rotateSigningKey)),
};

function commandOf(name: string): ((argument?: string) => Promise<number>) | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

async function main(): Promise<number | null> {
  const [noun = '', verb = '', argument] = positionals;
  if (values.help === true || noun === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (noun === 'serve') {
    await serve();
    return null;
  }
  const alone = commandOf(noun);
  if (alone !== undefined) return alone(positionals[1]);
  const command = commandOf(`${noun} ${verb}`);
  if (command === undefined)
    throw new UsageError(
      noun === '' ? 'no command given' : `unknown command: ${positionals.join(' ')}`,
    );
  return command(argument);
}

try {
  const code = await main();
  if (code !== null) process.exitCode = code;
} catch (error) {
  const usage = error instanceof UsageError || error instanceof WrongUsage;
  const text = printable(error instanceof Error ? error.message : String(error));
  process.stderr.write(usage ? `${text}\n\n${USAGE}` : `${text}\n`);
  // What cannot be stopped half-way still goes on.
  if (error instanceof Interrupted) process.exit(1);
  const wrong = usage || error instanceof ConfigError;
  process.exitCode = wrong ? 2 : error instanceof SchemaTooNew ? 4 : 1;
}
