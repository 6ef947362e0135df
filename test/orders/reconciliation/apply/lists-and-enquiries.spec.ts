import { pino } from 'pino';
import type { NoAnswer, OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import type { ListComparisonResult } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import type { DayPhase } from '../../../../src/orders/reconciliation/order-records/absence-context.js';
import { ENQUIRIES_MAX } from '../../../../src/orders/reconciliation/runs/run-pacing.js';
import type { Question } from '../../../../src/orders/reconciliation/collect/enquiry-ranking.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { chooseEnquiries } from '../../../../src/orders/reconciliation/plan/choose-enquiries.js';
import { EnquiryApplication } from '../../../../src/orders/reconciliation/apply/enquiry-application.js';
import { ListApplication } from '../../../../src/orders/reconciliation/apply/list-application.js';
import { RecordWriter } from '../../../../src/orders/reconciliation/apply/record-writer.js';
import type { ExternalOrders } from '../../../../src/orders/reconciliation/external-orders/external-orders.js';
import type { OrderUnderReview } from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import type { ListWatermarks } from '../../../../src/orders/reconciliation/lists/list-watermark.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { ApprovedMappings } from '../../../../src/orders/status-mappings/approved-mappings.js';
import { MappingsInForce } from '../../../../src/orders/status-mappings/mappings-in-force.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { aRequest, noon, TODAY } from '../../../support/builders.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { DeskBooks } from '../desk-books.js';
import { aListed, anAnswer, aTrade } from '../rows.js';

const SILENT = new AppLogger(pino({ level: 'silent' }));
const USUAL: Sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };

let books: DeskBooks;
let lists: ListApplication;
let enquired: EnquiryApplication;
let polling: PollingState;
/** What the watermark was told: who has left it, and who is on it again. */
let listed: readonly string[];
/** Rows that may be of orders which are none of ours. */
let handedOn: readonly OrderRecord[];
/** Numbers that were shown while the order worked under its own. */
let beside: ReadonlySet<string> = new Set();

const open = (...orders: readonly Partial<OrderRow>[]): void => {
  const externalOrders: Pick<
    ExternalOrders,
    'among' | 'wasShownBeside' | 'wasShownFor' | 'mayBeUnderAnother'
  > = {
    among: (rows) => {
      handedOn = rows;
      return Promise.resolve([]);
    },
    wasShownBeside: (_reading, _order, orderNumber) => Promise.resolve(beside.has(orderNumber)),
    wasShownFor: () => Promise.resolve(true),
    mayBeUnderAnother: () => Promise.resolve(false),
  };
  listed = [];
  const watermarks: Pick<ListWatermarks, 'leave' | 'note'> = {
    leave: (ids) => {
      listed = [...listed, ...ids.map((id) => `${id} leaves`)];
      return Promise.resolve();
    },
    note: ({ newlyListed, revision }) => {
      listed = [...listed, ...newlyListed.map(({ id }) => `${id} enters`), 'noted'];
      return Promise.resolve({ revision: revision + 1, entered: new Set() });
    },
  };
  books = new DeskBooks(...orders);
  polling = new PollingState();
  const config = read(REAL);
  const clock = new HandClock(noon(30));
  const { database, store } = books;
  const mappings = new MappingsInForce(database, config, new ApprovedMappings(SILENT));
  const others = externalOrders as ExternalOrders;
  const writer = new RecordWriter(
    database, store, others, config, clock, mappings, polling, SILENT,
  ); // prettier-ignore
  lists = new ListApplication(
    database, writer, watermarks as ListWatermarks, others, config, clock, mappings, polling, SILENT,
  ); // prettier-ignore
  enquired = new EnquiryApplication(database, writer, config, clock, mappings, polling);
};
const subjects = (...ids: readonly string[]): OrderUnderReview[] =>
  ids.map((id) => ({ order: books.order(id), unknown: [] }));

beforeEach(() => open({}));

