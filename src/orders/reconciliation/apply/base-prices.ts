import type { Reading } from '../../../infra/database/reads.js';
import { compare } from '../../../infra/decimal.js';
import type { ExchangeSettings } from '../../../infra/exchange/settings/settings-file.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { isWorking } from '../../order/order-status.js';
import type { Order } from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import type { PollingState } from '../collect/polling-state.js';
import { showsLastEdit } from '../order-records/amended-by-exchange.js';
import type { AnsweredBreak, RecordRules } from '../order-records/record-rules.js';

/*
 * The document does not say what `BasePrice` is. Where the conformance kit has not seen it either, what it has shown since
 * the start may tell that it follows an order's limit:
 *   - it has changed to the price of an edit of ours, or
 *   - it was the limit before such an edit, and with it has changed to another price, while nothing was traded: the exchange
 *     may have booked another limit than was asked for, or
 *   - within a minute it has shown different limits of two orders on one side of a security, of which nothing was matched:
 *     so it is neither a price that the security has nor that of the last trade, which would have been with the better of
 *     them. It may be the limit that an order was posted with, so this says nothing of an order that was edited since. One
 *     that shows the limit of the other order instead refutes it.
 */

type Priced = Pick<
  Order,
  'id' | 'security' | 'side' | 'price' | 'priceBefore' | 'status' | 'editAcknowledgedAt'
>;
type Shown = Pick<RecordEvidence, 'basePrice' | 'matchedUnits' | 'askedAt'>;
type Known = Pick<
  PollingState,
  'basePriceFollows' | 'basePricesShown' | 'limitsShown' | 'basePricesShowLimits'
>;

const SAME_TIME_MS = 60_000;

/** Keeps what this record of an order shows of the meaning of `BasePrice`. */
export function noteBasePrice(known: Known, order: Priced, record: Shown): void {
  if (showsLastEdit(order, record) || hasChangedWithEdit(known, order, record))
    known.basePriceFollows.add(order.id);
  const { basePrice, matchedUnits, askedAt } = record;
  if (basePrice !== null && isWorking(order.status))
    known.basePricesShown.set(order.id, { basePrice, matchedUnits, askedAt });
  const isUntraded = matchedUnits !== null && compare(matchedUnits, '0') === 0;
  if (basePrice === null || !isUntraded || !isWorking(order.status)) return;
  const { limitsShown, basePricesShowLimits } = known;
  const side = sideOf(order);
  const other = limitsShown.get(side);
  const isRecent = other !== undefined && Math.abs(askedAt - other.askedAt) <= SAME_TIME_MS;
  if (compare(basePrice, order.price) === 0) {
    if (isRecent && compare(other.price, order.price) !== 0) basePricesShowLimits.add(side);
    limitsShown.set(side, { price: order.price, askedAt });
  } else if (isRecent && compare(basePrice, other.price) === 0) {
    basePricesShowLimits.delete(side);
  }
}

/**
 * It is the limit that an edit before the last one has set, and not the one that the order was posted with: the edits since
 * may not have been done. A reference price may be that by chance, so it says nothing of what `BasePrice` is.
 */
export async function showsEarlierEdit(
  reading: Reading,
  { id, price, priceBefore }: Pick<Order, 'id' | 'price' | 'priceBefore'>,
  { basePrice }: Pick<RecordEvidence, 'basePrice'>,
): Promise<boolean> {
  if (basePrice === null || priceBefore === null) return false;
  if (compare(basePrice, price) === 0 || compare(basePrice, priceBefore) === 0) return false;
  const asked = await reading.query<Pick<OrderRequest, 'kind' | 'price'>>(
    `SELECT kind, price FROM order_requests
      WHERE order_id = ? AND state = 'Acknowledged' AND price IS NOT NULL`,
    [id],
  );
  const named = asked.filter((one) => one.price !== null && compare(one.price, basePrice) === 0);
  return named.length > 0 && named.every(({ kind }) => kind === 'Edit');
}

/**
 * The breaks about the price of an order that people have answered: that it is right, or, while it is doubtful, that nothing is to
 * be done. None once an edit has set the price, nor one whose doubt has gone since: evidence has ended that break.
 */
export async function answeredPrices(
  reading: Reading,
  { id, priceGrade }: Pick<Order, 'id' | 'priceGrade'>,
): Promise<readonly AnsweredBreak[]> {
  if (priceGrade !== 'Inferred' && priceGrade !== 'Doubtful') return [];
  return reading.query<AnsweredBreak>(
    `SELECT identity, detail FROM breaks
      WHERE order_id = ? AND type = 'PriceMismatch' AND status = 'Resolved' AND resolution = ?`,
    [id, priceGrade === 'Inferred' ? 'price-is-right' : 'close'],
  );
}

function hasChangedWithEdit(
  { basePricesShown }: Known,
  { id, priceBefore, editAcknowledgedAt }: Priced,
  { basePrice, matchedUnits, askedAt }: Shown,
): boolean {
  const before = basePricesShown.get(id);
  if (before === undefined || basePrice === null || matchedUnits === null) return false;
  if (priceBefore === null || editAcknowledgedAt === null) return false;
  const isSoon = [before.askedAt, askedAt].every(
    (at) => Math.abs(at - editAcknowledgedAt) <= SAME_TIME_MS,
  );
  const wasLimit = compare(before.basePrice, priceBefore) === 0;
  return (
    isSoon &&
    wasLimit &&
    before.matchedUnits === matchedUnits &&
    compare(basePrice, priceBefore) !== 0
  );
}

/** What is known of `BasePrice` for this order. */
export function basePriceRules(
  known: Known,
  order: Priced,
  setting: ExchangeSettings['basePrice'] = 'unknown',
): Pick<RecordRules, 'basePriceIsLimit' | 'basePriceFollows'> {
  if (setting !== 'unknown') return { basePriceIsLimit: setting === 'current-limit' };
  const isUnedited = order.status !== 'Amended' && order.editAcknowledgedAt === null;
  const showsLimit = isUnedited && showsLimits(known, order);
  return { basePriceFollows: known.basePriceFollows.has(order.id) || showsLimit };
}

/** Whether `BasePrice` shows limits of orders on this side of the security. */
export function showsLimits(
  { basePricesShowLimits }: Pick<Known, 'basePricesShowLimits'>,
  order: Pick<Order, 'security' | 'side'>,
): boolean {
  return basePricesShowLimits.has(sideOf(order));
}

function sideOf({ security, side }: Pick<Order, 'security' | 'side'>): string {
  return `${side} ${security}`;
}
