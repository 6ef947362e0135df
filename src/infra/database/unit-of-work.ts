import type { EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * The one door of every write. A unit of work is a function whose statements commit together or not
 * at all; its promise resolves after the commit has reached the disk, never before.
 *
 * Two rules for the function: it awaits nothing but its own unit (no exchange call, no timer), and
 * it may be run again from its beginning, so it keeps its effects inside the unit and hands
 * everything else to `afterCommit`.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}

export type SqlValue = string | number | bigint | null;

export interface Unit {
  /** Database time in milliseconds; leases, windows and due times compare this and nothing else. */
  now(): Promise<number>;
  /** Rows of a statement; `?` marks a parameter on both engines. */
  query<T>(sql: string, parameters?: readonly SqlValue[]): Promise<T[]>;
  /** Runs a statement and answers how many rows it touched. */
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
  /** ` FOR UPDATE` where the engine locks rows; empty on SQLite, whose writer is alone. */
  readonly rowLock: string;
  /** Runs once after this unit is durable; never when it failed. */
  afterCommit(action: () => void): void;
}

/** A constraint said no: the row, or the one it collides with, exists already. */
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
