import { add, compare } from '../../../infra/decimal.js';
import { type Fit, seenBefore, wasThereBeside } from '../../order-numbers/first-seen.js';
import type { OtherBrokersNumber } from '../../order-numbers/number-proof.js';
import { isOtherSide, isSameAccount } from '../../order/order.js';
import type { RequestKind } from '../../order/requests/order-request.js';
import { isBeyondLimit } from '../../fills/limit-evidence.js';
import {
  kindOfRow,
  limitShown,
  needsOrder,
  type RowKind,
  type RowQuantities,
} from '../../fills/trade-row.js';

/**
 * The search for an order whose number we do not know: its post has an unknown outcome, or its edit
 * has and the exchange may have given the edited order a new number. No record carries our
 * reference, so only a number that nothing else explains can be the order:
 *   - of our side, security, units and account, and surely only at a price that the limit allows,
 *   - first seen after we sent, while the whole book was read before we sent; what was seen once and
 *     is shown no more may still be it,
 *   - if an edit is searched for: not there while the order still worked under the number that it has,
 *   - and wanted by no other request of ours that could not be told from it.
 * A number that only the day's trades show may be one of theirs: an enquiry has to show the order under it.
 * A number that cannot be excluded is not nothing. Nothing is found only if every list was read whole after
 * the quiet time, and every number ever seen belongs to somebody else. If one list shows a number and another
 * does not, that excludes nothing, unless the other is known to be as recent and as complete. Once the order's
 * day is over, lists may show it no more, and a search never finds "nothing".
 */
export interface SearchTarget {
  readonly requestId: string;
  readonly kind: RequestKind;
  /** It was answered with a no that nothing has confirmed: whether it is at the exchange at all is less likely. */
  readonly isRefused: boolean;
  readonly accountNumber: string;
  readonly security: string;
  readonly side: string;
  /** The units by which its record may show it. */
  readonly units: readonly string[];
  readonly price: string;
  /** Database time at which it was first sent. */
  readonly sentAt: number;
  /** The last entry of the audit trail before that; null: not known. */
  readonly sentEntry: number | null;
  /** Sent by this process, whose times can be compared with each other. */
  readonly isOfThisProcess: boolean;
  /**
   * Of an edit: when the newest answer that shows the order working under the number that it has was asked for, in
   * database time. Null: none has, or it is no edit.
   */
  readonly shownWorkingAt: number | null;
  /**
   * The first acknowledged edit by the order's number, where no record has shown the order since: it may have given it
   * another one without saying so. With the terms that the order has had since.
   */
  readonly earlierEdit: SearchedTerms | null;
}

/** A number at the exchange that belongs to no order of ours, and all that was shown of it. */
export interface Candidate {
  readonly orderNumber: string;
  readonly security: string;
  /** As it is shown: a word that is neither BUY nor SELL may be either. */
  readonly side: string;
  /** As a list has them; null when only the day's trades show the number. */
  readonly units: string | null;
  /** The broker's list has it; the list of the account that is searched has it. */
  readonly inBrokerList: boolean;
  readonly inAccountList: boolean;
  /** An enquiry shows an order with all that the day's trades show of it. */
  readonly isEnquired: boolean;
  readonly rows: readonly CandidateRow[];
  /** A list or the trades show several orders under the number: what excludes one does not exclude the others. */
  readonly isOfSeveral: boolean;
  /** An order of ours may still have the number, or another one at the exchange. */
  readonly mayBelongToAnotherOrder: boolean;
  /** Database time at which the answer was there that first showed the number. */
  readonly firstSeenAt: number;
  /** The last entry of the audit trail when that was noted; null: not known. */
  readonly notedEntry: number | null;
  /** False: it was seen once, and no answer of this search shows it. */
  readonly isShown: boolean;
  /** It was shown for another account, and the list of ours does not have it. */
  readonly isOfAnotherAccount: boolean;
}

