import type { FastifyReply, FastifyRequest } from 'fastify';
import { Tracing } from '../observability/tracing.js';
import type { Clock } from '../runtime/clock.js';
import { onceClosed } from './closed-responses.js';

/** Who has called. No names: ids lead to them for those who may read them. */
export interface CallerIds {
  /** Null without a valid API key. */
  readonly keyId: string | null;
  /** Whose key it is, or who has signed in without one; null: a system, or nobody. */
  readonly personId: string | null;
}

/** What may be said of a request without saying what it is about: no address, no query, no text. */
export interface AnsweredRequest extends CallerIds {
  readonly requestId: string;
  /** Null where the HTTP parser refused the request before it had read a method. */
  readonly method: string | null;
  /** The pattern, `/v1/orders/:id`; null where no route was found. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** False if the connection ended before all of the answer had left. */
  readonly complete: boolean;
}

export type AnswerListener = (answered: AnsweredRequest) => void;

/**
 * Tells its listeners of each request, once: when its answer has left, or the connection has ended. `onResponse` of
 * Fastify is silent about the second, which is how every stream ends.
 */
export class AnsweredRequests {
  private readonly listeners: AnswerListener[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly callerOf: (request: FastifyRequest) => CallerIds,
    private readonly tracing = Tracing.off,
  ) {}

  listen(listener: AnswerListener): void {
    this.listeners.push(listener);
  }

  follow(request: FastifyRequest, { raw }: FastifyReply): void {
    const since = this.clock.steady();
    const close = this.tracing.bound(() => {
      // A caller that left before the status was sent was not answered.
      if (!raw.headersSent) return;
      const route = request.is404 ? null : (request.routeOptions.url ?? null);
      this.tell({
        requestId: request.id,
        method: request.method,
        route,
        status: raw.statusCode,
        durationMs: this.clock.steady() - since,
        ...this.callerOf(request),
        complete: raw.writableFinished,
      });
    });
    onceClosed(raw, close);
  }

  /** One that the HTTP parser refused: no hook has seen it. */
  refusedByParser(requestId: string, status: number): void {
    const nobody = { keyId: null, personId: null };
    const nothing = { method: null, route: null, durationMs: 0, complete: true };
    this.tell({ ...nobody, ...nothing, requestId, status });
  }

  private tell(answered: AnsweredRequest): void {
    for (const listener of this.listeners) listener(answered);
  }
}
