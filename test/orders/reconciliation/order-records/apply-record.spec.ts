import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
  openBreaks,
} from '../../../support/builders.js';
import { identityOf } from '../../../../src/orders/breaks/break.js';
import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { read, RULES, seen } from '../../order/reading.js';

describe('A record says nothing', () => {
  it.each([-1, 0])('when it was asked %d s after our own last mutation (D5)', (seconds) => {
    const state = aState({ order: anOrder({ lastOwnChangeAt: noon(30), askedAt: 0 }) });
    expect(
      read(state, aRecord({ askedAt: noon(30 + seconds), statusWord: 'Cancelled' })),
    ).toBeNull();
  });

  it('when it was asked before an answer that was used already (D6)', () => {
    const state = aState({ order: anOrder({ askedAt: noon(31) }) });
    expect(read(state, aRecord({ askedAt: noon(30), statusWord: 'Cancelled' }))).toBeNull();
  });

  it.each(['Post', 'Edit', 'Cancel'] as const)('while a %s is on its way (D5)', (kind) => {
    const state = aState({ requests: [aRequest({ kind, state: 'Sent' })] });
    expect(read(state, aRecord({ statusWord: 'Cancelled' }))).toBeNull();
  });

  it('of a number that an edit has replaced, however often it is asked for (C4)', () => {
    const state = aState({ order: anOrder({ orderNumber: '700018' }) });
    for (const source of ['OrderEnquiry', 'BrokerList'] as const) {
      const replaced = aRecord({ source, orderNumber: '700017', statusWord: 'Cancelled' });
      expect(read(state, replaced)).toBeNull();
    }
  });

  it('about a closed order, in a list', () => {
    for (const status of ['Filled', 'Cancelled', 'Rejected', 'Expired'] as const) {
      expect(
        read(aState({ order: anOrder({ status }) }), aRecord({ source: 'BrokerList' })),
      ).toBeNull();
    }
  });
});

describe('The ratchet of answers', () => {
  it('takes an answer asked a millisecond after our last mutation', () => {
    const state = aState({ order: anOrder({ lastOwnChangeAt: noon(30) - 1 }) });
    expect(read(state, aRecord())).not.toBeNull();
  });

  it('takes two answers of one moment, such as a list and an enquiry', () => {
    expect(read(aState({ order: anOrder({ askedAt: noon(30) }) }), aRecord())).not.toBeNull();
  });

  it('remembers when the answer was asked, not when it came (D13)', () => {
    expect(seen({}, {}).order).toMatchObject({ askedAt: noon(30), provenAt: noon(60) });
  });

  it('ends in the same state when the older of two answers comes last (D6)', () => {
    const older = matchedRecord(20, { askedAt: noon(30) });
    const newer = matchedRecord(50, { askedAt: noon(40) });
    const state = aState();
    const inOrder = after(
      after(state, read(state, older)),
      read(after(state, read(state, older)), newer),
    );
    const first = after(state, read(state, newer));
    expect(read(first, older)).toBeNull();
    expect(first.order).toMatchObject({
      matchedUnits: inOrder.order.matchedUnits,
      askedAt: noon(40),
    });
  });
});

describe('A record of another order', () => {
  const DOUBT = { numberDoubt: 'OrderEnquiry', numberDoubtedAt: noon(30) };

  it.each([
    [{ security: 'SD12PLC' }, DOUBT],
    [{ side: 'SELL' }, DOUBT],
    // Spelt as nobody has explained, but as the beginning of the other side.
    [{ side: 'S' }, DOUBT],
    // It may be the order.
    [{ side: 'B' }, {}],
    [{ side: 'Standard' }, {}],
    [{ security: 'sd11plc' }, {}],
  ])(
    'by %j moves nothing but what is sent by its number, and a person is told (E11)',
    (other, doubt) => {
      const change = seen(
        {},
        { ...other, statusWord: 'Cancelled', matchedUnits: '100', pendingUnits: '0' },
      );
      expect(change.order).toEqual(doubt);
      expect(change.requests).toEqual([]);
      expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    },
  );

  it.each([
    ['works', 'B', '1000', { exchangeStatus: 'Open' }],
    ['has nothing pending', 'B', '0', {}],
    ['is surely another one', 'SELL', '1000', { numberDoubt: 'OrderEnquiry' }],
  ])(
    'that %s takes back or leaves Cancelled, which an acknowledgement has said (side %s, %s pending)',
    (_, side, pendingUnits, expected) => {
      const order = anOrder({ exchangeStatus: 'Cancelled' });
      const unknown = aRequest({ kind: 'Edit', state: 'Unknown' });
      const state = aState({ order, requests: [unknown] });
      const change = changeOf(read(state, aRecord({ side, pendingUnits, statusWord: 'Open' })));
      expect(change.order).toEqual(expect.objectContaining(expected));
      expect('exchangeStatus' in change.order).toBe('exchangeStatus' in expected);
      expect(factsOf(change).includes('EVIDENCE_NOT_BELIEVED')).toBe('exchangeStatus' in expected);
    },
  );

  it.each([
    ['in a list', { source: 'BrokerList' }, {}],
    ['so soon after the cancel that it may be older', {}, { lastOwnChangeAt: noon(25) }],
  ] as const)('that works takes no Cancelled back %s', (_, record, changes) => {
    const state = aState({ order: anOrder({ exchangeStatus: 'Cancelled', ...changes }) });
    const shown = aRecord({ side: 'B', pendingUnits: '1000', statusWord: 'Open', ...record });
    expect(changeOf(read(state, shown)).order).toEqual({});
  });

  it('settles no doubt', () => {
    const unknown = aRequest({ kind: 'Cancel', state: 'Unknown', refusalPending: 1 });
    const state = aState({ requests: [unknown], breaks: openBreaks('CancelUnconfirmed') });
    const change = changeOf(read(state, aRecord({ side: 'SELL', statusWord: 'Cancelled' })));
    expect(change).toMatchObject({ requests: [], breakTypesClosed: [] });
  });
});

