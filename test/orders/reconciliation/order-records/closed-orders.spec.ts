import {
  after,
  anOrder,
  aRecord,
  aState,
  at,
  changeOf,
  matchedRecord,
  noon,
  raisedBy,
  GRACE_MS,
} from '../../../support/builders.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { reportContradicted } from '../../../../src/orders/reconciliation/order-records/unexplained-status.js';
import { read, RULES } from '../../order/reading.js';

describe('A closed order', () => {
  it.each([
    ['Cancelled', 'Open', 'Open'],
    ['Cancelled', 'Posted', 'Open'],
    ['Cancelled', 'Amended', 'Amended'],
    ['Rejected', 'Posted', 'Posted'],
    ['Rejected', 'Amended', 'Amended'],
    ['Rejected', 'Cancelled', 'Cancelled'],
    ['Expired', 'Open', 'Open'],
    ['Expired', 'Amended', 'Amended'],
    ['Expired', 'Cancelled', 'Cancelled'],
  ] as const)(
    'that is %s is seen "%s" by an enquiry: it is %s, and a person is told',
    (status, statusWord, next) => {
      const state = aState({ order: anOrder({ status, closedAt: noon(0) }) });
      const change = changeOf(read(state, aRecord({ statusWord })));
      expect(change.order).toMatchObject({ status: next });
      expect(change.order.closedAt).toBe(next === 'Cancelled' ? noon(60) : null);
      expect(raisedBy(change)).toEqual(['StatusMismatch']);
    },
  );

  it('is doubted for lists that show it otherwise, unless people have ended it and no enquiry shows it working', () => {
    const rules = { ...RULES, contradiction: 'lists and enquiries show it differently' };
    const nothing = aRecord({ statusWord: 'EXPIRED', matchedUnits: '0', pendingUnits: '0' });
    const expired = (grade: 'Operator' | 'Calendar') =>
      aState({ order: anOrder({ status: 'Expired', grade, closedAt: noon(0) }) });
    const doubted = { doubtedSince: noon(60) };
    expect(read(expired('Calendar'), nothing, rules)?.order).toMatchObject(doubted);
    expect(read(expired('Operator'), nothing, rules)?.order).not.toHaveProperty('doubtedSince');
    const works = after(expired('Operator'), read(expired('Operator'), aRecord(), rules));
    expect(read(works, aRecord({ askedAt: noon(59) }), rules)?.order).toMatchObject(doubted);
    const told = (state: OrderState) => reportContradicted(state, at(70), 'differently');
    expect([told(expired('Operator')), told(expired('Calendar'))]).toMatchObject([
      null,
      { breaksOpened: [{ type: 'SourcesDisagree' }] },
    ]);
  });

  it('that is Cancelled and seen Cancelled is confirmed', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled', grade: 'Acknowledged' }) });
    const change = changeOf(read(state, aRecord({ statusWord: 'Cancelled' })));
    expect(change.order).toMatchObject({ grade: 'Enquired' });
    expect(change.breaksOpened).toEqual([]);
  });

  it('is not opened by an answer that the exchange may have given before the cancel showed (C10)', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled' }) });
    const record = aRecord({ askedAt: noon(0) + GRACE_MS });
    const change = changeOf(read(state, record));
    expect(change.order).not.toHaveProperty('status');
    expect(change.breaksOpened).toEqual([]);
  });

  it('that was Filled is not opened by any word', () => {
    const state = aState({ order: anOrder({ status: 'Filled', matchedUnits: '100' }) });
    for (const statusWord of ['Open', 'Posted', 'Amended', 'Cancelled']) {
      const change = changeOf(read(state, matchedRecord(100, { statusWord })));
      expect(change.order).not.toHaveProperty('status');
    }
  });

  it('that is Filled because more was traded than its units is open again, and larger, once an enquiry shows it so', () => {
    const booked = { filledUnits: '130', matchedUnits: '130', closedAt: noon(0) } as const;
    const state = aState({ order: anOrder({ status: 'Filled', ...booked }) });
    const larger = matchedRecord(130, { units: '300' });
    const change = changeOf(read(state, larger));
    expect(change.order).toMatchObject({ status: 'Open', units: '300', closedAt: null });
    expect(raisedBy(change)).toContain('UnitsMismatch');
    const seen = (order: Partial<Order>, record: RecordEvidence) =>
      read(aState({ order: anOrder({ status: 'Filled', ...booked, ...order }) }), record)?.order;
    for (const [order, record] of [
      [{ filledUnits: '100', matchedUnits: '100' }, larger],
      [{ numberDoubt: 'AccountList', numberDoubtedAt: noon(20) }, larger],
      [{ lastOwnChangeAt: noon(25) }, larger],
      [{}, matchedRecord(130, { units: '300', statusWord: 'Suspended' })],
      [{}, matchedRecord(140, { units: '300' })],
      [{}, matchedRecord(130, { units: '300', pendingUnits: '100' })],
      [{}, matchedRecord(130, { units: '300', statusWord: 'Cancelled' })],
    ] as const) {
      expect(seen(order, record)?.status ?? 'Filled').toBe('Filled');
    }
  });

  describe('that only a record has shown Filled', () => {
    const lag = GRACE_MS / 1_000;
    const doubted = (changes: Partial<Order> = {}) =>
      aState({
        order: anOrder({
          status: 'Filled', grade: 'Enquired', matchedUnits: '100', filledUnits: '40',
          closedAt: noon(0), doubtedSince: noon(60 - lag - 1), shownPending: '60', ...changes,
        }),
      }); // prettier-ignore
    const works = matchedRecord(40);

    it('is open again with what is booked once enquiries have shown it working for longer than records lag', () => {
      const change = changeOf(read(doubted(), works));
      expect(change.order).toMatchObject({ status: 'Open', matchedUnits: '40', closedAt: null });
      expect(raisedBy(change)).toEqual(['StatusMismatch']);
    });

    it.each<[string, Partial<Order>, RecordEvidence]>([
      ['it was not doubted for so long', { doubtedSince: noon(60 - lag) }, works],
      ['nothing has made it doubtful', { doubtedSince: null }, works],
      ['lists alone have', { shownPending: '0' }, works],
      ['its trades have filled it', { grade: 'Traded' }, works],
      ['its number is in doubt', { numberDoubt: 'AccountList', numberDoubtedAt: noon(1) }, works],
      ['more is matched than is booked', {}, matchedRecord(50)],
      ['it is shown with other units', {}, matchedRecord(40, { units: '90' })],
      ['it is shown Cancelled', {}, matchedRecord(40, { statusWord: 'Cancelled' })],
    ])('stays Filled where %s', (_, order, record) => {
      const change = changeOf(read(doubted(order), record));
      expect(change.order.status ?? 'Filled').toBe('Filled');
    });
  });

  it('that was Cancelled and is seen with all units matched is Filled, and a person is told', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled' }) });
    const change = changeOf(read(state, matchedRecord(100, { statusWord: 'Cancelled' })));
    expect(change.order.status).toBe('Filled');
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });
});

