import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { problem, type Problem } from '../problems/problem.js';
import { workEnded } from './work-ended.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Few at once for each key: always, or when the query has this parameter. */
    costly?: true | { readonly whenAskedFor: string };
    /** The answer goes on until the caller leaves. */
    endless?: true;
  }
}

/** For `@RouteConfig`: reads that take long, such as reports and exports. They have no HEAD, see {@link isWithoutHead}. */
export const COSTLY = { costly: true } as const;
/** For `@RouteConfig`: reads that are rebuilt from the trail when they are asked for `asOf`. */
export const COSTLY_AS_OF = { costly: { whenAskedFor: 'asOf' } } as const;

/** For `@RouteConfig`: answers without an end. They have no HEAD, either. */
export const ENDLESS = { endless: true } as const;

const AT_ONCE_MAX = 4;
const RETRY_AFTER_S = 1;

/** How many costly reads of each key are under way: one key must not hold the database or the event loop for all. */
export class CostlyReads {
  private readonly underWay = new Map<string, number>();

  /** Null while the key may have another one; that counts until its work has ended. */
  begin(request: FastifyRequest, reply: FastifyReply, keyId: string): Problem | null {
    if (!isCostly(request) || reply.raw.destroyed) return null;
    const count = this.underWay.get(keyId) ?? 0;
    if (count >= AT_ONCE_MAX) {
      const detail = `The key has ${AT_ONCE_MAX} reads of this kind under way. Wait for one of them.`;
      return problem('rate-limited', detail, { retryAfterSeconds: RETRY_AFTER_S });
    }
    this.underWay.set(keyId, count + 1);
    void workEnded(request, reply).then(() => this.end(keyId));
    return null;
  }

  private end(keyId: string): void {
    const left = (this.underWay.get(keyId) ?? 0) - 1;
    if (left > 0) this.underWay.set(keyId, left);
    else this.underWay.delete(keyId);
  }
}

/** HEAD would do all the work of GET, and leave what that leaves in the trail, for an answer without content. */
export function isWithoutHead(config: FastifyContextConfig | undefined): boolean {
  return config?.costly === true || config?.endless === true;
}

/** Long: of few at once, see `COSTLY`. */
export function isCostly({ routeOptions, query }: FastifyRequest): boolean {
  const { costly } = routeOptions.config;
  if (costly === undefined || costly === true) return costly === true;
  return typeof query === 'object' && query !== null && Object.hasOwn(query, costly.whenAskedFor);
}
