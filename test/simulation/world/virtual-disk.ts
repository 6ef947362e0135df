import type BetterSqlite3 from 'better-sqlite3';
import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { SeededRandom } from '../../../simulator/seeded-random.js';

/** `PRAGMA synchronous`: every commit is on the disk before it returns. */
const FULL = 2;

/**
 * What is left of a database's files when the power goes: what SQLite was told to flush. With
 * `synchronous = FULL` that is every commit; with less, what stands in the log may be gone, in part or
 * whole. An open transaction is not in the log.
 */
export class VirtualDisk {
  private readonly random: SeededRandom;

  constructor(
    private readonly path: string,
    private readonly writer: BetterSqlite3.Database,
    bootedAt: number,
  ) {
    this.random = new SeededRandom(`disk/${bootedAt}`);
  }

  /** The returned function puts what is left in the files' place. */
  cutPower(): () => void {
    const left = `${this.path}.left`;
    for (const end of ['', '-wal']) copyFileSync(`${this.path}${end}`, `${left}${end}`);
    if (this.writer.pragma('synchronous', { simple: true }) !== FULL) {
      const { size } = statSync(`${left}-wal`);
      truncateSync(`${left}-wal`, this.random.pick([0, this.random.between(0, size)]));
    }
    return () => {
      rmSync(`${this.path}-shm`, { force: true });
      for (const end of ['', '-wal']) {
        copyFileSync(`${left}${end}`, `${this.path}${end}`);
        rmSync(`${left}${end}`);
      }
    };
  }
}
