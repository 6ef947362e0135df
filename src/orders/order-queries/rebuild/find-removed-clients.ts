import { MoreThan, type EntityManager } from 'typeorm';
import { bodyOf } from '../../../infra/audit/audit-chain.js';
import { AuditEntryRow } from '../../../infra/audit/audit-entry.entity.js';
import { nextTurn } from '../../../infra/runtime/batches.js';
import { REMOVED } from '../../order/order.js';
import { OrderRow } from '../../order/order.entity.js';

const ENTRIES_AT_ONCE = 500;

/** What the trail says of removals: of how many orders clients were removed, and up to which day. */
export interface RecordedRemovals {
  readonly orders: number;
  /** Orders of earlier trading days; empty: none was removed. */
  readonly cutoff: string;
  /** Calls of earlier days; empty: none lost its body and reply. */
  readonly callsCutoff: string;
}

export async function recordedRemovals(manager: EntityManager): Promise<RecordedRemovals> {
  let [orders, cutoff, callsCutoff] = [0, '', ''];
  for (let after = 0; ; await nextTurn()) {
    const entries = await manager.find(AuditEntryRow, {
      select: { sequence: true, body: true },
      where: { type: 'CLIENTS_REMOVED', sequence: MoreThan(after) },
      order: { sequence: 'ASC' },
      take: ENTRIES_AT_ONCE,
    });
    for (const { body } of entries) {
      const said = bodyOf(body);
      const [until, count] = [String(said['cutoff']), Number(said['orders'])];
      orders += count;
      if (count > 0 && until > cutoff) cutoff = until;
      if (Number(said['calls']) > 0 && until > callsCutoff) callsCutoff = until;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < ENTRIES_AT_ONCE)
      return { orders, cutoff, callsCutoff };
    after = last.sequence;
  }
}

/** Whether the row says that its client was removed. */
export function isWithoutClient({ accountNumber, clientName }: OrderRow): boolean {
  return clientName === REMOVED && accountNumber === REMOVED;
}

/** Whether a removal can have taken the client. Entries do not name the orders: see {@link differentCount}. */
export function canBeRemoved(order: OrderRow, { cutoff }: RecordedRemovals): boolean {
  return order.tradingDate < cutoff && order.clientSalt === '';
}

/** How many orders are without a client, where removals have not counted as many; null: they have. */
export async function differentCount(
  manager: EntityManager,
): Promise<{ readonly told: number; readonly held: number } | null> {
  // Before and after: a removal may be at work beside it.
  const { orders: least } = await recordedRemovals(manager);
  const held = await manager.count(OrderRow, {
    where: { accountNumber: REMOVED, clientName: REMOVED },
  });
  const { orders: most } = await recordedRemovals(manager);
  return held < least || held > most ? { told: most, held } : null;
}
