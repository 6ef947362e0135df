import type { Throttled } from '../keys/exchange-keys.js';

/** Why a read of market data or exchange records has no answer. */
export interface NoAnswer {
  readonly kind: 'NoAnswer';
  /** `NoBudget`: not asked. `Refused`: the documented error envelope. `Unusable`: anything else. */
  readonly why: 'NoBudget' | 'Refused' | 'Unusable';
  /** Ours: callers get it, and never what the exchange has written. */
  readonly detail: string;
  /** Database time at which to try again; null when unknown. */
  readonly retryAt: number | null;
}

/** Not asked: no budget left, or the exchange refuses our keys or does not answer. */
export function notAsked(throttled: Throttled): NoAnswer {
  const why = throttled.for === 'Budget' ? 'NoBudget' : 'Unusable';
  return { kind: 'NoAnswer', why, detail: throttled.why, retryAt: throttled.retryAt };
}

export function refused(): NoAnswer {
  const detail = 'The exchange refused what was asked.';
  return { kind: 'NoAnswer', why: 'Refused', detail, retryAt: null };
}

export function unusable(detail: string): NoAnswer {
  return { kind: 'NoAnswer', why: 'Unusable', detail, retryAt: null };
}