/** A row of the day's trades; its matching id tells a row that is shown twice from two trades. */
export interface CandidateRow extends RowQuantities {
  readonly accountNumber: string | null;
  /** That of a trade, or the limit of an order that is shown. */
  readonly price: string | null;
}

export interface Search {
  readonly sightings: readonly Candidate[];
  /** Every list was answered whole and plausible, and asked after the quiet time. */
  readonly complete: boolean;
  /** The broker's list was read, with every order of ours that should be on it. */
  readonly brokerListWhole: boolean;
  /** The list of the broker and that of the account were read whole, whatever the trades were. */
  readonly listsWhole: boolean;
  /** The session of the order's trading day has ended: lists no longer show what ended with it. */
  readonly dayOver: boolean;
  /**
   * The last entry of the audit trail before something was sent that the list of the account shows: it
   * is whole, and at least so new. Null: nothing shows how new it is, or it was not read.
   */
  readonly accountAsOf: number | null;
  /** How late the exchange's answers may be. */
  readonly answersLateMs: number;
  /** The whole book was read before the request was first sent, on the same day. */
  readonly coveredBefore: boolean;
  /** The broker's list alone was. */
  readonly listsCoveredBefore: boolean;
  /** Unresolved posts that nobody could tell from this one, itself among them, as they were sent. */
  readonly indistinguishable: readonly SearchTarget[];
  /** Other unresolved requests that may own what is seen. */
  readonly competing: readonly SearchTarget[];
}

/**
 * Which other unresolved requests could take this one's place, and which compete with it for a number. Posts with
 * the same terms are interchangeable. An edit is not: its order has had another number, and may have matched under it.
 */
export function rivalsOf(
  wanted: SearchTarget,
  others: readonly SearchTarget[],
): Pick<Search, 'indistinguishable' | 'competing'> {
  const key = wanted.kind === 'Post' ? targetKey(wanted) : null;
  const indistinguishable = [wanted];
  const competing: SearchTarget[] = [];
  for (const other of others) {
    const isTwin = other.kind === 'Post' && targetKey(other) === key;
    (isTwin ? indistinguishable : competing).push(other);
  }
  return { indistinguishable: indistinguishable.sort(asSent), competing };
}

export type Found =
  | {
      readonly kind: 'Order';
      readonly orderNumber: string;
      readonly how: string;
      /** No other request of ours could be it, and the day's trades were read. */
      readonly isOnly: boolean;
      /** False: only the day's trades show the number, and they may have numbers of their own. */
      readonly hasRecord: boolean;
      /** The day's trades show an order of another broker under it, too. */
      readonly otherBrokers?: OtherBrokersNumber;
    }
  | { readonly kind: 'Nothing' }
  /** Something is there that could be it, or too little was seen. */
  | {
      readonly kind: 'Undecided';
      readonly why: string;
      readonly incomplete: boolean;
      /** What no other order of ours may be, or what surely fits this one and those only perhaps. */
      readonly numbers: readonly string[];
      /** What may be it, also where it may be another order of ours. */
      readonly named: readonly string[];
    };

const NOTHING: Found = { kind: 'Nothing' };

export function resolve(wanted: SearchTarget, search: Search): Found {
  if (search.complete) return resolveShown(wanted, search);
  const found = onBothLists(wanted, search);
  if (found !== null) return found;
  const why = 'not every list could be read whole';
  return { kind: 'Undecided', why, incomplete: true, numbers: [], named: [] };
}

/**
 * Without the day's trades nothing shows that it is not there. That it is, both lists show: the only
 * number that is new on them since it was sent, where nobody looks for another like it.
 */
function onBothLists(wanted: SearchTarget, search: Search): Found | null {
  if (!search.listsWhole || search.indistinguishable.length > 1) return null;
  const coveredBefore = search.coveredBefore || search.listsCoveredBefore;
  const found = resolveShown(wanted, { ...search, coveredBefore });
  if (found.kind !== 'Order') return null;
  const seen = search.sightings.find((one) => one.orderNumber === found.orderNumber);
  if (seen?.inBrokerList !== true || !seen.inAccountList) return null;
  return { ...found, isOnly: false };
}

