import { Injectable } from '@nestjs/common';

/**
 * Tells whoever waits that the audit trail has grown. It carries no entries: a listener reads the
 * trail itself, from the sequence it knows, so nothing is lost when a signal is.
 */
@Injectable()
export class AuditTail {
  private readonly listeners = new Set<() => void>();

  wake(): void {
    for (const listener of this.listeners) listener();
  }

  /** The returned function ends it. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
