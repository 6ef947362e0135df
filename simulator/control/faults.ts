/*
 * Faults waiting for a call. A fault names its endpoint, how often it applies and, optionally, a
 * probability, drawn from a random generator of its own. At most one fault applies to a call; the one
 * queued first has priority.
 */
import { isEndpointName } from '../endpoints.js';
import { SeededRandom } from '../seeded-random.js';

export const FAULT_KINDS = [
  'lostRequest',
  'lostReply',
  'delay',
  'resetBefore',
  'resetAfter',
  'error500Before',
  'error500After',
  'status',
  'html',
  'truncatedJson',
  'cutBody',
  'emptyBody',
  'slowDrip',
  'endless',
  '401',
  '402',
  '403',
  '429',
  'staleList',
  'emptyList',
  'shortList',
  'duplicateDelivery',
  'wrongEcho',
  'missingOrderNumber',
  'otherOrderNumber',
  'fields',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultOrder {
  /** The path after /v2/vendor/, or * for every endpoint. */
  readonly endpoint: string;
  readonly fault: FaultKind;
  /** How often it applies: 1 by default, 0 for always. */
  readonly times?: number;
  readonly probability?: number;
  /** Applies only to calls whose body contains this text. */
  readonly bodyContains?: string;
  readonly when?: 'before' | 'after';
  readonly ms?: number;
  readonly status?: number;
  readonly form?: 'json' | 'html' | 'empty';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: number;
  readonly rows?: number;
  readonly orderRef?: string;
  readonly orderNumber?: string;
  readonly value?: 'missing' | 'null' | 'zero';
  readonly answer?: 'first' | 'second';
  /** For `fields`: merged into the record in `data`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface Fault extends FaultOrder {
  readonly id: number;
  left: number | null;
  struck: number;
}

function isFaultKind(text: unknown): text is FaultKind {
  return (FAULT_KINDS as readonly unknown[]).includes(text);
}

function checkFault(order: FaultOrder): void {
  if (order.endpoint !== '*' && !isEndpointName(order.endpoint))
    throw new Error(`There is no endpoint ${order.endpoint}`);
  if (!isFaultKind(order.fault)) throw new Error(`fault must be one of ${FAULT_KINDS.join(', ')}`);
  const { times = 1, probability = 1, ms = 0, status = 500 } = order;
  if (!Number.isInteger(times) || times < 0) throw new Error('times must be 0 (always) or more');
  if (!(probability >= 0 && probability <= 1)) throw new Error('probability must be from 0 to 1');
  if (!(ms >= 0 && ms <= 3_600_000)) throw new Error('ms must be from 0 to 3600000');
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error('status must be from 200 to 599');
}

export class FaultQueue {
  private readonly random: SeededRandom;
  private waiting: Fault[] = [];
  private lastId = 0;

  constructor(seed: string) {
    this.random = new SeededRandom(`${seed}/faults`);
  }

  queue(order: FaultOrder): Fault {
    checkFault(order);
    this.lastId += 1;
    const times = order.times ?? 1;
    const fault: Fault = { ...order, id: this.lastId, left: times === 0 ? null : times, struck: 0 };
    this.waiting.push(fault);
    return fault;
  }

  /** The fault that applies to this call, if any. */
  strike(endpoint: string | null, body: string): Fault | null {
    for (const fault of this.waiting) {
      if (fault.endpoint !== '*' && fault.endpoint !== endpoint) continue;
      if (fault.bodyContains !== undefined && !body.includes(fault.bodyContains)) continue;
      if (fault.probability !== undefined && !this.random.chance(fault.probability)) continue;
      fault.struck += 1;
      if (fault.left !== null) fault.left -= 1;
      if (fault.left === 0) this.waiting = this.waiting.filter((one) => one !== fault);
      return fault;
    }
    return null;
  }

  all(): readonly Fault[] {
    return this.waiting;
  }

  clear(): void {
    this.waiting = [];
  }
}
