import {
  Injectable,
  type BeforeApplicationShutdown,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { tap, type Observable } from 'rxjs';
import { canonicalJson } from '../audit/audit-chain.js';
import { AuditLog, type Fact } from '../audit/audit-log.js';
import { EntrySample } from '../audit/entry-sample.js';
import { Database } from '../database/database.js';
import { AppLogger } from '../observability/logging.js';
import { Clock } from '../runtime/clock.js';
import { isIdOf } from '../runtime/ids.js';
import { actorOf, type AuthenticatedRequest } from './api-key.guard.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers out of the audit trail or the journal of calls: always, or when the query has this parameter. */
    readsTrail?: true | { readonly whenAskedFor: string };
  }
}

/** For `@RouteConfig`: who reads the trail is in the trail. */
export const READS_TRAIL = { readsTrail: true } as const;
export const READS_TRAIL_AS_OF = { readsTrail: { whenAskedFor: 'asOf' } } as const;

/** The same question of the same caller is one entry in it, whether it is repeated or goes on with the next page. */
const WINDOW_MS = 15 * 60_000;
/** Questions of one caller that are told apart; what it asks beyond them is counted together. */
const QUESTIONS_MAX = 60;

/** Where a page begins and how it looks; all others say what was asked for. */
const OF_PAGE: ReadonlySet<string> = new Set([
  'limit', 'cursor', 'order', 'afterSequence', 'withOrder', 'format',
]); // prettier-ignore

/** Times, numbers of entries, types and choices, all checked before. */
const KEPT: ReadonlySet<string> = new Set([
  'asOf', 'from', 'to', 'tradingDate', 'createdFrom', 'createdTo', 'sequence', 'size', 'status', 'side', 'pending', 'certain', 'hasBreaks',
  'type', 'lane', 'failed',
]); // prettier-ignore

/** Kept where an answer shows that the trail has the value already: anybody may have typed a client into one that it lacks. */
const KEPT_IF_FOUND: ReadonlySet<string> = new Set([
  'actor', 'by', 'onBehalfOf', 'orderNumber', 'orderRef', 'requestId', 'security',
]); // prettier-ignore

/** Has the trail say who has read it, and for what. */
@Injectable()
export class TrailReads implements NestInterceptor, BeforeApplicationShutdown {
  private readonly sample: EntrySample;

  constructor(database: Database, audit: AuditLog, clock: Clock, logger: AppLogger) {
    const writers = { database, audit, clock, logger: logger.for('trail reads') };
    const rules = { stream: 'audit', type: 'AUDIT_READ', recordedMax: 1, windowMs: WINDOW_MS };
    this.sample = new EntrySample(writers, rules);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { readsTrail } = request.routeOptions.config;
    const asked = queryOf(request);
    if (readsTrail === undefined) return next.handle();
    if (readsTrail !== true && asked[readsTrail.whenAskedFor] === undefined) return next.handle();
    // Once it is answered, so that no answer has the entry of its own question.
    return next.handle().pipe(tap((answer) => this.note(request, asked, hasFound(answer))));
  }

  /** What was only counted is not lost with the process. */
  beforeApplicationShutdown(): Promise<void> {
    return this.sample.finish();
  }

  private note(request: AuthenticatedRequest, asked: Asked, hasFound: boolean): void {
    const actor = actorOf(request);
    const caller = actor.keyId ?? actor.name;
    const { requestId: _, ...who } = actor;
    const { body, about, question } = questionOf(request, asked, hasFound);
    const named = JSON.stringify([caller, actor.onBehalfOf, canonicalJson(question)]);
    if (this.sample.has(named) || this.sample.windowsOf(actor.name) < QUESTIONS_MAX) {
      this.sample.note(named, { actor, body, about, counted: who, again: body });
      return;
    }
    const more = { route: null, filters: {}, more: [], ofOneAccount: false };
    this.sample.note(caller, { actor, body, about, counted: who, again: more });
  }
}

type Asked = Readonly<Record<string, string>>;

/** A parameter that is given twice has been refused. */
function queryOf({ query }: AuthenticatedRequest): Asked {
  return query as Asked;
}

interface Question {
  readonly body: Fact['body'];
  readonly about: { readonly accountNumber?: string };
  /** All of it, by which it is told from others. */
  readonly question: Asked;
}

/** Whether the answer is a page with something on it: all that was asked for holds of that. */
function hasFound(answer: unknown): boolean {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  return Array.isArray(data) && data.length > 0;
}

/**
 * The trail keeps what can be nothing but a time, an id or a choice, and what it has already. Of other parameters it has
 * the names alone, because anybody may have typed a client into them; an account is in the index beside it.
 */
function questionOf(
  { routeOptions, params }: AuthenticatedRequest,
  asked: Asked,
  hasFound: boolean,
): Question {
  const { accountNumber, ...others } = asked;
  const given = Object.entries({ ...others, ...(params as Asked) });
  const named = given.filter(([name]) => !OF_PAGE.has(name));
  const kept = named.filter(
    ([name, value]) =>
      KEPT.has(name) || (hasFound && KEPT_IF_FOUND.has(name)) || isIdOf('ord', value),
  );
  const more = named.filter((one) => !kept.includes(one)).map(([name]) => name);
  const ofOneAccount = accountNumber !== undefined;
  const route = routeOptions.url ?? null;
  return {
    body: { route, filters: Object.fromEntries(kept), more, ofOneAccount },
    about: ofOneAccount ? { accountNumber } : {},
    question: {
      accountNumber: accountNumber ?? '',
      ...Object.fromEntries(named),
      route: route ?? '',
    },
  };
}
