import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { makeBackup } from '../../../src/infra/backup/make-backup.js';
import { restoreBackup } from '../../../src/infra/backup/restore-backup.js';
import { Database } from '../../../src/infra/database/database.js';
import { tradingDateOf } from '../../../src/market/trading-calendar/trading-day.js';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { SCHEMA } from '../../../src/schema.js';
import {
  backUp,
  ENGINES,
  freshDatabase,
  temporaryFolder,
} from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface Event {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Status {
  readonly paused: object | null;
  readonly restored: { readonly forgottenSequence: number; readonly knownUntil: string } | null;
  readonly waitingFor: string | null;
}

/** In Lagos, right after a weekend. */
const MONDAY_NOON = Date.UTC(2026, 10, 23, 11);

describe.each(ENGINES)('A desk with a restored database, on %s', (engine) => {
  let clock: VirtualClock;
  let exchange: Simulator;
  let databaseUrl: string;
  let marks: string;
  let keyFile: string | null;
  let desk: Desk | null = null;

  beforeEach(async () => {
    clock = new VirtualClock(MONDAY_NOON);
    exchange = await startSimulator({ seed: 'restored', market: 'off', clock });
    databaseUrl = await freshDatabase(engine);
    marks = temporaryFolder();
    keyFile = null;
  });

  afterEach(async () => {
    await stop();
    await exchange.close();
    await clock.end();
  });

  const start = async (log?: (line: string) => void): Promise<Desk> => {
    const env = {
      ...(log === undefined ? {} : { LOG_LEVEL: 'info' }),
      MARINA_CHECKPOINT_DIR: marks,
      ...(keyFile === null ? {} : { MARINA_SIGNING_KEY_FILE: keyFile }),
    };
    desk = await Desk.open(engine, {
      databaseUrl, exchange, clock, env, ...(log === undefined ? {} : { log }),
    }); // prettier-ignore
    return desk;
  };

  const stop = async (): Promise<void> => {
    await desk?.stop();
    desk = null;
  };

  const turn = (at: Desk, to: string, more: object = {}): Promise<{ status: number }> =>
    at.call('POST', `/v1/ops/${to}`, { body: { reason: 'a drill', ...more } });

  const statusOf = async (at: Desk): Promise<Status> =>
    (await at.call<Status>('GET', '/v1/ops/status')).body;

  const sql = (at: Desk, statement: string, values: readonly (string | number)[] = []) =>
    at.service.app.get(Database).units.run((unit) => unit.execute(statement, values));

  /** Checks that the cool-downs of the keys are long, and ends them. */
  const passTheMinute = async (at: Desk): Promise<void> => {
    const database = at.service.app.get(Database);
    const [rest] = await database.reading.query<{ until: number }>(
      'SELECT min(cooldown_until) AS until FROM exchange_keys',
    );
    expect((rest?.until ?? 0) - (await database.now())).toBeGreaterThan(59_000);
    await sql(at, 'UPDATE exchange_keys SET cooldown_until = 0');
  };

  const eventsOf = async (at: Desk): Promise<readonly Event[]> =>
    (await at.list<Event>('/v1/audit/events?limit=200')).filter(
      ({ type }) => type.startsWith('DESK_') || type.startsWith('DATABASE_'),
    );

  const caughtUp = async (at: Desk): Promise<void> => {
    await at.eventually(
      () => statusOf(at),
      ({ restored }) => restored === null,
    );
  };

  const callsOf = (endpoint: string): number =>
    exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint).length;

  interface Past {
    readonly working: OrderBody;
    readonly queued: OrderBody;
    readonly forgotten: OrderBody;
  }

  /** A backup with an unsent post and an unsent edit. Both are sent, and one more order, before the restore. */
  const forgetDeeds = async (): Promise<Past> => {
    const before = await start();
    const working = (await before.post({ units: '100' })).body;
    await turn(before, 'pause');
    const queued = (await before.post({ units: '200' }, 0)).body;
    await before.edit(working.id, { units: '150' }, { prefer: 'wait=0' });
    await stop();
    const restore = await backUp(databaseUrl);
    const after = await start();
    await turn(after, 'resume');
    await after.until(queued.id, (order) => order.orderNumber !== null);
    await after.until(working.id, (order) => order.units === '150');
    const forgotten = (await after.post({ clientOrderId: 'forgotten', units: '300' })).body;
    expect(forgotten.orderNumber).not.toBeNull();
    await stop();
    await restore();
    return { working, queued, forgotten };
  };

  it('sends nothing that it may have sent before, reads the exchange in full, and resumes', async () => {
    const { working, queued, forgotten } = await forgetDeeds();
    const calls = exchange.exchange.control.calls().length;
    const posts = callsOf('order/post');
    const edits = callsOf('order/edit');

    const restored = await start();
    await turn(restored, 'resume');
    const status = await statusOf(restored);
    expect(status.paused).toBeNull();
    expect(status.restored?.forgottenSequence).toBeGreaterThan(0);
    const ready = await restored.call<{ status: string; problems: string[] }>(
      'GET',
      '/health/ready',
    );
    expect(ready).toMatchObject({ status: 200, body: { status: 'paused' } });
    expect(ready.body.problems[0]).toContain('older than its checkpoint');
    for (const [id, kind] of [
      [queued.id, 'Post'],
      [working.id, 'Edit'],
    ] as const) {
      const order = await restored.order(id);
      expect(order.pending).toMatchObject({ kind, state: 'Unknown' });
      expect(order.evidence.certain).toBe(false);
    }
    const fresh = await restored.post({ clientOrderId: 'fresh', units: '400' }, 1);
    expect(fresh.body.pending).toMatchObject({ kind: 'Post', state: 'Queued' });
    const cancel = await restored.cancel(working.id, {}, 1);
    expect(cancel.status).toBe(202);
    expect(exchange.exchange.control.calls()).toHaveLength(calls);
    expect((await statusOf(restored)).waitingFor).toContain('older than its checkpoint');

    await passTheMinute(restored);
    await caughtUp(restored);
    await restored.until(fresh.body.id, (order) => order.orderNumber !== null);
    await restored.until(working.id, (order) => order.status === 'Cancelled');
    const found = await restored.list<{ orderNumber: string; type: string }>('/v1/breaks');
    const externalOrders = found.filter(({ type }) => type === 'UnknownAtExchange');
    expect(externalOrders.map(({ orderNumber }) => orderNumber)).toContain(forgotten.orderNumber);
    expect(callsOf('order/post')).toBe(posts + 1);
    expect(callsOf('order/edit')).toBe(edits);
    const references = exchange.exchange.control.orders().map((order) => order.orderRef);
    expect(new Set(references).size).toBe(references.length);
    const types = (await eventsOf(restored)).map(({ type }) => type);
    expect(types).toContain('DATABASE_OLDER_THAN_CHECKPOINT');
    expect(types).toContain('DESK_CAUGHT_UP');
    const verdict = await restored.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
  });

  it('is not held again for the same restore, nor for an ordinary restart', async () => {
    const ordinary = await start();
    await ordinary.post({ clientOrderId: 'ordinary' });
    await stop();
    expect((await statusOf(await start())).restored).toBeNull();
    await stop();
    await forgetDeeds();
    const restored = await start();
    await passTheMinute(restored);
    await caughtUp(restored);
    await stop();
    const again = await start();
    expect((await statusOf(again)).restored).toBeNull();
    const found = (await eventsOf(again)).filter(({ type }) => type.startsWith('DATABASE_'));
    expect(found).toHaveLength(1);
  });

  it('is held without an alarm about a key where nothing of it was ever signed', async () => {
    keyFile = join(temporaryFolder(), 'signing-key.pem');
    await forgetDeeds();
    expect(existsSync(keyFile)).toBe(false);
    const lines: string[] = [];
    const restored = await start((line) => lines.push(line));
    expect((await statusOf(restored)).restored).not.toBeNull();
    expect(lines.filter((line) => line.includes('"part":"restore-guard"'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes('the key of the trail is not here'))).toEqual([]);
    const verdict = await restored.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true, problems: [] });
  });

  it('is held once while its key is not here to sign what it has forgotten, and once more when it is', async () => {
    keyFile = join(temporaryFolder(), 'signing-key.pem');
    const sign = async (at: Desk): Promise<void> => {
      await at.call('POST', '/v1/audit/signed-checkpoints');
      await stop();
    };
    await sign(await start());
    const restore = await backUp(databaseUrl);
    await sign(await start());
    await restore();
    renameSync(keyFile, `${keyFile}.lost`);
    const notesOf = async (at: Desk): Promise<readonly string[]> => {
      const found = (await eventsOf(at)).filter(({ type }) => type.startsWith('DATABASE_'));
      return found.map(({ body }) => typeof body['note']);
    };

    const lines: string[] = [];
    const unsigned = await start((line) => lines.push(line));
    expect(lines.join()).toContain('the key of the trail is not here');
    expect((await statusOf(unsigned)).restored).not.toBeNull();
    await passTheMinute(unsigned);
    await caughtUp(unsigned);
    await stop();
    const again = await start();
    expect((await statusOf(again)).restored).toBeNull();
    expect(await notesOf(again)).toHaveLength(1);
    await stop();

    renameSync(`${keyFile}.lost`, keyFile);
    const signed = await start();
    expect((await statusOf(signed)).restored).not.toBeNull();
    expect([...(await notesOf(signed))].sort()).toEqual(['object', 'string']);
    await passTheMinute(signed);
    await caughtUp(signed);
    await stop();
    const last = await start();
    expect((await statusOf(last)).restored).toBeNull();
    const verdict = await last.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true, problems: [] });
  });

  it('is not held because another database has used its folder and its key', async () => {
    keyFile = join(temporaryFolder(), 'signing-key.pem');
    const before = await start();
    await before.call('POST', '/v1/audit/signed-checkpoints');
    await stop();
    databaseUrl = await freshDatabase(engine);
    const fresh = await start();
    expect((await statusOf(fresh)).restored).toBeNull();
    const signed = await fresh.call('POST', '/v1/audit/signed-checkpoints');
    expect(signed.status).toBeLessThan(300);
    const { body } = await fresh.post({ clientOrderId: 'fresh' });
    expect(body.orderNumber).not.toBeNull();
  });

  it('waits, even after a restart, while a list or the trades of a day cannot be read', async () => {
    await forgetDeeds();
    exchange.exchange.control.queueFault({
      endpoint: 'broker/order/enquiry',
      fault: 'error500After',
      times: 0,
    });
    const restored = await start();
    const since = clock.now() - 4 * 86_400_000;
    await sql(restored, 'UPDATE desk SET known_until = ?', [new Date(since).toISOString()]);
    await passTheMinute(restored);
    await restored.pass(1_500);
    expect((await statusOf(restored)).restored).not.toBeNull();
    await stop();
    exchange.exchange.control.clearFaults();
    const missing = tradingDateOf(since);
    exchange.exchange.control.queueFault({
      endpoint: 'daily/trades', fault: 'error500After', times: 0, bodyContains: missing,
    }); // prettier-ignore
    const again = await start();
    expect((await statusOf(again)).restored).not.toBeNull();
    await again.pass(1_500);
    expect((await statusOf(again)).restored).not.toBeNull();
    exchange.exchange.control.clearFaults();
    await caughtUp(again);
    const asked = exchange.exchange.control
      .calls()
      .filter((call) => call.endpoint === 'daily/trades');
    for (let day = 0; day <= 4; day += 1) {
      const date = tradingDateOf(since + day * 86_400_000);
      expect(asked.some((call) => call.body.includes(date))).toBe(true);
    }
  });

  it('can be resumed by a person, who is named in the trail', async () => {
    await forgetDeeds();
    const restored = await start();
    await turn(restored, 'resume', { withoutReconciliation: true });
    expect((await statusOf(restored)).restored).toBeNull();
    const events = await eventsOf(restored);
    expect(events.map(({ body }) => body['withoutReconciliation'])).toContain(1);
  });

  if (engine !== 'sqlite') return;

  it('was restored by the command on a machine without any checkpoint: it doubts and doubles nothing', async () => {
    const before = await start();
    await turn(before, 'pause');
    const queued = (await before.post({ units: '200' }, 0)).body;
    const folder = temporaryFolder();
    const order = { out: folder, version: '1', clock };
    const backup = await makeBackup(before.config, SCHEMA, order);
    await turn(before, 'resume');
    const sent = await before.until(queued.id, ({ orderNumber }) => orderNumber !== null);
    await stop();
    for (const name of readdirSync(marks)) rmSync(join(marks, name));
    rmSync(sqlitePath(databaseUrl) ?? '');
    const surroundings = { config: before.config, schema: SCHEMA };
    await restoreBackup(backup.path, surroundings, { replace: false, clock });

    const restored = await start();
    await turn(restored, 'resume');
    expect((await statusOf(restored)).restored).not.toBeNull();
    expect((await restored.order(queued.id)).pending).toMatchObject({ state: 'Unknown' });
    await passTheMinute(restored);
    await caughtUp(restored);
    await restored.pass(60_000);
    const breaks = await restored.list<{ orderNumber: string }>('/v1/breaks?open=true');
    expect(breaks.map(({ orderNumber }) => orderNumber)).toContain(sent.orderNumber);
    expect(callsOf('order/post')).toBe(1);
    const verdict = await restored.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
  });
});
