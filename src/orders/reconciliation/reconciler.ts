import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import { Capabilities } from '../../infra/exchange/capabilities.js';
import {
  EnquiryApi,
  type Answer,
  type NoAnswer,
  type OrderRecord,
  type TradeRow,
} from '../../infra/exchange/enquiry-api.js';
import { LANES } from '../../infra/exchange/rate-budget.js';
import { AppLogger } from '../../infra/logging.js';
import { Ids } from '../../infra/ids.js';
import { isSessionOpen, tradingDateOf } from '../../market/trading-day.js';
import { ReconciliationRunRow } from '../store/reconciliation-run.entity.js';
import { chooseEnquiries, isIdle, nextPassDelay } from './poll-plan.js';
import { RecordBooking, type ListReading } from './record-booking.js';
import { RefusalSearch } from './refusal-search.js';
import { anythingOpen, loadSubjects, tradeDatesOf, type Subject } from './subjects.js';
import { TradeBooking } from './trade-booking.js';

/**
 * One pass: ask for the broker's list and the day's trades, book what they prove, enquire single
 * orders where a doubt is left, and write down what was asked and what it changed. All I/O of
 * reconciliation is here; what an answer means is decided in `domain`.
 */
interface Pass {
  readonly id: string;
  readonly startedAt: number;
  readonly asked: { readonly what: string; readonly answer: string }[];
  calls: number;
  answered: number;
  fills: number;
  readonly changed: Set<string>;
}

