import { add, compare, subtract, type Decimal } from '../../../infra/decimal.js';
import type { RecordEvidence } from './evidence.js';
import type { Order } from '../order.js';
import { isDocumented, statusKey, evidenceOfStatus, type StatusMappings } from '../order-status.js';

/**
 * What the quantities of a record say about the whole order. The interface does not say what Quantity
 * counts, so we take the reading under which the quantities of the record agree with each other; if there
 * are several, the one that agrees with the order as we hold it:
 *   ordered    all units: matched and pending units add up to it
 *   remaining  what is left: equals the pending units
 *   executed   only of a cancelled order: equals the matched units, or is zero because nothing is left
 * An order that got a new number from an edit continues under it with the remainder or with all units;
 * what was matched under earlier numbers counts for the whole either way. Null: no reading fits, or a cancelled order
 * shows more matched than the units that we hold. If Quantity of an ended order may be the executed units, two readings
 * fit: then only its matched units are taken, as the least that is matched.
 */
export interface Quantities {
  readonly units: Decimal | null;
  readonly matchedUnits: Decimal | null;
  /** All units are matched, and nothing is pending, by the record's quantities or by its word. */
  readonly isFull: boolean;
  /** The record may count what was matched under earlier numbers, or not: trades have to tell. */
  readonly isAmbiguous: boolean;
}

type Held = Pick<Order, 'units' | 'matchedUnits' | 'matchedUnderPriorNumbers'>;
type Shown = Pick<RecordEvidence, 'units' | 'matchedUnits' | 'pendingUnits' | 'statusWord'>;

export function quantitiesOf(held: Held, shown: Shown, mappings?: StatusMappings): Quantities {
  const whole = { units: unitsOf(held, shown, mappings), matchedUnits: shown.matchedUnits };
  const { matchedUnderPriorNumbers } = held;
  const isRest = isRestOfWhole(held, shown, mappings);
  if (isRest) return withEnd({ ...whole, units: held.units }, shown, mappings);
  if (matchedUnderPriorNumbers === null) return withEnd(whole, shown, mappings);
  const own = ownUnits(held, matchedUnderPriorNumbers, shown, mappings);
  const isLess =
    shown.matchedUnits !== null && compare(shown.matchedUnits, matchedUnderPriorNumbers) < 0;
  const ownFits = own !== null && compare(own, held.units) === 0;
  // More is pending than the whole order can have left: it is that of a new order for all these units.
  const isMoreLeft =
    shown.pendingUnits !== null &&
    compare(add(shown.pendingUnits, matchedUnderPriorNumbers), held.units) > 0;
  const wholeFits = whole.units !== null && compare(whole.units, held.units) === 0 && !isMoreLeft;
  // Exactly what we hold of the whole order is hardly matched again under the new number alone.
  const agrees = wholeFits && isEqual(shown.matchedUnits, held.matchedUnits);
  const isNew =
    isLess || isZero(matchedUnderPriorNumbers) || (isMoreLeft && shown.matchedUnits === null);
  const isOwn = (ownFits && !(agrees && !isNew)) || (!wholeFits && isNew);
  const ofNumber = withEnd(plusEarlier(own, matchedUnderPriorNumbers, shown), shown, mappings);
  // A cancelled order was not filled, if the record can be read that way.
  const isUnlikely = ofNumber.isFull && wholeFits && isShownCancelled(shown, mappings);
  const isMore = shown.matchedUnits !== null && compare(shown.matchedUnits, held.matchedUnits) > 0;
  if (ownFits && wholeFits && !isNew && !isUnlikely && isMore)
    return { ...withEnd(whole, shown, mappings), isAmbiguous: true };
  if (isOwn && !isUnlikely) return ofNumber;
  return wholeFits ? withEnd(whole, shown, mappings) : NONE_AGREES;
}

const NONE_AGREES: Quantities = {
  units: null,
  matchedUnits: null,
  isFull: false,
  isAmbiguous: false,
};

