import { faultPoint } from '../../../infra/runtime/fault-point.js';
import { isSessionOpen, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { hadNoRoom, type Enquirer } from '../collect/enquirer.js';
import type { Answered } from './missed-days.js';
import { tellGaps } from '../trades/unreported-fills.js';
import type { RunBooks } from './run-readers.js';
import type { RunPlan } from '../collect/run-plan.js';
import {
  ACCOUNTS_MAX,
  accountsOfAPass,
  ENQUIRIES_MAX,
  ENQUIRIES_WHEN_SHORT,
  enquiriesOfAScope,
  isIdle,
} from '../collect/poll-plan.js';
import { chooseEnquiries } from './questions.js';
import { followResting } from './resting-prices.js';
import type { ListSnapshot } from '../lists/snapshot.js';
import {
  loadDoubted,
  loadSubjects,
  refreshed,
  type Subject,
  type SubjectOrder,
} from '../collect/subjects.js';
import type { TradesRead } from '../trades/trade-reading.js';
import { tellOfUnended } from '../lists/expired-but-open.js';
import { tellUnseenOrders } from '../lists/unseen-orders.js';
import { tellTruncatedList } from '../lists/truncated-list.js';
import { AbsenceSources } from '../lists/absence.js';

/** What came of a pass, besides what its enquirer and its writers have counted. */
export interface RunResult {
  readonly orders: number;
  readonly changed: ReadonlySet<string>;
  readonly fills: number;
  /** Database time by which the whole book was read. */
  readonly coveredAt: number | null;
  /** Database time by which the broker's list was. */
  readonly listedAt: number | null;
  readonly shown: ListSnapshot;
  readonly answered: Answered;
}

/** What a pass was shown before it asks about single orders. */
interface Read extends ListSnapshot {
  /** The exchange itself has answered that there is no list. */
  readonly saidNone: boolean;
}

/** What the question for the broker's list came to, and the orders that it was asked about. */
interface ListRead extends Pick<Read, 'list' | 'saidNone'> {
  readonly subjects: readonly Subject[];
}

/**
 * One pass: ask for the day's trades and the broker's list, book what they prove, and enquire single
 * orders where a doubt is left; at last, search for what is unknown. A pass over a scope asks for no
 * list and searches for nothing: both are about the whole book. What an answer means is decided in
 * `domain`.
 */
export class ReconciliationRun {
  private orders = 0;

  constructor(
    private readonly books: RunBooks,
    private readonly enquirer: Enquirer,
    private readonly plan: RunPlan,
  ) {}

  async run(): Promise<RunResult> {
    const { database, searching } = this.books;
    const { answered: dates, fills, ...trades } = await this.readTrades();
    const { subjects, ...list } = await this.readList();
    const read: Read = { ...list, ...trades };
    if (this.plan.scope === null) {
      await this.books.trades.compareNumbers(subjects, read.trades, this.enquirer.brokerCode);
    }
    await this.followPrices(read, subjects);
    const isInDoubt = await this.enquireDoubts(read, subjects);
    const isSearched = isInDoubt && this.plan.scope === null;
    // What became unknown since is not due yet.
    await this.search(isSearched ? await loadDoubted(database.reading) : [], read);
    if (this.plan.scope === null) await this.doubtRefusals(read);
    // Without the day's trades nobody knows what they show.
    if (this.plan.scope === null && read.tradesAnswered) {
      const { clock, writers, memory } = this.books;
      const [now, asked] = [clock.now(), memory.askedLate];
      await tellGaps(database, writers.store, now);
      const { sessions } = this.plan;
      const numberless = subjects
        .filter(({ order }) => order.orderNumber === null)
        .map(({ order }) => order.id);
      await tellOfUnended(database, writers.store, { now, sessions, asked, numberless });
    }
    return {
      orders: this.orders,
      changed: this.books.writers.store.changed,
      fills,
      coveredAt: searching.covers(read) ? latestOf(read) : null,
      listedAt: searching.coversLists(read) ? (read.list?.answer.askedAt ?? null) : null,
      shown: read,
      answered: { dates, list: list.list !== null || list.saidNone },
    };
  }

  private subjects(): Promise<Subject[]> {
    const { database, clock } = this.books;
    const { scope, sessions } = this.plan;
    return loadSubjects(database.reading, { sessions, now: clock.now(), scope });
  }

  private async readTrades(): Promise<TradesRead> {
    const { scope, sessions, owed, isCutShort } = this.plan;
    const ofScope = scope === null ? null : await this.subjects();
    return this.books.trades.read(this.enquirer, { sessions, ofScope, owed, isCutShort });
  }

  private async readList(): Promise<ListRead> {
    const { records } = this.books;
    const { scope, sessions, isCutShort } = this.plan;
    const listing = await records.listing();
    const answer = scope === null && !isCutShort() ? await this.enquirer.list() : null;
    // Read after the answer: it may show the number of an order that was acknowledged meanwhile.
    const subjects = await this.subjects();
    this.orders = subjects.length;
    if (answer === null) return { list: null, saidNone: false, subjects };
    if (answer.kind !== 'Answer') return { list: null, saidNone: answer.said, subjects };
    faultPoint('list-before-booked');
    const list = await records.bookList(answer, subjects, { sessions, listing });
    return { list, saidNone: false, subjects };
  }

  /** Only rows of today say what an order rests at. */
  private async followPrices({ trades }: Read, subjects: readonly Subject[]): Promise<void> {
    const { writers, memory, clock, brokerCode } = this.books;
    const today = trades.find(({ date }) => date === tradingDateOf(clock.now()));
    if (today === undefined) return;
    await followResting({ store: writers.store, memory, brokerCode }, today, subjects);
  }

  /** True when an order is in doubt. */
  private async enquireDoubts(read: Read, seen: readonly Subject[]): Promise<boolean> {
    const { database, memory, records, writers, clock } = this.books;
    const { scope, sessions, isCutShort } = this.plan;
    const subjects =
      scope === null
        ? await refreshed(database.reading, seen, writers.store.changed)
        : await this.subjects();
    const isInDoubt = subjects.some((subject) => subject.unknown.length > 0);
    const places = await AbsenceSources.of(subjects, { ...read, sessions, now: clock.now() });
    const most = await this.enquiriesMost();
    if (scope === null) memory.dayEnds = places.waitForTheirEnd(read.list?.absent ?? []);
    if (read.list !== null && isSessionOpen(sessions, clock.now())) {
      await tellTruncatedList({ deskBreaks: writers.deskBreaks, memory, clock }, read.list, places);
    }
    if (scope === null && !isCutShort()) {
      const desk = { database, deskBreaks: writers.deskBreaks, memory, clock };
      await tellUnseenOrders(desk, read.list, sessions);
    }
    const asking = { askedAt: memory.enquiredAt, now: clock.steady(), most };
    const chosen = await chooseEnquiries(subjects, read.list, asking);
    for (const question of await this.enquirer.prepareOrders(chosen)) {
      if (isCutShort()) return isInDoubt;
      const { orderId } = question;
      const answer = await this.enquirer.order(question);
      // What there was no room to ask is still the one that was asked longest ago.
      if (!hadNoRoom(answer)) memory.enquiredAt.set(orderId, clock.steady());
      const place = places.of(orderId);
      if (place.late) memory.askedLate.set(orderId, (memory.askedLate.get(orderId) ?? 0) + 1);
      await records.bookAnswer(question, answer, place);
    }
    return isInDoubt;
  }

  private async enquiriesMost(): Promise<number> {
    const { scope, readsShare } = this.plan;
    const readsHeld = await this.plan.readsHeld();
    if (scope !== null) return enquiriesOfAScope(readsHeld, readsShare);
    const idle = isIdle({ readsHeld, readsShare });
    return idle ? ENQUIRIES_MAX : ENQUIRIES_WHEN_SHORT;
  }

  /** Whoever asked for a run of a scope waits for it. */
  private async accountsMost(): Promise<number> {
    const { scope, readsShare } = this.plan;
    if (scope !== null) return ACCOUNTS_MAX;
    const readsHeld = await this.plan.readsHeld();
    return accountsOfAPass({ readsHeld, readsShare });
  }

  /** Looks for the orders of requests whose outcome is unknown. */
  private async search(subjects: readonly Subject[], shown: ListSnapshot): Promise<void> {
    const { searching } = this.books;
    const due = searching.due(subjects, shown, await this.accountsMost());
    const lists = await this.enquirer.accounts(ownersOf(due));
    for (const one of due) {
      const answer = lists.get(one.order.accountNumber);
      if (answer === undefined || (answer.kind === 'NoAnswer' && answer.why !== 'NoRecord'))
        continue;
      if (this.plan.isCutShort()) return;
      await searching.settle(one, shown, answer.kind === 'Answer' ? answer : null);
    }
  }

  /** Looks whether what is shown may be an order that was taken to be refused. */
  private async doubtRefusals(shown: ListSnapshot): Promise<void> {
    const { searching } = this.books;
    const due = await searching.dueRefused(shown);
    const lists = await this.enquirer.accounts(ownersOf(due));
    for (const one of due) {
      if (this.plan.isCutShort()) return;
      const answer = lists.get(one.order.accountNumber);
      await searching.doubtRefused(one, shown, answer?.kind === 'Answer' ? answer : null);
    }
  }
}

/** One order of each account, the one that has waited longest: they share its list. */
function ownersOf(due: readonly { readonly order: SubjectOrder }[]): readonly SubjectOrder[] {
  const owners = new Map<string, SubjectOrder>();
  for (const { order } of due) {
    if (!owners.has(order.accountNumber)) owners.set(order.accountNumber, order);
  }
  return [...owners.values()];
}

/** When the last of the questions was asked: what they show was there by then. */
function latestOf({ list, trades }: ListSnapshot): number {
  return Math.max(list?.answer.askedAt ?? 0, ...trades.map((answer) => answer.askedAt));
}
