import fc from '../../../support/seeded-fast-check.js';
import {
  resolve,
  rivalsOf,
  type Found,
  type Search,
  type Candidate,
  type SearchTarget,
} from '../../../../src/orders/reconciliation/unknown-outcomes/match.js';
import { noon } from '../../../support/builders.js';

function wanted(changes: Partial<SearchTarget> = {}): SearchTarget {
  return {
    requestId: 'req_1',
    kind: 'Post',
    isRefused: false,
    accountNumber: 'CDS-1',
    security: 'SD11PLC',
    side: 'BUY',
    units: ['100'],
    price: '12.5',
    sentAt: noon(0),
    sentEntry: 100,
    isOfThisProcess: true,
    shownWorkingAt: null,
    earlierEdit: null,
    ...changes,
  };
}

/** A number that works, on both lists, and has no other explanation. */
function seen(changes: Partial<Candidate> = {}): Candidate {
  return {
    orderNumber: '700001',
    security: 'SD11PLC',
    side: 'BUY',
    units: '100',
    inBrokerList: true,
    inAccountList: true,
    isEnquired: false,
    rows: [],
    isOfSeveral: false,
    mayBelongToAnotherOrder: false,
    firstSeenAt: noon(20),
    notedEntry: 120,
    isShown: true,
    isOfAnotherAccount: false,
    ...changes,
  };
}

const SILENT = { accountNumber: 'CDS-1', matchedUnits: null, pendingUnits: null };
const RESTING = { ...SILENT, matchingId: null, price: '12.5', units: '0' };
const TRADED = { ...SILENT, matchingId: 'M1', price: '12.4', units: '60' };
const FULL = { ...TRADED, units: '100' };
const FILLED = { ...FULL, matchedUnits: '100' };

const IN_NO_LIST = { units: null, inBrokerList: false, inAccountList: false };

function search(changes: Partial<Search> = {}): Search {
  return {
    sightings: [seen()],
    complete: true,
    dayOver: false,
    accountAsOf: null,
    answersLateMs: 10_000,
    brokerListWhole: false,
    coveredBefore: true,
    listsWhole: true,
    listsCoveredBefore: true,
    indistinguishable: [wanted()],
    competing: [],
    ...changes,
  };
}

const found = (changes: Partial<Search>, of = wanted()): Found => resolve(of, search(changes));
const seeing = (...sightings: Candidate[]): Found => found({ sightings });

it('A search finds an order at work whose resting row shows no price, as zero', () => {
  expect(seeing(seen({ rows: [{ ...RESTING, price: '0' }] })).kind).toBe('Order');
});

it("A search finds an order whose row spells the client's account in another case", () => {
  const lower = { ...RESTING, accountNumber: 'cds-1' };
  expect(seeing(seen({ rows: [lower] })).kind).toBe('Order');
});

describe('A search whose account has one number that fits', () => {
  const other = { orderNumber: '700002', inAccountList: false };

  it('finds that one beside numbers which were shown for other accounts', () => {
    const others = seen({ ...other, isOfAnotherAccount: true });
    expect(seeing(seen(), others)).toMatchObject({ kind: 'Order', orderNumber: '700001' });
  });

  it('is undecided beside a number of which nothing shows the account', () => {
    expect(seeing(seen(), seen(other)).kind).toBe('Undecided');
  });

  it('does not take for nothing what was shown for another account alone', () => {
    expect(seeing(seen({ ...other, isOfAnotherAccount: true })).kind).toBe('Undecided');
  });
});

describe('A search for an edit by a number by which an earlier edit was acknowledged', () => {
  const earlierEdit = wanted({ sentAt: noon(-10), sentEntry: 90 });
  const edit = wanted({ price: '12.3', earlierEdit });
  const between = { firstSeenAt: noon(-5), notedEntry: 95 };

  it('is undecided where a number may be of the earlier one', () => {
    expect(found({ sightings: [seen(between)] }, edit)).toMatchObject({ kind: 'Undecided' });
    expect(found({ sightings: [seen(between)] })).toEqual({ kind: 'Nothing' });
    expect(found({ sightings: [seen()] }, edit)).toMatchObject({ kind: 'Undecided' });
    // A trade that only the limit of the earlier one allows.
    const rows = [TRADED];
    expect(found({ sightings: [seen({ rows })] }, edit)).toMatchObject({ kind: 'Undecided' });
  });

  it('finds nothing in what was there before both', () => {
    const before = { firstSeenAt: noon(-20), notedEntry: 80 };
    expect(found({ sightings: [seen(before)] }, edit)).toEqual({ kind: 'Nothing' });
  });
});

