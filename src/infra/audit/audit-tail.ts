import { Injectable } from '@nestjs/common';

/** A request whose unknown outcome became known. */
export interface Settled {
  readonly kind: string;
  readonly durationMs: number;
}

/** Facts whose entries are committed. */
export interface Committed {
  readonly stream: string;
  readonly facts: readonly {
    readonly type: string;
    readonly body: Readonly<Record<string, unknown>>;
    readonly settled?: readonly Settled[];
  }[];
}

/**
 * Signals that the audit trail has grown. The signal carries no entries: subscribers read the trail from
 * their last sequence, so a missed signal loses nothing.
 */
@Injectable()
export class AuditTail {
  private readonly listeners = new Set<() => void>();
  private readonly followers: ((committed: Committed) => void)[] = [];

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** The returned function unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  committed(committed: Committed): void {
    for (const follower of this.followers) follower(committed);
    this.notify();
  }

  /** For metrics and the log alone: what other instances commit, and what a dying process has, is not told. */
  follow(follower: (committed: Committed) => void): void {
    this.followers.push(follower);
  }
}
