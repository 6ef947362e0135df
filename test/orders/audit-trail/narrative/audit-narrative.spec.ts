import { explain } from '../../../../src/orders/audit-trail/narrative/audit-narrative.js';
import { titleOf } from '../../../../src/orders/audit-trail/narrative/entry-titles.js';

const REQUEST = { request: 'req_1', units: '100', price: '12.5', epoch: 1, reason: null };

describe('The history of an order in plain words', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'CANCEL_CONTESTED',
      { word: null, evidence: 'tradedInPart' },
      'The cancel was acknowledged, but trades for part of it were booked. It stays uncertain until a record shows how the order ended, or people say so.',
    ],
    [
      'CANCEL_CONTESTED',
      { word: 'Open' },
      'The cancel was acknowledged, but a record still shows the order as "Open". It stays uncertain until a later record settles it.',
    ],
    [
      'CANCEL_CONTESTED',
      { word: null },
      'The cancel was acknowledged before any record had shown the edit before it, which may have given the order another number. It stays uncertain until a record shows the cancelled order as it was edited.',
    ],
    [
      'ORDER_RECEIVED',
      { side: 'BUY', units: '100', security: 'SD11PLC', price: '12.5', orderRef: 'TREF' },
      'The order was received: BUY 100 SD11PLC at ₦12.50. Its reference at the exchange is TREF.',
    ],
    ['POST_SENT', REQUEST, 'The post was sent to the exchange (send 1), 100 units at ₦12.50.'],
    [
      'POST_UNKNOWN',
      { ...REQUEST, reason: 'other side closed' },
      'The post has no known outcome: other side closed.',
    ],
    [
      'POST_UNKNOWN',
      { ...REQUEST, reason: 'Price 99 is outside the daily band', refused: 1 },
      'The post was refused by the exchange, which is being confirmed: Price 99 is outside the daily band.',
    ],
    [
      'POST_SEARCHED',
      { ...REQUEST, found: 'nothing of it: it is sent once more' },
      'The post was looked for at the exchange: nothing of it: it is sent once more.',
    ],
    [
      'ORDER_NUMBER_LINKED',
      { orderNumber: '700001', grade: 'Inferred' },
      "The exchange's number for this order is 700001, inferred, not proven.",
    ],
    [
      'STATUS_CHANGED',
      {
        from: 'New',
        to: 'Posted',
        evidence: 'postAccepted',
        grade: 'Acknowledged',
        word: 'Posted',
      },
      "The order went from New to Posted: the exchange accepted the order, proven by the exchange's acknowledgement.",
    ],
    [
      'CANCEL_REFUSED',
      { ...REQUEST, units: null, price: null, reason: 'the order was filled before' },
      'The cancel was refused: the order was filled before.',
    ],
    [
      'FILL',
      { units: '40', price: '12.4', tradeDate: '2026-11-20', matchingId: 'M1' },
      '40 units were traded at ₦12.40 on 2026-11-20 (matching id M1).',
    ],
    [
      'EVIDENCE_NOT_BELIEVED',
      { evidence: 'unknown word', status: 'Open', word: 'Suspended' },
      'Evidence that does not fit was recorded and changed nothing (unknown word: "Suspended"). The order stayed Open.',
    ],
    [
      'BREAK_COMMENTED',
      { breakType: 'PriceMismatch', text: 'Is it ours?' },
      'Comment on the break PriceMismatch: Is it ours?',
    ],
    [
      'BREAK_CHANGED',
      {
        breakType: 'OrphanTrade',
        traded: [{ side: 'BUY', units: '600', security: 'SD11PLC', orderNumber: '700376' }],
      },
      'The break OrphanTrade now has other trades: BUY 600 SD11PLC under 700376.',
    ],
    [
      'BREAK_RESOLUTION_REFUSED',
      {
        ...{ breakType: 'PostUnconfirmed', resolution: 'link-number', orderNumber: '700371' },
        ...{ text: 'It is ours.', refusedBecause: 'resolution-unfit' },
        refusedDetail: 'cannot be the order: 700371 is for another account',
      },
      '“its number at the exchange is 700371” was proposed for the break PostUnconfirmed and refused; nothing changed. Why it was refused: cannot be the order: 700371 is for another account. The proposer wrote: It is ours.',
    ],
  ])('explains %s', (type, body, sentence) => {
    expect(explain(type, body)).toBe(sentence);
  });

  it.each([
    ['POST_ACKNOWLEDGED', 'Operator', 'Post counts as taken: two people decided'],
    ['EDIT_REFUSED', 'Operator', 'Edit counts as not taken: two people decided'],
    ['CANCEL_ACKNOWLEDGED', 'Acknowledged', 'Cancel acknowledged'],
    ['STATUS_CHANGED', 'Operator', 'Status changed'],
  ])('calls %s by grade %s: %s', (type, grade, title) => {
    expect(titleOf(type, { grade })).toBe(title);
  });

  it('says nothing about facts that are not about an order', () => {
    expect(explain('KEY_CREATED', {})).toBeNull();
    expect(explain('POST_ELSEWHERE', {})).toBeNull();
  });
});
