/*
 * The log of arrivals: what came, when, with which key, and how it was answered. The worst minute is
 * the largest number of calls that one key made in any rolling 60 seconds, whatever the answers; it
 * proves that a client kept to the limit. A duplicate made by a fault is logged but not counted for any
 * key.
 */
import { WINDOW_MS } from './access-keys.js';

const LONGEST_LOG = 100_000;

export interface Call {
  readonly sequence: number;
  readonly at: number;
  /** By the injected clock, which control's shifts of the exchange's day do not move. */
  readonly arrivedAt: number;
  readonly key: string | null;
  readonly operator: string | null;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  readonly orderRef: string | null;
  readonly orderNumber: string | null;
  readonly body: string;
  readonly duplicate: boolean;
  readonly fault: string | null;
  /** The exchange's own decision; null when a fault kept the call from it. */
  status: number | null;
  /** The status that was sent; null when the connection ended without one. */
  answered: number | null;
}

export type Arrival = Omit<Call, 'sequence' | 'status' | 'answered'>;

export class CallLog {
  private readonly calls: Call[] = [];
  private readonly recent = new Map<string, number[]>();
  private sequence = 0;
  private worst = 0;

  note(arrival: Arrival): Call {
    this.sequence += 1;
    const call: Call = { ...arrival, sequence: this.sequence, status: null, answered: null };
    this.calls.push(call);
    if (this.calls.length > LONGEST_LOG) this.calls.splice(0, LONGEST_LOG / 10);
    if (!call.duplicate && call.key !== null) this.measure(call.key, call.arrivedAt);
    return call;
  }

  all(): readonly Call[] {
    return this.calls;
  }

  get worstMinute(): number {
    return this.worst;
  }

  private measure(key: string, arrivedAt: number): void {
    const arrivals = this.recent.get(key) ?? [];
    this.recent.set(key, arrivals);
    arrivals.push(arrivedAt);
    while ((arrivals[0] ?? arrivedAt) <= arrivedAt - WINDOW_MS) arrivals.shift();
    this.worst = Math.max(this.worst, arrivals.length);
  }
}

/** The text fields of a body that identify an order, for finding its calls again. */
export function orderNamesIn(body: string): {
  orderRef: string | null;
  orderNumber: string | null;
} {
  const none = { orderRef: null, orderNumber: null };
  if (!body.includes('"order')) return none;
  try {
    const value = JSON.parse(body) as unknown;
    if (typeof value !== 'object' || value === null) return none;
    const fields = value as Readonly<Record<string, unknown>>;
    const text = (name: string): string | null => {
      const field = fields[name];
      return typeof field === 'string' ? field : null;
    };
    return { orderRef: text('orderRef'), orderNumber: text('orderNumber') };
  } catch {
    return none;
  }
}
