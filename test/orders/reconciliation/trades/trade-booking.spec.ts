import { pino } from 'pino';
import type { TradeRow } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import { compareWithFills } from '../../../../src/orders/reconciliation/trades/booked-fills.js';
import { TradeCorrections } from '../../../../src/orders/reconciliation/trades/watch-trade-corrections.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { numbersByDay } from '../../../../src/orders/reconciliation/trades/trade-evidence.js';
import { NumbersInTrades } from '../../../../src/orders/reconciliation/trades/numbers-in-trades.js';
import { TradeBooking } from '../../../../src/orders/reconciliation/trades/trade-booking.js';
import type { SystemBreaks } from '../../../../src/orders/breaks/system-breaks.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { noon, TODAY } from '../../../support/builders.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js';
import { DeskBooks } from '../desk-books.js';
import { aTrade } from '../rows.js';

let books: DeskBooks;

const booking = (): TradeBooking =>
  new TradeBooking(
    books.database,
    books.store,
    new NumbersInTrades(books.database, books.store, read(REAL)),
    read(REAL),
    new AppLogger(pino({ level: 'silent' })),
  );
const changes = (): TradeCorrections =>
  new TradeCorrections(
    books.database,
    books.store,
    // A reading that differs is no day that is doubted.
    undefined as unknown as SystemBreaks,
    new HandClock(NOON),
    new PollingState(),
  );
/** One pass shows these rows as the trades of the day. */
const shown = (...rows: readonly Partial<TradeRow>[]) => shownOn(TODAY, ...rows);
const shownOn = (date: string, ...rows: readonly Partial<TradeRow>[]) => shownTo(null, date, rows);
/** `meant`: the orders of a run of a scope. */
const shownTo = async (
  meant: ReadonlySet<string> | null,
  date: string,
  rows: readonly Partial<TradeRow>[],
) => {
  const traded = await booking().executionsOf(rows.map(aTrade), date);
  const beside = await compareWithFills(books.database.reading, traded.executions, date);
  const booked = await booking().book(traded, beside, date, meant);
  await changes().reportDiffering(date, booked.differing);
  return booked;
};
/** What is booked, as `order units at price`. */
const booked = (): readonly string[] =>
  books.fills.map(({ orderId, units, price }) => `${orderId} ${units} at ${price}`);

beforeEach(() => {
  books = new DeskBooks({});
});

