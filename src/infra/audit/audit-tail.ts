import { Injectable } from '@nestjs/common';

/**
 * Signals that the audit trail has grown. The signal carries no entries: subscribers read the trail from
 * their last sequence, so a missed signal loses nothing.
 */
@Injectable()
export class AuditTail {
  private readonly listeners = new Set<() => void>();

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** The returned function unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
