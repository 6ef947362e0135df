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
  /** New rows that wait above; `waitingMore`: and others that have not been read. */
  readonly waiting: number;
  readonly waitingMore: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** When it was last read; null: never. */
  readonly readAt: number | null;
}

export interface SteadyOptions<T> {
  readonly idOf: (row: T) => string;
  readonly load: (cursor: string | null) => Promise<Page<T>>;
  /** Null: it is not there any more. */
  readonly loadRow?: (id: string) => Promise<T | null>;
  readonly now: () => number;
}

/** More changed rows than these are read with the start of the list instead of one by one. */
const ROWS_AT_ONCE = 8;
const NONE: ReadonlySet<string> = new Set();

export class SteadyList<T> {
  private state: SteadyState<T> = {
    phase: 'loading', error: null, rows: [], gone: NONE, waiting: 0, waitingMore: false,
    hasMore: false, loadingMore: false, readAt: null,
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
        phase: 'ready', error: null, rows: data, gone: NONE, waiting: 0, waitingMore: false,
        hasMore: page.hasMore, readAt: this.options.now(),
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

  /**
   * Reads rows again that have changed: many with the start of the list, others one by one. Returns those that are
   * left for the next time, because they are many or an answer failed; `reread` reads the start in any case.
   */
  async catchUp(ids: readonly string[], reread: boolean): Promise<readonly string[]> {
    const changed = this.held(ids);
    if (reread || changed.length > ROWS_AT_ONCE) await this.refresh();
    // Rows further down are not in what was just read.
    const unread = changed.filter((row) => this.state.rows.includes(row)).map(this.options.idOf);
    const now = unread.slice(0, ROWS_AT_ONCE);
    const { loadRow } = this.options;
    if (loadRow === undefined) return [];
    const answers = await Promise.allSettled(now.map((id) => loadRow(id)));
    this.patch(
      answers.flatMap((one) =>
        one.status === 'fulfilled' && one.value !== null ? [one.value] : [],
      ),
    );
    const failed = answers.find((one) => one.status === 'rejected');
    if (failed === undefined) return unread.slice(ROWS_AT_ONCE);
    this.set({ error: failed.reason });
    return unread;
  }

  /** Takes the waiting rows in and drops those that have gone. */
  async show(): Promise<void> {
    // Between the new rows and the known ones there are others.
    if (this.state.waitingMore) return this.open();
    const kept = this.state.rows.filter((row) => !this.state.gone.has(this.options.idOf(row)));
    const rows = [...this.fresh, ...kept];
    this.fresh = [];
    this.set({ rows, gone: NONE, waiting: 0, waitingMore: false });
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
      const waitingMore = page.hasMore && fresh.length === data.length;
      const gone = new Set(missing);
      this.set({
        phase: 'ready',
        error: null,
        readAt,
        rows,
        gone,
        waiting: fresh.length,
        waitingMore,
      });
      // An empty list has nothing that could move.
      if (rows.length === 0) await this.show();
    } catch (error) {
      this.set({ error });
    }
  }

  private held(ids: readonly string[]): readonly T[] {
    const wanted = new Set(ids);
    return this.state.rows.filter((row) => wanted.has(this.options.idOf(row)));
  }

  private patch(changed: readonly T[]): void {
    if (changed.length === 0) return;
    const { idOf } = this.options;
    const latest = new Map(changed.map((row) => [idOf(row), row]));
    this.set({ rows: this.state.rows.map((row) => latest.get(idOf(row)) ?? row) });
  }

  private known(): ReadonlySet<string> {
    return new Set(this.state.rows.map((row) => this.options.idOf(row)));
  }

  private set(change: Partial<SteadyState<T>>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