describe('A search that is shown a side in a word of its own', () => {
  it.each(['B', 'S', 'PURCHASE', ''])(
    'as %j, neither binds the number nor finds nothing (D7)',
    (side) => {
      expect(seeing(seen({ side }))).toMatchObject({ kind: 'Undecided', incomplete: false });
    },
  );

  it('is not ruled out by what another order shows under the same number', () => {
    const another = { ...TRADED, accountNumber: 'CDS-2', units: '90' };
    const shared = seen({ rows: [RESTING, another], isOfSeveral: true, notedEntry: 90 });
    expect(resolve(wanted(), search({ sightings: [shared] })).kind).toBe('Undecided');
    const alone = seen({ rows: [RESTING, another] });
    expect(resolve(wanted(), search({ sightings: [alone] })).kind).toBe('Nothing');
  });

  it('is not ruled out so either where another desk has changed its units since, if something is shown for its account', () => {
    const another = { ...TRADED, accountNumber: 'CDS-2', units: '90' };
    const kindOf = (changes: Partial<Candidate>) =>
      found({ sightings: [seen({ isOfSeveral: true, units: '70', ...changes })] }).kind;
    expect(kindOf({ rows: [another] })).toBe('Undecided');
    expect(kindOf({ rows: [another, RESTING], inAccountList: false })).toBe('Undecided');
    expect(kindOf({ rows: [another], inAccountList: false })).toBe('Nothing');
    expect(kindOf({ rows: [another], notedEntry: 90 })).toBe('Nothing');
    expect(kindOf({ rows: [another], security: 'SDNORCEMT' })).toBe('Nothing');
    expect(kindOf({ rows: [another], side: 'SELL' })).toBe('Nothing');
  });

  it('leaves to another order of ours nothing that it may be', () => {
    const other = wanted({ requestId: 'req_2', side: 'SELL' });
    const result = found({ sightings: [seen({ side: 'B' })], competing: [other] });
    expect(result).toMatchObject({ kind: 'Undecided' });
  });
});

describe('A search after the end of the day', () => {
  it('finds nothing of no order: what ended with its day is on no list (A16)', () => {
    expect(found({ sightings: [] })).toEqual({ kind: 'Nothing' });
    expect(found({ sightings: [], dayOver: true })).toMatchObject({ kind: 'Undecided' });
  });

  it('still finds what the trades or a list show', () => {
    expect(found({ dayOver: true })).toMatchObject({ kind: 'Order' });
  });
});

