import { AuditCheckpoint } from '../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import { makeBackup } from '../../../src/infra/backup/make-backup.js';
import { moveDatabase, type Moved } from '../../../src/infra/backup/move-database.js';
import { restoreBackup } from '../../../src/infra/backup/restore-backup.js';
import { Database } from '../../../src/infra/database/database.js';
import { SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { Random } from '../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';
import { FRIDAY_NOON, VirtualClock } from '../../support/time/virtual-clock.js';

/** What a conversion could harm. */
const ODD_NAME = String.raw`Ọlá "O'Neil" 😀 \u0041 \\ {"a":1} $1`;

/** What a caller sees of a desk, whichever database it has. */
const VIEWS = [
  '/v1/orders?limit=100', '/v1/breaks?limit=100', '/v1/api-keys', '/v1/persons',
  '/v1/trading-calendar', '/v1/reconciliation/runs?limit=5',
] as const; // prettier-ignore

describe('A desk that is moved from SQLite to PostgreSQL', () => {
  let desk: Desk;
  let target: string;

  beforeEach(async () => {
    desk = await Desk.open('sqlite', {
      databaseUrl: await freshDatabase('sqlite'),
      clock: new VirtualClock(FRIDAY_NOON),
    });
    target = await freshDatabase('postgres');
  });

  afterEach(() => desk.close());

  const move = (): Promise<Moved> => {
    const { clock, config } = desk;
    const by = { name: 'system:command-line' };
    return moveDatabase(config, SCHEMA, { to: target, by, clock, random: new Random() });
  };

  const tradeSomething = async (): Promise<void> => {
    const { control } = desk.exchange.exchange;
    const filled = (await desk.post({ units: '100', clientName: ODD_NAME })).body;
    control.fill({ orderNumber: String(filled.orderNumber), units: 40 });
    await desk.until(filled.id, ({ matchedUnits }) => matchedUnits === '40');
    control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const lost = (await desk.post({ units: '300', price: '11.75' })).body;
    await desk.openBreak(`orderId=${lost.id}`);
    await desk.call('POST', '/v1/persons', {
      body: { name: 'Ada Obi', email: 'ada@example.com', roles: ['dealer'] },
    });
  };

  const seen = async (): Promise<Readonly<Record<string, unknown>>> => {
    const answers: Record<string, unknown> = {};
    for (const path of VIEWS) answers[path] = (await desk.call('GET', path)).body;
    return answers;
  };

  it('answers as before, with a trail that holds, and its SQLite file is the older one from then on', async () => {
    await tradeSomething();
    const { config, clock, exchange } = desk;
    await expect(move()).rejects.toThrow(/Another Marina process/);
    const before = await seen();
    const trail = await desk.list('/v1/audit/events?limit=100');
    await desk.stop();
    await expect(move()).rejects.toThrow(/still count against its limit/);
    await clock.pass(700_000);
    const moved = await move();
    const rows = Object.fromEntries(moved.tables.map(({ table, rows: count }) => [table, count]));
    expect(rows).toMatchObject({ orders: 2, fills: 1, persons: 1 });
    expect(rows['breaks']).toBeGreaterThan(0);
    await expect(move()).rejects.toThrow(/is not empty/);

    const env = {
      MARINA_CHECKPOINT_DIR: String(config.checkpointDir),
      MARINA_SIGNING_KEY_FILE: config.signingKeyFile,
    };
    const old = await Database.open(config.databaseUrl, SCHEMA, clock);
    const checkpoint = new AuditCheckpoint(config, old, clock, new Random());
    expect(await checkpoint.missing()).toMatchObject({ sequence: moved.entries + 1 });
    await old.close();
    desk = await Desk.open('postgres', { databaseUrl: target, exchange, clock, env });
    expect(await seen()).toEqual(before);
    const moves = await desk.list('/v1/audit/events?limit=100');
    expect(moves.slice(0, trail.length)).toEqual(trail);
    // What the look at it and the stop have left.
    const since = moves.slice(trail.length, moved.entries);
    expect(since).toMatchObject([{ type: 'AUDIT_READ' }, { type: 'SERVICE_STOPPED' }]);
    expect(moves[moved.entries]).toMatchObject({ type: 'DATABASE_MOVED' });
    const verdict = await desk.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
    const { body: status } = await desk.call('GET', '/v1/ops/status');
    expect(status).toMatchObject({ restored: null });
  });

  it.each(['was restored from a backup', 'is older than its checkpoint'])(
    'is not moved when it %s and was not started since: the target would send orders again',
    async (what) => {
      const { config, clock } = desk;
      await tradeSomething();
      const backup = await makeBackup(config, SCHEMA, {
        out: temporaryFolder(),
        version: '1',
        clock,
      });
      if (what.startsWith('is older')) await desk.post({ units: '500' });
      await desk.stop();
      await clock.pass(700_000);
      const restore = { replace: true, clock };
      await restoreBackup(backup.path, { config, schema: SCHEMA }, restore);
      await expect(move()).rejects.toThrow(/start the service on it once.*Nothing was moved/);
      const { exchange } = desk;
      const env = {
        MARINA_CHECKPOINT_DIR: String(config.checkpointDir),
        MARINA_SIGNING_KEY_FILE: config.signingKeyFile,
      };
      desk = await Desk.open('sqlite', { databaseUrl: config.databaseUrl, exchange, clock, env });
      await desk.stop();
      await clock.pass(700_000);
      await move();
      desk = await Desk.open('postgres', { databaseUrl: target, exchange, clock, env });
      const { body: status } = await desk.call('GET', '/v1/ops/status');
      expect(status['restored']).not.toBeNull();
    },
  );

  it('is not moved when its trail does not hold: nothing is in the target', async () => {
    await desk.stop();
    await desk.clock.pass(700_000);
    const owner = new SqliteDriver(sqlitePath(desk.config.databaseUrl) ?? '');
    owner.exec('DROP TRIGGER audit_entries_no_update');
    owner.exec("UPDATE audit_entries SET body = '{}' WHERE sequence = 1");
    owner.close();
    await expect(move()).rejects.toThrow(/broken at entry 1: nothing was moved/);
  });
});
