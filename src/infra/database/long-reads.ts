import { Worker } from 'node:worker_threads';
import { QueryResult, type DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type QueryRunner } from 'typeorm'; // prettier-ignore
import type { Clock } from '../runtime/clock.js';
import { BUSY_TIMEOUT_MS } from './data-source-options.js';
import { EntitySql } from './entity-sql.js';
import type { Reading } from './reads.js';
import { SQLITE_DRIVER } from './sqlite-driver.js';
import type { SqlValue } from './unit-of-work.js';

/** One that is busy for long leaves another for short questions. */
const THREADS = 2;
/** A statement that takes longer is given up. */
export const READ_MS_MAX = 5_000;
/** What waits longer for a thread is given up too: its caller has lost patience. */
const WAITING_MS_MAX = 10_000;
const WAITING_MAX = 500;
/** Threads whose statement was given up end only with it. */
const ENDING_MAX = 2;

/** The read needed more time than any caller gets; `waited`: for others, before it could begin. */
export class ReadTimedOut extends Error {
  constructor(readonly waited: boolean) {
    super(waited ? 'The read waited too long for others' : 'The read took too long');
  }
}

interface Read {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: Error) => void;
  endTimer: () => void;
}

type Row = Record<string, unknown>;
type Answer =
  | {
      /** With the first rows alone. */
      readonly names: readonly string[] | undefined;
      readonly rows: readonly (readonly unknown[])[];
      readonly hasMore: boolean;
    }
  | { readonly message: string; readonly code: string };

/**
 * Reads of SQLite whose cost depends on what a caller asks: in threads of their own with connections that cannot
 * write, so that orders never wait for them.
 */
export class LongReads implements Reading {
  private readonly sql: EntitySql;
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();
  private readonly ending = new Set<Promise<unknown>>();
  private readonly waiting: Read[] = [];
  private hasEnded = false;

  constructor(
    private readonly path: string,
    dataSource: DataSource,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.sql = new EntitySql(dataSource);
  }

  query<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    return this.ask(sql, parameters) as Promise<T[]>;
  }

  find<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    where: string,
    parameters: readonly SqlValue[] = [],
  ): Promise<T[]> {
    return this.query<T>(this.sql.select(entity, where), parameters);
  }

  /** For TypeORM's queries. */
  managerOf(dataSource: DataSource): EntityManager {
    // The driver has one runner for all, which stays as it is.
    const runner = Object.create(dataSource.createQueryRunner()) as QueryRunner;
    const query = async (
      sql: string,
      parameters: unknown[] = [],
      isStructured = false,
    ): Promise<unknown> => {
      dataSource.logger.logQuery(sql, parameters, runner);
      const records = await this.ask(sql, parameters);
      if (!isStructured) return records;
      return Object.assign(new QueryResult(), { raw: records, records });
    };
    return dataSource.createEntityManager(Object.assign(runner, { query }));
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    for (const read of this.waiting.splice(0))
      this.giveUp(read, new Error('The database is closed'));
    for (const thread of [...this.all]) this.terminate(thread);
    await Promise.all(this.ending);
  }

  private ask(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (this.hasEnded) return Promise.reject(new Error('The database is closed'));
    if (this.waiting.length >= WAITING_MAX) return Promise.reject(new ReadTimedOut(true));
    return new Promise((resolve, reject) => {
      const read: Read = { sql, parameters, resolve, reject, endTimer: () => undefined };
      read.endTimer = this.clock.after(WAITING_MS_MAX, () => {
        this.waiting.splice(this.waiting.indexOf(read), 1);
        this.giveUp(read, new ReadTimedOut(true));
      });
      this.waiting.push(read);
      this.next();
    });
  }

  private giveUp(read: Read, error: Error): void {
    read.endTimer();
    read.reject(error);
  }

  private next(): void {
    if (this.waiting.length === 0 || this.hasEnded) return;
    const thread = this.idle.pop() ?? this.newThread();
    const read = thread === null ? undefined : this.waiting.shift();
    if (thread === null || read === undefined) return;
    read.endTimer();
    this.run(thread, read);
    this.next();
  }

  private newThread(): Worker | null {
    if (this.all.size >= THREADS || this.ending.size >= ENDING_MAX) return null;
    const workerData = { driver: SQLITE_DRIVER, path: this.path, timeout: BUSY_TIMEOUT_MS };
    const thread = new Worker(new URL('./reader.thread.js', import.meta.url), { workerData });
    this.all.add(thread);
    return thread;
  }

  private run(thread: Worker, read: Read): void {
    const rows: Row[] = [];
    let names: readonly string[] = [];
    const done = (): void => {
      read.endTimer();
      thread.off('message', hear).off('error', fail).off('exit', end);
      // A thread that rests keeps nothing alive.
      thread.unref();
    };
    const fail = (error: Error): void => {
      done();
      this.terminate(thread);
      read.reject(error);
    };
    const end = (): void => fail(new Error('A thread that reads has ended'));
    const hear = (answer: Answer): void => {
      if ('rows' in answer) {
        names = answer.names ?? names;
        addRows(rows, names, answer.rows);
        if (answer.hasMore) {
          thread.postMessage({});
          return;
        }
      }
      done();
      this.idle.push(thread);
      this.next();
      if ('message' in answer) read.reject(Object.assign(new Error(answer.message), answer));
      else read.resolve(rows);
    };
    thread.on('message', hear).on('error', fail).on('exit', end);
    read.endTimer = this.clock.after(READ_MS_MAX, () => fail(new ReadTimedOut(false)));
    thread.ref();
    thread.postMessage({ sql: read.sql, parameters: read.parameters });
  }

  private terminate(thread: Worker): void {
    this.all.delete(thread);
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    const ended = thread.terminate().finally(() => {
      this.ending.delete(ended);
      this.next();
    });
    this.ending.add(ended);
    this.next();
  }
}

function addRows(
  rows: Row[],
  names: readonly string[],
  added: readonly (readonly unknown[])[],
): void {
  for (const values of added) {
    const row: Row = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    rows.push(row);
  }
}