describe("The broker's list", () => {
  const list = (
    rows: readonly Partial<OrderRecord>[],
    ...ids: readonly string[]
  ): Promise<ListComparisonResult> =>
    lists.apply(anAnswer(rows.map(aListed)), subjects(...(ids.length > 0 ? ids : ['ord_1'])), {
      sessions: USUAL,
      watermark: 1,
    });
  const asked = async (
    reading: ListComparisonResult | null,
    ...ids: readonly string[]
  ): Promise<readonly string[]> => {
    const asking = { askedAt: new Map<string, number>(), now: 10, most: ENQUIRIES_MAX };
    const enquiries = await chooseEnquiries(subjects(...ids), reading, asking);
    return enquiries.map(({ orderId, reason }) => `${orderId} ${reason}`);
  };

  it.each<[boolean, string, readonly Partial<OrderRecord>[]]>([
    [true, 'shows an order working as we hold it', [{}]],
    [false, 'lacks it', []],
    [false, 'shows it Cancelled', [{ statusWord: 'Cancelled' }]],
    [false, 'shows it with other units', [{ units: '90' }]],
    [false, 'shows it under a word that nobody has explained', [{ statusWord: 'Queer' }]],
    [false, 'shows it working, and Cancelled as well', [{}, { statusWord: 'Cancelled' }]],
    [false, 'shows fewer matched than are proven', [{ matchedUnits: '10' }]],
  ])('confirms an order (%s) if it %s', async (isConfirmed, _, rows) => {
    open({ matchedUnits: '40', filledUnits: '40' });
    const { confirmed } = await list(rows);
    expect([...confirmed]).toEqual(isConfirmed ? ['ord_1'] : []);
  });

  it('that lacks a working order moves nothing: the order is asked for by its number (D1)', async () => {
    const reading = await list([]);
    expect([...reading.absent]).toEqual(['ord_1']);
    expect(await asked(reading, 'ord_1')).toContain('ord_1 list-differs');
    expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
  });

  it('that is suddenly empty ends no order: each is asked for by its number (D3)', async () => {
    const ids = ['ord_1', 'ord_2', 'ord_3'];
    open(...ids.map((id, index) => ({ id, orderNumber: `70000${index + 1}` })));
    const reading = await list([], ...ids);
    expect(reading).toMatchObject({ unexplained: 3, changed: new Set() });
    expect(await asked(reading, ...ids)).toEqual(
      expect.arrayContaining(ids.map((id) => `${id} list-differs`)),
    );
    for (const id of ids)
      expect(books.order(id)).toMatchObject({ status: 'Open', timesMissing: 0 });
    expect(books.told).toEqual([]);
  });

  it.each([
    ['is older than a list may be', 19, [], 1],
    ['is as new as a list may be', 20, [], 0],
    ['is older, and has the number', 19, [{}], 0],
    ['is much older: enquiries have decided about the number', -11, [], 0],
  ])(
    'counts as too old without the number that an unproven acknowledgement has named, if that %s',
    async (_, second, rows, unexplained) => {
      open({ orderNumber: null, status: 'New' });
      const post = { unprovenNumber: '700001', claimedAt: noon(second) } as const;
      const unknown = [aRequest({ kind: 'Post', state: 'Unknown', ...post })];
      const reviewed = [{ order: books.order('ord_1'), unknown }];
      const answer = anAnswer(rows.map(aListed));
      const result = await lists.apply(answer, reviewed, { sessions: USUAL, watermark: 1 });
      expect(result.unexplained).toBe(unexplained);
    },
  );

  it.each([
    ['shows Cancelled', [{ statusWord: 'Cancelled' }]],
    ['lacks', []],
  ])(
    'that %s an order says nothing of it when asked before our last call (D5)',
    async (_, rows) => {
      open({ lastOwnChangeAt: noon(30) });
      const { absent, differing } = await list(rows);
      expect([...absent, ...differing]).toEqual([]);
      expect(books.order().status).toBe('Open');
    },
  );

  it('that shows nothing new of an order leaves it to be asked for in its turn (D10)', async () => {
    const reading = await list([{}]);
    expect(reading).toMatchObject({ changed: new Set(), absent: new Set(), differing: new Set() });
    expect(await asked(reading, 'ord_1')).toEqual(['ord_1 rotation']);
  });

  it.each([
    ['shows as it is held', [{}], {}, ['noted'], ['ord_1 enters', 'noted']],
    ['lacks', [], {}, ['ord_1 leaves', 'noted'], ['noted']],
    ['shows otherwise', [{ statusWord: 'Amended' }], {}, ['ord_1 leaves', 'noted'], ['noted']],
    ['shows with other units', [{ units: '40' }], {}, ['ord_1 leaves', 'noted'], ['noted']],
    [
      'shows matched as far',
      [{ matchedUnits: '40.0' }],
      { matchedUnits: '40' },
      ['noted'],
      ['ord_1 enters', 'noted'],
    ],
    [
      'shows matched further',
      [{ matchedUnits: '50' }],
      { matchedUnits: '40' },
      ['ord_1 leaves', 'noted'],
      ['noted'],
    ],
    [
      'shows matched less',
      [{ matchedUnits: '30' }],
      { matchedUnits: '40' },
      ['ord_1 leaves', 'noted'],
      ['noted'],
    ],
    [
      'shows full',
      [{ matchedUnits: '100', pendingUnits: '0' }],
      { matchedUnits: '100' },
      ['ord_1 leaves', 'noted'],
      ['noted'],
    ],
    ['shows twice', [{}, {}], {}, ['noted'], ['ord_1 enters', 'noted']],
    ['shows beside another order', [{}, { units: '40' }], {}, ['ord_1 leaves', 'noted'], ['noted']],
    ['was sent after', [{}], { lastOwnChangeAt: noon(30) }, ['ord_1 leaves', 'noted'], ['noted']],
    ['has ended', [{}], { status: 'Filled' }, ['ord_1 leaves', 'noted'], ['noted']],
  ] as const)(
    'is the proof of an order as long as it shows the order as it is held: one that it %s',
    async (_name, rows, changes, told, toldOfOne) => {
      open({ ...changes, listedVersion: 1 });
      await list(rows);
      expect(listed).toEqual(told);
      open({ ...changes, listedVersion: 0 });
      await list(rows);
      expect(listed).toEqual(toldOfOne);
    },
  );

  it('that shows more matched than is held proves it: once all is matched, the order is filled', async () => {
    await list([{ matchedUnits: '40', pendingUnits: '60' }]);
    expect(books.order()).toMatchObject({ status: 'Open', matchedUnits: '40' });
    await list([{ matchedUnits: '100', pendingUnits: '0' }]);
    expect(books.order()).toMatchObject({ status: 'Filled', matchedUnits: '100' });
  });

  it('that shows less matched than is proven is no news, however often', async () => {
    open({ matchedUnits: '40', filledUnits: '40' });
    const held = books.order();
    for (let pass = 1; pass <= 3; pass += 1) await list([{ matchedUnits: '30' }]);
    expect(books.order()).toBe(held);
    expect(books.told).toEqual([]);
  });

  it('may hold orders of other codes, which are left alone, whatever their number (D12)', async () => {
    open({}, { id: 'ord_2', orderNumber: '700002' });
    const others = { brokerCode: 'OTHR', statusWord: 'Cancelled' };
    const rows = [
      {},
      others,
      { ...others, orderNumber: '700002' },
      { ...others, orderNumber: '9' },
    ];
    const reading = await list(rows, 'ord_1', 'ord_2');
    expect([...reading.differing]).toEqual([]);
    expect([...reading.absent]).toEqual(['ord_2']);
    expect(handedOn).toEqual([]);
  });

  it('that cannot be had leaves every working order to be asked for by its number (D4)', async () => {
    expect(await asked(null, 'ord_1')).toContain('ord_1 list-differs');
  });
});

