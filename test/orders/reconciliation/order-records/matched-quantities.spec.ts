import {
  after,
  anOrder,
  aRecord,
  aState,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
  openBreaks,
} from '../../../support/builders.js';
import { read, seen } from '../../order/reading.js';

describe('The quantities of a record', () => {
  it('decide over its status word: nothing pending and all matched is Filled (D7)', () => {
    const change = seen({}, { matchedUnits: '100', pendingUnits: '0', statusWord: 'Whatever' });
    expect(change.order).toMatchObject({
      status: 'Filled',
      matchedUnits: '100',
      closedAt: noon(60),
    });
    expect(change.breaksOpened).toEqual([]);
  });

  it.each(['Open', 'Posted', 'Amended'])(
    'that disagree with the word "%s" are believed; a person is told (D9)',
    (word) => {
      const change = seen({}, { matchedUnits: '100', pendingUnits: '0', statusWord: word });
      expect(change.order.status).toBe('Filled');
      expect(raisedBy(change)).toEqual(['SourcesDisagree']);
    },
  );

  it('decide over "Cancelled": an order all of whose units are matched is Filled', () => {
    expect(seen({}, matchedRecord(100, { statusWord: 'Cancelled' })).order.status).toBe('Filled');
  });

  it("are not taken over under an unexplained word beside other units: the number may be another order's", () => {
    const others = { units: '907', matchedUnits: '507', pendingUnits: '400', statusWord: 'Part' };
    expect(seen({}, others).order).not.toHaveProperty('matchedUnits');
    const ours = { matchedUnits: '40', pendingUnits: '60', statusWord: 'Part' };
    expect(seen({}, ours).order).toMatchObject({ matchedUnits: '40' });
  });

  it("are not taken over while trades show another account's order under the number, nor is the end that they show", () => {
    const doubted = { numberDoubt: 'DailyTrades', numberDoubtedAt: noon(5) } as const;
    const filled = { matchedUnits: '100', pendingUnits: '0', statusWord: 'Filled' };
    for (const shown of [matchedRecord(40), filled]) {
      const change = seen(doubted, shown);
      expect(change.order).not.toHaveProperty('matchedUnits');
      expect(change.order).not.toHaveProperty('status');
    }
  });

  it('of a part fill are numbers, not a status (E6)', () => {
    const change = seen({}, matchedRecord(40));
    expect(change.order).toMatchObject({ matchedUnits: '40' });
    expect(change.order).not.toHaveProperty('status');
    expect(change.order).not.toHaveProperty('filledUnits');
    expect(factsOf(change)).toEqual(['MATCHED_UNITS_CHANGED']);
  });

  it('of a cancelled order filled in part are kept (D9)', () => {
    const change = seen({}, matchedRecord(40, { statusWord: 'Cancelled', pendingUnits: '0' }));
    expect(change.order).toMatchObject({ status: 'Cancelled', matchedUnits: '40' });
  });

  it.each([
    { matchedUnits: '0', pendingUnits: '0' },
    { matchedUnits: '99', pendingUnits: '0' },
    { matchedUnits: '100', pendingUnits: '1' },
    { matchedUnits: null, pendingUnits: '0' },
    { matchedUnits: '100', pendingUnits: null },
  ])('that do not add up to all matched, %j, fill nothing', (quantities) => {
    expect(seen({}, quantities).order).not.toHaveProperty('status');
  });

  it.each([
    ['100', 'Done', true],
    ['40', 'Done', true],
    ['100', 'Open', true],
    ['40', 'Open', false],
    ['100', 'Cancelled', false],
  ])(
    'that show %s of 100 matched under "%s", and not what is pending, leave the order uncertain: %s',
    (matchedUnits, statusWord, isUncertain) => {
      const { order } = seen({}, { matchedUnits, pendingUnits: null, statusWord });
      expect(order.status).not.toBe('Filled');
      expect(typeof order.doubtedSince === 'number').toBe(isUncertain);
    },
  );

  it.each(['Posted', 'Expired'] as const)(
    'that may show a %s order filled leave it uncertain, though its status changes by them',
    (status) => {
      const shown = { matchedUnits: '100', pendingUnits: null, statusWord: 'Open' };
      const { order } = seen({ status, closedAt: status === 'Expired' ? noon(10) : null }, shown);
      expect(order).toMatchObject({ status: 'Open' });
      expect(typeof order.doubtedSince).toBe('number');
    },
  );

  it.each(['Done', 'Open'])(
    'that leave it uncertain under "%s" are in the trail once, however often they are shown',
    (statusWord) => {
      const shown = { statusWord, matchedUnits: '100', pendingUnits: null };
      const state = aState({ order: anOrder({ orderNumber: '700001', status: 'Open' }) });
      const first = changeOf(read(state, aRecord({ ...shown, askedAt: noon(30) })));
      expect(factsOf(first)).toContain('ORDER_DOUBTED');
      const record = aRecord({ ...shown, askedAt: noon(50) });
      const again = changeOf(read(after(state, first), record));
      expect(factsOf(again)).toEqual([]);
    },
  );

  it('that are missing say nothing: they are not zero', () => {
    const change = seen({ matchedUnits: '40' }, { matchedUnits: null, pendingUnits: null });
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(change.breaksOpened).toEqual([]);
  });

  it.each([
    ['100', '100', true],
    ['100', '61', true],
    ['100', '60', false],
    ['60', '60', false],
    ['200', '160', false],
    ['200', '161', true],
  ])(
    'of which %s units and only %s pending are shown leave an order of 100 uncertain, 40 matched: %s',
    (units, pendingUnits, isUncertain) => {
      const held = { matchedUnits: '40', updatedAt: noon(59) };
      const { order } = seen(held, { units, matchedUnits: null, pendingUnits });
      expect(typeof order.fewerMatchedSince === 'number').toBe(isUncertain);
      expect(order).not.toHaveProperty('matchedUnits');
      const doubted = { ...held, fewerMatchedSince: noon(49) };
      const again = seen(doubted, { units, matchedUnits: null, pendingUnits });
      expect(again.order.fewerMatchedSince).toBe(isUncertain ? undefined : null);
    },
  );

  it('that leave more than is held matched end no doubt, and those that say nothing tell of it in the end', () => {
    const doubted = { matchedUnits: '40', updatedAt: noon(10), fewerMatchedSince: noon(20) };
    const done = seen(doubted, { matchedUnits: null, pendingUnits: '0', statusWord: 'Cancelled' });
    expect(done.order.fewerMatchedSince).toBeUndefined();
    expect(done.breaksClosed).toEqual([]);
    const silent = seen(doubted, { matchedUnits: null, pendingUnits: null });
    expect(silent.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'MatchedFell' }]);
  });

  it('say nothing of what is matched where somebody may have asked for more units', () => {
    const held = { matchedUnits: '40', updatedAt: noon(59) };
    const left = { units: '160', matchedUnits: null, pendingUnits: '160' };
    expect(seen(held, left).order.fewerMatchedSince).toBeUndefined();
  });

  it('never take matched units back; a person is told (D9)', () => {
    const change = seen({ matchedUnits: '40' }, matchedRecord(30));
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(change.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'MatchedFell' }]);
  });

  it('that show less matched make the order uncertain at once, and are told of when they stay so (D9)', () => {
    const held = { matchedUnits: '40', updatedAt: noon(59) };
    const soon = seen(held, matchedRecord(30));
    expect(soon).toMatchObject({ breaksOpened: [], order: { fewerMatchedSince: noon(60) } });
    const later = seen({ ...held, fewerMatchedSince: noon(49) }, matchedRecord(30));
    expect(later.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'MatchedFell' }]);
    const again = seen({ ...held, fewerMatchedSince: noon(49) }, matchedRecord(40));
    expect(again).toMatchObject({
      order: { fewerMatchedSince: null },
      breaksClosed: [{ type: 'FillMismatch', kind: 'MatchedFell' }],
    });
    const silent = seen({ ...held, fewerMatchedSince: noon(49) }, { matchedUnits: null });
    expect(silent.order).not.toHaveProperty('fewerMatchedSince');
  });

  it('of the same value in another spelling change nothing', () => {
    const change = seen(
      { matchedUnits: '40' },
      { matchedUnits: '40.0', pendingUnits: '60', units: '100.00' },
    );
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(change).toMatchObject({ facts: [], breaksOpened: [] });
  });
});