describe('The status word of a record', () => {
  it.each([
    ['Posted', 'Open', 'Open'],
    ['Posted', 'Posted', 'Posted'],
    ['Posted', 'Cancelled', 'Cancelled'],
    ['Open', 'Posted', 'Open'],
    ['Amended', 'Open', 'Amended'],
    ['Amended', 'Cancelled', 'Cancelled'],
    ['Open', 'CANCELLED', 'Cancelled'],
  ] as const)('of an order that is %s, "%s", makes it %s (D8)', (status, statusWord, next) => {
    const state = aState({ order: anOrder({ status, askedAt: noon(20) }) });
    const change = changeOf(read(state, aRecord({ statusWord })));
    expect(after(state, change).order).toMatchObject({ status: next, exchangeStatus: statusWord });
    expect(change.breaksOpened).toEqual([]);
  });

  it('"Cancelled" of a number that nothing has shown since an edit was acknowledged doubts the number', () => {
    const state = aState({ order: anOrder({ status: 'Amended', editAcknowledgedAt: noon(0) }) });
    const change = changeOf(read(state, aRecord({ statusWord: 'Cancelled' })));
    expect(after(state, change).order).toMatchObject({
      status: 'Amended',
      exchangeStatus: 'Cancelled',
      numberDoubt: 'Acknowledgement',
    });
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
  });

  it('"Cancelled" of such a number doubts it also while a cancel of ours is Unknown: the edit may have given another', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Unknown' });
    const order = anOrder({
      status: 'Amended',
      editAcknowledgedAt: noon(0),
      lastOwnChangeAt: noon(2),
    });
    const state = aState({ order, requests: [cancel] });
    const change = changeOf(read(state, aRecord({ statusWord: 'Cancelled' })));
    expect(after(state, change).order).toMatchObject({
      status: 'Amended',
      numberDoubt: 'Acknowledgement',
    });
  });

  it('"Cancelled" is the end of an order that a record has shown since its edit was acknowledged', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Unknown' });
    const order = anOrder({
      status: 'Amended',
      editAcknowledgedAt: noon(0),
      askedAt: noon(20),
      lastOwnChangeAt: noon(22),
    });
    const change = read(
      aState({ order, requests: [cancel] }),
      aRecord({ statusWord: 'Cancelled' }),
    );
    expect(change?.order).toMatchObject({ status: 'Cancelled' });
  });

  it('that nobody has explained makes a working order uncertain when nothing is pending', () => {
    const record = aRecord({ statusWord: 'Expired', pendingUnits: '0' });
    const state = aState({ order: anOrder() });
    const change = changeOf(read(state, record));
    expect(after(state, change).order.doubtedSince).not.toBeNull();
    expect(raisedBy(change)).toEqual(['UnmappedValue']);
  });

  describe('and that comes in place of the one that showed it working', () => {
    const shown = { exchangeStatus: 'Open', shownWorkingAt: noon(5), shownPending: '100' };
    const purged = aRecord({ statusWord: 'Purged', askedAt: noon(40) });
    const part = { matchedUnits: '40', pendingUnits: '60' };
    const state = aState({ order: anOrder(shown) });

    it('leaves it uncertain while no quantity moves, however often it is shown', () => {
      const change = changeOf(read(state, purged));
      expect(raisedBy(change)).toEqual(['UnmappedValue']);
      const doubted = after(state, change);
      expect(doubted.order.doubtedSince).not.toBeNull();
      const again = changeOf(read(doubted, { ...purged, askedAt: noon(50) }));
      expect(after(doubted, again).order.doubtedSince).not.toBeNull();
    });

    it.each([
      ['whose trades were booked before', { ...shown, matchedUnits: '40' }],
      ['that no enquiry has shown before', { ...shown, shownPending: null, matchedUnits: '40' }],
    ])('leaves a part-filled order uncertain %s', (_, order) => {
      const before = aState({ order: anOrder(order) });
      const change = changeOf(read(before, { ...purged, ...part }));
      expect(after(before, change).order.doubtedSince).not.toBeNull();
    });

    it.each([
      ['it is shown with another pending quantity', part, RULES],
      ['it is shown under the earlier word', { statusWord: 'Open' }, RULES],
      ['the list shows it as it is held', {}, { ...RULES, isListedAsHeld: true }],
    ])('is doubted no more once %s', (_, later, rules) => {
      const doubted = after(state, changeOf(read(state, purged)));
      const change = changeOf(read(doubted, { ...purged, ...later, askedAt: noon(50) }, rules));
      expect(after(doubted, change).order.doubtedSince).toBeNull();
    });

    it.each([
      ['showed it working before', shown],
      ['showed it before', { shownWorkingAt: null, exchangeStatus: 'Posted' }],
      ['we have changed since', { ...shown, lastOwnChangeAt: noon(30), askedAt: noon(20) }],
    ])('leaves it uncertain, without a pending quantity, whatever %s', (_, order) => {
      const before = aState({ order: anOrder(order) });
      const bare = { ...purged, pendingUnits: null, matchedUnits: null };
      expect(after(before, changeOf(read(before, bare))).order.doubtedSince).not.toBeNull();
      const held = after(before, changeOf(read(before, bare, { ...RULES, isListedAsHeld: true })));
      expect(held.order.doubtedSince).toBeNull();
      // And then the list shows it so no more.
      const later = changeOf(read(held, { ...bare, askedAt: noon(50) }));
      expect(after(held, later).order.doubtedSince).not.toBeNull();
    });

    it('is not doubted any more once people have closed that break', () => {
      const doubted = after(state, changeOf(read(state, purged)));
      const closed = { ...doubted, breaks: [] };
      const change = changeOf(read(closed, { ...purged, askedAt: noon(50) }));
      expect(after(closed, change).order.doubtedSince).toBeNull();
    });

    it.each([
      ['a quantity has moved with it', {}, part, RULES],
      ['it is the first word of a record', { shownWorkingAt: null }, {}, RULES],
      [
        'we have edited the order since',
        { lastOwnChangeAt: noon(30), askedAt: noon(20) },
        {},
        RULES,
      ],
      ['the list shows it as it is held', {}, {}, { ...RULES, isListedAsHeld: true }],
    ])('leaves it certain where %s', (_, order, record, rules) => {
      const before = aState({ order: anOrder({ ...shown, ...order }) });
      const change = changeOf(read(before, { ...purged, ...record }, rules));
      expect(after(before, change).order.doubtedSince).toBeNull();
      expect(raisedBy(change)).toEqual(['UnmappedValue']);
    });
  });

  describe('and that comes with units that nobody here has asked for', () => {
    const word = { type: 'UnmappedValue', key: 'o' } as const;
    const units = { type: 'UnitsMismatch', kind: 'Unexplained' } as const;
    const other = aRecord({ statusWord: 'O', units: '60', pendingUnits: '60', askedAt: noon(40) });
    const nothing = { version: 1, meanings: new Map([['o', 'Nothing' as const]]) };
    const own = aRecord({ statusWord: 'O', askedAt: noon(60) });

    it.each([
      ['has not been met', [], RULES, ['UnmappedValue', 'UnitsMismatch']],
      ['has a break', [word], RULES, ['UnmappedValue', 'UnitsMismatch']],
      ['says nothing', [], { ...RULES, mappings: nothing }, ['UnitsMismatch']],
    ])(
      'that %s, a break makes the order uncertain, and keeps its units',
      (_, open, rules, raised) => {
        const breaks = open.map((one) => ({ ...one, identity: identityOf('ord_1', one) }));
        const state = aState({ order: anOrder({ exchangeStatus: 'O' }), breaks });
        const change = changeOf(read(state, other, rules));
        expect([...raisedBy(change)].sort()).toEqual([...raised].sort());
        expect(change.breaksOpened).toContainEqual(expect.objectContaining(units));
        expect(after(state, change).order).toMatchObject({ units: '100', doubtedSince: null });
      },
    );

    it('is told of, too, where no reading of the quantities fits', () => {
      const odd = { ...other, matchedUnits: '0', pendingUnits: '50' };
      const change = changeOf(read(aState(), odd, { ...RULES, mappings: nothing }));
      expect(change.breaksOpened).toMatchObject([units]);
    });

    it('is told of beside an edit that waits, and not beside one that was sent', () => {
      for (const state of ['Queued', 'Unknown'] as const) {
        const edit = aRequest({ kind: 'Edit', units: '60', state });
        const change = changeOf(read(aState({ requests: [edit] }), other));
        expect(raisedBy(change).includes('UnitsMismatch')).toBe(state === 'Queued');
      }
    });

    it('leaves it uncertain without that break while the record may lag behind our change', () => {
      const state = aState({ order: anOrder({ lastOwnChangeAt: noon(39) }) });
      const change = changeOf(read(state, other));
      expect(raisedBy(change)).toEqual(['UnmappedValue']);
      expect(after(state, change).order.doubtedSince).not.toBeNull();
    });

    const told = [{ ...units, identity: identityOf('ord_1', units) }];

    it('ends that break once a record shows its own units', () => {
      const change = changeOf(read(aState({ breaks: told }), own));
      expect(change.breaksClosed).toMatchObject([units]);
    });

    it('keeps that break beside an edit that the exchange may have done', () => {
      const edit = aRequest({ kind: 'Edit', units: '60', state: 'Unknown' });
      const change = changeOf(read(aState({ breaks: told, requests: [edit] }), other));
      expect(change.breaksClosed).toEqual([]);
    });

    it('is no such break where nothing is pending: the order may have ended', () => {
      const ended = { ...other, statusWord: 'Expired', units: '0', pendingUnits: '0' };
      const state = aState();
      const change = changeOf(read(state, { ...ended, matchedUnits: '0' }));
      expect(raisedBy(change)).toEqual(['UnmappedValue']);
      expect(after(state, change).order.doubtedSince).not.toBeNull();
    });

    it('is told of when it ended so, until a record shows its own units', () => {
      const atTheEnd = { type: 'UnitsMismatch', kind: 'AtTheEnd' } as const;
      const order = anOrder({ status: 'Cancelled', matchedUnits: '20' });
      const ended = { ...own, matchedUnits: '20', pendingUnits: '0' };
      const shown = changeOf(read(aState({ order }), { ...ended, units: '60' }));
      expect(shown.breaksOpened).toContainEqual(expect.objectContaining(atTheEnd));
      const breaks = [{ ...atTheEnd, identity: identityOf('ord_1', atTheEnd) }];
      expect(changeOf(read(aState({ order, breaks }), ended)).breaksClosed).toMatchObject([
        atTheEnd,
      ]);
      // Cancelled after these, or made smaller by somebody else, and filled.
      const either = changeOf(read(aState({ order, breaks }), { ...ended, units: '20' }));
      expect(either.breaksOpened).toContainEqual(expect.objectContaining(atTheEnd));
      expect(either.breaksClosed).toEqual([]);
    });

    it('is in question no more once a record shows how the order ended, and stays so by the calendar', () => {
      const draft = new OrderChangeDraft(aState({ breaks: told }), at());
      draft.applyEvidence('dayEnded', 'Calendar');
      expect(draft.change().breaksClosed).toEqual([]);
      const shown = { ...own, statusWord: 'Cancelled', pendingUnits: '0' };
      expect(changeOf(read(aState({ breaks: told }), shown)).breaksClosed).toMatchObject([units]);
    });

    it('is told of at its end also where nothing is shown instead of zero, and not twice while it works', () => {
      const order = anOrder({ status: 'Cancelled', matchedUnits: '20' });
      const bare = { ...own, units: '20', matchedUnits: '20', pendingUnits: null };
      expect(raisedBy(changeOf(read(aState({ order }), bare)))).toContain('UnitsMismatch');
      const over = { ...other, matchedUnits: '0', pendingUnits: '0' };
      const quiet = changeOf(read(aState(), over, { ...RULES, mappings: nothing }));
      expect(quiet.breaksOpened).toMatchObject([units]);
    });

    it('is told of until units of its own are shown, not until none are', () => {
      const atTheEnd = { type: 'UnitsMismatch', kind: 'AtTheEnd' } as const;
      const breaks = [{ ...atTheEnd, identity: identityOf('ord_1', atTheEnd) }];
      const order = anOrder({ status: 'Cancelled' });
      const empty = { ...own, units: '0', matchedUnits: '0', pendingUnits: '0' };
      expect(changeOf(read(aState({ order, breaks }), empty)).breaksClosed).toEqual([]);
      const works = changeOf(read(aState({ breaks }), own));
      expect(works.breaksClosed).toMatchObject([atTheEnd]);
    });
  });

  it('"Amended" without an edit of ours is believed, and a person is told', () => {
    const change = seen({}, { statusWord: 'Amended' });
    expect(change.order.status).toBe('Amended');
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });

  it.each([
    ['Cancel', 'Unknown'],
    ['Edit', 'Queued'],
  ] as const)('"Amended" is no less a surprise with a %s that is %s', (kind, state) => {
    const waiting = aState({ requests: [aRequest({ kind, state })] });
    const change = changeOf(read(waiting, aRecord({ statusWord: 'Amended' })));
    expect(change.order.status).toBe('Amended');
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });

  it.each(['Filled', 'Matched', 'Expired', 'Rejected', 'Suspended', 'Cancel Pending', '?'])(
    '"%s" is not documented: it moves nothing, is kept, and a person is told (D7)',
    (statusWord) => {
      const change = seen({}, { statusWord });
      expect(change.order).not.toHaveProperty('status');
      expect(change.order).not.toHaveProperty('grade');
      expect(change.order.exchangeStatus).toBe(statusWord);
      expect(change.breaksOpened).toMatchObject([
        { type: 'UnmappedValue', key: statusWord.toLowerCase() },
      ]);
    },
  );

  it('that is not documented is one fact, however often it is read', () => {
    const state = aState({ order: anOrder({ exchangeStatus: 'Suspended' }) });
    expect(factsOf(changeOf(read(state, aRecord({ statusWord: 'Suspended' }))))).toEqual([]);
  });

  it('that is not documented refuses no request and confirms none', () => {
    const unknown = aRequest({ kind: 'Edit', state: 'Unknown', units: '80', refusalPending: 1 });
    const change = changeOf(
      read(aState({ requests: [unknown] }), aRecord({ statusWord: 'Odd', units: '80' })),
    );
    expect(change.requests).toEqual([]);
  });

  it('of a list is weaker proof than that of an enquiry', () => {
    expect(seen({ status: 'Posted' }, { source: 'BrokerList' }).order.grade).toBe('Listed');
    expect(seen({ status: 'Posted' }, {}).order.grade).toBe('Enquired');
    expect(seen({ grade: 'Enquired' }, { source: 'BrokerList' }).order.grade).toBe('Enquired');
  });
});

