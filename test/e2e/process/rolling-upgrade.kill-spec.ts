import { join } from 'node:path';
import pg from 'pg';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { call, DAY_ORDER, Dealers, killSettings, pause } from '../../support/dealers.js';
import { expectNothingDoubled, expectNothingLost } from '../../support/nothing-lost.js';
import { ServiceProcess } from '../../support/process.js';
import { buildReleaseBefore, historyLacks, marina } from '../../support/release-before.js';

/**
 * The release before and this one, both built, on one PostgreSQL: two instances of the old one work, the new one migrates
 * under them and joins them, then the old ones end. The exchange checks no duplicates.
 */
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c'];
const RUNS_WAITING =
  "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'reconciliation_runs'::regclass";

const lacking = historyLacks();
const describeHere = lacking === null ? describe : describe.skip;
if (lacking !== null)
  process.stderr.write(`No rolling upgrade from the release before: ${lacking}\n`);

let before: string;
let exchange: Simulator;
let env: Record<string, string>;
/** Of the release before. */
let killed: ServiceProcess;
let stopped: ServiceProcess;
let newer: ServiceProcess;
/** Who rest between their orders, so that a slow machine makes no long queue. */
const dealers = new Dealers(1, 200);
const services: ServiceProcess[] = [];

async function start(folder: string): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(env, { program: join(folder, 'dist/main.js') });
  services.push(service);
  return service;
}

/** While they act at these instances, and until they have seen their last answer. */
async function dealing(at: readonly ServiceProcess[], work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  const running = at.map(({ address }) => dealers.run(address, () => isOver));
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(running);
  }
}

/** The new release migrates while the old one takes orders, and is started beside it. */
async function joinByTheNewRelease(): Promise<void> {
  await dealing([killed, stopped], async () => {
    await dealers.accepting(3);
    const pending = await marina('.', env, 'migrate', '--check');
    expect(pending).toMatchObject({ code: 5, data: { kind: 'behind', rolling: true } });
    expect(await marina('.', env, 'migrate')).toMatchObject({ code: 0 });
    const done = await marina('.', env, 'migrate', '--check');
    expect(done).toMatchObject({ code: 0, data: { kind: 'current' } });
    const seenByTheOld = await marina(before, env, 'migrate', '--check');
    expect(seenByTheOld).toMatchObject({ code: 0, data: { kind: 'expanded', rolling: true } });
    await dealers.accepting(3);
  });
  newer = await start('.');
}

async function posted({ address }: ServiceProcess, clientOrderId: string): Promise<string> {
  const { status, body } = await call(address, 'POST', '/v1/orders', {
    ...DAY_ORDER,
    clientOrderId,
    side: 'SELL',
    units: '500',
    price: '13.50',
  });
  expect([200, 201, 202]).toContain(status);
  return String(body['id']);
}

type Seen = Record<string, unknown>;

async function until(
  { address }: ServiceProcess,
  id: string,
  holds: (order: Seen) => boolean,
): Promise<Seen> {
  for (;;) {
    const { body } = await call(address, 'GET', `/v1/orders/${id}`);
    if (holds(body)) return body;
    await pause(50);
  }
}

const isSettled = ({ pending }: Seen): boolean => pending === null;
const isCancelled = ({ status, pending }: Seen): boolean =>
  status === 'Cancelled' && pending === null;

/** What the one has posted, the other edits and cancels. */
async function expectToWorkOnOrdersOf(one: ServiceProcess, other: ServiceProcess): Promise<void> {
  const id = await posted(one, `across-${one.address}`);
  await until(other, id, isSettled);
  await call(other.address, 'PATCH', `/v1/orders/${id}`, { units: '700' });
  expect(await until(one, id, isSettled)).toMatchObject({ units: '700' });
  await call(other.address, 'POST', `/v1/orders/${id}/cancel`, {});
  await until(one, id, isCancelled);
}