describe('A search finds the order', () => {
  it('under the only number that nothing else explains', () => {
    expect(seeing(seen())).toMatchObject({ kind: 'Order', orderNumber: '700001' });
  });

  it.each([
    ['a resting row of our account and price', seen({ rows: [RESTING] })],
    ['trades of our account within the limit', seen({ rows: [TRADED] })],
    ['nothing but trades, as it was filled at once', seen({ ...IN_NO_LIST, rows: [FILLED] })],
    [
      'nothing but trades that make up all of it',
      seen({ ...IN_NO_LIST, rows: [TRADED, { ...TRADED, matchingId: 'M2', units: '40' }] }),
    ],
    [
      'a resting row whose volume is that of the order',
      seen({ rows: [{ ...RESTING, units: '100', matchedUnits: '0', pendingUnits: '100' }] }),
    ],
    [
      'a resting row of all its units that does not show that nothing is matched',
      seen({ rows: [{ ...RESTING, units: '100', pendingUnits: '100' }] }),
    ],
    [
      'a row of all its units at its limit, which may be at rest or traded',
      seen({ rows: [{ ...RESTING, units: '100' }] }),
    ],
    [
      'a row of all its units at its limit with a matching id, which may be at rest or traded',
      seen({ rows: [{ ...TRADED, units: '100', price: '12.5' }] }),
    ],
    [
      'all its units at its limit with a matching id, and in no list',
      seen({ ...IN_NO_LIST, rows: [{ ...FULL, price: '12.5' }] }),
    ],
    [
      'trades that make up all of it, beside a row of the whole order',
      seen({
        ...IN_NO_LIST,
        rows: [
          { ...FULL, matchingId: null, price: '12.5' },
          TRADED,
          { ...TRADED, matchingId: 'M2', units: '40' },
        ],
      }),
    ],
    [
      'a trade beside a row of the order at rest that has a matching id',
      seen({
        rows: [
          { ...FULL, pendingUnits: '100', price: '12.5' },
          { ...TRADED, matchingId: 'M2', matchedUnits: '60' },
        ],
      }),
    ],
    ['the same trade shown twice', seen({ rows: [TRADED, TRADED] })],
    ['the account list alone', seen({ inBrokerList: false })],
  ])('that shows in %s', (_, sighting) => {
    expect(seeing(sighting)).toMatchObject({ kind: 'Order' });
  });

  it('and tells whether anything but trades shows it', () => {
    const traded = { ...IN_NO_LIST, rows: [FILLED] };
    const shows = (changes: Partial<Candidate>) => seeing(seen({ ...traded, ...changes }));
    expect(shows({})).toMatchObject({ kind: 'Order', hasRecord: false });
    expect(shows({ isEnquired: true })).toMatchObject({ kind: 'Order', hasRecord: true });
    expect(shows({ inBrokerList: true })).toMatchObject({ kind: 'Order', hasRecord: true });
  });

  it('on both lists, though the trades could not be read', () => {
    expect(found({ complete: false, coveredBefore: false })).toMatchObject({ kind: 'Order' });
  });

  it('of each of several orders that cannot be told apart, in the order in which they were sent', () => {
    const first = wanted({ requestId: 'req_1', sentAt: noon(0) });
    const second = wanted({ requestId: 'req_2', sentAt: noon(1) });
    const both = {
      indistinguishable: [first, second],
      sightings: [seen({ orderNumber: '1000' }), seen({ orderNumber: '999' })],
    };
    expect(found(both, first)).toMatchObject({ kind: 'Order', orderNumber: '999' });
    expect(found(both, second)).toMatchObject({ kind: 'Order', orderNumber: '1000' });
  });
});

describe('The order of an edit (C15)', () => {
  const LATE = 10_000;
  const edit = (seconds: number | null): SearchTarget =>
    wanted({ kind: 'Edit', shownWorkingAt: seconds === null ? null : noon(seconds) });
  const of = (target: SearchTarget, ...sightings: Candidate[]): Found =>
    resolve(target, search({ indistinguishable: [target], sightings, answersLateMs: LATE }));

  // The number is first seen at noon(20).
  it.each([
    ['that nothing has shown working under its own number', null, 'Order'],
    ['that worked under its own number before the other was there', 15, 'Order'],
    ['that a late answer shows so', 25, 'Order'],
    ['that the latest answer that may be so old shows so', 30, 'Order'],
    ['that worked under its own number when the other was there', 31, 'Undecided'],
  ])('%s', (_, seconds, kind) => {
    expect(of(edit(seconds), seen())).toMatchObject({ kind });
  });

  it('that worked beside a number is not refused for it, whoever else may own that', () => {
    const post = wanted({ requestId: 'req_2' });
    const target = edit(60);
    const found = resolve(target, search({ competing: [post], indistinguishable: [target] }));
    expect(found).toMatchObject({ kind: 'Undecided', named: ['700001'] });
  });

  it('that worked beside a number is not the next one either: nobody knows', () => {
    const next = seen({ orderNumber: '700002', firstSeenAt: noon(70) });
    expect(of(edit(60), seen(), next)).toMatchObject({ kind: 'Undecided' });
    expect(of(edit(60), next)).toMatchObject({ kind: 'Order', orderNumber: '700002' });
  });
});

