import type { Approval, Break, Order } from '../api/answers.js';
import { bySeverity } from '../breaks/by-severity.js';

/** Something that somebody should do next. */
export type Step =
  | { readonly kind: 'approve'; readonly approval: Approval; readonly order: Order | null }
  | {
      readonly kind: 'order';
      readonly order: Order;
      /** The numbers that its last search has named. */
      readonly candidates: readonly string[];
      /** What was proposed already, and waits; null: nothing. */
      readonly waiting: Approval | null;
    }
  | { readonly kind: 'break'; readonly of: Break; readonly waiting: Approval | null };

interface Known {
  readonly unproven: readonly Order[];
  readonly breaks: readonly Break[];
  /** Those that are pending. */
  readonly approvals: readonly Approval[];
  /** Whether whoever looks may decide it. */
  readonly mayDecide: (approval: Approval) => boolean;
}

/** What waits for the decision of whoever looks; lost replies, then breaks; last what waits for other people. */
export function nextSteps({ unproven, breaks, approvals, mayDecide }: Known): readonly Step[] {
  const mine = approvals.filter(mayDecide);
  const others = approvals.filter((one) => !mayDecide(one));
  const orders = new Map(unproven.map((order) => [order.id, order]));
  const isAbout = (id: string) => (one: Approval) => one.orderId === id;
  const isOf = (id: string) => (one: Approval) => one.breakId === id;
  const rest: readonly Step[] = [
    ...unproven
      .filter(({ id }) => !mine.some(isAbout(id)))
      .map((order) => ({
        kind: 'order' as const,
        order,
        candidates: breaks.find(({ orderId }) => orderId === order.id)?.candidates ?? [],
        waiting: others.find(isAbout(order.id)) ?? null,
      })),
    ...bySeverity(breaks)
      .filter(({ id }) => !mine.some(isOf(id)))
      .filter(({ orderId }) => orderId === null || !orders.has(orderId))
      .map((of) => ({ kind: 'break' as const, of, waiting: others.find(isOf(of.id)) ?? null })),
  ];
  const waits = (step: Step): boolean => step.kind !== 'approve' && step.waiting !== null;
  return [
    ...mine.map((approval) => ({
      kind: 'approve' as const,
      approval,
      order: orders.get(approval.orderId ?? '') ?? null,
    })),
    ...rest.filter((step) => !waits(step)),
    ...rest.filter(waits),
  ];
}
