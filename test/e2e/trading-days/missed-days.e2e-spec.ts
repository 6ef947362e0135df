import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { freshDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** Trading days during which the service was down, or the exchange did not answer. */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const FRIDAY = '2026-11-20';
const GTC = 'Good Till Cancelled (GTC)';

interface Fill {
  readonly tradeDate: string;
  readonly units: string;
  readonly observedAt: string;
}

interface Status {
  readonly missedDays: readonly string[];
  readonly waitingFor: string | null;
}

interface Day {
  readonly status: string;
  readonly report: { readonly unsettled: readonly string[] };
}

interface Event {
  readonly type: string;
  readonly actor: string;
  readonly body: Readonly<Record<string, unknown>>;
}

let clock: VirtualClock;
let exchange: Simulator;
let databaseUrl: string;
let desk: Desk;

const start = async (): Promise<void> => {
  desk = await Desk.open('sqlite', {
    exchange,
    clock,
    databaseUrl,
    env: {
      TRADING_SESSION: SESSION,
      EXCHANGE_API_KEYS: KEYS.join(','),
      TIME_IN_FORCE: `Day Order (DO),${GTC}`,
    },
  });
};
/** A desk that has been up since Tuesday noon. */
const open = async (parameters: Partial<ExchangeParameters> = {}): Promise<void> => {
  clock = new VirtualClock(lagos(`${TUESDAY}T12:00`));
  exchange = await startSimulator({
    seed: 'missed days',
    market: 'off',
    clock,
    session: SESSION,
    parameters: { timesInForce: 'several', ...parameters },
    keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
  });
  databaseUrl = await freshDatabase('sqlite');
  await start();
  await desk.reconcile();
};
const control = () => exchange.exchange.control;
const goDown = (): Promise<void> => desk.stop();
/** A restarted desk counts from one again. */
let orders = 0;
const taken = async (changes: Record<string, unknown> = {}): Promise<OrderBody> => {
  orders += 1;
  return (await desk.post({ clientOrderId: `client-${orders}`, ...changes }, 1)).body;
};
const posted = async (changes: Record<string, unknown> = {}): Promise<OrderBody> => {
  const body = await taken(changes);
  return desk.until(body.id, (order) => order.orderNumber !== null, 20_000);
};
const fill = ({ orderNumber }: OrderBody, units: number): void => {
  control().fill({ orderNumber: String(orderNumber), units });
};
const trade = (order: OrderBody, at: string, units: number): void => {
  clock.jumpTo(lagos(at));
  control().state();
  fill(order, units);
};
const fillsOf = async ({ id }: OrderBody): Promise<readonly (readonly [string, string])[]> =>
  (await desk.list<Fill>(`/v1/orders/${id}/fills`)).map(({ tradeDate, units }) => [
    tradeDate,
    units,
  ]);
const status = async (): Promise<Status> => (await desk.call<Status>('GET', '/v1/ops/status')).body;
/** What was asked since, in order: the dates of the trades, and posts. */
const askedSince = (calls: number): readonly string[] =>
  control()
    .calls()
    .slice(calls)
    .filter(({ endpoint }) => endpoint === 'daily/trades' || endpoint === 'order/post')
    .map(({ endpoint, body }) =>
      endpoint === 'order/post' ? 'post' : (JSON.parse(body) as { tradeDate: string }).tradeDate,
    );
/** Longer than the dispatcher takes to send. */
const aMoment = (): Promise<void> => desk.pass(800);
const without = (date: string): void => {
  control().queueFault({
    endpoint: 'daily/trades', fault: 'error500Before', times: 0, bodyContains: date,
  }); // prettier-ignore
};

describe('A desk that comes back after days', () => {
  afterEach(() => desk.close());

  it.each([
    [{}],
    [{ tradeDateForm: 'date-time', emptyListReply: 'success-false' }],
    [{ tradeDateForm: 'slashes', emptyListReply: 'data-null', dayOrdersAtClose: 'removed' }],
    [
      {
        tradesAllHoldsRestingRows: 'no',
        listsHoldEarlierDays: 'yes',
        closedOrderEnquiry: 'unknown',
      },
    ],
    [{ tradeVolumeMeans: 'cumulative', tradesHoldOtherBrokers: 'all' }],
  ] as const)(
    'reads each missed trading day, oldest first, before it posts: %j (E13)',
    async (parameters) => {
      await open(parameters);
      const day = await posted({ units: '500' });
      const resting = await posted({ timeInForce: GTC, units: '1000', price: '12.40' });
      await desk.reconcile();
      await goDown();
      trade(day, `${TUESDAY}T14:00`, 200);
      trade(resting, `${WEDNESDAY}T11:00`, 300);
      trade(resting, `${THURSDAY}T11:00`, 100);
      clock.jumpTo(lagos(`${FRIDAY}T10:30`));
      const before = control().calls().length;
      await start();
      const fresh = await posted({ units: '700' });
      const asked = askedSince(before);
      const first = asked.indexOf('post');
      expect(asked.slice(0, 3)).toEqual([TUESDAY, WEDNESDAY, THURSDAY]);
      expect(first).toBeGreaterThanOrEqual(3);
      expect(fresh.tradingDate).toBe(FRIDAY);
      expect(await fillsOf(day)).toEqual([[TUESDAY, '200']]);
      expect(await fillsOf(resting)).toEqual([
        [WEDNESDAY, '300'],
        [THURSDAY, '100'],
      ]);
      expect((await status()).missedDays).toEqual([]);
      const events = await desk.list<Event>('/v1/audit/events?type=TRADING_DAYS_READ&limit=200');
      expect(events.at(-1)?.body ?? events[0]?.body).toMatchObject({
        until: THURSDAY,
        missed: [TUESDAY, WEDNESDAY, THURSDAY],
      });
    },
  );

  it('does not post while a missed day cannot be read, sends cancels, and names the day (E13)', async () => {
    await open();
    const resting = await posted({ timeInForce: GTC });
    await goDown();
    clock.jumpTo(lagos(`${FRIDAY}T10:30`));
    without(WEDNESDAY);
    await start();
    const held = await taken({ units: '700' });
    await desk.reconcile();
    await aMoment();
    expect(await desk.order(held.id)).toMatchObject({ pending: { kind: 'Post', state: 'Queued' } });
    const { missedDays, waitingFor } = await status();
    expect(missedDays).toEqual([WEDNESDAY, THURSDAY]);
    expect(waitingFor).toContain(`are read first: ${WEDNESDAY}, ${THURSDAY}`);
    expect((await desk.cancel(resting.id)).body.status).toBe('Cancelled');
    const before = control().calls().length;
    await desk.reconcile();
    expect(askedSince(before)).not.toContain(THURSDAY);
    control().clearFaults();
    await desk.reconcile();
    await desk.until(held.id, (order) => order.orderNumber !== null);
  });

  it.each([{}, { emptyTradesReply: '404' }] as const)(
    'has a day ready of which the exchange shows nothing any more, once two people keep it as booked: %j (F6)',
    async (parameters) => {
      await open(parameters);
      const order = await posted({ units: '1200' });
      for (let trades = 0; trades < 12; trades += 1) fill(order, 100);
      await desk.until(order.id, ({ status: now }) => now === 'Filled', 20_000);
      await goDown();
      for (const { matchingId } of control().trades()) control().withdrawTrade(matchingId);
      clock.jumpTo(lagos(`${WEDNESDAY}T10:30`));
      await start();
      for (let hour = 11; hour < 15; hour += 1) {
        await desk.reconcile();
        clock.jumpTo(lagos(`${WEDNESDAY}T${hour}:00`));
      }
      const day = async () => (await desk.call<Day>('GET', `/v1/trading-days/${TUESDAY}`)).body;
      expect((await day()).report.unsettled).toContain('1 break has no owner');
      const { id } = await desk.openBreak<{ id: string }>('type=FillMismatch');
      const made = async (name: string): Promise<string> => {
        const body = { name, scopes: ['recon:read', 'recon:write', 'recon:approve'] };
        return (await desk.call<{ secret: string }>('POST', '/v1/api-keys', { body })).body.secret;
      };
      const [ada, bola] = [await made('ada'), await made('bola')];
      const keep = {
        resolution: 'close',
        reasonCode: 'Explained',
        text: 'Their archive is empty.',
      };
      const proposed = await desk.call<{ approvals: readonly { id: string }[] }>(
      'POST', `/v1/breaks/${id}/resolve`, { body: keep, key: ada },
    ); // prettier-ignore
      const approval = String(proposed.body.approvals.at(-1)?.id);
      await desk.call('POST', `/v1/approvals/${approval}/approve`, { body: {}, key: bola });
      for (let hour = 15; hour < 18; hour += 1) {
        clock.jumpTo(lagos(`${WEDNESDAY}T${hour}:00`));
        await desk.reconcile();
      }
      expect(await day()).toMatchObject({
        status: 'Ready',
        report: { unsettled: [], facts: { totals: { ours: { units: '1200' } } } },
      });
    },
  );

  it('can be resumed by a person, who is named in the trail (E13)', async () => {
    await open();
    await goDown();
    clock.jumpTo(lagos(`${FRIDAY}T10:30`));
    without(TUESDAY);
    await start();
    const held = await taken();
    expect(held.status).toBe('New');
    await desk.call('POST', '/v1/ops/resume', {
      body: { reason: 'read by telephone', withoutReconciliation: true },
    });
    await desk.reconcile();
    await desk.until(held.id, (order) => order.orderNumber !== null);
    const [resumed] = await desk.list<Event>('/v1/audit/events?type=DESK_RESUMED');
    expect(resumed).toMatchObject({
      actor: 'key:admin',
      body: { withoutReconciliation: 1, tradesReadUntil: THURSDAY },
    });
    const overrides = await desk.list<Event>('/v1/audit/overrides');
    expect(overrides).toMatchObject([{ type: 'DESK_RESUMED', actor: 'key:admin' }]);
  });

  it.each(['error500Before', 'resetBefore'] as const)(
    'reads a day on which it was up but the exchange did not answer, before it posts: %s (E13)',
    async (fault) => {
      await open();
      const resting = await posted({ timeInForce: GTC });
      clock.jumpTo(lagos(`${TUESDAY}T15:00`));
      await desk.reconcile();
      control().queueFault({ endpoint: '*', fault, times: 0 });
      trade(resting, `${WEDNESDAY}T11:00`, 300);
      clock.jumpTo(lagos(`${WEDNESDAY}T15:00`));
      for (let pass = 0; pass < 3; pass += 1) await desk.reconcile();
      clock.jumpTo(lagos(`${THURSDAY}T10:05`));
      const held = await taken();
      await desk.reconcile();
      await aMoment();
      expect(await desk.order(held.id)).toMatchObject({ status: 'New' });
      expect((await status()).missedDays).toEqual([WEDNESDAY]);
      control().clearFaults();
      clock.jumpTo(lagos(`${THURSDAY}T10:10`));
      await desk.until(held.id, (order) => order.orderNumber !== null, 15_000);
      expect(await fillsOf(resting)).toEqual([[WEDNESDAY, '300']]);
    },
  );

  it('misses no holiday, and a half day only once it is over (E13, F4)', async () => {
    await open();
    await desk.call('PUT', `/v1/trading-calendar/${WEDNESDAY}`, {
      body: { kind: 'Holiday', name: 'Eid al-Fitr' },
    });
    await desk.call('PUT', `/v1/trading-calendar/${THURSDAY}`, {
      body: { kind: 'HalfDay', session: '10:00-12:00', name: 'Second day of the feast' },
    });
    clock.jumpTo(lagos(`${TUESDAY}T15:00`));
    await desk.reconcile();
    clock.jumpTo(lagos(`${THURSDAY}T12:11`));
    await desk.reconcile();
    await goDown();
    clock.jumpTo(lagos(`${FRIDAY}T10:30`));
    without(THURSDAY);
    await start();
    expect((await status()).missedDays).toEqual([]);
    await posted();
  });
});

describe('An execution', () => {
  afterEach(() => desk.close());

  it.each(['date', 'date-time', 'slashes'] as const)(
    'has the date of its trade and the time at which we first saw it, but no time of its own: %s (E16)',
    async (tradeDateForm) => {
      await open({ tradeDateForm });
      const order = await posted({ units: '1000' });
      const tradedBefore = clock.now();
      fill(order, 200);
      clock.jumpTo(lagos(`${TUESDAY}T13:00`));
      await desk.reconcile();
      fill(order, 100);
      clock.jumpTo(lagos(`${TUESDAY}T14:00`));
      await desk.reconcile();
      const fills = await desk.list<Fill>(`/v1/orders/${order.id}/fills`);
      expect(fills.map((one) => [one.units, one.tradeDate])).toEqual([
        ['200', TUESDAY],
        ['100', TUESDAY],
      ]);
      const seen = fills.map(({ observedAt }) => Date.parse(observedAt));
      expect(seen[0]).toBeGreaterThan(tradedBefore);
      expect(seen[0]).toBeGreaterThanOrEqual(lagos(`${TUESDAY}T13:00`));
      expect(seen[1]).toBeGreaterThanOrEqual(lagos(`${TUESDAY}T14:00`));
      for (const one of fills) {
        expect(Object.keys(one).sort()).toEqual([
          'id', 'matchingId', 'observedAt', 'orderNumber', 'price', 'reversedAt', 'security', 'side',
          'tradeDate', 'units',
        ]); // prettier-ignore
      }
      const report = await desk.call('GET', `/v1/trading-days/${TUESDAY}/report`);
      expect(JSON.stringify(report.body)).not.toMatch(/observed|\d{2}:\d{2}/);
      const csv = await desk.call<string>('GET', `/v1/trading-days/${TUESDAY}/report?format=csv`);
      expect(csv.body).not.toMatch(/\d{2}:\d{2}/);
    },
  );
});
