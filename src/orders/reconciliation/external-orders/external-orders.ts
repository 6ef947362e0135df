import type { EditShown } from '../order-records/record-rules.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { add, compare, subtract } from '../../../infra/decimal.js';
import type { Reading } from '../../../infra/database/reads.js';
import { isUniqueViolation, type Unit } from '../../../infra/database/units/unit-of-work.js';
import { RECONCILER } from '../../../infra/audit/actor.js';
import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { Finding } from '../../breaks/break.js';
import { wasThereBeside } from '../../order-numbers/first-seen.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { ownershipOf } from '../../order-numbers/ownership.js';
import { wordWithoutClient } from '../../order/client/client-in-texts.js';
import { evidenceOfStatus } from '../../order/order-status.js';
import { isOtherSide, isSameAccount, type Order } from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import { type OrderStore } from '../../order/order-store.js';
import {
  type RepeatedPost,
  type Sighting,
  type SightingRegister,
  type TermsOfOrder,
} from '../../order-numbers/sighting-register.js';
import {
  type ExternalOrderBreaks,
  type ListedFinding,
} from '../../order-numbers/external-order-breaks.js';
import type { NotTaken } from '../collect/recheck.js';
import { suspectSecondOrder } from './second-order.js';

/** Breaks that one run opens. */
const OPENED_MOST = 50;
/** Of those that need a break, of those whose break has changed, and of those found again as they were, in one run. */
const WRITTEN_MOST = 1_000;
/** So many quiet times a search has to end; then a number that may be ours is told of all the same. */
export const SEARCH_QUIET_TIMES = 5;

/** Orders under our broker code that no order of ours is bound to: somebody is told of each. */
export class ExternalOrders {
  constructor(
    private readonly database: Database,
    private readonly breaks: ExternalOrderBreaks,
    private readonly sightings: SightingRegister,
    private readonly config: Config,
    private readonly store: Pick<OrderStore, 'change'>,
  ) {}

  /**
   * The rows that surely belong to no order of ours. `rows`: those whose number belongs to no order that the run
   * compares, or to one that may have lost its number with its day.
   * While a post of ours has no known outcome, an unknown number may be the number of that post, and opens no break
   * yet. If searches cannot settle it in time, a person has to see the number as well as the order.
   */
  async among(rows: readonly OrderRecord[], answeredAt: number): Promise<OrderRecord[]> {
    if (rows.length === 0) return [];
    await this.sightings.note(rows, answeredAt);
    const longAgo = answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs;
    const externalRows: OrderRecord[] = [];
    const findings: ExternalOrderFinding[] = [];
    const { reading } = this.database;
    // Read unresolved posts first: one that is acknowledged after that is found as an owner.
    const unresolved = await this.sightings.unresolvedTerms(reading);
    const repeated = await this.sightings.repeatedPosts(reading);
    const sent = { unresolved, repeated };
    for await (const slice of inBatches(rows)) {
      const seen = { rows: slice, longAgo, sent };
      const found = await this.database.units.run((unit) => this.lookAt(unit, seen));
      for (const row of found.externalRows) externalRows.push(row);
      findings.push(...found.findings);
    }
    if (findings.length > 0) await this.report(findings);
    for (const { row, firsts } of findings) {
      for (const { id } of firsts) {
        await this.store.change(id, RECONCILER, (state, at) =>
          suspectSecondOrder(state, row.orderNumber, at),
        );
      }
    }
    return externalRows;
  }

  /**
   * An enquiry names no broker. Its row counts only if a list has shown that order as our broker's, and then
   * like a row of the list. Null if it counted, else why not.
   */
  async takeEnquired(row: OrderRecord, answeredAt: number): Promise<NotTaken | null> {
    const { reading } = this.database;
    const { orderNumber, brokerCode } = row;
    const owners = await this.sightings.ownersOf(reading, [orderNumber]);
    if (ownershipOf(owners.get(orderNumber), row) !== 'foreign') return 'perhaps-ours';
    if (brokerCode !== null && brokerCode !== this.config.brokerCode) return 'other-broker';
    if (!(await this.breaks.isListed(reading, orderNumber, row))) return 'not-listed';
    await this.among([row], answeredAt).catch((error: unknown) => {
      // Another run has opened the same break at the same moment.
      if (!isUniqueViolation(error)) throw error;
    });
    return null;
  }

