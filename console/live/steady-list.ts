import type { Page } from '../api/answers.js';
import { PlacesOfPages, type Places } from './places.js';

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
  readonly places: Places<T>;
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
  /** One for each place; of a page that is not held as one text, which takes half the memory. */
  readonly ids: readonly string[] | string;
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
    phase: 'loading', error: null, rows: [], places: [], gone: NONE, waiting: 0,
    waitingMore: false, hasMore: false, loadingMore: false, readAt: null,
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
      this.hold(data);
      const ids = data.map(this.options.idOf);
      this.pages = [{ cursor: null, from: 0, count: data.length, ids }];
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
      const added = this.unknownOf(data);
      const ids = added.map(this.options.idOf);
      this.pages = [...this.pages, { cursor, from: this.length, count: added.length, ids }];
      this.hold(added);
      this.letGo();
      this.place({ hasMore: page.hasMore, loadingMore: false, error: null });
    } catch (error) {
      if (opened === this.opened) this.set({ loadingMore: false, error });
    }
  }

  /**
   * The viewport shows these places: pages near it that are not held are read again, and those far away are let go,
   * so that a long list takes hardly more memory than a short one.
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
      const page = this.pages.find((one) => !isHeld(one) && this.isWithin(one, READ_WITHIN));
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

  /** Rows go to the places that they had. One that has left the list leaves its place empty, so that no row moves. */
  private readAgain(cursor: string | null, data: readonly T[]): void {
    const page = this.pages.find((one) => one.cursor === cursor);
    if (page === undefined) return;
    const ids = idsOf(page);
    this.hold(data.filter((row) => ids.includes(this.options.idOf(row))));
    this.pages = this.pages.map((one) => (one === page ? { ...one, ids } : one));
    this.letGo();
    this.place({ error: null });
  }

  /** Whether there was anything to let go. */
  private letGo(): boolean {
    if (this.viewport === null) return false;
    const far = this.pages.filter(
      (page) => isHeld(page) && page.cursor !== null && !this.isWithin(page, HELD_AROUND),
    );
    for (const page of far) for (const id of idsOf(page)) this.held.delete(id);
    this.pages = this.pages.map((one) =>
      far.includes(one) ? { ...one, ids: asText(idsOf(one)) } : one,
    );
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
    const isLong = this.pages.length > 1;
    const first = this.pages[0]?.count ?? 0;
    // Between the new rows and the known ones there are others; or the list was longer than the page that it is now;
    // or the first page, which is always held, would become long.
    if (waitingMore || (isLong && gone.size > 0) || first + fresh.length > HELD_AROUND)
      return this.open();
    for (const id of gone) this.held.delete(id);
    this.hold(fresh);
    const [start, ...others] = this.pages;
    if (start === undefined) return;
    // Only in the first page has anything gone: a longer list was opened anew.
    const kept = idsOf(start).filter((id) => !gone.has(id));
    const ids = [...fresh.map(this.options.idOf), ...kept];
    const moved = ids.length - start.count;
    const below = others.map((page) => ({ ...page, from: page.from + moved }));
    this.pages = [{ ...start, ids, count: ids.length }, ...below];
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
      this.fresh = this.unknownOf(data);
      this.hold(data.filter((row) => this.held.has(idOf(row))));
      // Only a list that fits one page tells what has left it.
      const all = page.hasMore ? [] : this.pages.flatMap(idsOf);
      const gone = new Set(all.filter((id) => !listed.has(id)));
      const waitingMore = page.hasMore && this.fresh.length === data.length;
      const readAt = this.options.now();
      const waiting = this.fresh.length;
      this.place({ phase: 'ready', error: null, readAt, gone, waiting, waitingMore });
      // An empty list has nothing that could move.
      if (this.length === 0) await this.show();
      // A page that could not be read again, perhaps.
      await this.readAround();
    } catch (error) {
      if (opened === this.opened) this.set({ error });
    }
  }

  private heldOf(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => this.held.has(id));
  }

  private patch(changed: readonly T[]): void {
    if (changed.length === 0) return;
    this.hold(changed.filter((row) => this.held.has(this.options.idOf(row))));
    this.place({});
  }

  private hold(rows: readonly T[]): void {
    for (const row of rows) this.held.set(this.options.idOf(row), row);
  }

  /** How many places there are. */
  private get length(): number {
    return this.pages.reduce((length, { count }) => length + count, 0);
  }

  private unknownOf(rows: readonly T[]): readonly T[] {
    return rows.filter((row) => {
      const id = this.options.idOf(row);
      return !this.held.has(id) && !this.pages.some((page) => hasId(page, id));
    });
  }

  private place(change: Partial<SteadyState<T>>): void {
    const places = new PlacesOfPages<T>(
      this.pages.map(({ ids, count }) => ({
        count,
        rows: typeof ids === 'string' ? null : ids.map((id) => this.held.get(id) ?? null),
      })),
    );
    this.set({ ...change, places, rows: places.held() });
  }

  private set(change: Partial<SteadyState<T>>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }
}

/** Around every id, so that none is found within another. */
const SEPARATOR = '\n';

function isHeld({ ids }: ListPage): boolean {
  return typeof ids !== 'string';
}

function idsOf({ ids, count }: ListPage): readonly string[] {
  if (typeof ids !== 'string') return ids;
  return count === 0 ? [] : ids.slice(SEPARATOR.length, -SEPARATOR.length).split(SEPARATOR);
}

function asText(ids: readonly string[]): string {
  return SEPARATOR + ids.join(SEPARATOR) + SEPARATOR;
}

function hasId({ ids }: ListPage, id: string): boolean {
  return typeof ids === 'string' ? ids.includes(asText([id])) : ids.includes(id);
}