/** How many of these orders are cancelled at the exchange. */
function cancelsOf(numbers: ReadonlySet<unknown>): number {
  const orders = exchange.exchange.control.orders();
  return orders.filter((order) => numbers.has(order.orderNumber) && order.status === 'Cancelled')
    .length;
}

async function expectToReconcile({ address }: ServiceProcess): Promise<void> {
  const { status, body } = await call(address, 'POST', '/v1/reconciliation/runs', {});
  expect({ status, answered: body['answered'] }).toEqual({ status: 201, answered: body['calls'] });
}

/** What is in flight has an outcome, and no post waits. */
async function drained({ address }: ServiceProcess): Promise<void> {
  for (;;) {
    const { body } = await call(address, 'GET', '/v1/ops/status');
    const { Sent, Queued } = body['requests'] as { Sent: number; Queued: number };
    if (Sent === 0 && Queued === 0) return;
    await pause(100);
  }
}

/** Neither the run of the old instance nor that of the new one can end meanwhile, and so the old one does not. */
async function expectToSendCancelsWhileItStops(): Promise<void> {
  const instances = [stopped, newer];
  const ids: string[] = [];
  for (const instance of instances) ids.push(await posted(instance, `stop-${instance.address}`));
  const numbers = new Set<unknown>();
  for (const id of ids) numbers.add((await until(newer, id, isSettled))['orderNumber']);
  const holder = new pg.Client({ connectionString: env['DATABASE_URL'] });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE reconciliation_runs IN SHARE MODE');
    while ((await holder.query(RUNS_WAITING)).rows.length < 2) await pause(20);
    stopped.signal('SIGTERM');
    const answers = instances.map(({ address }, index) =>
      call(address, 'POST', `/v1/orders/${String(ids[index])}/cancel`, {}),
    );
    while (cancelsOf(numbers) < instances.length) await pause(20);
    await holder.query('COMMIT');
    for (const { status } of await Promise.all(answers)) expect([200, 202]).toContain(status);
    expect(await stopped.died()).toBe('0');
  } finally {
    await holder.end();
  }
  for (const id of ids) await until(newer, id, isCancelled);
}

async function expectAllWell(): Promise<void> {
  await drained(newer);
  await expectToReconcile(newer);
  await expectNothingLost(newer.address, dealers.accepted);
  expectNothingDoubled(exchange);
  expect(exchange.exchange.control.orders().length).toBeGreaterThanOrEqual(dealers.accepted.length);
  const rebuilt = await marina('.', env, 'audit', 'rebuild');
  expect(rebuilt).toMatchObject({ code: 0, data: { differences: [] } });
}

describeHere('An upgrade of instances one by one, from the release before', () => {
  beforeEach(async () => {
    before = buildReleaseBefore();
    exchange = await startSimulator({
      seed: 'upgrade',
      keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
      parameters: { duplicateCheck: 'off' },
    });
    const folder = temporaryFolder();
    env = {
      DATABASE_URL: await freshDatabase('postgres'),
      ...killSettings(exchange.url, KEYS),
      MARINA_CHECKPOINT_DIR: folder,
      MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
    };
    expect(await marina(before, env, 'migrate')).toMatchObject({ code: 0 });
    [killed, stopped] = [await start(before), await start(before)];
  });

  afterEach(async () => {
    for (const service of services.splice(0)) await service.end('SIGKILL');
    await exchange.close();
  });

  it('loses and doubles nothing, and cancels go, when one old instance is killed and the other stops', async () => {
    await joinByTheNewRelease();
    await expectToWorkOnOrdersOf(killed, newer);
    await expectToWorkOnOrdersOf(newer, stopped);
    for (const service of services) await expectToReconcile(service);
    await dealing(services, async () => {
      await dealers.accepting(10);
      await killed.kill();
      await dealers.accepting(3);
    });
    await expectToSendCancelsWhileItStops();
    await dealing([newer], () => dealers.accepting(3));
    await expectAllWell();
  });
});