  /**
   * Whether one of them may be this order as an edit of unknown outcome has changed it: a list or the trades have
   * shown it since the edit was sent, and people have not said that it is another's.
   */
  async mayInclude(reading: Reading, { order, requests }: EditedOrder): Promise<boolean> {
    for (const edit of requests) {
      if (edit.kind !== 'Edit' || edit.state !== 'Unknown') continue;
      const { firstSentAt, sentEntry } = edit;
      const sentAt = firstSentAt ?? 0;
      const { security, side } = order;
      const tradingDate = firstSentAt === null ? order.tradingDate : tradingDateOf(firstSentAt);
      const shown = await this.sightings.seenSince(reading, security, tradingDate);
      const alike = shown.filter((sighting) => mayBeEdited(order, edit, sighting));
      // Units do not tell an order from another here: an edit changes them.
      const sent = { sentAt, sentEntry, tradingDate, security, side };
      const numbers = await this.sightings.notSeenBefore(reading, sent, [
        ...new Set(alike.map(({ orderNumber }) => orderNumber)),
      ]);
      const owners = await this.sightings.ownersOf(reading, numbers);
      const others = numbers.filter((number) => owners.get(number)?.stillOwns !== 'yes');
      if (others.length === 0) continue;
      const decided = await this.breaks.decidedSince(reading, others, sentAt);
      if (others.some((number) => !decided.has(number))) return true;
    }
    return false;
  }

  /**
   * How a number that no order of ours has shows what the last acknowledged edit of the units asked for, if it was not shown
   * before that was sent: the edit may have given it to the order. Null: none does.
   */
  async showsEdit(reading: Reading, order: AcknowledgedEdit): Promise<EditShown | null> {
    const { security, editAcknowledgedAt, tradingDate } = order;
    if (editAcknowledgedAt === null) return null;
    // It was sent no longer before than a reply may take.
    const since = editAcknowledgedAt - this.config.exchangeTimeoutMs;
    const shown = await this.sightings.seenSince(reading, security, tradingDate);
    const alike = shown.filter((one) => isAlike(one, order));
    const numbers = [...new Set(alike.map(({ orderNumber }) => orderNumber))];
    const owners = await this.sightings.ownersOf(reading, numbers);
    const seen = await this.sightings.firstSeen(reading, numbers, tradingDate, order);
    const possible = alike.filter(
      ({ orderNumber: number }) =>
        owners.get(number)?.stillOwns !== 'yes' && (seen.get(number)?.firstSeenAt ?? 0) >= since,
    );
    if (possible.length === 0) return null;
    return possible.some((one) => one.accountNumber !== null) ? 'ForAccount' : 'Listed';
  }

  /** Whether the number was shown while the order still worked under its own: then it may be another desk's. */
  async wasShownBeside(
    reading: Reading,
    order: Pick<Order, 'security' | 'side' | 'tradingDate' | 'shownWorkingAt'>,
    orderNumber: string,
  ): Promise<boolean> {
    const { tradingDate, shownWorkingAt } = order;
    const { exchangeAnswersLateMs: answersLateMs } = this.config;
    const seen = await this.sightings.firstSeen(reading, [orderNumber], tradingDate, order);
    const first = seen.get(orderNumber);
    return first !== undefined && wasThereBeside(shownWorkingAt, first, { answersLateMs });
  }

  /** Whether a list or the trades have shown the number for the account of the order, with its security and side. */
  async wasShownFor(
    reading: Reading,
    order: Pick<Order, 'security' | 'side' | 'tradingDate' | 'accountNumber'>,
    orderNumber: string,
  ): Promise<boolean> {
    const { tradingDate, accountNumber } = order;
    const shown = await this.sightings.accountsOf(reading, [orderNumber], tradingDate, order);
    return (shown.get(orderNumber) ?? []).some((one) => isSameAccount(one, accountNumber));
  }

  /**
   * Whether more numbers that no order of ours has may be the order of the post than such orders of ours are looked for:
   * then an acknowledgement that does not say whose it is may have named another desk's.
   */
  async mayBeUnderAnother(
    reading: Reading,
    order: Pick<Order, 'security' | 'side' | 'units' | 'accountNumber' | 'tradingDate'>,
    post: OrderRequest,
  ): Promise<boolean> {
    const { security, side, tradingDate } = order;
    const { firstSentAt, sentEntry, unprovenNumber, matchKey } = post;
    const sent = { sentAt: firstSentAt ?? 0, sentEntry, tradingDate, security, side };
    const shown = await this.sightings.seenSince(reading, security, tradingDate);
    const alike = shown.filter((one) => isAlike(one, order)).map((one) => one.orderNumber);
    const others = new Set(alike.filter((number) => number !== unprovenNumber));
    if (others.size === 0) return false;
    const numbers = await this.sightings.notSeenBefore(reading, sent, [...others]);
    const owners = await this.sightings.ownersOf(reading, numbers);
    const decided = await this.breaks.decidedSince(reading, numbers, sent.sentAt);
    const ours = await unresolvedPosts(reading, post.id);
    const named = new Set(ours.map((one) => one.unprovenNumber));
    const free = numbers.filter(
      (one) => owners.get(one)?.stillOwns !== 'yes' && !named.has(one) && !decided.has(one),
    );
    const lookedFor = ours.filter(
      (one) => one.unprovenNumber === null && one.matchKey === matchKey,
    );
    return free.length > lookedFor.length;
  }

