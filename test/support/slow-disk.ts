import type { Disk } from '../../src/infra/database/log-on-disk.js';

/** A disk that takes its time: what is flushed while it is held has arrived when it is let go. */
export class SlowDisk implements Disk {
  flushes = 0;
  moves = 0;
  private held = false;
  private arrive: ((fault?: Error) => void)[] = [];
  private begin: () => void = () => undefined;

  /** Resolves when the first flush that is held has begun. */
  hold(): Promise<void> {
    this.held = true;
    return new Promise((resolve) => (this.begin = resolve));
  }

  letGo(fault?: Error): void {
    this.held = false;
    for (const arrive of this.arrive.splice(0)) arrive(fault);
  }

  flush(): Promise<void> {
    this.flushes += 1;
    if (!this.held) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.arrive.push((fault) => (fault === undefined ? resolve() : reject(fault)));
      this.begin();
    });
  }

  moveLog(): Promise<void> {
    this.moves += 1;
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
