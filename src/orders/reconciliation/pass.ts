import { faultPoint } from '../../infra/fault-point.js';
import { DAY_ORDER } from '../domain/day-end.js';
import type { OrderRow } from '../store/order.entity.js';
import { nextDayHasOpened, phaseOf } from './day-over.js';
import { hadNoRoom, type Enquirer } from './enquirer.js';
import type { PassBooks } from './pass-books.js';
import {
  chooseEnquiries, ENQUIRIES_MAX, ENQUIRIES_OF_A_SCOPE, ENQUIRIES_WHEN_SHORT, isIdle,
} from './poll-plan.js'; // prettier-ignore
import { questionsOf } from './questions.js';
import type { Whereabouts } from './record-booking.js';
import type { Scope } from './scope.js';
import { isWhole, type Shown } from './searching.js';
import { loadSubjects, type Subject } from './subjects.js';

/** What a pass is to look at. */
export interface PassPlan {
  /** Null: everything. */
  readonly scope: Scope | null;
  /** Days whose trades are owed since the database was restored. */
  readonly owed: readonly string[];
  /** Monotonic time at which it began. */
  readonly startedAt: number;
  readonly readsShare: number;
  /** Reads that hold a slot of the rate budget. */
  readonly readsHeld: () => Promise<number>;
  /** True once the desk is asked to stop: nothing more is asked, and the pass ends with what it has. */
  readonly isCutShort: () => boolean;
}

/** What came of a pass, besides what its enquirer and its writers have counted. */
export interface PassResult {
  readonly orders: number;
  readonly changed: ReadonlySet<string>;
  readonly fills: number;
  /** Database time by which the whole book was read. */
  readonly coveredAt: number | null;
  /** Orders whose day is over wait for the enquiry by which they end. */
  readonly dayEnds: boolean;
  readonly shown: Shown;
}

/** What a pass was shown before it asks about single orders. */
interface Read extends Shown {
  /** The exchange itself has answered that there is no list. */
  readonly saidNone: boolean;
}

/**
 * One pass: ask for the day's trades and the broker's list, book what they prove, and enquire single
 * orders where a doubt is left; at last, search for what is unknown. A pass over a scope asks for no
 * list and searches for nothing: both are about the whole book. What an answer means is decided in
 * `domain`.
 */
export class Pass {
  private readonly changed = new Set<string>();
  private dayEnds = false;

  constructor(
    private readonly books: PassBooks,
    private readonly enquirer: Enquirer,
    private readonly plan: PassPlan,
  ) {}

  async run(): Promise<PassResult> {
    const { scope, owed, isCutShort } = this.plan;
    const ofScope = scope === null ? null : await this.subjects();
    const { fills, changed, ...trades } = await this.books.trades.read(this.enquirer, {
      ofScope,
      owed,
      isCutShort,
    });
    this.note(changed);
    const listed = await this.subjects();
    const read = { ...(await this.readList(listed)), ...trades };
    const doubted = await this.subjects();
    await this.enquireDoubts(doubted, read);
    // What became unknown since is not due yet.
    const unknown = scope === null && doubted.some((subject) => subject.unknown.length > 0);
    await this.search(unknown ? await this.subjects() : [], read);
    return {
      orders: listed.length,
      changed: this.changed,
      fills,
      coveredAt: this.books.searching.covers(read) ? latestOf(read) : null,
      dayEnds: this.dayEnds,
      shown: read,
    };
  }

  private subjects(): Promise<Subject[]> {
    const { database, clock } = this.books;
    return loadSubjects(database.reading, clock.now(), this.plan.scope);
  }

  private note(changed: Iterable<string>): void {
    for (const orderId of changed) this.changed.add(orderId);
  }

  private async readList(subjects: readonly Subject[]): Promise<Pick<Read, 'list' | 'saidNone'>> {
    const isLeftOut = this.plan.scope !== null || this.plan.isCutShort();
    if (isLeftOut) return { list: null, saidNone: false };
    const answer = await this.enquirer.list();
    if (answer.kind !== 'Answer') return { list: null, saidNone: answer.said };
    faultPoint('list-before-booked');
    const list = await this.books.records.bookList(answer, subjects);
    this.note(list.changed);
    return { list, saidNone: false };
  }

  private async enquireDoubts(subjects: readonly Subject[], read: Read): Promise<void> {
    const { memory, records, clock } = this.books;
    const orders = new Map(subjects.map(({ order }) => [order.id, order]));
    const now = clock.now();
    const whereabouts = (orderId: string): Whereabouts =>
      this.whereabouts(orderId, orders.get(orderId), read, now);
    const most = await this.enquiriesMost();
    const questions = questionsOf(subjects, read.list);
    this.dayEnds = questions.some(({ orderId }) => {
      const { absent, phase, late } = whereabouts(orderId);
      return absent && phase === 'over' && !late;
    });
    const { startedAt, isCutShort } = this.plan;
    const chosen = chooseEnquiries(questions, memory.enquiredAt, startedAt, most);
    if (!isCutShort()) await this.enquirer.prepare(chosen, isCutShort);
    for (const question of chosen) {
      if (isCutShort()) return;
      const { orderId } = question;
      const answer = await this.enquirer.order(question);
      // What there was no room to ask is still the one that was asked longest ago.
      if (!hadNoRoom(answer)) memory.enquiredAt.set(orderId, clock.steady());
      const changed = await records.bookAnswer(question, answer, whereabouts(orderId));
      if (changed) this.changed.add(orderId);
    }
  }

  private async enquiriesMost(): Promise<number> {
    if (this.plan.scope !== null) return ENQUIRIES_OF_A_SCOPE;
    const { readsShare } = this.plan;
    const idle = isIdle({ readsHeld: await this.plan.readsHeld(), readsShare });
    return idle ? ENQUIRIES_MAX : ENQUIRIES_WHEN_SHORT;
  }

  private whereabouts(
    orderId: string,
    order: OrderRow | undefined,
    { list, saidNone, trades }: Read,
    now: number,
  ): Whereabouts {
    const { session } = this.books.config;
    const unlisted = list?.absent.has(orderId) === true;
    const differs = list?.differing.has(orderId) === true;
    if (order?.timeInForce !== DAY_ORDER) {
      return { absent: unlisted, differs, phase: 'trading', late: false };
    }
    const late = nextDayHasOpened(order.tradingDate, session, now);
    const phase = phaseOf(order.tradingDate, session, now, trades);
    // With nothing left on it, an exchange may answer the question for its list with none.
    const absent = unlisted || (list === null && saidNone && late);
    const cutOff = list !== null && !isWhole(list.answer);
    return { absent, differs, phase: phase === 'over' && cutOff ? 'closing' : phase, late };
  }

  /** Looks for the orders of requests whose outcome is unknown. */
  private async search(subjects: readonly Subject[], shown: Shown): Promise<void> {
    const { searching } = this.books;
    for (const due of searching.due(subjects, shown)) {
      if (this.plan.isCutShort()) return;
      const answer = await this.enquirer.account(due.order);
      if (answer.kind === 'NoAnswer' && answer.why !== 'NoRecord') continue;
      const list = answer.kind === 'Answer' ? answer : null;
      if (await searching.settle(due, shown, list)) this.changed.add(due.order.id);
    }
  }
}

/** When the last of the questions was asked: what they show was there by then. */
function latestOf({ list, trades }: Shown): number {
  return Math.max(list?.answer.askedAt ?? 0, ...trades.map((answer) => answer.askedAt));
}
