import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../infra/audit/actor.js';
import { AuditLog } from '../../../infra/audit/audit-log.js';
import { Database } from '../../../infra/database/database.js';
import { OrderRow } from '../../order/order.entity.js';
import { subjectOf } from '../../order/order-subject.js';

/** What callers ask of the reconciler, in the audit trail: who asked, before the exchange is asked. */
@Injectable()
export class CallerActs {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  enquired(orderId: string, orderNumber: string, actor: Actor): Promise<void> {
    return this.database.units.run(async (unit) => {
      const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
      const about = { ...(order === undefined ? {} : subjectOf(order)), orderNumber };
      const fact = { type: 'ORDER_ENQUIRED', body: { orderNumber } };
      await this.audit.append(unit, { stream: orderId, about }, actor, [fact]);
    });
  }

  /** A break about an order that is not ours. */
  rechecked(orderNumber: string, actor: Actor): Promise<void> {
    const topic = { stream: 'breaks', about: { orderNumber } };
    const fact = { type: 'BREAK_RECHECKED', body: { orderNumber } };
    return this.database.units.run((unit) => this.audit.append(unit, topic, actor, [fact]));
  }
}
