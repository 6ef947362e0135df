import { once } from 'node:events';
import { closeSync, fdatasync, openSync } from 'node:fs';
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

  /** The database is open, and its log has been written to. */
  constructor(
    private readonly path: string,
    private readonly onLoss: (error: unknown) => void = endProcess,
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
    this.mover ??= startMover(this.path);
    try {
      const moved = once(this.mover, 'message');
      this.mover.postMessage('move');
      await moved;
    } catch {
      this.mover = null;
    }
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
 * The first write into a log that begins anew flushes the log's header by itself, so it is made here
 * too. A program of its own, since a thread does not start from TypeScript.
 */
const MOVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  const database = new Database(workerData.path, { timeout: 0 });
  database.pragma('synchronous = FULL');
  database.pragma('recursive_triggers = ON');
  parentPort.on('message', () => {
    try {
      const [{ log, checkpointed }] = database.pragma('wal_checkpoint(PASSIVE)');
      if (log === checkpointed) database.exec('UPDATE audit_head SET sequence = sequence');
    } catch {}
    parentPort.postMessage('tried');
  });`;

function startMover(path: string): Worker {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  return new Worker(MOVER, { eval: true, workerData: { driver, path } });
}
