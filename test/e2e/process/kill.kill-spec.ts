import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { FAULT_POINTS, type FaultPointName } from '../../../src/infra/runtime/fault-point.js';
import {
  ageClaims, backUp, type Engine, ENGINES, freshDatabase, temporaryFolder,
} from '../../support/databases/databases.js'; // prettier-ignore
import { call, Dealers, killSettings, pause, trade } from '../../support/dealers.js';
import { expectNothingDoubled, expectNothingLost } from '../../support/nothing-lost.js';
import { ServiceProcess } from '../../support/process.js';

/**
 * kill -9 of the built service under load, again and again on the same data: at random, and at each
 * named fault point. The exchange checks no duplicates here, so whatever is sent twice is doubled
 * and seen.
 */
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e', 'sk_test_f'];
const PLANS: readonly { engine: Engine; kills: number }[] = [
  { engine: 'sqlite', kills: Number(process.env['MARINA_TEST_KILLS'] ?? 6) },
  { engine: 'postgres', kills: 4 },
];
/** Reached only after a restore; killed there by a test of its own. */
const AFTER_A_RESTORE: FaultPointName = 'order-doubted';
/** Of a command, not of the service: the tests of backups end it there. */
const OF_A_BACKUP: FaultPointName = 'copy-half-examined';
const POINTS = (Object.keys(FAULT_POINTS) as FaultPointName[]).filter(
  (point) => point !== AFTER_A_RESTORE && point !== OF_A_BACKUP,
);
/** A safety net for what hangs, on the slowest machine. */
const DIES_WITHIN_MS = 300_000;

let exchange: Simulator;
const services: ServiceProcess[] = [];

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(env);
  services.push(service);
  return service;
}

async function environment(engine: Engine): Promise<Record<string, string>> {
  exchange = await startSimulator({
    seed: 'kill',
    keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
    parameters: { duplicateCheck: 'off' },
  });
  return {
    DATABASE_URL: await freshDatabase(engine),
    ...killSettings(exchange.url, KEYS),
    MARINA_CHECKPOINT_DIR: temporaryFolder(),
  };
}

afterEach(async () => {
  for (const service of services.splice(0)) await service.end('SIGKILL');
  await exchange.close();
});

describe.each(PLANS)('kill -9, $kills times on $engine (A15)', ({ engine, kills }) => {
  it('loses no acknowledged order, doubles none at the exchange, and the audit chain holds', async () => {
    const env = await environment(engine);
    const dealers = new Dealers(4, 20);
    for (let round = 0; round < kills; round += 1) {
      const service = await start(env);
      let over = false;
      const running = dealers.run(service.address, () => over);
      await dealers.accepting(1 + ((round * 7) % 23));
      await pause((round * 13) % 60);
      await service.end('SIGKILL');
      over = true;
      await running;
    }
    expect(dealers.accepted.length).toBeGreaterThan(40);
    const service = await start(env);
    await expectNothingLost(service.address, dealers.accepted);
    // However slow the machine: most of what was accepted waits to be sent.
    while (exchange.exchange.control.orders().length <= 10) await pause(100);
    expectNothingDoubled(exchange);
    await service.stop();
  });
});

