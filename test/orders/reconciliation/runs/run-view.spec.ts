import type { ReconciliationRunRow } from '../../../../src/orders/reconciliation/runs/reconciliation-run.entity.js';
import { runView } from '../../../../src/orders/reconciliation/runs/find-runs.js';

const RUN: ReconciliationRunRow = {
  id: 'run_1', cause: 'due', scope: null, dryRun: 0, startedAt: 1, finishedAt: 2, calls: 1, answered: 1, orders: 0,
  changed: 0, fills: 0, opened: 0, closed: 0, asked: '[]', cutOffs: null, coveredAt: null, listedAt: null, preview: null,
}; // prettier-ignore

const askedIn = (...asked: readonly object[]) =>
  runView({ ...RUN, asked: JSON.stringify(asked) }).asked;

describe('What a run has asked', () => {
  it('has the account of a list in its own field, also in runs that were stored with it in the text', () => {
    const list = { what: 'account list', accountNumber: 'C0074321', answer: '12 rows' };
    expect(askedIn(list)).toEqual([list]);
    expect(askedIn({ what: 'account list C0074321', answer: '12 rows' })).toEqual([list]);
    expect(askedIn({ what: 'broker list', answer: '1 rows' })).toEqual([
      { what: 'broker list', accountNumber: null, answer: '1 rows' },
    ]);
  });

  it('has it nowhere else, whatever the exchange has said', () => {
    const refused = { what: 'account list C0074321', answer: 'Refused: no orders of C0074321' };
    expect(askedIn(refused)).toEqual([
      {
        what: 'account list',
        accountNumber: 'C0074321',
        answer: 'Refused: no orders of [account]',
      },
    ]);
  });
});
