import { problem, type Problem } from './problem.js';

/**
 * Lists answer `{ data, page }`. A cursor is the sort key of the last row, opaque to callers;
 * it stays valid while rows are added.
 */
export interface Page<T> {
  readonly data: readonly T[];
  readonly page: {
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
  };
}

/** `rows` must hold one row more than the limit where there are more. */
export function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore && last !== undefined ? cursorOf(keyOf(last)) : null;
  return { data, page: { limit, nextCursor, hasMore } };
}

/** A key as callers see it. */
export function cursorOf(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}

/** The sort key inside a cursor; a 400 problem when it is not one of ours. */
export function cursorKey(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^[\x21-\x7e]{1,100}$/.test(key) || cursorOf(key) !== cursor) throw notACursor();
  return key;
}

/** The sort key of a list that is ordered by a number. */
export function numericCursorKey(cursor: string): number {
  const key = cursorKey(cursor);
  if (!/^\d{1,15}$/.test(key)) throw notACursor();
  return Number(key);
}

export function notACursor(): Problem {
  return problem('validation-failed', 'The cursor is not one that this list handed out.', {
    errors: [{ field: 'cursor', message: 'is not a cursor of this list' }],
  });
}
