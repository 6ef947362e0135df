import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import type { Logger } from 'pino';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { Database } from '../database/database.js';
import type { Problem } from '../http/problems/problem.js';
import { networkOf, sourceAddress } from '../http/source-address.js';
import { AppLogger } from '../observability/logging.js';
import { Metrics } from '../observability/metrics.js';
import { Clock } from '../runtime/clock.js';
import type { AuthenticatedRequest } from './api-key.guard.js';

/** No key or a wrong one, a missing scope or second person, too many requests. */
const STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);
/** So many of a key or a network are in the trail, each by itself; the others of the window are only counted. */
const RECORDED_MAX = 10;
const WINDOW_MS = 60_000;
/** Networks without a key told apart, so that nobody can fill the trail from many; the others share one window. */
const NETWORKS_MAX = 50;

/** No name of a caller: those begin with `key:`. */
const ANONYMOUS = 'anonymous';

type Refused = FastifyRequest & Pick<AuthenticatedRequest, 'actor' | 'isOfNobody'>;

/** The window of all networks that have none of their own. */
const OTHERS = '';

interface Window {
  readonly actor: Actor;
  recorded: number;
  /** Not in the trail by themselves. */
  more: number;
}

/** Counts and logs each refusal of a caller, and keeps a sample of them in the audit trail. */
@Injectable()
export class Denials implements BeforeApplicationShutdown {
  private readonly windows = new Map<string, Window>();
  /** How many of them have no key. */
  private networks = 0;
  private readonly writing = new Set<Promise<void>>();
  private readonly counter: Counter;
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    metrics: Metrics,
    logger: AppLogger,
  ) {
    this.counter = metrics.counter('denials_total', 'Refused callers, by problem', ['code']);
    this.logger = logger.for('denials');
  }

  note(request: Refused, found: Problem): void {
    if (!STATUSES.has(found.getStatus())) return;
    const { asksWhoIsThere = false } = request.routeOptions.config;
    if (asksWhoIsThere && request.isOfNobody === true) return;
    this.record(request, found.code);
  }

  /** `more`: what else the trail says of it. */
  record(request: Refused, code: string, more: Readonly<Record<string, string>> = {}): void {
    const actor = request.actor ?? {
      name: ANONYMOUS,
      sourceAddress: sourceAddress(request),
      requestId: request.id,
    };
    const { keyId = null, personId = null, sourceAddress: address = null } = actor;
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    const about = { code, method: request.method, route };
    this.counter.inc({ code });
    const who = { keyId, personId, address };
    this.logger.warn({ ...about, ...who, requestId: request.id }, 'caller refused');
    const caller = request.actor === undefined ? this.nameOf(address ?? '') : (keyId ?? actor.name);
    const window = this.windowOf(caller, actor);
    if (window.recorded >= RECORDED_MAX) {
      window.more += 1;
      return;
    }
    window.recorded += 1;
    this.write(actor, 'ACCESS_DENIED', { ...about, ...more });
  }

  /** What was only counted is not lost with the process. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const caller of [...this.windows.keys()]) this.end(caller);
    await Promise.all(this.writing);
  }

  private nameOf(address: string): string {
    const network = networkOf(address);
    return this.windows.has(network) || this.networks < NETWORKS_MAX ? network : OTHERS;
  }

  private windowOf(name: string, actor: Actor): Window {
    const known = this.windows.get(name);
    if (known !== undefined) return known;
    const { requestId: _, ...who } = actor;
    const window = { actor: name === OTHERS ? { name: actor.name } : who, recorded: 0, more: 0 };
    this.windows.set(name, window);
    if (actor.name === ANONYMOUS) this.networks += 1;
    this.clock.after(WINDOW_MS, () => this.end(name));
    return window;
  }

  private end(caller: string): void {
    const window = this.windows.get(caller);
    this.windows.delete(caller);
    if (window === undefined) return;
    if (window.actor.name === ANONYMOUS) this.networks -= 1;
    if (window.more === 0) return;
    this.write(window.actor, 'ACCESS_DENIED_AGAIN', { times: window.more });
  }

  /** A refusal stands, whether or not the trail can be written. */
  private write(
    actor: Actor,
    type: string,
    body: Readonly<Record<string, string | number | null>>,
  ): void {
    const written = this.database.units
      .run((unit) => this.audit.append(unit, 'access', actor, [{ type, body }]))
      .catch((error: unknown) => this.logger.error({ err: error }, 'refusal not in the trail'))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }
}