describe('The quantities of a record that cannot all be true', () => {
  it('are matched units above its own units: a person is told, and nothing is taken from it (D9)', () => {
    const change = seen({}, { matchedUnits: '101', pendingUnits: '0' });
    expect(change.breaksOpened).toMatchObject([
      { type: 'FillMismatch', kind: 'MatchedExceedsUnits' },
    ]);
    expect(change.order).toMatchObject({ doubtedSince: noon(60) });
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(change.order).not.toHaveProperty('status');
  });

  it('are matched units above those of the order, whatever else would make them a remainder', () => {
    const change = seen({}, { units: '100', matchedUnits: '105', pendingUnits: '100' });
    expect(change.breaksOpened).toMatchObject([{ kind: 'MatchedExceedsUnits' }]);
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(change.order).not.toHaveProperty('units');
  });

  it('leave the order uncertain until an enquiry shows quantities that can be true', () => {
    const state = aState({ order: anOrder({ units: '100' }) });
    const odd = after(state, read(state, aRecord({ matchedUnits: '101', pendingUnits: '0' })));
    expect(odd.order.doubtedSince).not.toBeNull();
    const later = { askedAt: noon(70) };
    const told = { ...odd, breaks: openBreaks('FillMismatch') };
    const again = read(told, aRecord({ ...later, matchedUnits: '0', pendingUnits: '100' }));
    expect(again?.order).toMatchObject({ doubtedSince: null });
    expect(again?.breaksClosed).toMatchObject([{ kind: 'MatchedExceedsUnits' }]);
  });

  it('are told of until quantities agree while some are pending: at the end Quantity may count anything', () => {
    const told = { ...aState(), breaks: openBreaks('SourcesDisagree') };
    const ended = aRecord({ matchedUnits: '40', pendingUnits: '0', statusWord: 'Cancelled' });
    const working = aRecord({ matchedUnits: '40', pendingUnits: '60' });
    const closedBy = (record: typeof ended) =>
      read(told, record)?.breaksClosed.map(({ key }) => key);
    expect(closedBy(ended)).not.toContain('quantities');
    expect(closedBy(working)).toContain('quantities');
  });

  it('are so under an undocumented word and under "Cancelled" too', () => {
    for (const statusWord of ['Odd', 'Cancelled']) {
      const change = seen({}, { matchedUnits: '101', pendingUnits: null, statusWord });
      expect(raisedBy(change)).toContain('FillMismatch');
    }
  });

  it.each([
    ['Open', '40', '50'],
    ['Open', '40', '61'],
    ['Posted', '0', '99'],
    ['Amended', '99', '0'],
  ])(
    'are, under "%s", %s matched and %s pending of 100: a person is told (D9)',
    (statusWord, matchedUnits, pendingUnits) => {
      const state = { status: 'Amended' as const };
      const change = seen(state, { statusWord, matchedUnits, pendingUnits });
      expect(change.breaksOpened).toMatchObject([{ type: 'SourcesDisagree', key: 'quantities' }]);
      expect(change.order).not.toHaveProperty('matchedUnits');
      expect(change.order).not.toHaveProperty('status');
    },
  );

  it.each([
    { matchedUnits: '40', pendingUnits: '60.0' },
    { matchedUnits: '40', pendingUnits: null },
    { matchedUnits: null, pendingUnits: '60' },
    { matchedUnits: '40', pendingUnits: '0', statusWord: 'Cancelled' },
  ])('are not those of %j', (record) => {
    expect(raisedBy(seen({}, record))).toEqual([]);
  });
});
