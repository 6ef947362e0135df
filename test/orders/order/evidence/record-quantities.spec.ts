import { bookExecutions } from '../../../../src/orders/fills/executions.js';
import type { StatusMappings } from '../../../../src/orders/order/order-status.js';
import type { OrderChange, OrderState } from '../../../../src/orders/order/order.js';
import {
  hasListedUnits,
  quantitiesOf,
} from '../../../../src/orders/order/evidence/record-quantities.js';
import { applyReply } from '../../../../src/orders/dispatch/call-outcome.js';
import {
  confirmNewNumber,
  type NewNumberRules,
} from '../../../../src/orders/reconciliation/unknown-outcomes/unknown-edits.js';
import type { EditUnitsMean } from '../../../../src/orders/order/changes/instructions.js';
import {
  after,
  anExecution,
  anOrder,
  aRecord,
  aReply,
  aRequest,
  aState,
  at,
  changeOf,
  noon,
  QUIET_MS,
  raisedBy,
} from '../../../support/builders.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import { read, RULES } from '../reading.js';

/** Quantity, matched, pending and status word of a record. */
type Row = readonly [string, string | null, string | null, string];

function shown([units, matchedUnits, pendingUnits, statusWord]: Row) {
  return { units, matchedUnits, pendingUnits, statusWord };
}

describe('Of an order of 1000, of which 400 are matched, a record shows', () => {
  const held = { units: '1000', matchedUnits: '400', matchedUnderPriorNumbers: null };

  it.each<[string, Row, string | null, boolean]>([
    ['all units', ['1000', '400', '600', 'Open'], '1000', false],
    ['what is left', ['600', '400', '600', 'Open'], '1000', false],
    ['what is left of a filled order', ['0', '1000', '0', 'Filled'], '1000', true],
    ['all units of a filled order', ['1000', '1000', '0', 'Filled'], '1000', true],
    ['fewer units than before', ['700', '400', '300', 'Open'], '700', false],
    ['fewer units than before, as what is left', ['300', '400', '300', 'Open'], '700', false],
    ['what was executed before the cancel', ['400', '400', '0', 'Cancelled'], '1000', false],
    ['what was left at the cancel', ['600', '400', '0', 'Cancelled'], '1000', false],
    ['all units of a cancelled order', ['1000', '400', '0', 'Cancelled'], '1000', false],
    ['other units of a cancelled order', ['1500', '400', '0', 'Cancelled'], '1500', false],
    ['nothing executed before the cancel', ['400', null, null, 'Cancelled'], '1000', false],
    ['nothing left of a cancelled order', ['0', '400', '0', 'Cancelled'], '1000', false],
    ['units cut to what is matched', ['400', '400', '0', 'Open'], '400', true],
    ['nothing certain under an unknown word', ['400', '400', '0', 'X'], null, false],
    ['more matched than units', ['1000', '1100', '0', 'Open'], null, false],
    ['quantities that do not add up', ['1000', '400', '500', 'Open'], null, false],
    ['too little to tell', ['500', '400', null, 'Open'], null, false],
    ['all units matched, and not what is pending', ['1000', '1000', null, 'Done'], '1000', false],
    ['all units matched of a working order', ['1000', '1000', null, 'Open'], '1000', false],
    ['only its units', ['1000', null, null, 'Open'], '1000', false],
    ['only what may be left', ['600', null, null, 'Open'], '1000', false],
  ])('%s: %j', (_, row, units, isFull) => {
    expect(quantitiesOf(held, shown(row))).toMatchObject({ units, isFull });
  });

  it('that it was filled by fewer units, if its word is known to mean filled', () => {
    const mappings: StatusMappings = { version: 0, meanings: new Map([['done', 'Filled']]) };
    const row = shown(['400', '400', '0', 'Done']);
    expect(quantitiesOf(held, row, mappings)).toMatchObject({ units: '400', isFull: true });
  });

  it.each<[Row, boolean]>([
    [['1000', '1000', null, 'Done'], true],
    [['0', '1000', null, 'Done'], true],
    [['1000', '400', null, 'Done'], false],
    [['1000', null, null, 'Done'], false],
    [['400', '400', null, 'Done'], false],
    [['1500', '1500', null, 'Done'], true],
    [['1000', '1000', '600', 'Done'], false],
    [['1000', '1000', null, 'Open'], false],
    [['1000', '1000', null, 'X'], false],
  ])('that nothing is pending only together with a word that means filled: %j', (row, isFull) => {
    const meanings = new Map([
      ['done', 'Filled'],
      ['open', 'Filled'],
    ] as const);
    expect(quantitiesOf(held, shown(row), { version: 0, meanings })).toMatchObject({ isFull });
  });
});

