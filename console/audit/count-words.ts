import { grouped } from '../parts/figures.js';

/** How many entries an export would have now; `count` null: more than are counted, undefined: not known yet. */
export function countWords(count: number | null | undefined, error: Error | null): string {
  if (error !== null) return 'Not counted; the file says how many it has';
  if (count === undefined) return 'Counting…';
  if (count === null) return 'More than 2,000; the file says how many it has';
  return `${grouped(String(count))} now`;
}
