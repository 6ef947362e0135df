import { Injectable } from '@nestjs/common';
import { RECONCILER } from '../../infra/auth/actor.js';
import type { Logger } from 'pino';
import { tradingDateOf } from '../../market/trading-day.js';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Answer, NoAnswer, OrderRecord } from '../../infra/exchange/enquiry-api.js';
import { AppLogger } from '../../infra/logging.js';
import type { RecordEvidence } from '../domain/evidence.js';
import type { Change, Moment } from '../domain/order.js';
import { endOfDay, stillOpen } from '../domain/day-end.js';
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
} from '../domain/reconcile.js';
import { confirmCandidate } from '../domain/unknown-posts.js';
import { OrderStore, ownerOf, type StoredOrder } from '../store/order-store.js';
import type { OrderRow } from '../store/order.entity.js';
import { enlargedAmong, type Ended } from './enlarged.js';
import { nextDayHasOpened, type DayPhase } from './day-over.js';
import type { Question } from './poll-plan.js';
import { Strangers } from './strangers.js';
import type { Subject } from './subjects.js';

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
@Injectable()
export class RecordBooking {
  private readonly logger: Logger;
  private readonly words: LearnedWords;
  /** Orders of earlier days of which it is told that they are still shown to work. */
  private readonly stillOpen = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly strangers: Strangers,
    private readonly config: Config,
    private readonly clock: Clock,
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
      else if (!says(order, record)) unchanged.push(order.id);
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

  /** What to enquire singly after the list was read; without a list, everything that works. */
  questions(subjects: readonly Subject[], list: ListReading | null): Question[] {
    const questions: Question[] = [];
    for (const { order, unknown } of subjects) {
      const orderId = order.id;
      for (const request of unknown) {
        const orderNumber = request.kind === 'Post' ? request.candidate : order.orderNumber;
        if (orderNumber !== null)
          questions.push({ orderId, orderNumber, doubt: 'unknown-outcome' });
      }
      const { orderNumber } = order;
      if (orderNumber === null) continue;
      const differs =
        list === null
          ? isWorking(order.status)
          : list.absent.has(orderId) || list.differing.has(orderId);
      // One that is missed for good has its break; it is looked for again in its turn.
      const given = order.misses >= MISSES_TOLERATED;
      if (differs)
        questions.push({ orderId, orderNumber, doubt: given ? 'rotation' : 'list-differs' });
      const unconfirmed = order.grade === 'Acknowledged' && order.status !== 'Posted';
      if (unconfirmed) questions.push({ orderId, orderNumber, doubt: 'unconfirmed' });
    }
    for (const ended of list?.enlarged ?? []) questions.push({ ...ended, doubt: 'list-differs' });
    // Every one that works: a list proves them all at one time, so only who asks knows whose turn it is.
    for (const { order } of subjects) {
      const { id: orderId, orderNumber } = order;
      if (orderNumber === null || !isWorking(order.status)) continue;
      questions.push({ orderId, orderNumber, doubt: 'rotation' });
    }
    return questions;
  }

  /**
   * True when the answer to a question changed the order. `absent`: no list shows it. `phase`: where
   * its trading day is.
   */
  async bookAnswer(
    question: Question,
    answer: Answer<OrderRecord> | NoAnswer,
    { absent, phase }: { readonly absent: boolean; readonly phase: DayPhase },
  ): Promise<boolean> {
    const ends = (word: string | null): Promise<boolean> =>
      this.decide(question.orderId, (state, at) => endOfDay(state, word, at, this.words));
    if (answer.kind === 'Answer') {
      const changed = await this.bookEnquiry(question.orderId, answer);
      const [row] = answer.rows;
      const ended = phase === 'over' && row !== undefined && (await ends(row.statusWord));
      return changed || ended;
    }
    if (!absent || answer.why !== 'NoRecord') return false;
    if (phase === 'closing') return false;
    if (phase === 'over') return answer.said && ends(null);
    const detail = `neither the broker's list nor an enquiry of ${question.orderNumber} shows it: ${answer.detail}`;
    return this.decide(question.orderId, (state, at) =>
      isWorking(state.order.status) ? noteMissing(state, at, detail) : null,
    );
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
    if (this.stillOpen.has(order.id) || !this.isShownWorking(row)) return;
    if (!nextDayHasOpened(order.tradingDate, this.config.session, at)) return;
    await this.decide(order.id, stillOpen);
    this.stillOpen.add(order.id);
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
