import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { ListComparison } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { noon, TODAY } from '../../../support/builders.js';
import { aListed, anOrderRow } from '../rows.js';

describe("A row of the broker's list", () => {
  const contradicted = (row: Partial<OrderRecord>, order: Partial<OrderRow> = {}): unknown => {
    const rows = new Map([['700001', aListed(row)]]);
    const comparison = new ListComparison(rows, noon(30), {
      mappings: NO_MAPPINGS,
      sessions: { usual: 'always', exceptions: new Map() },
      silent: new Set(),
      disputed: new Set(),
      today: TODAY,
      passedOn: new Set(),
      conflicting: new Map(),
      answersLateMs: 10_000,
    });
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
