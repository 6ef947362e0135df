import { existsSync } from 'node:fs';
import { checkpointOf, isComparable } from '../infra/audit/checkpoints/audit-checkpoint.js';
import { verifyChain } from '../infra/audit/verification/audit-verifier.js';
import { sqlitePath, type Config } from '../infra/config/config.js';
import { readWithoutLock } from '../infra/database/database.js';
import { NoConnection, TAKES_NO_WRITES } from '../infra/database/lost-connection.js';
import { schemaStateOf, type SchemaState } from '../infra/database/schema-version.js';
import { errorCode } from '../infra/database/units/unit-of-work.js';
import { ExchangeCallRow } from '../infra/exchange/client/exchange-call.entity.js';
import { SCHEMA } from '../schema.js';
import { fail, ok, warn, type Check } from './check.js';
import { checkRights, GIVE_RIGHTS } from './rights.js';
import { checkSecrets } from './secrets.js';

/** The database, read beside a running service: nothing is written and nothing is locked. */
export async function checkDatabase(config: Config, now: number): Promise<Check[]> {
  const { databaseUrl, checkpointDir } = config;
  const path = sqlitePath(databaseUrl);
  if (path === ':memory:') return [ok('database', 'in memory: it ends with the service')];
  if (path !== null && !existsSync(path)) {
    const remedy =
      'If there should be one, correct DATABASE_URL. Else start the service, which makes it.';
    return [warn('database', `there is no ${path} yet`, remedy)];
  }
  try {
    return await readWithoutLock(databaseUrl, SCHEMA, async (manager, reading) => {
      const query = <T>(sql: string, parameters: unknown[] = []): Promise<T[]> =>
        manager.query<T[]>(sql, parameters);
      // The chain comes last: on a large trail it takes half a minute.
      const state = await schemaStateOf(query, SCHEMA);
      const schema = checkSchema(state);
      const healthy =
        path === null
          ? [
              ...(await checkWritable(query)),
              ...(await checkRights(query, {
                tables: manager.dataSource.entityMetadatas.map(({ tableName }) => tableName),
                isEmpty: state.kind === 'absent',
              })),
              await checkPostgres(query),
              checkConnections(await connectionsOf(query)),
            ]
          : [await checkSqlite(query)];
      if (state.kind !== 'current' && state.kind !== 'expanded') return [schema, ...healthy];
      return [
        schema,
        ...healthy,
        ...(await checkSecrets(reading, config)),
        await checkCheckpoint(query, checkpointDir),
        checkSignatures(await unsignedOf(query), now),
        chainOf(await verifyChain(manager)),
      ];
    });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return [fail('database', `cannot be read: ${what}`, remedyFor(error, path))];
  }
}

/** The last answered call, or the one that has none yet, of a key that has made calls within the last minute. */
export interface KeyInUse {
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly failure: string | null;
}

/** The exchange's keys that a running service uses, by id; none if the database cannot tell. */
export async function keysInUse(
  { databaseUrl }: Config,
  now: number,
): Promise<ReadonlyMap<string, KeyInUse>> {
  const path = sqlitePath(databaseUrl);
  if (path === ':memory:' || (path !== null && !existsSync(path))) return new Map();
  try {
    return await readWithoutLock(databaseUrl, SCHEMA, async (manager) => {
      const calls = await manager
        .createQueryBuilder(ExchangeCallRow, 'call')
        .select(['call.id', 'call.keyId', 'call.outcome', 'call.httpStatus', 'call.failure'])
        .addSelect('call.completedAt')
        .where('call.freeAt > :now', { now })
        .orderBy('call.startedAt')
        .getMany();
      const answered = calls.filter(({ completedAt }) => completedAt !== null);
      return new Map([...calls, ...answered].map((call) => [call.keyId, call]));
    });
  } catch {
    // Why it cannot be read is a check of its own.
    return new Map();
  }
}

function remedyFor(error: unknown, path: string | null): string {
  if (path === null) {
    if (errorCode(error) === NO_RIGHTS) return GIVE_RIGHTS;
    const known = error instanceof NoConnection ? error.remedy : null;
    return known ?? 'Check that PostgreSQL runs, and DATABASE_URL.';
  }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error))
    ? RESTORE
    : `Check that this user may read ${path}, and that it is on a disk that works.`;
}

type Ask = <T>(sql: string, parameters?: unknown[]) => Promise<T[]>;

const NO_RIGHTS = '42501';
const RESTORE = 'Stop the service, keep a copy of the file, and restore the last backup.';

export function checkSchema({ kind, version, wanted, pending, rolling }: SchemaState): Check {
  switch (kind) {
    case 'absent': {
      const remedy = 'Start the service, or run: marina migrate';
      return warn('database', 'reachable and empty: the first start makes its tables', remedy);
    }
    case 'behind': {
      const detail = `its schema lacks ${pending.join(', ')}`;
      const remedy = rolling
        ? 'Run marina migrate: the instances of the present release can go on meanwhile.'
        : 'Stop every instance, and run: marina migrate';
      return fail('database', detail, remedy);
    }
    case 'too-new': {
      const detail = `it has schema ${version} of another release, and this one has ${wanted}`;
      return fail('database', detail, 'Use the release that made it, or a newer one.');
    }
    case 'expanded': {
      const detail = `reachable, with schema ${version} of a newer release; this one has ${wanted}`;
      return warn('database', detail, 'Finish the upgrade: start the newer release everywhere.');
    }
    case 'current':
      return ok('database', `reachable, schema ${version}`);
  }
}

async function checkSqlite(query: Ask): Promise<Check> {
  const rows = await query<{ quick_check: string }>('PRAGMA quick_check(1)');
  const [first] = rows.map((row) => row.quick_check);
  return first === 'ok'
    ? ok('integrity', 'the quick check of SQLite finds nothing')
    : fail('integrity', `the quick check of SQLite finds: ${first ?? 'no answer'}`, RESTORE);
}

