import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { aListed, anOrderRow, comparisonWith } from '../rows.js';

describe("A row of the broker's list", () => {
  const contradicted = (row: Partial<OrderRecord>, order: Partial<OrderRow> = {}): unknown => {
    const comparison = comparisonWith([aListed(row)]);
    const held = { status: 'Open', orderNumber: '700001', exchangeStatus: 'Open' } as const;
    comparison.add({ order: anOrderRow({ ...held, ...order }), unknown: [] });
    return comparison.contradicting.get('ord_1') ?? null;
  };

  it.each([
    [{ statusWord: 'Cancelled' }, {}, 'Cancelled'],
    [{ statusWord: 'Cancelled', units: '0' }, {}, 'Cancelled'],
    // An edit of unknown outcome keeps it open: its number has ended, as the list says.
    [{ statusWord: 'Cancelled' }, { exchangeStatus: 'Cancelled' }, null],
    [{ statusWord: 'Cancelled', units: '0' }, { exchangeStatus: 'Cancelled' }, null],
    [{ units: '90' }, {}, 'Terms'],
    [{ units: '60' }, { matchedUnits: '40' }, null],
    [{ statusWord: 'Odd' }, {}, 'Word'],
    [{}, {}, null],
  ] as const)('that shows %j contradicts an order held as %j in its %s', (row, order, expected) => {
    expect(contradicted(row, order)).toBe(expected);
  });
});