/** Under an unexplained word nothing is pending, and what was matched and the rest make the order as we hold it. */
function isRestOfWhole(
  { units: held, matchedUnits }: Pick<Held, 'units' | 'matchedUnits'>,
  shown: Shown,
  mappings?: StatusMappings,
): boolean {
  const { matchedUnits: matched, pendingUnits, units, statusWord } = shown;
  if (matched === null || pendingUnits === null || !isZero(pendingUnits)) return false;
  if (evidenceOfStatus(statusWord, mappings) !== null || !isEqual(matched, matchedUnits))
    return false;
  return compare(add(matched, units), held) === 0;
}

/** The whole order's units, if the record counts only those under its present number. */
function ownUnits(
  { units, matchedUnits }: Held,
  matchedUnderPriorNumbers: Decimal,
  shown: Shown,
  mappings?: StatusMappings,
): Decimal | null {
  const left = {
    units: less(units, matchedUnderPriorNumbers),
    matchedUnits: less(matchedUnits, matchedUnderPriorNumbers),
  };
  const own = unitsOf(left, shown, mappings);
  return own === null ? null : add(own, matchedUnderPriorNumbers);
}

function plusEarlier(
  units: Decimal | null,
  matchedUnderPriorNumbers: Decimal,
  { matchedUnits }: Shown,
): WithoutEnd {
  return {
    units,
    matchedUnits: matchedUnits === null ? null : add(matchedUnits, matchedUnderPriorNumbers),
  };
}

type WithoutEnd = Pick<Quantities, 'units' | 'matchedUnits'>;

function withEnd(whole: WithoutEnd, shown: Shown, mappings?: StatusMappings): Quantities {
  const isFull = isAllMatched(whole) && hasNothingPending(shown, mappings);
  return { ...whole, isFull, isAmbiguous: false };
}

export function isAllMatched({ units, matchedUnits }: WithoutEnd): boolean {
  if (units === null || matchedUnits === null || isZero(matchedUnits)) return false;
  return compare(matchedUnits, units) === 0;
}

/** Where the record does not show what is pending, only a word that is known to mean filled says so. */
function hasNothingPending(shown: Shown, mappings?: StatusMappings): boolean {
  return shown.pendingUnits === null ? meansFilled(shown, mappings) : isZero(shown.pendingUnits);
}

function unitsOf(
  held: Pick<Held, 'units' | 'matchedUnits'>,
  shown: Shown,
  mappings?: StatusMappings,
): Decimal | null {
  const isCancelled = isShownCancelled(shown, mappings);
  const works = !isCancelled && evidenceOfStatus(shown.statusWord, mappings) !== null;
  const ordered = orderedUnits(held, shown, works);
  const remaining = remainingUnits(held, shown, isCancelled);
  const executed = showsExecutedAlone(held, shown, mappings) ? held.units : null;
  const fits = [ordered, remaining, executed].some(
    (units) => units !== null && compare(units, held.units) === 0,
  );
  if (fits) return held.units;
  // Under an unexplained word the order may have ended, and Quantity be what was executed.
  if (ordered !== null && isExecuted(held, shown) && !saysHowItEnded(shown, mappings)) return null;
  if (isCancelled && mayBeExecutedOfMore(held, shown)) return null;
  // Without all quantities the readings cannot be told apart.
  const isSure = shown.matchedUnits !== null && shown.pendingUnits !== null;
  if ((remaining !== null && !isSure) || mayBeRemainder(held, shown)) return null;
  return ordered ?? remaining;
}

/** Fewer units, and nothing says what is matched: they may be what trades that nobody has shown have left. */
function mayBeRemainder({ units: held }: Pick<Held, 'units'>, shown: Shown): boolean {
  const { units, matchedUnits, pendingUnits } = shown;
  const isLeft = pendingUnits === null || compare(pendingUnits, units) === 0;
  return matchedUnits === null && isLeft && compare(units, held) < 0;
}

