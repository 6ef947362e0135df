import { alone } from './joint-units.js';
import {
  errorCode,
  isUniqueViolation,
  type JointWork,
  type LoneUnit,
  type Unit,
  type UnitOfWork,
} from './unit-of-work.js';

/**
 * Runs units of work as savepoints inside one outer unit. A step that fails is rolled back alone; rolling
 * back the outer unit rolls back all steps.
 *
 * Concurrent steps run one after another, because savepoints of one connection must close in reverse
 * order. `afterCommit` actions run at the end of their step, since the rest of the outer unit sees it as
 * done. A database error may have rolled back more than the step, so it fails the whole outer unit and no
 * further step starts.
 */
export class SavepointUnits implements UnitOfWork {
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;
  /** The database error that failed the outer unit. */
  private fault: { readonly error: unknown } | null = null;

  constructor(private readonly whole: Unit) {}

  run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const step = this.last.then(() => this.step(work));
    this.last = step.catch(() => undefined);
    return step;
  }

  runOn<T>(_orderId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.run(work);
  }

  runAlone<T>(work: (unit: LoneUnit) => Promise<T>): Promise<T> {
    return this.run(work as (unit: Unit) => Promise<T>);
  }

  runJointly<I, R>(work: JointWork<I, R>, item: I): Promise<R> {
    return this.run(alone(work, item));
  }

  /** Resolves when no step is running; none can start after that. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.last;
    if (this.fault !== null) throw this.fault.error;
  }

  private async step<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('The outer unit of work has ended');
    const actions: (() => void)[] = [];
    await this.whole.execute('SAVEPOINT step');
    let value: T;
    try {
      value = await work(stepOf(this.whole, actions));
    } catch (error) {
      await this.undo(error);
      throw error;
    }
    await this.whole.execute('RELEASE SAVEPOINT step');
    for (const action of actions) action();
    return value;
  }

  private async undo(error: unknown): Promise<void> {
    if (isOfDatabase(error)) this.lose(error);
    try {
      await this.whole.execute('ROLLBACK TO SAVEPOINT step');
      await this.whole.execute('RELEASE SAVEPOINT step');
    } catch {
      this.lose(error);
    }
  }

  private lose(error: unknown): void {
    this.fault ??= { error };
    this.isOver = true;
  }
}

function isOfDatabase(error: unknown): boolean {
  return errorCode(error) !== '' && !isUniqueViolation(error);
}

function stepOf(whole: Unit, actions: (() => void)[]): Unit {
  return {
    rowLock: whole.rowLock,
    now: () => whole.now(),
    query: (sql, parameters) => whole.query(sql, parameters),
    execute: (sql, parameters) => whole.execute(sql, parameters),
    find: (entity, where, parameters) => whole.find(entity, where, parameters),
    insert: (entity, row) => whole.insert(entity, row),
    insertAll: (entity, rows) => whole.insertAll(entity, rows),
    update: (entity, key, changes) => whole.update(entity, key, changes),
    // The outer unit never commits.
    atCommit: () => undefined,
    afterCommit: (action) => void actions.push(action),
  };
}
