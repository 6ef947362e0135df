import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Database } from '../../../infra/database/database.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { compare } from '../../../infra/decimal.js';
import { isWorking } from '../../order/order-status.js';
import {
  applyMatchedInRow,
  applyRestingRow,
  type MatchedEvidence,
} from '../order-records/resting-row.js';
import { dayOf } from '../trades/trade-evidence.js';
import { kindOfRow, limitShown } from '../../fills/trade-row.js';
import type { OrderStore } from '../../order/order-store.js';
import type { DayOfTrades } from '../collect/day-over.js';
import type { PollingState } from '../collect/polling-state.js';
import type { ExternalOrders } from '../external-orders/external-orders.js';
import { answeredPrices, showsLimits } from './base-prices.js';
import { mayBeRenumbered } from './renumbered.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';

interface Desk {
  readonly database: Pick<Database, 'reading'>;
  readonly store: OrderStore;
  readonly polling: PollingState;
  readonly externalOrders: ExternalOrders;
  readonly brokerCode: string;
  readonly graceMs: number;
  readonly editKeepsNumber: boolean;
  readonly basePriceIsLimit: boolean;
  readonly basePriceIsKnown: boolean;
}

/**
 * Compares the prices and matched units of resting rows of today's trades with what is held. Mostly they are the same,
 * and nothing is written.
 */
export async function compareRestingRows(
  desk: Desk,
  { rows, askedAt, date }: Pick<DayOfTrades, 'rows' | 'askedAt' | 'date'>,
  subjects: readonly OrderUnderReview[],
): Promise<void> {
  const { database, store, polling, externalOrders, brokerCode, graceMs, editKeepsNumber } = desk;
  const { resting, matched } = await restingOf(rows, { brokerCode, date });
  await takeMatched(desk, { matched, date }, subjects);
  if (resting.size === 0) return;
  polling.restingRowsShowLimits ||= showLimits(resting, subjects);
  for await (const slice of inBatches(subjects)) {
    for (const { order, unknown } of slice) {
      const row = resting.get(order.orderNumber ?? '');
      if (row == null || !isWorking(order.status)) continue;
      const agrees = compare(row.price, order.price) === 0;
      const isNews = unknown.length > 0 || !agrees || !isKnown(order);
      const isLimit = polling.restingRowsShowLimits || hasRested(order, desk);
      if (agrees) polling.restedAtOurPrice.add(order.id);
      if (!isNews) continue;
      const evidence = { ...row, askedAt, isLimit, isBasePrice: isBasePrice(order, row, desk) };
      // Only such a row opens a break that people may have answered.
      const mayBeAnswered = !agrees && (isLimit || evidence.isBasePrice);
      const edited = { order, requests: unknown };
      const shown = { lastList: polling.lastList, externalOrders };
      const rules = {
        graceMs,
        editKeepsNumber,
        mayBeRenumbered: await mayBeRenumbered(database.reading, edited, shown),
        answeredPrices: mayBeAnswered ? await answeredPrices(database.reading, order) : [],
      };
      await store.change(order.id, RECONCILER, (state, at) =>
        applyRestingRow(state, evidence, at, rules),
      );
    }
  }
}

/** Only of orders of the same day: the number of an earlier one may be another order's. Mostly no more is matched than is known. */
async function takeMatched(
  { store, graceMs }: Desk,
  { matched, date }: Pick<RestingRows, 'matched'> & Pick<DayOfTrades, 'date'>,
  subjects: readonly OrderUnderReview[],
): Promise<void> {
  if (matched.size === 0) return;
  for await (const slice of inBatches(subjects)) {
    for (const { order } of slice) {
      const row = matched.get(order.orderNumber ?? '');
      if (row == null || order.tradingDate !== date) continue;
      if (compare(row.matchedUnits, order.matchedUnits) <= 0) continue;
      await store.change(order.id, RECONCILER, (state, at) =>
        applyMatchedInRow(state, row, at, { graceMs }),
      );
    }
  }
}

/**
 * Two orders of one security rest at different limits, and their rows show them: so such rows show limits, and not a
 * price that the security has.
 */
