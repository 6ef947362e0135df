import { ENGINES } from '../../../support/databases/databases.js';
import { anOrderRow } from '../rows.js';
import { TradeDesk } from '../trades/trade-desk.js';

const MANY = 80;
const numbers = Array.from({ length: MANY }, (_, n) => String(700_100 + n));

describe.each(ENGINES)('executions of many orders that are booked together, on %s', (engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
    for (const orderNumber of numbers) {
      const names = { clientOrderId: orderNumber, orderRef: orderNumber, orderNumber };
      await desk.placed(anOrderRow({ ...names, id: `ord_${orderNumber}` }));
    }
  });

  afterEach(() => desk.close());

  it('are booked once each, but for one that fails, which the next pass books', async () => {
    const rows = numbers.map((orderNumber) => ({ orderNumber, matchingId: `M${orderNumber}` }));
    const write = desk.store.write.bind(desk.store);
    let failures = 1;
    desk.store.write = async (unit, state, change, actor) => {
      const after = await write(unit, state, change, actor);
      if (state.order.orderNumber === numbers[7] && failures-- > 0) throw new Error('no room');
      return after;
    };
    await desk.shown(rows);
    const first = new Set((await desk.fills()).map(({ orderNumber }) => orderNumber));
    expect(first).toEqual(new Set(numbers.filter((one) => one !== numbers[7])));
    await desk.shown(rows);
    await desk.shown(rows);
    const all = (await desk.fills()).map(({ orderNumber }) => orderNumber);
    expect(all.sort()).toEqual(numbers);
  });
});
