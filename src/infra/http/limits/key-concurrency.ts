import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../runtime/clock.js';
import { waitMs } from '../preferences.js';
import { isCostly } from './costly-reads.js';

/**
 * How many requests of one key are worked on at once, and how long each place rests before the next one, so that whoever
 * sends many does not keep the service from the orders of others. The others of the key wait; nobody is refused. A
 * caller that takes its answer slowly delays its own key alone.
 */
interface Lane {
  readonly name: 'pages' | 'reads' | 'writes';
  readonly atOnce: number;
  /** So many times as long as the request took, within `REST_MS` and `LONGEST_REST_MS`. */
  readonly rests: number;
}

/** A page of more takes the event loop for milliseconds. */
const LONG_PAGE = 50;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Their time is the exchange's, and the budget of its calls limits them. */
const FROM_EXCHANGE = /^\/v1\/(?:market|exchange)\//;

/** Much of what a small request costs comes before its turn. */
const REST_MS = 8;
/** At most: what takes longer waits for something else than the event loop. */
const LONGEST_REST_MS = 1_000;

interface Queue {
  underWay: number;
  readonly waiting: (() => void)[];
}

export class KeyConcurrency {
  private readonly queues = new Map<string, Queue>();
  private readonly lanes: Readonly<Record<Lane['name'], Lane>>;

  constructor(
    atOnce: number,
    private readonly clock: Pick<Clock, 'steady' | 'sleep'>,
  ) {
    this.lanes = {
      pages: { name: 'pages', atOnce: 1, rests: 3 },
      reads: { name: 'reads', atOnce, rests: 3 },
      writes: { name: 'writes', atOnce, rests: 0 },
    };
  }

  /** Resolves when it is the request's turn, or its caller has left. */
  async turn(request: FastifyRequest, { raw }: FastifyReply, keyId: string): Promise<void> {
    const kind = laneOf(request);
    if (kind === null || raw.destroyed) return;
    const left = new Promise<void>((resolve) => raw.once('close', resolve));
    const lane = this.lanes[kind];
    const name = `${kind} ${keyId}`;
    const queue = this.queueOf(name);
    if (queue.underWay < lane.atOnce) queue.underWay += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    void this.hold(left, lane).then(() => this.giveUp(name, queue));
  }

  private async hold(left: Promise<void>, { rests }: Lane): Promise<void> {
    const startedAt = this.clock.steady();
    await left;
    const took = this.clock.steady() - startedAt;
    await this.clock.sleep(Math.min(LONGEST_REST_MS, Math.max(REST_MS, rests * took)));
  }

  /** To the one that has waited longest. */
  private giveUp(name: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    queue.underWay -= 1;
    if (queue.underWay === 0) this.queues.delete(name);
  }

  private queueOf(name: string): Queue {
    const queue = this.queues.get(name) ?? { underWay: 0, waiting: [] };
    this.queues.set(name, queue);
    return queue;
  }
}

/** Null: nothing holds it back. Cancels go at once, streams and callers that wait for the exchange take no time of ours. */
function laneOf(request: FastifyRequest): Lane['name'] | null {
  const { method, query, headers } = request;
  const { config, url } = request.routeOptions;
  const { limit } = query as { readonly limit?: unknown };
  const isRead = READS.has(method);
  if (isRead && Number(limit) > LONG_PAGE) return 'pages';
  if (config.urgent === true || config.enquires === true || config.background === true) return null;
  if (isCostly(request) || FROM_EXCHANGE.test(url ?? '')) return null;
  if (isRead) return 'reads';
  return waitMs(headers.prefer?.toString()) > 0 ? null : 'writes';
}
