import { once } from 'node:events';
import {
  closeSync, existsSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync,
} from 'node:fs'; // prettier-ignore
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';

/**
 * SQLite writes a commit into its write-ahead log, and would hold the event loop until the disk has
 * it. Here the log is flushed, and moved into the database's file, by other threads, while the event
 * loop serves everybody. The rule that makes it the same: the writer begins nothing new meanwhile, and
 * nobody hears of a commit before its log is on the disk.
 */
export interface Disk {
  /** Everything that stood in the log when this was called is on the disk. */
  flush(): Promise<void>;
  /** The log is moved into the database's file, if that can be done now, and begins anew. */
  moveLog(): Promise<void>;
  close(): Promise<void>;
}

const flushed = promisify(fdatasync);

export class LogOnDisk implements Disk {
  private readonly log: number;
  private mover: Worker | null = null;
  private hasWarned = false;

  /** The database is open, and its log has been written to. */
  constructor(
    private readonly path: string,
    private readonly onLoss: (error: unknown) => void = endProcess,
    private readonly warn: (text: string) => void = (text) => process.emitWarning(text),
  ) {
    // Not the database's own file: closing that would give away the locks that SQLite has on it.
    this.log = openSync(`${path}-wal`, 'r+');
  }

  async flush(): Promise<void> {
    try {
      await flushed(this.log);
    } catch (error) {
      this.onLoss(error);
      throw error;
    }
  }

  /** What fails here, a full disk for example, has lost nothing: the log only stays as long as it is. */
  async moveLog(): Promise<void> {
    try {
      this.mover ??= this.startMover();
      const fault = await moved(this.mover);
      if (fault === null) this.hasWarned = false;
      else this.tell(fault);
    } catch (error) {
      this.tell(String(error));
    }
  }

  /** One that ends, for whatever reason, is followed by another when there is something to move. */
  private startMover(): Worker {
    const mover = startMover(this.path);
    mover.once('exit', () => {
      if (this.mover === mover) this.mover = null;
    });
    mover.on('error', (error) => this.tell(String(error)));
    return mover;
  }

  private tell(fault: string): void {
    if (!this.hasWarned) this.warn(`The log of ${this.path} cannot be moved: ${fault}`);
    this.hasWarned = true;
  }

  async close(): Promise<void> {
    await this.mover?.terminate();
    closeSync(this.log);
  }
}

/**
 * After a flush that failed, nobody knows what the disk has, and a second one that succeeds proves
 * nothing: only a start that reads the disk again does.
 */
function endProcess(error: unknown): void {
  process.stderr.write(`The disk did not take what was committed: ${String(error)}\n`);
  process.exit(1);
}

/**
 * The log's own bytes once more, in their places: what the system believes to be on the disk, but may have given
 * up writing, is written.
 */
export function writeLogAgain(path: string): void {
  const bytes = readFileSync(`${path}-wal`);
  const log = openSync(`${path}-wal`, 'r+');
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(log, bytes, at, bytes.length - at, at);
    fdatasyncSync(log);
  } finally {
    closeSync(log);
  }
}

/** For another process that has read a database beside its owner: what it has seen is on the disk then. */
export async function flushLogOf(path: string): Promise<void> {
  if (!existsSync(`${path}-wal`)) return;
  const log = openSync(`${path}-wal`, 'r+');
  try {
    await flushed(log);
  } finally {
    closeSync(log);
  }
}

/**
 * A write that changes nothing, as nothing here has a use for this number, but is one: an UPDATE to what
 * stands there already reaches no page.
 */
export const REAL_WRITE = 'PRAGMA user_version = 0';

/**
 * The first write into a log that begins anew flushes the log's header by itself, so it is made here
 * too. A program of its own, since a thread does not start from TypeScript.
 */
const MOVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  let database;
  parentPort.on('message', () => {
    let fault = null;
    try {
      if (database === undefined) {
        database = new Database(workerData.path, { timeout: 0, fileMustExist: true });
        database.pragma('synchronous = FULL');
      }
      const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)');
      if (log === checkpointed) database.exec(workerData.write);
      else fault = 'somebody reads what has been overwritten since';
    } catch (error) {
      fault = String(error);
    }
    parentPort.postMessage(fault);
  });`;

function startMover(path: string): Worker {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { driver, path, write: REAL_WRITE };
  // With no options of this process: they may say that such a text is a module.
  return new Worker(MOVER, { eval: true, execArgv: [], workerData });
}

/** Null when the log has begun anew, or why it has not. */
async function moved(mover: Worker): Promise<string | null> {
  const over = new AbortController();
  const { signal } = over;
  const told = once(mover, 'message', { signal }).then(([fault]) => fault as string | null);
  const gone = once(mover, 'exit', { signal }).then(() => {
    throw new Error('its thread has ended');
  });
  mover.postMessage('move');
  try {
    return await Promise.race([told, gone]);
  } finally {
    over.abort();
  }
}