@Injectable()
export class Reconciler {
  private running: Promise<ReconciliationRunRow> | null = null;
  private dueAt = 0;
  private hurriedAt = 0;
  private lastCalls = 0;
  /** Monotonic time at which each order was last enquired; the longest ago comes first. */
  private readonly enquiredAt = new Map<string, number>();
  private stopped = false;
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly records: RecordBooking,
    private readonly trades: TradeBooking,
    private readonly refusals: RefusalSearch,
    private readonly budget: Capabilities,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    logger: AppLogger,
  ) {
    this.logger = logger.for('reconciler');
  }

  /** Runs a pass when one is due. Called often; never two at once. */
  async tick(): Promise<void> {
    if (this.stopped || this.running !== null || this.clock.steady() < this.dueAt) return;
    await this.run('schedule');
  }

  /** Something was accepted: an idle desk must not sleep on it, nor a pass that has begun before. */
  hurry(): void {
    this.hurriedAt = this.clock.steady();
    this.dueAt = Math.min(this.dueAt, this.hurriedAt + this.config.reconcileIntervalMs);
  }

  /** A pass now; joins the one that is running. */
  run(cause: string): Promise<ReconciliationRunRow> {
    this.running ??= this.pass(cause).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running?.catch(() => undefined);
  }

  /** Asks the exchange about one order now. */
  async enquire(orderId: string, orderNumber: string): Promise<Answer<OrderRecord> | NoAnswer> {
    const answer = await this.enquiries.order(orderNumber, { lane: 'resolve', orderId });
    if (answer.kind === 'Answer') await this.records.bookEnquiry(orderId, answer);
    return answer;
  }

  private async pass(cause: string): Promise<ReconciliationRunRow> {
    const startedAt = this.clock.steady();
    const pass: Pass = {
      id: this.ids.next('run'),
      startedAt: this.clock.now(),
      asked: [],
      calls: 0,
      answered: 0,
      fills: 0,
      changed: new Set(),
    };
    await this.schedule(startedAt);
    const subjects = await this.subjects();
    const trades = await this.readTrades(pass, subjects);
    const list = await this.readList(pass, await this.subjects());
    await this.enquireDoubts(pass, await this.subjects(), list);
    await this.confirmRefusals(pass, await this.subjects(), list, trades);
    return this.writeRun(pass, cause, subjects.length);
  }

  private get readsShare(): number {
    return LANES.reconcile.share * Math.max(1, this.config.exchangeKeys.length);
  }

  private subjects(): Promise<Subject[]> {
    return this.database.read((manager) => loadSubjects(manager, this.clock.now()));
  }

  private async schedule(startedAt: number): Promise<void> {
    const watching = await this.database.read(anythingOpen);
    const readsHeld = await this.budget.heldBy('reconcile');
    const delay = nextPassDelay({
      intervalMs: this.config.reconcileIntervalMs,
      sessionOpen: isSessionOpen(this.config.session, this.clock.now()),
      watching: watching || this.hurriedAt >= startedAt,
      readsHeld,
      readsShare: this.readsShare,
      callsOfAPass: this.lastCalls,
    });
    this.dueAt = startedAt + delay;
    if (!watching) this.enquiredAt.clear();
  }

  private async readTrades(
    pass: Pass,
    subjects: readonly Subject[],
  ): Promise<readonly Answer<TradeRow>[]> {
    const answers: Answer<TradeRow>[] = [];
    for (const date of tradeDatesOf(subjects, tradingDateOf(this.clock.now()))) {
      const answer = await this.enquiries.trades(date, { lane: 'reconcile' });
      note(pass, `trades ${date}`, answer);
      if (answer.kind !== 'Answer') continue;
      answers.push(answer);
      const booked = await this.trades.book(answer.rows, date);
      pass.fills += booked.fills;
      for (const orderId of booked.orders) pass.changed.add(orderId);
    }
    return answers;
  }

  private async readList(pass: Pass, subjects: readonly Subject[]): Promise<ListReading | null> {
    const answer = await this.enquiries.broker(this.config.brokerCode, { lane: 'reconcile' });
    note(pass, 'broker list', answer);
    if (answer.kind !== 'Answer') return null;
    const reading = await this.records.bookList(answer, subjects);
    for (const orderId of reading.changed) pass.changed.add(orderId);
    return reading;
  }

  private async enquireDoubts(
    pass: Pass,
    subjects: readonly Subject[],
    list: ListReading | null,
  ): Promise<void> {
    const idle = isIdle({
      readsHeld: await this.budget.heldBy('reconcile'),
      readsShare: this.readsShare,
    });
    const questions = this.records.questions(subjects, list, idle);
    for (const question of chooseEnquiries(questions, this.enquiredAt, idle)) {
      this.enquiredAt.set(question.orderId, this.clock.steady());
      const lane = question.doubt === 'unknown-outcome' ? 'resolve' : 'reconcile';
      const answer = await this.enquiries.order(question.orderNumber, {
        lane,
        orderId: question.orderId,
      });
      note(pass, `order ${question.orderNumber}: ${question.doubt}`, answer);
      const absent = list?.absent.has(question.orderId) === true;
      const changed = await this.records.bookAnswer(question, answer, absent);
      if (changed) pass.changed.add(question.orderId);
    }
  }

  private async confirmRefusals(
    pass: Pass,
    subjects: readonly Subject[],
    list: ListReading | null,
    trades: readonly Answer<TradeRow>[],
  ): Promise<void> {
    if (list === null) return;
    const today = tradingDateOf(this.clock.now());
    for (const due of this.refusals.due(subjects, list, trades, today)) {
      const { accountNumber, id } = due.order;
      const answer = await this.enquiries.account(accountNumber, { lane: 'resolve', orderId: id });
      note(pass, 'account list', answer);
      if (answer.kind !== 'Answer') continue;
      if (await this.refusals.confirm(due, list, trades, answer)) pass.changed.add(id);
    }
  }

  private async writeRun(pass: Pass, cause: string, orders: number): Promise<ReconciliationRunRow> {
    this.lastCalls = pass.calls;
    const row: ReconciliationRunRow = {
      id: pass.id,
      cause,
      startedAt: pass.startedAt,
      finishedAt: this.clock.now(),
      calls: pass.calls,
      answered: pass.answered,
      orders,
      changed: pass.changed.size,
      fills: pass.fills,
      asked: JSON.stringify(pass.asked),
    };
    await this.database.units.run((unit) => unit.insert(ReconciliationRunRow, row));
    this.logger.debug({ run: row.id, calls: row.calls, changed: row.changed }, 'a pass has ended');
    return row;
  }
}

function note(pass: Pass, what: string, answer: Answer<unknown> | NoAnswer): void {
  if (answer.kind === 'Answer') {
    pass.calls += 1;
    pass.answered += 1;
    const odd = answer.odd === 0 ? '' : `, ${answer.odd} unreadable`;
    pass.asked.push({ what, answer: `${answer.rows.length} rows${odd}` });
  } else {
    if (answer.why !== 'NoBudget') pass.calls += 1;
    pass.asked.push({ what, answer: `${answer.why}: ${answer.detail}` });
  }
}