describe('A Filled order that an enquiry does not show so', () => {
  const seconds = GRACE_MS / 1_000;
  const filled = { status: 'Filled', matchedUnits: '100', filledUnits: '100' } as const;

  function readAfter(lag: number, statusWord: string) {
    const state = aState({ order: anOrder({ ...filled, closedAt: noon(60 - lag) }) });
    const record = aRecord({ statusWord, matchedUnits: null, pendingUnits: null });
    const change = changeOf(read(state, record));
    return { change, order: after(state, change).order };
  }

  it.each(['Open', 'Posted', 'Amended', 'Cancelled'])(
    'but "%s", stays Filled, and a person is told once the records had time to settle',
    (word) => {
      const { change, order } = readAfter(seconds + 1, word);
      expect(order).toMatchObject({ status: 'Filled', closedAt: noon(60 - seconds - 1) });
      expect(change.breaksOpened).toMatchObject([{ type: 'StatusMismatch', key: `seen${word}` }]);
    },
  );

  it.each([0, seconds])(
    '%d s after it closed, is doubtful, and told to nobody: records lag',
    (lag) => {
      const { change, order } = readAfter(lag, 'Open');
      expect(order.status).toBe('Filled');
      expect(order.doubtedSince).toBe(noon(60));
      expect(change).toMatchObject({
        breaksOpened: [],
        facts: [{ type: 'ORDER_DOUBTED' }],
        requests: [],
      });
    },
  );
});
