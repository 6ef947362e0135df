import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { endNumberDoubt } from '../../../../src/orders/order-numbers/number-proof.js';
import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
} from '../../../support/builders.js';
import { read } from '../../order/reading.js';

/** Open, and a record has shown 40 of 100 matched. */
const shownMatched = (requests: Parameters<typeof aRequest>[0][] = []) => {
  const order = anOrder({ status: 'Open', orderNumber: '700001' });
  const state = aState({ order, requests: requests.map((one) => aRequest(one)) });
  return after(state, changeOf(read(state, matchedRecord(40))));
};
const fewer = matchedRecord(10, { askedAt: noon(50) });
const doubted = () => after(shownMatched(), changeOf(read(shownMatched(), fewer)));

describe('A record of a working order that shows less matched than an earlier one', () => {
  it("makes its number doubtful at once: it may be another order's", () => {
    const change = changeOf(read(shownMatched(), fewer));
    expect(change.order).toMatchObject({ numberDoubt: 'FewerMatched', numberDoubtedAt: noon(50) });
    expect(factsOf(change)).toContain('NUMBER_DOUBTED');
    expect(raisedBy(change)).toEqual(['FillMismatch', 'IdentityMismatch']);
  });

  it('proves nothing of an edit or a cancel of unknown outcome', () => {
    for (const request of [{ kind: 'Edit', units: '200' }, { kind: 'Cancel' }] as const) {
      const state = shownMatched([
        { ...request, state: 'Unknown', sends: 1, sentAt: noon(0) } as never,
      ]);
      const record = matchedRecord(10, {
        units: '200',
        pendingUnits: '190',
        statusWord: 'Amended',
        askedAt: noon(50),
      });
      const change = changeOf(read(state, record));
      expect(change.order).not.toHaveProperty('units');
      expect(change.requests).toEqual([]);
    }
  });

  it.each([
    ['as much again', matchedRecord(40, { askedAt: noon(70) })],
    ['more', matchedRecord(60, { askedAt: noon(70) })],
  ])('is no longer doubted once a record shows %s', (_, record) => {
    const change = changeOf(read(doubted(), record));
    expect(change.order).toMatchObject({ numberDoubt: null, fewerMatchedSince: null });
    expect(change.breaksClosed).toContainEqual(
      expect.objectContaining({ type: 'IdentityMismatch' }),
    );
  });

  it('is no longer doubted once trades were taken back, so that it shows what is left of them', () => {
    const state = doubted();
    const taken = aState({ ...state, order: { ...state.order, matchedUnits: '10' } });
    const change = changeOf(read(taken, matchedRecord(10, { askedAt: noon(70) })));
    expect(change.order).toMatchObject({ numberDoubt: null, shownMatched: '10' });
  });

  it('is still doubted after records with less, or without a quantity, of which nothing is taken', () => {
    for (const matchedUnits of ['20', null]) {
      const record = aRecord({ matchedUnits, pendingUnits: null, units: '150', askedAt: noon(70) });
      const { order } = after(doubted(), read(doubted(), record));
      expect(order).toMatchObject({
        numberDoubt: 'FewerMatched',
        units: '100',
        matchedUnits: '40',
      });
    }
  });

  it('is not doubted again for the same once people have said that its number is right', () => {
    const draft = new OrderChangeDraft(doubted(), at());
    endNumberDoubt(draft, 'by phone');
    const change = changeOf(
      read(after(doubted(), draft.change()), { ...fewer, askedAt: noon(70) }),
    );
    expect(change.order).not.toHaveProperty('numberDoubt');
    expect(change.order).toMatchObject({ shownMatched: '10' });
  });
});

describe('A record that shows less matched than trades have', () => {
  it('may be older than they are, and leaves the number as it is', () => {
    const order = anOrder({ status: 'Open', orderNumber: '700001', matchedUnits: '40' });
    const change = changeOf(read(aState({ order }), matchedRecord(10)));
    expect(change.order).not.toHaveProperty('numberDoubt');
    expect(change.order).toMatchObject({ shownMatched: '10' });
  });
});

describe('A record of another number of the order', () => {
  it('is compared with none of the earlier one', () => {
    const draft = new OrderChangeDraft(shownMatched(), at());
    draft.linkNumber('700002', 'Acknowledged');
    const state = after(shownMatched(), draft.change());
    const record = matchedRecord(0, {
      orderNumber: '700002',
      units: '60',
      pendingUnits: '60',
      askedAt: noon(50),
    });
    expect(read(state, record)?.order ?? {}).not.toHaveProperty('numberDoubt');
  });
});