/** Only a problem is worth a line. */
async function checkWritable(query: Ask): Promise<Check[]> {
  const [row] = await query<{ is: string }>(
    "SELECT current_setting('transaction_read_only') AS is",
  );
  if (row?.is !== 'on') return [];
  const remedy =
    'Let DATABASE_URL lead to the primary, and see default_transaction_read_only of the server, the database and the role.';
  return [fail('writes', TAKES_NO_WRITES, remedy)];
}

async function checkPostgres(query: Ask): Promise<Check> {
  const [row] = await query<{ failures: number | null }>(
    'SELECT checksum_failures AS failures FROM pg_stat_database WHERE datname = current_database()',
  );
  const failures = row?.failures ?? null;
  if (failures === null) {
    const remedy = 'Stop the server, and run: pg_checksums --enable';
    return warn('integrity', 'PostgreSQL keeps no checksums of its pages', remedy);
  }
  if (failures === 0) return ok('integrity', 'PostgreSQL has seen no checksum fail');
  const detail = `PostgreSQL has seen ${failures} pages whose checksum is wrong`;
  return fail('integrity', detail, 'Restore the last backup on another disk.');
}

/** Ten for units of work, six for order entry and the desk, ten for callers, and one that verifies the trail. */
const CONNECTIONS_OF_INSTANCE = 27;

interface Connections {
  /** Those that this role may still open. */
  readonly free: number;
  readonly most: number;
}

async function connectionsOf(query: Ask): Promise<Connections> {
  const [row] = await query<Connections>(
    `WITH own AS (SELECT rolname, rolconnlimit FROM pg_roles WHERE rolname = current_user),
       server AS (SELECT current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int AS most),
       open AS (SELECT count(*)::int AS everybody,
         count(*) FILTER (WHERE usename = current_user)::int AS ours
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())
     SELECT least(most - everybody, CASE WHEN rolconnlimit < 0 THEN most ELSE rolconnlimit - ours END) AS free,
       CASE WHEN rolconnlimit < 0 THEN most ELSE least(most, rolconnlimit) END AS most
     FROM own, server, open`,
  );
  return row ?? { free: 0, most: 0 };
}

export function checkConnections({ free, most }: Connections): Check {
  const detail = `${free} of ${most} connections of PostgreSQL are free`;
  if (free >= CONNECTIONS_OF_INSTANCE) return ok('connections', detail);
  const needed = `another instance needs ${CONNECTIONS_OF_INSTANCE}`;
  const remedy = 'Raise max_connections or the limit of the role, or see who else holds them.';
  return warn('connections', `${detail}, and ${needed}`, remedy);
}

/** Checkpoints are due every five minutes. */
const SIGNED_WITHIN_MS = 15 * 60_000;

interface Unsigned {
  /** Entries that no signed checkpoint covers. */
  readonly entries: number;
  /** When the first of them was written, RFC 3339; null if there is none. */
  readonly since: string | null;
}

async function unsignedOf(query: Ask): Promise<Unsigned> {
  const [row] = await query<Unsigned>(
    `SELECT count(*) AS entries, min(at) AS since FROM audit_entries
       WHERE sequence > (SELECT coalesce(max(size), 0) FROM audit_checkpoints)`,
  );
  return { entries: row?.entries ?? 0, since: row?.since ?? null };
}

export function checkSignatures({ entries, since }: Unsigned, now: number): Check {
  if (since === null) return ok('signatures', 'a signed checkpoint covers the whole trail');
  const detail = `${entries} entries since ${since} are in no signed checkpoint`;
  if (now - Date.parse(since) <= SIGNED_WITHIN_MS) return ok('signatures', detail);
  const remedy =
    'A service that runs signs within five minutes. If one does, its log says why not (`Not signed`); MARINA_SIGNING_KEY_FILE must be the key of the trail.';
  return warn('signatures', detail, remedy);
}

/** As the service does at its start: the chain must contain its checkpoint. */
async function checkCheckpoint(query: Ask, folder: string | null): Promise<Check> {
  const hashAt = async (sequence: number): Promise<string | null> => {
    const sql = `SELECT hash FROM audit_entries WHERE sequence = ${sequence}`;
    return (await query<{ hash: string }>(sql))[0]?.hash ?? null;
  };
  const first = await hashAt(1);
  const checkpoint = first === null || folder === null ? null : await checkpointOf(folder, first);
  if (checkpoint === null) return ok('checkpoint', 'there is none yet');
  const { sequence, at, hash } = checkpoint;
  if (sequence === 0) {
    const remedy =
      'Look at the file. A start with it sends nothing until it has read the exchange.';
    return fail('checkpoint', 'the file is not a checkpoint', remedy);
  }
  if (!isComparable(checkpoint)) {
    const remedy = 'Start the service: it sends nothing until it has read the exchange.';
    return warn('checkpoint', `the database was restored from a backup at ${at}`, remedy);
  }
  if ((await hashAt(sequence)) === hash) return ok('checkpoint', `entry ${sequence}, of ${at}`);
  return fail(
    'checkpoint',
    `the database lacks entry ${sequence}, which it had at ${at}: it is older than its checkpoint`,
    'If it was not restored on purpose, restore a newer backup. Else start the service: it sends nothing until it has read the exchange.',
  );
}

function chainOf(verdict: Awaited<ReturnType<typeof verifyChain>>): Check {
  if (verdict.valid) return ok('audit chain', `${verdict.entries} entries`);
  const detail = `broken at entry ${String(verdict.firstBadSequence)}`;
  return fail('audit chain', detail, 'Somebody has changed the database. Keep a copy as evidence.');
}
