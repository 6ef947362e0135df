import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../../infra/runtime/clock.js';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import { Capabilities } from '../../../infra/exchange/client/capabilities.js';
import {
  EnquiryApi,
  type Answer,
  type NoAnswer,
  type OrderRecord,
} from '../../../infra/exchange/api/enquiry-api.js';
import { LANES } from '../../../infra/exchange/client/rate-limiter.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { Ids } from '../../../infra/runtime/ids.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import { isSessionOpen, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import type { Preview } from './preview.js';
import { ReconciliationRunRow } from './reconciliation-run.entity.js';
import { MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { CatchUp, type Arrears } from './catch-up.js';
import { Enquirer } from '../collect/enquirer.js';
import { MissedDays } from './missed-days.js';
import { RunReaders } from './run-readers.js';
import { PollingState } from '../collect/polling-state.js';
import type { RunPlan, RunStart } from '../collect/run-plan.js';
import { ReconciliationRun, type RunResult } from './run.js';
import { nextPassDelay, type Pace } from '../collect/poll-plan.js';
import type { NotTaken } from '../collect/recheck.js';
import { DryRun } from './dry-run.js';
import type { Scope } from '../collect/scope.js';
import { anythingOpen } from '../collect/subjects.js';

/** What somebody wants to be reconciled. */
export interface RunWish {
  /** Null: everything. */
  readonly scope: Scope | null;
  /** Tells what it would change, and changes nothing. */
  readonly dryRun: boolean;
}

const EVERYTHING: RunWish = { scope: null, dryRun: false };
/** Runs of their own that may wait for the one that is running. */
const WAITING_MOST = 5;

/** What a pass has come to, real or rehearsed. */
interface Passed extends RunResult {
  readonly opened: number;
  readonly closed: number;
  readonly foreseen: Preview | null;
}

/**
 * When to pass over the book, one pass at a time, and what is written down of each: what was asked,
 * from when the answers were, what they changed. What a run proves about days as a whole counts only
 * when it was a real one over everything.
 */
@Injectable()
export class Reconciler {
  private running: Promise<ReconciliationRunRow> | null = null;
  /** What everybody is told who asks for a run over everything while another is running. */
  private next: Promise<ReconciliationRunRow> | null = null;
  private waiting = 0;
  private dueAt = 0;
  /** When the next pass is due where something works. */
  private notBefore = 0;
  private hurriedAt = 0;
  private lastCalls = 0;
  private stopped = false;
  private readonly memory = new PollingState();
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly bookcase: RunReaders,
    private readonly rehearsal: DryRun,
    private readonly catchUp: CatchUp,
    private readonly missedDays: MissedDays,
    private readonly budget: Capabilities,
    private readonly calendar: TradingCalendar,
    private readonly words: MappingsInForce,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    logger: AppLogger,
  ) {
    this.logger = logger.for('reconciler');
  }

  /** Runs a pass when one is due. Called often; never two at once. */
  async tick(): Promise<void> {
    if (this.words.takeAnnouncement()) this.hurry();
    if (this.stopped || this.running !== null || !this.isDue()) return;
    await this.begin('schedule', EVERYTHING);
  }

  /**
   * Something was accepted: an idle desk must not sleep on it, nor a pass that has begun before. Dealers at work
   * are no reason to read faster than the minute allows.
   */
  hurry(): void {
    this.hurriedAt = this.clock.steady();
    const soon = Math.max(this.hurriedAt + this.config.reconcileIntervalMs, this.notBefore);
    this.dueAt = Math.min(this.dueAt, soon);
  }

  /**
   * A run that begins now, or when the one that is running has ended: what that one was shown may be
   * older than what is asked. All who ask for one over everything meanwhile share the next; any other
   * is one of its own. Null when too many of those wait already.
   */
  async run(cause: string, wish: RunWish = EVERYTHING): Promise<ReconciliationRunRow | null> {
    if (this.stopped) throw new CutShort();
    if (isEverything(wish)) {
      if (this.running === null) return this.begin(cause, wish);
      this.next ??= this.afterThis(cause);
      return this.next;
    }
    if (this.waiting >= WAITING_MOST) return null;
    this.waiting += 1;
    for (let gaveWay = false; ; gaveWay = true) {
      // Nothing is awaited between the end of a run and the next: of all who wait, one begins.
      while (this.running !== null) await this.running.catch(() => undefined);
      if (gaveWay || this.stopped || !this.isDue()) break;
      // What is due by itself goes before the next thing that people ask for; if they ask for it, once.
      const due = this.next?.catch(() => undefined) ?? this.beginDue();
      await due;
    }
    this.waiting -= 1;
    if (this.stopped) throw new CutShort();
    return this.begin(cause, wish);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    while (this.running !== null) await this.running.catch(() => undefined);
  }

  /** Asks the exchange about one order now. */
  async enquire(orderId: string, orderNumber: string): Promise<Answer<OrderRecord> | NoAnswer> {
    await this.words.refresh();
    const answer = await this.enquiries.order(orderNumber, { lane: 'resolve', orderId });
    if (answer.kind === 'Answer') {
      return this.bookcase.open(this.memory).records.bookAsked({ orderId, orderNumber }, answer);
    }
    return answer;
  }

  /** Asks it about a number that is none of ours; `notTaken`: why its record says nothing of the break. */
  async enquireExternal(
    orderNumber: string,
  ): Promise<(Answer<OrderRecord> & { readonly notTaken: NotTaken | null }) | NoAnswer> {
    const answer = await this.enquiries.order(orderNumber, { lane: 'resolve' });
    if (answer.kind === 'NoAnswer') return answer;
    const [row] = answer.rows;
    if (row === undefined) return { ...answer, notTaken: null };
    const { strangers } = this.bookcase.open(this.memory);
    return { ...answer, notTaken: await strangers.takeEnquired(row, answer.answeredAt) };
  }

  private beginDue(): Promise<unknown> {
    return this.begin('schedule', EVERYTHING).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a pass has failed');
    });
  }

  private async afterThis(cause: string): Promise<ReconciliationRunRow> {
    while (this.running !== null) await this.running.catch(() => undefined);
    this.next = null;
    if (this.stopped) throw new CutShort();
    return this.begin(cause, EVERYTHING);
  }

  private isDue(): boolean {
    return this.clock.steady() >= this.dueAt;
  }

  private begin(cause: string, wish: RunWish): Promise<ReconciliationRunRow> {
    this.running = this.pass(cause, wish).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async pass(cause: string, wish: RunWish): Promise<ReconciliationRunRow> {
    const steady = this.clock.steady();
    const id = this.ids.next('run');
    const startedAt = this.clock.now();
    const start: RunStart = { id, startedAt, sessions: await this.calendar.sessions() };
    await this.words.refresh();
    const arrears = wish.scope === null ? await this.catchUp.arrears(start) : null;
    if (isEverything(wish)) await this.schedule(start, steady, arrears !== null);
    const isCutShort = (): boolean => this.stopped;
    const plan: RunPlan = {
      scope: wish.scope,
      sessions: start.sessions,
      owed: wish.scope === null ? await this.owed(start, arrears) : [],
      readsShare: this.readsShare,
      readsHeld: () => this.budget.heldByLane('reconcile'),
      isCutShort,
    };
    const enquirer = new Enquirer(this.enquiries, this.config.brokerCode, isCutShort);
    const passed = wish.dryRun
      ? await this.rehearsal.run(enquirer, plan, this.memory)
      : await this.passOnce(enquirer, plan);
    // What was not asked any more is no report of what would change.
    if (wish.dryRun && this.stopped) throw new CutShort();
    if (isEverything(wish)) this.lastCalls = enquirer.wanted;
    const run = this.rowOf({ ...start, cause, wish }, enquirer, passed);
    await this.database.units.run((unit) => unit.insert(ReconciliationRunRow, run));
    this.logger.debug({ run: id, calls: run.calls, changed: run.changed }, 'a pass has ended');
    if (isEverything(wish)) await this.settle(start, arrears, passed);
    return run;
  }

  private async owed(start: RunStart, arrears: Arrears | null): Promise<readonly string[]> {
    return [...(await this.missedDays.owed(start)), ...(arrears?.dates ?? [])].sort();
  }

  private async passOnce(enquirer: Enquirer, plan: RunPlan): Promise<Passed> {
    const books = this.bookcase.open(this.memory);
    const steps = new ReconciliationRun(books, plan).steps();
    let step = await steps.next();
    while (step.done !== true) step = await steps.next(await enquirer.collect(step.value));
    const { opened, closed } = books.writers.trail;
    return { ...step.value, opened, closed, foreseen: null };
  }

  /** What the desk knows from now on: only a pass over everything that was written down says it. */
  private async settle(
    start: RunStart,
    arrears: Arrears | null,
    { shown, answered }: RunResult,
  ): Promise<void> {
    await this.catchUp.settle(arrears, { start, list: shown.list, trades: shown.trades });
    // A wall clock that is on another day would count days as read that have not been.
    const day = tradingDateOf(await this.database.now());
    if (day === tradingDateOf(start.startedAt)) await this.missedDays.settle(start, answered);
  }

  private get readsShare(): number {
    return LANES.reconcile.share * Math.max(1, this.config.exchangeKeys.length);
  }

  private async schedule(
    { sessions }: RunStart,
    startedAt: number,
    isBehind: boolean,
  ): Promise<void> {
    const watching = await anythingOpen(this.database.reading, this.clock.now());
    const { held: readsHeld, nextFreeInMs } = await this.budget.usageOfLane('reconcile');
    const { dayEnds, enquiredAt, askedLate, restedAsHeld } = this.memory;
    const pace: Pace = {
      intervalMs: this.config.reconcileIntervalMs,
      sessionOpen: isBehind || dayEnds || isSessionOpen(sessions, this.clock.now()),
      watching: watching || isBehind || this.hurriedAt >= startedAt,
      readsHeld,
      readsShare: this.readsShare,
      nextFreeInMs,
      callsOfAPass: this.lastCalls,
    };
    this.dueAt = startedAt + nextPassDelay(pace);
    this.notBefore = startedAt + nextPassDelay({ ...pace, sessionOpen: true, watching: true });
    if (!watching) for (const known of [enquiredAt, askedLate, restedAsHeld]) known.clear();
  }

  private rowOf(
    run: RunStart & { readonly cause: string; readonly wish: RunWish },
    enquirer: Enquirer,
    passed: Passed,
  ): ReconciliationRunRow {
    const { scope, dryRun } = run.wish;
    return {
      id: run.id,
      cause: run.cause,
      scope: scope === null ? null : JSON.stringify(scope),
      dryRun: dryRun ? 1 : 0,
      startedAt: run.startedAt,
      finishedAt: this.clock.now(),
      calls: enquirer.calls,
      answered: enquirer.answered,
      orders: passed.orders,
      changed: passed.changed.size,
      fills: passed.fills,
      opened: passed.opened,
      closed: passed.closed,
      asked: JSON.stringify(enquirer.asked),
      cutOffs: JSON.stringify(enquirer.cutOffs),
      // What a dry run was shown is not kept, so no later search may count on it.
      coveredAt: dryRun ? null : passed.coveredAt,
      listedAt: dryRun ? null : passed.listedAt,
      foreseen: passed.foreseen === null ? null : JSON.stringify(passed.foreseen),
    };
  }
}

/** The desk stops, and what it would tell of the exchange is not to be had any more. */
export class CutShort extends Error {
  constructor() {
    super('the service is shutting down, and has not asked to the end');
  }
}

function isEverything({ scope, dryRun }: RunWish): boolean {
  return scope === null && !dryRun;
}
