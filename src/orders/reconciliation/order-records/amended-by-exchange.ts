import { mayBeDoneEdit } from '../../order/requests/order-request.js';
import { add, canonical, compare, subtract } from '../../../infra/decimal.js';
import { identityOf, type BreakIdentity } from '../../breaks/break.js';
import type { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { RECORD_SOURCES, type RecordEvidence } from '../../order/evidence/evidence.js';
import { changedWithUnits } from '../../order/changes/amended-terms.js';
import { lastEditDoubted } from '../../fills/limit-evidence.js';
import { completeIfTraded } from '../../fills/executions.js';
import { doubtNumberBy } from '../../order-numbers/number-proof.js';
import type { Order } from '../../order/order.js';
import type { OrderStatus } from '../../order/order-status.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';
import { isAnswered, tooSoon, type RecordRules } from './record-rules.js';

/**
 * Applies terms that somebody else has changed: the order takes them over, because the exchange trades by
 * them, and a break opens. Nothing is edited back automatically. Shortly after our own edit a record may
 * still show the earlier terms: then they are only uncertain. `before`: the status before this record.
 */
export function applyTermsShown(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
  before: OrderStatus,
): void {
  if (!RECORD_SOURCES[record.source].isComplete) return;
  if (mayLackEdit(draft, record, rules)) {
    doubtUnitsOfNobody(draft, record, rules);
    return;
  }
  const { units } = draft.order;
  proveUnits(draft, record, rules, before);
  provePrice(draft, record, rules);
  if (draft.order.units !== units) doubtPriceWithUnits(draft, record, rules);
  else endDoubtWithUnits(draft, record);
}

/**
 * The record may show, or lack, an edit of ours whose outcome is still unknown. A cancelled order cannot be
 * edited any more: units that none of our edits asked for are another desk's.
 */
function mayLackEdit(draft: OrderChangeDraft, record: RecordEvidence, rules: RecordRules): boolean {
  const edits = draft.openRequests().filter(({ kind }) => kind === 'Edit');
  if (edits.length === 0) return false;
  const shown = quantitiesOf(draft.order, record, rules.mappings).units;
  if (draft.order.status !== 'Cancelled' || shown === null) return true;
  return edits.some(({ units }) => units !== null && compare(units, shown) === 0);
}

/**
 * An edit of unknown outcome may have given the order another number, and the exchange this one to another order. So units
 * that neither the order nor the edit has, whatever is matched of them, leave the number doubtful.
 */
function doubtUnitsOfNobody(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = draft;
  if (!draft.isWorking || !hasUnitsOfNobody(draft, record)) return;
  // Where no reading of the quantities fits, trades that show later may explain them to an enquiry.
  const source = hasOtherUnits(order, record, rules) ? 'OrderEnquiry' : 'BrokerList';
  doubtNumberBy(draft, source, record.askedAt, ofNobody(record));
}

/**
 * An edit was acknowledged under another number, and the order's own is shown with units that neither of them has: the
 * exchange has given it to another order, it seems. Nothing is taken from such a record, so that what was traded of that
 * order is not booked as ours.
 */
export function doubtNumberLeft(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const isLeft = draft
    .openRequests()
    .some(
      (request) =>
        mayBeDoneEdit(request) &&
        request.unprovenNumber !== null &&
        request.unprovenNumber !== record.orderNumber,
    );
  if (!isLeft || !draft.isWorking || !hasUnitsOfNobody(draft, record)) return false;
  // Its own end may count only what was executed.
  if (!showsOtherUnits(draft.order, record, rules)) return false;
  doubtNumberBy(draft, 'OrderEnquiry', record.askedAt, ofNobody(record));
  return true;
}

function ofNobody({ orderNumber, units }: RecordEvidence): string {
  return `${orderNumber} is shown with ${units} units, which neither the order nor its edit has`;
}

/** Neither of the order nor of an edit that may have been done, whatever is matched of them. */
function hasUnitsOfNobody(draft: OrderChangeDraft, record: RecordEvidence): boolean {
  const { order } = draft;
  const edits = draft
    .openRequests()
    .filter(mayBeDoneEdit)
    .flatMap(({ units }) => units ?? []);
  const matched = [
    '0',
    order.matchedUnits,
    ...(record.matchedUnits === null ? [] : [record.matchedUnits]),
  ];
  const explained = [order.units, ...edits].flatMap((units) =>
    matched.flatMap((part) => [subtract(units, part), add(units, part)]),
  );
  return !explained.some((units) => compare(units, record.units) === 0);
}

/**
 * Somebody changed the order's units elsewhere, or our edit has not reached the records yet; or the number was
 * given to another order like ours, of any broker: so it is doubtful until the list of its account has it so.
 */
function proveUnits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
  before: OrderStatus,
): void {
  const { order } = draft;
  const { units, isFull } = quantitiesOf(order, record, rules.mappings);
  if (units === null) {
    const why = `${record.orderNumber} is shown with ${record.units} units, and ours has ${order.units}`;
    if (draft.isWorking && hasOtherUnits(order, record, rules))
      doubtNumberBy(draft, 'OrderEnquiry', record.askedAt, why);
    return;
  }
  if (compare(units, order.units) === 0) return;
  // An order that this record shows as ended cannot still receive our edit.
  const isOver = isFull || order.status === 'Cancelled';
  const why = `${record.orderNumber} has ${units} units, and nobody here has changed ${order.units}`;
  const isBeforeEdit = hadBeforeLastEdit(order, units);
  // The edit has given the order another number, it seems, and the exchange this one to another order.
  if (isBeforeEdit && rules.editShownElsewhere === 'ForAccount') {
    if (draft.isWorking) doubtNumberBy(draft, 'AccountList', record.askedAt, why);
    else draft.openBreak({ type: 'IdentityMismatch', key: record.orderNumber, detail: why });
    return;
  }
  const isUndone = isBeforeEdit && (rules.editShownElsewhere ?? null) === null;
  if (!isOver && tooSoon(order.lastOwnChangeAt, record, rules)) {
    // Of an edit of ours a record may still show the units before; one that first says Amended shows another's.
    if (draft.isWorking && isBeforeEdit && !isUndone)
      doubtNumberBy(draft, 'AccountList', record.askedAt, why);
    else if (draft.isWorking && before !== 'Amended')
      doubtNumberBy(draft, 'BrokerList', record.askedAt, why);
    else if (draft.isWorking)
      draft.doubt(`an enquiry shows ${units} units after the edit to ${order.units}`);
    return;
  }
  draft.openBreak({
    type: 'UnitsMismatch',
    kind: 'TakenOver',
    detail: `the exchange has ${units} units, we had ${order.units}`,
  });
  // The rest may have matched under the earlier number, by trades that show later.
  if (order.matchedUnderPriorNumbers !== null && compare(units, order.units) < 0) return;
  draft.set({ units });
  // Whoever changes the units names a price with them, which no record need show.
  if (order.priceGrade === 'Acknowledged' || order.priceGrade === 'Shown')
    draft.set({ priceGrade: 'Inferred' });
  draft.fact('TERMS_CHANGED', { units, price: order.price, request: null });
  completeIfTraded(draft);
  const source = isUndone ? 'BrokerList' : 'AccountList';
  if (draft.isWorking) doubtNumberBy(draft, source, record.askedAt, why);
}