describe('Of an order of 1000 of which we know no match, a record shows', () => {
  const held = { units: '1000', matchedUnits: '0', matchedUnderPriorNumbers: null };

  it.each<[string, Row, string | null]>([
    ['what may be left after trades that nobody has shown', ['600', null, null, 'Open'], null],
    ['that, of a filled order', ['0', null, null, 'Filled'], null],
    ['that, with what is pending', ['600', null, '600', 'Open'], null],
    ['what may have been left at the cancel', ['600', null, null, 'Cancelled'], null],
    ['fewer units than before', ['600', '0', null, 'Open'], '600'],
    ['fewer units, of which less is pending', ['600', null, '500', 'Open'], '600'],
    ['more units than before', ['1200', null, null, 'Open'], '1200'],
  ])('%s: %j', (_, row, units) => {
    expect(quantitiesOf(held, shown(row)).units).toBe(units);
  });
});

describe('Of an order of 1000 with 400 matched under its earlier number, a record of the new one shows', () => {
  const held = { units: '1000', matchedUnits: '400', matchedUnderPriorNumbers: '400' };

  it.each<[string, Row, string | null, string | null, boolean]>([
    ['what was left', ['600', '0', '600', 'Open'], '1000', '400', false],
    ['what was left, in part matched', ['600', '400', '200', 'Open'], '1000', '800', false],
    ['what is left now', ['500', '100', '500', 'Open'], '1000', '500', false],
    ['what was left, all matched', ['600', '600', '0', 'Filled'], '1000', '1000', true],
    ['the whole order', ['1000', '400', '600', 'Open'], '1000', '400', false],
    ['the whole order, all matched', ['1000', '1000', '0', 'Filled'], '1000', '1000', true],
    [
      'what was executed of the whole, as before',
      ['400', '400', '0', 'Cancelled'],
      '1000',
      '400',
      false,
    ],
    ['what was executed of it', ['100', '100', '0', 'Cancelled'], '1000', '500', false],
    ['what was executed of all of it', ['600', '600', '0', 'Cancelled'], '1000', '600', false],
    ['more than was left', ['800', '0', '800', 'Open'], '1200', '400', false],
    [
      'more than was left, and not what is matched',
      ['1000', null, '1000', 'Open'],
      '1400',
      null,
      false,
    ],
    ['what may be either', ['900', '450', '450', 'Open'], null, null, false],
    [
      'what was left of the whole, under a word of its own',
      ['600', '400', '0', 'Replaced'],
      '1000',
      '400',
      false,
    ],
  ])('%s: %j', (_, row, units, matchedUnits, isFull) => {
    expect(quantitiesOf(held, shown(row))).toEqual({
      units,
      matchedUnits,
      isFull,
      isAmbiguous: false,
    });
  });

  it('what was executed of the whole or of it, which only trades can tell apart', () => {
    const row = shown(['450', '450', '0', 'Cancelled']);
    const either = { units: '1000', isFull: false };
    expect(quantitiesOf(held, row)).toEqual({ ...either, matchedUnits: '450', isAmbiguous: true });
    for (const matchedUnits of ['450', '850']) {
      const told = quantitiesOf({ ...held, matchedUnits }, row);
      expect(told).toEqual({ ...either, matchedUnits, isAmbiguous: false });
    }
  });

  it.each([
    ['1000', true],
    ['600', true],
    ['400', false],
  ])('units that agree with it if they are %s: %s', (units, isAsHeld) => {
    expect(hasListedUnits(held, units)).toBe(isAsHeld);
  });
});

