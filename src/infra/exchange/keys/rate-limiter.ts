import type { Unit } from '../../database/units/unit-of-work.js';
import { ExchangeKeyRow } from './exchange-key.entity.js';

/**
 * The exchange allows each key 100 requests in any rolling minute, counted by its own clock when it
 * reads them. A call that we start at S and that is answered at C was read somewhere in between, so it
 * holds its slot from before S until C + 60 s. That way no rolling minute of the exchange can contain
 * more calls than there are slots.
 *
 * A call without an answer may still be waiting to be read: an exchange that hangs reads queued requests
 * later. It holds its slot until 60 s after a later call was answered.
 *
 * The call journal stores the slots, so a restart forgets nothing. Every reservation locks the rows of
 * the keys, so all instances share one count.
 */
export const SLOTS = 100;
export const WINDOW_MS = 60_000;
/** Allows for drift between our clock and theirs. */
export const MARGIN_MS = 250;
/** A reserved call must be sent within this time, or not at all. */
export const SEND_WINDOW_MS = 2_000;

/** We assume that the exchange never reads a request later than this. */
export const UNREAD_MAX_MS = 600_000;
/** Orders and cancels leave the remaining slots to the calls that find out whether the exchange answers again. */
export const UNANSWERED_MAX = 80;

/** `reconcile`: full reconciliation runs. `ad-hoc`: runs that callers ask for over a scope, and dry runs. */
export type Lane = 'cancel' | 'resolve' | 'trade' | 'reconcile' | 'ad-hoc' | 'market';

interface LaneRule {
  /** A call may start while all lanes together hold fewer slots than this, … */
  readonly ceiling: number;
  /** … the lane itself holds fewer than this, … */
  readonly share: number;
  /** … and this many slots, free now or within {@link SOON_MS}, remain for cancels. */
  readonly reserve: number;
}

/** All reads together never hold more, so that a sudden burst of orders finds free slots. */
export const READS_MAX = 54;
/** Reads that callers leave to full reconciliation runs, however many ad-hoc runs and market data they ask for. */
export const FULL_RUNS_MIN = 18;
/** All runs together never hold more. */
const RUNS_MAX = 42;

/**
 * Lanes are listed by priority. Only cancels may use the last slots. Reads never exceed their share;
 * trading may use what they leave, except {@link READS_MIN}. After a burst ten slots stay reserved for
 * cancels. When calls are spread evenly, slots keep coming free and three are enough, which leaves 95
 * useful calls a minute.
 */
export const LANES: Readonly<Record<Lane, LaneRule>> = {
  cancel: { ceiling: SLOTS, share: SLOTS, reserve: 0 },
  resolve: { ceiling: 98, share: 30, reserve: 8 },
  trade: { ceiling: 97, share: 97, reserve: 10 },
  reconcile: { ceiling: 90, share: RUNS_MAX, reserve: 12 },
  'ad-hoc': { ceiling: 90, share: RUNS_MAX - FULL_RUNS_MIN, reserve: 12 },
  market: { ceiling: 70, share: READS_MAX - FULL_RUNS_MIN, reserve: 30 },
};
/** Applies to the first {@link READS_MIN} reconciliation reads: as trading, and cancels do not use them up. */
const READS_MIN_RULE: LaneRule = { ...LANES.trade, ceiling: 98 };
/** Reads that stay possible however busy trading is: without them we lose sight of our orders. */
export const READS_MIN = 6;
export const SOON_MS = 5_000;

export interface KeyUsage {
  readonly held: number;
  /** How many of them will be free within {@link SOON_MS}. */
  readonly freeSoon: number;
  readonly heldByLane: Readonly<Partial<Record<Lane, number>>>;
  /** How many of them are held by calls without an answer. */
  readonly unanswered: number;
  /** When the next slot comes free; null when none is held. */
  readonly nextFreeAt: number | null;
  /** The same of one lane; absent when it holds none. */
  readonly nextFreeByLane?: Readonly<Partial<Record<Lane, number>>>;
}

/** Pure: whether a call of this lane may start on a key with this usage. */
export function hasCapacity(lane: Lane, use: KeyUsage): boolean {
  const own = use.heldByLane[lane] ?? 0;
  const {
    ceiling,
    share,
    reserve: leaves,
  } = lane === 'reconcile' && own < READS_MIN ? READS_MIN_RULE : LANES[lane];
  const heldThen = use.held + (lane === 'trade' ? keptForReading(use) : 0) + 1;
  if (isRead(lane) && !mayRead(lane, use)) return false;
  if (!isRead(lane) && use.unanswered >= UNANSWERED_MAX) return false;
  // Slots that cancels already hold come out of their own reserve.
  const heldByOthers = heldThen - (use.heldByLane.cancel ?? 0);
  return heldThen <= ceiling && own < share && SLOTS - heldByOthers + use.freeSoon >= leaves;
}

