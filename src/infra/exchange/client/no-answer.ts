import type { Wait } from './exchange-keys.js';

/** Why a question of a reader has no answer. */
export interface NoAnswer {
  readonly kind: 'NoAnswer';
  /** `NoBudget`: not asked. `Refused`: the documented error envelope. `Short`: anything else. */
  readonly why: 'NoBudget' | 'Refused' | 'Short';
  readonly detail: string;
  /** Database time at which there may be room again; null when it is not known. */
  readonly retryAt: number | null;
}

const DETAIL_LENGTH_MAX = 300;

/** It was not asked: there is no room, or the exchange refuses our keys or is silent. */
export function notAsked(wait: Wait): NoAnswer {
  const why = wait.for === 'Room' ? 'NoBudget' : 'Short';
  return { kind: 'NoAnswer', why, detail: wait.why, retryAt: wait.retryAt };
}

/** The exchange's own words. */
export function refused(words: string): NoAnswer {
  const detail = words.slice(0, DETAIL_LENGTH_MAX);
  return { kind: 'NoAnswer', why: 'Refused', detail, retryAt: null };
}

export function short(detail: string): NoAnswer {
  return { kind: 'NoAnswer', why: 'Short', detail, retryAt: null };
}
