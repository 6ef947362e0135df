import { Injectable } from '@nestjs/common';
import { Clock } from '../runtime/clock.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes no turn, because it lasts: a stream. */
    lasting?: boolean;
  }
}

/** For `@RouteConfig`: requests of this route last, and mostly wait; something else limits them. */
export const LASTING = { lasting: true } as const;

/** Requests of one caller that are worked on at the same time: few while others ask too, many while nobody does. */
const AT_ONCE_BESIDE_OTHERS = { reads: 2, writes: 4 } as const;
const AT_ONCE_ALONE = 64;
const OTHERS_WITHIN_MS = 10_000;
/** What takes longer waits for the exchange, a thread or its reader, and so keeps nobody else waiting. */
const TURN_MS = 1_000;
const WAITING_MAX = 256;

/** Each has turns of its own, so that a screen that reads much does not delay orders of the same key. */
type Kind = keyof typeof AT_ONCE_BESIDE_OTHERS;

interface Asked {
  readonly begin: (turn: object | null) => void;
  readonly isGone: () => boolean;
}

interface Turns {
  readonly caller: string;
  readonly kind: Kind;
  seenAt: number;
  /** When each began, oldest first. */
  readonly working: Map<object, number>;
  readonly waiting: Asked[];
  endTimer: (() => void) | null;
}

/**
 * Lets callers take turns: all work is done by one thread, so what one caller sends at once would be done before
 * the next request of another. What is beyond a caller's turns waits, in the order in which it came.
 */
@Injectable()
export class CallerTurns {
  private readonly callers = new Map<string, Turns>();

  constructor(private readonly clock: Clock) {}

  /**
   * Resolves when it is the request's turn; false if too many of the caller wait, or it is gone by then.
   */
  async begin(caller: string, kind: Kind, request: EndingRequest): Promise<boolean> {
    const turns = this.turnsOf(caller, kind);
    const turn = await this.turnFor(turns, request);
    if (turn === null) return false;
    request.onEnd(() => {
      if (turns.working.delete(turn)) this.next(turns);
    });
    return true;
  }

  private turnFor(turns: Turns, { isGone }: EndingRequest): Promise<object | null> | object | null {
    if (turns.working.size < this.atOnce(turns)) return this.take(turns);
    if (turns.waiting.length >= WAITING_MAX) return null;
    return new Promise((begin) => {
      turns.waiting.push({ begin, isGone });
      this.watch(turns);
    });
  }

  private take({ working }: Turns): object {
    const turn = {};
    working.set(turn, this.clock.steady());
    return turn;
  }

  private turnsOf(caller: string, kind: Kind): Turns {
    const now = this.clock.steady();
    const name = `${kind} ${caller}`;
    const known = this.callers.get(name);
    // Those that were seen last come last.
    this.callers.delete(name);
    const turns = known ?? {
      caller,
      kind,
      seenAt: now,
      working: new Map(),
      waiting: [],
      endTimer: null,
    };
    turns.seenAt = now;
    this.callers.set(name, turns);
    for (const [other, { seenAt, working, waiting }] of this.callers) {
      if (seenAt > now - OTHERS_WITHIN_MS) break;
      if (working.size === 0 && waiting.length === 0) this.callers.delete(other);
    }
    return turns;
  }

  private atOnce({ caller, kind }: Turns): number {
    const since = this.clock.steady() - OTHERS_WITHIN_MS;
    for (const other of this.callers.values()) {
      if (other.caller !== caller && other.seenAt > since) return AT_ONCE_BESIDE_OTHERS[kind];
    }
    return AT_ONCE_ALONE;
  }

  private next(turns: Turns): void {
    const most = this.atOnce(turns);
    while (turns.working.size < most) {
      const asked = turns.waiting.shift();
      if (asked === undefined) break;
      asked.begin(asked.isGone() ? null : this.take(turns));
    }
    this.watch(turns);
  }

  /** While somebody waits: takes the turn from what has had it for too long. */
  private watch(turns: Turns): void {
    if (turns.waiting.length === 0) {
      turns.endTimer?.();
      turns.endTimer = null;
      return;
    }
    turns.endTimer ??= this.clock.after(TURN_MS, () => {
      turns.endTimer = null;
      const since = this.clock.steady() - TURN_MS;
      for (const [turn, beganAt] of turns.working) {
        if (beganAt > since) break;
        turns.working.delete(turn);
      }
      this.next(turns);
    });
  }
}

export interface EndingRequest {
  /** Calls back when it has been answered, or its caller has gone. */
  readonly onEnd: (ended: () => void) => unknown;
  readonly isGone: () => boolean;
}
