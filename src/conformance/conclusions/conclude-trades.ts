import { stringify } from 'lossless-json';
import {
  decimalField,
  field,
  textField,
  type WireRecord,
} from '../../infra/exchange/schema/wire.js';
import type { ValueOf } from '../../infra/exchange/settings/questions.js';
import { concluded, type Conclusion, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings } from '../findings.js';
import { formOf, isOf, rowsOf } from '../replies.js';
import { currentNumber } from '../probes/resting-probe.js';
import { crossingNumbers, executionsOf, ownNumbers, traded } from '../probes/trades-probe.js';

/** Conclusions from the daily trades. The order that filled two others has two trades. */
const NO_FILLS = 'no two fills of one order were seen';

export function tradesAllResting(found: Findings): Conclusion<'held' | 'left-out'> {
  const { resting, crossing, trades } = found;
  const call = trades.all?.found ?? trades.all?.calls.at(-1) ?? null;
  if (resting === null || call === null || rowsOf(call) === null)
    return unknown('no trades were seen');
  const row = restingRow(found, call);
  if (row !== undefined) {
    const look = `Volume ${shown(row, 'Volume')}, MatchedQuantity ${shown(row, 'MatchedQuantity')}, PendingQuantity ${shown(row, 'PendingQuantity')}`;
    return concluded('held', look, [call]);
  }
  // A list that shows a later fill of ours is recent enough to show the order.
  const second = crossing?.second ?? null;
  return second !== null && executionsOf(call, second.orderNumber).length > 0
    ? concluded('left-out', 'a later fill is there, the resting order is not', [call])
    : unknown('it is not there, and neither is anything later of ours', call);
}

function restingRow({ resting }: Findings, call: Call): WireRecord | undefined {
  if (resting === null) return undefined;
  const number = currentNumber(resting);
  return rowsOf(call)?.find((row) => isOf(row, number) && !traded(row));
}

function shown(row: WireRecord, name: string): string {
  return decimalField(row, name) ?? 'absent';
}

export function restingRowMatchingId(found: Findings): Conclusion<ValueOf<'restingRowMatchingId'>> {
  const call = found.trades.all?.found ?? null;
  const row = call === null ? undefined : restingRow(found, call);
  if (row === undefined) return unknown('no resting order is among the trades', call);
  const id = field(row, 'TradingMatchingId') ?? null;
  if (id === null) return concluded('absent', 'null or missing', [call]);
  if (typeof id === 'string' && id.trim() === '')
    return concluded('empty', 'an empty text', [call]);
  return /^0+$/.test(textField(row, 'TradingMatchingId') ?? shown(row, 'TradingMatchingId'))
    ? concluded('zero', 'zero', [call])
    : concluded('other', stringify(id) ?? '', [call]);
}

export function tradesOtherBrokers({ trades, ours }: Findings): Conclusion<'seen' | 'not-seen'> {
  const call = trades.all?.found ?? trades.all?.calls.at(-1) ?? null;
  const rows = call === null ? null : rowsOf(call);
  if (rows === null || rows.length === 0) return unknown('no trades were seen', call);
  const other = rows.some((row) => {
    const code = textField(row, 'Broker_Code');
    return code !== null && code !== ours.brokerCode;
  });
  return other
    ? concluded('seen', 'rows of other codes are there', [call])
    : concluded('not-seen', `all ${rows.length} rows are ours`, [call]);
}

/** The two fills of the order that filled two others, without duplicate rows. */
interface TwoFills {
  readonly call: Call;
  readonly rows: readonly [WireRecord, WireRecord];
  /** The posted units. */
  readonly units: bigint;
}

function twoFills({ crossing, trades }: Findings): TwoFills | null {
  const call = trades.all?.found ?? null;
  const second = crossing?.second ?? null;
  if (call === null || second === null) return null;
  const [first, last, ...more] = distinct(executionsOf(call, second.orderNumber));
  if (first === undefined || last === undefined || more.length > 0) return null;
  return { call, rows: [first, last], units: BigInt(second.terms.units) };
}

function distinct(rows: readonly WireRecord[]): readonly WireRecord[] {
  return [...new Map(rows.map((row) => [stringify(row), row])).values()];
}

export function tradeMatchedQuantity(found: Findings): Conclusion<'this-trade' | 'cumulative'> {
  return sumOrPart(found, 'MatchedQuantity');
}

export function tradeVolume(found: Findings): Conclusion<'this-trade' | 'cumulative'> {
  return sumOrPart(found, 'Volume');
}

/** Quantities per trade add up to the posted units; of cumulative ones, the larger equals them. */
function sumOrPart(found: Findings, name: string): Conclusion<'this-trade' | 'cumulative'> {
  const fills = twoFills(found);
  if (fills === null) return unknown(NO_FILLS, found.trades.all?.calls.at(-1) ?? null);
  const [one, other] = fills.rows.map((row) => whole(row, name));
  if (one == null || other == null) return unknown(`${name} is not always there`, fills.call);
  const seen = `${one} and ${other} of an order of ${fills.units}`;
  if (one + other === fills.units) return concluded('this-trade', seen, [fills.call]);
  const larger = one > other ? one : other;
  return larger === fills.units && one !== other
    ? concluded('cumulative', seen, [fills.call])
    : unknown(seen, fills.call);
}

