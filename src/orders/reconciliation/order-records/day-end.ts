import { type Finding } from '../../breaks/break.js';
import { compare } from '../../../infra/decimal.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { type RecordEvidence } from '../../order/evidence/evidence.js';
import {
  isDayOrder,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../../order/order.js';
import {
  isWorking,
  evidenceOfStatus,
  mapped,
  type StatusMappings,
} from '../../order/order-status.js';
import { reportMissing } from './missing-orders.js';
import { doubtUnanswered } from './unexplained-status.js';
import { mayShowAnothers } from '../../order-numbers/number-proof.js';
import { isOpen } from '../../order/requests/order-request.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';

/**
 * The end of a trading day. The exchange sends no word of it, so it is concluded, and graded Calendar:
 *   - Only a day order expires, and only when the trades of its day were read whole after the close,
 *     and a whole list, asked after that, does not show it.
 *   - Then an enquiry of it must show a word that is not documented, or three of them no record: from the first of
 *     them on it is uncertain.
 *   - One that the list shows under such a word expires when its record has nothing pending, and is as held.
 *   - What was sent and has no known outcome keeps it from expiring.
 *   - One that was missing before its session ended does not expire: something else has ended it, and people are told.
 *   - Nor does one that no answer has ever shown working, though its acknowledgement or trades are known: something may
 *     have ended it before the close, and more may have been traded than is shown. Without a record people are told; with
 *     one, the break about its word stays open, or the order is uncertain.
 *   - A record of which every unit is matched shows no expiry, though it has other units than we hold.
 *   - An order that is still listed once the next session has opened has not expired: a person is
 *     told. An expired one that is shown to work is opened again (by the table of transitions).
 *   - Whatever keeps an order from its end: once the next session has been open for an hour, and the
 *     order was asked for often enough to end, a person is told, and again in each later session.
 */
const TIMES_NOT_SHOWN = 3;

/** What enquiries of an order that no list shows have answered since its day was over. */
export interface LastSeen {
  /** Null: the exchange has no record of it. */
  readonly record: Pick<
    RecordEvidence,
    'orderNumber' | 'security' | 'side' | 'statusWord' | 'units' | 'matchedUnits'
  > | null;
  /** How often in a row it had none. */
  readonly times: number;
}

export function endOfDay(
  state: OrderState,
  { record, times }: LastSeen,
  at: Moment,
  mappings?: StatusMappings,
): OrderChange | null {
  const draft = new OrderChangeDraft(state, at, mapped(record?.statusWord ?? null, mappings));
  if (!draft.isWorking || !isDayOrder(state.order)) return null;
  if (record !== null && mayShowAnothers(state.order)) return null;
  // That there is no record says nothing of ours where the number may be another order's.
  if (state.order.fewerShownAt !== null) return null;
  if (draft.openRequests().some((request) => request.state !== 'Queued')) return null;
  // All units are matched: it was filled, and its trades are still to come.
  if (compare(state.order.matchedUnits, state.order.units) === 0) return null;
  if (isShownByNothing(state.order)) return null;
  if (record === null ? times < TIMES_NOT_SHOWN : !hasEnded(state.order, record, mappings))
    return null;
  draft.applyEvidence('dayEnded', 'Calendar', record?.statusWord ?? null);
  draft.closeBreaks('UnmappedValue');
  return draft.change();
}

/** After the close no list shows the order, and the exchange says that it has no record of it. */
interface NotShown extends Pick<LastSeen, 'times'> {
  /** When the session of its day ended. */
  readonly closesAt: number | null;
}

/**
 * After so many in a row it has expired, and is uncertain until then. If it was missing before its session ended,
 * people have to say what ended it.
 */
export function withoutRecord(
  state: OrderState,
  { times, closesAt }: NotShown,
  at: Moment,
  mappings?: StatusMappings,
): OrderChange | null {
  const detail = 'its day is over, and neither the list nor an enquiry shows it';
  const why = whyNotExpired(state, closesAt);
  if (why !== null) {
    if (!isWorking(state.order.status)) return null;
    if (times < TIMES_NOT_SHOWN) return doubtUnanswered(state, at, detail);
    return reportMissing(state, at, why);
  }
  return (
    endOfDay(state, { record: null, times }, at, mappings) ??
    noteUnshown(state, closesAt, at, detail)
  );
}

/** Remembers that a day order was shown no more: on a later day its number may be another's (`later-day`). */
export function noteUnshown(
  state: OrderState,
  closesAt: number | null,
  at: Moment,
  detail: string,
): OrderChange | null {
  if (!isDayOrder(state.order)) return doubtUnanswered(state, at, detail);
  const draft = new OrderChangeDraft(state, at);
  if (!draft.isWorking) return null;
  const isNew = state.order.missingSince === null;
  draft.takeForMissing(detail);
  draft.doubt(detail);
  // Not before its session ended, also where the wall clock was set back.
  if (isNew) draft.set({ missingSince: Math.max(at.wall, closesAt ?? at.wall) });
  return draft.change();
}

function whyNotExpired({ order, requests }: OrderState, closesAt: number | null): string | null {
  const { missingSince } = order;
  if (missingSince !== null && closesAt !== null && missingSince < closesAt)
    return 'it was missing before its session ended, and is shown no more';
  // What was sent tells more of it, once its outcome is known.
  const isSent = requests.some((request) => isOpen(request) && request.state !== 'Queued');
  if (isSent || !isDayOrder(order) || !isShownByNothing(order)) return null;
  return 'no answer has ever shown it working, and its day is over';
}

function isShownByNothing({ shownWorkingAt }: Order): boolean {
  return shownWorkingAt === null;
}

/**
 * After the close a list shows the order with an unmapped word, and its record has nothing pending and the
 * quantities that we hold: it ended with these.
 */
export function endOfListed(
  state: OrderState,
  record: RecordEvidence,
  at: Moment,
  mappings?: StatusMappings,
): OrderChange | null {
  const { order } = state;
  const { units, matchedUnits } = quantitiesOf(order, record, mappings);
  const isOver = record.pendingUnits !== null && compare(record.pendingUnits, '0') === 0;
  if (!isOver || units === null || matchedUnits === null) return null;
  const isAsHeld =
    compare(units, order.units) === 0 && compare(matchedUnits, order.matchedUnits) === 0;
  return isAsHeld ? endOfDay(state, { record, times: 0 }, at, mappings) : null;
}

function hasEnded(
  { orderNumber, security, side }: Order,
  record: NonNullable<LastSeen['record']>,
  mappings: StatusMappings | undefined,
): boolean {
  const isOurs =
    record.orderNumber === orderNumber && record.security === security && record.side === side;
  return (
    isOurs && evidenceOfStatus(record.statusWord, mappings) === null && !showsAllMatched(record)
  );
}

/**
 * All units shown are matched. Either Quantity counts executed units, or somebody changed the units and the
 * order was filled: the record does not tell which.
 */
function showsAllMatched({ units, matchedUnits }: NonNullable<LastSeen['record']>): boolean {
  if (matchedUnits === null || compare(matchedUnits, '0') === 0) return false;
  return compare(units, matchedUnits) === 0;
}

/** The order is still listed, and not as cancelled, although a later session has opened. */
export function reportStillListed(state: OrderState, at: Moment): OrderChange | null {
  const { tradingDate } = state.order;
  const draft = new OrderChangeDraft(state, at);
  if (!draft.isWorking || !isDayOrder(state.order)) return null;
  draft.openBreak({
    type: 'OpenAfterClose',
    kind: 'StillListed',
    detail: `a day order of ${tradingDate} is still on the exchange's list`,
  });
  return draft.change();
}

/** By then every other way to end the order has had its time. */
export const ENDED_BY_THEN_MS = 60 * 60_000;

/** Its day is long over, and nothing that was answered has ended it; told anew in each session. */
export function reportUnended({ order }: OrderState, session: string): Finding | null {
  const { tradingDate, status } = order;
  if (!isWorking(status) || !isDayOrder(order)) return null;
  const detail = `the day of this order, ${tradingDate}, is over, and nothing has shown how it ended`;
  return { type: 'OpenAfterClose', kind: 'EndUnproven', key: session, detail };
}
