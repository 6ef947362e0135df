import type { TradeRow } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { ExternalOrders } from '../../../../src/orders/reconciliation/external-orders/external-orders.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { compareRestingRows } from '../../../../src/orders/reconciliation/apply/resting-rows.js';
import { noon } from '../../../support/builders.js';
import { DeskBooks } from '../desk-books.js';

const DATE = '2026-11-20';

describe('Resting rows that show another price than an order has', () => {
  const lookedUp = async (isLimit: boolean): Promise<number> => {
    const books = new DeskBooks({ id: 'ord_1', priceGrade: 'Inferred', price: '12.5' });
    const { database } = books;
    let count = 0;
    const { query } = database.reading;
    const reading: Pick<typeof database.reading, 'query'> = {
      query: (sql, values) => {
        if (sql.includes('FROM breaks')) count += 1;
        return query(sql, values);
      },
    };
    const polling = new PollingState();
    polling.restingRowsShowLimits = isLimit;
    const desk = {
      database: { ...database, reading: { ...database.reading, ...reading } },
      store: books.store, polling, externalOrders: {} as ExternalOrders, brokerCode: 'MRNA',
      graceMs: 0, editKeepsNumber: true, basePriceIsLimit: false, basePriceIsKnown: false,
    }; // prettier-ignore
    const { orderNumber, security, side, units } = books.order();
    const row = {
      orderNumber, security, side, units, price: '12.6', matchedUnits: '0', brokerCode: 'MRNA', tradeDate: DATE,
      accountNumber: null,
    } as TradeRow; // prettier-ignore
    const trades = { rows: [row], askedAt: noon(30), date: DATE };
    await compareRestingRows(desk, trades, [{ order: books.order(), unknown: [] }]);
    return count;
  };

  it('are compared with what people have answered only where they may be limits', async () => {
    expect(await lookedUp(true)).toBe(1);
    expect(await lookedUp(false)).toBe(0);
  });
});
