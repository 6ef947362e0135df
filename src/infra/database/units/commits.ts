/** A commit that has reached the disk. */
export interface Commit {
  /** Units of work in it. */
  readonly units: number;
  /** How long the COMMIT took: mostly the flush to disk. */
  readonly durationMs: number;
}

/** Tells one listener of every commit of this process. */
export class Commits {
  private listener: (commit: Commit) => void = () => undefined;

  listen(listener: (commit: Commit) => void): void {
    this.listener = listener;
  }

  done(commit: Commit): void {
    this.listener(commit);
  }
}
