import type { FaultOrder } from '../../../simulator/control/faults.js';
import type { SeededRandom } from '../../../simulator/seeded-random.js';

/**
 * What can happen to one call on its way. Most faults are the simulator's own, queued for exactly
 * this call; those of the way itself are done by the network.
 */
export const WIRE_FAULTS = [
  'notSent',
  'lostRequest',
  'lostReply',
  'lateEffect',
  'lateReply',
  'resetBefore',
  'resetAfter',
  'error500Before',
  'error500After',
  'gatewayBefore',
  'gatewayAfter',
  'html',
  'truncatedJson',
  'cutBody',
  'emptyBody',
  '401',
  '402',
  '403',
  '429',
  'duplicateDelivery',
  'wrongEcho',
  'missingOrderNumber',
  'staleList',
  'emptyList',
  'shortList',
] as const;

/** Drawn by themselves: the seeds from before are what they were. */
export const LATER_FAULTS = ['rateAfter', 'keyAfter'] as const;

export type WireFault = (typeof WIRE_FAULTS | typeof LATER_FAULTS)[number];

/** Kinds that only make sense for some calls. */
const POSTS_ONLY: ReadonlySet<WireFault> = new Set(['wrongEcho', 'missingOrderNumber']);
const LISTS_ONLY: ReadonlySet<WireFault> = new Set(['staleList', 'emptyList', 'shortList']);

export function concerns(fault: WireFault, endpoint: string, isList: boolean): boolean {
  if (POSTS_ONLY.has(fault)) return endpoint === 'order/post';
  return !LISTS_ONLY.has(fault) || isList;
}

/** How the simulator is told; null for what it needs to know nothing of. */
export function asOrder(
  fault: WireFault,
  endpoint: string,
  random: SeededRandom,
): FaultOrder | null {
  switch (fault) {
    case 'notSent':
    case 'lostRequest':
    case 'lateEffect':
    case 'lateReply':
      return null;
    case 'gatewayBefore':
    case 'gatewayAfter': {
      const when = fault === 'gatewayBefore' ? 'before' : 'after';
      const form = random.pick(['json', 'html', 'empty'] as const);
      return { endpoint, fault: 'status', status: random.pick([502, 503, 504]), when, form };
    }
    case 'error500Before':
    case 'error500After':
      return { endpoint, fault, form: random.pick(['json', 'html', 'empty'] as const) };
    case 'html':
      return { endpoint, fault, status: random.pick([200, 200, 403, 500]) };
    case 'duplicateDelivery':
      return { endpoint, fault, answer: random.pick(['first', 'second'] as const) };
    case 'missingOrderNumber':
      return { endpoint, fault, value: random.pick(['missing', 'null', 'zero'] as const) };
    case 'rateAfter':
      return { endpoint, fault: '429', when: 'after' };
    case 'keyAfter':
      return { endpoint, fault: random.pick(['401', '402', '403'] as const), when: 'after' };
    case 'lostReply':
    case 'resetBefore':
    case 'resetAfter':
    case 'truncatedJson':
    case 'cutBody':
    case 'emptyBody':
    case '401':
    case '402':
    case '403':
    case '429':
    case 'wrongEcho':
    case 'staleList':
    case 'emptyList':
    case 'shortList':
      return { endpoint, fault };
  }
}

/** Each as likely as before times the factor. */
export function scaled(
  faults: Readonly<Partial<Record<WireFault, number>>>,
  factor: number,
): Readonly<Partial<Record<WireFault, number>>> {
  const entries = Object.entries(faults) as [WireFault, number][];
  return Object.fromEntries(entries.map(([fault, probability]) => [fault, probability * factor]));
}
