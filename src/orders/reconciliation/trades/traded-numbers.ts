import { add, compare } from '../../../infra/decimal.js';
import { isSameAccount } from '../../order/order.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { isOtherOrder, type OtherBrokersNumber } from '../../order-numbers/number-proof.js';
import { isWorking, type NumberDoubt } from '../../order/order-status.js';
import { kindOfRow, limitShown } from '../../fills/trade-row.js';
import type { DayOfTrades } from '../collect/day-over.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';
import type { OtherBrokersRows } from '../collect/polling-state.js';
import { dayOf } from './trade-evidence.js';

/** A row of today's trades under the number of an order of ours that works. */
export interface ShownNumber {
  readonly orderId: string;
  readonly row: TradeRow;
  /** The row is of another broker, client, side or security. */
  readonly isOtherOrder: boolean;
  /** Other rows show the order itself: two orders share the number, so neither rules the other out. */
  readonly isShared: boolean;
  readonly askedAt: number;
}

/**
 * Finds rows of today's trades that tell something new about who owns an order number of ours. Pure.
 *   - rows that are surely another order's
 *   - rows of another broker, while more is said to be matched than our own rows show
 *   - of an inferred number: rows of a resting order, which have its price
 *   - of a number that such a row has put in doubt: rows that are the order's
 * A row that speaks against the order outweighs all that do not.
 */
export async function numbersShown(
  subjects: readonly OrderUnderReview[],
  trades: readonly DayOfTrades[],
  { today, brokerCode }: { readonly today: string; readonly brokerCode: string },
): Promise<readonly ShownNumber[]> {
  const answer = trades.find(({ date }) => date === today);
  if (answer === undefined) return [];
  const byNumber = new Map<string, ReviewedOrder>();
  for await (const slice of inBatches(subjects)) {
    for (const { order } of slice) {
      if (order.orderNumber === null || !isWorking(order.status)) continue;
      byNumber.set(order.orderNumber, order);
    }
  }
  const found = new Map<
    string,
    Omit<ShownNumber, 'isShared'> & { readonly evidence: NumberEvidence }
  >();
  const withOwnRows = new Set<string>();
  const withOwnLimit = new Set<string>();
  for await (const slice of inBatches(answer.rows)) {
    for (const row of slice) {
      const order = byNumber.get(row.orderNumber);
      if (order === undefined || dayOf(row, today) !== today) continue;
      const isOtherBrokers = row.brokerCode !== null && row.brokerCode !== brokerCode;
      // Brokers may have numbers of their own, so that alone says nothing.
      if (isOtherBrokers && compare(order.matchedUnits, order.filledUnits) <= 0) continue;
      const isWrong = isOtherBrokers || isOfAnother(order, row);
      const evidence = isWrong ? 'OtherOrder' : evidenceOf(order, row);
      if (!isWrong) withOwnRows.add(order.id);
      if (evidence === 'OwnLimit') withOwnLimit.add(order.id);
      const isNews = order.numberGrade === 'Inferred' || order.numberDoubt === 'DailyTrades';
      if (!isWrong && !isNews) continue;
      const before = found.get(order.id);
      if (before !== undefined && !isStronger(evidence, before.evidence)) continue;
      const { askedAt } = answer;
      found.set(order.id, { orderId: order.id, row, isOtherOrder: isWrong, askedAt, evidence });
    }
  }
  return [...found.values()].map(({ evidence, ...shown }) => ({
    ...shown,
    isShared:
      (evidence === 'OtherOrder' && withOwnRows.has(shown.orderId)) ||
      (evidence === 'OtherLimit' && withOwnLimit.has(shown.orderId)),
  }));
}

/** What a row says about who owns the number, the strongest last. */
const STRENGTHS = ['NoLimit', 'OwnLimit', 'OtherLimit', 'OtherOrder'] as const;
type NumberEvidence = (typeof STRENGTHS)[number];

function isStronger(one: NumberEvidence, other: NumberEvidence): boolean {
  return STRENGTHS.indexOf(one) > STRENGTHS.indexOf(other);
}

function evidenceOf(order: ReviewedOrder, row: TradeRow): NumberEvidence {
  const limit = showsOrder(row) ? limitShown(row) : null;
  if (limit === null) return 'NoLimit';
  return compare(limit, order.price) === 0 ? 'OwnLimit' : 'OtherLimit';
}

/** Nothing is traded in it: its price is the limit of an order. */
export function showsOrder(row: TradeRow): boolean {
  return kindOfRow(row) === 'Order';
}

export function isOfAnother(
  order: Pick<ReviewedOrder, 'side' | 'security' | 'accountNumber'>,
  row: TradeRow,
): boolean {
  const isAnotherClients =
    row.accountNumber !== null && !isSameAccount(row.accountNumber, order.accountNumber);
  return isAnotherClients || isOtherOrder(order, row);
}

/** A number of a working order of ours under which today's trades show another broker's order. */
export interface NumberOfTwoBrokers extends OtherBrokersNumber {
  readonly orderId: string;
  /** Why the number is in doubt already; null: it is not. */
  readonly doubt: NumberDoubt | null;
}

