import { Database } from '../../../src/infra/database/database.js';
import { findReplayDifferences } from '../../../src/orders/order-queries/find-replay-differences.js';
import { Desk, type ListBody, type OrderBody } from '../../support/desk.js';
import { ENGINES } from '../../support/databases/databases.js';

/** The trail holds no look that showed nothing new, and not why a queued request waits. */
interface Shown extends Omit<OrderBody, 'pending' | 'evidence'> {
  readonly pending: (OrderBody['pending'] & { readonly reason: string | null }) | null;
  readonly evidence: OrderBody['evidence'] & { at: string | null; listedAt: string | null };
}

function comparable({ evidence: { grade, certain, number, price }, pending, ...order }: Shown) {
  const evidence = { grade, certain, number, price };
  if (pending === null) return { ...order, evidence, pending };
  const { kind, state, reason } = pending;
  return {
    ...order,
    evidence,
    pending: { kind, state, reason: state === 'Queued' ? null : reason },
  };
}

describe.each(ENGINES)('An order as of an instant, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine, { env: { EDIT_UNITS_MEAN: 'total' } });
  });
  afterEach(() => desk.close());

  const shown = async (id: string, asOf?: string): Promise<Shown> =>
    (await desk.call<Shown>('GET', `/v1/orders/${id}${asOf === undefined ? '' : `?asOf=${asOf}`}`))
      .body;
  const instant = (): string => new Date(desk.clock.now()).toISOString();

  it('is as it was shown then, through edits, executions, doubts and breaks', async () => {
    const { body } = await desk.post({ units: '1000' });
    const { id } = body;
    const moments: { readonly at: string; readonly was: Shown }[] = [];
    const look = async (): Promise<void> => {
      moments.push({ at: instant(), was: await shown(id) });
      await desk.pass(1_000);
    };
    await look();
    const { orderNumber } = await desk.until(id, ({ status }) => status === 'Open');
    await look();
    await desk.edit(id, { units: '900', price: '12.60' });
    await look();
    const { control } = desk.exchange.exchange;
    control.fill({ orderNumber: String(orderNumber), units: 300 });
    await desk.until(id, ({ matchedUnits }) => matchedUnits === '300');
    await look();
    control.queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
    const edited = await desk.edit(id, { price: '12.70' }, { prefer: 'wait=0' });
    expect(edited.status).toBe(202);
    await desk.until(id, ({ pending }) => pending?.state === 'Unknown');
    await look();
    control.editExternally(String(orderNumber), 2_000, 12.8);
    await desk.until(id, ({ openBreaks }) => openBreaks > 0);
    await look();
    const [found] = await desk.list<{ id: string; version: number }>(
      `/v1/breaks?orderId=${id}&open=true`,
    );
    await desk.call('POST', `/v1/breaks/${found?.id ?? ''}/comments`, { body: { text: 'seen' } });
    await desk.cancel(id);
    await desk.until(id, ({ status }) => status === 'Cancelled');
    await look();
    expect(new Set(moments.map(({ was }) => was.status)).size).toBeGreaterThan(2);
    for (const { at, was } of moments) {
      expect(comparable(await shown(id, at))).toEqual(comparable(was));
    }
    const listed = await desk.call<ListBody<Shown>>(
      'GET',
      `/v1/orders?asOf=${moments[3]?.at ?? ''}`,
    );
    expect(listed.body.data.map(comparable)).toEqual([comparable(moments[3]!.was)]);
  });

  it('is found by what it was, not by what it is', async () => {
    const first = await desk.post({ units: '100' });
    await desk.until(first.body.id, ({ status }) => status === 'Open');
    const second = await desk.post({ units: '200' });
    await desk.until(second.body.id, ({ status }) => status === 'Open');
    await desk.pass(1_000);
    const at = instant();
    await desk.pass(1_000);
    await desk.cancel(first.body.id);
    await desk.until(first.body.id, ({ status }) => status === 'Cancelled');
    const third = await desk.post({ units: '300' });
    const found = async (query: string): Promise<readonly string[]> =>
      (await desk.call<ListBody<OrderBody>>('GET', `/v1/orders?asOf=${at}&${query}`)).body.data.map(
        ({ id }) => id,
      );
    expect(await found('status=Open')).toEqual([second.body.id, first.body.id]);
    expect(await found('status=Cancelled')).toEqual([]);
    expect(await found('certain=true&pending=none&hasBreaks=false')).toHaveLength(2);
    expect(await found('security=SD11PLC&limit=1')).toEqual([second.body.id]);
    const page = await desk.call<ListBody<OrderBody>>('GET', `/v1/orders?asOf=${at}&limit=1`);
    const next = `cursor=${page.body.page.nextCursor ?? ''}`;
    expect(await found(next)).toEqual([first.body.id]);
    expect((await desk.call('GET', `/v1/orders/${third.body.id}?asOf=${at}`)).status).toBe(404);
  });

  it('is rebuilt for every order from the trail alone, and what differs is named', async () => {
    const [first, second] = [await desk.post(), await desk.post()];
    for (const { body } of [first, second])
      await desk.until(body.id, ({ status }) => status === 'Open');
    const database = desk.service.app.get(Database);
    const rebuilt = () =>
      desk.clock.flow(database.read((manager) => findReplayDifferences(manager, desk.clock.now())));
    expect(await rebuilt()).toEqual({ orders: 2, differences: [] });
    const change = (sql: string) =>
      desk.clock.flow(database.units.run((unit) => unit.execute(sql, [first.body.id])));
    await change("UPDATE orders SET units = '9000' WHERE id = ?");
    const fields = ['units', 'pendingUnits'];
    const details = fields.map((field) => ({ field, trail: '1000', table: '9000' }));
    expect((await rebuilt()).differences).toEqual([{ orderId: first.body.id, fields, details }]);
    await change("UPDATE orders SET units = '1000' WHERE id = ?");
    const received: readonly (readonly [string, string])[] = [
      ["side = 'SELL'", 'side'],
      ["security = 'SDNORCEMT'", 'security'],
      ["account_number = 'C9999999'", 'client'],
      ["client_name = 'Somebody Else'", 'client'],
      ["client_order_id = 'other'", 'clientOrderId'],
    ];
    for (const [set, field] of received) {
      await change(`UPDATE orders SET ${set} WHERE id = ?`);
      expect((await rebuilt()).differences[0]?.fields).toContain(field);
    }
    await change('DELETE FROM orders WHERE id = ?');
    const lost = { orderId: first.body.id, fields: [], details: [] };
    expect((await rebuilt()).differences).toEqual([lost]);
  });

  it.each([
    ['a time that is none', 'yesterday'],
    ['the future', '2199-01-01T00:00:00Z'],
  ])('is refused for %s, naming the field', async (_what, asOf) => {
    const { body } = await desk.post();
    for (const path of [`/v1/orders/${body.id}`, '/v1/orders']) {
      const { status, body: problem } = await desk.call<{ errors: { field: string }[] }>(
        'GET',
        `${path}?asOf=${asOf}`,
      );
      expect([status, problem.errors[0]?.field]).toEqual([400, 'asOf']);
    }
  });
});
