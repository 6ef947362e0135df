import type { Courier } from './courier.js';
import type { Gathered } from './findings.js';
import {
  probePricesOf,
  pricesOf,
  quietestFirst,
  withBook,
  type ProbePrices,
  type Prices,
} from './prices.js';
import type { ProbeDesk } from './probes/probe-desk.js';
import { recordOf, rowsOf } from './replies.js';

/** What can be asked without posting, and the securities in which it is safe to post. */
const DAY_MS = 86_400_000;
const VWAP_DAYS = 120;
const VWAP_LIMITS = ['1000', '500', '200', '100'] as const;
export const BEYOND_MAXIMUM = '201';
const GROUNDS_MAX = 3;
/** Nigeria is one hour ahead of UTC all year. */
const LAGOS_MS = 3_600_000;

export const NO_SUCH_SECURITY = 'ZZNOSUCHSEC';

export function lagosDate(at: number): string {
  return new Date(at + LAGOS_MS).toISOString().slice(0, 10);
}

export async function survey(desk: ProbeDesk, found: Gathered, now: number): Promise<void> {
  const { courier } = desk;
  const result = found.survey;
  result.brokerList = await desk.brokerList();
  result.accountList = await desk.accountList();
  for (const list of [result.brokerList, result.accountList]) desk.protect(list);
  result.unknownSymbol = await courier.ask('company/data', { query: { symbol: NO_SUCH_SECURITY } });
  result.pageBeyond = await courier.ask('companies/metadata', {
    query: { page: '1', limit: BEYOND_MAXIMUM },
  });
  const range = { fromDate: lagosDate(now - VWAP_DAYS * DAY_MS), toDate: lagosDate(now) };
  for (const limit of VWAP_LIMITS) {
    const call = await courier.ask('vwap', { query: { ...range, pageNumber: '1', limit } });
    result.vwap = [...result.vwap, call];
    if (rowsOf(call) !== null) break;
  }
}

/** The quietest securities, or the wanted one; empty when none is safe. Those with a cross price first. */
export async function safePrices(
  courier: Courier,
  wanted: string | null,
): Promise<readonly ProbePrices[]> {
  const found: ProbePrices[] = [];
  for (const prices of await candidates(courier, wanted)) {
    const book = await courier.ask('market-depth/order-book', {
      query: { security: prices.security },
    });
    const safe = probePricesOf(withBook(prices, book));
    if (safe !== null) found.push(safe);
  }
  const meets = ({ crossPrice }: ProbePrices): number => (crossPrice === null ? 1 : 0);
  return found.sort((a, b) => meets(a) - meets(b));
}

async function candidates(courier: Courier, wanted: string | null): Promise<readonly Prices[]> {
  if (wanted === null) {
    const call = await courier.ask('companies/data', {});
    return quietestFirst(rowsOf(call) ?? []).slice(0, GROUNDS_MAX);
  }
  const record = recordOf(await courier.ask('company/data', { query: { symbol: wanted } }));
  const prices = record === null ? null : pricesOf(record);
  return prices === null ? [] : [prices];
}
