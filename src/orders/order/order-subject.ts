import type { Subject } from '../../infra/audit/audit-log.js';
import type { OrderRow } from './order.entity.js';

/** What an audit entry about the order is found by. */
export function subjectOf({ id, accountNumber, security, tradingDate }: OrderRow): Subject {
  return { orderId: id, accountNumber, security, tradingDate };
}
