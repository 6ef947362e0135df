import type { Unit } from '../../infra/database/unit-of-work.js';

/**
 * Callers take turns at sending their posts, so that nobody waits behind all that another caller has queued. The
 * turn of a post is the one after the caller's last queued post, or after the last one served if the caller has
 * none: posts of one caller stay in order, and the first of another goes next (start-time fair queueing). Posts are
 * sent in the order of their turns, which costs one look into an index however many wait.
 */
export async function turnOf(unit: Unit, caller: string): Promise<number> {
  const { served, last } = await turnsOf(unit, caller);
  return Math.max(served, last) + 1;
}

/** Whether so many posts of the caller are queued already. Counts them only when that can be. */
export async function hasQueued(unit: Unit, caller: string, most: number): Promise<boolean> {
  const { served, last } = await turnsOf(unit, caller);
  if (last - served < most) return false;
  const [row] = await unit.query<{ n: number }>(
    `SELECT count(*) AS n FROM order_requests WHERE caller = ? AND kind = 'Post' AND state = 'Queued'`,
    [caller],
  );
  return (row?.n ?? 0) >= most;
}

interface Turns {
  /** Of the post that was sent last. */
  readonly served: number;
  /** Of the caller's last queued post; 0: it has none. */
  readonly last: number;
}

async function turnsOf(unit: Unit, caller: string): Promise<Turns> {
  const [row] = await unit.query<Turns>(
    `SELECT
       COALESCE((SELECT turn FROM order_requests WHERE kind = 'Post' AND sends > 0
         ORDER BY turn DESC LIMIT 1), 0) AS served,
       COALESCE((SELECT turn FROM order_requests WHERE caller = ? AND kind = 'Post' AND state = 'Queued'
         ORDER BY turn DESC LIMIT 1), 0) AS last`,
    [caller],
  );
  return row ?? { served: 0, last: 0 };
}