describe('A search finds nothing', () => {
  it.each<[string, Partial<Candidate>]>([
    ['of another security', { security: 'OTHER' }],
    ['of the other side', { side: 'SELL' }],
    [
      'of other units and an unknown account',
      { units: '90', inBrokerList: false, inAccountList: false },
    ],
    ['that was seen before it was sent', { firstSeenAt: noon(0) }],
    ["whose trades are another client's", { rows: [{ ...TRADED, accountNumber: 'CDS-2' }] }],
    [
      'of nobody that was traded above the limit of a buyer',
      { rows: [{ ...TRADED, price: '12.6', accountNumber: null }] },
    ],
  ])('in a number %s', (_, changes) => {
    expect(seeing(seen(changes))).toEqual({ kind: 'Nothing' });
  });

  it("in a number that the broker's list has, and a newer list of the account has not", () => {
    const sightings = [seen({ inAccountList: false })];
    expect(found({ sightings, accountAsOf: 121 })).toEqual({ kind: 'Nothing' });
  });

  it('in a number that the trail has before it, whatever the clock says', () => {
    expect(seeing(seen({ notedEntry: 100, firstSeenAt: noon(600) }))).toEqual({ kind: 'Nothing' });
  });

  it('in a number of nobody that was traded below the limit of a seller', () => {
    const seller = wanted({ side: 'SELL' });
    const sighting = seen({ side: 'SELL', rows: [{ ...TRADED, accountNumber: null }] });
    expect(found({ sightings: [sighting] }, seller)).toEqual({ kind: 'Nothing' });
  });

  it('where there are fewer numbers than orders that cannot be told apart, for the last sent', () => {
    const second = wanted({ requestId: 'req_2', sentAt: noon(1) });
    expect(found({ indistinguishable: [wanted(), second] }, second)).toEqual({ kind: 'Nothing' });
  });
});

describe('A search does not leave to a request with another limit', () => {
  it.each([
    ['with a matching id, in no list', IN_NO_LIST, 'M1'],
    ['without a matching id, in no list', IN_NO_LIST, null],
    ['with a matching id, on the lists', {}, 'M1'],
    ['without a matching id, on the lists', {}, null],
  ])(
    'what may be its own trade at a better price: a row of all its units %s',
    (_, lists, matchingId) => {
      const competing = [wanted({ requestId: 'req_2', price: '12.4' })];
      const sightings = [seen({ ...lists, rows: [{ ...FULL, matchingId }] })];
      expect(found({ sightings, competing })).toMatchObject({ kind: 'Undecided' });
    },
  );
});

describe('A search', () => {
  const atRest = [seen({ rows: [{ ...FULL, pendingUnits: '100' }] })];
  const other = wanted({ requestId: 'req_2', price: '12.4' });

  it('leaves to a request with another limit what is surely at rest at that', () => {
    expect(found({ sightings: atRest, competing: [other] })).toEqual({ kind: 'Nothing' });
  });

  it('leaves nothing to a request that was refused, though nothing has confirmed that: it may not be there', () => {
    const competing = [{ ...other, isRefused: true }];
    expect(found({ sightings: atRest, competing })).toMatchObject({ kind: 'Undecided' });
  });
});

