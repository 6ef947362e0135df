import { describe, expect, it } from '@jest/globals';
import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { ListComparison } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { noon, TODAY } from '../../../support/builders.js';
import { aListed, anOrderRow } from '../rows.js';

describe('A list that shows our order and another one under our number', () => {
  const compared = (other: Partial<OrderRecord>): ListComparison => {
    const [ours, another] = [aListed(), aListed(other)];
    const comparison = new ListComparison(new Map([['700001', another]]), noon(30), {
      words: NO_MAPPINGS,
      sessions: { usual: 'always', exceptions: new Map() },
      silent: new Map(),
      today: TODAY,
      passedOn: new Set(),
      twofold: new Map([['700001', [ours, another]]]),
    });
    const order = anOrderRow({ status: 'Open', orderNumber: '700001', exchangeStatus: 'Open' });
    comparison.add({ order, unknown: [] });
    return comparison;
  };

  it.each([
    { side: 'SELL', statusWord: 'Open' },
    { side: 'SELL', statusWord: 'O' },
    { security: 'SDNORCEMT', statusWord: 'Executed' },
  ])('holds %j against the number', (other) => {
    expect(compared(other).news).toMatchObject([{ orderId: 'ord_1', record: other }]);
  });

  it('holds nothing against it that was cancelled', () => {
    expect(compared({ side: 'SELL', statusWord: 'Cancelled' }).news).toEqual([]);
  });
});