  private async lookAt(
    unit: Unit,
    { rows, longAgo, sent }: Seen,
  ): Promise<{
    readonly externalRows: readonly OrderRecord[];
    readonly findings: readonly ExternalOrderFinding[];
  }> {
    const owners = await this.sightings.ownersOf(unit, numbersOf(rows));
    const claims = new Map(
      rows.map((row) => [row, ownershipOf(owners.get(row.orderNumber), row)] as const),
    );
    const externalRows = rows.filter((row) => claims.get(row) !== 'own');
    if (externalRows.length === 0) return { externalRows, findings: [] };
    const { unresolved, repeated } = sent;
    const longSeen = await this.sightings.seenBy(unit, numbersOf(externalRows), longAgo);
    const findings: ExternalOrderFinding[] = [];
    for (const row of externalRows) {
      if (claims.get(row) !== 'foreign') continue;
      // Lists may go on showing what has ended, and by which terms it once worked.
      const owner = owners.get(row.orderNumber);
      if (owner !== undefined && evidenceOfStatus(row.statusWord) === 'seenCancelled') continue;
      const sentAlike = unresolved.filter((terms) => couldBe(terms, row));
      const [ours] = sentAlike;
      if (ours !== undefined && !longSeen.has(row.orderNumber)) continue;
      const firsts = ours === undefined ? await this.secondOf(unit, row, repeated) : [];
      const statusWord = [...sentAlike, ...firsts].reduce(
        (word: string, client) => wordWithoutClient(word, client),
        row.statusWord,
      );
      const mayBe = { owner, ours, first: firsts[0] };
      const finding = externalOrderFinding({ ...row, statusWord }, mayBe);
      const { orderNumber, side, security, units } = row;
      const shown = { side, security, units, statusWord };
      findings.push({ row, firsts, finding, orderNumber, shown });
    }
    return { externalRows, findings };
  }

  private async secondOf(
    unit: Unit,
    row: OrderRecord,
    repeated: readonly RepeatedPost[],
  ): Promise<readonly RepeatedPost[]> {
    const firsts: RepeatedPost[] = [];
    for (const post of repeated) {
      if (!couldBe(post, row)) continue;
      if (await this.sightings.mayBeSecond(unit, post, row.orderNumber)) firsts.push(post);
    }
    return firsts;
  }

  /** Terms of what was sent, and may be at the exchange under a number that is not known yet. */
  unresolved(unit: Unit): Promise<TermsOfOrder[]> {
    return this.sightings.unresolvedTerms(unit);
  }

  /**
   * So many new ones at a time, what may be a duplicate first. What is told of already takes no place of those: every
   * one is told of after some runs, however long the list is.
   */
  private async report(findings: readonly ExternalOrderFinding[]): Promise<void> {
    const { units, reading } = this.database;
    const { unchanged, changed, unreported } = await this.breaks.compare(reading, findings);
    const again = unchanged.slice(0, WRITTEN_MOST).map(({ id }) => id);
    if (again.length > 0) await units.run((unit) => this.breaks.noteSeen(unit, again));
    const next = [
      ...changed.slice(0, WRITTEN_MOST),
      ...duplicatesFirst(unreported).slice(0, WRITTEN_MOST),
    ];
    if (next.length > 0) await units.run((unit) => this.openBreaks(unit, next));
  }

  private async openBreaks(unit: Unit, findings: readonly ExternalOrderFinding[]): Promise<void> {
    // One of them may have become an order of ours since it was looked at.
    const owners = await this.sightings.ownersOf(unit, numbersOf(findings.map(({ row }) => row)));
    let opened = 0;
    for (const { finding, row, orderNumber, shown } of findings) {
      if (ownershipOf(owners.get(orderNumber), row) !== 'foreign') continue;
      if (await this.breaks.openForListed(unit, finding, orderNumber, shown)) opened += 1;
      if (opened >= OPENED_MOST) return;
    }
  }
}

