import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Id, LagosDate } from '../../infra/formats.js';
import { Database } from '../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import type { OrderNumber, Price, Security, Units } from '../../market/formats.js';
import { isSameAccountInSql } from '../order/client/account-spellings.js';
import type { Side } from '../order/order.js';
import type { OrderStatus } from '../order/order-status.js';
import type { HandlerView } from './handler-view.js';
import { lookUpsOf } from './look-ups.js';

export interface HandledOrderView {
  readonly orderId: Id;
  /**
   * The caller's own id of the order.
   * @example "web-7731"
   */
  readonly clientOrderId: string;
  readonly tradingDate: LagosDate;
  readonly side: Side;
  readonly security: Security;
  readonly units: Units;
  readonly price: Price;
  readonly status: OrderStatus;
  /** Null: the exchange's number is not known. */
  readonly orderNumber: OrderNumber | null;
  /**
   * Null for readers of the trail who may not read orders.
   * @example "Adaeze Okonkwo"
   */
  readonly clientName: string | null;
  /** In the order in which they first acted; the service itself is left out. */
  readonly handlers: readonly HandlerView[];
  /**
   * Who has asked the exchange for the order by its number, or for all orders of its account, on one of its days. These
   * entries name no order: `/v1/audit/events` has them by `orderNumber` and `accountNumber`.
   */
  readonly lookedUpBy: readonly HandlerView[];
}

export interface HandledOrderFilters {
  readonly accountNumber: string;
  /** Trading dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** The orders of a client on some trading days, oldest first, each with everybody who acted on it. */
export class FindHandledOrders extends Query<Page<HandledOrderView>> {
  constructor(
    readonly filters: HandledOrderFilters,
    readonly limit: number,
    readonly cursor: string | null,
    /** The reader may see whose the orders are. */
    readonly showsClients = false,
  ) {
    super();
  }
}

type OrderFound = Omit<HandledOrderView, 'handlers' | 'lookedUpBy'> & {
  readonly closedAt: number | null;
};
type HandlerRow = HandlerView & { readonly orderId: string };

@QueryHandler(FindHandledOrders)
export class FindHandledOrdersHandler implements IQueryHandler<FindHandledOrders> {
  constructor(private readonly database: Database) {}

  async execute(query: FindHandledOrders): Promise<Page<HandledOrderView>> {
    const { filters, limit, cursor, showsClients } = query;
    const { accountNumber, from, to } = filters;
    const { questions } = this.database;
    const after = cursor === null ? '' : cursorKey(cursor);
    const rows = await questions.query<OrderFound>(
      `SELECT id AS "orderId", client_order_id AS "clientOrderId", trading_date AS "tradingDate", side, security,
         units, price, status, order_number AS "orderNumber", client_name AS "clientName", closed_at AS "closedAt"
       FROM orders
       WHERE ${isSameAccountInSql('account_number', '?')} AND trading_date >= ? AND trading_date <= ? AND id > ?
       ORDER BY id LIMIT ?`,
      [accountNumber, from, to, after, limit + 1],
    );
    const { data, page } = pageOf(rows, limit, ({ orderId }) => orderId);
    const handlers = await this.handlersOf(data.map(({ orderId }) => orderId));
    const lookUps = await lookUpsOf(questions, accountNumber, data);
    const orders = data.map(({ closedAt: _, ...order }) => ({
      ...order,
      clientName: showsClients ? order.clientName : null,
      lookedUpBy: lookUps.get(order.orderId) ?? [],
      handlers: handlers
        .filter(({ orderId }) => orderId === order.orderId)
        .map(({ orderId: _, ...handler }) => handler),
    }));
    return { data: orders, page };
  }

  private async handlersOf(orderIds: readonly string[]): Promise<readonly HandlerRow[]> {
    if (orderIds.length === 0) return [];
    const marks = orderIds.map(() => '?').join(', ');
    return this.database.questions.query<HandlerRow>(
      `SELECT s.order_id AS "orderId", e.actor, e.on_behalf_of AS "onBehalfOf", count(*) AS entries,
         min(e.at) AS "firstAt", max(e.at) AS "lastAt"
       FROM audit_subjects s JOIN audit_entries e ON e.sequence = s.sequence
       WHERE s.order_id IN (${marks}) AND e.actor NOT LIKE 'system:%'
       GROUP BY s.order_id, e.actor, e.on_behalf_of
       ORDER BY min(e.sequence)`,
      orderIds,
    );
  }
}