describe('An order that was filled in part and got a new number from an edit', () => {
  const edit = aRequest({ kind: 'Edit', state: 'Sent', units: '1000', price: '12' });
  const before = aState({
    order: anOrder({ units: '1000', matchedUnits: '400', filledUnits: '400', filledValue: '5000' }),
    requests: [edit],
  });
  const amended = aReply({ orderNumber: '700009', statusWord: 'Amended', orderRef: null });
  const claim = (state: OrderState): OrderState =>
    after(state, applyReply(state, edit, edit.claimNumber, amended, at(1), { quietMs: QUIET_MS }));
  /** Acknowledged under a new number, which an enquiry has shown. */
  const withNewNumber = (state: OrderState): OrderState => {
    const claimed = claim(state);
    const [request = edit] = claimed.requests;
    const record = aRecord({
      orderNumber: '700009',
      ...shown(['600', '0', '600', 'Open']),
      askedAt: noon(20),
    });
    return after(claimed, confirmNewNumber(claimed, request, record, at(20), confirming()));
  };
  const confirming = (editUnitsMean: EditUnitsMean = 'unknown'): NewNumberRules => ({
    isOldGone: true,
    isOnlyCandidate: false,
    editUnitsMean,
  });
  const edited = withNewNumber(before);
  const seen = (state: OrderState, row: Row): OrderChange =>
    changeOf(read(state, aRecord({ orderNumber: '700009', ...shown(row) })));
  const trade = (orderNumber: string, units: string) =>
    anExecution({ orderNumber, units, matchingId: `${orderNumber} ${units}` });

  it('keeps its units, and counts what was matched on top of the new number', () => {
    expect(edited.order).toMatchObject({
      orderNumber: '700009',
      matchedUnderPriorNumbers: '400',
      units: '1000',
    });
    const change = seen(edited, ['600', '0', '600', 'Open']);
    expect(change.breaksOpened).toEqual([]);
    expect(after(edited, change).order).toMatchObject({ units: '1000', matchedUnits: '400' });
  });

  it('adds what its new number has matched', () => {
    const claimed = claim(before);
    const record = aRecord({
      orderNumber: '700009',
      ...shown(['600', '200', '400', 'Open']),
      askedAt: noon(20),
    });
    const [request = edit] = claimed.requests;
    const change = confirmNewNumber(claimed, request, record, at(20), confirming());
    expect(change?.order).toMatchObject({ orderNumber: '700009', matchedUnits: '600' });
  });

  it('is doubtful where more was matched than we knew when it was edited, until its units are taken over', () => {
    const claimed = claim(before);
    const [request = edit] = claimed.requests;
    const all: Row = ['1000', null, '1000', 'Open'];
    const record = aRecord({ orderNumber: '700009', ...shown(all), askedAt: noon(20) });
    const linked = after(claimed, confirmNewNumber(claimed, request, record, at(20), confirming()));
    expect(linked.order).toMatchObject({ orderNumber: '700009', units: '1000' });
    expect(linked.order.doubtedSince).not.toBeNull();
    const told = after(linked, seen(linked, all));
    expect(told.order).toMatchObject({ units: '1400', matchedUnits: '400' });
  });

  it.each<[string, Row, EditUnitsMean, string | null]>([
    ['cancelled with a part matched', ['1000', '400', '0', 'Cancelled'], 'unknown', null],
    ['cancelled with a part matched', ['1000', '400', '0', 'Cancelled'], 'remaining', null],
    ['cancelled with a part matched', ['1000', '400', '0', 'Cancelled'], 'total', '700009'],
    ['over with a part matched', ['1000', '400', '0', 'Lapsed'], 'unknown', null],
    ['cancelled with all of it matched', ['1000', '1000', '0', 'Cancelled'], 'unknown', null],
    ['cancelled with all units', ['1000', null, '0', 'Cancelled'], 'remaining', null],
    ['working', ['1000', '400', '600', 'Open'], 'unknown', '700009'],
    ['cancelled with what was left', ['600', '0', '0', 'Cancelled'], 'unknown', '700009'],
  ])(
    'first shown %s (%j), where units of an edit mean %s: its new number is %s',
    (_what, row, editUnitsMean, orderNumber) => {
      const claimed = claim(before);
      const [request = edit] = claimed.requests;
      const record = aRecord({ orderNumber: '700009', ...shown(row), askedAt: noon(20) });
      const rules = confirming(editUnitsMean);
      const change = confirmNewNumber(claimed, request, record, at(20), rules);
      expect(change?.order.orderNumber ?? null).toBe(orderNumber);
    },
  );

  it('is not Filled while units of the new number work', () => {
    const read = after(edited, seen(edited, ['600', '0', '600', 'Open']));
    const traded = after(read, bookExecutions(read, [trade('700009', '200')], at(40)));
    expect(traded.order).toMatchObject({
      status: 'Amended',
      matchedUnits: '600',
      filledUnits: '600',
    });
    const full = after(traded, bookExecutions(traded, [trade('700009', '400')], at(50)));
    expect(full.order).toMatchObject({ status: 'Filled', matchedUnits: '1000' });
  });

  it.each([
    ['50', '450'],
    ['450', '850'],
  ])('is doubtful once it is cancelled with 450 executed, until %s are traded under the new one', (units, all) => {
    const ended: Row = ['450', '450', '0', 'Cancelled'];
    const cancelled = after(edited, seen(edited, ended));
    expect(cancelled.order).toMatchObject({ status: 'Cancelled', matchedUnits: '450' });
    expect(cancelled.order.doubtedSince).not.toBeNull();
    const traded = after(cancelled, bookExecutions(cancelled, [trade('700009', units)], at(70)));
    const record = aRecord({ orderNumber: '700009', ...shown(ended), askedAt: noon(80) });
    const known = after(traded, applyRecord(traded, record, at(81), RULES));
    expect(known.order).toMatchObject({ status: 'Cancelled', matchedUnits: all });
    expect(known.order.doubtedSince).toBeNull();
  }); // prettier-ignore

  it('counts late trades of the earlier number once, whatever the new one has', () => {
    const late = { ...before, order: anOrder({ units: '1000' }) };
    const claimed = withNewNumber(late);
    const order = {
      ...claimed.order,
      orderNumber: '700009',
      matchedUnderPriorNumbers: '0',
      filledUnderPriorNumbers: '0',
    };
    const state = { ...claimed, requests: [], order };
    // The rest may be matched but not shown yet: a break opens, and the order is not taken for smaller.
    const change = seen(state, ['600', '0', '600', 'Open']);
    expect(raisedBy(change)).toEqual(['UnitsMismatch']);
    expect(change.order).not.toHaveProperty('units');
    const known = after(state, change);
    const traded = after(known, bookExecutions(known, [trade('700001', '400')], at(40)));
    expect(traded.order).toMatchObject({
      matchedUnderPriorNumbers: '400',
      matchedUnits: '400',
      units: '1000',
    });
    const row = aRecord({ orderNumber: '700009', ...shown(['600', '100', '500', 'Open']) });
    expect(after(traded, read(traded, { ...row, askedAt: at(45).database })).order).toMatchObject({
      matchedUnits: '500',
    });
  });

  it('adds what records have shown of the earlier number to the trades of the new one', () => {
    const unbooked = {
      ...edited,
      order: { ...edited.order, filledUnits: '0', filledUnderPriorNumbers: '0' },
    };
    const traded = after(unbooked, bookExecutions(unbooked, [trade('700009', '200')], at(40)));
    expect(traded.order).toMatchObject({ matchedUnits: '600', filledUnits: '200' });
  });
});