/** An order and its open requests. */
export interface EditedOrder {
  readonly order: Pick<
    Order,
    'security' | 'side' | 'units' | 'matchedUnits' | 'accountNumber' | 'tradingDate'
  >;
  readonly requests: readonly OrderRequest[];
}

/**
 * By all that was seen. An edit may have changed the price alone, or not yet the units; and under its new number an
 * order may show all its units, or only those that were left. What is shown for the order's account may have any units:
 * another desk may have changed them since. What is shown without its account is told from others by its units alone.
 */
function mayBeEdited(
  { side, units: held, matchedUnits, accountNumber }: EditedOrder['order'],
  { units: wanted }: OrderRequest,
  { side: shownSide, units, accountNumber: shownAccount }: Sighting,
): boolean {
  if (isOtherSide(shownSide, side)) return false;
  if (shownAccount !== null) return isSameAccount(shownAccount, accountNumber);
  const possible = [held, wanted ?? held].flatMap((all) => [
    all,
    subtract(all, matchedUnits),
    add(all, matchedUnits),
  ]);
  return units === null || possible.some((one) => compare(one, units) === 0);
}

/** Rows of external orders, and what we have sent that they may be. */
interface Seen {
  readonly rows: readonly OrderRecord[];
  /** What was first seen by then waits for no search any more. */
  readonly longAgo: number;
  readonly sent: {
    readonly unresolved: readonly TermsOfOrder[];
    readonly repeated: readonly RepeatedPost[];
  };
}

interface ExternalOrderFinding extends ListedFinding {
  readonly row: OrderRecord;
  /** Orders that were sent more than once, and of which it may be a second one. */
  readonly firsts: readonly RepeatedPost[];
}

function duplicatesFirst(
  findings: readonly ExternalOrderFinding[],
): readonly ExternalOrderFinding[] {
  const isDuplicate = ({ finding }: ExternalOrderFinding): boolean =>
    finding.type === 'DuplicateSuspected';
  return [
    ...findings.filter((one) => isDuplicate(one)),
    ...findings.filter((one) => !isDuplicate(one)),
  ];
}

function numbersOf(rows: readonly OrderRecord[]): string[] {
  return rows.map((row) => row.orderNumber);
}

interface MayBe {
  /** An order of ours that was given the number before. */
  readonly owner: { readonly orderId: string } | undefined;
  /** An order whose outcome is unknown. */
  readonly ours: TermsOfOrder | undefined;
  /** One that was sent more than once. */
  readonly first: TermsOfOrder | undefined;
}

function externalOrderFinding(row: OrderRecord, { owner, ours, first }: MayBe): Finding {
  const seen = `${row.side} ${row.units} ${row.security} (${row.statusWord})`;
  if (ours !== undefined) {
    const detail = `${seen} may be ${ours.id}, whose outcome is unknown, or another desk's`;
    return { type: 'UnknownAtExchange', detail };
  }
  if (first !== undefined) {
    const detail = `${seen} may be a second order of ${first.id}, whose post was sent more than once`;
    return { type: 'DuplicateSuspected', detail };
  }
  const detail =
    owner === undefined
      ? `${seen} is under no number of ours`
      : `${seen} has the number of ${owner.orderId} and other terms: another desk's, or ours changed there`;
  return { type: 'UnknownAtExchange', detail };
}

/** Whether what was seen under a number has the terms of the order: its units in a list, or its account in the trades. */
function isAlike(
  seen: Sighting,
  { side, units, accountNumber }: Pick<Order, 'side' | 'units' | 'accountNumber'>,
): boolean {
  if (isOtherSide(seen.side, side)) return false;
  if (seen.accountNumber !== null && !isSameAccount(seen.accountNumber, accountNumber))
    return false;
  return seen.units === null ? seen.accountNumber !== null : compare(seen.units, units) === 0;
}

/** The posts of unknown outcome, but this one. */
function unresolvedPosts(
  reading: Reading,
  id: string,
): Promise<Pick<OrderRequest, 'unprovenNumber' | 'matchKey'>[]> {
  return reading.query(
    `SELECT candidate AS "unprovenNumber", match_key AS "matchKey" FROM order_requests
      WHERE kind = 'Post' AND state IN ('Sent', 'Unknown') AND id <> ?`,
    [id],
  );
}

type AcknowledgedEdit = Pick<
  Order,
  'security' | 'side' | 'units' | 'accountNumber' | 'editAcknowledgedAt' | 'tradingDate'
>;