describe('A search does not decide', () => {
  it.each([
    ['BUY', '12.6'],
    ['SELL', '12.4'],
  ] as const)(
    'in a %s of our account that traded beyond the limit: its price may have been corrected',
    (side, price) => {
      const sightings = [seen({ side, ...IN_NO_LIST, rows: [{ ...TRADED, units: '100', price }] })];
      expect(found({ sightings }, wanted({ side }))).toMatchObject({ kind: 'Undecided' });
    },
  );

  const cases: readonly [string, Partial<Search>][] = [
    ['when not every list was read whole', { complete: false, sightings: [] }],
    ['when the trades and a list could not be read', { complete: false, listsWhole: false }],
    [
      'when the trades could not be read, and one list alone shows it',
      { complete: false, sightings: [seen({ inBrokerList: false })] },
    ],
    [
      'when the trades could not be read, and another like it is looked for',
      { complete: false, indistinguishable: [wanted(), wanted({ requestId: 'req_2' })] },
    ],
    [
      'when the trades could not be read, and no list was read before it was sent',
      { complete: false, coveredBefore: false, listsCoveredBefore: false },
    ],
    ['when the book was not read before it was sent', { coveredBefore: false }],
    [
      'when more is traded than it has units',
      { sightings: [seen({ rows: [TRADED, { ...TRADED, matchingId: 'M2' }] })] },
    ],
    ['when a new number of the account has other units', { sightings: [seen({ units: '90' })] }],
    ['between two numbers', { sightings: [seen(), seen({ orderNumber: '700002' })] }],
    [
      'when a resting row shows another price',
      { sightings: [seen({ rows: [{ ...RESTING, price: '13' }] })] },
    ],
    [
      'when a row of all its units, at rest or traded, shows another price',
      { sightings: [seen({ rows: [{ ...RESTING, units: '100', price: '12.4' }] })] },
    ],
    [
      'when a row of all its units with a matching id, at rest or traded, shows another price',
      { sightings: [seen({ rows: [{ ...TRADED, units: '100' }] })] },
    ],
    [
      'when the only row of nobody, of all its units, may be at rest or traded beyond its limit',
      {
        sightings: [
          seen({ rows: [{ ...TRADED, units: '100', price: '12.6', accountNumber: null }] }),
        ],
      },
    ],
    [
      'when more may be traded than it has units, in rows that may be at rest or traded',
      {
        sightings: [
          seen({
            rows: ['M1', 'M2'].map((matchingId) => ({ ...FULL, price: '12.5', matchingId })),
          }),
        ],
      },
    ],
    [
      'when a row that may be at rest or traded, and a trade, are more than it has units',
      {
        sightings: [
          seen({
            rows: [
              { ...FULL, price: '12.5' },
              { ...TRADED, matchingId: 'M2', matchedUnits: '60' },
            ],
          }),
        ],
      },
    ],
    [
      'when only a row without a matching id, at rest or traded at its limit, shows the number',
      {
        sightings: [seen({ ...IN_NO_LIST, rows: [{ ...FULL, matchingId: null, price: '12.5' }] })],
      },
    ],
    ...['12.4', '12.6'].map((price): [string, Partial<Search>] => [
      `when the row of a part-matched order has the price ${price}, a limit or that of a trade`,
      {
        sightings: [
          seen({
            rows: [{ ...RESTING, units: '100', matchedUnits: '40', pendingUnits: '60', price }],
          }),
        ],
      },
    ]),
    [
      'when a row in no list has all its units pending, though it has a matching id',
      {
        sightings: [
          seen({ ...IN_NO_LIST, rows: [{ ...FULL, pendingUnits: '100', price: '12.5' }] }),
        ],
      },
    ],
    [
      'when a resting row that does not show that nothing is matched has another price',
      {
        sightings: [
          seen({ rows: [{ ...RESTING, units: '100', pendingUnits: '100', price: '12.4' }] }),
        ],
      },
    ],
    [
      'when a row without matched units shows other units',
      { sightings: [seen({ rows: [{ ...RESTING, units: '90' }] })] },
    ],
    [
      'when only trades show the number, and of another quantity',
      { sightings: [seen({ ...IN_NO_LIST, rows: [TRADED] })] },
    ],
    [
      "when the broker's whole list does not have what the list of the account has",
      { brokerListWhole: true, sightings: [seen({ inBrokerList: false })] },
    ],
    ['when nothing shows the account', { sightings: [seen({ inAccountList: false })] }],
    [
      "when a list of the account that may be older does not have what the broker's list has",
      { accountAsOf: 120, sightings: [seen({ inAccountList: false })] },
    ],
    [
      'when the list of the account does not have what was traded for it',
      {
        accountAsOf: 200,
        sightings: [
          seen({ inAccountList: false, rows: [{ ...TRADED, price: '12.5' }], units: '90' }),
        ],
      },
    ],
    [
      'when it was seen once, and is shown no more',
      { sightings: [seen({ ...IN_NO_LIST, units: '100', isShown: false })] },
    ],
    [
      'when another order of ours may own the number',
      { competing: [wanted({ requestId: 'req_2', price: '12.6' })] },
    ],
  ];

  it.each(cases)('%s', (_, changes) => {
    expect(found(changes).kind).toBe('Undecided');
  });

  it.each([true, false])(
    'when it was sent while the clock was ahead (of this process: %s)',
    (same) => {
      const sent = wanted({ sentAt: noon(600), isOfThisProcess: same });
      expect(found({}, sent).kind).toBe(same ? 'Nothing' : 'Undecided');
    },
  );

  it.each([
    ['only perhaps', '300', ['700001']],
    ['as surely', '100', []],
  ])(
    'and says that it is rather this one where it surely fits, and the other order %s',
    (_, units, numbers) => {
      const competing = [wanted({ requestId: 'req_2', price: '12.7', units: [units] })];
      const sightings = [seen({ ...IN_NO_LIST, rows: [FILLED] })];
      expect(found({ competing, sightings })).toMatchObject({
        kind: 'Undecided', numbers, named: ['700001'],
      }); // prettier-ignore
    },
  );

  it('unless the price that is shown tells it from the other order', () => {
    const competing = [wanted({ requestId: 'req_2', price: '12.6' })];
    const sightings = [
      seen({ rows: [RESTING] }),
      seen({ orderNumber: '700002', rows: [{ ...RESTING, price: '12.6' }] }),
    ];
    expect(found({ competing, sightings })).toMatchObject({ kind: 'Order', orderNumber: '700001' });
  });

  it("unless the number is in this account's list, and the other order is in another account", () => {
    const competing = [wanted({ requestId: 'req_2', accountNumber: 'CDS-2' })];
    expect(found({ competing })).toMatchObject({ kind: 'Order' });
  });
});

