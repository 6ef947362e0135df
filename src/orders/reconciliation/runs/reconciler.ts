import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { operatorOf, type Actor, type Origin } from '../../../infra/audit/actor.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import { SchedulerLease } from '../../../infra/database/ownership/scheduler-lease.js';
import type { LoneUnit } from '../../../infra/database/units/unit-of-work.js';
import { Capabilities } from '../../../infra/exchange/keys/capabilities.js';
import {
  EnquiryApi,
  type Answer,
  type NoAnswer,
  type OrderRecord,
} from '../../../infra/exchange/api/enquiry-api.js';
import { LANES } from '../../../infra/exchange/keys/rate-limiter.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { Tracing, type Note } from '../../../infra/observability/tracing.js';
import { Ids } from '../../../infra/runtime/ids.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import {
  CLOSE_GRACE_MS,
  isSessionOpen,
  tradingDateOf,
} from '../../../market/trading-calendar/trading-day.js';
import type { Preview } from '../apply/preview.js';
import { ReconciliationRunRow } from './reconciliation-run.entity.js';
import { MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { AskedRuns } from './asked-runs.js';
import { CallerActs } from './caller-acts.js';
import { CatchUp, type CatchUpBacklog } from './catch-up.js';
import {
  AD_HOC_LANES,
  CONFIRMING_LANES,
  ExchangePoller,
  FULL_RUN_LANES,
  hadNoRoom,
  type ExchangeSnapshot,
} from '../collect/exchange-poller.js';
import { MissedDays } from './missed-days.js';
import { RunContexts } from './run-context.js';
import { PollingState } from '../collect/polling-state.js';
import type { RunInput, RunStart } from './run-input.js';
import { ReconciliationRun, type RunResult } from './run.js';
import { LONGEST_GAP_TO_CONFIRM_MS, nextRunDelay, type Pace } from './run-pacing.js';
import type { RequestKind } from '../../order/requests/order-request.js';
import type { NotTaken } from '../collect/recheck.js';
import { DryRun } from './dry-run.js';
import type { RunScope } from '../collect/scope.js';
import { anyCancelToConfirm, anythingOpen } from '../collect/orders-under-review.js';

/** What a run is asked to look at. */
export interface RunRequest {
  /** Null: everything. */
  readonly scope: RunScope | null;
  /** Previews the changes instead of applying them. */
  readonly dryRun: boolean;
  /** Who asks for it; absent: the service. */
  readonly requestedBy?: Actor;
}

/**
 * Enquiries of callers share the slots of their other reads. In `resolve` a single caller could take those that orders
 * wait for: last prices, searches for unknown outcomes, resends.
 */
const CALLERS_LANE = 'market' as const;

type Enquired = Answer<OrderRecord> | NoAnswer;

const FULL_RUN: RunRequest = { scope: null, dryRun: false };

/** Why a run begins. */
interface Trigger {
  readonly cause: string;
  /** Sequence of the entry that says who asked for it, of several the first; absent: the service itself. */
  readonly asked?: number;
}

const SCHEDULED: Trigger = { cause: 'schedule' };
/** So many runs without an answer are no accident. */
const UNANSWERED_MOST = 3;

/** What came of a run. `preview` only for a dry run. */
interface RunOutcome extends RunResult {
  readonly opened: number;
  readonly closed: number;
  readonly preview: Preview | null;
}

/**
 * Starts reconciliation runs, one at a time, and records each: what was asked, as of when the answers are,
 * what they changed. Only a full run that was applied proves anything about whole trading days.
 */
@Injectable()
export class Reconciler {
  private running: Promise<ReconciliationRunRow> | null = null;
  /** The next full run, shared by all who ask for one while another is running. */
  private next: Promise<ReconciliationRunRow> | null = null;
  private dueAt = 0;
  /** When the next run is due if orders are open. */
  private notBefore = 0;
  private hurriedAt = 0;
  private cancelHurriedAt = 0;
  /** When the last full run started. */
  private startedAt = 0;
  private lastCalls = 0;
  /** What the last full run found to look at. */
  private known = { toConfirm: false, watching: false };
  /** Full runs in a row that asked, and got no answer at all. */
  private unanswered = 0;
  /** This instance does the scheduled runs: see `SchedulerLease`. */
  private polls = false;
  /** Of the lease, when this instance last polled. */
  private term = 0;
  private stopped = false;
  /** Enquiries of callers that have no answer yet, by order and number. */
  private readonly enquiring = new Map<string, Promise<Enquired>>();
  private polling = new PollingState();
  private readonly asked: AskedRuns;
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly contexts: RunContexts,
    private readonly dryRun: DryRun,
    private readonly catchUp: CatchUp,
    private readonly missedDays: MissedDays,
    private readonly budget: Capabilities,
    private readonly calendar: TradingCalendar,
    private readonly mappings: MappingsInForce,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly acts: CallerActs,
    private readonly tracing: Tracing,
    private readonly lease: SchedulerLease,
    logger: AppLogger,
  ) {
    this.asked = new AskedRuns(clock);
    this.logger = logger.for('reconciler');
  }

  /** Starts a run when one is due, at the instance that polls for all. Called often. */
  async tick(): Promise<void> {
    if (this.mappings.takeAnnouncement()) this.hurry();
    this.notePolling();
    if (this.stopped || this.running !== null || !this.isDue()) return;
    await this.begin(SCHEDULED, FULL_RUN);
  }

  /** Whether several runs in a row got no answer at all: another instance may reach the exchange. Told once. */
  takeUnanswered(): boolean {
    if (this.unanswered < UNANSWERED_MOST) return false;
    this.unanswered = 0;
    return true;
  }

  /** Another instance has polled meanwhile: what was learned of the exchange before that begins anew. */
  private notePolling(): void {
    const { isHeld, term } = this.lease;
    if (isHeld && term !== this.term) {
      const { unlistedSince } = this.polling;
      this.polling = new PollingState();
      // Orders that nobody has seen since are told of, whoever has polled: when each was seen is stored.
      this.polling.unlistedSince = unlistedSince;
      this.known = { toConfirm: false, watching: false };
      this.term = term;
    }
    this.polls = isHeld;
  }

  /**
   * Brings the next run forward, because something was accepted. Never faster than the rate budget allows,
   * however busy the dealers are; but the run that looks at a cancel does not wait until reads are free again.
   */
  hurry(accepted: RequestKind | null = null): void {
    this.hurriedAt = this.clock.steady();
    if (accepted === 'Cancel') {
      this.cancelHurriedAt = this.hurriedAt;
      const most = Math.max(this.config.reconcileIntervalMs, LONGEST_GAP_TO_CONFIRM_MS);
      this.notBefore = Math.min(this.notBefore, this.startedAt + most);
    }
    const soon = Math.max(this.hurriedAt + this.config.reconcileIntervalMs, this.notBefore);
    this.dueAt = Math.min(this.dueAt, soon);
  }

  /** Brings the next run forward for what other instances have accepted: only the database tells of that. */
  async lookForWork(): Promise<void> {
    const { reading, engine } = this.database;
    if (engine === 'sqlite') return;
    const now = this.clock.now();
    const { toConfirm, watching } = this.known;
    if (await this.mappings.refresh()) this.hurry();
    if (!toConfirm && (await anyCancelToConfirm(reading, now))) this.hurry('Cancel');
    else if (!watching && (await anythingOpen(reading, now))) this.hurry();
  }

  /**
   * A run that starts now, or after the current one: the answers of that one may be older than this
   * request. Everybody who asks for a full run meanwhile shares the next one; scope and dry runs are their
   * own, and wait for their turn. Null if too many of those are waiting.
   */
  async run(cause: string, request: RunRequest = FULL_RUN): Promise<ReconciliationRunRow | null> {
    if (this.stopped) throw new CutShort();
    if (isFullRun(request)) {
      const trigger = await this.triggerOf(cause, request);
      if (this.running === null) return this.begin(trigger, request);
      this.next ??= this.afterThis(trigger);
      return this.next;
    }
    const caller = request.requestedBy?.keyId ?? request.requestedBy?.name ?? '';
    // Before anything is written: to refuse one must cost little.
    if (!this.asked.enter(caller)) return null;
    let trigger: Trigger;
    try {
      trigger = await this.triggerOf(cause, request);
      for (let letOneGoFirst = false; ; letOneGoFirst = true) {
        // Nothing is awaited after this loop, so exactly one of those waiting starts.
        for (let held = this.heldBy(request); held !== null; held = this.heldBy(request))
          await held.catch(() => undefined);
        if (letOneGoFirst || this.stopped || !this.isDue()) break;
        // A scheduled run that is due goes first, once.
        const due = this.next?.catch(() => undefined) ?? this.beginDue();
        await due;
      }
    } finally {
      this.asked.leave(caller);
    }
    if (this.stopped) throw new CutShort();
    return this.begin(trigger, request);
  }

  /** What a dry run or a run over a scope waits for; null: it may start. */
  private heldBy({ dryRun }: RunRequest): Promise<unknown> | null {
    return this.running ?? (dryRun && !this.stopped ? this.asked.untilRested() : null);
  }

  private async triggerOf(cause: string, request: RunRequest): Promise<Trigger> {
    const { requestedBy } = request;
    if (requestedBy === undefined) return { cause };
    // A dry run asks the exchange as well.
    return { cause, asked: await this.acts.runAsked(request, requestedBy) };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.asked.stop();
    while (this.running !== null) await this.running.catch(() => undefined);
  }

  /**
   * Enquires about one order now, for a caller. Whoever asks while the exchange is being asked about it gets the same
   * answer.
   */
  async enquire(orderId: string, orderNumber: string, actor: Actor): Promise<Enquired> {
    const number = `${orderId} ${orderNumber}`;
    const shared = this.enquiring.get(number);
    if (shared !== undefined) {
      const answer = await shared;
      if (!hadNoRoom(answer)) await this.acts.enquiryShared(orderId, orderNumber, actor);
      return answer;
    }
    const asked = this.enquireNow(orderId, orderNumber, actor);
    this.enquiring.set(number, asked);
    return asked.finally(() => this.enquiring.delete(number));
  }

  private async enquireNow(orderId: string, orderNumber: string, actor: Actor): Promise<Enquired> {
    await this.mappings.refresh();
    let cause: number | undefined;
    const recordAsker = async (unit: LoneUnit): Promise<void> => {
      cause = await this.acts.enquired(unit, orderId, orderNumber, actor);
    };
    const options = { lane: CALLERS_LANE, orderId, operator: operatorOf(actor), recordAsker };
    const answer = await this.enquiries.order(orderNumber, options);
    if (answer.kind === 'NoAnswer') return answer;
    const { enquiries } = this.contexts.forRun(this.polling, originIn(actor, cause));
    return enquiries.applyAsked({ orderId, orderNumber }, answer);
  }

  /** Enquires about an external order; `notTaken` says why its record does not update the break. */
  async enquireExternal(
    orderNumber: string,
    actor: Actor,
  ): Promise<(Answer<OrderRecord> & { readonly notTaken: NotTaken | null }) | NoAnswer> {
    let cause: number | undefined;
    const answer = await this.enquiries.order(orderNumber, {
      lane: CALLERS_LANE,
      operator: operatorOf(actor),
      recordAsker: async (unit) => {
        cause = await this.acts.rechecked(unit, orderNumber, actor);
      },
    });
    if (answer.kind === 'NoAnswer') return answer;
    const [row] = answer.rows;
    if (row === undefined) return { ...answer, notTaken: null };
    const { externalOrders } = this.contexts.forRun(this.polling, originIn(actor, cause));
    return { ...answer, notTaken: await externalOrders.takeEnquired(row, answer.answeredAt) };
  }

  private beginDue(): Promise<unknown> {
    return this.begin(SCHEDULED, FULL_RUN).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a reconciliation run failed');
    });
  }

  private async afterThis(trigger: Trigger): Promise<ReconciliationRunRow> {
    while (this.running !== null) await this.running.catch(() => undefined);
    this.next = null;
    if (this.stopped) throw new CutShort();
    return this.begin(trigger, FULL_RUN);
  }

  private isDue(): boolean {
    return this.polls && this.clock.steady() >= this.dueAt;
  }

  private begin(trigger: Trigger, request: RunRequest): Promise<ReconciliationRunRow> {
    const attributes = {
      'marina.scoped': request.scope !== null,
      'marina.dry_run': request.dryRun,
    };
    const work = { name: 'reconciliation run', attributes };
    const since = this.clock.steady();
    this.running = this.tracing
      .span(work, (note) => this.execute(trigger, request, note))
      .finally(() => {
        this.running = null;
        if (request.dryRun) this.asked.noteDryRun(this.clock.steady() - since);
      });
    return this.running;
  }

  private async execute(
    { cause, asked }: Trigger,
    request: RunRequest,
    note: Note,
  ): Promise<ReconciliationRunRow> {
    const steady = this.clock.steady();
    const id = this.ids.next('run');
    note({ 'marina.run_id': id });
    const startedAt = this.clock.now();
    const start: RunStart = { id, startedAt, sessions: await this.calendar.sessions() };
    await this.mappings.refresh();
    const backlog = request.scope === null ? await this.catchUp.backlog(start) : null;
    const confirmsCancel =
      isFullRun(request) && (await this.schedule(start, steady, backlog !== null));
    const isCutShort = (): boolean => this.stopped;
    const ofFullRun = confirmsCancel ? CONFIRMING_LANES : FULL_RUN_LANES;
    const lanes = isFullRun(request) ? ofFullRun : AD_HOC_LANES;
    const input: RunInput = {
      scope: request.scope,
      sessions: start.sessions,
      owed: request.scope === null ? await this.owed(start, backlog) : [],
      readsShare: this.readsShare,
      readsHeld: async () => (await this.budget.usageOfRuns()).held,
      isCutShort,
    };
    const poller = new ExchangePoller(this.enquiries, this.config.brokerCode, isCutShort, lanes);
    const outcome = request.dryRun
      ? await this.dryRun.run(poller, input, this.polling)
      : await this.askAndApply(poller, input, originIn({ requestId: id }, asked));
    // A preview of half a run would mislead.
    if (request.dryRun && this.stopped) throw new CutShort();
    if (isFullRun(request)) {
      this.lastCalls = poller.wanted;
      if (poller.answered > 0) this.unanswered = 0;
      // A run without a call, as while the exchange is silent, tells nothing.
      else if (poller.calls > 0) this.unanswered += 1;
    }
    const run = this.rowOf({ ...start, cause, request }, poller, outcome);
    await this.database.units.run((unit) => unit.insert(ReconciliationRunRow, run));
    note({ 'marina.calls': run.calls, 'marina.orders_changed': run.changed });
    this.logger.debug(
      { run: id, calls: run.calls, changed: run.changed },
      'reconciliation run finished',
    );
    if (isFullRun(request)) await this.noteDaysRead(start, backlog, outcome);
    return run;
  }

  private async owed(start: RunStart, backlog: CatchUpBacklog | null): Promise<readonly string[]> {
    return [...(await this.missedDays.owed(start)), ...(backlog?.dates ?? [])].sort();
  }

  private async askAndApply(
    poller: ExchangePoller,
    input: RunInput,
    origin: Origin,
  ): Promise<RunOutcome> {
    const context = this.contexts.forRun(this.polling, origin);
    const steps = new ReconciliationRun(context, input).steps();
    let step = await this.tracing.span({ name: 'plan' }, () => steps.next());
    while (step.done !== true) {
      const { value: questions } = step;
      const collect = (): Promise<ExchangeSnapshot> => poller.collect(questions);
      const answers = await this.tracing.span({ name: 'collect' }, collect);
      step = await this.tracing.span({ name: 'apply' }, () => steps.next(answers));
    }
    const { opened, closed } = context.writers.trail;
    return { ...step.value, opened, closed, preview: null };
  }

  /** Only a full run that has been recorded proves that days were read. */
  private async noteDaysRead(
    start: RunStart,
    backlog: CatchUpBacklog | null,
    { shown, answered }: RunResult,
  ): Promise<void> {
    await this.catchUp.noteRead(backlog, { start, list: shown.list, trades: shown.trades });
    // A wall clock on a wrong day must not mark days as read.
    const day = tradingDateOf(await this.database.now());
    if (day === tradingDateOf(start.startedAt)) await this.missedDays.noteRead(start, answered);
  }

  private get readsShare(): number {
    return LANES.reconcile.share * Math.max(1, this.config.exchangeKeys.length);
  }

  /** Answers whether a cancel is to be confirmed. */
  private async schedule(
    { sessions }: RunStart,
    startedAt: number,
    isBehind: boolean,
  ): Promise<boolean> {
    this.startedAt = startedAt;
    const now = this.clock.now();
    const toConfirm = await anyCancelToConfirm(this.database.reading, now);
    const watching = await anythingOpen(this.database.reading, now);
    this.known = { toConfirm, watching };
    // The exchange ends orders and publishes the last trades some minutes after the close.
    const isTrading = [now, now - CLOSE_GRACE_MS].some((at) => isSessionOpen(sessions, at));
    const { held: readsHeld, adHoc, nextFreeInMs } = await this.budget.usageOfRuns();
    const { dayEnds } = this.polling;
    const confirmingCancel = toConfirm || this.cancelHurriedAt >= startedAt;
    const pace: Pace = {
      intervalMs: this.config.reconcileIntervalMs,
      sessionOpen: isBehind || dayEnds || isTrading,
      watching: watching || isBehind || this.hurriedAt >= startedAt,
      readsHeld,
      heldByAdHocRuns: adHoc,
      readsShare: this.readsShare,
      nextFreeInMs,
      confirmingCancel,
      callsPerRun: this.lastCalls,
    };
    this.dueAt = startedAt + nextRunDelay(pace);
    this.notBefore = startedAt + nextRunDelay({ ...pace, sessionOpen: true, watching: true });
    if (!watching) this.polling.forgetOrders();
    return confirmingCancel;
  }

  private rowOf(
    run: RunStart & { readonly cause: string; readonly request: RunRequest },
    poller: ExchangePoller,
    outcome: RunOutcome,
  ): ReconciliationRunRow {
    const { scope, dryRun } = run.request;
    return {
      id: run.id,
      cause: run.cause,
      scope: scope === null ? null : JSON.stringify(scope),
      dryRun: dryRun ? 1 : 0,
      startedAt: run.startedAt,
      finishedAt: this.clock.now(),
      calls: poller.calls,
      answered: poller.answered,
      orders: outcome.orders,
      changed: outcome.changed.size,
      fills: outcome.fills,
      opened: outcome.opened,
      closed: outcome.closed,
      asked: JSON.stringify(poller.asked),
      cutOffs: JSON.stringify(poller.cutOffs),
      // A dry run stores nothing that it was shown, so no later search may rely on it.
      coveredAt: dryRun ? null : outcome.coveredAt,
      listedAt: dryRun ? null : outcome.listedAt,
      preview: outcome.preview === null ? null : JSON.stringify(outcome.preview),
    };
  }
}

/** The service is stopping, so the run cannot be finished. */
export class CutShort extends Error {
  constructor() {
    super('the service is shutting down, and has not asked to the end');
  }
}

function isFullRun({ scope, dryRun }: RunRequest): boolean {
  return scope === null && !dryRun;
}

function originIn({ requestId }: Pick<Actor, 'requestId'>, cause: number | undefined): Origin {
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(cause === undefined ? {} : { cause }),
  };
}
