import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import type { OrderState } from '../../../src/orders/order/order.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import { applyReply } from '../../../src/orders/dispatch/call-outcome.js';
import {
  after,
  anExecution,
  anOrder,
  aRecord,
  aReply,
  aRequest,
  aState,
  at,
  inDoubt,
  matchedRecord,
  noon,
  QUIET_MS,
  raisedBy,
  GRACE_MS,
} from '../../support/builders.js';

const RULES = { graceMs: GRACE_MS };

function trade(state: OrderState, units: string): OrderState {
  return after(state, bookExecutions(state, [anExecution({ units })], at(20)));
}

function acknowledge(state: OrderState): OrderState {
  const [edit = aRequest()] = state.requests;
  const reply = aReply({ statusWord: 'Amended', orderRef: null });
  return after(
    state,
    applyReply(state, edit, edit.claimNumber, reply, at(), { quietMs: QUIET_MS }),
  );
}

/** An order of 100 units whose edit to other units has no known outcome. */
function editing(changes: Partial<OrderRequest>): OrderState {
  return inDoubt({ kind: 'Edit', units: '200', ...changes });
}

describe('An order of 100 units that trade in full while an edit to 200 has no known outcome', () => {
  it.each(['Sent', 'Unknown'] as const)('is not Filled yet: the edit is %s', (state) => {
    const edit = aRequest({ kind: 'Edit', state, units: '200' });
    const before = aState({ requests: [edit] });
    const change = bookExecutions(before, [anExecution({ units: '100' })], at(20));
    expect(after(before, change)).toMatchObject({
      order: { status: 'Open', units: '100', filledUnits: '100', closedAt: null },
      requests: [{ state }],
    });
    expect(raisedBy(change)).toEqual([]);
  });

  it.each([
    ['100', []],
    ['150', ['FillMismatch']],
  ])(
    'is Filled, and its edit withdrawn, once the edit provably never arrived: %s traded',
    (units, breaks) => {
      const edit = aRequest({ kind: 'Edit', state: 'Sent', units: '200' });
      const traded = trade(aState({ requests: [edit] }), units);
      const reply = aReply({ class: 'NotSent' });
      const change = applyReply(traded, edit, edit.claimNumber, reply, at(), { quietMs: QUIET_MS });
      expect(change.requests).toMatchObject([{ state: 'Withdrawn' }]);
      expect(raisedBy(change)).toEqual(breaks);
      expect(after(traded, change)).toMatchObject({
        order: { status: 'Filled', grade: 'Traded', units: '100', filledUnits: units },
      });
    },
  );

  it('is Filled once the edit is refused, though the record lags behind the trades', () => {
    const traded = trade(editing({ refusalPending: 1, reason: 'too late' }), '100');
    const record = aRecord({ matchedUnits: null, pendingUnits: null });
    const change = applyRecord(traded, record, at(), RULES);
    expect(change?.requests).toMatchObject([{ state: 'Refused', reason: 'too late' }]);
    expect(after(traded, change)).toMatchObject({
      order: { status: 'Filled', units: '100', grade: 'Traded', closedAt: noon(60) },
      requests: [],
      breaks: [],
    });
  });

  it('is Filled by a record that shows 100 of 100 matched, and the edit is Refused', () => {
    const traded = trade(editing({ refusalPending: 1 }), '100');
    const change = applyRecord(traded, matchedRecord(100), at(), RULES);
    expect(change?.requests).toMatchObject([{ state: 'Refused' }]);
    expect(after(traded, change).order).toMatchObject({ status: 'Filled', units: '100' });
  });

  it.each(['Sent', 'Unknown'] as const)(
    'has 200 units and works on once the edit, which was %s, is acknowledged',
    (state) => {
      const traded = trade(
        aState({ requests: [aRequest({ kind: 'Edit', state, units: '200' })] }),
        '100',
      );
      expect(acknowledge(traded)).toMatchObject({
        order: { status: 'Amended', units: '200', filledUnits: '100', closedAt: null },
        requests: [],
      });
    },
  );

  it('has 200 units and works on once an enquiry shows them', () => {
    const traded = trade(editing({}), '100');
    const change = applyRecord(traded, matchedRecord(100, { units: '200' }), at(), RULES);
    expect(change?.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(after(traded, change).order).toMatchObject({ status: 'Amended', units: '200' });
  });

  it('is Filled by the trades that make up the 200', () => {
    const traded = acknowledge(trade(editing({}), '100'));
    const rest = bookExecutions(traded, [anExecution({ matchingId: 'M2', units: '100' })], at(70));
    expect(after(traded, rest).order).toMatchObject({ status: 'Filled', filledUnits: '200' });
    expect(raisedBy(rest)).toEqual([]);
  });
});

describe('An order of 100 units of which 60 trade while an edit to 60 has no known outcome', () => {
  it('is Filled once the edit is acknowledged, and not before (C3)', () => {
    const traded = trade(editing({ units: '60' }), '60');
    expect(traded.order.status).toBe('Open');
    expect(acknowledge(traded).order).toMatchObject({
      status: 'Filled',
      units: '60',
      grade: 'Traded',
    });
  });
});

describe('More executions than an order has units while an edit to 200 is open', () => {
  it('are an overfill beyond 200 if the edit may have been taken', () => {
    const change = bookExecutions(editing({}), [anExecution({ units: '201' })], at());
    expect(change.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'Overfill' }]);
  });

  it('are an overfill beyond 100 if the edit has not been sent', () => {
    const waiting = aState({ requests: [aRequest({ kind: 'Edit', units: '200' })] });
    const change = bookExecutions(waiting, [anExecution({ units: '101' })], at());
    expect(change.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'Overfill' }]);
  });
});

describe('An order that trades fill after its edit was acknowledged', () => {
  const order = anOrder({ status: 'Amended', grade: 'Acknowledged', editAcknowledgedAt: noon(10) });
  const fill = (askedAt: number) => trade(aState({ order: { ...order, askedAt } }), order.units);

  it('is certain once a record has shown it since, and not before', () => {
    expect(fill(noon(15)).order).toMatchObject({ status: 'Filled', doubtedSince: null });
    expect(fill(noon(5)).order).toMatchObject({ status: 'Filled', doubtedSince: noon(20) });
  });

  it('is certain by a record that shows it full', () => {
    const record = matchedRecord(100, { statusWord: 'Filled' });
    const full = after(fill(noon(5)), applyRecord(fill(noon(5)), record, at(), RULES));
    expect(full.order).toMatchObject({ status: 'Filled', doubtedSince: null });
  });

  it('may have another number when its own is cancelled: the edit may have named what was to be left', () => {
    const record = aRecord({
      units: '400',
      matchedUnits: '100',
      pendingUnits: '0',
      statusWord: 'Cancelled',
      askedAt: noon(18),
    });
    const doubted = after(fill(noon(5)), applyRecord(fill(noon(5)), record, at(), RULES));
    expect(doubted.order).toMatchObject({ status: 'Filled', numberDoubt: 'Acknowledgement' });
  });
});
