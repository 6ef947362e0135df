import { add, compare } from '../../../infra/decimal.js';
import { identityOf, type Finding, type OpenBreak } from '../../breaks/break.js';
import { type RecordEvidence } from '../../order/evidence/evidence.js';
import { isEditUnshown } from '../../order/changes/amended-terms.js';
import type { NumberCalled } from '../../breaks/resolution.js';
import { evidenceOfStatus, type StatusMappings } from '../../order/order-status.js';
import { type Order } from '../../order/order.js';

export interface RecordRules {
  /** Time an acknowledged mutation is given to show in the exchange's records. */
  readonly graceMs: number;
  /** Status words beyond those of the interface document. */
  readonly mappings?: StatusMappings;
  /** Lists contradict the record: the order stays uncertain, and why. */
  readonly contradiction?: string;
  /** Two people have said of a doubt about the order's number that it is right. */
  readonly isNumberCalledRight?: boolean;
  /** Two people have said so on a later day than the order's. */
  readonly isCalledRightLater?: boolean;
  /** What people have said of a cancelled order whose number was in doubt. */
  readonly numberCalled?: NumberCalled | null;
  /** The breaks about the price that people have answered: see `answeredPrices`. */
  readonly answeredPrices?: readonly AnsweredBreak[];
  /** `BasePrice` is the limit of an edit of ours before the last one: see `showsEarlierEdit`. */
  readonly isEarlierLimit?: boolean;
  /** An edit may have given the order another number: see `mayBeRenumbered`. */
  readonly mayBeRenumbered?: boolean;
  /** A number of nobody here shows what our last acknowledged edit asked for: see `showsEdit`. */
  readonly editShownElsewhere?: EditShown | null;
  /** What the list of its account shows of an order whose cancel may be sent again: see `accountShows`. */
  readonly accountShows?: AccountShows;
  /** No list confirms that the last edit or cancel was not done: see `confirmsNothingDone`. */
  readonly mayBeDone?: boolean;
  /** A list of the same moment shows the order working, as it is held. */
  readonly isListedAsHeld?: boolean;
  /** The conformance kit has seen that an edited order keeps its number. */
  readonly editKeepsNumber?: boolean;
  /** Whether `BasePrice` of an enquiry is the order's current limit; undefined while nobody knows. */
  readonly basePriceIsLimit?: boolean;
  /** It follows the limit of this order: see `basePriceRules`. */
  readonly basePriceFollows?: boolean;
}

export type AccountShows = 'Shown' | 'NotShown' | 'NotAsked' | 'NotAnswered';

export type AnsweredBreak = Pick<OpenBreak, 'identity'> & Pick<Finding, 'detail'>;

/** What has made people look has not changed: they are not asked again. */
export function isAnswered(
  { id }: Pick<Order, 'id'>,
  finding: Finding,
  { answeredPrices = [] }: Pick<RecordRules, 'answeredPrices'>,
): boolean {
  const identity = identityOf(id, finding);
  return answeredPrices.some((one) => one.identity === identity && one.detail === finding.detail);
}

/** For the account of the order; or in the list of the broker, which names no account. */
export type EditShown = 'ForAccount' | 'Listed';

/** How long an acknowledged edit or cancel may take to show in the exchange's records. */
export const GRACE_LEAST_MS = 10_000;

/** Not shorter than the exchange's own answers may be late. */
export function graceMsOf({
  exchangeAnswersLateMs,
}: {
  readonly exchangeAnswersLateMs: number;
}): number {
  return Math.max(GRACE_LEAST_MS, exchangeAnswersLateMs);
}

/** For the record that links a number: an acknowledgement is no older evidence that it could contradict. */
export const JUST_LINKED: RecordRules = { graceMs: Infinity };

/** Nothing has shown the order since its last edit was acknowledged, which may have given it another number. */
export function mayHaveOtherNumber(
  order: Pick<Order, 'askedAt' | 'editAcknowledgedAt'>,
  { editKeepsNumber, graceMs }: Pick<RecordRules, 'editKeepsNumber' | 'graceMs'>,
): boolean {
  return editKeepsNumber !== true && isEditUnshown(order, graceMs);
}

/** Our own mutation may not have reached the records yet. */
export function tooSoon(
  lastOwnChangeAt: number,
  { askedAt }: Pick<RecordEvidence, 'askedAt'>,
  { graceMs }: Pick<RecordRules, 'graceMs'>,
): boolean {
  return askedAt <= lastOwnChangeAt + graceMs;
}

/** Whether the record's quantities leave nothing pending. */
export function isFull(
  record: Pick<RecordEvidence, 'matchedUnits' | 'pendingUnits' | 'units'>,
): boolean {
  const { matchedUnits, pendingUnits, units } = record;
  if (matchedUnits === null || pendingUnits === null) return false;
  return (
    compare(pendingUnits, '0') === 0 &&
    compare(matchedUnits, '0') > 0 &&
    compare(matchedUnits, units) === 0
  );
}

/** Under the number that it has: by its word, or by its quantities, whatever the word means. */
export function worksNoMore(
  order: Pick<Order, 'exchangeStatus' | 'shownPending'>,
  mappings?: StatusMappings,
): boolean {
  const { shownPending } = order;
  const hasNothingPending = shownPending !== null && compare(shownPending, '0') === 0;
  return hasNothingPending || endedUnderItsNumber(order, mappings);
}

export function endedUnderItsNumber(
  { exchangeStatus }: Pick<Order, 'exchangeStatus'>,
  mappings?: StatusMappings,
): boolean {
  return exchangeStatus !== null && evidenceOfStatus(exchangeStatus, mappings) === 'seenCancelled';
}

export function hasPendingUnits({ pendingUnits }: Pick<RecordEvidence, 'pendingUnits'>): boolean {
  return pendingUnits !== null && compare(pendingUnits, '0') > 0;
}

export function showsNothingPending({ pendingUnits }: RecordEvidence): boolean {
  return pendingUnits !== null && compare(pendingUnits, '0') === 0;
}

/** All quantities are shown, and agree. When nothing is pending, Quantity may count anything. */
export function addsUp({ units, matchedUnits, pendingUnits }: RecordEvidence): boolean {
  if (matchedUnits === null || pendingUnits === null) return false;
  return compare(pendingUnits, '0') > 0 && compare(add(matchedUnits, pendingUnits), units) === 0;
}
