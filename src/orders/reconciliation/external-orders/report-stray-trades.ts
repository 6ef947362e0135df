import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Config } from '../../../infra/config/config.js';
import { inList } from '../../../infra/database/in-list.js';
import type { Database } from '../../../infra/database/database.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { mayLack, reportStray } from '../../fills/stray-trades.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { unresolvedTerms, type TermsOf } from '../../order-numbers/sighting-register.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { ownersOn } from '../../order/number-owners.js';
import { OrderRow } from '../../order/order.entity.js';
import type { OrderStore } from '../../order/order-store.js';
import { isSameAccount } from '../../order/order.js';

/** More trades under unknown numbers than this are no exception; their breaks tell of them. */
const LOOKED_AT_MOST = 200;

/** Trades of clients of ours under numbers that nobody here has, held against the orders that may lack them. */
export class StrayTrades {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
  ) {}

  /** `rows`: nothing of them is booked. Answers the orders that may lack one. */
  async doubt(rows: readonly ExecutionEvidence[], day: string): Promise<ReadonlySet<string>> {
    const doubted = new Set<string>();
    const alike = new Map<string, readonly OrderRow[]>();
    for (const row of await this.straysAmong(rows, day)) {
      const key = `${row.side} ${row.security}`;
      const orders = alike.get(key) ?? (await this.ordersLike(row, day));
      alike.set(key, orders);
      for (const { id } of orders.filter((order) => mayLack(order, row))) {
        doubted.add(id);
        await this.store.change(id, RECONCILER, (state, at) =>
          mayLack(state.order, row) ? reportStray(state, row, day, at) : null,
        );
      }
    }
    return doubted;
  }

  /** What may be a post of ours waits for its search, and what a list has shown or people have decided is known. */
  private async straysAmong(
    rows: readonly ExecutionEvidence[],
    day: string,
  ): Promise<readonly ExecutionEvidence[]> {
    const strays: ExecutionEvidence[] = [];
    const { reading } = this.database;
    const unresolved = await unresolvedTerms(reading);
    for await (const slice of inBatches(rows)) {
      const numbers = [...new Set(slice.map(({ orderNumber }) => orderNumber))];
      const owners = await ownersOn(reading, this.config.brokerCode, numbers, day);
      const open = slice.filter(
        (row) =>
          ownershipOfTrade(owners.get(row.orderNumber), row) === 'foreign' &&
          !unresolved.some((sent) => mayBeOf(sent, row)),
      );
      if (open.length === 0) continue;
      const known = await this.knownAmong(open.map(({ orderNumber }) => orderNumber));
      strays.push(...open.filter(({ orderNumber }) => !known.has(orderNumber)));
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

  private ordersLike(row: ExecutionEvidence, day: string): Promise<OrderRow[]> {
    return this.database.reading.find(
      OrderRow,
      `trading_date <= ? AND security = ? AND side = ? AND order_number IS NOT NULL
        AND (trading_date = ? OR status IN ('Posted', 'Open', 'Amended'))`,
      [day, row.security, row.side, day],
    );
  }
}

function mayBeOf(sent: TermsOf, { accountNumber, security, side }: ExecutionEvidence): boolean {
  const isClients = accountNumber === null || isSameAccount(accountNumber, sent.accountNumber);
  return isClients && sent.security === security && sent.side === side;
}