function showLimits(
  resting: ReadonlyMap<string, Resting | null>,
  subjects: readonly OrderUnderReview[],
): boolean {
  const shown = new Map<string, string>();
  for (const { order } of subjects) {
    const row = resting.get(order.orderNumber ?? '');
    if (row == null || !isWorking(order.status) || compare(row.price, order.price) !== 0) continue;
    const other = shown.get(order.security);
    if (other !== undefined && compare(other, order.price) !== 0) return true;
    shown.set(order.security, order.price);
  }
  return false;
}

/**
 * A row of the order has shown our price. A process that started since knows it by the grade, where neither `BasePrice`
 * nor an acknowledgement may have given it.
 */
function hasRested(
  order: ReviewedOrder,
  { polling, basePriceIsLimit }: Pick<Desk, 'polling' | 'basePriceIsLimit'>,
): boolean {
  const { id, priceGrade } = order;
  if (polling.restedAtOurPrice.has(id)) return true;
  if (showsLimits(polling, order)) return false;
  return priceGrade === 'Shown' && !basePriceIsLimit && !polling.basePriceFollows.has(id);
}

/**
 * Nobody knows what `BasePrice` is, and it shows the same price: two fields agree about the order. Once units are matched,
 * both may be the price of a trade.
 */
function isBasePrice(
  { id }: ReviewedOrder,
  { price, matchedUnits }: Resting,
  { polling, basePriceIsKnown }: Pick<Desk, 'polling' | 'basePriceIsKnown'>,
): boolean {
  const shown = polling.basePricesShown.get(id);
  const isUntraded = matchedUnits === null || compare(matchedUnits, '0') === 0;
  if (basePriceIsKnown || shown === undefined || !isUntraded) return false;
  return compare(shown.basePrice, price) === 0;
}

function isKnown({ priceGrade }: ReviewedOrder): boolean {
  return priceGrade === 'Acknowledged' || priceGrade === 'Shown';
}

type Resting = TradeRow & { readonly price: string };

interface RestingRows {
  /** By number; null for a number of which two rows show different prices. */
  readonly resting: ReadonlyMap<string, Resting | null>;
  /** Of those of the day that show matched units, by number; null for a number of which two rows differ. */
  readonly matched: ReadonlyMap<string, MatchedEvidence | null>;
}

async function restingOf(
  rows: readonly TradeRow[],
  { brokerCode, date }: Pick<Desk, 'brokerCode'> & Pick<DayOfTrades, 'date'>,
): Promise<RestingRows> {
  const resting = new Map<string, Resting | null>();
  const matched = new Map<string, MatchedEvidence | null>();
  for await (const slice of inBatches(rows)) {
    for (const row of slice) {
      if (row.brokerCode !== null && row.brokerCode !== brokerCode) continue;
      if (kindOfRow(row) !== 'Order') continue;
      if (dayOf(row, date) === date) noteMatched(matched, row);
      const { orderNumber } = row;
      const price = limitShown(row);
      if (price === null) continue;
      const other = resting.get(orderNumber);
      const differs = other !== undefined && (other === null || compare(other.price, price) !== 0);
      resting.set(orderNumber, differs ? null : { ...row, price });
    }
  }
  return { resting, matched };
}

/** A row that does not name the client or the broker may be of anybody's order. */
function noteMatched(matched: Map<string, MatchedEvidence | null>, row: TradeRow): void {
  const { orderNumber, units, matchedUnits, brokerCode, accountNumber } = row;
  if (brokerCode === null || accountNumber === null || units === null || matchedUnits === null)
    return;
  const other = matched.get(orderNumber);
  const differs = other === null || (other !== undefined && !isSameRow(other, row));
  matched.set(orderNumber, differs ? null : { ...row, units, matchedUnits });
}

function isSameRow(one: MatchedEvidence, other: TradeRow): boolean {
  const terms = ['side', 'security', 'accountNumber', 'units', 'matchedUnits'] as const;
  return terms.every((term) => one[term] === other[term]);
}
