import type { Approval, Break, Order } from '../../console/api/answers.js';
import { nextSteps } from '../../console/overview/next-steps.js';
import { provenFirst } from '../../console/overview/proven-first.js';

describe('The orders of a day', () => {
  it('are counted by status only where that is proven', () => {
    expect(provenFirst({ New: 1, Filled: 3 }, [{ status: 'New' }])).toEqual([
      ['Filled', 3],
      ['NotProven', 1],
    ]);
    expect(provenFirst({ Filled: 3 }, [])).toEqual([['Filled', 3]]);
  });
});

describe('The next steps', () => {
  const order = (id: string): Order => ({ id }) as Order;
  const found = (id: string, changes: Partial<Break> = {}): Break =>
    ({ id, orderId: null, severity: 'High', dueAt: '2026-11-26T12:00:00Z', candidates: [], ...changes }) as Break; // prettier-ignore
  const proposal = (id: string, changes: Partial<Approval>): Approval =>
    ({ id, orderId: null, breakId: 'b', proposedBy: 'key:bola', ...changes }) as Approval;
  const known = {
    unproven: [order('ord-proposed'), order('ord-open')],
    breaks: [
      found('brk-order', { orderId: 'ord-proposed' }),
      found('mild', { severity: 'Low' }),
      found('late', { dueAt: '2026-11-26T13:00:00Z' }),
      found('early'),
    ],
    approvals: [
      proposal('app-1', { orderId: 'ord-proposed', breakId: 'brk-order' }),
      proposal('app-2', { breakId: 'early' }),
    ],
  };
  const told = (mayDecide: boolean): readonly (readonly [string, string | null])[] =>
    nextSteps({ ...known, mayDecide: () => mayDecide }).map((step) => {
      if (step.kind === 'approve') return ['approve', step.approval.id];
      return [step.kind === 'order' ? step.order.id : step.of.id, step.waiting?.id ?? null];
    });

  it('begin with what waits for the approval of whoever looks, and ask for no decision twice', () => {
    expect(told(true)).toEqual([
      ['approve', 'app-1'],
      ['approve', 'app-2'],
      ['ord-open', null],
      ['late', null],
      ['mild', null],
    ]);
  });

  it('end with what waits for the approval of others', () => {
    expect(told(false)).toEqual([
      ['ord-open', null],
      ['late', null],
      ['mild', null],
      ['ord-proposed', 'app-1'],
      ['early', 'app-2'],
    ]);
  });
});