/** Quantity may be what was executed of a cancelled order, or nothing: that proves nothing about its units. */
export function showsExecutedAlone(
  held: Pick<Held, 'units' | 'matchedUnits'>,
  shown: Shown,
  mappings?: StatusMappings,
): boolean {
  return isShownCancelled(shown, mappings) && isExecuted(held, shown);
}

function orderedUnits(
  held: Pick<Held, 'matchedUnits'>,
  shown: Shown,
  works: boolean,
): Decimal | null {
  const { units, pendingUnits } = shown;
  const matched = shown.matchedUnits ?? held.matchedUnits;
  if (shown.matchedUnits !== null && compare(matched, units) > 0) return null;
  if (pendingUnits === null || (isZero(pendingUnits) && !works)) return units;
  if (shown.matchedUnits === null) return compare(pendingUnits, units) <= 0 ? units : null;
  return compare(add(matched, pendingUnits), units) === 0 ? units : null;
}

function remainingUnits(
  held: Pick<Held, 'units' | 'matchedUnits'>,
  shown: Shown,
  isCancelled: boolean,
): Decimal | null {
  const { units, pendingUnits } = shown;
  const matched = shown.matchedUnits ?? held.matchedUnits;
  // More matched than the order ever had is no remainder of it.
  if (isZero(matched) || compare(matched, held.units) > 0) return null;
  const isLeft = pendingUnits === null || compare(pendingUnits, units) === 0;
  return isLeft || (isCancelled && isZero(pendingUnits)) ? add(matched, units) : null;
}

/** All units are matched, and they are more than we hold: the order may have had more still, and be cancelled in part. */
function mayBeExecutedOfMore({ units: held }: Pick<Held, 'units'>, shown: Shown): boolean {
  const { units, matchedUnits, pendingUnits } = shown;
  const isOver = pendingUnits === null || isZero(pendingUnits);
  return isOver && isEqual(matchedUnits, units) && compare(units, held) > 0;
}

/** Quantity equals the matched units or is zero, both are less than the order, and nothing is pending. */
function isExecuted(held: Pick<Held, 'units' | 'matchedUnits'>, shown: Shown): boolean {
  const { units, pendingUnits } = shown;
  const matched = shown.matchedUnits ?? held.matchedUnits;
  const isOver = pendingUnits === null || isZero(pendingUnits);
  const isExecutedAlone = compare(units, matched) === 0 || isZero(units);
  return isOver && isExecutedAlone && compare(matched, held.units) < 0;
}

function isShownCancelled({ statusWord }: Shown, mappings?: StatusMappings): boolean {
  return evidenceOfStatus(statusWord, mappings) === 'seenCancelled';
}

/** A documented word, or one that is known to mean filled. */
function saysHowItEnded({ statusWord }: Shown, mappings?: StatusMappings): boolean {
  return evidenceOfStatus(statusWord, mappings) !== null || meansFilled({ statusWord }, mappings);
}

function meansFilled(
  { statusWord }: Pick<Shown, 'statusWord'>,
  mappings?: StatusMappings,
): boolean {
  return !isDocumented(statusWord) && mappings?.meanings.get(statusKey(statusWord)) === 'Filled';
}

/** Whether listed units agree with the order: all of it, or the part under its present number. */
export function hasListedUnits(
  { units, matchedUnderPriorNumbers }: Pick<Held, 'units' | 'matchedUnderPriorNumbers'>,
  shown: Decimal,
): boolean {
  // Fast path: mostly the strings are equal.
  if (shown === units || compare(shown, units) === 0) return true;
  return (
    matchedUnderPriorNumbers !== null && compare(add(shown, matchedUnderPriorNumbers), units) === 0
  );
}

function isEqual(shown: Decimal | null, held: Decimal): boolean {
  return shown !== null && compare(shown, held) === 0;
}

function less(units: Decimal, by: Decimal): Decimal {
  return compare(units, by) > 0 ? subtract(units, by) : '0';
}

function isZero(units: Decimal): boolean {
  return compare(units, '0') === 0;
}
