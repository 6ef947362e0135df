import { AsyncResource } from 'node:async_hooks';
import { nextTurn } from '../../runtime/batches.js';
import type { Commits } from './commits.js';
import { alone, inLockOrder, joined, type Waiting } from './joint-units.js';
import {
  CommitInDoubt,
  type CommitBatch,
  type JointWork,
  type LoneUnit,
  type Unit,
  type UnitOfWork,
} from './unit-of-work.js';

/**
 * Units of work that wait share a commit, and with it one flush to disk. They run one after another, each inside
 * its own savepoint, so a failing unit is rolled back alone. Promises resolve only after the shared commit has returned.
 */
export const GROUP_SIZE_MAX = 128;
/** How often a unit is run that the database aborts because of another process. */
const ATTEMPTS_MAX = 4;

/** One transaction at a time on one connection. */
export interface UnitConnection {
  begin(): void | Promise<void>;
  commit(): void | Promise<void>;
  rollback(): void | Promise<void>;
  /** Runs the work so that its failure undoes nothing else of the transaction. */
  inSavepoint(waiting: Waiting, left: LeftForCommit, isAlone: boolean): Promise<Done | Failed>;
  /** For what is written at the end of the transaction, outside any savepoint. */
  unit(left: LeftForCommit): Unit;
  inTransaction(): boolean;
  /** The database aborted it because of somebody else: the same work may succeed when it is run again. */
  isRetryable(error: unknown): boolean;
  /** The connection was lost after the commit was sent: its units must not run again. */
  isCommitInDoubt(): boolean;
}

/** What a unit leaves for the end of its commit, and for after it. */
export class LeftForCommit {
  readonly actions: (() => void)[] = [];
  readonly items: (readonly [CommitBatch<unknown>, unknown])[] = [];
}

export interface Done {
  readonly waiting: Waiting;
  readonly value: unknown;
  readonly left: LeftForCommit;
}

export interface Failed {
  readonly waiting: Waiting;
  readonly error: unknown;
}

export interface QueueOptions {
  /** How long the units of a commit may hold the event loop; 0 yields after every unit. */
  readonly yieldAfterMs: number;
  /** Milliseconds that never go back. */
  readonly steady: () => number;
  readonly commits: Commits;
  /** Other processes write to the database, too. */
  readonly isShared: boolean;
}

export class UnitQueue implements UnitOfWork {
  private waiting: Waiting[] = [];
  /** Set while the queue is being processed. */
  private draining: Promise<void> | null = null;
  private hasEnded = false;

  constructor(
    private readonly connection: UnitConnection,
    private readonly options: QueueOptions,
  ) {}

