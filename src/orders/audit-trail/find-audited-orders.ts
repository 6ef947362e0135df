import { In, type EntityManager } from 'typeorm';
import type { Id } from '../../infra/formats.js';
import type { Price, Security, Units, OrderNumber } from '../../market/formats.js';
import type { Side } from '../order/order.js';
import { OrderRow } from '../order/order.entity.js';

/** The order that an entry of the trail is about, as it is now. */
export interface AuditedOrder {
  readonly id: Id;
  /**
   * The caller's own id of the order.
   * @example "web-7731"
   */
  readonly clientOrderId: string;
  /** Null: the exchange's number is not known. */
  readonly orderNumber: OrderNumber | null;
  readonly side: Side;
  readonly security: Security;
  readonly units: Units;
  readonly price: Price;
  /**
   * Null for readers of the trail who may not read orders.
   * @example "C0014321"
   */
  readonly accountNumber: string | null;
  /**
   * Null for readers of the trail who may not read orders.
   * @example "Adaeze Okonkwo"
   */
  readonly clientName: string | null;
}

/** By id. The trail itself has no client in clear. */
export async function auditedOrders(
  manager: EntityManager,
  ids: readonly string[],
  showsClients: boolean,
): Promise<ReadonlyMap<string, AuditedOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await manager.findBy(OrderRow, { id: In([...new Set(ids)]) });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        clientOrderId: row.clientOrderId,
        orderNumber: row.orderNumber,
        side: row.side,
        security: row.security,
        units: row.units,
        price: row.price,
        accountNumber: showsClients ? row.accountNumber : null,
        clientName: showsClients ? row.clientName : null,
      },
    ]),
  );
}
