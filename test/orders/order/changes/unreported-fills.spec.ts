import { bookExecutions } from '../../../../src/orders/fills/executions.js';
import {
  unreportedOf,
  unreportedBreak,
} from '../../../../src/orders/order/changes/unreported-fills.js';
import {
  after,
  anExecution,
  anOrder,
  aState,
  at,
  matchedRecord,
  noon,
} from '../../../support/builders.js';
import { seen } from '../reading.js';

const MINUTE = 60_000;
const open = aState({ order: anOrder({ status: 'Open' }) });
/** An enquiry has shown 50 of 100 matched, and nothing is booked. */
const ahead = after(open, seen({}, matchedRecord(50)));

describe('An order with more matched than booked (E6)', () => {
  it('knows how many units are unreported, and since when', () => {
    expect(unreportedOf(ahead.order)).toBe('50');
    expect(ahead.order.unreportedSince).toBe(at().wall);
    expect(ahead.order).toMatchObject({ filledUnits: '0', filledValue: '0' });
  });

  it('waits anew after each execution that follows', () => {
    const later = at(120);
    const part = after(ahead, bookExecutions(ahead, [anExecution({ units: '20' })], later));
    expect(unreportedOf(part.order)).toBe('30');
    expect(part.order.unreportedSince).toBe(noon(120));
  });

  it('has nothing unreported once all executions have followed, and its breaks end', () => {
    const change = bookExecutions(ahead, [anExecution({ units: '50' })], at());
    expect(after(ahead, change).order.unreportedSince).toBeNull();
    expect(change.breaksClosed).toMatchObject([
      {
        type: 'FillMismatch',
        kind: 'UnreportedFill',
        key: '50 0',
        outcome: 'now 50 are matched and 50 booked',
      },
      { type: 'FillMismatch', kind: 'NoMatchingId', outcome: 'all that is matched is booked' },
    ]);
  });

  it.each([
    [9 * MINUTE, null],
    [10 * MINUTE, 'the exchange says 50 are matched, and its trades have shown 0'],
  ])('after %i ms has the break %s', (age, detail) => {
    const found = unreportedBreak(ahead.order, Number(ahead.order.unreportedSince) + age);
    expect(found?.detail ?? null).toBe(detail);
  });

  it('has another break when a figure changes', () => {
    const part = after(ahead, bookExecutions(ahead, [anExecution({ units: '20' })], at()));
    const keys = [ahead, part].map(({ order }) => unreportedBreak(order, noon(3_600))?.key);
    expect(keys).toEqual(['50 0', '50 20']);
  });

  it('has no break if nothing is matched beyond what is booked', () => {
    const booked = after(open, bookExecutions(open, [anExecution()], at()));
    expect(booked.order.unreportedSince).toBeNull();
    expect(unreportedBreak(booked.order, noon(3_600))).toBeNull();
  });
});
