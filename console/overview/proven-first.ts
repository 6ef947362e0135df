import type { Order } from '../api/answers.js';

/** Orders of a day by status, without those that are not proven: these come last, under their own name. */
export function provenFirst(
  counted: Readonly<Record<string, number>>,
  unproven: readonly Pick<Order, 'status'>[],
): readonly (readonly [string, number])[] {
  const proven = Object.entries(counted)
    .map(([status, count]) => {
      const doubted = unproven.filter((order) => order.status === status).length;
      return [status, Math.max(0, count - doubted)] as const;
    })
    .filter(([, count]) => count > 0);
  return unproven.length === 0 ? proven : [...proven, ['NotProven', unproven.length]];
}
