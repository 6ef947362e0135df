import type { Unit, UnitOfWork } from './unit-of-work.js';

/**
 * Units of work that are steps of one unit: a step that fails is undone alone, and all of them when
 * the whole is. What waits for a step to be durable is told at its end, since for what comes after it
 * in the same unit it has happened.
 */
export class StepUnits implements UnitOfWork {
  constructor(private readonly whole: Unit) {}

  async run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const actions: (() => void)[] = [];
    await this.whole.execute('SAVEPOINT step');
    let value: T;
    try {
      value = await work(stepOf(this.whole, actions));
    } catch (error) {
      await this.whole.execute('ROLLBACK TO SAVEPOINT step');
      await this.whole.execute('RELEASE SAVEPOINT step');
      throw error;
    }
    await this.whole.execute('RELEASE SAVEPOINT step');
    for (const action of actions) action();
    return value;
  }
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
