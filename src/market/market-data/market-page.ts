import type { PageWanted } from '../../infra/exchange/api/market-questions.js';
import { cursorKey, cursorOf, notACursor, type Page } from '../../infra/http/input/page.js';

/**
 * The exchange's numbered pages as our cursors. A cursor holds page number and size, so the size stays
 * that of the first page. Rows added or removed between two pages shift the others: the exchange offers
 * nothing better.
 */
export interface MarketPage extends PageEnd {
  /** Rows of the whole list, if the exchange says. */
  readonly total?: number;
}

type PageEnd = Page<unknown>['page'];

const KEY = /^([1-9]\d{0,5})x([1-9]\d{0,2})$/;

export function pageWanted(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
  limitMax: number,
): PageWanted {
  if (cursor === undefined) return { number: 1, limit };
  const [, number, begunWith] = KEY.exec(cursorKey(cursor)) ?? [];
  if (number === undefined || Number(begunWith) > limitMax) throw notACursor();
  return { number: Number(number), limit: Number(begunWith) };
}

export function marketPage(
  { number, limit }: PageWanted,
  { total, pages }: { readonly total: number | null; readonly pages: number | null },
  rows: number,
): MarketPage {
  const known = pages ?? (total === null ? null : Math.ceil(total / limit));
  // With an unknown number of pages, a full one may not be the last; an empty one always is.
  const hasMore = rows > 0 && (known === null ? rows >= limit : number < known);
  return {
    limit,
    nextCursor: hasMore ? cursorOf(`${number + 1}x${limit}`) : null,
    hasMore,
    ...(total === null ? {} : { total }),
  };
}

/** A list that the exchange does not page is one page. */
export function wholeList(rows: number): MarketPage {
  return { limit: rows, nextCursor: null, hasMore: false, total: rows };
}