describe("A row of the day's trades", () => {
  it('that every pass shows is booked once (E1)', async () => {
    expect(await shown({})).toMatchObject({ fills: 1 });
    expect(await shown({})).toMatchObject({ fills: 0 });
    await shown({ units: '40.0', price: '12.450' });
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
    expect(books.told).toEqual([]);
  });

  it('that stands twice in one answer is booked once (E3)', async () => {
    await shown({}, {});
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
    expect(books.told).toEqual([]);
  });

  it.each([
    { matchedUnits: '80', pendingUnits: '60' },
    { matchedUnits: '40', pendingUnits: '20' },
  ])(
    'that stands twice with %j of its order the second time may be two trades: a person is told (E3)',
    async (other) => {
      await shown({ pendingUnits: '60' }, other);
      expect(booked()).toEqual(['ord_1 40 at 12.45']);
      expect(books.told).toEqual(['ord_1 FillMismatch']);
    },
  );

  it.each([{ units: '41' }, { price: '12.40' }])(
    'that stands twice, with %j the second time, is booked as it stands first: a person is told (E3)',
    async (other) => {
      await shown({}, other);
      expect(booked()).toEqual(['ord_1 40 at 12.45']);
      expect(books.told).toEqual(['ord_1 FillMismatch']);
    },
  );

  it.each([{ units: '41' }, { price: '12.40' }])(
    'that reads %j in a later pass leaves what is booked: a person is told (E10)',
    async (other) => {
      await shown({});
      await shown(other);
      expect(booked()).toEqual(['ord_1 40 at 12.45']);
      expect(books.order()).toMatchObject({ filledUnits: '40', filledValue: '498' });
      expect(books.told).toEqual(['ord_1 FillMismatch']);
    },
  );

  it('of another client leaves an adopted order its number, which no post of ours has brought: a person is told (E11)', async () => {
    books = new DeskBooks({ numberGrade: 'Inferred' });
    await shown({ accountNumber: 'CDS-9' });
    expect(booked()).toEqual([]);
    expect(books.order().orderNumber).toBe('700001');
    expect(books.told).toEqual(['ord_1 IdentityMismatch']);
  });

  it('of a trade between two of our clients is booked for each of them (E2)', async () => {
    books = new DeskBooks(
      {},
      { id: 'ord_2', orderNumber: '700002', side: 'SELL', price: '12.4', accountNumber: 'CDS-2' },
    );
    await shown({}, { orderNumber: '700002', side: 'SELL', accountNumber: 'CDS-2' });
    expect(booked()).toEqual(['ord_1 40 at 12.45', 'ord_2 40 at 12.45']);
    expect(books.told).toEqual([]);
  });

  it('is booked and told of in a run of a scope for the orders of the scope alone', async () => {
    books = new DeskBooks({}, { id: 'ord_2', orderNumber: '700002', accountNumber: 'CDS-2' });
    const others = { orderNumber: '700002', accountNumber: 'CDS-2', matchingId: 'M2' };
    const meant = new Set(['ord_1']);
    await shownTo(meant, TODAY, [{}, others, { ...others, units: '41' }]);
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
    await shown({}, others);
    await shownTo(meant, TODAY, [{}, { ...others, units: '41' }, { ...others, units: '42' }]);
    expect(books.told).toEqual([]);
    await shownTo(meant, TODAY, [{ units: '41' }, others]);
    expect(books.told).toEqual(['ord_1 FillMismatch']);
  });

  it.each([
    { matchingId: null, units: '0', matchedUnits: '0' },
    { matchingId: '0', units: '0', matchedUnits: '20' },
    { matchingId: '0', units: '100', matchedUnits: '0' },
    { matchingId: 'M1', units: null },
    { matchingId: 'M1', price: null },
  ])('of an order that rests, %j, is no trade (E4)', async (row) => {
    expect(await shown(row)).toMatchObject({ fills: 0 });
    expect(books.order()).toMatchObject({ filledUnits: '0', matchedUnits: '0' });
  });

  it('of a number that another desk has by now is not booked on an order that was over before', async () => {
    books = new DeskBooks({
      status: 'Expired',
      tradingDate: '2026-11-18',
      closedAt: noon(0) - 86_400_000,
    });
    await shown({});
    expect(booked()).toEqual([]);
  });

  it('without a matching id is not booked: two of them could not be told apart (E12)', async () => {
    await shown({ matchingId: null }, { matchingId: null });
    expect(booked()).toEqual([]);
    expect(books.told).toEqual([]);
  });

  it('without a matching id is told of when its order is over with less than was traded (E12)', async () => {
    books = new DeskBooks({ status: 'Filled', matchedUnits: '40', units: '40' });
    await shown({ matchingId: null, units: '40' });
    expect(books.told).toEqual([]);
    await shown({ matchingId: 'M1', units: '40' }, { matchingId: null, units: '15' });
    expect(books.told).toEqual(['ord_1 FillMismatch']);
  });

  it.each([
    [10_000, ['ord_1 FillMismatch']],
    [9_999, []],
  ])(
    'without a matching id, when more is matched than booked for %d ms, is told of: %j (E12)',
    async (ms, told) => {
      books = new DeskBooks({ status: 'Open', matchedUnits: '40', unreportedSince: noon(60) - ms });
      await shown({ matchingId: null, units: '40' });
      expect(books.told).toEqual(told);
    },
  );

  it('without a matching id is told of at the second answer, whatever is known to be matched (E12)', async () => {
    books = new DeskBooks({ status: 'Open' });
    await shown({ matchingId: null, units: '40' });
    expect(books.told).toEqual([]);
    expect(books.order().tradesDifferOn).toBe(TODAY);
    await shown({ matchingId: null, units: '40' });
    expect(books.told).toEqual(['ord_1 FillMismatch']);
  });

  it('that says too little is none that cannot be booked, where its id is booked', async () => {
    books = new DeskBooks({ status: 'Open' });
    await shown({});
    for (let pass = 0; pass < 3; pass += 1) await shown({ price: null });
    expect(books.told).toEqual([]);
    expect(books.order().tradesDifferOn).toBeNull();
  });

  it('without a matching id is not told of for a trade beside it that stands twice (E3, E12)', async () => {
    books = new DeskBooks({ status: 'Filled', matchedUnits: '55', units: '55' });
    await shown({}, {}, { matchingId: null, units: '15' });
    expect(books.told).toEqual([]);
  });

  it.each([
    ['the units of this trade', ['10', '20', '30']],
    ['the sum so far', ['10', '30', '60']],
  ])('counts for its own units, also where what is matched is %s (E5)', async (_, matched) => {
    const units = ['10', '20', '30'];
    await shown(
      ...units.map((each, index) => ({
        matchingId: `M${index}`,
        units: each,
        matchedUnits: matched[index] ?? null,
      })),
    );
    expect(books.order()).toMatchObject({ filledUnits: '60', matchedUnits: '60', status: 'Open' });
    expect(books.told).toEqual([]);
  });

  it.each([
    { units: '100', matchedUnits: '40', pendingUnits: '60' },
    { units: '0', matchedUnits: '40', pendingUnits: '60' },
    { units: '100', matchedUnits: '100', pendingUnits: '60' },
    { units: '90', matchedUnits: null, pendingUnits: '60' },
  ])('that says %j of an order of 100 is not booked: a person is told (D9)', async (row) => {
    expect(await shown(row)).toMatchObject({ fills: 0 });
    expect(books.order()).toMatchObject({ status: 'Open', filledUnits: '0', matchedUnits: '0' });
    expect(books.told).toEqual(['ord_1 FillMismatch']);
  });

  it('is told of beside one that leaves more pending than the order has: people decide about each', async () => {
    const tooMuch = { units: '70', matchedUnits: '70', pendingUnits: '60' };
    const next = { matchingId: 'M2', units: '60', matchedUnits: '130', pendingUnits: '0' };
    await shown(tooMuch, next);
    expect(booked()).toEqual([]);
    expect(books.told).toEqual(['ord_1 FillMismatch', 'ord_1 FillMismatch']);
  });

  it('that may be a copy is not told of as another trade beside one that leaves more pending than the order has', async () => {
    const first = { units: '20', matchedUnits: '20', pendingUnits: '0' };
    const tooMuch = { matchingId: 'M3', units: '70', matchedUnits: '70', pendingUnits: '60' };
    await shown(first, { ...first, matchingId: 'M2' }, tooMuch);
    expect(booked()).toEqual([]);
    expect(books.told).toEqual(['ord_1 FillMismatch', 'ord_1 FillMismatch']);
  });

  it('is not booked beside another of its order that contradicts itself, and is once that agrees', async () => {
    const odd = { units: '100', matchedUnits: '40', pendingUnits: '60' };
    const next = { matchingId: 'M2', units: '60', matchedUnits: '100', pendingUnits: '0' };
    await shown(odd, next);
    expect(booked()).toEqual([]);
    await shown({}, next);
    expect(booked()).toEqual(['ord_1 40 at 12.45', 'ord_1 60 at 12.45']);
    expect(books.order().status).toBe('Filled');
  });

  it('of a number that is not known yet is booked by the next pass after it is (E8)', async () => {
    books = new DeskBooks({ orderNumber: null });
    expect(await shown({})).toMatchObject({ fills: 0 });
    books.bind('ord_1', '700001');
    expect(await shown({})).toMatchObject({ fills: 1 });
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
  });

  it("of another broker's client is left alone, whatever its number (E15)", async () => {
    const other = { brokerCode: 'OTHR', accountNumber: 'CDS-SECRET' };
    await shown(other);
    expect(booked()).toEqual([]);
    expect(books.told).toEqual([]);
    const rows = [aTrade(other), aTrade({ orderNumber: '700002' })];
    const numbers = await numbersByDay(await booking().executionsOf(rows, TODAY), TODAY);
    expect([...numbers]).toMatchObject([[TODAY, [{ orderNumber: '700002' }]]]);
  });

  it('shows a number whether or not anything is traded, on its own day', async () => {
    const rows = [
      aTrade({ orderNumber: '700002' }),
      aTrade({ orderNumber: '700003', matchingId: null }),
      aTrade({ orderNumber: '700004', matchedUnits: '0' }),
      aTrade({ orderNumber: '700005', tradeDate: '2026-11-19', units: null }),
    ];
    const traded = await booking().executionsOf(rows, TODAY);
    const sorts = [traded.executions, traded.unread, traded.resting];
    expect(sorts.map((ones) => ones.map(({ orderNumber }) => orderNumber))).toEqual([
      ['700002'], ['700003'], ['700004', '700005'],
    ]); // prettier-ignore
    const numbers = await numbersByDay(traded, TODAY);
    expect([...numbers].map(([day, ones]) => [day, ones.map((one) => one.orderNumber)])).toEqual([
      [TODAY, ['700002', '700003', '700004']],
      ['2026-11-19', ['700005']],
    ]);
  });

  it('of an earlier day than was asked for is of the order that had the number then (E9, B10)', async () => {
    const numbered = { orderNumber: '700001', tradingDate: TODAY, closedAt: noon(60) };
    const next = { id: 'ord_2', orderNumber: '700001', tradingDate: '2026-11-23' };
    books = new DeskBooks({ ...numbered, status: 'Expired' }, next);
    await shownOn('2026-11-23', { tradeDate: TODAY });
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
    await shownOn('2026-11-23', { tradeDate: '2026-11-23', matchingId: 'M2' });
    expect(booked()).toEqual(['ord_1 40 at 12.45', 'ord_2 40 at 12.45']);
  });

  it('of an order of the day before waits while it may be a post of unknown outcome (B10)', async () => {
    const terms = { security: books.order().security, side: 'BUY', units: '500' };
    const client = { accountNumber: 'CDS-1', clientName: 'Ada Obi' };
    books.unresolved.push({ id: 'ord_2', ...client, ...terms });
    await shownOn('2026-11-23', { tradeDate: '2026-11-23' });
    expect(booked()).toEqual([]);
    books.unresolved.pop();
    await shownOn('2026-11-23', { tradeDate: '2026-11-23' });
    expect(booked()).toEqual(['ord_1 40 at 12.45']);
  });

  it("under the number of the day before, and of another's account, is not that order's (B10)", async () => {
    await shownOn('2026-11-23', { tradeDate: '2026-11-23', accountNumber: 'CDS-OTHER' });
    expect(booked()).toEqual([]);
    expect(books.told).toEqual([]);
  });

  it('with a matching id of another day is another trade (E18)', async () => {
    await shown({});
    await shownOn('2026-11-23', { tradeDate: '2026-11-23' });
    expect(books.fills.map((fill) => fill.tradeDate)).toEqual([TODAY, '2026-11-23']);
    expect(books.order().filledUnits).toBe('80');
  });
});
