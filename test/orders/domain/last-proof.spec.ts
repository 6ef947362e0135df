import { describe, expect, it } from '@jest/globals';
import { withLastProof, type Provable } from '../../../src/orders/domain/last-proof.js';
import { noon } from '../../support/builders.js';

/** Asked for a minute after noon, booked two seconds later. */
const LISTING = { brokerCode: 'MRNA', askedAt: noon(60), seenAt: noon(62) };
const ALONE = { provenAt: noon(10), askedAt: noon(9) };

const order = (changes: Partial<Provable> = {}): Provable => ({
  brokerCode: 'MRNA',
  listed: 1,
  ...ALONE,
  ...changes,
});

describe('The last proof of an order', () => {
  it('is the list that shows it as it is held', () => {
    const proof = { provenAt: noon(62), askedAt: noon(60) };
    expect(withLastProof(order(), [LISTING])).toEqual(order(proof));
    expect(withLastProof(order({ provenAt: null, askedAt: 0 }), [LISTING])).toEqual(order(proof));
  });

  it.each([
    ['no list that does not show it so', order({ listed: 0 }), [LISTING]],
    ["no list of another broker's orders", order({ brokerCode: 'OTHR' }), [LISTING]],
    ['no list while none was ever booked', order(), []],
  ])('is %s, but its own', (_name, one, listings) => {
    expect(withLastProof(one, listings)).toMatchObject(ALONE);
  });
});
