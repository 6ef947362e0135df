import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { readyDatabase } from '../../support/databases/databases.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

describe('The limit price of an order', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const open = async (parameters: Record<string, string | number>): Promise<OrderBody> => {
    const clock = new VirtualClock(Date.parse('2026-11-20T12:00:00Z'));
    const exchange = await startSimulator({ seed: 'limit', market: 'off', clock, parameters });
    desk = await Desk.open('sqlite', { exchange, clock });
    const { body } = await desk.post({ price: '12.50' });
    return desk.until(body.id, ({ status }) => status === 'Open');
  };
  const fill = ({ orderNumber }: OrderBody, price: number): void => {
    desk.exchange.exchange.control.fill({ orderNumber: String(orderNumber), units: 100, price });
  };
  const breaksOf = async ({ id }: OrderBody): Promise<readonly string[]> => {
    const open = await desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${id}`);
    return open.map(({ type }) => type);
  };

  it('is the edited one after a refused edit took effect, once the trades show it', async () => {
    const order = await open({ donePriceEdit: 'refused' });
    const { body } = await desk.edit(order.id, { price: '12.70' });
    expect(body).toMatchObject({
      price: '12.50',
      pending: { kind: 'Edit', state: 'Unknown' },
      evidence: { certain: false, price: 'Doubtful' },
    });
    const settled = await desk.until(order.id, ({ pending }) => pending === null);
    expect(settled).toMatchObject({
      price: '12.70',
      reason: null,
      openBreaks: 0,
      evidence: { certain: true, price: 'Shown' },
    });
  });

  it('is doubtful, with a break, when an acknowledged edit was not done and only a trade shows it', async () => {
    const order = await open({
      editTakesEffect: 'not-always',
      basePriceShown: 'zero',
      tradesAllHoldsRestingRows: 'no',
    });
    const { body } = await desk.edit(order.id, { price: '12.30' });
    expect(body).toMatchObject({ price: '12.30', evidence: { certain: true } });
    fill(order, 12.45);
    const filled = await desk.until(order.id, ({ matchedUnits }) => matchedUnits === '100');
    expect(filled.evidence).toMatchObject({ certain: false, price: 'Doubtful' });
    await desk.pass(5 * 60_000);
    expect(await breaksOf(order)).toEqual(['PriceMismatch']);
    expect((await desk.order(order.id)).evidence.certain).toBe(false);
  });

  it('is doubted no more when it is shown: the trade beyond it was made before the edit', async () => {
    const order = await open({ basePriceShown: 'zero', tradesLagMs: 5_000 });
    fill(order, 12.45);
    await desk.edit(order.id, { price: '12.30' });
    const shown = await desk.until(order.id, ({ evidence }) => evidence.price === 'Shown');
    expect(shown).toMatchObject({ price: '12.30', openBreaks: 0, evidence: { certain: true } });
    const closed = await desk.list<{ type: string; outcome: string }>(
      `/v1/breaks?open=false&orderId=${order.id}`,
    );
    const outcome = "the day's trades show the edited price of 12.3";
    expect(closed).toMatchObject([{ type: 'PriceMismatch', outcome }]);
  });

  it('is the edited one after a refused edit took effect, once a trade beyond the old limit proves it', async () => {
    const order = await open({ donePriceEdit: 'refused', tradesAllHoldsRestingRows: 'no' });
    await desk.edit(order.id, { price: '12.70' });
    await desk.pass(5 * 60_000);
    expect((await desk.order(order.id)).pending).toMatchObject({ state: 'Unknown' });
    expect(await breaksOf(order)).toEqual(['EditUnconfirmed']);
    fill(order, 12.65);
    const settled = await desk.until(order.id, ({ pending }) => pending === null);
    expect(settled).toMatchObject({
      price: '12.70',
      matchedUnits: '100',
      openBreaks: 0,
      evidence: { certain: true, price: 'Inferred' },
    });
  });

  it.each(PARAMETER_TABLE.restingRowPrice.values)(
    'is the old one after a refused edit had no effect, if the trades show it: %s',
    async (restingRowPrice) => {
      const order = await open({ restingRowPrice });
      await desk.edit(order.id, { price: '99.00' });
      await desk.pass(3 * 60_000);
      const after = await desk.order(order.id);
      if (restingRowPrice === 'limit') {
        expect(after).toMatchObject({ price: '12.50', pending: null, openBreaks: 0 });
        expect(after).toMatchObject({ reason: expect.stringContaining('outside the daily band') });
        return;
      }
      expect(after).toMatchObject({ pending: { state: 'Unknown' }, openBreaks: 1 });
      expect(after.evidence).toMatchObject({ certain: false, price: 'Doubtful' });
    },
  );

  it('is doubtful when nothing of ours explains a trade beyond it, and a break opens', async () => {
    const order = await open({ tradesAllHoldsRestingRows: 'no' });
    fill(order, 12.6);
    const after = await desk.until(order.id, ({ averagePrice }) => averagePrice !== null);
    expect(after).toMatchObject({ price: '12.50', evidence: { price: 'Doubtful' }, openBreaks: 1 });
    expect(await breaksOf(order)).toEqual(['PriceMismatch']);
  });

  it('has a break when the trades show the order resting at another one', async () => {
    const order = await open({});
    await desk.reconcile();
    desk.exchange.exchange.control.editExternally(String(order.orderNumber), 1_000, 12.6);
    const doubtful = await desk.until(order.id, ({ openBreaks }) => openBreaks > 0);
    expect(doubtful).toMatchObject({ price: '12.50', evidence: { price: 'Doubtful' } });
    expect(await breaksOf(order)).toEqual(['PriceMismatch']);
    desk.exchange.exchange.control.editExternally(String(order.orderNumber), 1_000, 12.5);
    const again = await desk.until(order.id, ({ openBreaks }) => openBreaks === 0);
    expect(again.evidence.price).toBe('Shown');
  });

  it('is doubtful, with a break, when its row and BasePrice agree on another one from the first', async () => {
    await open({ postedPrice: 'rounded', basePriceMeans: 'current-limit' });
    const { body } = await desk.post({ price: '12.53' });
    await desk.pass(60_000);
    const order = await desk.order(body.id);
    expect(order).toMatchObject({
      price: '12.53',
      evidence: { certain: false, price: 'Doubtful' },
    });
    expect(await breaksOf(order)).toEqual(['PriceMismatch']);
  });

  it('that a row has shown is known to be shown by rows after a restart, too', async () => {
    const databaseUrl = await readyDatabase('sqlite');
    const clock = new VirtualClock(Date.parse('2026-11-20T12:00:00Z'));
    const parameters = { echoOrderRef: 'no', basePriceShown: 'zero' };
    const exchange = await startSimulator({ seed: 'limit', market: 'off', clock, parameters });
    desk = await Desk.open('sqlite', { exchange, clock, databaseUrl });
    const { body } = await desk.post({ price: '12.50' });
    const shown = await desk.until(body.id, ({ evidence }) => evidence.price === 'Shown');
    await desk.stop();
    exchange.exchange.control.editExternally(String(shown.orderNumber), 1_000, 12.6);
    desk = await Desk.open('sqlite', { exchange, clock, databaseUrl });
    const doubtful = await desk.until(body.id, ({ openBreaks }) => openBreaks > 0);
    expect(doubtful).toMatchObject({ price: '12.50', evidence: { price: 'Doubtful' } });
    expect(await breaksOf(doubtful)).toEqual(['PriceMismatch']);
  });
});
