import { withLastProof, type Provable } from '../../../src/orders/order/last-proof.js';
import { noon } from '../../support/builders.js';

/** Asked for a minute after noon, booked two seconds later. */
const LISTING = { brokerCode: 'MRNA', askedAt: noon(60), seenAt: noon(62) };
const ALONE = { provenAt: noon(10), askedAt: noon(9), shownWorkingAt: noon(9) };

const order = (changes: Partial<Provable> = {}): Provable => ({
  brokerCode: 'MRNA',
  version: 3,
  listedVersion: 3,
  ...ALONE,
  ...changes,
});

describe('The last proof of an order', () => {
  it('is the list that confirms its version', () => {
    const proof = { provenAt: noon(62), askedAt: noon(60), shownWorkingAt: noon(60) };
    expect(withLastProof(order(), LISTING)).toEqual(order(proof));
    expect(withLastProof(order({ provenAt: null, askedAt: 0 }), LISTING)).toEqual(order(proof));
  });

  it('shows nothing working that no answer has shown so', () => {
    const silent = { shownWorkingAt: null };
    expect(withLastProof(order(silent), LISTING)).toMatchObject({ askedAt: noon(60), ...silent });
  });

  it.each([
    ['no list that does not confirm it', order({ listedVersion: 0 }), LISTING],
    ['no list from before its last fact', order({ listedVersion: 2 }), LISTING],
    ["no list of another broker's orders", order({ brokerCode: 'OTHR' }), LISTING],
    ['no list if there has been none', order(), null],
  ])('is %s, but its own', (_name, one, watermark) => {
    expect(withLastProof(one, watermark)).toMatchObject(ALONE);
  });

  it('is its own if that was asked for after the list', () => {
    const later = order({ provenAt: noon(64), askedAt: noon(63) });
    expect(withLastProof(later, LISTING)).toEqual(later);
  });
});
