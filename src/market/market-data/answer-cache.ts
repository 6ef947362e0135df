/** A least-recently-used cache, bounded by entries and bytes. It refuses an entry that is too large. */
export interface CacheLimits {
  readonly entriesMax: number;
  readonly bytesMax: number;
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
    // A Map keeps insertion order: move the used entry to the end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** False when the value is too large; the key's earlier value is gone either way. */
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
