import type { Json } from '../../../infra/audit/audit-chain.js';
import type { Fact } from '../../../infra/audit/audit-log.js';
import type { OrderRow } from '../../order/order.entity.js';

/** An entry that the audit trail would get: the stream is the order's id, or names something else. */
export interface Entered {
  readonly stream: string;
  readonly fact: Fact;
}

export interface Moved {
  readonly from: OrderRow;
  readonly to: OrderRow;
}

/**
 * What a dry run would have changed: the first hundred of each kind, and the first hundred events of an
 * order; the run's counts are of all.
 */
export interface Preview {
  readonly orders: readonly PreviewedOrder[];
  readonly opened: readonly PreviewedBreak[];
  /** Of orders that are none of ours: what is shown of them, or traded. */
  readonly changed: readonly PreviewedBreak[];
  readonly closed: readonly PreviewedBreak[];
}

export interface PreviewedOrder {
  readonly orderId: string;
  /** Names and values as in the order's events. */
  readonly changes: readonly { readonly field: string; readonly from: Json; readonly to: Json }[];
  /** The order's further events: executions, numbers, what became of requests. */
  readonly events: readonly Fact[];
}

export interface PreviewedBreak {
  readonly type: Json;
  /** Null for an external order; then `orderNumber` identifies it. */
  readonly orderId: string | null;
  readonly orderNumber: Json;
  /** Why it would be opened, what it would tell from then on, or what would close it. */
  readonly why: Json;
}

const SHOWN_MAX = 100;

const SHOWN = [
  'status', 'exchangeStatus', 'reason', 'orderNumber', 'units', 'price', 'matchedUnits',
  'filledUnits', 'grade', 'pending', 'certain', 'openBreaks',
] as const satisfies readonly (keyof OrderRow)[]; // prettier-ignore

const BREAK_FACTS: readonly string[] = ['BREAK_OPENED', 'BREAK_CLOSED'];

export function previewOf(moved: ReadonlyMap<string, Moved>, entered: readonly Entered[]): Preview {
  const ofOrder = new Map<string, Fact[]>();
  for (const { stream, fact } of entered) {
    const others = ofOrder.get(stream);
    if (others === undefined) ofOrder.set(stream, [fact]);
    else others.push(fact);
  }
  const orders = [...moved].flatMap(([orderId, { from, to }]) => {
    const facts = ofOrder.get(orderId) ?? [];
    // What only says when something was last looked at is no change.
    if (facts.length === 0) return [];
    const changes = SHOWN.filter((field) => from[field] !== to[field]).map((field) => ({
      field,
      from: from[field],
      to: to[field],
    }));
    const events = facts.filter(({ type }) => !BREAK_FACTS.includes(type)).slice(0, SHOWN_MAX);
    return [{ orderId, changes, events }];
  });
  const breaks = (type: string): PreviewedBreak[] =>
    entered
      .filter(({ fact }) => fact.type === type)
      .slice(0, SHOWN_MAX)
      .map(({ stream, fact }) => breakOf(moved.get(stream)?.to, fact));
  return {
    orders: orders.slice(0, SHOWN_MAX),
    opened: breaks('BREAK_OPENED'),
    changed: breaks('BREAK_CHANGED'),
    closed: breaks('BREAK_CLOSED'),
  };
}

function breakOf(order: OrderRow | undefined, { body }: Fact): PreviewedBreak {
  return {
    type: body['breakType'] ?? null,
    orderId: order?.id ?? null,
    orderNumber: order?.orderNumber ?? body['orderNumber'] ?? null,
    why: body['detail'] ?? body['outcome'] ?? body['traded'] ?? null,
  };
}
