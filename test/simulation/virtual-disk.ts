import BetterSqlite3 from 'better-sqlite3';
import {
  closeSync,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { Disk } from '../../src/infra/database/log-on-disk.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { ON_ITS_WAY, type Life } from './life.js';
import type { World } from './world.js';

/** In the header of the log (SQLite's file format, 4.1). */
const SALT_AT = 16;
const SALT_BYTES = 8;

/**
 * The disk of a simulated machine. As long as no power is cut it has everything at once. Else each
 * flush takes its time, and what was written after the last one had begun is gone with the power:
 * the log is never begun anew there, so that its length tells what had arrived.
 */
export class VirtualDisk implements Disk {
  /** While the service starts, virtual time stands still. */
  isSlow = false;
  private readonly log: string;
  private readonly random: SeededRandom;
  private arrivedBytes = 0;
  /** A log that begins anew has another. */
  private salt: string | null = null;
  private lose: (() => void) | null = null;

  constructor(
    private readonly path: string,
    private readonly flushMs: number,
    private readonly world: World,
    private readonly life: Life,
  ) {
    this.log = `${path}-wal`;
    this.random = new SeededRandom(`disk/${world.now}`);
  }

  /** Something is committed, can be read, and may still be lost. */
  get isBehind(): boolean {
    return this.lose !== null;
  }

  flush(): Promise<void> {
    if (this.flushMs === 0) return Promise.resolve();
    const writtenBytes = statSync(this.log).size;
    if (writtenBytes > 0) this.salt ??= this.saltOfLog();
    if (!this.isSlow) {
      this.arrivedBytes = writtenBytes;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.lose = () => reject(new Error('The power is gone'));
      this.world.after(this.random.between(0, this.flushMs), () => {
        // Last of all: whoever was told too early has done all that he would.
        if (this.life.isOver || this.life.pass(ON_ITS_WAY)) return;
        this.arrivedBytes = writtenBytes;
        this.lose = null;
        resolve();
      });
    });
  }

  moveLog(): Promise<void> {
    if (this.flushMs > 0) return Promise.resolve();
    const database = new BetterSqlite3(this.path);
    database.pragma('wal_checkpoint(PASSIVE)');
    database.close();
    return Promise.resolve();
  }

  /** The process that waits for it is gone. */
  forget(): void {
    this.lose?.();
  }

  /** What is left of the files when the power goes now; the function puts it in their place. */
  cutPower(): () => void {
    if (this.salt !== null && this.saltOfLog() !== this.salt) throw new Error('The log began anew');
    const left = `${this.path}.left`;
    for (const end of ['', '-wal']) copyFileSync(`${this.path}${end}`, `${left}${end}`);
    // More may have arrived than anybody has waited for, and the last of it in part.
    const { size } = statSync(this.log);
    const { arrivedBytes, random } = this;
    truncateSync(
      `${left}-wal`,
      random.pick([arrivedBytes, arrivedBytes, size, random.between(arrivedBytes, size)]),
    );
    return () => {
      rmSync(`${this.path}-shm`, { force: true });
      for (const end of ['', '-wal']) {
        copyFileSync(`${left}${end}`, `${this.path}${end}`);
        rmSync(`${left}${end}`);
      }
    };
  }

  private saltOfLog(): string {
    const header = Buffer.alloc(SALT_AT + SALT_BYTES);
    const file = openSync(this.log, 'r');
    readSync(file, header, 0, header.length, 0);
    closeSync(file);
    return header.subarray(SALT_AT).toString('hex');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
