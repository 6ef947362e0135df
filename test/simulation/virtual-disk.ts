import BetterSqlite3 from 'better-sqlite3';
import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import type { Disk } from '../../src/infra/database/log-on-disk.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { ON_ITS_WAY, type Life } from './life.js';
import type { World } from './world.js';

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
    if (!this.isSlow) {
      this.arrivedBytes = writtenBytes;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.lose = () => reject(new Error('The power is gone'));
      if (this.life.pass(ON_ITS_WAY)) return;
      this.world.after(this.random.between(0, this.flushMs), () => {
        if (this.life.isOver) return;
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
    const left = `${this.path}.left`;
    for (const end of ['', '-wal']) copyFileSync(`${this.path}${end}`, `${left}${end}`);
    truncateSync(`${left}-wal`, this.arrivedBytes);
    return () => {
      rmSync(`${this.path}-shm`, { force: true });
      for (const end of ['', '-wal']) {
        copyFileSync(`${left}${end}`, `${this.path}${end}`);
        rmSync(`${left}${end}`);
      }
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
