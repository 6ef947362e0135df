import type { Page } from '../api/answers.js';

/**
 * A list that changes without moving under the pointer: known rows change in place, new rows wait until
 * they are asked for, and rows that no longer belong stay, dimmed, until then.
 */
export interface SteadyState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  readonly rows: readonly T[];
  /** Ids of rows that the list no longer has. */
  readonly gone: ReadonlySet<string>;
  /** New rows that wait above. */
  readonly waiting: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** When it was last read; null: never. */
  readonly readAt: number | null;
}

export interface SteadyOptions<T> {
  readonly idOf: (row: T) => string;
  readonly load: (cursor: string | null) => Promise<Page<T>>;
  readonly now: () => number;
}

const NONE: ReadonlySet<string> = new Set();

export class SteadyList<T> {
  private state: SteadyState<T> = {
    phase: 'loading', error: null, rows: [], gone: NONE, waiting: 0, hasMore: false,
    loadingMore: false, readAt: null,
  }; // prettier-ignore
  private cursor: string | null = null;
  private fresh: readonly T[] = [];
  private readonly watchers = new Set<() => void>();
  private running: Promise<void> | null = null;
  private again = false;

  constructor(private readonly options: SteadyOptions<T>) {}

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  readonly snapshot = (): SteadyState<T> => this.state;

  /** Reads the list from its start; what is shown is replaced. */
  async open(): Promise<void> {
    try {
      const { data, page } = await this.options.load(null);
      this.cursor = page.nextCursor;
      this.fresh = [];
      this.set({
        phase: 'ready', error: null, rows: data, gone: NONE, waiting: 0, hasMore: page.hasMore,
        readAt: this.options.now(),
      }); // prettier-ignore
    } catch (error) {
      this.set({ phase: this.state.readAt === null ? 'failed' : 'ready', error });
    }
  }

  async more(): Promise<void> {
    if (!this.state.hasMore || this.state.loadingMore) return;
    this.set({ loadingMore: true });
    try {
      const { data, page } = await this.options.load(this.cursor);
      this.cursor = page.nextCursor;
      const known = this.known();
      const rows = [
        ...this.state.rows,
        ...data.filter((row) => !known.has(this.options.idOf(row))),
      ];
      this.set({ rows, hasMore: page.hasMore, loadingMore: false, error: null });
    } catch (error) {
      this.set({ loadingMore: false, error });
    }
  }

  /** Looks at the start of the list again. One look at a time; a call meanwhile causes one more. */
  async refresh(): Promise<void> {
    if (this.running !== null) {
      this.again = true;
      return this.running;
    }
    this.running = this.look().finally(() => (this.running = null));
    await this.running;
    if (!this.again) return;
    this.again = false;
    await this.refresh();
  }

  /** A row that has changed; one that is not in the list is ignored. */
  patch(row: T): void {
    const id = this.options.idOf(row);
    const rows = this.state.rows.map((one) => (this.options.idOf(one) === id ? row : one));
    this.set({ rows });
  }

  has(id: string): boolean {
    return this.state.rows.some((row) => this.options.idOf(row) === id);
  }

  /** Takes the waiting rows in and drops those that have gone. */
  show(): void {
    const kept = this.state.rows.filter((row) => !this.state.gone.has(this.options.idOf(row)));
    const rows = [...this.fresh, ...kept];
    this.fresh = [];
    this.set({ rows, gone: NONE, waiting: 0 });
  }

  private async look(): Promise<void> {
    if (this.state.readAt === null) return this.open();
    try {
      const { data, page } = await this.options.load(null);
      const { idOf } = this.options;
      const known = this.known();
      const latest = new Map(data.map((row) => [idOf(row), row]));
      const fresh = data.filter((row) => !known.has(idOf(row)));
      const rows = this.state.rows.map((row) => latest.get(idOf(row)) ?? row);
      // Only a list that fits one page tells what has left it.
      const missing = page.hasMore ? [] : rows.map(idOf).filter((id) => !latest.has(id));
      this.fresh = fresh;
      const readAt = this.options.now();
      const base = { phase: 'ready', error: null, readAt } as const;
      if (rows.length === 0) this.set({ ...base, rows: fresh, waiting: 0 });
      else this.set({ ...base, rows, gone: new Set(missing), waiting: fresh.length });
      if (rows.length === 0) this.fresh = [];
    } catch (error) {
      this.set({ error });
    }
  }

  private known(): ReadonlySet<string> {
    return new Set(this.state.rows.map((row) => this.options.idOf(row)));
  }

  private set(change: Partial<SteadyState<T>>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