  run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.enqueue({ work: ofCaller(work), joint: null, locks: null, isAlone: false });
  }

  runOn<T>(orderId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.enqueue({ work: ofCaller(work), joint: null, locks: orderId, isAlone: false });
  }

  runAlone<T>(work: (unit: LoneUnit) => Promise<T>): Promise<T> {
    const isAlone = this.options.isShared;
    const alike = work as (unit: Unit) => Promise<T>;
    return this.enqueue({ work: ofCaller(alike), joint: null, locks: null, isAlone });
  }

  runJointly<I, R>(work: JointWork<I, R>, item: I): Promise<R> {
    const joint = { work, item };
    return this.enqueue({ work: ofCaller(alone(work, item)), joint, locks: null, isAlone: false });
  }

  private enqueue<T>(
    unit: Pick<Waiting, 'joint' | 'locks' | 'isAlone'> & {
      readonly work: (unit: Unit) => Promise<T>;
    },
  ): Promise<T> {
    if (this.hasEnded) return Promise.reject(new Error('The database is closed'));
    return new Promise<T>((resolve, reject) => {
      const settle = { resolve: resolve as (value: unknown) => void, reject };
      this.waiting.push({ ...unit, members: [], ...settle });
      this.draining ??= this.drain();
    });
  }

  /** Accepts no more units; resolves when those in the queue are done. */
  async end(): Promise<void> {
    this.hasEnded = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    // Units that arrive in this turn of the event loop join the same commit.
    await nextTurn();
    while (this.waiting.length > 0) {
      const group = joined(this.nextGroup());
      try {
        await this.commit(group);
      } catch (error) {
        if (!(error instanceof NotBegun)) throw error;
        this.rejectAll(group, error.cause);
      }
      await nextTurn();
    }
    this.draining = null;
  }

  /**
   * Without a connection nothing was sent, and each try to get one may take as long as the first: whoever waits is told
   * now, those of the group that have not been answered and the whole queue.
   */
  private rejectAll(group: readonly Waiting[], error: unknown): void {
    this.options.commits.failed(error);
    for (const waiting of [...group, ...this.waiting.splice(0)]) waiting.reject(error);
  }

  /** Up to the first unit that shares its transaction with no other, or that unit alone. */
  private nextGroup(): Waiting[] {
    const next = this.waiting.slice(0, GROUP_SIZE_MAX);
    const firstAlone = next.findIndex(({ isAlone }) => isAlone);
    const group = this.waiting.splice(0, firstAlone < 0 ? next.length : Math.max(1, firstAlone));
    return this.options.isShared ? inLockOrder(group) : group;
  }

  private async commit(group: readonly Waiting[], tries = 1): Promise<void> {
    const { connection, options } = this;
    const done: Done[] = [];
    const failed: Failed[] = [];
    const left = new LeftForCommit();
    await this.begin();
    let durationMs: number;
    try {
      await this.runAll(group, done, failed);
      await this.writeBatches(done, left);
      const since = options.steady();
      await connection.commit();
      durationMs = options.steady() - since;
    } catch (error) {
      await connection.rollback();
      options.commits.failed(error);
      if (connection.isCommitInDoubt())
        for (const waiting of group) waiting.reject(new CommitInDoubt(error));
      else await this.again(group, failed, error, tries);
      return;
    }
    // Not where an error would run again what is committed.
    options.commits.done({ units: sizeOf(done), durationMs });
    if (done.some((one) => one.left.items.length > 0)) options.commits.stored();
    const retried = failed.filter((one) => this.mayRunAgain(one.error, tries));
    for (const one of failed) if (!retried.includes(one)) this.fail(one.waiting, one.error);
    for (const action of left.actions) action();
    for (const one of done) {
      for (const action of one.left.actions) action();
      one.waiting.resolve(one.value);
    }
    for (const one of retried) await this.commit([one.waiting], tries + 1);
  }

  private async begin(): Promise<void> {
    try {
      await this.connection.begin();
    } catch (error) {
      throw new NotBegun(error);
    }
  }

  /** Of those that were done together, one may have spoilt it for the others: each is done alone. */
  private fail(waiting: Waiting, error: unknown): void {
    this.options.commits.failed(error);
    if (waiting.members.length === 0) waiting.reject(error);
    else this.waiting.unshift(...waiting.members.map((member) => ({ ...member, joint: null })));
  }

  private mayRunAgain(error: unknown, tries: number): boolean {
    return tries < ATTEMPTS_MAX && this.connection.isRetryable(error);
  }

  private async runAll(group: readonly Waiting[], done: Done[], failed: Failed[]): Promise<void> {
    const { connection, options } = this;
    const isAlone = group.length === 1;
    let heldSince = options.steady();
    for (const waiting of group) {
      const outcome = await connection.inSavepoint(waiting, new LeftForCommit(), isAlone);
      if ('error' in outcome) failed.push(outcome);
      else done.push(outcome);
      if (!connection.inTransaction()) throw new TransactionLost(outcome);
      if (options.steady() - heldSince < options.yieldAfterMs) continue;
      await nextTurn();
      heldSince = options.steady();
    }
  }

  private async writeBatches(done: readonly Done[], left: LeftForCommit): Promise<void> {
    const batches = new Map<CommitBatch<unknown>, unknown[]>();
    for (const [batch, item] of done.flatMap((one) => one.left.items)) {
      const items = batches.get(batch);
      if (items === undefined) batches.set(batch, [item]);
      else items.push(item);
    }
    const unit = this.connection.unit(left);
    for (const [batch, items] of batches) await batch.write(unit, items);
  }

  /** The database has rolled back the whole transaction, for example when the disk is full: each unit alone. */
  private async again(
    group: readonly Waiting[],
    failed: readonly Failed[],
    error: unknown,
    tries: number,
  ): Promise<void> {
    const [first] = group;
    if (group.length === 1 && first !== undefined) {
      const reason = failed[0]?.error ?? error;
      if (this.mayRunAgain(reason, tries)) await this.commit(group, tries + 1);
      else this.fail(first, reason);
      return;
    }
    const final = failed.filter((one) => !this.mayRunAgain(one.error, tries));
    for (const one of final) this.fail(one.waiting, one.error);
    const rejected = new Set(final.map((one) => one.waiting));
    for (const waiting of group) {
      if (!rejected.has(waiting)) await this.commit([waiting]);
    }
  }
}

/**
 * What a unit logs and traces belongs to its caller, not to whoever has begun the commit. As `AsyncResource.bind`, which
 * on Node.js 20 also makes a deprecated property for each function, and costs more than a small unit.
 */
function ofCaller<T>(work: (unit: Unit) => Promise<T>): (unit: Unit) => Promise<T> {
  const caller = new AsyncResource('UnitOfWork');
  return (unit) => caller.runInAsyncScope(work, null, unit);
}

function sizeOf(done: readonly Done[]): number {
  return done.reduce((sum, { waiting }) => sum + Math.max(1, waiting.members.length), 0);
}

/** No transaction could be begun: there is no connection, or the database takes none. */
class NotBegun extends Error {
  constructor(override readonly cause: unknown) {
    super('No transaction was begun');
  }
}

class TransactionLost extends Error {
  constructor(outcome: Done | Failed) {
    super('The database rolled back the transaction', {
      ...('error' in outcome ? { cause: outcome.error } : {}),
    });
  }
}
