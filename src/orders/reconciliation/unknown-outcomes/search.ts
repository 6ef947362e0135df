import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { inList } from '../../../infra/database/in-list.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { Answer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { isResendCleared, type OrderRequest } from '../../order/requests/order-request.js';
import { type TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import {
  closeOf,
  startOfDay,
  tradingDateOf,
} from '../../../market/trading-calendar/trading-day.js';
import { type OrderChange, type Moment, type Order, isDayOrder } from '../../order/order.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { doubtNumberBy, isOtherOrder } from '../../order-numbers/number-proof.js';
import { isClosed } from '../../order/order-status.js';
import { resolve, rivalsOf, type Found } from './match.js';
import { resolveEdit, mayBeReplaced, type EditSearchRules } from './unknown-edits.js';
import { resolvePost, type SearchRules } from './unknown-posts.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { type OrderRow } from '../../order/order.entity.js';
import { type SightingRegister } from '../../order-numbers/sighting-register.js';
import { type MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { isCompleteAnswer } from '../collect/day-over.js';
import type { PollingState } from '../collect/polling-state.js';
import { type OrderUnderReview, type ReviewedOrder } from '../collect/orders-under-review.js';
import type { RunEvidence } from '../lists/run-evidence.js';
import { graceMsOf } from '../order-records/record-rules.js';
import { mayBeOtherBrokers, otherBrokersNumber } from '../trades/traded-numbers.js';
import { candidatesFor, type SearchInput } from './candidates.js';
import { SearchTargets } from './search-targets.js';

export interface DueSearch {
  readonly order: ReviewedOrder;
  readonly request: OrderRequest;
}

/** At most so many orders of an account show how recent its list is. */
const PROOFS_MOST = 500;

/**
 * Looks for the order of a request whose outcome is Unknown, once the quiet time is over: in the
 * day's trades, the broker's list and the list of its account, all asked after that. A working order
 * is on both lists, a filled one is in the trades. So absence needs the trades and the broker's list,
 * both read whole; or the list of the account, if it shows something that was sent later. `resolve`
 * (`match.ts`) decides which number can be the order's, and the outcome is written in one unit of work.
 */
export class UnknownOutcomeSearch {
  private readonly rules: SearchRules;
  private readonly targets: SearchTargets;

  constructor(
    private readonly polling: Pick<PollingState, 'otherBrokersRows'>,
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly sightings: SightingRegister,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly statusMappings: MappingsInForce,
  ) {
    this.targets = new SearchTargets(sightings, () => this.editRules);
    this.rules = {
      repost: config.repostUnknown,
      repostWithinMs: config.repostWithinMs,
      quietMs: config.exchangeQuietMs,
      answersLateMs: config.exchangeAnswersLateMs,
      takesLateMs: config.exchangeTakesLateMs,
      duplicateMessage: config.exchangeSettings?.duplicateMessage ?? null,
      knowsDuplicates: config.exchangeSettings?.knowsDuplicates ?? false,
      duplicateProof: config.exchangeSettings?.duplicateProof ?? null,
    };
  }

  /**
   * Whether the run was shown all working orders and all trades, so that a number it was not shown was
   * not there. Only lists prove that: a refusal or a broken reply instead of one may hide any number.
   */
  covers(shown: RunEvidence): boolean {
    return showsTrades(shown) && this.coversLists(shown);
  }

  /** Whether the list alone proves that a number it does not show was not on it. */
  coversLists({ list }: RunEvidence): boolean {
    return list !== null && list.unexplained === 0 && isCompleteAnswer(list.answer);
  }

  /** Without the day's trades, only searches whose order the list may show. */
  due(
    subjects: readonly OrderUnderReview[],
    shown: RunEvidence,
    accountsMost: number,
  ): DueSearch[] {
    const answers = answersOf(shown);
    if (answers.length === 0) return [];
    const askedAt = Math.min(...answers.map((answer) => answer.askedAt));
    const due: DueSearch[] = [];
    const read = new Set(showsTrades(shown) ? shown.trades.map(({ date }) => date) : []);
    for (const { order, unknown } of subjects) {
      const isShown = (): boolean =>
        shown.list?.externalRows.some((row) => couldBe(order, row)) === true;
      for (const request of unknown) {
        if (isResendCleared(request) || askedAt < request.dueAt) continue;
        const replaced =
          request.kind === 'Edit' && mayBeReplaced(order, this.statusMappings.mappings);
        if (request.kind !== 'Post' && !replaced) continue;
        if (read.has(order.tradingDate) || isShown()) due.push({ order, request });
      }
    }
    due.sort((a, b) => a.request.dueAt - b.request.dueAt);
    return ofFirstAccounts(due, accountsMost);
  }

  /**
   * Decides what became of it. If only the day's trades show its number, nothing is decided and the number is returned:
   * an enquiry of today has to show the order under it. `account`: null when its list was not answered; `enquired`: the
   * record of that number, null if there is none, undefined before it was asked for.
   */
  async searchFor(
    { order, request }: DueSearch,
    shown: RunEvidence,
    account: Answer<OrderRecord> | null,
    enquired?: OrderRecord | null,
  ): Promise<string | null> {
    await this.noteNumbers(order, account);
    return this.database.units.runOn(order.id, async (unit) => {
      const state = await this.store.load(unit, order.id);
      const open = state?.requests.find((one) => one.id === request.id);
      if (state === null || open?.state !== 'Unknown' || open.claimNumber !== request.claimNumber)
        return null;
      const at = await this.store.moment(unit);
      const record = enquired ?? null;
      const isOthers = record !== null && this.mayBeOthers(state, record, at);
      const answers = { shown, account, enquired: isOthers ? null : record };
      const found = await this.search(unit, state, open, answers);
      const isOfToday = !isDayOrder(order) || order.tradingDate === at.today;
      if (enquired === undefined && isOfToday && found.kind === 'Order' && !found.hasRecord)
        return found.orderNumber;
      const change = this.resolutionOf(state, open, found, at);
      await this.store.write(unit, state, change, RECONCILER);
      return null;
    });
  }

  private mayBeOthers(
    { order, requests }: StoredOrder,
    { orderNumber }: OrderRecord,
    { today }: Moment,
  ): boolean {
    const units = [order.units, ...requests.flatMap((request) => request.units ?? [])];
    return mayBeOtherBrokers(this.polling.otherBrokersRows, today, { orderNumber, order, units });
  }

  async noteNumbers(
    { accountNumber }: ReviewedOrder,
    account: Answer<OrderRecord> | null,
  ): Promise<void> {
    if (account === null) return;
    const rows = account.rows.map((row) => ({ ...row, accountNumber }));
    await this.sightings.note(rows, account.answeredAt);
    await this.doubtNumbers(account);
  }

  /** Orders of ours under whose numbers the list of an account shows another side or security. */
  private async doubtNumbers({ rows, askedAt }: Answer<OrderRecord>): Promise<void> {
    for await (const slice of inBatches(rows, PROOFS_MOST)) {
      const { marks, values } = inList(slice.map(({ orderNumber }) => orderNumber));
      const held = await this.database.reading.query<
        Pick<OrderRow, 'id' | 'orderNumber' | 'side' | 'security'>
      >(
        `SELECT id, order_number AS "orderNumber", side, security FROM orders
          WHERE order_number IN (${marks}) AND broker_code = ? AND closed_at IS NULL`,
        [...values, this.config.brokerCode],
      );
      for (const order of held) {
        const row = slice.find(({ orderNumber }) => orderNumber === order.orderNumber);
        if (row === undefined || !isOtherOrder(order, row)) continue;
        await this.store.change(order.id, RECONCILER, (state, at) =>
          doubtListed(state, row, askedAt, at),
        );
      }
    }
  }

  private get editRules(): EditSearchRules {
    const { quietMs, answersLateMs } = this.rules;
    const editKeepsNumber = this.config.exchangeSettings?.editKeepsOrderNumber === 'yes';
    const graceMs = graceMsOf(this.config);
    return {
      quietMs,
      answersLateMs,
      graceMs,
      editKeepsNumber,
      mappings: this.statusMappings.mappings,
    };
  }

  private resolutionOf(
    state: StoredOrder,
    open: OrderRequest,
    found: Found,
    at: Moment,
  ): OrderChange {
    return open.kind === 'Edit'
      ? resolveEdit(state, open, found, at, this.editRules)
      : resolvePost(state, open, found, at, this.rules);
  }

  /** Where it may be, of all that was shown. */
  async search(
    unit: Unit,
    state: StoredOrder,
    request: OrderRequest,
    { shown, account, enquired }: Omit<SearchInput, 'order' | 'wanted'>,
  ): Promise<Found> {
    const { order } = state;
    const { tradingDate } = order;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    const wanted = await this.targets.wantedWith(unit, state, request);
    const { brokerCode } = this.config;
    const looked = { order, wanted, shown, account, enquired };
    const sightings = await candidatesFor(unit, this.sightings, brokerCode, looked);
    const unresolved = await this.targets.unresolved(unit);
    const others = unresolved.filter(({ requestId }) => requestId !== request.id);
    const accountAsOf = await this.accountAsOf(unit, order, account, shown);
    const isNewer = accountAsOf !== null && accountAsOf > (wanted.sentEntry ?? Infinity);
    const found = resolve(wanted, {
      sightings,
      complete: showsTrades(shown) && (isKnown(shown) || isNewer),
      dayOver: this.clock.now() >= closeOf(sessions, tradingDate),
      accountAsOf,
      answersLateMs: this.rules.answersLateMs,
      coveredBefore: await coveredBefore(unit, 'covered_at', state.order, wanted.sentAt),
      brokerListWhole: isKnown(shown),
      listsWhole: isKnown(shown) && isTrusted(order, account, shown),
      listsCoveredBefore: await coveredBefore(unit, 'listed_at', state.order, wanted.sentAt),
      ...rivalsOf(wanted, others),
    });
    return this.withOtherBrokers(found, order, wanted.units);
  }

  private withOtherBrokers(found: Found, order: Order, units: readonly string[]): Found {
    if (found.kind !== 'Order') return found;
    const { orderNumber } = found;
    const today = tradingDateOf(this.clock.now());
    const { otherBrokersRows } = this.polling;
    const of = { orderNumber, order, units };
    const otherBrokers = otherBrokersNumber(otherBrokersRows, today, of);
    return otherBrokers === null ? found : { ...found, otherBrokers };
  }

  /** How recent the account's list provably is: it shows an order sent just after that audit entry. */
  private async accountAsOf(
    unit: Unit,
    order: Order,
    account: Answer<OrderRecord> | null,
    shown: RunEvidence,
  ): Promise<number | null> {
    const { accountNumber, tradingDate } = order;
    const expected = shown.list?.ofAccount.get(accountNumber) ?? [];
    if (!isTrusted(order, account, shown) || expected.length === 0) return null;
    const { marks, values } = inList(expected.slice(-PROOFS_MOST));
    const [row] = await unit.query<{ entry: number | null }>(
      `SELECT max(sent.sent_entry) AS entry FROM order_numbers numbers
         JOIN order_requests sent ON sent.order_id = numbers.order_id AND sent.kind = 'Post'
        WHERE numbers.order_number IN (${marks}) AND numbers.broker_code = ?
          AND numbers.trading_date >= ?`,
      [...values, this.config.brokerCode, tradingDate],
    );
    return row?.entry ?? null;
  }
}

/** An enquiry has to show that the number is the order's: nobody else asks for the list of its account. */
function doubtListed(
  state: StoredOrder,
  { orderNumber, side, units, security }: OrderRecord,
  askedAt: number,
  at: Moment,
): OrderChange | null {
  const { order } = state;
  if (order.orderNumber !== orderNumber || isClosed(order.status)) return null;
  if (askedAt < order.askedAt || !isOtherOrder(order, { side, security })) return null;
  const draft = new OrderChangeDraft(state, at);
  const why = `the list of an account shows ${side} ${units} ${security} under ${orderNumber}`;
  doubtNumberBy(draft, 'OrderEnquiry', askedAt, why);
  return draft.change();
}

/** Searches for one account share its list. */
function ofFirstAccounts(due: readonly DueSearch[], most: number): DueSearch[] {
  const accounts = new Set<string>();
  return due.filter(({ order: { accountNumber } }) => {
    if (accounts.size < most) accounts.add(accountNumber);
    return accounts.has(accountNumber);
  });
}

/** The account's list is complete when it has all its orders that the broker's list has. */
function isTrusted(
  { accountNumber }: Order,
  account: Answer<OrderRecord> | null,
  { list }: RunEvidence,
): boolean {
  if (account === null || !isCompleteAnswer(account)) return false;
  const shown = new Set(account.rows.map((row) => row.orderNumber));
  return (list?.ofAccount.get(accountNumber) ?? []).every((one) => shown.has(one));
}

/** The broker's list is complete when it has every order of ours that should be on it. */
function isKnown({ list }: RunEvidence): boolean {
  return list !== null && list.unexplained === 0 && isCompleteAnswer(list.answer);
}

function showsTrades({ trades, tradesAnswered }: RunEvidence): boolean {
  return tradesAnswered && trades.every((answer) => answer.odd === 0);
}

function answersOf({ list, trades }: RunEvidence): readonly Answer<unknown>[] {
  return list === null ? trades : [list.answer, ...trades];
}

async function coveredBefore(
  unit: Unit,
  by: 'covered_at' | 'listed_at',
  order: Order,
  sentAt: number,
): Promise<boolean> {
  const [row] = await unit.query<{ one: number }>(
    `SELECT 1 AS one FROM reconciliation_runs WHERE ${by} < ? AND ${by} >= ? LIMIT 1`,
    [sentAt, startOfDay(order.tradingDate)],
  );
  return row !== undefined;
}