describe('A list', () => {
  const missing = { doubtedSince: noon(20), missingSince: noon(20), timesMissing: 3 };

  it.each([
    ['is certain again when it shows the order as it is held', missing, {}, null],
    ['stays uncertain when it shows other units', missing, { units: '60' }, noon(20)],
    [
      'stays uncertain when it shows less matched',
      { ...missing, matchedUnits: '40' },
      { matchedUnits: '0' },
      noon(20),
    ],
    [
      'stays uncertain so soon after our change',
      { ...missing, lastOwnChangeAt: noon(39) },
      {},
      noon(20),
    ],
    ['stays uncertain when it shows another word', missing, { statusWord: 'Purged' }, noon(20)],
    ['stays uncertain for a doubt of before', { ...missing, doubtedSince: noon(10) }, {}, noon(10)],
  ])('what was missing %s', (_, order, record, doubtedSince) => {
    const state = aState({ order: anOrder(order) });
    const row = { matchedUnits: null, pendingUnits: null, askedAt: noon(40), ...record };
    const change = changeOf(read(state, aRecord({ source: 'BrokerList', ...row })));
    expect(after(state, change).order).toMatchObject({ missingSince: null, doubtedSince });
  });

  it('confirms and refuses no request', () => {
    for (const kind of ['Edit', 'Cancel'] as const) {
      const unknown = aRequest({ kind, state: 'Unknown', refusalPending: 1 });
      const state = aState({ requests: [unknown] });
      for (const statusWord of ['Open', 'Cancelled']) {
        const change = changeOf(read(state, aRecord({ source: 'BrokerList', statusWord })));
        expect(change.requests).toEqual([]);
      }
    }
  });

  it('that shows an order again ends its absence', () => {
    const state = aState({
      order: anOrder({ timesMissing: 3 }),
      breaks: openBreaks('MissingAtExchange'),
    });
    const change = changeOf(read(state, aRecord({ source: 'BrokerList' })));
    expect(change.order.timesMissing).toBe(0);
    expect(change.breakTypesClosed).toEqual(['MissingAtExchange']);
  });
});
