import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { ENGINES } from '../../support/databases/databases.js';
import type { Desk, ListBody, OrderBody } from '../../support/desk.js';
import { RUNS, RunsDesk, whatOf, type RunBody } from '../../support/runs.js';

/** Fields that are shown as stored. */
const COMPARED = [
  'status', 'exchangeStatus', 'reason', 'orderNumber', 'units', 'price', 'matchedUnits', 'openBreaks',
]; // prettier-ignore

describe.each(ENGINES)('A reconciliation run on %s', (engine) => {
  let runs: RunsDesk;
  let desk: Desk;

  beforeAll(async () => {
    runs = await RunsDesk.open(engine);
    desk = runs.desk;
  });

  afterAll(() => desk.close());

  /** The break opens a while after the number was linked, which would be between two runs of another test. */
  const toldOfInferred = (orderNumber: string): Promise<unknown> =>
    desk.openBreak(`type=PostUnconfirmed&orderNumber=${orderNumber}`);

  /** A dry run changes nothing, and previews what the next run changes. */
  const foretold = async (): Promise<void> => {
    const before = await runs.stored();
    const last = await runs.lastSequence();
    const dry = await runs.run({ dryRun: true });
    expect(await runs.stored()).toEqual(before);
    // Only who has asked.
    expect(await runs.entriesSince(last)).toEqual(['RUN_ASKED']);
    expect(dry).toMatchObject({ dryRun: true, coveredAt: null });
    expect(dry.calls).toBeGreaterThan(1);
    const real = await runs.run();
    const { orders, changed, fills, opened, closed, answered } = real;
    expect(whatOf(dry)).toEqual(whatOf(real));
    expect(dry).toMatchObject({ orders, changed, fills, opened, closed, answered });
    const preview = dry.preview ?? { orders: [], opened: [], changed: [], closed: [] };
    expect([preview.opened.length, preview.closed.length]).toEqual([opened, closed]);
    for (const { orderId, changes } of preview.orders) {
      const order = new Map(Object.entries(await desk.order(orderId)));
      for (const { field, to } of changes.filter((change) => COMPARED.includes(change.field))) {
        expect([field, order.get(field)]).toEqual([field, to]);
      }
    }
  };

  const eventsSince = (sequence: number): Promise<readonly EventView[]> =>
    desk.list<EventView>(`/v1/audit/events?afterSequence=${sequence}`);

  it('records what it asked, when the answers are from, and what it cost', async () => {
    const order = await runs.order();
    const made = runs.questions;
    const body = await runs.run();
    expect(body).toMatchObject({ scope: null, dryRun: false, preview: null });
    expect(body.calls).toBe(runs.questions - made);
    expect(body.answered).toBe(body.calls);
    expect(body.orders).toBeGreaterThan(0);
    const at = (instant: string | null): number => Date.parse(instant ?? '') / 1_000;
    expect(at(body.cutOffs.list)).toBeCloseTo(at(body.startedAt), -1);
    expect(body.tradingDate).toBe(order.tradingDate);
    expect(body.cutOffs.trades.map((day) => day.tradingDate)).toEqual([order.tradingDate]);
    expect(body.coveredAt).toBe(
      [body.cutOffs.list, ...body.cutOffs.trades.map(({ askedAt }) => askedAt)].sort().at(-1),
    );
    expect((await desk.call<RunBody>('GET', `${RUNS}/${body.id}`)).body).toEqual(body);
    expect((await desk.call<ListBody<RunBody>>('GET', RUNS)).body.data[0]).toEqual(body);
  });

  it('is named by the entries that it writes, with the entry that says who asked for it', async () => {
    const { id, orderNumber, units } = await runs.order();
    runs.control.fill({ orderNumber: String(orderNumber), units: Number(units) });
    const last = await runs.lastSequence();
    const run = await runs.run();
    const [asked, ...written] = await eventsSince(last);
    expect(asked).toMatchObject({ type: 'RUN_ASKED', cause: null });
    const fills = written.filter(({ type, orderId }) => type === 'FILL' && orderId === id);
    expect(fills).toMatchObject([
      { actor: 'system:reconciler', requestId: run.id, cause: asked?.sequence },
    ]);
  });

  it('leaves the entries of an enquiry to the request of whoever has asked the exchange', async () => {
    const { id, orderNumber, units } = await runs.order();
    runs.control.fill({ orderNumber: String(orderNumber), units: Number(units) });
    const last = await runs.lastSequence();
    await desk.call('POST', `/v1/orders/${id}/enquire`);
    const [asked, ...written] = await eventsSince(last);
    expect(asked).toMatchObject({ type: 'ORDER_ENQUIRED', requestId: expect.any(String) });
    const { requestId, sequence: cause } = asked ?? {};
    expect(written.length).toBeGreaterThan(0);
    for (const event of written)
      expect(event).toMatchObject({ actor: 'system:reconciler', orderId: id, requestId, cause });
    await runs.run();
  });

  it('records what it could not read: no list, no cut-off', async () => {
    runs.control.queueFault({ endpoint: 'broker/order/enquiry', fault: 'lostReply' });
    const body = await runs.run();
    expect(body.cutOffs.list).toBeNull();
    expect(body.coveredAt).toBeNull();
    expect(body.answered).toBeLessThan(body.calls);
  });

  describe.each<readonly [string, () => Promise<void>]>([
    ['nothing has happened', () => Promise.resolve()],
    [
      'one order is filled in part, and another in full',
      async () => {
        const part = await runs.order();
        const whole = await runs.order();
        runs.control.fill({ orderNumber: String(part.orderNumber), units: 400 });
        runs.control.fill({ orderNumber: String(whole.orderNumber), units: Number(whole.units) });
      },
    ],
    [
      'another desk has cancelled an order',
      async () => {
        const { orderNumber } = await runs.order();
        runs.control.cancelExternally(String(orderNumber));
      },
    ],
    [
      'a status word is not known',
      async () => {
        const { orderNumber } = await runs.order();
        runs.control.setStatusWord(String(orderNumber), 'Suspended');
      },
    ],
    [
      'an order is missing',
      async () => {
        const { orderNumber } = await runs.order();
        runs.control.hide(String(orderNumber), true);
      },
    ],
    [
      'another desk has posted under our code',
      () => {
        const terms = { side: 'SELL' as const, security: 'SD11PLC', units: 321, price: 13.5 };
        const whose = { accountNumber: 'C0099999', brokerCode: 'MARINA' };
        runs.control.placeExternal({ ...terms, ...whose });
        return Promise.resolve();
      },
    ],
    [
      'the reply to a post is lost',
      async () => {
        const { pending } = await runs.lostReply('777');
        expect(pending?.state).toBe('Unknown');
      },
    ],
  ])('when %s', (_, happens) => {
    it('changes what its dry run has previewed, and the dry run changes nothing', async () => {
      await happens();
      await foretold();
      // What was linked is confirmed, and what is missing is missed again.
      await foretold();
      const orders = await desk.list<OrderBody>('/v1/orders');
      const linked = orders.filter(({ evidence }) => evidence.number === 'Inferred');
      for (const { orderNumber } of linked) await toldOfInferred(String(orderNumber));
    });
  });

  it('counts a break that it closes, and previews which and why', async () => {
    const body = await runs.lostReply('888');
    const [seen] = runs.control.orders().filter(({ orderRef }) => orderRef === body.orderRef);
    const dry = await runs.run({ dryRun: true });
    const order = dry.preview?.orders.find(({ orderId }) => orderId === body.id);
    expect(order?.changes).toContainEqual({
      field: 'orderNumber',
      from: null,
      to: seen?.orderNumber,
    });
    expect(order?.events.map(({ type }) => type)).toContain('ORDER_NUMBER_LINKED');
    expect(dry.preview?.closed).toContainEqual(
      expect.objectContaining({ type: 'PostUnconfirmed', orderId: body.id }),
    );
    expect((await desk.order(body.id)).orderNumber).toBeNull();
    const real = await runs.run();
    expect(real).toMatchObject({ opened: dry.opened, closed: dry.closed });
    expect((await desk.order(body.id)).orderNumber).toBe(seen?.orderNumber);
    await toldOfInferred(String(seen?.orderNumber));
  });

  it('reports an external order by its number', async () => {
    const { orderNumber } = runs.control.placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 4_321, price: 12, accountNumber: 'C0099999',
      brokerCode: 'MARINA',
    }); // prettier-ignore
    const dry = await runs.run({ dryRun: true });
    expect(dry.preview?.opened).toContainEqual(
      expect.objectContaining({ type: 'UnknownAtExchange', orderId: null, orderNumber }),
    );
    expect((await runs.run()).opened).toBe(dry.opened);
  });

  // The last one: its break opens ten seconds later, which would be between two runs of another test.
  it('reports an order that another desk has edited', async () => {
    const { orderNumber } = await runs.order();
    runs.control.editExternally(String(orderNumber), 700, 12.4);
    await foretold();
  });
});