function resolveShown(wanted: SearchTarget, search: Search): Found {
  const possible = withoutOtherAccounts(
    search.sightings
      .map((seen) => ({ seen, match: matchOf(wanted, seen, search) }))
      .filter(
        ({ seen, match }) =>
          match === 'yes' || (match === 'perhaps' && !belongsToCompeting(wanted, search, seen)),
      ),
  );
  if (possible.length === 0) {
    return search.dayOver ? undecided('its day is over: lists may show it no more') : NOTHING;
  }
  const numbers = possible.map(({ seen }) => seen.orderNumber).sort(byNumber);
  const named = numbers.join(', ');
  const competing = search.competing.find((other) =>
    possible.some(({ seen }) => claims(other, wanted, search, seen)),
  );
  const mayBe = (what: string): Found =>
    undecided(`${named} may be ${what}`, likelyIts(wanted, search, possible), numbers);
  if (!search.coveredBefore) return mayBe('it, and may have been there before');
  if (possible.some(({ seen }) => !seen.isShown)) return mayBe('it, and is shown no more');
  if (possible.some(({ seen }) => wasThereBeside(wanted.shownWorkingAt, seen, search)))
    return mayBe('it, and was there while the order worked under its own number');
  if (possible.some(({ match }) => match === 'perhaps')) {
    return mayBe('it, but not all that is shown of it fits');
  }
  if (competing !== undefined) return mayBe('another order of ours');
  const { indistinguishable } = search;
  if (numbers.length > indistinguishable.length) {
    return undecided(`more than one number may be it: ${named}`, numbers);
  }
  const place = indistinguishable.findIndex((one) => one.requestId === wanted.requestId);
  const orderNumber = numbers[place];
  if (orderNumber === undefined) return NOTHING;
  const how =
    indistinguishable.length === 1
      ? 'the only number that nothing else explains'
      : `${place + 1} of ${indistinguishable.length} orders that cannot be told apart`;
  const hasRecord = possible.some(
    ({ seen }) =>
      seen.orderNumber === orderNumber &&
      (seen.inBrokerList || seen.inAccountList || seen.isEnquired),
  );
  return { kind: 'Order', orderNumber, how, isOnly: indistinguishable.length === 1, hasRecord };
}

interface Possible {
  readonly seen: Candidate;
  readonly match: Fit;
}

/** The numbers that no competing request may own, or that surely fit while each of those only may own them. */
function likelyIts(
  wanted: SearchTarget,
  search: Search,
  possible: readonly Possible[],
): readonly string[] {
  const likely = possible.filter(({ seen, match }) =>
    search.competing
      .filter((other) => claims(other, wanted, search, seen))
      .every((other) => match === 'yes' && matchAs(other, wanted, search, seen) === 'perhaps'),
  );
  return likely.map(({ seen }) => seen.orderNumber).sort(byNumber);
}

/**
 * What was shown for another account is no rival of a number that fits. It does not prove that ours is not there: an
 * account may have been shown another one's list.
 */
function withoutOtherAccounts(possible: readonly Possible[]): readonly Possible[] {
  if (!possible.some(({ match }) => match === 'yes')) return possible;
  return possible.filter(({ seen, match }) => match === 'yes' || !seen.isOfAnotherAccount);
}

/** What only perhaps is this one, and surely fits a competing request, is that one's, unless it may be a trade of this one. */
function belongsToCompeting(wanted: SearchTarget, search: Search, seen: Candidate): boolean {
  if (seen.rows.some((row) => mayBeTradeOf(row, wanted))) return false;
  // A refused one may not be there, and then the number is this one's after all.
  return search.competing.some(
    (other) => !other.isRefused && matchAs(other, wanted, search, seen) === 'yes',
  );
}

