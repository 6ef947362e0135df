import type { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { instant } from '../../infra/runtime/clock.js';
import { newOrder } from '../order/new-order.js';
import { ADOPTED } from '../order/requests/request-in-trail.js';
import type { OrderSummary } from '../order/order-summary.js';
import type { OrderRow } from '../order/order.entity.js';
import type { OrderFilters } from './find-orders.js';
import { viewOf, type OrderView } from './order-view.js';

/**
 * An order as Marina knew it at an instant, rebuilt from the trail alone: what was received, and what each entry until
 * then says that it has changed. The row gives only the client, whom the trail does not name.
 *   - The exchange gives no times: what is known since 10:05 may have happened at 10:02.
 *   - What told nothing new is not in the trail: `evidence.at` is the newest proof that is.
 *   - Nor is why a queued request waited.
 */
export type TrailEntry = Pick<AuditEntryRow, 'at' | 'type' | 'actor' | 'onBehalfOf' | 'body'>;

type Changes = Partial<Omit<OrderRow, 'pending'>> & Partial<OrderSummary>;

/** The order as received; an edit changes its units and price later. */
const RECEIVED = [
  'clientOrderId', 'orderRef', 'side', 'security', 'units', 'price', 'timeInForce', 'brokerCode', 'tradingDate',
] as const; // prettier-ignore

type Origin = Pick<OrderRow, 'createdBy' | 'onBehalfOf' | 'createdAt'>;
/** Only an adopted order says whose it is and since when: its entry is by the person who approved the adoption. */
type Received = Pick<OrderRow, (typeof RECEIVED)[number]> &
  Partial<Origin> & { readonly changes?: Changes };

interface Rebuilt {
  readonly row: OrderRow;
  readonly pending: OrderSummary['pending'];
  readonly priceProof: OrderSummary['priceProof'];
}

export class OrderAsOf {
  private latest: Rebuilt | null = null;
  /** As it was at the instant. */
  private atInstant: Rebuilt | null = null;

  constructor(
    private readonly order: OrderRow,
    private readonly asOf: number,
  ) {}

  /** The order's next entries, the oldest first. */
  add(entries: readonly TrailEntry[]): void {
    for (const entry of entries) {
      const { at, body } = entry;
      const received = JSON.parse(body) as Received;
      const { changes = {} } = received;
      this.latest = changed(this.latest ?? this.asReceived(received, entry), changes);
      // Entries are in the order of what happened, also where the wall clock was set back.
      if (Date.parse(at) <= this.asOf) this.atInstant = this.latest;
    }
  }

  /** Null: there was no such order yet. */
  view(): OrderView | null {
    if (this.atInstant === null) return null;
    const { row, pending, priceProof } = this.atInstant;
    const { provenAt } = row;
    if (pending === null) return viewOf(row, { provenAt, pending, priceProof });
    const { refused = false } = pending;
    const request = { ...pending, refused, since: instant(pending.since), notBefore: null };
    return viewOf(row, { provenAt, pending: request, priceProof });
  }

  private asReceived(received: Received, entry: TrailEntry): Rebuilt {
    const told = RECEIVED.filter((name) => received[name] !== undefined);
    const terms = Object.fromEntries(told.map((name) => [name, received[name]]));
    const given = { ...this.order, ...originOf(received, entry, this.order) };
    return { row: { ...newOrder(given), ...terms }, pending: null, priceProof: null };
  }
}

/** Entries of adoptions by earlier releases do not say it: then it is as the row has it. */
function originOf(
  received: Received,
  { type, actor, onBehalfOf }: TrailEntry,
  row: Origin,
): Origin {
  if (type === ADOPTED) {
    const { createdBy = row.createdBy, createdAt = row.createdAt } = received;
    return { createdBy, createdAt, onBehalfOf: null };
  }
  // The entry is of the end of the commit; the post was made when the order was.
  const createdAt = received.changes?.pending?.since ?? row.createdAt;
  return { createdBy: actor, onBehalfOf, createdAt };
}

function changed(before: Rebuilt, changes: Changes): Rebuilt {
  const { pending = before.pending, priceProof = before.priceProof, ...columns } = changes;
  return { row: { ...before.row, ...columns }, pending, priceProof };
}

/** What of an order's view the trail tells: neither looks that showed nothing new, nor why a queued request waits. */
export function replayablePart({
  evidence,
  pending,
  ...order
}: OrderView): Readonly<Record<string, unknown>> {
  const { grade, certain, number, price } = evidence;
  const known = { ...order, evidence: { grade, certain, number, price } };
  if (pending === null) return { ...known, pending };
  const { kind, state, since, units, price: asked, reason, refused } = pending;
  const why = state === 'Queued' ? null : reason;
  return { ...known, pending: { kind, state, since, units, price: asked, reason: why, refused } };
}

/** Throws a 400 problem: nobody knows how an order will be. */
export function notInFuture(asOf: number, now: number): void {
  if (asOf > now) throw fieldProblem('validation-failed', 'asOf', 'must not be in the future');
}

/** Whether the order was what is asked for. Its terms are compared by the query. */
export function isAsFiltered(view: OrderView, filters: OrderFilters): boolean {
  const { status, orderNumber, orderNumberStartsWith, pending, certain, hasBreaks } = filters;
  if (status !== undefined && !status.includes(view.status)) return false;
  if (orderNumber !== undefined && view.orderNumber !== orderNumber) return false;
  if (
    orderNumberStartsWith !== undefined &&
    view.orderNumber?.startsWith(orderNumberStartsWith) !== true
  )
    return false;
  if (pending !== undefined && (view.pending?.kind ?? 'none') !== pending) return false;
  if (certain !== undefined && view.evidence.certain !== certain) return false;
  return hasBreaks === undefined || view.openBreaks > 0 === hasBreaks;
}