export function isRead(lane: Lane): boolean {
  return lane === 'reconcile' || lane === 'ad-hoc' || lane === 'market';
}

function mayRead(lane: Lane, { heldByLane }: KeyUsage): boolean {
  const { reconcile = 0, 'ad-hoc': adHoc = 0, market = 0 } = heldByLane;
  if (reconcile + adHoc + market >= READS_MAX) return false;
  if (lane !== 'market' && reconcile + adHoc >= RUNS_MAX) return false;
  return lane === 'reconcile' || adHoc + market < READS_MAX - FULL_RUNS_MIN;
}

function keptForReading(use: KeyUsage): number {
  return Math.max(0, READS_MIN - (use.heldByLane.reconcile ?? 0));
}

/** By this time a call has ended, even if its end was never recorded because the process was killed. */
export function latestEnd(startedAt: number, timeoutMs: number): number {
  return startedAt + SEND_WINDOW_MS + timeoutMs + MARGIN_MS;
}

/** How long a slot is held if no later call is ever answered. */
export function holdUntil(startedAt: number, timeoutMs: number): number {
  return latestEnd(startedAt, timeoutMs) + UNREAD_MAX_MS;
}

/**
 * The exchange has answered a call that started at `startedAt`. Calls that ended before it were read by
 * now or never will be.
 */
export async function releaseUnanswered(
  unit: Unit,
  answered: { readonly startedAt: number; readonly at: number; readonly timeoutMs: number },
): Promise<void> {
  const { startedAt, at, timeoutMs } = answered;
  await unit.execute(
    `UPDATE exchange_calls SET unanswered = 0,
       free_at = CASE WHEN free_at > ? THEN ? ELSE free_at END
      WHERE unanswered = 1 AND COALESCE(completed_at, started_at + ?) <= ?`,
    [at, freeAfter(at), latestEnd(0, timeoutMs), startedAt],
  );
}

export function freeAfter(completedAt: number): number {
  return completedAt + WINDOW_MS + MARGIN_MS;
}

/** Used when we cannot tell how old the last minute's calls are: holds their slots as if they started now. */
export async function holdAllSlots(unit: Unit): Promise<void> {
  const now = await unit.now();
  const held = 'free_at > (SELECT max(started_at) FROM exchange_calls) AND unanswered = ?';
  const hold = `UPDATE exchange_calls SET free_at = ? WHERE ${held}`;
  await unit.execute(hold, [now + UNREAD_MAX_MS, 1]);
  await unit.execute(hold, [freeAfter(now), 0]);
}

/** Locks the rows of all keys, always in the same order. */
export async function lockKeys(unit: Unit, ids: readonly string[]): Promise<ExchangeKeyRow[]> {
  const marks = ids.map(() => '?').join(', ');
  return unit.find(ExchangeKeyRow, `id IN (${marks}) ORDER BY id${unit.rowLock}`, ids);
}

interface HeldByLane {
  readonly lane: Lane;
  readonly held: number;
  readonly soon: number;
  readonly unanswered: number;
  readonly next: number | null;
}

export async function keyUsage(
  unit: Pick<Unit, 'query'>,
  keyId: string,
  now: number,
): Promise<KeyUsage> {
  const rows = await unit.query<HeldByLane>(
    `SELECT lane, count(*) AS held, sum(CASE WHEN free_at <= ? THEN 1 ELSE 0 END) AS soon,
       sum(unanswered) AS unanswered, min(free_at) AS next FROM exchange_calls WHERE key_id = ? AND free_at > ? GROUP BY lane`,
    [now + SOON_MS, keyId, now],
  );
  const heldByLane: Partial<Record<Lane, number>> = {};
  const nextFreeByLane: Partial<Record<Lane, number>> = {};
  for (const { lane, held, next: free } of rows) {
    heldByLane[lane] = held;
    if (free !== null) nextFreeByLane[lane] = free;
  }
  const next = rows.flatMap((row) => (row.next === null ? [] : [row.next]));
  return {
    held: rows.reduce((sum, row) => sum + row.held, 0),
    freeSoon: rows.reduce((sum, row) => sum + row.soon, 0),
    heldByLane,
    unanswered: rows.reduce((sum, row) => sum + row.unanswered, 0),
    nextFreeAt: next.length === 0 ? null : Math.min(...next),
    nextFreeByLane,
  };
}