/** The record shows the units that the order had before our last edit, which was acknowledged. */
export function showsUnitsBeforeEdit(
  order: Order,
  record: RecordEvidence,
  mappings: RecordRules['mappings'],
): boolean {
  const { units } = quantitiesOf(order, record, mappings);
  return hadBeforeLastEdit(order, units ?? record.units);
}

/** That our last edit, which was acknowledged, was not done explains units that the order had before it. */
function hadBeforeLastEdit(
  order: Pick<Order, 'editAcknowledgedAt' | 'unitsBefore' | 'unitsBeforeEditAt'>,
  units: string,
): boolean {
  const { editAcknowledgedAt, unitsBefore, unitsBeforeEditAt } = order;
  if (editAcknowledgedAt === null || unitsBeforeEditAt !== editAcknowledgedAt) return false;
  return unitsBefore !== null && compare(units, unitsBefore) === 0;
}

/**
 * The same for the price, where `BasePrice` is known to be the current limit ({@link doubtEdited} where nobody
 * knows). One break, keyed by the price that we held at first, stays open until the exchange shows that price
 * again. An order that does not work has no limit any more, and a price of zero is a field without a value.
 */
function provePrice(draft: OrderChangeDraft, record: RecordEvidence, rules: RecordRules): void {
  const { order } = draft;
  const { basePrice } = record;
  if (basePrice === null || compare(basePrice, '0') <= 0 || !draft.isWorking) return;
  const isSoon = tooSoon(order.lastOwnChangeAt, record, rules);
  if (rules.basePriceIsLimit !== false) {
    doubtEdited(draft, basePrice);
    endUntold(draft, basePrice, rules);
  }
  if (isSoon) doubtThirdPrice(draft, basePrice, rules);
  if (rules.basePriceIsLimit === undefined && !isSoon) {
    reportEdited(draft, basePrice);
    const isDoubted = draft.hadOpenBreak(followedOtherwise(order.price)) || isUntold(draft, rules);
    const isLimit = rules.isEarlierLimit === true || rules.basePriceFollows === true;
    if (isLimit || isDoubted) doubtFollowed(draft, basePrice, rules);
    else questionAcknowledged(draft, basePrice);
  }
  if (rules.basePriceIsLimit === true && !isSoon) followLimit(draft, basePrice);
}

