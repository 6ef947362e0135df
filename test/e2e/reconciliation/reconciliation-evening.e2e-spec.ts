import { startSimulator } from '../../../simulator/server.js';
import type { OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';
import { RunsDesk, whatOf, type RunBody } from '../../support/runs.js';

/**
 * What only a real run over everything may do: expire orders, count days as read, and open breaks of
 * external orders and their trades.
 */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const TUESDAY = '2026-11-17';
const HALF_DAY = '10:00-13:30';
const BEFORE_CLOSE = lagos(`${TUESDAY}T13:20`);
const AFTER_GRACE = lagos(`${TUESDAY}T13:41`);
const WEDNESDAY = '2026-11-18';
/** Two to find that an enquiry no longer shows it, and one to spare. */
const PASSES_TO_END = 4;

let clock: VirtualClock;
let runs: RunsDesk;

const control = () => runs.control;
const statusOf = async ({ id }: OrderBody): Promise<string> => (await runs.desk.order(id)).status;
const missed = async (): Promise<readonly string[]> =>
  (await runs.desk.call<{ missedDays: readonly string[] }>('GET', '/v1/ops/status')).body
    .missedDays;
const isRead = async (): Promise<boolean> =>
  (await runs.stored())['day_readings']?.some((row) => row.includes(TUESDAY)) === true;
/** The run changes none of the desk's own tables, and the trail says only who asked for it. */
const withoutATrace = async (request: object): Promise<RunBody> => {
  const before = await runs.stored();
  const last = await runs.lastSequence();
  const body = await runs.run(request);
  expect(await runs.stored()).toEqual(before);
  expect(await runs.entriesSince(last)).toEqual(['RUN_ASKED']);
  return body;
};
/** A run of a scope writes only its own orders. */
const aboutOthers = async (scope: object): Promise<void> => {
  const before = await runs.stored();
  await runs.run({ scope });
  const after = await runs.stored();
  for (const table of ['sightings', 'breaks', 'day_readings', 'desk']) {
    expect(after[table]).toEqual(before[table]);
  }
};
const external = (): string => {
  const terms = { side: 'SELL' as const, security: 'SD11PLC', units: 640, price: 13.5 };
  return control().placeExternal({ ...terms, accountNumber: 'C0099999', brokerCode: 'MARINA' })
    .orderNumber;
};

describe('A run over less than everything', () => {
  beforeEach(async () => {
    clock = new VirtualClock(BEFORE_CLOSE);
    const keys = RunsDesk.keys;
    const exchange = await startSimulator({
      seed: 'runs', market: 'off', clock, session: SESSION, keys,
      parameters: { dayOrdersAtClose: 'removed' },
    }); // prettier-ignore
    runs = await RunsDesk.open('sqlite', { exchange, clock, env: { TRADING_SESSION: SESSION } });
    const half = { kind: 'HalfDay', session: HALF_DAY, name: 'Eve of the feast' };
    await runs.desk.call('PUT', `/v1/trading-calendar/${TUESDAY}`, { body: half });
    control().setHours(TUESDAY, HALF_DAY);
  });

  afterEach(() => runs.desk.close());

  it('expires no order and counts no day as read, and a dry run shows which orders would expire', async () => {
    const order = await runs.order();
    control().fill({ orderNumber: String(order.orderNumber), units: 300 });
    await runs.run();
    clock.jumpTo(AFTER_GRACE);
    const scope = { orderIds: [order.id] };
    for (let pass = 0; (await statusOf(order)) !== 'Expired'; pass += 1) {
      expect(pass).toBeLessThan(PASSES_TO_END);
      const read = await isRead();
      const scoped = await runs.run({ scope });
      expect(scoped).toMatchObject({ coveredAt: null, cutOffs: { list: null } });
      expect(await statusOf(order)).toBe('Open');
      const dry = await withoutATrace({ dryRun: true });
      expect(await isRead()).toBe(read);
      const real = await runs.run();
      const { orders, changed, fills, opened, closed } = real;
      expect(whatOf(dry)).toEqual(whatOf(real));
      expect(dry).toMatchObject({ orders, changed, fills, opened, closed, coveredAt: null });
      const ending = dry.preview?.orders.find(({ orderId }) => orderId === order.id);
      const status = ending?.changes.find(({ field }) => field === 'status');
      expect(status?.to ?? 'Open').toBe(await statusOf(order));
    }
    expect(await isRead()).toBe(true);
  });

  it('opens no break of an external order or its trades, and a dry run shows both', async () => {
    const order = await runs.order();
    const orderNumber = external();
    await aboutOthers({ orderIds: [order.id] });
    const dry = await withoutATrace({ dryRun: true });
    expect(dry.preview?.opened).toEqual([
      expect.objectContaining({ type: 'UnknownAtExchange', orderId: null, orderNumber }),
    ]);
    expect((await runs.run()).opened).toBe(1);
    control().fill({ orderNumber, units: 240 });
    await aboutOthers({ orderIds: [order.id] });
    const again = await withoutATrace({ dryRun: true });
    expect(again.preview?.changed).toContainEqual(
      expect.objectContaining({
        orderNumber,
        why: [expect.objectContaining({ side: 'SELL', units: '240' })],
      }),
    );
    await runs.run();
    const found = await runs.desk.openBreak<{ traded: readonly { units: string }[] }>(
      `orderNumber=${orderNumber}`,
    );
    expect(found.traded.map(({ units }) => units)).toEqual(['240']);
  });

  it('counts no missed day as read, even if it asks for it', async () => {
    const order = await runs.order();
    control().queueFault({
      endpoint: 'daily/trades', fault: 'error500Before', times: 0, bodyContains: TUESDAY,
    }); // prettier-ignore
    clock.jumpTo(lagos(`${WEDNESDAY}T09:00`));
    // By then the due run has found no trades of yesterday.
    await runs.run();
    expect(await missed()).toEqual([TUESDAY]);
    control().clearFaults();
    await aboutOthers({ orderIds: [order.id] });
    const dry = await withoutATrace({ dryRun: true });
    expect(dry.cutOffs.trades.map(({ tradingDate }) => tradingDate)).toContain(TUESDAY);
    expect(await missed()).toEqual([TUESDAY]);
    await runs.run();
    expect(await missed()).toEqual([]);
  });
});
