import { identityOf } from '../../../../src/orders/breaks/break.js';
import {
  ofInferredNumber,
  OrderChangeDraft,
} from '../../../../src/orders/order/changes/order-change-draft.js';
import { reportInferred } from '../../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
import { after, anOrder, aState, at, openBreaks } from '../../../support/builders.js';

const inferred = aState({ order: anOrder({ numberGrade: 'Inferred' }) });
const { post, edit } = ofInferredNumber('700001');
const told = { type: post.type, identity: identityOf(inferred.order.id, post) };

describe('An inferred number', () => {
  it.each([
    ['of a post', true, 'PostUnconfirmed'],
    ['of an edit', false, 'IdentityMismatch'],
  ] as const)('%s is told of', (_, isOfPost, type) => {
    const change = reportInferred(inferred, isOfPost, at());
    expect(change?.breaksOpened).toMatchObject([{ type, key: '700001' }]);
  });

  it('is told of beside a cancel that waits for it, which can only say that the number is right', () => {
    const waiting = aState({ ...inferred, breaks: openBreaks('CancelUnconfirmed') });
    expect(reportInferred(waiting, true, at())?.breaksOpened).toHaveLength(1);
  });

  it('is not told of twice, nor once it is proven or given up', () => {
    const twice = aState({ ...inferred, breaks: [told] });
    const otherwise = { type: edit.type, identity: identityOf(inferred.order.id, edit) };
    const doubted = aState({ ...inferred, breaks: [otherwise] });
    const proven = aState({ order: anOrder({ numberGrade: 'Listed' }) });
    const lost = aState({ order: anOrder({ orderNumber: null, numberGrade: 'Inferred' }) });
    for (const state of [twice, doubted, proven, lost]) {
      expect(reportInferred(state, true, at())).toBeNull();
    }
  });

  it('is no longer told of once an acknowledgement proves it, or another order takes it', () => {
    const state = aState({ ...inferred, breaks: [told] });
    const proven = new OrderChangeDraft(state, at());
    proven.set({ numberGrade: 'Acknowledged' });
    const lost = new OrderChangeDraft(state, at());
    lost.unlinkNumber('700001', "it is another desk's");
    const replaced = new OrderChangeDraft(state, at());
    replaced.linkNumber('700009', 'Acknowledged');
    for (const [draft, outcome] of [
      [proven, 'the number is proven'],
      [lost, 'the number is given up'],
      [replaced, 'the number is given up'],
    ] as const) {
      const change = draft.change();
      expect(change.breaksClosed).toEqual([{ ...post, outcome }]);
      expect(after(state, change).order.numberGrade).not.toBe('Inferred');
    }
  });
});
