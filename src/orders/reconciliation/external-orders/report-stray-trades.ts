import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Config } from '../../../infra/config/config.js';
import { inList } from '../../../infra/database/in-list.js';
import type { Database } from '../../../infra/database/database.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { lastEntry } from '../../../infra/audit/audit-log.js';
import { keyOfTrade } from '../../breaks/trade-difference.js';
import type { PollingState } from '../collect/polling-state.js';
import { SEARCH_QUIET_TIMES } from './external-orders.js';
import { mayLack, reportStray } from '../../fills/stray-trades.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { unresolvedTerms, type TermsOfOrder } from '../../order-numbers/sighting-register.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { ownersOn } from '../../order/number-owners.js';
import { OrderRow } from '../../order/order.entity.js';
import type { OrderStore } from '../../order/order-store.js';
import { isSameAccount } from '../../order/order.js';

/** More trades under unknown numbers than this are no exception; their breaks tell of them. */
const LOOKED_AT_MOST = 200;
/** Forgetting one only makes more orders uncertain. */
const REMEMBERED_MOST = 10_000;

interface Stray {
  readonly row: ExecutionEvidence;
  /** It may be of a post that is being searched for, and the search has not had its time yet. */
  readonly mayBePosts: boolean;
}

/** An order, and the last audit entry before its post was first sent; null: not known. */
type SentOrder = OrderRow & { readonly sentEntry: number | null };

/**
 * Trades of clients of ours under numbers that nobody here has, held against the orders that may lack them: those
 * whose post was sent before this process first saw the trade.
 */
export class StrayTrades {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
    private readonly polling: Pick<PollingState, 'straysSince'>,
  ) {}

  /** `rows`: nothing of them is booked. Answers the orders that may lack one. */
  async doubt(
    rows: readonly ExecutionEvidence[],
    day: string,
    answeredAt: number,
  ): Promise<ReadonlySet<string>> {
    const doubted = new Set<string>();
    const alike = new Map<string, readonly SentOrder[]>();
    const entry = await lastEntry(this.database.reading);
    for (const { row, mayBePosts } of await this.straysAmong(rows, day, answeredAt)) {
      const since = this.since(row, entry);
      const key = `${row.side} ${row.security}`;
      const orders = alike.get(key) ?? (await this.ordersLike(row, day));
      alike.set(key, orders);
      const mayBe = ({ sentEntry }: SentOrder): boolean => sentEntry === null || sentEntry < since;
      for (const { id } of orders.filter((order) => mayBe(order) && mayLack(order, row))) {
        doubted.add(id);
        await this.store.change(id, RECONCILER, (state, at) =>
          mayLack(state.order, row) ? reportStray(state, { row, mayBePosts }, day, at) : null,
        );
      }
    }
    return doubted;
  }

  /** The last audit entry when the trade was first shown. */
  private since(row: ExecutionEvidence, entry: number): number {
    const { straysSince } = this.polling;
    const key = keyOfTrade(row);
    const since = straysSince.get(key) ?? entry;
    if (straysSince.size >= REMEMBERED_MOST) straysSince.clear();
    straysSince.set(key, since);
    return since;
  }

  /** What a list has shown or people have decided is known. */
  private async straysAmong(
    rows: readonly ExecutionEvidence[],
    day: string,
    answeredAt: number,
  ): Promise<readonly Stray[]> {
    const strays: Stray[] = [];
    const { reading } = this.database;
    const longAgo = answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs;
    const searchedFor = (await unresolvedTerms(reading)).filter(
      ({ sentAt }) => sentAt !== null && sentAt > longAgo,
    );
    for await (const slice of inBatches(rows)) {
      const numbers = [...new Set(slice.map(({ orderNumber }) => orderNumber))];
      const owners = await ownersOn(reading, this.config.brokerCode, numbers, day);
      const open = slice.filter(
        (row) => ownershipOfTrade(owners.get(row.orderNumber), row) === 'foreign',
      );
      if (open.length === 0) continue;
      const known = await this.knownAmong(open.map(({ orderNumber }) => orderNumber));
      for (const row of open.filter(({ orderNumber }) => !known.has(orderNumber))) {
        strays.push({ row, mayBePosts: searchedFor.some((sent) => mayBeOf(sent, row)) });
      }
      if (strays.length > LOOKED_AT_MOST) return strays.slice(0, LOOKED_AT_MOST);
    }
    return strays;
  }

  private async knownAmong(orderNumbers: readonly string[]): Promise<ReadonlySet<string>> {
    const { marks, values } = inList([...new Set(orderNumbers)]);
    const rows = await this.database.reading.query<{ number: string }>(
      `SELECT order_number AS number FROM breaks WHERE order_id IS NULL AND order_number IN (${marks})
        AND (type <> 'OrphanTrade' OR closed_at IS NOT NULL)`,
      values,
    );
    return new Set(rows.map(({ number }) => number));
  }

  private async ordersLike(row: ExecutionEvidence, day: string): Promise<readonly SentOrder[]> {
    const orders = await this.database.reading.find(
      OrderRow,
      `trading_date <= ? AND security = ? AND side = ? AND order_number IS NOT NULL
        AND (trading_date = ? OR status IN ('Posted', 'Open', 'Amended'))`,
      [day, row.security, row.side, day],
    );
    const sent = new Map<string, number | null>();
    for await (const slice of inBatches(orders)) {
      const { marks, values } = inList(slice.map(({ id }) => id));
      const posts = await this.database.reading.query<{ orderId: string; entry: number | null }>(
        `SELECT order_id AS "orderId", sent_entry AS entry FROM order_requests
          WHERE kind = 'Post' AND order_id IN (${marks})`,
        values,
      );
      for (const { orderId, entry } of posts) sent.set(orderId, entry);
    }
    return orders.map((order) => ({ ...order, sentEntry: sent.get(order.id) ?? null }));
  }
}

function mayBeOf(
  sent: TermsOfOrder,
  { accountNumber, security, side }: ExecutionEvidence,
): boolean {
  const isClients = accountNumber === null || isSameAccount(accountNumber, sent.accountNumber);
  return isClients && sent.security === security && sent.side === side;
}
