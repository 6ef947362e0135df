import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Json } from '../../infra/audit/audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from '../../infra/audit/audit-entry.entity.js';
import { Database } from '../../infra/database/database.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { explain } from './audit-narrative.js';
import { OrderRow } from '../order/order.entity.js';

/** An audit entry. `sequence` is gapless over all streams. */
export interface EventView {
  readonly sequence: number;
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  /** The API key that was used; null for background work. */
  readonly keyId: string | null;
  /** The person whom the caller acted for; null: nobody was named. */
  readonly onBehalfOf: string | null;
  readonly sourceAddress: string | null;
  readonly requestId: string | null;
  readonly stream: string;
  readonly streamSequence: number;
  /** Null when the entry is not about an order. */
  readonly orderId: string | null;
  /** The entry as a sentence; null when it is not about an order. */
  readonly explanation: string | null;
  readonly body: Json;
  readonly hash: string;
}

export function eventView(row: AuditEntryRow): EventView {
  const body = JSON.parse(row.body) as Json;
  return {
    sequence: row.sequence,
    at: row.at,
    type: row.type,
    actor: row.actor,
    keyId: row.keyId,
    onBehalfOf: row.onBehalfOf,
    sourceAddress: row.sourceAddress,
    requestId: row.requestId,
    stream: row.stream,
    streamSequence: row.streamSequence,
    orderId: row.stream.startsWith('ord_') ? row.stream : null,
    explanation: isRecord(body) ? explain(row.type, body) : null,
    body,
    hash: row.hash,
  };
}

function isRecord(body: Json): body is Readonly<Record<string, Json>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

export interface AuditFilters {
  readonly orderId?: string;
  readonly accountNumber?: string;
  readonly security?: string;
  readonly actor?: string;
  readonly onBehalfOf?: string;
  readonly type?: string;
  /** RFC 3339; from inclusive, to exclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly requestId?: string;
  readonly afterSequence?: number;
  readonly ordersOnly?: boolean;
}

/** The audit trail, oldest first. */
export class AuditEvents extends Query<Page<EventView>> {
  constructor(
    readonly filters: AuditFilters,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(AuditEvents)
export class AuditEventsHandler implements IQueryHandler<AuditEvents> {
  constructor(private readonly database: Database) {}

  execute({ filters, limit, cursor }: AuditEvents): Promise<Page<EventView>> {
    const start = Math.max(
      filters.afterSequence ?? 0,
      cursor === null ? 0 : numericCursorKey(cursor),
    );
    return this.database.read(async (manager) => {
      const query = manager
        .createQueryBuilder(AuditEntryRow, 'e')
        .where('e.sequence > :start', { start })
        .orderBy('e.sequence');
      const { orderId, actor, onBehalfOf, type, from, to, requestId, accountNumber, security } =
        filters;
      if (orderId !== undefined) query.andWhere('e.stream = :orderId', { orderId });
      if (actor !== undefined) query.andWhere('e.actor = :actor', { actor });
      if (onBehalfOf !== undefined) query.andWhere('e.onBehalfOf = :onBehalfOf', { onBehalfOf });
      if (type !== undefined) query.andWhere('e.type = :type', { type });
      if (from !== undefined) query.andWhere('e.at >= :from', { from });
      if (to !== undefined) query.andWhere('e.at < :to', { to });
      if (requestId !== undefined) query.andWhere('e.requestId = :requestId', { requestId });
      if (filters.ordersOnly === true) query.andWhere("e.stream LIKE 'ord#_%' ESCAPE '#'");
      if (accountNumber !== undefined || security !== undefined) {
        const orders = query.subQuery().select('o.id').from(OrderRow, 'o').where('1 = 1');
        if (accountNumber !== undefined) orders.andWhere('o.accountNumber = :accountNumber');
        if (security !== undefined) orders.andWhere('o.security = :security');
        query.andWhere(`e.stream IN ${orders.getQuery()}`, { accountNumber, security });
      }
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) =>
        String(row.sequence),
      );
      return { data: page.data.map(eventView), page: page.page };
    });
  }
}

/** The sequence of the newest entry. */
export class AuditEnd extends Query<number> {}

@QueryHandler(AuditEnd)
export class AuditEndHandler implements IQueryHandler<AuditEnd> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<number> {
    const head = await this.database.read((manager) => manager.findOneBy(AuditHeadRow, { id: 1 }));
    return head?.sequence ?? 0;
  }
}