interface Answered {
  readonly listAskedAt: number | null;
  readonly isExplicit: boolean;
  readonly absent: boolean;
  readonly differs: boolean;
  readonly phase: DayPhase;
  readonly late: boolean;
}

describe('An enquiry of an order', () => {
  const QUESTION: Question = { orderId: 'ord_1', orderNumber: '700001', reason: 'list-differs' };
  const answered = (
    why: NoAnswer['why'],
    { isExplicit = true, ...whereabouts }: Partial<Answered> = {},
  ): Promise<boolean> => {
    const answer: NoAnswer = { kind: 'NoAnswer', why, isExplicit, detail: 'none', retryAt: null };
    const here = {
      absent: true,
      wasListed: false,
      tellsPresence: true,
      differs: false,
      isUnexplained: false,
      contradicted: null,
      isFirstList: false,
      phase: 'trading',
      closesAt: noon(90),
      late: false,
      listAskedAt: noon(30),
    } as const;
    return enquired.applyAnswer(QUESTION, answer, { ...here, ...whereabouts });
  };

  it.each([
    ['links the number of a post of unknown outcome', null, '700001'],
    [
      "links none under which today's trades may show another broker's order of its terms",
      'OTHR',
      null,
    ],
  ])('%s', async (_, brokerCode, linked) => {
    open({ orderNumber: null, status: 'New', grade: null, numberGrade: null });
    books.send('ord_1', aRequest({ kind: 'Post', state: 'Unknown', unprovenNumber: '700001' }));
    const theirs = aTrade({ brokerCode, accountNumber: 'CDS-9', matchingId: 'M9' });
    const rows = brokerCode === null ? [] : [['700001', [theirs]] as const];
    polling.otherBrokersRows = { date: TODAY, askedAt: noon(20), byNumber: new Map(rows) };
    const record = aListed({ matchedUnits: '0', pendingUnits: '100' });
    await enquired.applyEnquiry('ord_1', { ...anAnswer([record]), askedAt: noon(60) });
    expect(books.order().orderNumber).toBe(linked);
  });

  it.each([
    ['gives an order the number that its edit was acknowledged under', [], '700010'],
    ['gives it none that was there while it worked under its own', ['700010'], '700001'],
  ])('%s', async (_, there, linked) => {
    open({});
    beside = new Set(there);
    const named = { unprovenNumber: '700010', units: '80', price: '12.5' };
    books.send('ord_1', aRequest({ kind: 'Edit', state: 'Unknown', ...named }));
    const record = aListed({ orderNumber: '700010', units: '80', pendingUnits: '80' });
    const answer = { ...anAnswer([record]), askedAt: noon(60) };
    await enquired.applyEnquiry('ord_1', answer, true);
    expect(books.order().orderNumber).toBe(linked);
  });

  it('that finds no record, where no list shows the order, is counted: the order works on (D1, D2)', async () => {
    for (const told of [[], [], ['ord_1 MissingAtExchange']]) {
      await answered('NoRecord');
      expect(books.told).toEqual(told);
    }
    expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 3 });
  });

  it.each([
    ['a number that it has no more', { orderNumber: '700009' }],
    ['before we touched it', { lastOwnChangeAt: noon(31) }],
  ])('says nothing of an order when it was of %s', async (_name, changes) => {
    open(changes);
    const differs = { absent: false, differs: true, isExplicit: false };
    for (let pass = 1; pass <= 4; pass += 1) {
      expect(await answered('NoRecord')).toBe(false);
      expect(await answered('NoRecord', { isExplicit: false })).toBe(false);
      expect(await answered('NoRecord', differs)).toBe(false);
      expect(await answered('NoRecord', { phase: 'over' })).toBe(false);
    }
    expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
    expect(books.told).toEqual([]);
  });

  it('that is answered with something else three times is told of, and makes it no order known to be missing (D2)', async () => {
    for (let pass = 1; pass <= 3; pass += 1) await answered('NoRecord', { isExplicit: false });
    expect(books.told).toEqual(['ord_1 MissingAtExchange']);
    expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
  });

  it('that never answers of what a list shows otherwise than we do is told of (D2)', async () => {
    const listed = { absent: false, differs: true, isExplicit: false };
    for (let pass = 1; pass <= 3; pass += 1) await answered('NoRecord', listed);
    expect(books.told).toEqual(['ord_1 SourcesDisagree']);
  });

  it('that finds no record on the morning after a day that could not be ended is told of (F1)', async () => {
    const late = { phase: 'closing', late: true } as const;
    for (let pass = 1; pass <= 3; pass += 1) await answered('NoRecord', late);
    expect(books.told).toEqual(['ord_1 MissingAtExchange']);
  });

  it('that finds no record counts for nothing while a list shows the order (D2)', async () => {
    expect(await answered('NoRecord', { absent: false })).toBe(false);
    expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
  });

  it('that finds no record after the close ends it only in the words of the exchange itself (D2)', async () => {
    await answered('NoRecord', { isExplicit: false });
    await answered('NoRecord', { isExplicit: false });
    for (let pass = 1; pass <= 5; pass += 1) {
      await answered('NoRecord', { isExplicit: false, phase: 'over' });
      expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
    }
    for (let pass = 1; pass <= 3; pass += 1) await answered('NoRecord', { phase: 'over' });
    expect(books.order().status).toBe('Expired');
  });

  it.each([
    ['twice, in its own words,', 2, true],
    ['three times, however it was put,', 3, false],
  ])(
    'that found no record before the close, %s does not let the order expire: people are told',
    async (_, times, isExplicit) => {
      for (let pass = 1; pass <= times; pass += 1) await answered('NoRecord', { isExplicit });
      const { missingSince } = books.order();
      expect(missingSince).toBeLessThan(noon(90));
      // A trade of before is shown late: that says nothing of where the order is now.
      open({ missingSince, timesMissing: books.order().timesMissing, doubtedSince: null });
      for (let pass = 1; pass <= 5; pass += 1) {
        await answered('NoRecord', { phase: 'over' });
        expect(books.order().doubtedSince).not.toBeNull();
      }
      expect(books.order()).toMatchObject({ status: 'Open', missingSince });
      expect(new Set(books.told)).toEqual(new Set(['ord_1 MissingAtExchange']));
    },
  );

  it.each([
    ['once before the close', { timesMissing: 1 }],
    ['only after the close', { timesMissing: 2, missingSince: noon(95) }],
    ['after what else made it uncertain', { timesMissing: 2, doubtedSince: noon(80) }],
  ])('that found no record %s lets it expire', async (_, before) => {
    open(before);
    for (let pass = 1; pass <= 3; pass += 1) await answered('NoRecord', { phase: 'over' });
    expect(books.order().status).toBe('Expired');
  });

  it('that finds no record after the close, where no list was answered, makes the order uncertain', async () => {
    await answered('NoRecord', { phase: 'over', absent: false, listAskedAt: null });
    expect(books.order()).toMatchObject({ status: 'Open' });
    expect(books.order().doubtedSince).not.toBeNull();
  });

  it('that finds no record after the close says nothing against a list that shows the order', async () => {
    await answered('NoRecord', { phase: 'over', absent: false, listAskedAt: noon(30) });
    expect(books.order().doubtedSince).toBeNull();
  });

  it.each(['NoReply', 'NoBudget'] as const)(
    'that is not answered counts for nothing, however often: %s (D4)',
    async (why) => {
      for (const phase of ['trading', 'closing', 'over'] as const) {
        for (let pass = 1; pass <= 4; pass += 1) await answered(why, { isExplicit: false, phase });
      }
      expect(books.order()).toMatchObject({ status: 'Open', timesMissing: 0 });
      expect(books.told).toEqual([]);
    },
  );
});
