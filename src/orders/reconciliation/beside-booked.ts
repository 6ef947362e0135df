import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import { inSlices } from '../../infra/slices.js';
import { keyOfTrade, sameTrade, type TradeTerms } from '../domain/changed-trade.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import type { BookedFill, Differing } from './changed-trades.js';
import { firstsOf, put, type Group, type Owned } from './trade-groups.js';

/** Of every known execution of a day, at every pass: what is compared, and no more. */
const BOOKED = `order_id AS "orderId", trade_date AS "tradeDate", matching_id AS "matchingId",
  order_number AS "orderNumber", side, units, price, shown_for AS "shownFor"`;

/** What an answer's executions are, beside what is booked. */
export interface BesideBooked {
  /** Not booked yet. */
  readonly fresh: ReadonlyMap<string, Group>;
  /** By their keys, those that stand twice, in two ways. */
  readonly twofold: ReadonlyMap<string, Owned>;
  /** Of those, what is booked, if it is shown so, or stands first. */
  readonly doubled: ReadonlyMap<string, TradeTerms>;
  /** Booked, and shown otherwise. */
  readonly differing: readonly Differing[];
  /** Booked executions that were first shown by an answer for that day, and are shown. */
  readonly standing: number;
  /** Those that another day's answer has shown first; by their keys. */
  readonly elsewhere: ReadonlySet<string>;
}

export async function besideBooked(
  reading: Reading,
  owned: readonly Owned[],
  askedDate: string,
): Promise<BesideBooked> {
  const fresh = new Map<string, Group>();
  const differing: Differing[] = [];
  const elsewhere = new Set<string>();
  let standing = 0;
  const { firsts, twofold } = await firstsOf(owned);
  const doubled = new Map<string, TradeTerms>();
  for await (const slice of inSlices([...firsts])) {
    const known = await knownFills(
      reading,
      slice.map(([, { row }]) => row),
    );
    for (const [key, { orderId, row }] of slice) {
      const fill = known.get(key);
      if (fill === undefined) put(fresh, orderId, row);
      else if (fill.shownFor === askedDate) standing += 1;
      else elsewhere.add(key);
      const again = twofold.get(key);
      const isShown = fill !== undefined && [row, again?.row].some((one) => isAs(fill, one));
      const { units, price } = isShown ? fill : row;
      if (again !== undefined) doubled.set(key, { units, price });
      if (fill !== undefined && !isShown) differing.push({ fill, row });
    }
  }
  return { fresh, twofold, differing, standing, elsewhere, doubled };
}

async function knownFills(
  reading: Reading,
  rows: readonly ExecutionEvidence[],
): Promise<Map<string, BookedFill>> {
  const known = new Map<string, BookedFill>();
  for (const tradeDate of new Set(rows.map((row) => row.tradeDate))) {
    const ofDay = rows.filter((row) => row.tradeDate === tradeDate);
    const { marks, values } = inList(ofDay.map((row) => row.matchingId));
    const fills = await reading.query<BookedFill>(
      `SELECT ${BOOKED} FROM fills
        WHERE trade_date = ? AND reversed_at IS NULL AND matching_id IN (${marks})`,
      [tradeDate, ...values],
    );
    for (const fill of fills) known.set(keyOfTrade(fill), fill);
  }
  return known;
}

function isAs(fill: TradeTerms, row: ExecutionEvidence | undefined): boolean {
  return row !== undefined && sameTrade(fill, row);
}
