import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { keyOfTrade, sameTrade, type TradeTerms } from '../../breaks/trade-difference.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import type { BookedFill, Differing } from './watch-trade-corrections.js';
import type { Owned } from './trade-groups.js';

/** Only the columns that are compared: every run reads them for every booked execution of a day. */
const BOOKED = `order_id AS "orderId", trade_date AS "tradeDate", matching_id AS "matchingId",
  order_number AS "orderNumber", side, units, price, shown_for AS "shownFor"`;

/** An answer's executions compared with the booked ones. */
export interface FillComparison {
  /** Executions that are not booked yet. */
  readonly unbooked: readonly ExecutionEvidence[];
  /** Trades that the answer shows in two differing rows, by key, with the order on which one of them is booked. */
  readonly conflicting: ReadonlyMap<string, Owned>;
  /** Which terms of those trades count: the booked ones if a row shows them, else the first row's. */
  readonly doubled: ReadonlyMap<string, TradeTerms>;
  /** Executions that are booked with other terms than shown. */
  readonly differing: readonly Differing[];
  /** How many executions this answer shows that were booked from an answer for the same day. */
  readonly confirmedCount: number;
  /** Keys of the executions it shows that were booked from an answer for another day. */
  readonly elsewhere: ReadonlySet<string>;
}

/** Comes before ownership is asked: the owner of a booked execution is known. */
export async function compareWithFills(
  reading: Reading,
  executions: readonly ExecutionEvidence[],
  askedDate: string,
): Promise<FillComparison> {
  const unbooked: ExecutionEvidence[] = [];
  const firsts = new Map<string, { readonly fill: BookedFill; readonly row: ExecutionEvidence }>();
  const conflicting = new Map<string, Owned>();
  for await (const slice of inBatches(executions)) {
    const known = await knownFills(reading, slice);
    for (const row of slice) {
      const key = keyOfTrade(row);
      const fill = known.get(key);
      const first = firsts.get(key);
      if (fill === undefined) unbooked.push(row);
      else if (first === undefined) firsts.set(key, { fill, row });
      else if (!sameTrade(first.row, row)) conflicting.set(key, { orderId: fill.orderId, row });
    }
  }
  const doubled = new Map<string, TradeTerms>();
  const differing: Differing[] = [];
  const elsewhere = new Set<string>();
  let confirmedCount = 0;
  for await (const slice of inBatches([...firsts])) {
    for (const [key, { fill, row }] of slice) {
      if (fill.shownFor === askedDate) confirmedCount += 1;
      else elsewhere.add(key);
      const other = conflicting.get(key);
      const isShown = sameTrade(fill, row) || (other !== undefined && sameTrade(fill, other.row));
      if (other !== undefined) doubled.set(key, termsOf(isShown ? fill : row));
      if (!isShown) differing.push({ fill, row });
    }
  }
  return { unbooked, conflicting, differing, confirmedCount, elsewhere, doubled };
}

function termsOf({ units, price }: TradeTerms): TradeTerms {
  return { units, price };
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
