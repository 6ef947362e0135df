import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import type { TradeRow } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { aRequest, TODAY } from '../../../support/builders.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { anOrderRow, aTrade } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

type Row = Partial<TradeRow>;

/** A row that shows an order of 5000 at rest, as an exchange may write it that leaves out what is zero. */
const AT_REST: Row = {
  matchingId: null, units: '5000', matchedUnits: null, pendingUnits: '5000', price: '12.5',
}; // prettier-ignore

describe.each(ENGINES)('A row that does not show all its quantities on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
  });

  afterEach(() => desk.close());

  /** So many runs read these rows as the whole day. */
  const read = async (rows: readonly Row[], times = 1): Promise<void> => {
    for (let run = 0; run < times; run += 1) {
      const traded = await desk.booking.executionsOf(rows.map(aTrade), TODAY);
      const { doubtful } = await desk.booked(traded);
      await desk.booking.endDoubts(TODAY, doubtful);
    }
  };
  const isUncertain = async (id = 'ord_1'): Promise<boolean> => {
    const [order] = await desk.database.reading.find(OrderRow, 'id = ?', [id]);
    return order?.tradesDifferOn !== null;
  };
  const booked = async (): Promise<string[]> =>
    (await desk.fills()).map(({ matchingId, units }) => `${matchingId} ${units}`);
  /** An enquiry has shown so much of the order. */
  const enquired = async (shown: Partial<Order>): Promise<void> => {
    await desk.store.change('ord_1', RECONCILER, (state, at) => {
      const draft = new OrderChangeDraft(state, at);
      draft.set(shown);
      return draft.change();
    });
  };

  it('is no trade where the order can have had none that leaves so much', async () => {
    for (const matchingId of [null, 'N/A']) {
      await read([{ ...AT_REST, matchingId }], 3);
      expect([await isUncertain(), await booked(), await desk.breaks()]).toEqual([false, [], []]);
    }
  });

  it('may be a trade of an order that an edit may have given more units', async () => {
    const edit = aRequest({ id: 'req_2', orderId: 'ord_2', kind: 'Edit', units: '10000' });
    const more = { id: 'ord_2', clientOrderId: 'two', orderNumber: '700002', units: '5000' };
    await desk.placed(anOrderRow({ ...more, orderRef: 'R2' }), edit);
    await read([{ ...AT_REST, orderNumber: '700002' }]);
    expect(await isUncertain('ord_2')).toBe(true);
  });

  it('that may show the whole order traded is for people, whatever a record shows', async () => {
    for (const matchingId of [null, 'N/A']) {
      const either = { ...AT_REST, matchingId, pendingUnits: null };
      await read([either]);
      expect(await isUncertain()).toBe(true);
      await enquired({ matchedUnits: '5000' });
      await read([either], 2);
      expect([await isUncertain(), await booked()]).toEqual([true, []]);
      expect(await desk.breaks()).toMatchObject([{ kind: 'NoMatchingId' }]);
    }
  });

  it('of another account may be anything', async () => {
    await read([{ ...AT_REST, accountNumber: 'CDS-2' }]);
    expect(await isUncertain()).toBe(true);
  });

  it('fills the order with the trades that show what they leave, once a record shows it', async () => {
    const part = { matchingId: 'M1', units: '2000', pendingUnits: '3000' };
    const rest = { matchingId: 'M2', units: '3000', pendingUnits: null };
    await read([part]);
    await read([part, rest]);
    expect([await isUncertain(), await booked()]).toEqual([true, ['M1 2000']]);
    await enquired({ matchedUnits: '5000' });
    await read([part, rest], 2);
    expect([await isUncertain(), await booked()]).toEqual([false, ['M1 2000', 'M2 3000']]);
    expect(await desk.breaks()).toEqual([]);
    const [order] = await desk.database.reading.find(OrderRow, 'id = ?', ['ord_1']);
    expect(order).toMatchObject({ status: 'Filled', matchedUnits: '5000' });
  });

  it('waits beside them while they do not make the order, and is told of', async () => {
    const part = { matchingId: 'M1', units: '2000', pendingUnits: '3000' };
    const next = { matchingId: 'M2', units: '1000', pendingUnits: null };
    await read([part, next]);
    expect([await isUncertain(), await booked(), await desk.open()]).toEqual([
      true,
      ['M1 2000'],
      [],
    ]);
    await read([part, next]);
    expect(await desk.open()).toHaveLength(1);
    await enquired({ matchedUnits: '3000' });
    await read([part, next], 2);
    expect([await isUncertain(), await booked()]).toEqual([false, ['M1 2000', 'M2 1000']]);
    expect(await desk.open()).toEqual([]);
  });

  it('counts once in what is surely traded where it stands twice', async () => {
    const row = { matchingId: null, units: '300', pendingUnits: '4700' };
    await enquired({ status: 'Cancelled', matchedUnits: '300' });
    await read([row, row]);
    expect([await isUncertain(), await desk.open()]).toEqual([true, []]);
    await read([row, row]);
    expect(await desk.breaks()).toMatchObject([
      {
        kind: 'NoMatchingId',
        detail:
          'trades of 600 units are shown, and those without a matching id, without matched units, or with a date that cannot be read, cannot be booked: 300 are matched, 0 booked; 300 units are shown if equal rows are one trade',
      },
    ]);
  });

  it('tells at once of more than an order that is over has matched', async () => {
    const row = { matchingId: null, units: '300', pendingUnits: '4700' };
    await enquired({ status: 'Cancelled', matchedUnits: '200' });
    await read([row, row]);
    expect(await desk.open()).toHaveLength(1);
  });
});
