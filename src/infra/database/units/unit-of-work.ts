import type { EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * All writes go through a unit of work: a function whose statements commit together or not at all. Its
 * promise resolves only after the commit has reached the disk.
 *
 * Two rules for the function. It awaits nothing but its own unit: no exchange call, no timer. And it may be
 * run again from the start, so all other effects belong in `afterCommit`.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /**
   * For a unit that locks this order. A group keeps its locks until its last unit is done, so on PostgreSQL its units lock
   * orders by their ids: two instances would lock them in opposite order otherwise, and deadlock.
   */
  abstract runOn<T>(orderId: string, work: (unit: Unit) => Promise<T>): Promise<T>;
  /**
   * For a unit that locks a row which every instance needs. On PostgreSQL it gets a transaction of its own: a group keeps
   * its locks until its last unit is done, so that two instances could lock the same rows in opposite order and deadlock.
   */
  abstract runAlone<T>(work: (unit: LoneUnit) => Promise<T>): Promise<T>;
  /** Does for the item what `work` does, together with the items of others that wait; resolves as `run` does. */
  abstract runJointly<I, R>(work: JointWork<I, R>, item: I): Promise<R>;
}

/**
 * One unit of work for many items: it reads and writes what they need in a statement for all, where a unit for each
 * would pay for a journey to the server with every statement.
 */
export interface JointWork<I, R> {
  /** Items with a key in common are not done together: the later one sees what the earlier one has written. */
  keysOf(item: I): readonly string[];
  /**
   * One outcome for each item, in their order. Throwing undoes all of it, and each item is done again alone; alone,
   * an item fails with what is thrown. So whoever refuses an item before writing anything for it answers the refusal.
   */
  run(unit: Unit, items: readonly I[]): Promise<readonly JointOutcome<R>[]>;
}

export type JointOutcome<R> = { readonly value: R } | { readonly refusal: unknown };

export type SqlValue = string | number | bigint | null;

/**
 * Statements that are handed over at once (`Promise.all`) are run in that order. On PostgreSQL they make one journey to
 * the server. A write must not follow the answer of another member of such a group: the first error ends the unit.
 */
export interface Unit {
  /** Database time in milliseconds. Leases, rate windows and due times use this clock only. */
  now(): Promise<number>;
  /** Rows of a statement; `?` is a parameter on both engines. */
  query<T>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
  /** Runs a statement and returns the number of affected rows. */
  execute(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  find<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    where: string,
    parameters?: readonly SqlValue[],
  ): Promise<T[]>;
  insert<T extends ObjectLiteral>(entity: EntityTarget<T>, row: T): Promise<void>;
  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): Promise<number>;
  /** The same as inserting each, in fewer statements where these cost a journey to the server. */
  insertAll<T extends ObjectLiteral>(entity: EntityTarget<T>, rows: readonly T[]): Promise<void>;
  /** ` FOR UPDATE` on PostgreSQL; empty on SQLite, which has a single writer. */
  readonly rowLock: string;
  /**
   * Has the batch write the item at the end of the commit that this unit is part of, together with those of the
   * other units: what locks a row that everybody needs holds it only then. Nothing of a unit that failed is written.
   */
  atCommit<T>(batch: CommitBatch<T>, item: T): void;
  /** Runs the action once after the commit, and never if the unit failed. */
  afterCommit(action: () => void): void;
}

declare const alone: unique symbol;

/** Of `runAlone`: what locks the exchange keys asks for such a unit. */
export type LoneUnit = Unit & { readonly [alone]: true };

/** Writes what the units of one commit have left for its end, in the order in which they were run. */
export interface CommitBatch<T> {
  write(unit: Unit, items: readonly T[]): Promise<unknown>;
}

/** The connection was lost during the COMMIT: nobody knows whether the unit was stored. */
export class CommitInDoubt extends Error {
  /** SQL's `transaction_resolution_unknown`. */
  readonly code = '08007';

  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause });
  }
}

/** The row, or one that conflicts with it, exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23505' || code.startsWith('SQLITE_CONSTRAINT_');
}

export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const direct = 'code' in error ? error.code : undefined;
  const cause = 'driverError' in error ? error.driverError : undefined;
  if (typeof direct === 'string') return direct;
  return cause === undefined ? '' : errorCode(cause);
}
