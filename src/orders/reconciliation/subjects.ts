import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import type { OrderRequest } from '../domain/order-request.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { OrderRow } from '../store/order.entity.js';

/** An order that a pass looks at, and what of it is not known. */
export interface Subject {
  readonly order: OrderRow;
  readonly unknown: readonly OrderRequest[];
}

/** Acknowledged cancels are confirmed, and late executions looked for, this long after the end. */
const AFTERMATH_MS = 24 * 3_600_000;

/** Every order that works, is in doubt, or has ended lately on an acknowledgement alone. */
export async function loadSubjects(manager: EntityManager, now: number): Promise<Subject[]> {
  const orders = await manager
    .createQueryBuilder(OrderRow, 'o')
    .where("o.status IN ('Posted', 'Open', 'Amended')")
    .orWhere('o.certain = 0')
    .orWhere(
      "o.closedAt > :since AND (o.grade = 'Acknowledged' OR o.filledUnits <> o.matchedUnits)",
      {
        since: now - AFTERMATH_MS,
      },
    )
    .orderBy('o.id')
    .getMany();
  const doubtful = orders.filter((order) => order.certain === 0).map((order) => order.id);
  const requests: OrderRequest[] = [];
  for (let start = 0; start < doubtful.length; start += BATCH) {
    const ids = doubtful.slice(start, start + BATCH);
    requests.push(
      ...(await manager.findBy(OrderRequestRow, { orderId: In(ids), state: 'Unknown' })),
    );
  }
  return orders.map((order) => ({
    order,
    unknown: requests.filter((request) => request.orderId === order.id),
  }));
}

const BATCH = 500;

/** Whether any order works, is about to be sent, or is in doubt. */
export function anythingOpen(manager: EntityManager): Promise<boolean> {
  return manager
    .createQueryBuilder(OrderRow, 'o')
    .where("o.status IN ('New', 'Posted', 'Open', 'Amended')")
    .orWhere('o.certain = 0')
    .getExists();
}

/** Dates whose executions may still concern us: today, and the days of orders not done with yet. */
export function tradeDatesOf(subjects: readonly Subject[], today: string): readonly string[] {
  const older = subjects
    .filter(({ order }) => order.tradingDate < today)
    .map(({ order }) => order.tradingDate);
  return [...new Set([today, ...older.sort().reverse()])].slice(0, DATES_MAX);
}

const DATES_MAX = 3;
