import { FAULT_KINDS } from '../../simulator/control/faults.js';
import { PARAMETER_TABLE } from '../../simulator/control/parameters.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { Desk } from './desk.js';

function anyParameters(random: SeededRandom): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(PARAMETER_TABLE).map(([name, entry]) => [
      name,
      entry.kind === 'duration' ? random.between(0, 1) * 3000 : random.pick(entry.values),
    ]),
  );
}

/** One call, or one event at the exchange. */
function move(desk: Desk, random: SeededRandom): void {
  const { control } = desk.exchange;
  const [units, price] = [random.between(1, 900), random.between(1150, 1350) / 100];
  const known = control.orders();
  const orderNumber = known.length === 0 ? '1' : random.pick(known).orderNumber;
  const orderType = random.pick(['BUY', 'SELL']);
  const tradeDate = control.state().tradingDate;
  random.pick([
    () => desk.post({ units: String(units), price: price.toFixed(2), orderType }),
    () => desk.post({ units: String(units), price: price.toFixed(2), orderType, orderRef: 'SAME' }),
    () => desk.send('order/edit', { orderNumber, brokerCode: 'MRNA', units, price }),
    () => desk.send('order/cancel', { orderNumber }),
    () => desk.send('order/enquiry', { orderNumber }),
    () => desk.send('broker/order/enquiry', { brokerCode: 'MRNA' }),
    () => desk.send('shareholder/enquiry', { shareholderAccount: 'CDS0001' }),
    () =>
      desk.send('daily/trades', { tradeDate, orderStatus: random.pick(['All', 'Matched', 'Odd']) }),
    () => desk.get('security/quote?symbol=SD11PLC'),
    () => control.fill({ orderNumber: desk.posts({ price: '12.50' }), units: 1 }),
    () => control.queueFault({ endpoint: '*', fault: random.pick(FAULT_KINDS) }),
    () => control.rollDay(random.pick(['open', 'midnight'])),
    () => control.closeSession(),
    () => control.openSession(),
  ])();
}

describe('Under any parameters', () => {
  it('the exchange answers every call and keeps its orders and trades in step', () => {
    const wrong: unknown[] = [];
    for (let run = 0; run < 40; run += 1) {
      const random = new SeededRandom(`any ${run}`);
      const session = random.pick(['always', '10:00-14:30']);
      const market = session !== 'always' && run % 9 === 0 ? 'on' : 'off';
      const desk = new Desk({ seed: run, market, session, parameters: anyParameters(random) });
      for (let step = 0; step < 60; step += 1) {
        desk.now += random.between(0, 5000);
        try {
          move(desk, random);
        } catch (error) {
          // The post that control was to fill may have been refused or lost, so there is no number.
          if (!/^No OrderNo|^There is no order|^Only 0 units/.test((error as Error).message))
            throw error;
        }
      }
      const matched = new Map<string, number>();
      for (const trade of desk.exchange.control.trades()) {
        for (const side of trade.sides) {
          const key = `${side.orderNumber} ${side.accountNumber} ${side.side}`;
          matched.set(key, (matched.get(key) ?? 0) + trade.units);
        }
      }
      const booked = [...matched].filter(([key]) => key.includes('CDS0001'));
      const total = booked.reduce((sum, [, units]) => sum + units, 0);
      const orders = desk.exchange.control.orders();
      if (total !== orders.reduce((sum, order) => sum + order.matchedUnits, 0)) wrong.push(run);
      for (const order of orders) {
        if (order.matchedUnits > order.units || order.pendingUnits < 0) wrong.push(order);
      }
    }
    expect(wrong).toEqual([]);
  });
});
