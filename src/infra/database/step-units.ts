import { errorCode, isUniqueViolation, type Unit, type UnitOfWork } from './unit-of-work.js';

/**
 * Units of work that are steps of one unit: a step that fails is undone alone, and all of them when
 * the whole is. Steps that are begun at one time are done one after another, as units on SQLite are:
 * savepoints of one connection close in the order in which they were opened, whoever opened them. What
 * waits for a step to be durable is told at its end, since for what comes after it in the same unit it
 * has happened. A fault of the database may have undone more than the step, or have left its locks: the
 * whole is lost then, and no further step begins.
 */
export class StepUnits implements UnitOfWork {
  /** Nothing of it is ever committed by itself. */
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;
  /** Of the fault that has lost the whole. */
  private fault: { readonly error: unknown } | null = null;

  constructor(private readonly whole: Unit) {}

  run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const step = this.last.then(() => this.step(work));
    this.last = step.catch(() => undefined);
    return step;
  }

  /** When it resolves no step is running, and none begins any more: what follows is not theirs. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.last;
    if (this.fault !== null) throw this.fault.error;
  }

  private async step<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('The unit of this step has ended');
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
    update: (entity, key, changes) => whole.update(entity, key, changes),
    afterCommit: (action) => void actions.push(action),
  };
}
