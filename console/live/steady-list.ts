import type { Page } from '../api/answers.js';

/**
 * A list that changes without moving under the pointer: known rows change in place, new rows wait until
 * they are asked for, and rows that no longer belong stay, dimmed, until then.
 */
export interface SteadyState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  /** The rows that are held, in their order. */
  readonly rows: readonly T[];
  /** A place for every row that was read; null: the row is not held, because it is far from the viewport or has left. */
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

/** The places of a page as it was read. The first page is always held. */
interface ListPage {
  /** Null: the start of the list. */
  readonly cursor: string | null;
  readonly from: number;
  readonly count: number;
  /** Of the rows that are held, in their order; null: the page was let go. */
  readonly ids: readonly string[] | null;
  /** The last row when it was first read: what an answer has below it is the next page's. */
  readonly lastId: string | null;
}

/** Rows that are held above and below the viewport. */
const HELD_AROUND = 500;
/** So near to the viewport a page is read again. */
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
  private readonly held = new Map<string, T>();
  private pages: readonly ListPage[] = [];
  /** The places in the viewport; null: not known. */
  private viewport: readonly [first: number, last: number] | null = null;
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
      this.viewport = null;
      this.held.clear();
      this.pages = [this.pageOf(null, 0, data)];
      this.place({
        phase: 'ready', error: null, gone: NONE, waiting: 0, waitingMore: false,
        hasMore: page.hasMore, loadingMore: false, readAt: this.options.now(),
      }); // prettier-ignore
    } catch (error) {
      if (opened !== this.opened) return;
      const phase = this.state.readAt === null ? 'failed' : 'ready';
      this.set({ phase, error, loadingMore: false });
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
      const added = data.filter((row) => !this.isHeld(row));
      this.pages = [...this.pages, this.pageOf(cursor, this.state.places.length, added)];
      this.letGo();
      this.place({ hasMore: page.hasMore, loadingMore: false, error: null });
    } catch (error) {
      if (opened === this.opened) this.set({ loadingMore: false, error });
    }
  }

  /**
   * The viewport shows these places: pages near it that are not held are read again, and those far away are let go,
   * so that a long list takes hardly more memory than a short one. Of those only the number of rows is kept.
   */
  async view(first: number, last: number): Promise<void> {
    this.viewport = [first, last];
    if (this.letGo()) this.place({});
    await this.readAround();
  }

  private readAround(): Promise<void> {
    this.reading ??= this.readPages().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readPages(): Promise<void> {
    for (;;) {
      const page = this.pages.find((one) => one.ids === null && this.isWithin(one, READ_WITHIN));
      if (page === undefined) return;
      const { opened } = this;
      try {
        const { data } = await this.options.load(page.cursor);
        if (opened !== this.opened) continue;
        this.readAgain(page.cursor, data);
      } catch (error) {
        if (opened === this.opened) this.set({ error });
        return;
      }
    }
  }

  /** What has left the page meanwhile leaves places empty at its end, so that no row of another page moves. */
  private readAgain(cursor: string | null, data: readonly T[]): void {
    const page = this.pages.find((one) => one.cursor === cursor);
    if (page === undefined) return;
    const { idOf } = this.options;
    const last = data.findIndex((row) => idOf(row) === page.lastId);
    const own = last < 0 ? data : data.slice(0, last + 1);
    const rows = own.filter((row) => !this.isHeld(row)).slice(0, page.count);
    this.hold(rows);
    this.replace(page, { ...page, ids: rows.map(idOf) });
    this.letGo();
    this.place({ error: null });
  }

  /** Whether there was anything to let go. */
  private letGo(): boolean {
    if (this.viewport === null) return false;
    const far = this.pages.filter(
      (page) => page.ids !== null && page.cursor !== null && !this.isWithin(page, HELD_AROUND),
    );
    for (const page of far) {
      for (const id of page.ids ?? []) this.held.delete(id);
      this.replace(page, { ...page, ids: null });
    }
    return far.length > 0;
  }

  private isWithin({ from, count }: ListPage, rows: number): boolean {
    const [first, last] = this.viewport ?? [0, 0];
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
    const changed = this.heldOf(ids);
    const before = new Map(changed.map((id) => [id, this.held.get(id)]));
    if (reread || changed.length > ROWS_AT_ONCE) await this.refresh();
    // Rows further down are not in what was just read.
    const unread = changed.filter(
      (id) => this.held.has(id) && this.held.get(id) === before.get(id),
    );
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
    const { gone, waitingMore } = this.state;
    const { fresh } = this;
    const [first, ...others] = this.pages;
    const { count = 0, ids = [] } = first ?? {};
    // Between the new rows and the known ones there are others; or the list was longer than the page that it is now;
    // or the first page, which is always held, would become long.
    const isShorter = others.length > 0 && gone.size > 0;
    if (waitingMore || isShorter || count + fresh.length > HELD_AROUND) return this.open();
    const kept = (ids ?? []).flatMap((id) => (gone.has(id) ? [] : (this.held.get(id) ?? [])));
    for (const id of gone) this.held.delete(id);
    const start = this.pageOf(null, 0, [...fresh, ...kept]);
    const moved = start.count - count;
    this.pages = [start, ...others.map((page) => ({ ...page, from: page.from + moved }))];
    this.fresh = [];
    this.place({ gone: NONE, waiting: 0, waitingMore: false });
  }

  private async look(): Promise<void> {
    if (this.state.readAt === null) return this.open();
    const { opened } = this;
    try {
      const { data, page } = await this.options.load(null);
      if (opened !== this.opened) return;
      const { idOf } = this.options;
      const listed = new Set(data.map(idOf));
      this.fresh = this.above(data).filter((row) => !this.isHeld(row));
      this.hold(data.filter((row) => this.isHeld(row)));
      // Only a list that fits one page tells what has left it.
      const gone = page.hasMore
        ? NONE
        : new Set([...this.held.keys()].filter((id) => !listed.has(id)));
      const waitingMore = page.hasMore && this.fresh.length === data.length;
      const readAt = this.options.now();
      const waiting = this.fresh.length;
      this.place({ phase: 'ready', error: null, readAt, gone, waiting, waitingMore });
      // An empty list has nothing that could move.
      if (this.state.places.length === 0) await this.show();
      // A page that could not be read again, perhaps.
      await this.readAround();
    } catch (error) {
      if (opened === this.opened) this.set({ error });
    }
  }

  /** Without what stands below all rows that are held, unless the list ends there: it is of a page that is not held. */
  private above(data: readonly T[]): readonly T[] {
    const last = data.findLastIndex((row) => this.isHeld(row));
    const isWhole = this.pages.length === 1 && !this.state.hasMore;
    return last < 0 || isWhole ? data : data.slice(0, last);
  }

  private heldOf(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => this.held.has(id));
  }

  private patch(changed: readonly T[]): void {
    if (changed.length === 0) return;
    this.hold(changed.filter((row) => this.isHeld(row)));
    this.place({});
  }

  private pageOf(cursor: string | null, from: number, rows: readonly T[]): ListPage {
    this.hold(rows);
    const ids = rows.map(this.options.idOf);
    return { cursor, from, count: rows.length, ids, lastId: ids.at(-1) ?? null };
  }

  private replace(page: ListPage, by: ListPage): void {
    this.pages = this.pages.map((one) => (one === page ? by : one));
  }

  private isHeld(row: T): boolean {
    return this.held.has(this.options.idOf(row));
  }

  private hold(rows: readonly T[]): void {
    for (const row of rows) this.held.set(this.options.idOf(row), row);
  }

  private place(change: Partial<SteadyState<T>>): void {
    const places = this.pages.flatMap(({ count, ids }) =>
      Array.from({ length: count }, (_, index) => this.held.get(ids?.[index] ?? '') ?? null),
    );
    this.set({ ...change, places, rows: places.filter((row) => row !== null) });
  }

  private set(change: Partial<SteadyState<T>>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}
