import type { Page } from '../api/answers.js';

/**
 * A list that changes without moving under the pointer: known rows change in place, new rows wait until
 * they are asked for, and rows that no longer belong stay, dimmed, until then.
 */
export interface SteadyState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  /** What is held of it, from its start to where it was read. */
  readonly rows: readonly T[];
  /** A place for every row that was read; null: it is far from what is in view, and not held. */
  readonly places: readonly (T | null)[];
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

/** A page as it was read. The first one is always held. */
interface HeldPage {
  /** Null: the start of the list. */
  readonly cursor: string | null;
  readonly from: number;
  readonly count: number;
  readonly isHeld: boolean;
}

/** Rows that are held above and below those in view. */
const HELD_AROUND = 1_000;
/** So near to what is in view a page is read again. */
const READ_WITHIN = 100;
/** More changed rows than these are read with the start of the list instead of one by one. */
const ROWS_AT_ONCE = 8;
const NONE: ReadonlySet<string> = new Set();

export class SteadyList<T> {
  private state: SteadyState<T> = {
    phase: 'loading', error: null, rows: [], places: [], gone: NONE, waiting: 0, waitingMore: false,
    hasMore: false, loadingMore: false, readAt: null,
  }; // prettier-ignore
  private cursor: string | null = null;
  private pages: readonly HeldPage[] = [];
  /** The rows in view; null: nobody has said. */
  private inView: readonly [first: number, last: number] | null = null;
  private reading: Promise<void> | null = null;
  /** How often it was opened: an answer to an earlier list is dropped. */
  private opened = 0;
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
    this.opened += 1;
    const { opened } = this;
    try {
      const { data, page } = await this.options.load(null);
      if (opened !== this.opened) return;
      this.cursor = page.nextCursor;
      this.fresh = [];
      this.inView = null;
      this.pages = [{ cursor: null, from: 0, count: data.length, isHeld: true }];
      this.place(data, {
        phase: 'ready', error: null, gone: NONE, waiting: 0, waitingMore: false,
        hasMore: page.hasMore, loadingMore: false, readAt: this.options.now(),
      }); // prettier-ignore
    } catch (error) {
      this.set({ phase: this.state.readAt === null ? 'failed' : 'ready', error });
    }
  }

  async more(): Promise<void> {
    if (!this.state.hasMore || this.state.loadingMore) return;
    this.set({ loadingMore: true });
    const { opened, cursor } = this;
    try {
      const { data, page } = await this.options.load(cursor);
      if (opened !== this.opened) return;
      this.cursor = page.nextCursor;
      const known = this.known();
      const { places } = this.state;
      const added = data.filter((row) => !known.has(this.options.idOf(row)));
      const at = { cursor, from: places.length, count: added.length, isHeld: true };
      this.pages = [...this.pages, at];
      const hasMore = page.hasMore;
      this.place([...places, ...added], { hasMore, loadingMore: false, error: null });
      this.letGo();
    } catch (error) {
      if (opened === this.opened) this.set({ loadingMore: false, error });
    }
  }

  /**
   * These rows are in view: pages near them that are not held are read again, and those far away are let go, so that
   * a long list takes no more memory than a short one.
   */
  async view(first: number, last: number): Promise<void> {
    this.inView = [first, last];
    this.letGo();
    this.reading ??= this.readAround().finally(() => (this.reading = null));
    await this.reading;
  }

  private async readAround(): Promise<void> {
    for (;;) {
      const page = this.pages.find((one) => !one.isHeld && this.isWithin(one, READ_WITHIN));
      if (page === undefined) return;
      const { opened } = this;
      try {
        const { data } = await this.options.load(page.cursor);
        if (opened !== this.opened) return;
        this.hold(page, data);
      } catch (error) {
        if (opened === this.opened) this.set({ error });
        return;
      }
    }
  }

  /** What the page has by now goes to the places that it had; a row that has left it leaves its place empty. */
  private hold(page: HeldPage, data: readonly T[]): void {
    const places = [...this.state.places];
    // New rows may have come in above meanwhile.
    const now = this.pages.find(({ cursor }) => cursor === page.cursor) ?? page;
    for (let index = 0; index < now.count; index += 1)
      places[now.from + index] = data[index] ?? null;
    this.pages = this.pages.map((one) => (one === now ? { ...one, isHeld: true } : one));
    this.place(places, { error: null });
  }

  private letGo(): void {
    const far = this.pages.filter(
      (page) => page.isHeld && page.cursor !== null && !this.isWithin(page, HELD_AROUND),
    );
    if (this.inView === null || far.length === 0) return;
    const places = [...this.state.places];
    for (const { from, count } of far) places.fill(null, from, from + count);
    this.pages = this.pages.map((one) => (far.includes(one) ? { ...one, isHeld: false } : one));
    this.place(places, {});
  }

  private isWithin({ from, count }: HeldPage, rows: number): boolean {
    const [first, last] = this.inView ?? [0, 0];
    return from <= last + rows && from + count >= first - rows;
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
    const { places, gone } = this.state;
    const kept = places.filter((row) => row === null || !gone.has(this.options.idOf(row)));
    // Only a list of one page has rows that have gone, so that the others move by those that are new.
    const moved = this.fresh.length + kept.length - places.length;
    this.pages = this.pages.map((page) =>
      page.cursor === null
        ? { ...page, count: page.count + moved }
        : { ...page, from: page.from + moved },
    );
    const fresh = this.fresh;
    this.fresh = [];
    this.place([...fresh, ...kept], { gone: NONE, waiting: 0, waitingMore: false });
  }

  private async look(): Promise<void> {
    if (this.state.readAt === null) return this.open();
    try {
      const { data, page } = await this.options.load(null);
      const { idOf } = this.options;
      const known = this.known();
      const latest = new Map(data.map((row) => [idOf(row), row]));
      const fresh = data.filter((row) => !known.has(idOf(row)));
      // Only a list that fits one page tells what has left it.
      const missing = page.hasMore ? [] : this.state.rows.map(idOf).filter((id) => !latest.has(id));
      this.fresh = fresh;
      const readAt = this.options.now();
      const waitingMore = page.hasMore && fresh.length === data.length;
      const gone = new Set(missing);
      this.place(this.withLatest(latest), {
        phase: 'ready',
        error: null,
        readAt,
        gone,
        waiting: fresh.length,
        waitingMore,
      });
      // An empty list has nothing that could move.
      if (this.state.places.length === 0) await this.show();
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
    const latest = new Map(changed.map((row) => [this.options.idOf(row), row]));
    this.place(this.withLatest(latest), {});
  }

  private withLatest(latest: ReadonlyMap<string, T>): readonly (T | null)[] {
    const { idOf } = this.options;
    return this.state.places.map((row) => (row === null ? null : (latest.get(idOf(row)) ?? row)));
  }

  private known(): ReadonlySet<string> {
    return new Set(this.state.rows.map((row) => this.options.idOf(row)));
  }

  private place(places: readonly (T | null)[], change: Partial<SteadyState<T>>): void {
    const rows = places.filter((row) => row !== null);
    this.set({ ...change, places, rows });
  }

  private set(change: Partial<SteadyState<T>>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