describe('Requests that want an order of the same terms', () => {
  const of = (requestId: string, changes: Partial<SearchTarget> = {}): SearchTarget =>
    wanted({ requestId, ...changes });
  const namesOf = (one: SearchTarget, ...others: SearchTarget[]) => {
    const { indistinguishable, competing } = rivalsOf(one, others);
    return [indistinguishable, competing].map((all) => all.map(({ requestId }) => requestId));
  };

  it('are interchangeable when both are posts, in the order in which they were sent', () => {
    const [first, second] = [of('req_1'), of('req_2', { sentEntry: 101 })];
    expect(namesOf(second, first)).toEqual([['req_1', 'req_2'], []]);
    expect(namesOf(first, of('req_3', { price: '12.6' }))).toEqual([['req_1'], ['req_3']]);
  });

  it.each([
    ['Post', 'Edit'],
    ['Edit', 'Post'],
    ['Edit', 'Edit'],
  ] as const)('compete where an edit is among them (A10): %s, %s', (kind, other) => {
    const [one, rival] = [of('req_1', { kind }), of('req_2', { kind: other, sentEntry: 101 })];
    expect(namesOf(one, rival)).toEqual([['req_1'], ['req_2']]);
    // Neither has the one number that may be either's.
    expect(found(rivalsOf(one, [rival]), one)).toMatchObject({ kind: 'Undecided', numbers: [] });
    expect(found(rivalsOf(rival, [one]), rival)).toMatchObject({ kind: 'Undecided', numbers: [] });
  });
});

describe('Of orders that cannot be told apart', () => {
  it('never two are given one number, and none a number that was there before (A10)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 6 }),
        fc.nat(6),
        (sent, fresh, old) => {
          const indistinguishable = Array.from({ length: sent }, (_, index) =>
            wanted({ requestId: `req_${index}`, sentAt: noon(index) }),
          );
          const sightings = [
            ...Array.from({ length: fresh }, (_, index) =>
              seen({ orderNumber: `${900 + index * 60}` }),
            ),
            ...Array.from({ length: old }, (_, index) =>
              seen({ orderNumber: `${100 + index}`, firstSeenAt: noon(-5) }),
            ),
          ];
          const results = indistinguishable.map((one) =>
            found({ indistinguishable, sightings }, one),
          );
          const numbers = results.flatMap((one) => (one.kind === 'Order' ? [one.orderNumber] : []));
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(numbers.length).toBe(fresh <= sent ? fresh : 0);
          for (const number of numbers) expect(Number(number)).toBeGreaterThanOrEqual(900);
        },
      ),
    );
  });
});
