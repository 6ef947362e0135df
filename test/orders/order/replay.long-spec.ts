import fc from '../../support/seeded-fast-check.js';
import { add, multiply } from '../../../src/infra/decimal.js';
import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type {
  ExecutionEvidence,
  RecordEvidence,
} from '../../../src/orders/order/evidence/evidence.js';
import type { Moment, OrderState } from '../../../src/orders/order/order.js';
import { isClosed, ORDER_STATUSES } from '../../../src/orders/order/order-status.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  after,
  anExecution,
  anOrder,
  aRequest,
  aState,
  at,
  noon,
  GRACE_MS,
  openBreaks,
} from '../../support/builders.js';
import { anyRecord } from './any-day.js';

/** An order of any status, with or without a request of unknown outcome. */
const anyState: fc.Arbitrary<OrderState> = fc
  .record({
    status: fc.constantFrom(...ORDER_STATUSES),
    matchedUnits: fc.constantFrom('0', '20', '60'),
    kind: fc.constantFrom('Edit' as const, 'Cancel' as const, null),
    units: fc.constantFrom('60', '80', '100'),
    refusalPending: fc.constantFrom(0, 1),
  })
  .map(({ status, matchedUnits, kind, units, refusalPending }) => {
    const order = anOrder({ status, matchedUnits, closedAt: isClosed(status) ? noon(0) : null });
    if (kind === null) return aState({ order });
    const terms = kind === 'Edit' ? { units } : {};
    const unknown = aRequest({ kind, state: 'Unknown', refusalPending, ...terms });
    return aState({ order, requests: [unknown], breaks: openBreaks(`${kind}Unconfirmed`) });
  });

function read(state: OrderState, record: RecordEvidence, now: Moment): OrderState {
  return after(state, applyRecord(state, record, now, { graceMs: GRACE_MS }));
}

describe('The same record applied again', () => {
  it('changes nothing but the time of the last proof', () => {
    fc.assert(
      fc.property(anyState, anyRecord, (state, record) => {
        const once = read(state, record, at(60));
        const twice = read(once, record, at(70));
        expect(twice).toEqual({
          ...once,
          order: { ...once.order, provenAt: twice.order.provenAt },
          breaks: twice.breaks,
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('from a later enquiry changes neither status nor sums nor requests', () => {
    fc.assert(
      fc.property(anyState, anyRecord, (state, record) => {
        const once = read(state, record, at(60));
        const twice = read(once, { ...record, askedAt: noon(50) }, at(70));
        const { status, units, price, matchedUnits, filledUnits } = once.order;
        expect(twice.order).toMatchObject({ status, units, price, matchedUnits, filledUnits });
        expect(twice.requests).toEqual(once.requests);
      }),
      { numRuns: 1_000 },
    );
  });
});

const anyTrades: fc.Arbitrary<readonly ExecutionEvidence[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('12.45', '12.5', '0.07')), {
    maxLength: 6,
  })
  .map((rows) =>
    rows.map(([units, price], index) =>
      anExecution({ matchingId: `M${index}`, units: String(units), price }),
    ),
  );

describe('Executions', () => {
  function bookAll(
    state: OrderState,
    batches: readonly (readonly ExecutionEvidence[])[],
  ): OrderState {
    return batches.reduce((held, rows) => after(held, bookExecutions(held, rows, at())), state);
  }

  it('end in the same status and sums in whatever order they come', () => {
    const shuffled = anyTrades.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray([...rows], { minLength: rows.length }),
        fc.nat({ max: rows.length }),
      ),
    );
    fc.assert(
      fc.property(anyState, shuffled, (state, [rows, others, cut]) => {
        const one = bookAll(
          state,
          rows.map((row) => [row]),
        );
        const two = bookAll(state, [others.slice(0, cut), others.slice(cut)]);
        const names = ['status', 'filledUnits', 'filledValue', 'matchedUnits', 'closedAt'] as const;
        for (const name of names) expect(two.order[name]).toBe(one.order[name]);
      }),
      { numRuns: 500 },
    );
  });

  it('are never lost: units and value are the sums of all, whatever the status', () => {
    fc.assert(
      fc.property(anyState, anyTrades, (state, rows) => {
        const change = bookExecutions(state, rows, at());
        expect(change.fills).toHaveLength(rows.length);
        const { order } = after(state, change);
        expect(order.filledUnits).toBe(rows.reduce((sum, row) => add(sum, row.units), '0'));
        expect(order.filledValue).toBe(
          rows.reduce((sum, row) => add(sum, multiply(row.units, row.price)), '0'),
        );
      }),
    );
  });

  it('and records of them end in the same sums whichever come first', () => {
    fc.assert(
      fc.property(anyTrades, anyRecord, (rows, record) => {
        fc.pre(record.side === 'BUY');
        const trades = (state: OrderState): OrderState =>
          after(state, bookExecutions(state, rows, at(60)));
        const early = trades(read(aState(), record, at(60)));
        const late = read(trades(aState()), record, at(60));
        expect(late.order.filledUnits).toBe(early.order.filledUnits);
        // A list says nothing about a closed order.
        if (record.source === 'BrokerList') return;
        expect(late.order.matchedUnits).toBe(early.order.matchedUnits);
      }),
    );
  });
});
