import { faultPoint } from '../../../infra/runtime/fault-point.js';
import { isSessionOpen, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import {
  hadNoRoom,
  isShortOfRoom,
  type AccountLists,
  type AnsweredEnquiry,
  type ExchangeSnapshot,
  type Questions,
} from '../collect/exchange-poller.js';
import type { Answered } from './missed-days.js';
import { reportUnreportedFills } from '../trades/report-unreported-fills.js';
import type { RunContext } from './run-context.js';
import type { RunInput } from './run-input.js';
import {
  ACCOUNT_AGAIN_MS,
  accountsPerRun,
  ENQUIRIES_MAX,
  ENQUIRIES_WHEN_SHORT,
  enquiriesOfScope,
  isIdle,
} from './run-pacing.js';
import { chooseEnquiries } from '../plan/choose-enquiries.js';
import { withoutUnfiltered } from '../unknown-outcomes/account-lists.js';
import type { DueSearch } from '../unknown-outcomes/search.js';
import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { noteAccountLook } from '../apply/account-looks.js';
import { compareRestingRows } from '../apply/resting-rows.js';
import type { ListComparisonResult } from '../lists/broker-list.js';
import type { RunEvidence } from '../lists/run-evidence.js';
import {
  loadDoubted,
  loadOrdersUnderReview,
  refreshed,
  type OrderUnderReview,
  type ReviewedOrder,
} from '../collect/orders-under-review.js';
import type { TradesWanted } from '../trades/trade-reconciliation.js';
import { loadAccountQuestions } from '../collect/account-questions.js';
import { accountsToAsk, firstToAsk } from '../plan/accounts-to-ask.js';
import { reportUnendedOrders } from '../lists/expired-but-open.js';
import { reportUnseenOrders } from '../lists/unseen-orders.js';
import { reportTruncatedList } from '../lists/truncated-list.js';
import { AbsenceSources } from '../lists/absence.js';

/** What came of a run, besides what its poller and its writers have counted. */
export interface RunResult {
  readonly orders: number;
  readonly changed: ReadonlySet<string>;
  readonly fills: number;
  /** Database time by which the whole book was read. */
  readonly coveredAt: number | null;
  /** Database time by which the broker's list was. */
  readonly listedAt: number | null;
  readonly shown: RunEvidence;
  readonly answered: Answered;
}

/** A run as a conversation: it hands out questions, is handed the answers, and ends with its result. */
export type RunSteps = AsyncGenerator<Questions, RunResult, ExchangeSnapshot>;

/** What the lists have shown before single orders are enquired. */
interface ListsRead extends RunEvidence {
  /** The exchange itself has answered that there is no list. */
  readonly saidNone: boolean;
  /** The orders that the list was compared with. */
  readonly subjects: readonly OrderUnderReview[];
}

/**
 * One reconciliation run, in rounds of questions: the day's trades, the broker's list, then the
 * orders that these leave in doubt, one by one, then the accounts of what is still unknown. Answers are
 * applied before the next questions are asked. The run itself asks nothing, so a dry run can repeat it with
 * the answers that are already there. A run over a scope asks for no list and searches for nothing, because
 * both are about the whole book.
 */
export class ReconciliationRun {
  private orders = 0;

  constructor(
    private readonly context: RunContext,
    private readonly input: RunInput,
  ) {}

  async *steps(): RunSteps {
    const wanted = await this.tradesWanted();
    const traded = yield { trades: wanted.dates };
    const { answered: dates, fills, ...trades } = await this.context.trades.book(traded, wanted);
    // Before anything else is asked: until then an edit or a cancel may leave by a number that is another order's.
    if (this.isOverEverything)
      await this.context.trades.compareNumbers(trades.trades, this.context.brokerCode);
    const lists = yield { list: this.isOverEverything };
    const read: ListsRead = { ...trades, ...(await this.applyList(lists)) };
    await this.compareWithTrades(read);

    const subjects = await this.subjectsNow(read);
    const absence = await this.absenceOf(subjects, read);
    await this.reportLists(read, absence);
    const enquiries = await this.enquiriesOf(subjects, read);
    const asked = new Set<string>();
    for (const orders of this.inTurn(enquiries)) {
      const { orders: enquired } = yield { orders };
      for (const { question, answer } of await this.withOwners(enquired, subjects)) {
        if (!hadNoRoom(answer)) asked.add(question.orderId);
        await this.applyEnquiry({ question, answer }, absence);
      }
    }
    await this.context.lists.doubtUnasked(read.list, subjects, asked);

    const isInDoubt = subjects.some((subject) => subject.unknown.length > 0);
    if (this.isOverEverything) {
      yield* this.confirmNumbers(subjects, read.list);
      yield* this.search(read, isInDoubt);
    }
    await this.reportTrades(read);
    const { searches, writers } = this.context;
    return {
      orders: this.orders,
      changed: writers.store.changed,
      fills,
      coveredAt: searches.covers(read) ? latestOf(read) : null,
      listedAt: searches.coversLists(read) ? (read.list?.answer.askedAt ?? null) : null,
      shown: read,
      answered: { dates, list: read.list !== null || read.saidNone },
    };
  }

  /** Over everything, not over a scope. */
  private get isOverEverything(): boolean {
    return this.input.scope === null;
  }

  private async tradesWanted(): Promise<TradesWanted> {
    const { sessions, owed } = this.input;
    const ofScope = this.isOverEverything ? null : await this.subjects();
    return this.context.trades.wanted({ sessions, ofScope, owed });
  }

  private subjects(): Promise<OrderUnderReview[]> {
    const { database, clock } = this.context;
    const { scope, sessions } = this.input;
    return loadOrdersUnderReview(database.reading, { sessions, now: clock.now(), scope });
  }

  private async applyList({
    list: answer,
  }: ExchangeSnapshot): Promise<Pick<ListsRead, 'list' | 'saidNone' | 'subjects'>> {
    const { lists, polling } = this.context;
    const { sessions } = this.input;
    const watermark = await lists.watermark();
    // Read after the answer: it may show the number of an order that was acknowledged meanwhile.
    const subjects = await this.subjects();
    this.orders = subjects.length;
    if (answer === null) return { list: null, saidNone: false, subjects };
    if (answer.kind !== 'Answer') {
      // By then there was none that could confirm anything.
      if (answer.isExplicit) polling.lastList = null;
      return { list: null, saidNone: answer.isExplicit, subjects };
    }
    faultPoint('list-before-booked');
    const list = await lists.apply(answer, subjects, { sessions, watermark });
    const { absent, confirmed } = list;
    polling.lastList = { askedAt: answer.askedAt, absent, confirmed };
    polling.hasReadList = true;
    return { list, saidNone: false, subjects };
  }

  /** Only rows of today say what an order rests at. */
  private async compareWithTrades({ trades, subjects }: ListsRead): Promise<void> {
    const { writers, clock } = this.context;
    const today = trades.find(({ date }) => date === tradingDateOf(clock.now()));
    if (today === undefined) return;
    await compareRestingRows({ ...this.context, store: writers.store }, today, subjects);
  }

  /** The orders as they are now that the lists are applied. */
  private subjectsNow({ subjects }: ListsRead): Promise<OrderUnderReview[]> {
    const { database, writers } = this.context;
    return this.isOverEverything
      ? refreshed(database.reading, subjects, writers.store.changed)
      : this.subjects();
  }

  private async absenceOf(
    subjects: readonly OrderUnderReview[],
    read: ListsRead,
  ): Promise<AbsenceSources> {
    const { clock, polling } = this.context;
    const { sessions } = this.input;
    const absence = await AbsenceSources.of(subjects, {
      ...read,
      listed: polling.listed,
      sessions,
      now: clock.now(),
    });
    if (this.isOverEverything) polling.dayEnds = absence.waitForTheirEnd(read.list?.absent ?? []);
    return absence;
  }

  /** What the lists say as a whole, for better or worse. */
  private async reportLists({ list }: ListsRead, absence: AbsenceSources): Promise<void> {
    const { database, polling, writers, clock } = this.context;
    const { sessions, isCutShort } = this.input;
    const desk = { database, systemBreaks: writers.systemBreaks, polling, clock };
    if (list !== null && isSessionOpen(sessions, clock.now()))
      await reportTruncatedList(desk, list, absence);
    if (this.isOverEverything && !isCutShort()) await reportUnseenOrders(desk, list, sessions);
  }

  private async enquiriesOf(
    subjects: readonly OrderUnderReview[],
    { list }: ListsRead,
  ): Promise<Enquiries> {
    const { polling, clock } = this.context;
    const most = await this.enquiriesMost();
    const asking = { askedAt: polling.enquiredAt, now: clock.steady(), most };
    return chooseEnquiries(subjects, list, asking, polling.histories);
  }

  private async enquiriesMost(): Promise<number> {
    const { readsShare } = this.input;
    const readsHeld = await this.input.readsHeld();
    if (!this.isOverEverything) return enquiriesOfScope(readsHeld, readsShare);
    const idle = isIdle({ readsHeld, readsShare });
    return idle ? ENQUIRIES_MAX : ENQUIRIES_WHEN_SHORT;
  }

  /**
   * One after the other: an edit or a cancel that leaves while the next order is enquired must know what the last
   * answer has shown. A dry run asks about all of them at once.
   */
  private inTurn(enquiries: Enquiries): readonly Enquiries[] {
    return this.context.isDryRun ? [enquiries] : enquiries.map((enquiry) => [enquiry]);
  }

  /**
   * The answer to an enquiry is about the order that has the number now, even if an order of an earlier day was meant.
   * A run asks for each number once, so with several earlier orders the present one would hardly ever have its turn.
   */
  private async withOwners(
    enquired: readonly AnsweredEnquiry[],
    subjects: readonly OrderUnderReview[],
  ): Promise<readonly AnsweredEnquiry[]> {
    const answers: AnsweredEnquiry[] = [];
    for (const { question, answer } of enquired) {
      answers.push({ question, answer });
      const { orderNumber } = question;
      const owner = await this.context.enquiries.ownerOf(orderNumber);
      const isReviewed = subjects.some(({ order }) => order.id === owner);
      if (owner === null || owner === question.orderId || !isReviewed) continue;
      answers.push({ question: { orderId: owner, orderNumber, reason: 'rotation' }, answer });
    }
    return answers;
  }

  private async applyEnquiry(
    { question, answer }: AnsweredEnquiry,
    absence: AbsenceSources,
  ): Promise<void> {
    const { polling, enquiries, clock } = this.context;
    const { orderId } = question;
    // What there was no room to ask is still the one that was asked longest ago.
    if (!hadNoRoom(answer)) polling.enquiredAt.set(orderId, clock.steady());
    const context = absence.of(orderId);
    if (context.late) polling.askedLate.set(orderId, (polling.askedLate.get(orderId) ?? 0) + 1);
    await enquiries.applyAnswer(question, answer, context);
  }

  /**
   * Asks for the lists of accounts that alone can tell whose a number is, of a few orders and of each now and then: it was
   * doubted, or an edit of unknown outcome may have given the order another.
   */
  private async *confirmNumbers(
    subjects: readonly OrderUnderReview[],
    list: ListComparisonResult | null,
  ): AsyncGenerator<Questions, void, ExchangeSnapshot> {
    const { polling, enquiries, clock, database, mappings } = this.context;
    const external = new Set(list?.externalRows.map(({ orderNumber }) => orderNumber));
    const askedAt = polling.accountAskedAt;
    const rested = subjects.filter(
      ({ order, unknown }) =>
        (order.numberDoubt === 'AccountList' || unknown.length > 0) &&
        clock.steady() - (askedAt.get(order.id) ?? -Infinity) >= ACCOUNT_AGAIN_MS,
    );
    if (rested.length === 0) return;
    const now = await database.now();
    const today = tradingDateOf(clock.now());
    const { cancelled, unitsDiffer } = await loadAccountQuestions(database.reading);
    const wanted = accountsToAsk(rested, list, { now, today, unitsDiffer });
    const due = firstToAsk(wanted, { cancelled, askedAt });
    if (due.length === 0) return;
    const { accounts: answers } = yield {
      accounts: ownersOf(due).slice(0, await this.accountsMost()),
    };
    const accounts = await this.filtered(answers);
    for (const order of due) {
      const { id, accountNumber } = order;
      const answer = accounts.get(accountNumber);
      if (answer === undefined) continue;
      noteAccountLook(polling, order, { answer, askedAt: now, mappings: mappings.mappings });
      // What no key may ask for is tried no sooner than what was asked.
      if (isShortOfRoom(answer)) continue;
      askedAt.set(id, clock.steady());
      if (answer.kind === 'Answer') await enquiries.applyAccountList(id, answer, external);
    }
  }

  /**
   * Looks for the orders of requests whose outcome is unknown, and whether what is shown may be an order that
   * was taken to be refused. What became unknown since the lists were read is not due yet.
   */
  private async *search(
    read: ListsRead,
    isInDoubt: boolean,
  ): AsyncGenerator<Questions, void, ExchangeSnapshot> {
    const { searches, refusals, database } = this.context;
    const { isCutShort } = this.input;
    const subjects = isInDoubt ? await loadDoubted(database.reading) : [];
    const unknown = searches.due(subjects, read, await this.accountsMost());
    const refused = await refusals.due(read);
    const orders = [...unknown, ...refused].map(({ order }) => order);
    const { accounts: answers } = yield { accounts: ownersOf(orders) };
    const accounts = await this.filtered(answers);
    for (const one of unknown) {
      const answer = accounts.get(one.order.accountNumber);
      if (answer === undefined || (answer.kind === 'NoAnswer' && answer.why !== 'NoRecord'))
        continue;
      if (isCutShort()) return;
      const account = answer.kind === 'Answer' ? answer : null;
      const onlyTraded = await searches.searchFor(one, read, account);
      if (onlyTraded === null) continue;
      const record = yield* this.recordOf(one, onlyTraded);
      await searches.searchFor(one, read, account, record);
    }
    for (const one of refused) {
      if (isCutShort()) return;
      const answer = accounts.get(one.order.accountNumber);
      await refusals.doubt(one, read, answer?.kind === 'Answer' ? answer : null);
    }
  }

  private filtered(lists: AccountLists): Promise<AccountLists> {
    const { database, brokerCode } = this.context;
    return withoutUnfiltered(database.reading, brokerCode, lists);
  }

  /** The record of a number that may be that of an order that is searched for; null: no enquiry shows one. */
  private *recordOf(
    { order }: DueSearch,
    orderNumber: string,
  ): Generator<Questions, OrderRecord | null, ExchangeSnapshot> {
    const question = { orderId: order.id, orderNumber, reason: 'unknown-outcome' } as const;
    const { orders } = yield { orders: [question] };
    const answer = orders[0]?.answer;
    return answer?.kind === 'Answer' ? (answer.rows[0] ?? null) : null;
  }

  private async accountsMost(): Promise<number> {
    const { readsShare } = this.input;
    return accountsPerRun({ readsHeld: await this.input.readsHeld(), readsShare });
  }

  private async reportTrades({ tradesAnswered, subjects }: ListsRead): Promise<void> {
    if (!this.isOverEverything) return;
    const { database, clock, writers, polling } = this.context;
    const [now, asked] = [clock.now(), polling.askedLate];
    await reportUnreportedFills(database, writers.store, now);
    // Without the day's trades nobody knows which orders have ended.
    if (!tradesAnswered) return;
    const { sessions } = this.input;
    const numberless = subjects
      .filter(({ order }) => order.orderNumber === null)
      .map(({ order }) => order.id);
    await reportUnendedOrders(database, writers.store, { now, sessions, asked, numberless });
  }
}

type Enquiries = NonNullable<Questions['orders']>;

/** One order of each account, the one that has waited longest: they share its list. */
function ownersOf(due: readonly ReviewedOrder[]): readonly ReviewedOrder[] {
  const owners = new Map<string, ReviewedOrder>();
  for (const order of due) {
    if (!owners.has(order.accountNumber)) owners.set(order.accountNumber, order);
  }
  return [...owners.values()];
}

/** When the last of the questions was asked: what they show was there by then. */
function latestOf({ list, trades }: RunEvidence): number {
  return Math.max(list?.answer.askedAt ?? 0, ...trades.map((answer) => answer.askedAt));
}