/**
 * `BasePrice` shows limits here, and another than ours so soon after an edit that the record may be of before it. So nobody is
 * told yet; but that the edit was acknowledged does not explain a third price.
 */
function doubtThirdPrice(draft: OrderChangeDraft, basePrice: string, rules: RecordRules): void {
  const { price, priceGrade } = draft.order;
  const isLimit = rules.basePriceIsLimit === true || rules.basePriceFollows === true;
  if (!isLimit || priceGrade === 'Doubtful' || compare(basePrice, price) === 0) return;
  if (draft.openRequests().some(mayBeDoneEdit)) return;
  if (isAnswered(draft.order, followedFinding(price, basePrice, rules), rules)) return;
  draft.set({ priceGrade: 'Doubtful' });
  draft.fact('PRICE_DOUBTED', { price, shown: basePrice });
}

/**
 * `BasePrice` shows our price after all, and nobody was told yet; or people have called it right against another `BasePrice`,
 * which has gone: if it comes again, that is news.
 */
function endUntold(draft: OrderChangeDraft, basePrice: string, rules: RecordRules): void {
  if (compare(basePrice, draft.order.price) !== 0) return;
  const wasAnswered = isCalledRight(draft, rules);
  if (!wasAnswered && !isUntold(draft, rules)) return;
  const outcome = `BasePrice shows our price of ${canonical(basePrice)} again`;
  if (wasAnswered) draft.closeBreak({ ...followedOtherwise(draft.order.price), outcome });
  noteShown(draft);
}

/** Not where people have answered for a resting row as well, which may still show another price. */
function isCalledRight(draft: OrderChangeDraft, { answeredPrices = [] }: RecordRules): boolean {
  const { id, price, priceGrade } = draft.order;
  const isAbout = (doubt: BreakIdentity): boolean =>
    answeredPrices.some(({ identity }) => identity === identityOf(id, doubt));
  if (priceGrade !== 'Inferred' || isAbout(restsOtherwise(price))) return false;
  return isAbout(followedOtherwise(price));
}

/** The price is doubtful, and no break has said so: neither an open one nor one that people have closed. */
function isUntold(draft: OrderChangeDraft, { answeredPrices = [] }: RecordRules): boolean {
  const isDoubtful = draft.order.priceGrade === 'Doubtful';
  return isDoubtful && answeredPrices.length === 0 && !draft.hasOpenBreak('PriceMismatch');
}

function followLimit(draft: OrderChangeDraft, basePrice: string): void {
  const { order } = draft;
  const had = canonical(order.price);
  const shown = canonical(basePrice);
  const hasBreak = draft.hasOpenBreak('PriceMismatch');
  if (shown === had) noteShown(draft);
  if (shown === had && !hasBreak) return;
  draft.closeBreak({
    type: 'PriceMismatch',
    key: shown,
    outcome: `the exchange has our price of ${shown} again`,
  });
  if (shown === had) return;
  if (!hasBreak) {
    const detail = `the exchange has a price of ${shown}, we had ${had}`;
    draft.openBreak({ type: 'PriceMismatch', key: had, detail });
  }
  draft.set({ price: shown, priceGrade: 'Shown', priceBefore: null });
  draft.fact('TERMS_CHANGED', { units: order.units, price: shown, request: null });
}