/** The account's list that was read is the wanted one's: it says less of a request for another account. */
function matchAs(other: SearchTarget, wanted: SearchTarget, search: Search, seen: Candidate): Fit {
  if (other.accountNumber === wanted.accountNumber) return matchOf(other, seen, search);
  return seen.inAccountList ? 'no' : matchOf(other, seen, { ...search, accountAsOf: null });
}

/** Whether the competing request may own it too; a price that is shown and is not its own tells the two apart. */
function claims(
  other: SearchTarget,
  wanted: SearchTarget,
  search: Search,
  seen: Candidate,
): boolean {
  const match = matchAs(other, wanted, search, seen);
  if (match !== 'perhaps') return match === 'yes';
  const shown = seen.rows.filter(
    (row) => kindFor(row, wanted) === 'Order' && limitShown(row) !== null,
  );
  const isOurPrice = shown.every((row) => !isAnother(limitShown(row), wanted.price, compare));
  return !(shown.length > 0 && isOurPrice && compare(other.price, wanted.price) !== 0);
}

function undecided(
  why: string,
  numbers: readonly string[] = [],
  named: readonly string[] = numbers,
): Found {
  return { kind: 'Undecided', why, incomplete: false, numbers, named };
}

/** The numbers that a search names as possible. */
export function candidatesIn(found: Found): readonly string[] {
  if (found.kind === 'Order') return [found.orderNumber];
  return found.kind === 'Undecided' ? found.named : [];
}

type SearchedTerms = Omit<SearchTarget, 'earlierEdit' | 'shownWorkingAt'>;
type Lists = Pick<Search, 'accountAsOf' | 'brokerListWhole'>;

/** Whether what was seen can be what is wanted. */
export function matchOf(wanted: SearchTarget, seen: Candidate, lists: Lists): Fit {
  if (seen.isOfSeveral && hasUnits(wanted, seen.units)) return 'perhaps';
  const before = seenBefore(wanted, seen);
  // A number that may be another's may have been that one's when it was first seen.
  const { earlierEdit } = wanted;
  const mayBeEarlier = earlierEdit !== null && seenBefore(earlierEdit, seen) !== 'yes';
  if (before === 'yes' && !seen.mayBelongToAnotherOrder && !mayBeEarlier) return 'no';
  if (mayBeEarlier && matchShown(earlierEdit, seen, lists) !== 'no') return 'perhaps';
  // Another desk may have changed its units since, and the other order under the number be anybody's.
  if (seen.isOfSeveral && isShownForAccount(wanted, seen)) return 'perhaps';
  const like = matchShown(wanted, seen, lists);
  return like === 'yes' && (seen.mayBelongToAnotherOrder || before === 'perhaps')
    ? 'perhaps'
    : like;
}

function isShownForAccount(
  { accountNumber, security, side }: SearchTarget,
  seen: Candidate,
): boolean {
  if (seen.security !== security || isOtherSide(seen.side, side)) return false;
  const isOurs = (row: CandidateRow): boolean =>
    row.accountNumber !== null && isSameAccount(row.accountNumber, accountNumber);
  return seen.inAccountList || seen.rows.some(isOurs);
}

