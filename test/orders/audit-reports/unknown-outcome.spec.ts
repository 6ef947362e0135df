import {
  isBeginning,
  unknownOutcome,
} from '../../../src/orders/audit-reports/find-unknown-outcomes.js';

describe('An unknown outcome', () => {
  const entry = (sequence: number, type: string, says: object = {}, seconds = sequence) => ({
    sequence, type, stream: 'ord_1', actor: 'system:dispatcher',
    at: new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString(),
    body: JSON.stringify({ request: 'req_1', reason: 'the reply was lost', ...says }),
  }); // prettier-ignore
  const began = entry(5, 'POST_UNKNOWN');

  it.each([
    ['POST_ACKNOWLEDGED', 'ACKNOWLEDGED'],
    ['POST_REFUSED', 'REFUSED'],
    ['POST_WITHDRAWN', 'WITHDRAWN'],
  ])('ends with %s', (type, outcome) => {
    const end = { ...entry(47, type, { reason: 'found as 700001' }), actor: 'key:ada' };
    expect(unknownOutcome(began, [began, end])).toEqual({
      sequence: 5, orderId: 'ord_1', request: 'req_1', kind: 'Post', reason: 'the reply was lost',
      since: began.at, until: end.at, seconds: 42, outcome, found: 'found as 700001', decidedBy: 'key:ada',
      proposedBy: null, endSequence: 47,
    }); // prettier-ignore
  });

  it('that two people have ended names both', () => {
    const both = { decidedBy: 'key:Bola, key:Chika', grade: 'Operator' };
    const end = { ...entry(47, 'POST_ACKNOWLEDGED', both), actor: 'key:Chika' };
    expect(unknownOutcome(began, [began, end])).toMatchObject({
      decidedBy: 'key:Chika',
      proposedBy: 'key:Bola',
    });
  });

  it('lasts while nothing has ended it: not another request, not another order, not what came before', () => {
    const others = [
      entry(4, 'POST_ACKNOWLEDGED'),
      entry(6, 'EDIT_ACKNOWLEDGED', { request: 'req_2' }),
      { ...entry(7, 'POST_ACKNOWLEDGED'), stream: 'ord_2' },
    ];
    expect(unknownOutcome(began, others)).toMatchObject({
      until: null,
      seconds: null,
      outcome: null,
    });
  });

  it('never lasts less than nothing, where the clock was set back', () => {
    expect(unknownOutcome(began, [entry(6, 'POST_ACKNOWLEDGED', {}, 1)]).seconds).toBe(0);
  });

  it('begins with an answer of 429, too', () => {
    const throttled = entry(5, 'CANCEL_THROTTLED');
    expect(isBeginning(throttled, [throttled])).toBe(true);
    expect(unknownOutcome(throttled, [throttled]).kind).toBe('Cancel');
  });

  it('is one, however often it is said, until it ends; then another may begin', () => {
    const again = entry(7, 'POST_UNKNOWN');
    const ended = entry(9, 'POST_ACKNOWLEDGED');
    const later = entry(11, 'POST_UNKNOWN');
    const all = [began, again, ended, later];
    expect(all.map((one) => isBeginning(one, all))).toEqual([true, false, false, true]);
    expect(unknownOutcome(later, all).until).toBeNull();
  });
});
