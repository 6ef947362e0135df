import { isWorking } from '../domain/order-status.js';
import { MISSES_TOLERATED } from '../domain/reconcile.js';
import type { Question } from './poll-plan.js';
import type { ListReading } from './broker-list.js';
import type { Subject } from './subjects.js';

/** An acknowledgement, or the word of people: a record may say otherwise. */
const UNPROVEN: ReadonlySet<string | null> = new Set(['Acknowledged', 'Operator']);

/** What to enquire singly after the list was read; without a list, everything that works. */
export function questionsOf(subjects: readonly Subject[], list: ListReading | null): Question[] {
  const questions: Question[] = [];
  for (const { order, unknown } of subjects) {
    const orderId = order.id;
    for (const request of unknown) {
      const orderNumber = request.kind === 'Post' ? request.candidate : order.orderNumber;
      if (orderNumber !== null) questions.push({ orderId, orderNumber, doubt: 'unknown-outcome' });
    }
    const { orderNumber } = order;
    if (orderNumber === null) continue;
    const differs =
      list === null
        ? isWorking(order.status)
        : list.absent.has(orderId) || list.differing.has(orderId);
    // One that is missed for good has its break; it is looked for again in its turn.
    const given = order.misses >= MISSES_TOLERATED;
    if (differs)
      questions.push({ orderId, orderNumber, doubt: given ? 'rotation' : 'list-differs' });
    const unconfirmed = UNPROVEN.has(order.grade) && order.status !== 'Posted';
    if (unconfirmed) questions.push({ orderId, orderNumber, doubt: 'unconfirmed' });
  }
  for (const ended of list?.enlarged ?? []) questions.push({ ...ended, doubt: 'list-differs' });
  // Every one that works: a list proves them all at one time, so only who asks knows whose turn it is.
  for (const { order } of subjects) {
    const { id: orderId, orderNumber } = order;
    if (orderNumber === null || !isWorking(order.status)) continue;
    questions.push({ orderId, orderNumber, doubt: 'rotation' });
  }
  return questions;
}
