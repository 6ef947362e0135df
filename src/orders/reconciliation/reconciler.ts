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
} from '../../infra/exchange/enquiry-api.js';
import { LANES } from '../../infra/exchange/rate-budget.js';
import { faultPoint } from '../../infra/fault-point.js';
import { AppLogger } from '../../infra/logging.js';
import { Ids } from '../../infra/ids.js';
import { nextTurn } from '../../infra/slices.js';
import { TradingCalendar } from '../../market/trading-calendar.js';
import { isSessionOpen, tradingDateOf } from '../../market/trading-day.js';
import { ReconciliationRunRow } from '../store/reconciliation-run.entity.js';
import { WordsInForce } from '../store/words-in-force.js';
import { CatchUp } from './catch-up.js';
import { MissedDays } from './missed-days.js';
import { hadNoRoom, note, type Pass } from './pass.js';
import { chooseEnquiries, isIdle, nextPassDelay } from './poll-plan.js';
import { questionsOf } from './questions.js';
import { RecordBooking } from './record-booking.js';
import { Searching, type Shown } from './searching.js';
import { anythingOpen, loadDoubted, loadSubjects, type Subject } from './subjects.js';
import { TradeReading } from './trade-reading.js';
import { Places } from './whereabouts.js';

/** What a pass was shown before it asks about single orders. */
interface Read extends Shown {
  /** The exchange itself has answered that there is no list. */
  readonly saidNone: boolean;
}

/**
 * One pass: ask for the broker's list and the day's trades, book what they prove, enquire single
 * orders where a doubt is left, and write down what was asked and what it changed. All I/O of
 * reconciliation is here; what an answer means is decided in `domain`.
 */
