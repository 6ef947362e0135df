import {
  matchingIds,
  restingRowMatchingId,
  tradeDateForm,
  tradeMatchedQuantity,
  tradePending,
  tradesAllResting,
  tradesOtherBrokers,
  tradeStatusCancelled,
} from '../../../src/conformance/conclusions/conclude-trades.js';
import type { Call } from '../../../src/conformance/courier.js';
import { type Findings, NOTHING_ASKED } from '../../../src/conformance/findings.js';
import {
  aCall,
  aPost,
  aResting,
  findings,
  no,
  notSeen,
  ok,
  seen,
  SILENCE,
  TERMS,
} from '../calls.js';

/** 700001 rests; 700004 bought three units from two orders: two, then one. */
function traded(rows: readonly object[], changes: Partial<Findings['trades']> = {}): Findings {
  const second = aPost({ orderNumber: '700004', terms: { ...TERMS, units: '3' } });
  return findings({
    resting: aResting(),
    crossing: {
      resting: aPost({ orderNumber: '700002' }),
      first: null,
      partFilled: null,
      edit: null,
      behind: null,
      second,
      filled: null,
    },
    trades: { ...NOTHING_ASKED.trades, all: seen(ok(rows)), ...changes },
  });
}

function row(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    TradeDate: '2026-11-20',
    SecurityId: 'SD11PLC',
    Broker_Code: 'MARINA',
    OrderNo: 700004,
    Volume: 2,
    MatchedQuantity: 2,
    PendingQuantity: 1,
    TradingMatchingId: 'T1',
    OrderType: 'BUY',
    ...changes,
  };
}

const SECOND = { Volume: 1, MatchedQuantity: 1, PendingQuantity: 0, TradingMatchingId: 'T2' };
const RESTING = { OrderNo: 700001, Volume: 0, MatchedQuantity: 0, TradingMatchingId: null };

describe('Two fills of one order', () => {
  it.each<[string, object[], string, string]>([
    ['of parts', [row(), row(SECOND)], 'this-trade', 'after-trade'],
    ['of sums', [row(), row({ ...SECOND, MatchedQuantity: 3 })], 'cumulative', 'after-trade'],
    ['as of now', [row({ PendingQuantity: 0 }), row(SECOND)], 'this-trade', 'now'],
    ['that are there twice', [row(), row(), row(SECOND)], 'this-trade', 'after-trade'],
    [
      'that fit nothing',
      [row({ MatchedQuantity: 9, PendingQuantity: 7 }), row(SECOND)],
      'unknown',
      'unknown',
    ],
    [
      'without quantities',
      [row({ MatchedQuantity: null, PendingQuantity: null }), row(SECOND)],
      'unknown',
      'unknown',
    ],
    ['of which one is not shown', [row()], 'unknown', 'unknown'],
    [
      'with a third that nobody expects',
      [row(), row(SECOND), row({ Volume: 7 })],
      'unknown',
      'unknown',
    ],
  ])('%s', (_, rows, matched, pending) => {
    expect(tradeMatchedQuantity(traded(rows)).value).toBe(matched);
    expect(tradePending(traded(rows)).value).toBe(pending);
  });

  it.each<[string, object[], string]>([
    ['unique', [row(), row(SECOND)], 'unique'],
    ['repeated', [row(), row({ ...SECOND, TradingMatchingId: 'T1' })], 'repeated'],
    ['missing', [row(), row({ ...SECOND, TradingMatchingId: null })], 'missing'],
    ['missing when it is zero', [row(), row({ ...SECOND, TradingMatchingId: '0' })], 'missing'],
    ['of a row that is there twice', [row(), row(), row(SECOND)], 'row-twice'],
    ['not known by one fill', [row()], 'unknown'],
    ['not known by resting rows', [row(RESTING)], 'unknown'],
  ])('have matching ids: %s', (_, rows, value) => {
    expect(matchingIds(traded(rows)).value).toBe(value);
  });

  it('may share an id with the other side', () => {
    const other = row({ OrderNo: 700002, OrderType: 'SELL' });
    expect(matchingIds(traded([row(), other, row(SECOND)]))).toMatchObject({
      value: 'unique',
      detail: { sharedBySides: true },
    });
  });
});

describe('A resting order', () => {
  it('is held by All, or left out if a later fill is shown', () => {
    expect(tradesAllResting(traded([row(RESTING)])).value).toBe('held');
    expect(tradesAllResting(traded([row(), row(SECOND)])).value).toBe('left-out');
  });

  it('is not proven to be left out of a list that may be older', () => {
    expect(tradesAllResting(traded([], { all: notSeen(ok([])) })).value).toBe('unknown');
    expect(tradesAllResting(traded([], { all: notSeen(aCall(SILENCE)) })).value).toBe('unknown');
  });

  it.each([
    [null, 'absent'],
    [undefined, 'absent'],
    ['', 'empty'],
    ['0', 'zero'],
    [0, 'zero'],
    ['R1', 'other'],
  ])('with the matching id %j has one that is %s', (TradingMatchingId, value) => {
    const found = traded([row({ ...RESTING, TradingMatchingId })]);
    expect(restingRowMatchingId(found).value).toBe(value);
  });
});

describe('Rows of the daily trades', () => {
  it('may be of other brokers', () => {
    expect(tradesOtherBrokers(traded([row()])).value).toBe('not-seen');
    expect(tradesOtherBrokers(traded([row(), row({ Broker_Code: 'ATLB' })])).value).toBe('seen');
    expect(tradesOtherBrokers(traded([])).value).toBe('unknown');
  });

  it.each([
    ['2026-11-20', 'date'],
    ['2026-11-20T00:00:00Z', 'other'],
    ['20/11/2026', 'other'],
  ])('dated %s have a %s', (TradeDate, value) => {
    expect(tradeDateForm(traded([row({ TradeDate })])).value).toBe(value);
  });

  const all = [row(), row(SECOND), row(RESTING)];
  it.each<[string, Call, string]>([
    ['refused', no(400, 'orderStatus'), 'refused'],
    ['empty', ok([]), 'empty'],
    ['empty but for others', ok([row({ OrderNo: 1 })]), 'empty'],
    ['as All', ok(all), 'as-all'],
    ['executions only', ok([row(), row(SECOND)]), 'executions-only'],
    ['something else', ok([row()]), 'other'],
    ['not known without a reply', aCall(SILENCE), 'unknown'],
  ])('under another filter are %s', (_, cancelled, value) => {
    expect(tradeStatusCancelled(traded(all, { cancelled })).value).toBe(value);
  });
});
