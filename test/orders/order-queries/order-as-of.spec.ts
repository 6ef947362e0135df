import { OrderAsOf } from '../../../src/orders/order-queries/order-as-of.js';
import { noon } from '../../support/builders.js';
import { anOrderRow } from '../reconciliation/rows.js';

const ORDER = anOrderRow({ status: 'Filled', units: '900', price: '12.6', orderNumber: '700001' });

const entry = (second: number, body: unknown) => ({
  at: new Date(noon(second)).toISOString(),
  type: 'STATUS_CHANGED',
  actor: ORDER.createdBy,
  onBehalfOf: null,
  body: JSON.stringify(body),
});
const LIFE = [
  entry(1, {
    units: '1000',
    price: '12.5',
    changes: { pending: { kind: 'Post', state: 'Queued', since: noon(1) } },
  }),
  entry(2, { changes: { status: 'Open', orderNumber: '700001', pending: null, version: 2 } }),
  entry(3, { detail: 'a break' }),
  entry(4, { changes: { status: 'Amended', units: '900', price: '12.6', version: 3 } }),
];

const asOf = (second: number, entries = LIFE) => {
  const order = new OrderAsOf(ORDER, noon(second));
  order.add(entries);
  return order.view();
};

describe('An order as of an instant', () => {
  it('is not there before it was received', () => {
    expect(asOf(0)).toBeNull();
    expect(asOf(9, [])).toBeNull();
  });

  it('is as it was received, with its post pending', () => {
    expect(asOf(1)).toMatchObject({
      status: 'New',
      units: '1000',
      price: '12.5',
      orderNumber: null,
      pending: { kind: 'Post', state: 'Queued', since: new Date(noon(1)).toISOString() },
    });
  });

  it('has all that was told until then, and nothing that was told later', () => {
    expect(asOf(3)).toMatchObject({ status: 'Open', units: '1000', pending: null, version: 2 });
    expect(asOf(9)).toMatchObject({ status: 'Amended', units: '900', price: '12.6', version: 3 });
  });

  it('has what happened before, where the wall clock was ahead when it was written', () => {
    const [received, opened, , amended] = LIFE;
    const stepped = [received!, { ...opened!, at: entry(60, {}).at }, amended!];
    expect(asOf(3, stepped)).toMatchObject({ status: 'New' });
    expect(asOf(5, stepped)).toMatchObject({ status: 'Amended', orderNumber: '700001' });
  });
});
