import type { Unit } from '../../database/unit-of-work.js';
import { ExchangeKeyRow } from './exchange-key.entity.js';

/**
 * The exchange allows each key 100 requests in any rolling minute, measured by its own clock when it
 * reads them. A call that we start at S and that is answered at C was read somewhere between the two,
 * so it holds its slot from before S until C + 60 s; then no rolling minute of theirs can hold more
 * than the slots there are. One that got no answer may still lie unread: an exchange that hangs reads
 * later what has come meanwhile. It holds its slot until 60 s after a call that began later was
 * answered. The journal of calls is the memory, so a restart forgets nothing, and whoever reserves
 * holds the lock of the key's row, so instances share one count.
 */
export const SLOTS = 100;
export const WINDOW_MS = 60_000;
/** For two clocks that do not run quite alike. */
export const MARGIN_MS = 250;
/** A reservation must be on its way within this time, or it is not sent at all. */
export const SEND_WINDOW_MS = 2_000;

/** What the exchange has not read by then it never reads. */
export const UNREAD_MOST_MS = 600_000;
/** Cancels and orders leave some slots to the calls that find out whether the exchange answers again. */
export const UNANSWERED_MOST = 80;

export type Lane = 'cancel' | 'resolve' | 'trade' | 'reconcile' | 'market';

interface LaneRule {
  /** The lane may start a call while fewer slots than this are held by everybody together … */
  readonly ceiling: number;
  /** … and fewer than this by the lane itself, … */
  readonly share: number;
  /** … and only if so many slots are left to cancels, free ones or such as will be within {@link SOON_MS}. */
  readonly leaves: number;
}

/**
 * Earlier lanes reach higher. Cancels alone may use the last slots; reading has a share that it
 * never exceeds, and what it leaves unused trading may take, but for {@link READING_FLOOR}. After a
 * burst ten slots are kept for cancels; while calls are spread evenly slots come free all the time,
 * and keeping three is enough to leave cancels room, so that 95 calls a minute can be useful ones.
 */
export const LANES: Readonly<Record<Lane, LaneRule>> = {
  cancel: { ceiling: SLOTS, share: SLOTS, leaves: 0 },
  resolve: { ceiling: 98, share: 30, leaves: 8 },
  trade: { ceiling: 97, share: 97, leaves: 10 },
  reconcile: { ceiling: 90, share: 42, leaves: 12 },
  market: { ceiling: 70, share: 36, leaves: 30 },
};
/** Within its floor reading stands where trading stands, and what cancels took there is not its loss. */
const FLOOR: LaneRule = { ...LANES.trade, ceiling: 98 };
/** All reading together never holds more, so that a sudden burst of orders finds room. */
export const READING_MOST = 54;
/** However much is traded, so much reading stays possible: orders that nobody looks at prove nothing. */
export const READING_FLOOR = 6;
export const SOON_MS = 5_000;

export interface KeyUse {
  readonly held: number;
  /** Of these, slots that will be free within {@link SOON_MS}. */
  readonly freeSoon: number;
  readonly heldByLane: Readonly<Partial<Record<Lane, number>>>;
  /** Of those held, calls that nobody has answered yet. */
  readonly unanswered: number;
  /** When the earliest held slot is free again; null when none is held. */
  readonly nextFreeAt: number | null;
}

/** Pure: may a call of this lane start on a key that is used like this? */
export function hasRoom(lane: Lane, use: KeyUse): boolean {
  const own = use.heldByLane[lane] ?? 0;
  const { ceiling, share, leaves } =
    lane === 'reconcile' && own < READING_FLOOR ? FLOOR : LANES[lane];
  const heldThen = use.held + (lane === 'trade' ? keptForReading(use) : 0) + 1;
  const reads = lane === 'reconcile' || lane === 'market';
  if (reads && readsOf(use) >= READING_MOST) return false;
  if (!reads && use.unanswered >= UNANSWERED_MOST) return false;
  // What cancels hold already is of their own reserve: it is not asked of the others again.
  const heldByOthers = heldThen - (use.heldByLane.cancel ?? 0);
  return heldThen <= ceiling && own < share && SLOTS - heldByOthers + use.freeSoon >= leaves;
}

function readsOf({ heldByLane }: KeyUse): number {
  return (heldByLane.reconcile ?? 0) + (heldByLane.market ?? 0);
}

function keptForReading(use: KeyUse): number {
  return Math.max(0, READING_FLOOR - (use.heldByLane.reconcile ?? 0));
}

/** By then a call has ended, even if nobody ever says how (the process was killed). */
export function endedBy(startedAt: number, timeoutMs: number): number {
  return startedAt + SEND_WINDOW_MS + timeoutMs + MARGIN_MS;
}

/** How long a slot is held when no call that begins later is answered. */
export function holdUntil(startedAt: number, timeoutMs: number): number {
  return endedBy(startedAt, timeoutMs) + UNREAD_MOST_MS;
}

/** The exchange has answered a call that began then: what had ended before was read by now, or never will be. */
export async function releaseUnanswered(
  unit: Unit,
  answered: { readonly startedAt: number; readonly at: number; readonly timeoutMs: number },
): Promise<void> {
  const { startedAt, at, timeoutMs } = answered;
  await unit.execute(
    `UPDATE exchange_calls SET unanswered = 0,
       free_at = CASE WHEN free_at > ? THEN ? ELSE free_at END
      WHERE unanswered = 1 AND COALESCE(completed_at, started_at + ?) <= ?`,
    [at, freeAfter(at), endedBy(0, timeoutMs), startedAt],
  );
}

export function freeAfter(completedAt: number): number {
  return completedAt + WINDOW_MS + MARGIN_MS;
}

/** Nobody knows how old the calls of the last minute are: they are held as if all had been made now. */
export async function holdMinute(unit: Unit): Promise<void> {
  const now = await unit.now();
  const held = 'free_at > (SELECT max(started_at) FROM exchange_calls) AND unanswered = ?';
  const hold = `UPDATE exchange_calls SET free_at = ? WHERE ${held}`;
  await unit.execute(hold, [now + UNREAD_MOST_MS, 1]);
  await unit.execute(hold, [freeAfter(now), 0]);
}

/** Locks the rows of all keys, in one order for everybody, and tells what is held of each. */
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

export async function useOf(
  unit: Pick<Unit, 'query'>,
  keyId: string,
  now: number,
): Promise<KeyUse> {
  const rows = await unit.query<HeldByLane>(
    `SELECT lane, count(*) AS held, sum(CASE WHEN free_at <= ? THEN 1 ELSE 0 END) AS soon,
       sum(unanswered) AS unanswered, min(free_at) AS next FROM exchange_calls WHERE key_id = ? AND free_at > ? GROUP BY lane`,
    [now + SOON_MS, keyId, now],
  );
  const heldByLane: Partial<Record<Lane, number>> = {};
  for (const row of rows) heldByLane[row.lane] = row.held;
  const next = rows.flatMap((row) => (row.next === null ? [] : [row.next]));
  return {
    held: rows.reduce((sum, row) => sum + row.held, 0),
    freeSoon: rows.reduce((sum, row) => sum + row.soon, 0),
    heldByLane,
    unanswered: rows.reduce((sum, row) => sum + row.unanswered, 0),
    nextFreeAt: next.length === 0 ? null : Math.min(...next),
  };
}