/**
 * A `BasePrice` that is still the limit of before an acknowledged edit may show that the edit was not done, unless
 * that field is known to mean something else: the price is doubtful until an enquiry shows the new one.
 */
function doubtEdited(draft: OrderChangeDraft, basePrice: string): void {
  const { price, priceBefore, priceGrade } = draft.order;
  if (priceBefore === null) return;
  if (compare(basePrice, price) === 0) {
    const outcome = `an enquiry shows the edited price of ${canonical(price)}`;
    draft.closeBreak({ ...lastEditDoubted(priceBefore), outcome });
    const followed = followedOtherwise(priceBefore);
    if (draft.hadOpenBreak(followed)) draft.closeBreak({ ...followed, outcome });
    draft.set({ priceBefore: null, priceGrade: 'Acknowledged' });
    if (priceGrade !== 'Acknowledged')
      draft.fact('PROVEN', { evidence: 'priceShown', grade: 'Enquired', word: null });
  } else if (compare(basePrice, priceBefore) === 0 && priceGrade === 'Acknowledged') {
    draft.set({ priceGrade: 'Doubtful' });
    draft.fact('PRICE_DOUBTED', { price, shown: basePrice });
  }
}

/** A record that may still lag behind the edit is no reason to call anybody; a later one is. */
function reportEdited(draft: OrderChangeDraft, basePrice: string): void {
  const { price, priceBefore, priceGrade } = draft.order;
  if (priceBefore === null || priceGrade !== 'Doubtful' || compare(basePrice, priceBefore) !== 0)
    return;
  draft.openBreak({
    ...lastEditDoubted(priceBefore),
    detail: `an edit to ${canonical(price)} was acknowledged, and an enquiry still shows BasePrice ${canonical(priceBefore)}, the limit before it`,
  });
}

/** Units that are neither all of the order nor what is left of it, and that no reading of the record explains. */
export function hasOtherUnits(
  order: Pick<Order, 'units' | 'matchedUnits' | 'matchedUnderPriorNumbers'>,
  record: RecordEvidence,
  { mappings }: RecordRules,
): boolean {
  if (quantitiesOf(order, record, mappings).units !== null) return false;
  const left = subtract(order.units, order.matchedUnits);
  return compare(record.units, order.units) !== 0 && compare(record.units, left) !== 0;
}

/** Other units than ours, or quantities that agree with ours in no reading. */
export function showsOtherUnits(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  const { units } = quantitiesOf(order, record, rules.mappings);
  return units === null ? hasOtherUnits(order, record, rules) : compare(units, order.units) !== 0;
}

/** Whether `BasePrice` has changed to the price of our last edit. */
export function showsLastEdit(
  { price, priceBefore }: Pick<Order, 'price' | 'priceBefore'>,
  { basePrice }: Pick<RecordEvidence, 'basePrice'>,
): boolean {
  return basePrice !== null && priceBefore !== null && compare(basePrice, price) === 0;
}

const KNOWN_LIMITS = 'BasePrice has shown the limits that we know';
const EARLIER_LIMIT = 'BasePrice is the limit of an edit before the last one';

/**
 * `BasePrice` shows another price than ours: it follows the limit, so that somebody else has changed it; or it is a limit that
 * an earlier edit of ours has set, so that those since may not have been done.
 */
function doubtFollowed(draft: OrderChangeDraft, basePrice: string, rules: RecordRules): void {
  const { price, priceBefore, priceGrade } = draft.order;
  // The last edit may not have been done: `reportEdited` tells of that.
  if (priceBefore !== null && compare(basePrice, priceBefore) === 0) return;
  const doubt = followedOtherwise(price);
  if (compare(basePrice, price) === 0) {
    if (!draft.hadOpenBreak(doubt)) return;
    draft.closeBreak({ ...doubt, outcome: 'BasePrice shows our price again' });
    // What else shows another price has a break of its own, and ends it itself.
    if (!draft.hadOpenBreak(restsOtherwise(price))) noteShown(draft);
    return;
  }
  const finding = followedFinding(price, basePrice, rules);
  if (isAnswered(draft.order, finding, rules)) return;
  draft.openBreak(finding);
  if (priceGrade !== 'Doubtful') draft.fact('PRICE_DOUBTED', { price, shown: basePrice });
  draft.set({ priceGrade: 'Doubtful' });
}

