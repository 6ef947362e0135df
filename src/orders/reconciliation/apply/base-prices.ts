import { compare } from '../../../infra/decimal.js';
import type { ExchangeSettings } from '../../../infra/exchange/settings/settings-file.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { isWorking } from '../../order/order-status.js';
import type { Order } from '../../order/order.js';
import type { PollingState } from '../collect/polling-state.js';
import { showsLastEdit } from '../order-records/amended-by-exchange.js';
import type { RecordRules } from '../order-records/record-rules.js';

/*
 * The document does not say what `BasePrice` is. Where the conformance kit has not seen it either, what it has shown so far
 * may tell that it follows an order's limit:
 *   - it has changed to the price of an edit of ours, or
 *   - within a minute it has shown different limits of two orders of one security, so that it is no price that the security
 *     has. It may still be the limit that an order was posted with, so this says nothing of an order that was edited since.
 */

type Priced = Pick<
  Order,
  'id' | 'security' | 'price' | 'priceBefore' | 'status' | 'editAcknowledgedAt'
>;
type Known = Pick<PollingState, 'basePriceFollows' | 'basePricesAtLimits' | 'basePricesShowLimits'>;

const SAME_TIME_MS = 60_000;

/** What is known of `BasePrice` for this order, after this record of it. */
export function basePriceRules(
  known: Known,
  order: Priced,
  record: Pick<RecordEvidence, 'basePrice' | 'askedAt'>,
  setting: ExchangeSettings['basePrice'] = 'unknown',
): Pick<RecordRules, 'basePriceIsLimit' | 'basePriceFollows'> {
  if (setting !== 'unknown') return { basePriceIsLimit: setting === 'current-limit' };
  const { basePriceFollows } = known;
  if (showsLastEdit(order, record)) basePriceFollows.add(order.id);
  noteLimit(known, order, record);
  const isUnedited = order.status !== 'Amended' && order.editAcknowledgedAt === null;
  const showsLimit = known.basePricesShowLimits && isUnedited;
  return { basePriceFollows: basePriceFollows.has(order.id) || showsLimit };
}

function noteLimit(
  known: Known,
  { security, price, status }: Priced,
  { basePrice, askedAt }: Pick<RecordEvidence, 'basePrice' | 'askedAt'>,
): void {
  if (basePrice === null || !isWorking(status) || compare(basePrice, price) !== 0) return;
  const other = known.basePricesAtLimits.get(security);
  known.basePricesAtLimits.set(security, { price, askedAt });
  if (other === undefined || compare(other.price, price) === 0) return;
  known.basePricesShowLimits ||= Math.abs(askedAt - other.askedAt) <= SAME_TIME_MS;
}
