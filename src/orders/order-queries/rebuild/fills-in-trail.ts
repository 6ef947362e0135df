import { bodyOf } from '../../../infra/audit/audit-chain.js';
import type { FillRow } from '../../order/fill.entity.js';
import type { OrderRow } from '../../order/order.entity.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import type { FieldDifference } from './field-difference.js';

type Trade = Pick<FillRow, 'tradeDate' | 'matchingId' | 'orderNumber' | 'units' | 'price'>;
/** The trail does not say it of each execution: it is the order's. */
type Traded = Pick<OrderRow, 'side' | 'security'>;

interface Counted {
  readonly key: string;
  count: number;
}

/**
 * The executions of an order by the trail: those that were booked, less those that were reversed. A trade may be booked
 * again after it was reversed, so each is counted.
 */
export class FillsInTrail {
  private readonly trades = new Map<string, { readonly trade: Trade; booked: number; reversed: number }>(); // prettier-ignore

  /** The order's next entry. */
  add({ type, body }: StreamEntry): void {
    if (type !== 'FILL' && type !== 'FILL_REVERSED') return;
    const { tradeDate, matchingId, orderNumber, units, price } = bodyOf(body) as unknown as Trade;
    const trade = { tradeDate, matchingId, orderNumber, units, price };
    const key = JSON.stringify(trade);
    const known = this.trades.get(key) ?? { trade, booked: 0, reversed: 0 };
    if (type === 'FILL') known.booked += 1;
    else known.reversed += 1;
    this.trades.set(key, known);
  }

  differences({ side, security }: Traded, rows: readonly FillRow[]): readonly FieldDifference[] {
    const told = new Map<string, Counted>();
    for (const { trade, booked, reversed } of this.trades.values()) {
      count(told, { ...trade, side, security }, { isReversed: false, times: booked - reversed });
      count(told, { ...trade, side, security }, { isReversed: true, times: reversed });
    }
    const held = new Map<string, Counted>();
    for (const row of rows) count(held, row, { isReversed: row.reversedAt !== null, times: 1 });
    return paired(surplus(told, held), surplus(held, told));
  }
}

function count(
  into: Map<string, Counted>,
  fill: Trade & Traded,
  { isReversed, times }: { readonly isReversed: boolean; readonly times: number },
): void {
  const { side, units, security, price, matchingId, tradeDate, orderNumber } = fill;
  const key = `trade ${matchingId} of ${tradeDate} under ${orderNumber}`;
  const text = `${key}: ${side} ${units} at ${price} of ${security}${isReversed ? ', reversed' : ''}`;
  const known = into.get(text) ?? { key, count: 0 };
  known.count += times;
  into.set(text, known);
}

interface Surplus {
  readonly key: string;
  readonly text: string;
}

function surplus(
  of: ReadonlyMap<string, Counted>,
  over: ReadonlyMap<string, Counted>,
): readonly Surplus[] {
  return [...of].flatMap(([text, { key, count: times }]) => {
    const more = times - (over.get(text)?.count ?? 0);
    return more > 0 ? Array.from({ length: more }, () => ({ key, text })) : [];
  });
}

/** What is shown of the same trade on both sides is one difference. */
function paired(told: readonly Surplus[], held: readonly Surplus[]): readonly FieldDifference[] {
  const rest = [...held];
  const found = told.map(({ key, text }) => {
    const at = rest.findIndex((one) => one.key === key);
    const [other] = at < 0 ? [] : rest.splice(at, 1);
    return { field: 'fills', trail: text, table: other?.text ?? 'none' };
  });
  return [...found, ...rest.map(({ text }) => ({ field: 'fills', trail: 'none', table: text }))];
}
