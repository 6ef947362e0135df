import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import pg from 'pg';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { schemaState } from '../../../src/schema-commands.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { withRoles } from '../../support/databases/postgres-roles.js';
import { KILL_ADMIN, killSettings } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';
import { HandClock } from '../../support/time/hand-clock.js';

type Urls = Awaited<ReturnType<typeof withRoles>>;

const DENIED = '42501';
const REFUSED_BY_TRIGGER = 'P0001';
/** Only catches a process that hangs. */
const CHILD_MAX_MS = 300_000;
const TRAIL = 'audit_entries';
const CHANGES = [
  `UPDATE ${TRAIL} SET actor = 'nobody'`,
  `DELETE FROM ${TRAIL}`,
  "UPDATE audit_tree SET hash = ''",
  'DELETE FROM audit_tree',
  "UPDATE audit_checkpoints SET root = ''",
  'DELETE FROM audit_checkpoints',
];
const ORDER = {
  clientOrderId: 'roles-1', side: 'BUY', security: 'SD11PLC', units: '10', price: '12.50',
  timeInForce: 'Day Order (DO)', accountNumber: 'C1', clientName: 'Ada Obi',
}; // prettier-ignore

/** The code of the error; null: it was done. */
async function tried(url: string, statement: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
    return null;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.end();
  }
}

describe('The roles on PostgreSQL', () => {
  let superuser: string;
  let urls: Urls;
  let service: ServiceProcess | null = null;
  let exchange: Simulator | null = null;

  beforeEach(async () => {
    superuser = await freshDatabase('postgres');
    urls = await withRoles(superuser);
  });

  afterEach(async () => {
    await service?.end('SIGKILL');
    await exchange?.close();
    service = exchange = null;
  });

  const call = async (
    method: string,
    path: string,
    body: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${String(service?.address)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KILL_ADMIN}`,
        'content-type': 'application/json',
        prefer: 'wait=30',
      },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  const migrated = async (): Promise<void> => {
    const database = await Database.open(urls.owner, SCHEMA, new HandClock());
    await database.close();
  };

  it('let the service do all that it does, and only add to its trail', async () => {
    await migrated();
    urls = await withRoles(superuser);
    exchange = await startSimulator({ seed: 'roles' });
    const settings = {
      ...killSettings(exchange.url, ['sk_test_simulator']),
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
    };
    service = await ServiceProcess.start({ ...settings, DATABASE_URL: urls.app });
    const posted = await call('POST', '/v1/orders', ORDER);
    const cancelled = await call('POST', `/v1/orders/${String(posted['id'])}/cancel`, {});
    expect([posted['status'], cancelled['status']]).toEqual(['Posted', 'Cancelled']);
    const signed = await call('POST', '/v1/audit/signed-checkpoints', {});
    expect(signed['size']).toBeGreaterThan(1);
    expect(await call('POST', '/v1/audit/verifications', {})).toMatchObject({ valid: true });
    for (const change of CHANGES) expect(await tried(urls.app, change)).toBe(DENIED);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [resolve('dist/cli.js'), 'audit', 'verify', '--json'],
      {
        env: { PATH: process.env['PATH'], ...settings, DATABASE_URL: urls.verifier },
        cwd: temporaryFolder(),
        timeout: CHILD_MAX_MS,
        encoding: 'utf8',
      },
    );
    expect(stderr).toMatch(/^The audit trail has no entry of this: permission denied/);
    expect(JSON.parse(stdout)).toMatchObject({ valid: true });
  });

  it.each([
    ['drop a trigger', `DROP TRIGGER audit_entries_no_change ON ${TRAIL}`],
    ['switch a trigger off', `ALTER TABLE ${TRAIL} DISABLE TRIGGER ALL`],
    ['go around triggers', 'SET session_replication_role = replica'],
    ['replace what a trigger calls', 'DROP FUNCTION audit_entries_refuse() CASCADE'],
    ['empty the trail', `TRUNCATE ${TRAIL}`],
    ['drop the trail', `DROP TABLE ${TRAIL}`],
    ['make a table', 'CREATE TABLE mine (id integer)'],
    ['make itself the owner', `ALTER TABLE ${TRAIL} OWNER TO marina_app`],
    ['become the owner', 'SET ROLE marina_owner'],
  ])('do not let the service %s', async (_, statement) => {
    await migrated();
    expect(await tried(urls.app, statement)).toBe(DENIED);
  });

  it('keep the triggers in force for the service, also where the script was not run again', async () => {
    await migrated();
    const facts = [{ type: 'NOTE', body: {} }];
    const clock = new HandClock();
    const database = await Database.open(urls.app, SCHEMA, clock);
    const log = new AuditLog(clock, new AuditTail());
    await database.units.run((unit) => log.append(unit, 'notes', SYSTEM, facts));
    await database.close();
    for (const change of [`UPDATE ${TRAIL} SET actor = 'nobody'`, `DELETE FROM ${TRAIL}`])
      expect(await tried(urls.app, change)).toBe(REFUSED_BY_TRIGGER);
  });

  it('let who verifies write nothing', async () => {
    await migrated();
    expect(await tried(urls.verifier, "UPDATE audit_head SET hash = ''")).toBe(DENIED);
    expect(await tried(urls.verifier, 'DELETE FROM orders')).toBe(DENIED);
    expect(await tried(urls.verifier, 'SELECT * FROM orders')).toBeNull();
    // What `pg_dump` reads besides.
    expect(await tried(urls.verifier, 'SELECT last_value FROM migrations_id_seq')).toBeNull();
  });

  it('leave migrations to the owner: the service says so and does not start', async () => {
    const opened = Database.open(urls.app, SCHEMA, new HandClock());
    await expect(opened).rejects.toThrow(/run `marina migrate` as the owner/);
    expect(await schemaState(urls.owner)).toMatchObject({ kind: 'absent' });
  });

  it('may be made again, also after the tables', async () => {
    await migrated();
    urls = await withRoles(superuser);
    expect(await tried(urls.app, 'SELECT * FROM orders')).toBeNull();
    for (const change of [`TRUNCATE ${TRAIL}`, ...CHANGES])
      expect(await tried(urls.app, change)).toBe(DENIED);
  });
});