describe('An order that is shown cancelled with the executed units as its Quantity', () => {
  it('is Cancelled, and keeps its units', () => {
    const change = changeOf(
      read(
        aState({ order: anOrder({ units: '1000' }) }),
        aRecord(shown(['400', '400', '0', 'Cancelled'])),
      ),
    );
    expect(change.order).toMatchObject({ status: 'Cancelled', matchedUnits: '400' });
    expect(change.order).not.toHaveProperty('units');
    expect(change.breaksOpened).toEqual([]);
  });

  it('is not Filled by more than we held as its units: it may have had more still', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Unknown' });
    const state = aState({ order: anOrder({ units: '1000' }), requests: [cancel] });
    const change = changeOf(read(state, aRecord(shown(['1400', '1400', '0', 'Cancelled']))));
    expect(change.order).not.toHaveProperty('status');
    expect(change.order.doubtedSince).not.toBeNull();
    expect([change.requests, raisedBy(change)]).toEqual([[], ['SourcesDisagree']]);
  });

  it('is Filled by the units that we hold, and by more under the word for it', () => {
    for (const [units, word] of [
      ['1000', 'Cancelled'],
      ['1400', 'Filled'],
    ] as const) {
      const state = aState({ order: anOrder({ units: '1000' }) });
      const change = changeOf(read(state, aRecord(shown([units, units, '0', word]))));
      expect(change.order).toMatchObject({ status: 'Filled' });
    }
  });
});
