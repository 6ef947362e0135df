import { describe, expect, it } from '@jest/globals';
import { identityOf } from '../../../../src/orders/breaks/break.js';
import { INFERRED_KEY, OrderChangeDraft } from '../../../../src/orders/order/order-change-draft.js';
import { reportInferred } from '../../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
import { after, anOrder, aState, at, openBreaks } from '../../../support/builders.js';

const inferred = aState({ order: anOrder({ numberGrade: 'Inferred' }) });

describe('An inferred number', () => {
  it.each([
    ['of a post', true, 'PostUnconfirmed'],
    ['of an edit', false, 'EditUnconfirmed'],
  ] as const)('%s is told of', (_, isFirst, type) => {
    const change = reportInferred(inferred, isFirst, at());
    expect(change?.breaksOpened).toMatchObject([{ type, key: INFERRED_KEY }]);
  });

  it('is not told of beside anything else, nor once it is proven or given up', () => {
    const told = aState({ ...inferred, breaks: openBreaks('UnmappedValue') });
    const proven = aState({ order: anOrder({ numberGrade: 'Listed' }) });
    const lost = aState({ order: anOrder({ orderNumber: null, numberGrade: 'Inferred' }) });
    for (const state of [told, proven, lost]) {
      expect(reportInferred(state, true, at())).toBeNull();
    }
  });

  it('is no longer told of once an acknowledgement proves it, or another order takes it', () => {
    const told = { type: 'PostUnconfirmed', key: INFERRED_KEY } as const;
    const identity = identityOf(inferred.order.id, told);
    const state = aState({ ...inferred, breaks: [{ type: told.type, identity }] });
    const proven = new OrderChangeDraft(state, at());
    proven.set({ numberGrade: 'Acknowledged' });
    const lost = new OrderChangeDraft(state, at());
    lost.unlinkNumber('700001', "it is another desk's");
    for (const [draft, outcome] of [
      [proven, 'the number is proven'],
      [lost, 'the number is given up'],
    ] as const) {
      const change = draft.change();
      expect(change.breaksClosed).toEqual([{ ...told, outcome }]);
      expect(after(state, change).order.numberGrade).not.toBe('Inferred');
    }
  });
});
