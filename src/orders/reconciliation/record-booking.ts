import { RECONCILER } from '../../infra/auth/actor.js';
import type { Logger } from 'pino';
import { tradingDateOf } from '../../market/trading-day.js';
import { type Clock } from '../../infra/clock.js';
import { type Config } from '../../infra/config.js';
import { type Database } from '../../infra/database/database.js';
import type { Answer, NoAnswer, OrderRecord } from '../../infra/exchange/enquiry-api.js';
import { type AppLogger } from '../../infra/logging.js';
import type { RecordEvidence } from '../domain/evidence.js';
import type { Change, Moment } from '../domain/order.js';
import { endOfDay, stillOpen, type LastSeen } from '../domain/day-end.js';
import {
  isWorking,
  kindOfWord,
  NOTHING_LEARNED,
  type LearnedWords,
} from '../domain/order-status.js';
import {
  MISSES_TOLERATED,
  needsEnquiry,
  noteMissing,
  reconcileRecord,
  tellMissing,
  tellUnanswered,
} from '../domain/reconcile.js';
import { confirmCandidate } from '../domain/unknown-posts.js';
import { type OrderStore, ownerOf, type StoredOrder } from '../store/order-store.js';
import type { OrderRow } from '../store/order.entity.js';
import { enlargedAmong, type Ended } from './enlarged.js';
import { nextDayHasOpened, type DayPhase } from './day-over.js';
import type { PassMemory } from './pass-memory.js';
import type { Question } from './poll-plan.js';
import { type Strangers } from './strangers.js';
import type { Subject } from './subjects.js';

/** What is known of an order besides the answer to a question about it. */
export interface Whereabouts {
  /** No list shows it. */
  readonly absent: boolean;
  /** A list shows of it what only an enquiry can explain. */
  readonly differs: boolean;
  /** Where its trading day is. */
  readonly phase: DayPhase;
  /** A later session has opened since. */
  readonly late: boolean;
}

/** What the broker's list has shown of our orders. */
export interface ListReading {
  readonly answer: Answer<OrderRecord>;
  readonly changed: ReadonlySet<string>;
  /** Orders of ours that should be on it and are not; it proves nothing yet. */
  readonly absent: ReadonlySet<string>;
  /** Those of them whose absence is new: no enquiry has failed to find them often enough yet. */
  readonly unexplained: number;
  /** Orders whose row only an enquiry can explain. */
  readonly differing: ReadonlySet<string>;
  /** Filled orders that are shown to work with other units than ours. */
  readonly enlarged: readonly Ended[];
  /** Rows whose number is none of ours. */
  readonly strangers: readonly OrderRecord[];
  /** Numbers of our working orders that the list has, by account. */
  readonly ofAccount: ReadonlyMap<string, readonly string[]>;
}

/** Time an acknowledged edit or cancel is given to show in the exchange's records. */
const SETTLE_MS = 10_000;

