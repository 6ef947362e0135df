import type { Order, Pending } from '../../console/api/answers.js';
import { CallError } from '../../console/api/call.js';
import {
  changedFirst,
  doubtWords,
  evidenceWords,
  isAsSeen,
  notWorking,
  outcomeOfCancel,
  outcomeOfEdit,
  outcomeOfPost,
  proofWord,
  refusalOfPost,
  storedAsBefore,
  waitsUntil,
} from '../../console/order/outcome.js';
import { refusedAs } from '../../console/parts/refusal.js';

const ORDER: Order = {
  id: 'ord_1', clientOrderId: 'c1', orderRef: 'R1', orderNumber: '700001', side: 'BUY',
  security: 'SD11PLC', units: '1000', price: '12.5', timeInForce: 'Day Order (DO)',
  accountNumber: 'C1', clientName: 'Ada Obi', brokerCode: 'MARINA', status: 'Posted',
  exchangeStatus: 'Posted', reason: null, pending: null, matchedUnits: '0', pendingUnits: '1000',
  averagePrice: null, gap: null,
  evidence: { grade: 'Acknowledged', at: null, certain: true, number: 'Acknowledged', listedAt: null, price: null },
  openBreaks: 0, version: 1, tradingDate: '2026-11-25', createdBy: 'key:ada', onBehalfOf: null,
  createdAt: '2026-11-25T10:00:00.000Z', updatedAt: '2026-11-25T10:00:00.000Z', closedAt: null,
}; // prettier-ignore

const pending = (kind: Pending['kind'], state: Pending['state']): Pending => ({
  kind, state, since: '2026-11-25T10:00:00.000Z', units: null, price: null, reason: 'no answer', refused: false,
  notBefore: null,
}); // prettier-ignore

describe('What the console says became of an action', () => {
  it('calls a post posted only when the exchange has answered', () => {
    expect(outcomeOfPost(ORDER)).toEqual({ tone: 'good', text: 'Posted, no. 700001.' });
    expect(outcomeOfPost({ ...ORDER, pending: pending('Post', 'Unknown') }).text).toMatch(
      /^Sent, not proven\. Do not send it again/,
    );
    expect(outcomeOfPost({ ...ORDER, pending: pending('Post', 'Queued') }).text).toBe(
      'The post is accepted and not sent yet. It waits: no answer.',
    );
    expect(outcomeOfPost({ ...ORDER, status: 'Rejected', reason: 'No such account' })).toEqual({
      tone: 'bad',
      text: 'Rejected by the exchange: No such account.',
    });
  });

  it('tells a refusal that nothing confirms yet in the words of the exchange', () => {
    const refused = (kind: Pending['kind']): Pending => ({
      ...pending(kind, 'Unknown'),
      reason: 'Price 99 is outside the daily band',
      refused: true,
    });
    const order = { ...ORDER, pending: refused('Post') };
    const text =
      'The exchange refused it: Price 99 is outside the daily band. This is being confirmed; do not send it again yet.';
    expect(outcomeOfPost(order)).toEqual({ tone: 'bad', text });
    expect(evidenceWords(order)).toBe(text);
    expect(outcomeOfEdit({ ...ORDER, pending: refused('Edit') }, ORDER).text).toMatch(
      /^The exchange refused the edit: Price 99/,
    );
    expect(outcomeOfCancel({ ...ORDER, pending: refused('Cancel') }).text).toMatch(
      /^The exchange refused the cancel: .* The order may still fill\.$/,
    );
  });

  it('never calls a refusal a lost reply, and says when an edit or a cancel waits', () => {
    const unnumbered = { ...ORDER, orderNumber: null, pending: pending('Post', 'Unknown') };
    const refused = { ...unnumbered, pending: { ...unnumbered.pending, refused: true } };
    expect([doubtWords(refused), doubtWords(unnumbered)]).toEqual([
      'refused by the exchange, being checked',
      'status not known: the reply to the post was lost',
    ]);
    expect(waitsUntil(refused)).toMatch(/refused this order.* waits, and is dropped when/);
    expect(waitsUntil(unnumbered)).toMatch(/not known whether the exchange has this order.* waits/);
    expect(waitsUntil({ ...ORDER, pending: pending('Edit', 'Unknown') })).toMatch(
      /the edit before/,
    );
    const inferred = { ...ORDER.evidence, number: 'Inferred' } as const;
    expect(waitsUntil({ ...ORDER, evidence: inferred })).toMatch(/Nothing proves that 700001/);
    expect(waitsUntil(ORDER)).toBeNull();
  });

  it('calls nothing proven in the head of an order that is only inferred', () => {
    const by = (grade: Order['evidence']['grade'], status: Order['status'] = 'Cancelled') =>
      proofWord({ ...ORDER, status, evidence: { ...ORDER.evidence, grade } });
    expect([by('Traded'), by('Inferred'), by('Inferred', 'Rejected'), by('Operator')]).toEqual([
      'proven', 'inferred', 'refused', 'decided',
    ]); // prettier-ignore
  });

  it('calls an edit done only when the order has the new terms', () => {
    const edited = { ...ORDER, units: '800', price: '12.50' };
    expect(outcomeOfEdit(edited, { units: '800', price: '12.5' }).text).toBe(
      'Edited: now 800 at ₦12.50.',
    );
    expect(outcomeOfEdit(ORDER, { units: '800', price: '12.5' }).tone).toBe('bad');
    expect(outcomeOfEdit({ ...ORDER, pending: pending('Edit', 'Sent') }, ORDER).tone).toBe('doubt');
  });

  it('never lets a cancel that was only requested look done', () => {
    expect(outcomeOfCancel({ ...ORDER, pending: pending('Cancel', 'Sent') })).toEqual({
      tone: 'doubt',
      text: 'Cancel requested, not proven. The order may still fill.',
    });
    expect(outcomeOfCancel({ ...ORDER, status: 'Filled' }).text).toBe(
      'Too late: the order is filled.',
    );
    expect(outcomeOfCancel({ ...ORDER, status: 'Cancelled', matchedUnits: '400' }).text).toBe(
      'Cancelled. 400 units had been matched.',
    );
    expect(outcomeOfCancel(ORDER).tone).toBe('bad');
  });

  it('says in words how the state of an order is known', () => {
    expect(evidenceWords(ORDER)).toBe("Proven by the exchange's acknowledgement.");
    expect(evidenceWords({ ...ORDER, pending: pending('Post', 'Unknown') })).toBe(
      'It was sent, and no reply says whether the exchange has it: it may be working or filled there, or not be there at all.',
    );
    const inferred = { grade: 'Enquired', number: 'Inferred', certain: false } as const;
    expect(evidenceWords({ ...ORDER, evidence: { ...ORDER.evidence, ...inferred } })).toBe(
      'Order 700001 at the exchange fits it. Nothing proves that it is ours: ours may be lost.',
    );
    const decided = { grade: 'Traded', number: 'Operator' } as const;
    expect(evidenceWords({ ...ORDER, evidence: { ...ORDER.evidence, ...decided } })).toBe(
      'Proven by its trades; that 700001 is its number, two of our people decided.',
    );
  });

  it('offers no cancel where nothing works', () => {
    expect(notWorking(ORDER)).toBeNull();
    expect(notWorking({ ...ORDER, status: 'Filled' })).toMatch(/filled/);
    expect(notWorking({ ...ORDER, pending: pending('Cancel', 'Sent') })).toMatch(/under way/);
  });
});