function whole(row: WireRecord, name: string): bigint | null {
  const decimal = decimalField(row, name);
  return decimal !== null && /^\d+$/.test(decimal) ? BigInt(decimal) : null;
}

/** After the first of its two trades the order had units pending; now it has none. */
export function tradePending(found: Findings): Conclusion<'after-trade' | 'now'> {
  const fills = twoFills(found);
  if (fills === null) return unknown(NO_FILLS, found.trades.all?.calls.at(-1) ?? null);
  const pending = fills.rows.map((row) => whole(row, 'PendingQuantity'));
  if (pending.includes(null)) return unknown('PendingQuantity is not always there', fills.call);
  const volumes = fills.rows.map((row) => whole(row, 'Volume') ?? 0n);
  const seen = `${pending.join(' and ')} pending after ${volumes.join(' and ')} of ${fills.units}`;
  if (pending.every((left) => left === 0n)) return concluded('now', seen, [fills.call]);
  const leftAfterOne = volumes.some((volume) => pending.includes(fills.units - volume));
  return pending.includes(0n) && leftAfterOne
    ? concluded('after-trade', seen, [fills.call])
    : unknown(seen, fills.call);
}

export function matchingIds(found: Findings): Conclusion<ValueOf<'matchingIds'>> {
  const call = found.trades.all?.found ?? null;
  const numbers = [...new Set(crossingNumbers(found.crossing))];
  const perOrder = numbers.map((number) => (call === null ? [] : executionsOf(call, number)));
  const rows = perOrder.flat();
  if (rows.length === 0) return unknown('no trade of ours was seen', call);
  const missing = rows.filter((row) => idOf(row) === null).length;
  if (missing > 0)
    return concluded('missing', `${missing} of ${rows.length} rows have none`, [call]);
  if (perOrder.some((own) => distinct(own).length < own.length)) {
    return concluded('row-twice', 'a row is there twice, in every field the same', [call]);
  }
  if (perOrder.some((own) => new Set(own.map(idOf)).size < own.length)) {
    return concluded('repeated', 'two trades of one order have the same id', [call]);
  }
  if (perOrder.every((own) => own.length < 2)) return unknown(NO_FILLS, call);
  const shared = new Set(rows.map(idOf)).size < rows.length;
  const seen = `${rows.length} rows; both sides of a trade ${shared ? 'share an id' : 'have their own'}`;
  return concluded('unique', seen, [call], { sharedBySides: shared });
}

function idOf(row: WireRecord): string | null {
  const text = textField(row, 'TradingMatchingId') ?? decimalField(row, 'TradingMatchingId');
  return text === null || /^0+$/.test(text) ? null : text;
}

export function tradeDateForm(found: Findings): Conclusion<ValueOf<'tradeDateForm'>> {
  const call = found.trades.all?.found ?? null;
  const numbers = ownNumbers(found);
  const row = (call === null ? null : rowsOf(call))?.find((one) =>
    numbers.some((number) => isOf(one, number)),
  );
  const date = row === undefined ? null : textField(row, 'TradeDate');
  if (date === null) return unknown('no row of ours was seen', call);
  return concluded(/^\d{4}-\d{2}-\d{2}$/.test(date) ? 'date' : 'other', date, [call]);
}

export function tradeStatusMatched(found: Findings): Conclusion<ValueOf<'tradeStatusMatched'>> {
  return filter(found, found.trades.matched);
}

export function tradeStatusCancelled(found: Findings): Conclusion<ValueOf<'tradeStatusCancelled'>> {
  return filter(found, found.trades.cancelled);
}

/** Compares our rows with those under All. */
function filter(found: Findings, call: Call | null): Conclusion<ValueOf<'tradeStatusMatched'>> {
  const whole = found.trades.all?.found ?? null;
  if (call === null) return unknown('it was not asked');
  const rows = rowsOf(call);
  if (rows === null) {
    return formOf(call) === null
      ? unknown(`no reply: ${call.outcome.message}`, call)
      : concluded('refused', call.outcome.message, [call]);
  }
  if (whole === null) return unknown('there is nothing of ours under All to compare with', call);
  const numbers = ownNumbers(found);
  const own = (among: readonly WireRecord[]): readonly WireRecord[] =>
    among.filter((row) => numbers.some((number) => isOf(row, number)));
  const [some, every] = [own(rows), own(rowsOf(whole) ?? [])];
  const executions = every.filter(traded);
  const seen = `${some.length} of the ${every.length} rows of ours under All`;
  if (some.length === 0) return concluded('empty', seen, [whole, call]);
  if (some.length === every.length) return concluded('as-all', seen, [whole, call]);
  const only = some.every(traded) && some.length === executions.length;
  return concluded(only ? 'executions-only' : 'other', seen, [whole, call]);
}