/** The rows of other brokers; null: today's trades were not answered. Pure. */
export async function otherBrokersRows(
  trades: readonly DayOfTrades[],
  { today, brokerCode }: { readonly today: string; readonly brokerCode: string },
): Promise<OtherBrokersRows | null> {
  const answer = trades.find(({ date }) => date === today);
  if (answer === undefined) return null;
  const byNumber = new Map<string, TradeRow[]>();
  for await (const slice of inBatches(answer.rows)) {
    for (const row of slice) {
      if (row.brokerCode === null || row.brokerCode === brokerCode) continue;
      if (dayOf(row, today) !== today) continue;
      const before = byNumber.get(row.orderNumber);
      if (before === undefined) byNumber.set(row.orderNumber, [row]);
      else before.push(row);
    }
  }
  return { date: today, askedAt: answer.askedAt, byNumber };
}

/** Working orders whose number another broker's order has too: a call that names only the number may reach either. Pure. */
export function numbersOfTwoBrokers(
  subjects: readonly OrderUnderReview[],
  { askedAt, byNumber }: OtherBrokersRows,
): readonly NumberOfTwoBrokers[] {
  if (byNumber.size === 0) return [];
  return subjects.flatMap(({ order }) => {
    const { id: orderId, orderNumber, status, numberDoubt: doubt } = order;
    const rows = orderNumber === null ? undefined : byNumber.get(orderNumber);
    if (orderNumber === null || rows === undefined || !isWorking(status)) return [];
    const isAlike = mayBeAlike(order, [order.units], rows);
    return [{ orderId, orderNumber, isAlike, askedAt, doubt }];
  });
}

/**
 * Those of the orders that rows of today under our broker code fill to the last unit: whoever has their number besides, nothing
 * is sent for them any more, and nothing of them rests on an enquiry. Pure.
 */
export async function filledByOwnRows(
  orders: readonly ReviewedOrder[],
  trades: readonly DayOfTrades[],
  { today, brokerCode }: { readonly today: string; readonly brokerCode: string },
): Promise<readonly ReviewedOrder[]> {
  const answer = trades.find(({ date }) => date === today);
  if (orders.length === 0 || answer === undefined) return [];
  const own = new Map<string, TradeRow[]>(orders.map(({ orderNumber }) => [orderNumber ?? '', []]));
  for await (const slice of inBatches(answer.rows)) {
    for (const row of slice)
      if (row.brokerCode === brokerCode && dayOf(row, today) === today)
        own.get(row.orderNumber)?.push(row);
  }
  return orders.filter((order) => isFilledBy(order, own.get(order.orderNumber ?? '') ?? []));
}

/** A row that is no trade of the order, or an id that occurs again, leaves open what the others add up to. */
function isFilledBy(order: ReviewedOrder, rows: readonly TradeRow[]): boolean {
  const { units: ordered, filledUnits } = order;
  const ids = new Set(rows.map(({ matchingId }) => matchingId));
  const areItsTrades = rows.every(
    (row) => kindOfRow(row) === 'Trade' && row.accountNumber !== null && !isOfAnother(order, row),
  );
  if (!areItsTrades || ids.size !== rows.length || ids.has(null)) return false;
  const traded = rows.reduce((sum, { units }) => add(sum, units ?? '0'), '0');
  return compare(traded, ordered) === 0 && compare(filledUnits, ordered) === 0;
}

/** Whether one of the rows may be of an order with the side and security of ours, and one of these units. */
export function mayBeAlike(
  order: Pick<ReviewedOrder, 'side' | 'security'>,
  units: readonly string[],
  rows: readonly TradeRow[],
): boolean {
  return rows.some(
    (row) => !isOtherOrder(order, row) && units.some((wanted) => mayHaveUnits(row, wanted)),
  );
}

/** Whether today's trades show an order of another broker under the number that may be ours: no enquiry tells the two apart. */
export function mayBeOtherBrokers(
  others: OtherBrokersRows | null,
  today: string,
  of: OfNumber,
): boolean {
  return otherBrokersNumber(others, today, of)?.isAlike === true;
}

/** The order of another broker that today's trades show under the number; null: they show none. */
export function otherBrokersNumber(
  others: OtherBrokersRows | null,
  today: string,
  { orderNumber, order, units }: OfNumber,
): OtherBrokersNumber | null {
  const rows = others?.date === today ? others.byNumber.get(orderNumber) : undefined;
  if (others === null || rows === undefined) return null;
  return { orderNumber, askedAt: others.askedAt, isAlike: mayBeAlike(order, units, rows) };
}

interface OfNumber {
  readonly orderNumber: string;
  readonly order: Pick<ReviewedOrder, 'side' | 'security'>;
  readonly units: readonly string[];
}

/** Only a row that shows an order tells its units; what is pending after a trade may be of then or of now. */
function mayHaveUnits(row: TradeRow, units: string): boolean {
  const { matchedUnits, pendingUnits } = row;
  if (!showsOrder(row) || matchedUnits === null || pendingUnits === null) return true;
  return compare(add(matchedUnits, pendingUnits), units) === 0;
}
