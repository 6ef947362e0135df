import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { Answer, OrderRecord, TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { startOfDay, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { type Order, isDayOrder, isOtherSide, isSameAccount } from '../../order/order.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { canonical } from '../../../infra/decimal.js';
import { evidenceOfStatus } from '../../order/order-status.js';
import { couldBe, isSameSideSecurityUnits } from '../../order-numbers/order-terms.js';
import { ownershipOf, ownershipOfTrade, type RowOwnership } from '../../order-numbers/ownership.js';
import { type Candidate, type SearchTarget } from './match.js';
import { seenBefore, type FirstSeen } from '../../order-numbers/first-seen.js';
import type { NumberOwners } from '../../order/number-owners.js';
import type { SightingRegister } from '../../order-numbers/sighting-register.js';
import type { RunEvidence } from '../lists/run-evidence.js';
import { dayOf } from '../trades/trade-evidence.js';

const DAY_MS = 86_400_000;

/** What is searched for, and what was shown. */
export interface SearchInput {
  readonly order: Order;
  readonly wanted: SearchTarget;
  readonly shown: RunEvidence;
  readonly account: Answer<OrderRecord> | null;
  /** The answer to an enquiry of a number that only trades show; null: none. */
  readonly enquired: OrderRecord | null;
}

type Row = OrderRecord | TradeRow;

/**
 * Numbers of the order's security, and not of the other side, that no other order of ours surely
 * explains. A number that may still be another order's is marked as such, and never leads to a link.
 */
export async function candidatesFor(
  unit: Unit,
  sightings: SightingRegister,
  brokerCode: string,
  input: SearchInput,
): Promise<Candidate[]> {
  const { order } = input;
  const { tradingDate } = order;
  const rows = rowsByNumber(brokerCode, input);
  const numbers = [...rows.keys()];
  const owners = [
    await sightings.ownersOf(unit, numbers),
    await sightings.ownersOf(unit, numbers, tradingDate),
  ];
  const firstSeen = await sightings.firstSeen(unit, numbers, tradingDate, order);
  const accounts = await sightings.accountsOf(unit, numbers, tradingDate, order);
  const candidates: Candidate[] = [];
  for await (const batch of inBatches([...rows])) {
    for (const [orderNumber, ofNumber] of batch) {
      if (owners.some((of) => of.get(orderNumber)?.orderId === order.id)) continue;
      const seen = firstSeen.get(orderNumber) ?? NEVER_NOTED;
      const known = { owners, accounts: accounts.get(orderNumber) ?? [], ...seen };
      const sighting = candidateOf(input, ofNumber, orderNumber, known);
      if (sighting !== null) candidates.push(sighting);
    }
  }
  return [...candidates, ...(await goneFrom(unit, sightings, input, new Set(numbers)))];
}

const NO_QUANTITIES = { matchingId: null, units: null, matchedUnits: null, pendingUnits: null };
const NEVER_NOTED: FirstSeen = { firstSeenAt: Infinity, notedEntry: null };

/** What was seen once under a number that no answer of this search shows: it may have been filled since. */
async function goneFrom(
  unit: Unit,
  sightings: SightingRegister,
  { order, wanted }: SearchInput,
  shown: ReadonlySet<string>,
): Promise<Candidate[]> {
  const { security, side, tradingDate } = order;
  const seen = await sightings.seenSince(unit, security, tradingDate);
  const gone = seen.filter((one) => !shown.has(one.orderNumber) && !isOtherSide(one.side, side));
  const numbers = [...new Set(gone.map(({ orderNumber }) => orderNumber))];
  const owners = await sightings.ownersOf(unit, numbers);
  const firstSeen = await sightings.firstSeen(unit, numbers, tradingDate, { security, side });
  const candidates: Candidate[] = [];
  for (const { orderNumber, units, accountNumber, ...terms } of gone) {
    const owner = owners.get(orderNumber);
    const wantedUnits = wanted.units[0] ?? '';
    if (ownershipOf(owner, { ...terms, units: units ?? wantedUnits }) === 'own') continue;
    const first = firstSeen.get(orderNumber) ?? NEVER_NOTED;
    candidates.push({
      orderNumber,
      ...terms,
      units,
      inBrokerList: false,
      inAccountList: false,
      isEnquired: false,
      rows: [{ ...NO_QUANTITIES, accountNumber, price: null }],
      isOfSeveral: false,
      mayBelongToAnotherOrder: false,
      ...first,
      isShown: false,
      isOfAnotherAccount: false,
    });
  }
  return candidates;
}

/** What was shown under one number. */
interface ShownRows {
  readonly listed: OrderRecord[];
  readonly ofAccount: OrderRecord[];
  readonly traded: TradeRow[];
  /** Records of our broker's that have another security or side, and have not ended. */
  readonly unlike: OrderRecord[];
}

function rowsByNumber(
  brokerCode: string,
  { order, shown, account }: SearchInput,
): ReadonlyMap<string, ShownRows> {
  const { list, trades } = shown;
  const { security, side, tradingDate } = order;
  const isOurs = (row: Row): boolean => row.brokerCode === null || row.brokerCode === brokerCode;
  const hasTerms = (row: Row): boolean => row.security === security && !isOtherSide(row.side, side);
  const alike = (row: Row): boolean => isOurs(row) && hasTerms(row);
  // Under a number that the list has twice one of the rows is of an order that nobody knows.
  const conflicting =
    list?.answer.rows.filter((row) => list.conflicting.has(row.orderNumber)) ?? [];
  // What is traded on another day is not a day order of that one, whoever entered it.
  const itsDay = (date: string): boolean =>
    isDayOrder(order) ? date === tradingDate : date >= tradingDate;
  const byNumber = new Map<string, ShownRows>();
  const of = (orderNumber: string): ShownRows => {
    const found = byNumber.get(orderNumber) ?? {
      listed: [],
      ofAccount: [],
      traded: [],
      unlike: [],
    };
    byNumber.set(orderNumber, found);
    return found;
  };
  for (const row of [...(list?.externalRows ?? []), ...conflicting])
    if (alike(row)) of(row.orderNumber).listed.push(row);
  for (const row of account?.rows ?? []) if (alike(row)) of(row.orderNumber).ofAccount.push(row);
  for (const { date, rows } of trades) {
    for (const row of rows)
      if (alike(row) && itsDay(dayOf(row, date))) of(row.orderNumber).traded.push(row);
  }
  for (const row of [...(list?.externalRows ?? []), ...(account?.rows ?? [])])
    if (isOurs(row) && !hasTerms(row) && !isOver(row))
      byNumber.get(row.orderNumber)?.unlike.push(row);
  return byNumber;
}

/** Whose it is does not matter: it has left its number. */
function isOver({ statusWord }: OrderRecord): boolean {
  return evidenceOfStatus(statusWord) === 'seenCancelled';
}

interface Known extends FirstSeen {
  /** Whose the numbers are today, and whose they were on the day of the order. */
  readonly owners: readonly NumberOwners[];
  /** That it was shown for. */
  readonly accounts: readonly string[];
}

/** Null when the number is surely that of another order of ours. */
function candidateOf(
  { order, wanted, shown, enquired }: SearchInput,
  { listed, ofAccount, traded: rows, unlike }: ShownRows,
  orderNumber: string,
  { owners, accounts, firstSeenAt, notedEntry }: Known,
): Candidate | null {
  const held = owners.map((of) => of.get(orderNumber));
  const earlier = held.flatMap((owner) => owner?.earlier ?? []);
  const isWanted = ({ units }: OrderRecord): boolean => wanted.units.includes(canonical(units));
  // What an order has left behind is not one with other units.
  const isLeft = (row: OrderRecord): boolean =>
    !isWanted(row) && earlier.some((one) => one.isOver && couldBe(one, row));
  const records = [...ofAccount, ...listed].filter((row) => !isLeft(row));
  const record = records.find(isWanted) ?? records[0];
  if (record === undefined && rows.length === 0) return null;
  const { security } = order;
  const claims = held.flatMap((owner): RowOwnership[] =>
    record === undefined
      ? rows.map((row) => ownershipOfTrade(owner, row))
      : [ownershipOf(owner, record)],
  );
  if (claims.includes('own') && shown.list?.conflicting.has(orderNumber) !== true) return null;
  // It may have been seen as the earlier order's, and not as what it is now.
  const before = earlier.length > 0 ? seenBefore(wanted, { firstSeenAt, notedEntry }) : 'no';
  if (before === 'yes' && record !== undefined && !isWanted(record) && rows.length === 0)
    return null;
  // What is first shown on a later day than that on which it was sent may be that day's.
  const nextDay = startOfDay(tradingDateOf(wanted.sentAt)) + DAY_MS;
  const late = isDayOrder(order) && firstSeenAt >= nextDay && rows.length === 0;
  return {
    orderNumber,
    security,
    side: (record ?? rows[0])?.side ?? '',
    units: record?.units ?? null,
    inBrokerList: listed.length > 0,
    inAccountList: ofAccount.length > 0,
    isEnquired: enquired?.orderNumber === orderNumber && isFilled(enquired, wanted),
    rows,
    isOfSeveral:
      unlike.some((row) => !isLeft(row)) ||
      [listed, ofAccount].some((list) => showsSeveral(list.filter((row) => !isLeft(row)))) ||
      isOfSeveralAccounts(rows, ofAccount.length > 0 ? order.accountNumber : null),
    mayBelongToAnotherOrder: late || before !== 'no' || claims.some((claim) => claim !== 'foreign'),
    firstSeenAt,
    notedEntry,
    isShown: true,
    isOfAnotherAccount:
      ofAccount.length === 0 &&
      accounts.length > 0 &&
      !accounts.some((account) => isSameAccount(account, order.accountNumber)),
  };
}

/**
 * Whether the record is of an order like the wanted one that is wholly matched, as the trades show it. Its quantity may
 * be what is left, which is nothing.
 */
export function isFilled(
  record: Pick<OrderRecord, 'security' | 'side' | 'units' | 'matchedUnits' | 'pendingUnits'>,
  wanted: Pick<SearchTarget, 'security' | 'side' | 'units'>,
): boolean {
  const { security, side, units, matchedUnits, pendingUnits } = record;
  const isWantedQuantity = (quantity: string): boolean =>
    wanted.units.includes(canonical(quantity));
  return (
    security === wanted.security &&
    side === wanted.side &&
    (isWantedQuantity(units) || canonical(units) === '0') &&
    (matchedUnits === null || isWantedQuantity(matchedUnits)) &&
    (pendingUnits === null || canonical(pendingUnits) === '0')
  );
}

/** Rows of one list under one number. */
function showsSeveral([first, ...others]: readonly OrderRecord[]): boolean {
  return first !== undefined && others.some((row) => !isSameSideSecurityUnits(first, row));
}

/** The day's trades show the number for several accounts, or for another one than the account's own list does. */
export function isOfSeveralAccounts(
  rows: readonly Pick<TradeRow, 'accountNumber'>[],
  listedFor: string | null,
): boolean {
  const accounts = [listedFor, ...rows.map(({ accountNumber }) => accountNumber)];
  const [first, ...others] = accounts.filter((account) => account !== null);
  return first !== undefined && others.some((other) => !isSameAccount(first, other));
}
