import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { keyOfTrade, type TradeTerms } from '../../breaks/trade-difference.js';
import { compare } from '../../../infra/decimal.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import type { Traded } from '../../order-numbers/sighting-register.js';
import { readTradeDate } from './trade-date.js';

/** What a day's trades prove under our broker code. */
export interface Executions {
  readonly executions: readonly ExecutionEvidence[];
  /** Executions whose id occurs again with the same units and price, but other quantities of the order. */
  readonly repeated: readonly ExecutionEvidence[];
  /** Executions that occur again, equal in everything: the same trade, or another under its id. */
  readonly equal: readonly ExecutionEvidence[];
  /** Rows that may be trades, and of which none can be booked. */
  readonly unread: readonly TradeRow[];
  /** The unread rows that contradict themselves. */
  readonly contradicting: readonly TradeRow[];
  /** Rows that show an order with nothing traded. */
  readonly resting: readonly TradeRow[];
  /** The call whose reply has them. */
  readonly callId?: string;
}

/** Each execution once: with its booked terms if it is in `booked`, else as its first row has it. */
export async function once(
  executions: readonly ExecutionEvidence[],
  booked: ReadonlyMap<string, TradeTerms> = new Map(),
): Promise<readonly ExecutionEvidence[]> {
  const met = new Set<string>();
  const first: ExecutionEvidence[] = [];
  for await (const slice of inBatches(executions)) {
    for (const row of slice) {
      const key = keyOfTrade(row);
      if (met.has(key)) continue;
      met.add(key);
      const terms = booked.get(key);
      first.push(terms === undefined ? row : { ...row, ...terms });
    }
  }
  return first;
}

/**
 * The day of a row in the answer for `askedDate`: its own, when it has one. A later one is when the
 * trade is settled.
 */
export function dayOf(row: Pick<TradeRow, 'tradeDate'>, askedDate: string): string {
  const date = dateOfRow(row, askedDate);
  return date !== null && date < askedDate ? date : askedDate;
}

/** What rows and executions show of order numbers, by the day of which they show it. */
export async function numbersByDay(
  { executions, unread, resting }: Executions,
  askedDate: string,
): Promise<ReadonlyMap<string, readonly Traded[]>> {
  const numbers = new Map<string, Traded[]>();
  const note = (date: string, trade: ExecutionEvidence | TradeRow): void => {
    const traded = { orderNumber: trade.orderNumber, trade };
    const ofDay = numbers.get(date);
    if (ofDay === undefined) numbers.set(date, [traded]);
    else ofDay.push(traded);
  };
  for await (const slice of inBatches(executions)) {
    for (const row of slice) note(dayTraded(row, askedDate), row);
  }
  for await (const slice of inBatches([...unread, ...resting])) {
    for (const row of slice) note(dayOf(row, askedDate), row);
  }
  return numbers;
}

/** {@link dayOf} of an execution. */
export function dayTraded({ tradeDate }: ExecutionEvidence, askedDate: string): string {
  return tradeDate < askedDate ? tradeDate : askedDate;
}

export function byDay(
  executions: readonly ExecutionEvidence[],
  askedDate: string,
): ReadonlyMap<string, readonly ExecutionEvidence[]> {
  const days = new Map<string, ExecutionEvidence[]>();
  for (const row of executions) {
    const date = dayTraded(row, askedDate);
    const rows = days.get(date);
    if (rows === undefined) days.set(date, [row]);
    else rows.push(row);
  }
  return days;
}

/** The date by which an execution is booked, if it can be read. */
export function tradeDateOf(row: Pick<TradeRow, 'tradeDate'>, askedDate: string): string {
  return dateOfRow(row, askedDate) ?? askedDate;
}

/** Null for a row that says too little to be an execution. */
export function executionOf(row: TradeRow, askedDate: string): ExecutionEvidence | null {
  const { matchingId, units, price, side } = row;
  if (matchingId === null || units === null || price === null) return null;
  if (compare(price, '0') <= 0) return null;
  if (side !== 'BUY' && side !== 'SELL') return null;
  const tradeDate = dateOfRow(row, askedDate);
  if (tradeDate === null) return null;
  return {
    tradeDate,
    shownFor: askedDate,
    matchingId,
    orderNumber: row.orderNumber,
    security: row.security,
    side,
    units,
    price,
    matchedUnits: row.matchedUnits,
    pendingUnits: row.pendingUnits,
    accountNumber: row.accountNumber,
  };
}

/** A row without a date is of the day that was asked for; null: its date cannot be read. */
function dateOfRow({ tradeDate }: Pick<TradeRow, 'tradeDate'>, askedDate: string): string | null {
  return tradeDate === null ? askedDate : readTradeDate(tradeDate, askedDate);
}
