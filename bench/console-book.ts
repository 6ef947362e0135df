import { AuditEntryRow } from '../src/infra/audit/audit-entry.entity.js';
import { FillRow } from '../src/orders/order/fill.entity.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderNumberRow, OrderRow } from '../src/orders/order/order.entity.js';
import { fillOf, filledOrder, numberOf } from './abuse-book.js';
import { writingRows } from './book-rows.js';
import { entryAfter, rowsOf, termsOf, type OrderRows } from './order-rows.js';

/** One day of a large firm: four of five orders are filled, the others wait for the session to open. */
const WAITING_EVERY = 5;
const BEGAN_MS_AGO = 2 * 3_600_000;

/** Writes the orders of today into a new database. Returns the ids of those that may be changed, oldest first. */
export function writeConsoleBook(databaseUrl: string, orders: number): Promise<readonly string[]> {
  const began = Date.now() - BEGAN_MS_AGO;
  return writingRows(databaseUrl, async (rows) => {
    const insertOrder = rows.insertion(OrderRow);
    const insertRequest = rows.insertion(OrderRequestRow);
    const insertNumber = rows.insertion(OrderNumberRow);
    const insertFill = rows.insertion(FillRow);
    const insertEntry = rows.insertion(AuditEntryRow);
    let head = { sequence: 0, hash: '0'.repeat(64), at: '' };
    const waiting: string[] = [];
    for (let index = 0; index < orders; index += 1) {
      const at = began + Math.floor((index * BEGAN_MS_AGO) / orders);
      const isWaiting = index % WAITING_EVERY === 0;
      const { order, request } = isWaiting ? waitingOrder(index, at) : filledOrder(index, { at });
      insertOrder(order);
      insertRequest(request);
      if (isWaiting) waiting.push(order.id);
      else {
        insertNumber(numberOf(order));
        insertFill(fillOf(order));
      }
      const entry = entryAfter(head, order);
      insertEntry(entry);
      head = { sequence: entry.sequence, hash: entry.hash, at: entry.at };
    }
    await rows.run(
      `UPDATE audit_head SET sequence = ${head.sequence}, hash = '${head.hash}', latest_at = '${head.at}' WHERE id = 1`,
    );
    return waiting;
  });
}

function waitingOrder(index: number, at: number): OrderRows {
  const { order, request } = rowsOf({ ...termsOf(index), clientOrderId: `book-${index}` });
  return {
    order: { ...order, createdAt: at, updatedAt: at },
    request: { ...request, createdAt: at, since: at },
  };
}
