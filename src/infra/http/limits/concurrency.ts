import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../runtime/clock.js';
import { onceClosed } from '../closed-responses.js';
import { waitMs } from '../input/preferences.js';
import { problem, type Problem } from '../problems/problem.js';
import { isCostly } from './costly-reads.js';
import { workEnded } from './work-ended.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its caller may wait for the exchange (`Prefer: wait`). */
    waits?: boolean;
    /** Answers when something is done that takes seconds and has a queue of its own. */
    queued?: boolean;
    /** Starts a reconciliation run. */
    runs?: boolean;
  }
}

/** For `@RouteConfig`: takes no place, because it waits in a queue of its own. */
export const QUEUED = { queued: true } as const;
/** For `@RouteConfig`: starts a run. Of each caller more of them wait in the queue of runs than others may be worked on, but few begin in a second. */
export const RUNS = { runs: true } as const;
/** For `@RouteConfig`: answers when the exchange has, if its caller prefers that, and calls {@link leavePlaces} before it waits. */
export const WAITS = { waits: true } as const;

/**
 * How many requests of one caller, a key or an address, are worked on at once, and how long each place rests before the
 * next one, so that whoever sends many does not keep the service from the orders of others. Its other requests wait, 200
 * at most. A caller that takes its answer slowly, or leaves before it, delays its own requests alone.
 */
interface Lane {
  readonly name: 'pages' | 'reads' | 'market data' | 'writes' | 'runs' | 'idle cancels';
  readonly atOnce: number;
  /** So many times as long as the request took, within `restMs` and `LONGEST_REST_MS`. */
  readonly rests: number;
  readonly restMs: number;
}

/** A page of more takes the event loop for milliseconds. */
const LONG_PAGE = 50;
/** So many times fewer of them at once. */
const PAGES_SHARE = 4;
/** So many times more of them at once: most of them wait, for the reconciler or for the exchange. */
const WAITING_TIMES = 4;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Mostly their time is the exchange's, and the budget of its calls limits them; but what is cached costs as much as other reads. */
const FROM_EXCHANGE = /^\/v1\/(?:market|exchange\/(?:orders|brokers|accounts|trades))\b/;

/** Much of what a small request costs comes before its turn. */
const REST_MS = 8;
/** At most: what takes longer waits for something else than the event loop. */
const LONGEST_REST_MS = 1_000;

/** Of each lane. Connections that wait here are never ended for new ones. */
const WAITING_MAX = 200;
const RETRY_AFTER_S = 1;

/** What ends the places that a request has before it is answered. */
const PLACES = new WeakMap<FastifyRequest, (() => void)[]>();

/** Its order is stored: the rest of its time is the exchange's, and others of its caller need not wait for that. */
export function leavePlaces(request: FastifyRequest): void {
  for (const leave of PLACES.get(request) ?? []) leave();
}

interface Queue {
  underWay: number;
  readonly waiting: Set<() => void>;
}

interface Turn {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: string;
}

export class Concurrency {
  private readonly queues = new Map<string, Queue>();
  private readonly lanes: Readonly<Record<Lane['name'], Lane>>;

  constructor(
    atOnce: number,
    private readonly clock: Pick<Clock, 'steady' | 'sleep'>,
  ) {
    this.lanes = {
      pages: { name: 'pages', atOnce: Math.ceil(atOnce / PAGES_SHARE), rests: 3, restMs: REST_MS },
      reads: { name: 'reads', atOnce, rests: 3, restMs: REST_MS },
      'market data': {
        name: 'market data',
        atOnce: atOnce * WAITING_TIMES,
        rests: 3,
        restMs: REST_MS * WAITING_TIMES,
      },
      writes: { name: 'writes', atOnce, rests: 0, restMs: REST_MS },
      runs: { name: 'runs', atOnce: atOnce * WAITING_TIMES, rests: 0, restMs: LONGEST_REST_MS },
      'idle cancels': { name: 'idle cancels', atOnce, rests: 0, restMs: REST_MS },
    };
  }

  /** Null when it is the request's turn; a problem when too many wait, or its caller has left meanwhile. */
  async turn(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
  ): Promise<Problem | null> {
    const kind = laneOf(request);
    return kind === null ? null : this.turnIn(kind, { request, reply, caller });
  }

  /** The same of a cancel that would change nothing. Others never wait. */
  idleCancel(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
  ): Promise<Problem | null> {
    // Looked up by now, so its caller may have left before it: whoever does that takes no unit without a place.
    if (reply.raw.destroyed) return Promise.resolve(callerHasLeft());
    return this.turnIn('idle cancels', { request, reply, caller });
  }

  private async turnIn(
    kind: Lane['name'],
    { request, reply, caller }: Turn,
  ): Promise<Problem | null> {
    const { raw } = reply;
    if (raw.destroyed) return null;
    const left = new Promise<void>((resolve) => onceClosed(raw, resolve));
    const lane = this.lanes[kind];
    const name = `${kind} ${caller}`;
    const queue = this.queueOf(name);
    if (queue.underWay < lane.atOnce) queue.underWay += 1;
    else if (queue.waiting.size >= WAITING_MAX) {
      const detail = `${WAITING_MAX} ${kind} of the caller are waiting. Wait for some of them.`;
      return problem('rate-limited', detail, { retryAfterSeconds: RETRY_AFTER_S });
    } else if (!(await isTurn(queue, left))) {
      return callerHasLeft();
    }
    const ended = workEnded(request, reply);
    const mayLeave = kind === 'idle cancels' || waits(request);
    const isOver = mayLeave ? Promise.race([ended, placeOf(request)]) : ended;
    void this.hold(isOver, lane).then(() => this.giveUp(name, queue));
    return null;
  }

  private async hold(isOver: Promise<void>, { rests, restMs }: Lane): Promise<void> {
    const startedAt = this.clock.steady();
    await isOver;
    const took = this.clock.steady() - startedAt;
    await this.clock.sleep(Math.min(LONGEST_REST_MS, Math.max(restMs, rests * took)));
  }

  /** To the one that has waited longest. */
  private giveUp(name: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next !== undefined) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.underWay -= 1;
    if (queue.underWay === 0) this.queues.delete(name);
  }

  private queueOf(name: string): Queue {
    const queue = this.queues.get(name) ?? { underWay: 0, waiting: new Set() };
    this.queues.set(name, queue);
    return queue;
  }
}

function callerHasLeft(): Problem {
  return problem('request-timeout', 'The caller has left.');
}

/** Resolves once the request leaves the place. */
function placeOf(request: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    PLACES.set(request, [...(PLACES.get(request) ?? []), resolve]);
  });
}

/** False if its caller leaves before. */
function isTurn({ waiting }: Queue, left: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const next = (): void => resolve(true);
    waiting.add(next);
    void left.then(() => {
      if (waiting.delete(next)) resolve(false);
    });
  });
}

/** Null: nothing holds it back. Cancels go at once (but see `idleCancel`), and streams take no time of ours. */
function laneOf(request: FastifyRequest): Lane['name'] | null {
  const { method, query } = request;
  const { config, url } = request.routeOptions;
  const { limit } = query as { readonly limit?: unknown };
  const isRead = READS.has(method);
  if (isRead && Number(limit) > LONG_PAGE) return 'pages';
  if (config.urgent === true || config.enquires === true || config.background === true) return null;
  if (config.runs === true) return 'runs';
  if (config.queued === true || isCostly(request)) return null;
  if (FROM_EXCHANGE.test(url ?? '')) return 'market data';
  return isRead ? 'reads' : 'writes';
}

function waits({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.waits === true && waitMs(headers.prefer?.toString()) > 0;
}