@Injectable()
export class Reconciler {
  private running: Promise<ReconciliationRunRow> | null = null;
  private dueAt = 0;
  private hurriedAt = 0;
  private lastCalls = 0;
  /** Monotonic time at which each order was last enquired; the longest ago comes first. */
  private readonly enquiredAt = new Map<string, number>();
  /** Orders whose day is over wait for the enquiry by which they end. */
  private dayEnds = false;
  private stopped = false;
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly records: RecordBooking,
    private readonly trades: TradeReading,
    private readonly searching: Searching,
    private readonly catchUp: CatchUp,
    private readonly missedDays: MissedDays,
    private readonly budget: Capabilities,
    private readonly calendar: TradingCalendar,
    private readonly words: WordsInForce,
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
    await this.words.refresh();
    const answer = await this.enquiries.order(orderNumber, { lane: 'resolve', orderId });
    if (answer.kind === 'Answer') await this.records.bookEnquiry(orderId, answer);
    return answer;
  }

  private async pass(cause: string): Promise<ReconciliationRunRow> {
    const startedAt = this.clock.steady();
    const pass: Pass = {
      id: this.ids.next('run'),
      startedAt: this.clock.now(),
      sessions: await this.calendar.sessions(),
      asked: [],
      calls: 0,
      wanted: 0,
      answered: 0,
      orders: 0,
      fills: 0,
      coveredAt: null,
      changed: new Set(),
      isCutShort: () => this.stopped,
    };
    await this.words.refresh();
    const arrears = await this.catchUp.arrears(pass);
    await this.schedule(pass, startedAt, arrears !== null);
    const owed = [...(await this.missedDays.owed(pass)), ...(arrears?.dates ?? [])];
    const { answered, ...trades } = await this.trades.read(pass, owed.sort());
    const list = await this.readList(pass);
    const isInDoubt = await this.enquireDoubts(pass, { ...list, ...trades });
    // What became unknown since is not due yet.
    const doubted = isInDoubt ? await loadDoubted(this.database.reading) : [];
    await this.search(pass, doubted, { ...list, ...trades });
    const run = await this.writeRun(pass, cause);
    const shown = { list: list.list, trades: trades.trades };
    await this.catchUp.settle(arrears, { pass, ...shown });
    const listAnswered = list.list !== null || list.saidNone;
    // A wall clock that is on another day would count days as read that have not been.
    const day = tradingDateOf(await this.database.now());
    if (day === tradingDateOf(pass.startedAt)) {
      await this.missedDays.settle(pass, { dates: answered, list: listAnswered });
    }
    return run;
  }

  private get readsShare(): number {
    return LANES.reconcile.share * Math.max(1, this.config.exchangeKeys.length);
  }

  private subjects({ sessions }: Pass): Promise<Subject[]> {
    return loadSubjects(this.database.reading, sessions, this.clock.now());
  }

  private async schedule({ sessions }: Pass, startedAt: number, isBehind: boolean): Promise<void> {
    const watching = await anythingOpen(this.database.reading);
    const readsHeld = await this.budget.heldBy('reconcile');
    const delay = nextPassDelay({
      intervalMs: this.config.reconcileIntervalMs,
      sessionOpen: isBehind || this.dayEnds || isSessionOpen(sessions, this.clock.now()),
      watching: watching || isBehind || this.hurriedAt >= startedAt,
      readsHeld,
      readsShare: this.readsShare,
      callsOfAPass: this.lastCalls,
    });
    this.dueAt = startedAt + delay;
    if (!watching) this.enquiredAt.clear();
  }

  private async readList(pass: Pass): Promise<Pick<Read, 'list' | 'saidNone'>> {
    const subjects = await this.subjects(pass);
    pass.orders = subjects.length;
    if (pass.isCutShort()) return { list: null, saidNone: false };
    const answer = await this.enquiries.broker(this.config.brokerCode, { lane: 'reconcile' });
    note(pass, 'broker list', answer);
    if (answer.kind !== 'Answer') return { list: null, saidNone: answer.said };
    faultPoint('list-before-booked');
    const reading = await this.records.bookList(answer, subjects, pass.sessions);
    for (const orderId of reading.changed) pass.changed.add(orderId);
    return { list: reading, saidNone: false };
  }

  /** True when an order is in doubt. The subjects are let go with it: of a large book they are much. */
  private async enquireDoubts(pass: Pass, read: Read): Promise<boolean> {
    const { list } = read;
    const subjects = await this.subjects(pass);
    const isInDoubt = subjects.some((subject) => subject.unknown.length > 0);
    const seen = { ...read, sessions: pass.sessions, now: this.clock.now() };
    const places = await Places.of(subjects, seen);
    const idle = isIdle({
      readsHeld: await this.budget.heldBy('reconcile'),
      readsShare: this.readsShare,
    });
    this.dayEnds = places.waitForTheirEnd(list?.absent ?? []);
    await nextTurn();
    const questions = questionsOf(subjects, list);
    await nextTurn();
    for (const question of chooseEnquiries(questions, this.enquiredAt, this.clock.steady(), idle)) {
      if (pass.isCutShort()) return isInDoubt;
      const lane = question.doubt === 'unknown-outcome' ? 'resolve' : 'reconcile';
      const answer = await this.enquiries.order(question.orderNumber, {
        lane,
        orderId: question.orderId,
      });
      note(pass, `order ${question.orderNumber}: ${question.doubt}`, answer);
      // What there was no room to ask is still the one that was asked longest ago.
      if (!hadNoRoom(answer)) this.enquiredAt.set(question.orderId, this.clock.steady());
      const place = places.of(question.orderId);
      if (await this.records.bookAnswer(question, answer, place)) {
        pass.changed.add(question.orderId);
      }
    }
    return isInDoubt;
  }

  /** Looks for the orders of requests whose outcome is unknown. */
  private async search(pass: Pass, subjects: readonly Subject[], shown: Shown): Promise<void> {
    if (this.searching.covers(shown)) pass.coveredAt = latestOf(shown);
    for (const due of this.searching.due(subjects, shown)) {
      if (pass.isCutShort()) return;
      const { accountNumber, id } = due.order;
      const answer = await this.enquiries.account(accountNumber, { lane: 'resolve', orderId: id });
      note(pass, 'account list', answer);
      if (answer.kind === 'NoAnswer' && answer.why !== 'NoRecord') continue;
      const list = answer.kind === 'Answer' ? answer : null;
      if (await this.searching.settle(due, shown, list)) pass.changed.add(id);
    }
  }

  private async writeRun(pass: Pass, cause: string): Promise<ReconciliationRunRow> {
    this.lastCalls = pass.wanted;
    const row: ReconciliationRunRow = {
      id: pass.id,
      cause,
      startedAt: pass.startedAt,
      finishedAt: this.clock.now(),
      calls: pass.calls,
      answered: pass.answered,
      orders: pass.orders,
      changed: pass.changed.size,
      fills: pass.fills,
      asked: JSON.stringify(pass.asked),
      coveredAt: pass.coveredAt,
    };
    await this.database.units.run((unit) => unit.insert(ReconciliationRunRow, row));
    this.logger.debug({ run: row.id, calls: row.calls, changed: row.changed }, 'a pass has ended');
    return row;
  }
}

/** When the last of the questions was asked: what they show was there by then. */
function latestOf({ list, trades }: Shown): number {
  return Math.max(list?.answer.askedAt ?? 0, ...trades.map((answer) => answer.askedAt));
}