/** Brings records of the exchange to the orders they speak of, through the pure decisions. */
export class RecordBooking {
  private readonly logger: Logger;
  private readonly words: LearnedWords;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly strangers: Strangers,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly memory: PassMemory,
    logger: AppLogger,
  ) {
    this.logger = logger.for('records');
    this.words = config.exchangeSettings?.statusWords ?? NOTHING_LEARNED;
  }

  async bookList(answer: Answer<OrderRecord>, subjects: readonly Subject[]): Promise<ListReading> {
    const rows = new Map<string, OrderRecord>();
    for (const row of answer.rows) {
      const ours = row.brokerCode === null || row.brokerCode === this.config.brokerCode;
      if (ours) rows.set(row.orderNumber, row);
    }
    const changed = new Set<string>();
    const absent = new Set<string>();
    const differing = new Set<string>();
    const unchanged: string[] = [];
    const ofAccount = new Map<string, string[]>();
    let unexplained = 0;
    for (const { order } of subjects) {
      if (order.orderNumber === null || order.touchedAt >= answer.askedAt) continue;
      const row = rows.get(order.orderNumber);
      if (row === undefined) {
        if (!isWorking(order.status)) continue;
        absent.add(order.id);
        unexplained += order.misses < MISSES_TOLERATED ? 1 : 0;
        continue;
      }
      if (isWorking(order.status)) {
        await this.noteStillOpen(order, row, answer.askedAt);
        const numbers = ofAccount.get(order.accountNumber) ?? [];
        ofAccount.set(order.accountNumber, [...numbers, order.orderNumber]);
      }
      const record = evidenceOf(row, 'BrokerList', answer.askedAt);
      if (order.status === 'Expired' && this.isShownWorking(row)) differing.add(order.id);
      else if (needsEnquiry(order, record, this.words)) differing.add(order.id);
      else if (!says(order, record) && !this.memory.silences.has(order.id))
        unchanged.push(order.id);
      else if (await this.bookSafely(order.id, record)) changed.add(order.id);
    }
    await this.store.stillAsListed(unchanged, answer.askedAt);
    const strangers = await this.strangers.among([...rows.values()], subjects, answer.answeredAt);
    const enlarged = await this.enlarged([...rows.values()], subjects);
    return { answer, changed, absent, unexplained, differing, strangers, enlarged, ofAccount };
  }

  private enlarged(rows: readonly OrderRecord[], subjects: readonly Subject[]): Promise<Ended[]> {
    const looked = new Set(subjects.map(({ order }) => order.orderNumber));
    const working = rows.filter((row) => !looked.has(row.orderNumber) && this.isShownWorking(row));
    const { brokerCode } = this.config;
    const tradingDate = tradingDateOf(this.clock.now());
    return enlargedAmong(this.database.reading, working, { brokerCode, tradingDate });
  }

  /** True when the answer to a question changed the order. */
  async bookAnswer(
    question: Question,
    answer: Answer<OrderRecord> | NoAnswer,
    whereabouts: Whereabouts,
  ): Promise<boolean> {
    const { orderId } = question;
    const { absent, differs, phase, late } = whereabouts;
    const over = absent && phase === 'over';
    if (answer.kind === 'Answer') {
      this.memory.silences.delete(orderId);
      this.memory.unseen.delete(orderId);
      const changed = await this.bookEnquiry(orderId, answer);
      const [record] = answer.rows;
      const ended = over && record !== undefined && (await this.end(orderId, { record, times: 0 }));
      return changed || ended;
    }
    if (answer.why !== 'NoRecord') return false;
    if (over && answer.said) {
      return this.end(orderId, { record: null, times: count(this.memory.unseen, orderId) });
    }
    // What the lists of the evening no longer show has its chance to expire first.
    if (absent && phase !== 'trading' && !late) return false;
    if (absent) return this.noteAbsent(question, answer);
    return differs && this.noteUnanswered(question, answer);
  }

  private end(orderId: string, seen: LastSeen): Promise<boolean> {
    return this.decide(orderId, (state, at) => endOfDay(state, seen, at, this.words));
  }

  /** Only the exchange's own word that it has no record makes an order one that is known to be missing. */
  private async noteAbsent(
    { orderId, orderNumber }: Question,
    { said, detail: why }: NoAnswer,
  ): Promise<boolean> {
    const detail = `neither the broker's list nor an enquiry of ${orderNumber} shows it: ${why}`;
    if (!said && count(this.memory.silences, orderId) < MISSES_TOLERATED) return false;
    return this.decide(orderId, (state, at) => {
      if (!isWorking(state.order.status)) return null;
      return said ? noteMissing(state, at, detail) : tellMissing(state, at, detail);
    });
  }

  /** A list shows of it what only an enquiry can explain, and none does. */
  private async noteUnanswered({ orderId }: Question, { detail: why }: NoAnswer): Promise<boolean> {
    if (count(this.memory.silences, orderId) < MISSES_TOLERATED) return false;
    const detail = `the broker's list shows it otherwise than we do, and no enquiry answers: ${why}`;
    return this.decide(orderId, (state, at) => tellUnanswered(state, at, detail));
  }

  async bookEnquiry(orderId: string, answer: Answer<OrderRecord>): Promise<boolean> {
    const [row] = answer.rows;
    if (row === undefined) return false;
    return this.bookSafely(orderId, evidenceOf(row, 'OrderEnquiry', answer.askedAt));
  }

  /** One order whose record cannot be booked must not keep the pass from the others. */
  private async bookSafely(orderId: string, record: RecordEvidence): Promise<boolean> {
    try {
      return await this.book(orderId, record);
    } catch (error) {
      this.logger.error({ err: error, orderId }, 'a record could not be booked');
      return false;
    }
  }

  private book(orderId: string, record: RecordEvidence): Promise<boolean> {
    return this.database.units.run(async (unit) => {
      const state = await this.store.load(unit, orderId);
      if (state === null) return false;
      const { brokerCode, tradingDate } = state.order;
      const owner = await ownerOf(unit, brokerCode, tradingDate, record.orderNumber);
      const at = await this.store.moment(unit);
      const change =
        owner === orderId
          ? reconcileRecord(state, record, at, { settleMs: SETTLE_MS, words: this.words })
          : owner === null
            ? candidateChange(state, record, at, this.words)
            : null;
      if (change === null) return false;
      await this.store.write(unit, state, change, RECONCILER);
      return change.facts.length > 0;
    });
  }

  private isShownWorking(row: OrderRecord): boolean {
    const said = kindOfWord(row.statusWord, this.words);
    return said === 'seenPosted' || said === 'seenOpen' || said === 'seenAmended';
  }

  /** Once for each order: the break stays until somebody or something ends it. */
  private async noteStillOpen(order: OrderRow, row: OrderRecord, at: number): Promise<void> {
    if (this.memory.stillOpen.has(order.id)) return;
    if (kindOfWord(row.statusWord, this.words) === 'seenCancelled') return;
    if (!nextDayHasOpened(order.tradingDate, this.config.session, at)) return;
    await this.decide(order.id, stillOpen);
    this.memory.stillOpen.add(order.id);
  }

  private async decide(
    orderId: string,
    decision: (state: StoredOrder, at: Moment) => Change | null,
  ): Promise<boolean> {
    let changed = false;
    await this.store.change(orderId, RECONCILER, (state, at) => {
      const change = decision(state, at);
      changed = change !== null && change.facts.length + change.raise.length > 0;
      return change;
    });
    return changed;
  }
}

function count(times: Map<string, number>, orderId: string): number {
  const next = (times.get(orderId) ?? 0) + 1;
  times.set(orderId, next);
  return next;
}

function candidateChange(
  state: StoredOrder,
  record: RecordEvidence,
  at: Moment,
  words: LearnedWords,
): Change | null {
  const post = state.requests.find(
    (request) => request.kind === 'Post' && request.state === 'Unknown',
  );
  return post === undefined ? null : confirmCandidate(state, post, record, at, words);
}

function evidenceOf(
  row: OrderRecord,
  source: RecordEvidence['source'],
  askedAt: number,
): RecordEvidence {
  const { orderNumber, security, side, units, statusWord, matchedUnits, pendingUnits } = row;
  return {
    source,
    orderNumber,
    security,
    side,
    units,
    statusWord,
    matchedUnits,
    pendingUnits,
    askedAt,
  };
}

/** Whether the row says anything that we do not hold already. */
function says(order: OrderRow, record: RecordEvidence): boolean {
  return (
    record.statusWord !== order.exchangeStatus ||
    record.security !== order.security ||
    record.side !== order.side ||
    order.misses > 0
  );
}
