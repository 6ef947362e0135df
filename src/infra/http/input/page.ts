import { problem, type Problem } from '../problems/problem.js';
import { isPlainText } from './validation.js';

/**
 * Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and
 * stays valid when rows are added.
 */
export interface Page<T> {
  /** In the order of the list. */
  readonly data: readonly T[];
  readonly page: PagePlace;
}

/** Where a page stands in its list. */
export interface PagePlace {
  /**
   * The most rows of the page.
   * @asType integer
   * @example 50
   */
  readonly limit: number;
  /**
   * The `cursor` of the next page; null: this is the last one.
   * @example "b3JkXzAxTTc"
   */
  readonly nextCursor: string | null;
  /** Whether another page follows. */
  readonly hasMore: boolean;
}

/** Pass one row more than the limit if there are more rows. */
export function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string): Page<T> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore && last !== undefined ? cursorOf(keyOf(last)) : null;
  return { data, page: { limit, nextCursor, hasMore } };
}

/** The cursor for a sort key. */
export function cursorOf(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}

/** The sort key of a cursor; throws a 400 problem if the cursor is not one of ours. */
export function cursorKey(cursor: string): string {
  const key = keyIn(cursor);
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) throw notACursor();
  return key;
}

/** The same for lists that are sorted by a text that people chose, in any script; `most` is its greatest length. */
export function textCursorKey(cursor: string, most: number): string {
  const key = keyIn(cursor);
  if (!isPlainText(key, most)) throw notACursor();
  return key;
}

function keyIn(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (cursorOf(key) !== cursor) throw notACursor();
  return key;
}

/** The same for lists that are sorted by a number. */
export function numericCursorKey(cursor: string): number {
  const key = cursorKey(cursor);
  if (!/^\d{1,15}$/.test(key)) throw notACursor();
  return Number(key);
}

export function notACursor(): Problem {
  return problem('validation-failed', 'The cursor must be a nextCursor of this list.', {
    errors: [{ field: 'cursor', message: 'must be a nextCursor of this list' }],
  });
}
