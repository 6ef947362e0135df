import type { Questions, Reading } from '../../infra/database/reads.js';
import type { Id, LagosDate } from '../../infra/formats.js';
import { cursorKey, notACursor } from '../../infra/http/input/page.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import type { Security } from '../../market/formats.js';
import { isSameAccountInSql } from '../order/client/account-spellings.js';

/** Orders of some trading days. */
export interface BestExecutionFilters {
  readonly accountNumber?: string;
  readonly security?: string;
  /** Trading dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

interface Part {
  /** The `nextCursor` of the page before; null: from the beginning. */
  readonly cursor: string | null;
  readonly most: number;
  readonly hasLeft: () => boolean;
}

/** Nobody reads this answer. */
export function callerLeft(): Problem {
  return problem('request-timeout', 'The caller has left.');
}

/** What an order is found and chosen by. */
interface Place {
  readonly id: Id;
  readonly tradingDate: LagosDate;
  readonly security: Security;
}

/** A statement looks at so many orders, whether or not they are asked for. */
const LOOKED_AT = 500;

/**
 * The first ids, oldest first. Each statement reads a short part of one index: that of the account, else of the
 * security, else of the trading days. Between two of them the event loop has its turn, so it does not matter for others
 * how many orders there are.
 */
export async function idsOfDays(
  questions: Questions,
  filters: BestExecutionFilters,
  { cursor, most, hasLeft }: Part,
): Promise<readonly Id[]> {
  const { accountNumber, from, to, security } = filters;
  const ids: Id[] = [];
  let last = await beginning(questions, from, cursor);
  for (;;) {
    const places = await placesAfter(questions, { accountNumber, security, to }, last);
    for (const place of places) {
      const isOfDays = place.tradingDate >= from && place.tradingDate <= to;
      if (isOfDays && (security ?? place.security) === place.security) ids.push(place.id);
    }
    const next = places.at(-1);
    if (next === undefined || places.length < LOOKED_AT || ids.length >= most)
      return ids.slice(0, most);
    last = next;
    await nextTurn();
    if (hasLeft()) throw callerLeft();
  }
}

type Last = Pick<Place, 'id' | 'tradingDate'>;

async function beginning(reading: Reading, from: string, cursor: string | null): Promise<Last> {
  if (cursor === null) return { id: '', tradingDate: from };
  const id = cursorKey(cursor);
  const [order] = await reading.query<Last>(
    'SELECT id, trading_date AS "tradingDate" FROM orders WHERE id = ?',
    [id],
  );
  if (order === undefined) throw notACursor();
  return order.tradingDate < from ? { id: '', tradingDate: from } : order;
}

interface Wanted {
  /** In any spelling. */
  readonly accountNumber: string | undefined;
  readonly security: string | undefined;
  readonly to: string;
}

function placesAfter(
  reading: Reading,
  { accountNumber, security, to }: Wanted,
  { id, tradingDate }: Last,
): Promise<readonly Place[]> {
  const select = 'SELECT id, trading_date AS "tradingDate", security FROM orders';
  if (accountNumber !== undefined) {
    return reading.query<Place>(
      `${select} WHERE ${isSameAccountInSql('account_number', '?')} AND id > ? ORDER BY id LIMIT ${LOOKED_AT}`,
      [accountNumber, id],
    );
  }
  if (security !== undefined) {
    return reading.query<Place>(
      `${select} WHERE security = ? AND id > ? ORDER BY id LIMIT ${LOOKED_AT}`,
      [security, id],
    );
  }
  return reading.query<Place>(
    `${select} WHERE (trading_date, id) > (?, ?) AND trading_date <= ?
       ORDER BY trading_date, id LIMIT ${LOOKED_AT}`,
    [tradingDate, id, to],
  );
}
