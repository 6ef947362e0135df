import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { Commits } from '../../../src/infra/database/units/commits.js';
import { Database } from '../../../src/infra/database/database.js';
import type { DatabaseTime } from '../../../src/infra/database/database-time.js';
import type { ProcessLock } from '../../../src/infra/database/ownership/process-lock.js';
import {
  SqliteConnection,
  YIELD_AFTER_MS,
} from '../../../src/infra/database/units/sqlite-units.js';
import {
  UnitQueue,
  type Done,
  type Failed,
  type LeftForCommit,
  type UnitConnection,
} from '../../../src/infra/database/units/unit-queue.js';
import type { Unit } from '../../../src/infra/database/units/unit-of-work.js';
import type { Waiting } from '../../../src/infra/database/units/joint-units.js';
import { SCHEMA } from '../../../src/schema.js';
import { Life, never } from '../life.js';
import { mortalDatabase, VirtualClock, type Machine } from './ports.js';
import { forgetImmediates, untilStill, untilTrue } from './stillness.js';
import { VirtualDisk } from './virtual-disk.js';
import type { World } from './world.js';

/** How one process has the database. */
export interface Connection {
  readonly database: Database;
  /** Null where the database is on another machine. */
  readonly disk: VirtualDisk | null;
  /** The process is gone: what it had not committed is undone. */
  end(): Promise<void>;
}

export type Connect = (life: Life, clock: VirtualClock) => Promise<Connection>;

/** An SQLite file, which each process opens for itself. Others have their turn between the units of a commit if it `yields`. */
export function fileOf(path: string, world: World, yields: boolean): Connect {
  return async (life, clock) => {
    const yieldAfterMs = yields ? 0 : YIELD_AFTER_MS;
    const database = await finished(
      Database.open(`sqlite:${path}`, SCHEMA, clock, { yieldAfterMs }),
    );
    return {
      database: mortalDatabase(database, life),
      disk: new VirtualDisk(path, handleOf(database), world.now),
      end: async () => {
        forgetImmediates();
        await closeAtOnce(database);
      },
    };
  };
}

/**
 * One open database for several processes, as a PostgreSQL keeps it for them: with a clock of its own, and what a
 * process had not committed is undone when that process ends. Transactions are run one at a time, which is what the
 * row locks come to; what only happens between two that overlap, no test without a PostgreSQL can show.
 */
export class DatabaseServer {
  private readonly queue: Session[] = [];

  private constructor(private readonly database: Database) {}

  static async start(path: string, world: World, machine: Machine): Promise<DatabaseServer> {
    const clock = new VirtualClock(world, new Life(null, () => undefined), machine);
    return new DatabaseServer(await finished(Database.open(`sqlite:${path}`, SCHEMA, clock)));
  }

  readonly connect: Connect = (life) => {
    const { writer, time } = this.database as unknown as Parts;
    const connection = new SqliteConnection(handleOf(this.database), writer, time);
    const session = new Session(connection, life, this.queue);
    const commits = new Commits();
    const steady = (): number => time.now();
    const units = new UnitQueue(session, {
      yieldAfterMs: YIELD_AFTER_MS,
      steady,
      commits,
      isShared: true,
    });
    const served = Object.defineProperties(Object.create(this.database) as Database, {
      engine: { value: 'postgres' },
      units: { value: units },
      commits: { value: commits },
      isTimeContinuous: { value: true },
      // By the engine's name a dry run would take another connection of the pool.
      apart: { value: () => units },
    });
    const database = mortalDatabase(served, life);
    return Promise.resolve({ database, disk: null, end: () => session.end() });
  };

  stop(): Promise<void> {
    return closeAtOnce(this.database);
  }
}

/** The connection of one process: its transactions wait for those of the others. */
class Session implements UnitConnection {
  private mayBegin: () => void = () => undefined;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly life: Life,
    /** The first of them has the turn. */
    private readonly queue: Session[],
  ) {}

  async begin(): Promise<void> {
    if (this.life.isOver) return never();
    this.queue.push(this);
    if (this.queue[0] !== this) await new Promise<void>((resolve) => (this.mayBegin = resolve));
    this.connection.begin();
  }

  commit(): void {
    this.connection.commit();
    this.leave();
  }

  rollback(): void {
    this.connection.rollback();
    this.leave();
  }

  inSavepoint(waiting: Waiting, left: LeftForCommit): Promise<Done | Failed> {
    return this.connection.inSavepoint(waiting, left);
  }

  unit(left: LeftForCommit): Unit {
    return this.connection.unit(left);
  }

  inTransaction(): boolean {
    return this.connection.inTransaction();
  }

  isRetryable(): boolean {
    return false;
  }

  isCommitInDoubt(): boolean {
    return false;
  }

  async end(): Promise<void> {
    await untilStill();
    if (this.queue[0] === this) this.rollback();
    else this.leave();
    await untilStill();
  }

  private leave(): void {
    const place = this.queue.indexOf(this);
    if (place < 0) return;
    this.queue.splice(place, 1);
    if (place === 0) this.queue[0]?.mayBegin();
  }
}

/** Of an open database, what holds its files. */
interface Parts {
  readonly writer: DataSource;
  readonly reader: DataSource;
  readonly lock: ProcessLock;
  readonly time: DatabaseTime;
}

/** Not `close`, which waits for units: what is dead does nothing more. */
async function closeAtOnce(database: Database): Promise<void> {
  await untilStill();
  const { writer, reader, lock } = database as unknown as Parts;
  const handle = handleOf(database);
  if (handle.inTransaction) handle.exec('ROLLBACK');
  await finished(reader.destroy());
  await finished(writer.destroy());
  lock.release();
}

function handleOf(database: Database): BetterSqlite3.Database {
  const { driver } = (database as unknown as Parts).writer;
  return (driver as unknown as { readonly databaseConnection: BetterSqlite3.Database })
    .databaseConnection;
}

async function finished<T>(promise: Promise<T>): Promise<T> {
  let done = false;
  const end = (): void => {
    done = true;
  };
  promise.then(end, end);
  await untilTrue(() => done);
  return promise;
}
