import { ReadOnlyServer } from '../lost-connection.js';
import { errorCode } from './unit-of-work.js';

/** A commit that has reached the disk. */
export interface Commit {
  /** Units of work in it. */
  readonly units: number;
  /** How long the COMMIT took: mostly the flush to disk. */
  readonly durationMs: number;
}

/** What is lost with these is no fault of the unit: no connection, no room, a broken disk, a server that ends. */
const STORAGE_FAILED =
  /^(08|53|57P|58|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOMEM|NOTADB|READONLY))/;

/** Tells one listener of every commit of this process, and knows whether the last write was stored. */
export class Commits {
  private listener: (commit: Commit) => void = () => undefined;
  /** Of the last write; null: it was stored. */
  private failure: unknown = null;

  listen(listener: (commit: Commit) => void): void {
    this.listener = listener;
  }

  done(commit: Commit): void {
    this.listener(commit);
  }

  /** Something was written, and is on the disk: a commit of units that only read shows nothing. */
  stored(): void {
    this.failure = null;
  }

  failed(error: unknown): void {
    if (STORAGE_FAILED.test(errorCode(error))) this.failure = error;
  }

  /** Why nothing can be stored, by the last write; null: it was stored. Everybody may read it. */
  get problem(): string | null {
    if (this.failure === null) return null;
    return this.failure instanceof ReadOnlyServer
      ? 'the database takes no writes: nothing can be stored'
      : 'the last write to the database failed: nothing can be stored';
  }
}
