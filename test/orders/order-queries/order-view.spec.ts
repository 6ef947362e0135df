import { instant } from '../../../src/infra/runtime/clock.js';
import { orderView } from '../../../src/orders/order-queries/order-view.js';
import { noon } from '../../support/builders.js';
import { anOrderRow } from '../reconciliation/rows.js';

const watermark = { brokerCode: 'MRNA', askedAt: noon(30), seenAt: noon(31) };
const evidenceOf = (listedVersion: number) => {
  const order = anOrderRow({
    version: 3,
    listedVersion,
    grade: 'Enquired',
    provenAt: noon(10),
    askedAt: noon(9),
  });
  return orderView(order, [], { watermark, now: noon(40) }).evidence;
};

describe('The evidence of an order', () => {
  it('has the time of the list that proved the order last', () => {
    const at = instant(noon(31));
    expect(evidenceOf(3)).toEqual({
      grade: 'Enquired',
      at,
      certain: true,
      number: 'Acknowledged',
      listedAt: at,
      price: 'Acknowledged',
    });
  });

  it('has no time of a list that did not confirm the order as we hold it', () => {
    const at = instant(noon(10));
    expect(evidenceOf(2)).toEqual({
      grade: 'Enquired',
      at,
      certain: true,
      number: 'Acknowledged',
      listedAt: null,
      price: 'Acknowledged',
    });
  });
});