/**
 * Somebody has changed the units, and nobody knows what `BasePrice` is: if it is the limit, the price was changed with
 * them.
 */
function doubtPriceWithUnits(
  draft: OrderChangeDraft,
  { basePrice }: RecordEvidence,
  rules: RecordRules,
): void {
  const { price, priceGrade } = draft.order;
  if (basePrice === null || compare(basePrice, '0') <= 0 || compare(basePrice, price) === 0) return;
  if (!draft.isWorking || rules.basePriceIsLimit !== undefined || priceGrade !== 'Inferred') return;
  const detail = `its units were changed elsewhere, and perhaps its price with them: BasePrice shows ${canonical(basePrice)} instead of ${canonical(price)}`;
  draft.openBreak({ ...changedWithUnits(price), detail });
  draft.fact('PRICE_DOUBTED', { price, shown: basePrice });
  draft.set({ priceGrade: 'Doubtful' });
}

function endDoubtWithUnits(draft: OrderChangeDraft, { basePrice }: RecordEvidence): void {
  const { price, priceGrade } = draft.order;
  const doubt = changedWithUnits(price);
  if (basePrice === null || compare(basePrice, price) !== 0 || !draft.hadOpenBreak(doubt)) return;
  draft.closeBreak({ ...doubt, outcome: 'BasePrice shows our price' });
  const rests = draft.hadOpenBreak(restsOtherwise(price));
  if (priceGrade === 'Doubtful' && !rests) draft.set({ priceGrade: 'Inferred' });
}

function followedFinding(price: string, basePrice: string, rules: RecordRules) {
  const because = rules.isEarlierLimit === true ? EARLIER_LIMIT : KNOWN_LIMITS;
  const detail = `${because}, and shows ${canonical(basePrice)} instead of ${canonical(price)}`;
  return { ...followedOtherwise(price), detail };
}

/** The break of a `BasePrice` that follows the limit, and shows another price than ours. */
export function followedOtherwise(price: string): BreakIdentity & { type: 'PriceMismatch' } {
  return { type: 'PriceMismatch', key: `followed ${canonical(price)}` };
}

/** The break of a resting row that shows another limit than ours. */
export function restsOtherwise(price: string): BreakIdentity & { type: 'PriceMismatch' } {
  return { type: 'PriceMismatch', key: `resting beside ${canonical(price)}` };
}

/**
 * Nobody knows what `BasePrice`, or the price of a resting row, is: if it is the limit, the exchange has another than it
 * acknowledged.
 */
export function questionAcknowledged(draft: OrderChangeDraft, shown: string): void {
  const { price, priceBefore, priceGrade } = draft.order;
  if (priceGrade !== 'Acknowledged' || compare(shown, price) === 0) return;
  if (priceBefore !== null && compare(shown, priceBefore) === 0) return;
  draft.set({ priceGrade: 'Inferred' });
  draft.fact('PRICE_DOUBTED', { price, shown });
}

/** A resting row shows the edited price. */
export function endLastEditDoubt(draft: OrderChangeDraft): void {
  const { price, priceBefore } = draft.order;
  if (priceBefore === null) return;
  const outcome = `the day's trades show the edited price of ${canonical(price)}`;
  draft.closeBreak({ ...lastEditDoubted(priceBefore), outcome });
  draft.set({ priceBefore: null });
}

/** No news if an acknowledgement has said so already. */
export function noteShown(draft: OrderChangeDraft): void {
  const { priceGrade } = draft.order;
  if (priceGrade === 'Acknowledged' || priceGrade === 'Shown') return;
  draft.set({ priceGrade: 'Shown' });
  draft.fact('PROVEN', { evidence: 'priceShown', grade: 'Shown', word: null });
}
