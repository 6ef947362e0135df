import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AuditEvent, Page } from '../api/answers.js';
import { CallError, poll, read } from '../api/call.js';
import { SteadyList, type SteadyState } from './steady-list.js';
import { stream } from './stream.js';

export interface ListOf<T> {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly limit?: number;
  /** False while the role may not read it. */
  readonly enabled?: boolean;
  readonly idOf: (row: T) => string;
  /** Events after which the start of the list is read again. */
  readonly rereadOn?: (event: AuditEvent) => boolean;
  /** The row that an event is about, to read just that one again. */
  readonly rowOf?: (event: AuditEvent) => string | null;
}

const FLUSH_MS = 250;
const RETRY_MS = 3_000;
/** The row is not there for this person any more. */
const GONE: readonly number[] = [403, 404];

export interface UsedList<T> extends SteadyState<T> {
  readonly list: SteadyList<T>;
}

/** A list of the service that lives with the stream. `path`, `query` and the functions' meaning are its identity. */
export function useSteadyList<T>(asked: ListOf<T>): UsedList<T> {
  const { path, query, limit = 100, enabled = true, idOf, rereadOn, rowOf } = asked;
  const key = JSON.stringify([path, query, limit]);
  const list = useMemo(
    () =>
      new SteadyList<T>({
        idOf,
        now: () => Date.now(),
        load: (cursor) => read<Page<T>>(path, { ...query, limit, cursor }),
        loadRow: (id) =>
          poll<T>(`${path}/${id}`).catch((error: unknown) => {
            if (error instanceof CallError && GONE.includes(error.status)) return null;
            throw error;
          }),
      }),
    // A new list only for a new question.
    [key],
  );
  useEffect(() => {
    if (!enabled) return undefined;
    return followStream(list, { rereadOn, rowOf });
  }, [list, enabled]);
  return { ...useSyncExternalStore(list.watch, list.snapshot), list };
}

function followStream<T>(
  list: SteadyList<T>,
  {
    rereadOn,
    rowOf,
  }: {
    readonly rereadOn: ListOf<T>['rereadOn'];
    readonly rowOf: ListOf<T>['rowOf'];
  },
): () => void {
  const dirty = new Set<string>();
  let reread = false;
  let isFollowed = true;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const hasFailed = (): boolean => list.snapshot().error !== null;
  const flush = async (): Promise<void> => {
    const changed = [...dirty];
    const whole = reread;
    dirty.clear();
    reread = false;
    for (const id of await list.catchUp(changed, whole)) dirty.add(id);
    // What failed is done again: no later event may come.
    reread ||= hasFailed();
  };
  // One after the other, so that an older answer never replaces a newer one.
  const soon = (): void => {
    const inMs = hasFailed() ? RETRY_MS : FLUSH_MS;
    timer ??= setTimeout(() => {
      void flush().finally(() => {
        timer = null;
        if (isFollowed && (reread || dirty.size > 0)) soon();
      });
    }, inMs);
  };
  // What failed at first is tried again by itself, like all that fails later.
  void list.open().then(() => {
    if (!isFollowed || !hasFailed()) return;
    reread = true;
    soon();
  });
  const off = stream.on((event) => {
    const id = rowOf?.(event) ?? null;
    if (id !== null) dirty.add(id);
    const again = rereadOn?.(event) === true;
    reread ||= again;
    if (again || id !== null) soon();
  });
  // After a break of the connection nothing is certain: look again.
  const offBack = stream.onBack(() => {
    reread = true;
    soon();
  });
  return () => {
    isFollowed = false;
    off();
    offBack();
    if (timer !== null) clearTimeout(timer);
  };
}