describe('What the console says of a post that got no clear answer', () => {
  const failure = (status: number, title: string): CallError =>
    new CallError(status, 'x', title, '', null);

  it('calls it refused only when the service has refused it', () => {
    expect(refusalOfPost(failure(422, 'No such security'))).toEqual({
      tone: 'bad',
      text: 'No such security',
    });
    for (const status of [0, 500, 503]) {
      expect(refusalOfPost(failure(status, 'It failed'))).toMatchObject({
        tone: 'doubt',
        text: expect.stringContaining('may have been stored, or not. Send the same again'),
      });
    }
  });

  it('knows nothing of what a proxy says about the service', () => {
    const unknown = /^Marina did not answer, so this may have been stored, or not/;
    const failed = new CallError(502, 'unknown', 'No proper answer (502)', '', null);
    expect(refusedAs(failed)).toEqual({ tone: 'doubt', text: expect.stringMatching(unknown) });
    expect(refusedAs(failure(0, 'x')).text).toMatch(unknown);
    expect(refusedAs(failure(503, 'It is overloaded'))).toEqual({
      tone: 'bad',
      text: 'It is overloaded',
    });
  });

  it('names the order that the ticket has become before it was changed', () => {
    expect(storedAsBefore(ORDER).text).toMatch(/was stored, BUY 1,000 SD11PLC at ₦12\.50 = /);
  });
});

describe('An order that has changed while an edit was typed', () => {
  const kept = 'Your edit is kept: press again to make it of the order as it is now.';

  it('names who was first, and both versions', () => {
    expect(changedFirst(ORDER, { ...ORDER, units: '800', orderNumber: '700002' }, 'Dora Eze')).toBe(
      `Not edited. Dora Eze was first: it was 1,000 at ₦12.50 and is now 800 at ₦12.50. ${kept}`,
    );
  });

  it('blames nobody for what the exchange did, and offers nothing where nothing works', () => {
    expect(changedFirst(ORDER, { ...ORDER, matchedUnits: '400' }, null)).toBe(
      `Not edited. The order has changed meanwhile: 400 units are matched now. ${kept}`,
    );
    const filled: Order = { ...ORDER, status: 'Filled' };
    expect(changedFirst(ORDER, filled, null)).toMatch(
      /it is Filled now\. The order is filled: nothing works/,
    );
  });
});

describe('An order on which a dealer decides', () => {
  it('is as it was seen while records only confirm it', () => {
    const confirmed = { ...ORDER, version: 2, status: 'Open', exchangeStatus: 'Open' } as const;
    expect(isAsSeen(ORDER, confirmed)).toBe(true);
  });

  it.each([
    ['another price', { price: '13' }],
    ['other units', { units: '900' }],
    ['another number', { orderNumber: '700002' }],
    ['a part matched', { matchedUnits: '100' }],
    ['something else on its way', { pending: pending('Cancel', 'Queued') }],
    ['an end', { closedAt: '2026-11-25T10:00:01.000Z' }],
  ])('is not, with %s', (_, changes) => {
    expect(isAsSeen(ORDER, { ...ORDER, ...changes })).toBe(false);
  });
});
