import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { RequestKind } from './order-request.js';

/**
 * Callers take turns at sending, so that nobody waits behind all that another caller has queued: posts among posts, edits
 * among edits, cancels among cancels. The turn of a request is the one after the caller's last queued one of its kind, or
 * after the last one served if the caller has none: requests of one caller stay in order, and the first of another goes
 * next (start-time fair queueing). They are sent in the order of their turns, which costs one look into an index
 * however many wait.
 */
export class RequestTurns {
  private readonly last = new Map<string, Promise<number>>();

  constructor(
    private readonly unit: Unit,
    private readonly kind: RequestKind,
  ) {}

  /** Of the caller's next request; each call is for another one. */
  next(caller: string): Promise<number> {
    const before = this.last.get(caller) ?? this.lastOf(caller);
    const turn = before.then((last) => last + 1);
    this.last.set(caller, turn);
    return turn;
  }

  private async lastOf(caller: string): Promise<number> {
    const { served, last } = await turnsOf(this.unit, this.kind, caller);
    return Math.max(served, last);
  }
}

/** How many more posts of each caller may be queued, in one unit of work. Counts them only when that matters. */
export class QueueRoom {
  private readonly rooms = new Map<string, Room>();

  constructor(
    private readonly unit: Unit,
    private readonly most: number,
  ) {}

  /** Of callers who are asked about; the look of all makes one journey. */
  async look(callers: readonly string[]): Promise<void> {
    const look = async (caller: string): Promise<void> => {
      const { served, last } = await turnsOf(this.unit, 'Post', caller);
      const left = this.most - Math.max(0, last - served);
      this.rooms.set(caller, { left, taken: 0, isCounted: false });
    };
    await Promise.all([...new Set(callers)].map(look));
  }

  async isFull(caller: string): Promise<boolean> {
    const room = this.roomOf(caller);
    if (room.left > 0 || room.isCounted) return room.left <= 0;
    const [row] = await this.unit.query<{ n: number }>(
      `SELECT count(*) AS n FROM order_requests WHERE caller = ? AND kind = 'Post' AND state = 'Queued'`,
      [caller],
    );
    room.left = this.most - (row?.n ?? 0) - room.taken;
    room.isCounted = true;
    return room.left <= 0;
  }

  /** A post of the caller will be queued at the end of the unit. */
  take(caller: string): void {
    const room = this.roomOf(caller);
    room.left -= 1;
    room.taken += 1;
  }

  private roomOf(caller: string): Room {
    const room = this.rooms.get(caller);
    if (room === undefined) throw new Error(`Nobody has looked for the room of ${caller}`);
    return room;
  }
}

interface Room {
  /** At least so many. */
  left: number;
  taken: number;
  isCounted: boolean;
}

interface Turns {
  /** Of the request that was sent last. */
  readonly served: number;
  /** Of the caller's last queued request; 0: it has none. */
  readonly last: number;
}

/** The kind stands in the text: the indexes of each are partial ones. */
async function turnsOf(unit: Unit, kind: RequestKind, caller: string): Promise<Turns> {
  const [row] = await unit.query<Turns>(
    `SELECT
       COALESCE((SELECT turn FROM order_requests WHERE kind = '${kind}' AND sends > 0
         ORDER BY turn DESC LIMIT 1), 0) AS served,
       COALESCE((SELECT turn FROM order_requests WHERE caller = ? AND kind = '${kind}' AND state = 'Queued'
         ORDER BY turn DESC LIMIT 1), 0) AS last`,
    [caller],
  );
  return row ?? { served: 0, last: 0 };
}