describe.each(ENGINES)('kill -9 at every fault point, on %s (A15)', (engine) => {
  it('loses no acknowledged order, doubles none at the exchange, and the audit chain holds', async () => {
    const env = await environment(engine);
    const dealers = new Dealers(2, 60);
    for (const [index, point] of POINTS.entries()) {
      // Not always the first passing: what came before it differs then.
      const passing = ONCE_A_START.has(point) ? 1 : 1 + (index % 3);
      await dieAt(`${point}:${passing}`, env, dealers);
      await ageClaims(env['DATABASE_URL'] ?? '');
    }
    const service = await start(env);
    await expectDrained(service.address);
    await expectNothingLost(service.address, dealers.accepted);
    expectNothingDoubled(exchange);
    await service.stop();
  });

  it('while a restored database is doubted: it is doubted again, and nothing of it is sent', async () => {
    const env = await environment(engine);
    const url = env['DATABASE_URL'] ?? '';
    const service = await start(env);
    await call(service.address, 'POST', '/v1/ops/pause', { reason: 'a drill' });
    const dealers = new Dealers(1, 0);
    let over = false;
    const running = dealers.run(service.address, () => over);
    await dealers.accepting(4);
    over = true;
    await running;
    await service.stop();
    const restore = await backUp(url);
    const later = await start(env);
    await call(later.address, 'POST', '/v1/ops/resume', { reason: 'a drill' });
    while (exchange.exchange.control.orders().length < 2) await pause(20);
    await later.stop();
    await restore();
    const calls = exchange.exchange.control.calls().length;
    const armed = { ...env, MARINA_FAULT_POINT: `${AFTER_A_RESTORE}:2` };
    await expect(start(armed)).rejects.toThrow('SIGKILL');
    const restored = await start(env);
    const { body } = await call(restored.address, 'GET', '/v1/ops/status');
    expect(body).toMatchObject({
      restored: { since: expect.any(String) },
      requests: { Queued: 0 },
    });
    expect(exchange.exchange.control.calls()).toHaveLength(calls);
    const verdict = await call(restored.address, 'POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
    await restored.stop();
  });
});

describe('a process that is frozen between its claim and the send (SIGSTOP)', () => {
  const STOPPED = { MARINA_FAULT_POINT: 'claim-after-commit:1:stop' };
  /** Longer than a reservation may wait for its send. */
  const FROZEN_MS = 2_500;

  const order = async (address: string): Promise<Record<string, unknown>> => {
    const { body } = await call(address, 'GET', '/v1/orders?clientOrderId=kill-1');
    return (body['data'] as Record<string, unknown>[])[0] ?? {};
  };

  const until = async (address: string, holds: (order: Record<string, unknown>) => boolean) => {
    while (!holds(await order(address))) await pause(100);
  };

  const posts = (): number =>
    exchange.exchange.control.calls().filter((made) => made.endpoint === 'order/post').length;

  /** One order; nothing of it has been sent when this resolves, and the process stands still. */
  const freeze = async (env: Record<string, string>): Promise<ServiceProcess> => {
    const service = await start({ ...env, ...STOPPED });
    let over = false;
    const running = new Dealers(1, 1).run(service.address, () => over);
    over = true;
    await service.stopped();
    void running;
    await pause(FROZEN_MS);
    expect(posts()).toBe(0);
    return service;
  };

  it('does not send when it goes on, and puts the request back in the queue', async () => {
    const frozen = await freeze(await environment('sqlite'));
    frozen.signal('SIGCONT');
    await until(frozen.address, (seen) => seen['orderNumber'] !== null);
    const { body } = await call(
      frozen.address,
      'GET',
      `/v1/orders/${String((await order(frozen.address))['id'])}/calls`,
    );
    expect(JSON.stringify(body)).toContain('too much time passed between reservation and sending');
    expect(posts()).toBe(1);
  });

  it('sends nothing that another instance has given up meanwhile', async () => {
    // Nothing may be repeated: a post at the exchange could only be the frozen one.
    const env = await environment('postgres');
    env['REPOST_UNKNOWN'] = 'never';
    const frozen = await freeze(env);
    await ageClaims(env['DATABASE_URL'] ?? '');
    const other = await start(env);
    const unknown = (seen: Record<string, unknown>): boolean =>
      (seen['pending'] as { state: string } | null)?.state === 'Unknown';
    await until(other.address, unknown);
    frozen.signal('SIGCONT');
    await pause(1_500);
    expect(posts()).toBe(0);
    const { body } = await call(
      other.address,
      'GET',
      `/v1/orders/${String((await order(other.address))['id'])}/events`,
    );
    expect(JSON.stringify(body)).toContain('LATE_REPLY');
    expect(unknown(await order(other.address))).toBe(true);
  });
});

/** Passed at most once between a start and an end. */
const ONCE_A_START = new Set<FaultPointName>([
  'migration-half-way', 'claim-swept', 'shutdown-half-way',
]); // prettier-ignore

/** Runs the service under load until it is killed at the point: so the point has been passed. */
async function dieAt(point: string, env: Record<string, string>, dealers: Dealers): Promise<void> {
  const starting = start({ ...env, MARINA_FAULT_POINT: point });
  const service = await starting.catch((error: unknown) => {
    if (String(error).includes('SIGKILL')) return null;
    throw error;
  });
  if (service === null) return;
  let over = false;
  const running = Promise.all([
    dealers.run(service.address, () => over),
    trade(exchange, () => over),
  ]);
  if (point.startsWith('shutdown')) {
    await dealers.accepting(5);
    service.signal('SIGTERM');
  }
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, DIES_WITHIN_MS, 'nothing in time').unref();
  });
  const end = await Promise.race([service.died(), late]);
  over = true;
  await running;
  if (end !== 'SIGKILL') await service.end('SIGKILL');
  expect(`${point} ${end}`).toBe(`${point} SIGKILL`);
}

/** Every post was sent, and no claim is left without an outcome. */
async function expectDrained(address: string): Promise<void> {
  for (;;) {
    const { body: ops } = await call(address, 'GET', '/v1/ops/status');
    const { body: unsent } = await call(address, 'GET', '/v1/orders?pending=Post&certain=true');
    const left = {
      requests: ops['requests'] as { Sent: number },
      unsent: unsent['data'] as object[],
    };
    if (left.requests.Sent === 0 && left.unsent.length === 0) return;
    await pause(100);
  }
}
