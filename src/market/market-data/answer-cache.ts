/**
 * A bounded memory: what was used longest ago goes first, by number and by bytes. Something so large
 * that it would push out a good part of the rest is not kept at all, and the caller is told.
 */
export interface CacheLimits {
  readonly entriesMax: number;
  readonly bytesMax: number;
  /** Of one entry. */
  readonly entryBytesMax: number;
}

export class AnswerCache<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  private held = 0;

  constructor(private readonly limits: CacheLimits) {}

  get size(): number {
    return this.entries.size;
  }

  get bytes(): number {
    return this.held;
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps the order of insertion: what is used goes to its end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** False when it is too large to be kept; what was kept under the key before is gone either way. */
  set(key: string, value: T, bytes: number): boolean {
    this.delete(key);
    if (bytes > this.limits.entryBytesMax) return false;
    this.entries.set(key, { value, bytes });
    this.held += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limits.entriesMax && this.held <= this.limits.bytesMax) break;
      this.delete(oldest);
    }
    return true;
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.held -= entry.bytes;
  }
}
