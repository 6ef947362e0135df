import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { faultPoint } from '../infra/runtime/fault-point.js';
import { Database } from '../infra/database/database.js';
import { SchedulerLease } from '../infra/database/ownership/scheduler-lease.js';
import { AppLogger } from '../infra/observability/logging.js';
import { HandedOverEntries } from '../infra/audit/command-entries/handed-over-entries.js';
import { SignedCheckpoints } from '../infra/audit/checkpoints/signed-checkpoints.js';
import { ServiceLife, ServiceVersion } from '../infra/audit/service-life/service-life.js';
import { SYSTEM } from '../infra/audit/actor.js';
import { CallJournal } from '../infra/exchange/client/call-journal.js';
import { ExchangeKeys } from '../infra/exchange/keys/exchange-keys.js';
import { SecurityDirectory } from '../market/securities/security-directory.js';
import { AuditExports } from './audit-exports/audit-exports.js';
import { QuoteRecorder } from './best-execution/record-quotes.js';
import { WaitingRequests } from './dispatch/waiting-requests.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { RestoreGuard } from './dispatch/restore-guard.js';
import { Reconciler } from './reconciliation/runs/reconciler.js';
import { InferredNumbers } from './reconciliation/unknown-outcomes/inferred-numbers.js';
import { BreakDesk } from './break-desk/break-desk.js';

/**
 * Every timer of the desk, and nothing else: the only file that knows the scheduler. Each action
 * decides for itself whether anything is due. Of several instances, one does what need not be done by each.
 */
@Injectable()
export class OrdersSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger: Logger;
  private started = false;
  /** It is to stop, and cancels still go. */
  private finishing = false;
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly lease: SchedulerLease,
    private readonly life: ServiceLife,
    private readonly version: ServiceVersion,
    private readonly restored: RestoreGuard,
    private readonly dispatcher: Dispatcher,
    private readonly waiting: WaitingRequests,
    private readonly reconciler: Reconciler,
    private readonly inferred: InferredNumbers,
    private readonly directory: SecurityDirectory,
    private readonly keys: ExchangeKeys,
    private readonly journal: CallJournal,
    private readonly breaks: BreakDesk,
    private readonly checkpoints: SignedCheckpoints,
    private readonly exports: AuditExports,
    private readonly commands: HandedOverEntries,
    private readonly quotes: QuoteRecorder,
    logger: AppLogger,
  ) {
    this.logger = logger.for('schedule');
  }

  /**
   * First of all: is this the database that we left? Then a restart is a sweep: what was being sent
   * when the process ended becomes Unknown.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys.register();
    // Before its first entry: a restored database is compared with what it has forgotten.
    await this.restored.check();
    if (this.version.version !== null) await this.life.start(this.version.version);
    await this.directory.restore();
    await this.lease.renew();
    const swept = await this.dispatcher.sweep(true);
    if (swept > 0) this.logger.warn({ swept }, 'requests were in flight when the process ended');
    this.started = true;
  }

  @Interval('dispatch', 250)
  async dispatch(): Promise<void> {
    if (this.finishing) await this.logged('dispatch', () => this.dispatcher.wake(['Cancel']));
    else await this.run('dispatch', () => this.dispatcher.wake());
  }

  @Interval('lease', 1_000)
  renewLease(): Promise<void> {
    return this.run('lease', async () => {
      await this.lease.renew();
      if (!this.lease.isHeld) return;
      if (this.reconciler.takeUnanswered()) await this.lease.giveUp();
      else await this.reconciler.lookForWork();
    });
  }

  @Interval('reconcile', 100)
  reconcile(): Promise<void> {
    return this.run('reconcile', () => this.reconciler.tick());
  }

  @Interval('sweep', 5_000)
  sweep(): Promise<void> {
    return this.run('sweep', () => this.dispatcher.sweep());
  }

  @Interval('waiting', 5_000)
  reportWaiting(): Promise<void> {
    return this.run('waiting', () => this.waiting.report());
  }

  @Interval('inferred', 5_000)
  reportInferred(): Promise<void> {
    return this.runOnce('inferred', () => this.inferred.report());
  }

  @Interval('mark', 2_000)
  mark(): Promise<void> {
    return this.run('mark', () => this.restored.check());
  }

  @Interval('checkpoints', 5_000)
  signCheckpoints(): Promise<void> {
    return this.run('checkpoints', () => this.checkpoints.takeIfDue());
  }

  @Interval('storage', 2_000)
  probeStorage(): Promise<void> {
    return this.run('storage', () => this.database.probeStorage());
  }

  @Interval('commands', 1_000)
  takeEntriesOfCommands(): Promise<void> {
    return this.run('commands', () => this.commands.take());
  }

  @Interval('directory', 1_000)
  refreshDirectory(): Promise<void> {
    return this.run('directory', () => this.directory.refresh());
  }

  @Interval('approvals', 60_000)
  expireApprovals(): Promise<void> {
    return this.runOnce('approvals', () => this.breaks.expire(SYSTEM));
  }

  @Interval('exports', 30_000)
  sweepExports(): Promise<void> {
    return this.run('exports', () => this.exports.sweep());
  }

  @Interval('quotes', 10_000)
  recordQuotes(): Promise<void> {
    return this.runOnce('quotes', () => this.quotes.recordIfDue());
  }

  @Interval('prune', 3_600_000)
  prune(): Promise<void> {
    return this.runOnce('prune', () => this.journal.prune(() => this.started));
  }

  /**
   * From now on nothing is sent but cancels, and they until the calls in flight and a run have ended: other requests that
   * are still accepted wait for the next start. The outcomes of all calls are stored before the process may end. So
   * ends every action that has begun, because a query to a closed database might never be answered.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.started = false;
    this.finishing = true;
    const sent = this.dispatcher.finishPosts();
    await this.reconciler.stop();
    const givenBack = this.lease.end().catch((error: unknown) => {
      this.logger.error({ err: error }, 'the lease was not given back; it runs out by itself');
    });
    faultPoint('shutdown-half-way');
    await sent;
    this.finishing = false;
    await this.dispatcher.stop();
    await Promise.all([...this.running, givenBack]);
  }

  /** For what one of the instances does for all. */
  private runOnce(what: string, action: () => Promise<unknown>): Promise<void> {
    return this.lease.isHeld ? this.run(what, action) : Promise.resolve();
  }

  private async run(what: string, action: () => Promise<unknown>): Promise<void> {
    if (!this.started) return;
    const run = this.logged(what, action);
    this.running.add(run);
    await run;
    this.running.delete(run);
  }

  private async logged(what: string, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.logger.error({ err: error, what }, 'a scheduled action failed; it is tried again');
    }
  }
}
