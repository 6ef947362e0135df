import type { SessionRow } from './session.entity.js';

/** Nobody has used it for so long: whoever signed in has left. */
export const IDLE_MS = 30 * 60_000;
/** One working day, however busy. */
export const SESSION_MS = 12 * 3_600_000;
/** The last use is written at most this often: a write for each request would cost more than it tells. */
export const USED_STEP_MS = 60_000;

type Life = Pick<SessionRow, 'startedAt' | 'usedAt'>;

export interface SessionEnds {
  /** Unless it is used before. */
  readonly idleUntil: number;
  /** At the latest. */
  readonly endsAt: number;
}

/** `keyEndsAt`: when the secret that it was started with ceases to open; null: never. */
export function endsOf({ startedAt, usedAt }: Life, keyEndsAt: number | null): SessionEnds {
  const endsAt = Math.min(startedAt + SESSION_MS, keyEndsAt ?? Infinity);
  return { endsAt, idleUntil: Math.min(usedAt + IDLE_MS, endsAt) };
}