function matchShown(wanted: SearchedTerms, seen: Candidate, lists: Lists): Fit {
  if (seen.security !== wanted.security || isOtherSide(seen.side, wanted.side)) return 'no';
  if (seen.rows.some((row) => isAnother(row.accountNumber, wanted.accountNumber, sameAccount)))
    return 'no';
  const traded = seen.rows.filter((row) => kindFor(row, wanted) === 'Trade');
  // With those that may be at rest instead: together they must not be more than all of it.
  const mayBeTraded = seen.rows.filter(
    (row) => kindOfRow(row) === 'Trade' && kindFor(row, wanted) !== 'Order',
  );
  const isOfAccount = seen.rows.some((row) => row.accountNumber !== null);
  // The exchange may correct the price of a trade: what is of our account may be ours at any price.
  if (traded.some((row) => row.price !== null && isBeyondLimit(wanted, row.price, wanted.price)))
    return isOfAccount ? 'perhaps' : 'no';
  if (!isOfAccount && isMissing(seen, lists.accountAsOf)) return 'no';
  const resting = seen.rows.filter((row) => kindFor(row, wanted) === 'Order');
  if (resting.some((row) => isAnother(limitShown(row), wanted.price, compare))) return 'perhaps';
  if (wanted.units.every((units) => compare(unitsOf(mayBeTraded), units) > 0)) return 'perhaps';
  // What is in no list has ended: when it was filled, its trades are all of it.
  if (seen.units === null && !hasUnits(wanted, unitsOf(mayBeTraded))) return 'perhaps';
  const ours = seen.inAccountList || isOfAccount;
  // Of our account, and with other units: another desk may have changed them since.
  if (!hasUnits(wanted, seen.units)) return ours ? 'perhaps' : 'no';
  // The account may have placed it through another broker.
  if (lists.brokerListWhole && !seen.inBrokerList && !isOfAccount) return 'perhaps';
  // What cannot be read may be a trade that it cannot have had.
  const eitherOf = seen.rows.filter((row) => isEitherOf(row, wanted));
  const isRead = seen.rows.length === traded.length + resting.length + eitherOf.length;
  return ours && isRead && seen.isShown && seen.side === wanted.side ? 'yes' : 'perhaps';
}

/** The list of the account is newer than the number that the broker's list shows, and does not have it. */
function isMissing(
  { inBrokerList, inAccountList, notedEntry }: Candidate,
  asOf: number | null,
): boolean {
  if (!inBrokerList || inAccountList) return false;
  return asOf !== null && notedEntry !== null && notedEntry < asOf;
}

function unitsOf(traded: readonly CandidateRow[]): string {
  const once = new Map(
    traded.map((row) => [JSON.stringify([row.matchingId, row.units, row.price]), row]),
  );
  return [...once.values()].reduce((total, row) => add(total, row.units ?? '0'), '0');
}

function hasUnits(wanted: Pick<SearchedTerms, 'units'>, shown: string | null): boolean {
  return shown === null || wanted.units.some((units) => compare(units, shown) === 0);
}

/** What the row is if it is of the order that is wanted. */
function kindFor(row: CandidateRow, { units }: SearchedTerms): RowKind {
  return kindOfRow(row, { units, matchedUnits: '0' });
}

/** All of the order, at rest or traded at its limit: it is what is wanted either way. */
function isEitherOf(row: CandidateRow, { units, price }: SearchedTerms): boolean {
  if (!needsOrder(row) || row.pendingUnits !== null || !hasUnits({ units }, row.units))
    return false;
  return row.price !== null && compare(row.price, price) === 0;
}

/** A row of all its units, at rest or traded, at a price that its limit allows. */
function mayBeTradeOf(row: CandidateRow, wanted: SearchTarget): boolean {
  if (!needsOrder(row) || !hasUnits(wanted, row.units)) return false;
  if (kindFor(row, wanted) === 'Order') return false;
  return row.price === null || !isBeyondLimit(wanted, row.price, wanted.price);
}

/** Shown, and not the same. */
function isAnother(
  shown: string | null,
  wanted: string,
  order: (a: string, b: string) => number,
): boolean {
  return shown !== null && order(shown, wanted) !== 0;
}

function sameAccount(shown: string, wanted: string): number {
  return isSameAccount(shown, wanted) ? 0 : 1;
}

/** Order numbers are texts of digits: the shorter is the smaller. */
function byNumber(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** In sending order: by the audit trail if known, else by the clock. */
function asSent(a: SearchTarget, b: SearchTarget): number {
  if (a.sentEntry !== null && b.sentEntry !== null && a.sentEntry !== b.sentEntry) {
    return a.sentEntry - b.sentEntry;
  }
  return a.sentAt - b.sentAt || (a.requestId < b.requestId ? -1 : 1);
}

/** Equal for posts that nothing which the exchange shows can tell apart. */
function targetKey({ accountNumber, security, side, units, price }: SearchTarget): string {
  return JSON.stringify([accountNumber, security, side, units, price]);
}
