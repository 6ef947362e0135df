import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import type { Logger } from 'pino';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { callerAlone, EntrySample, type SampledEntry } from '../audit/entry-sample.js';
import { Database } from '../database/database.js';
import type { FieldError, Problem } from '../http/problems/problem.js';
import { isCalendarDate, UNKNOWN_FIELD } from '../http/input/validation.js';
import { networkOf, sourceAddress } from '../http/source-address.js';
import { AppLogger } from '../observability/logging.js';
import { Metrics } from '../observability/metrics.js';
import { Clock } from '../runtime/clock.js';
import { isIdOf } from '../runtime/ids.js';
import type { AuthenticatedRequest } from './authenticated-request.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: a call that changes something and is no instruction, so that the trail need not have its refusals. */
    instruction?: boolean;
  }
}

/** For `@RouteConfig`: signing in and out says nothing about the desk. */
export const NO_INSTRUCTION = { instruction: false } as const;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** No key or a wrong one, a missing scope or second person, too many requests. */
const STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);
/** So many of a key or a network are in the trail, each by itself; the others of the window are only counted. */
const RECORDED_MAX = 10;
const WINDOW_MS = 60_000;
/** Networks without a key told apart, so that nobody can fill the trail from many; the others share one window. */
const NETWORKS_MAX = 50;

/** Refused orders have a window of their own: what a program repeats about anything else does not use it up. */
const ORDERS = '/v1/orders';

/** No name of a caller: those begin with `key:`. */
const ANONYMOUS = 'anonymous';

type Refused = FastifyRequest & Pick<AuthenticatedRequest, 'actor' | 'isOfNobody'>;

/** The window of all networks that have none of their own. */
const OTHERS = '';

/** Counts and logs each refusal of a caller, and keeps a sample of them, and of refused instructions, in the audit trail. */
@Injectable()
export class Denials implements BeforeApplicationShutdown {
  private readonly denied: EntrySample;
  private readonly instructions: EntrySample;
  private readonly counter: Counter;
  private readonly logger: Logger;

  constructor(
    database: Database,
    audit: AuditLog,
    clock: Clock,
    metrics: Metrics,
    logger: AppLogger,
  ) {
    this.counter = metrics.counter('denials_total', 'Refused callers, by problem', ['code']);
    this.logger = logger.for('denials');
    const writers = { database, audit, clock, logger: this.logger };
    const rules = { recordedMax: RECORDED_MAX, windowMs: WINDOW_MS };
    this.denied = new EntrySample(writers, { ...rules, stream: 'access', type: 'ACCESS_DENIED' });
    this.instructions = new EntrySample(writers, {
      ...rules,
      stream: 'instructions',
      type: 'INSTRUCTION_REFUSED',
    });
  }

  note(request: Refused, found: Problem): void {
    const { asksWhoIsThere = false } = request.routeOptions.config;
    const status = found.getStatus();
    if (!STATUSES.has(status)) {
      // Limits have entries of their own, and what is wrong on our side is no refusal.
      if (isInstruction(request) && status < 500 && found.code !== 'limit-exceeded')
        this.recordInstruction(request, found);
      return;
    }
    if (asksWhoIsThere && request.isOfNobody === true) return;
    this.record(request, found.code);
  }

  /** `more`: what else the trail says of it. */
  record(request: Refused, code: string, more: Readonly<Record<string, string>> = {}): void {
    const actor = actorIn(request);
    const { keyId = null, personId = null, sourceAddress: address = null } = actor;
    const about = aboutCall(request, code);
    this.counter.inc({ code });
    const who = { keyId, personId, address };
    this.logger.warn({ ...about, ...who, requestId: request.id }, 'caller refused');
    this.sample(this.denied, actor, { body: { ...about, ...more } });
  }

  /** What was only counted is not lost with the process. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.denied.finish(), this.instructions.finish()]);
  }

  /** Names fields of ours alone: a name that the caller has made up may be a client's, also one that is there twice. */
  private recordInstruction(request: Refused, { code, details }: Problem): void {
    const { errors = [] } = code === 'malformed-body' ? {} : details;
    const isUnknown = ({ message }: FieldError): boolean => message === UNKNOWN_FIELD;
    const known = errors.filter((error) => !isUnknown(error));
    // What stands below a field may be a name that the caller has made up.
    const fields = [...new Set(known.map(({ field }) => field.split('.')[0] ?? ''))];
    const unknownFields = errors.filter(isUnknown).length;
    const orderId = code === 'not-found' ? null : orderIn(request);
    const subject = orderId === null && code !== 'not-found' ? subjectIn(request) : null;
    const about = subject === null ? {} : { subject };
    const body = { ...aboutCall(request, code), fields, unknownFields, orderId, ...about };
    const room = request.routeOptions.url?.startsWith(ORDERS) === true ? ORDERS : '';
    this.sample(this.instructions, actorIn(request), { body, about: { orderId } }, room);
  }

  private sample(
    sample: EntrySample,
    actor: Actor,
    entry: Pick<SampledEntry, 'body' | 'about'>,
    room = '',
  ): void {
    const { name, keyId, sourceAddress: address = '' } = actor;
    // Instructions of nobody are all alike: one window is enough for them.
    const network = sample === this.denied ? nameOf(sample, address) : OTHERS;
    const caller = name === ANONYMOUS ? network : (keyId ?? name);
    const counted = caller === OTHERS ? { name } : callerAlone(actor);
    sample.note(`${caller}${room}`, { ...entry, actor, counted });
  }
}

function nameOf(sample: EntrySample, address: string): string {
  const network = networkOf(address);
  return sample.has(network) || sample.windowsOf(ANONYMOUS) < NETWORKS_MAX ? network : OTHERS;
}

function actorIn(request: Refused): Actor {
  const { actor, id: requestId } = request;
  return actor ?? { name: ANONYMOUS, sourceAddress: sourceAddress(request), requestId };
}

function aboutCall(request: Refused, code: string): CallBody {
  const route = request.is404 ? null : (request.routeOptions.url ?? null);
  return { code, method: request.method, route };
}

/**
 * Null where the path names no order of ours, or nobody knows who the caller is: what stands in its place may be anything,
 * a client's account, too.
 */
function orderIn({ params, actor }: Refused): string | null {
  const { id } = params as { readonly id?: string };
  return actor !== undefined && id !== undefined && isIdOf('ord', id) ? id : null;
}

/** A break, an approval, a key or another thing with an id of ours, a day, or a version: nothing else can look like one. */
function subjectIn({ params, actor }: Refused): string | null {
  const { id, date, version } = params as Readonly<Record<string, string | undefined>>;
  if (actor === undefined) return null;
  if (id !== undefined) return /^[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}$/.test(id) ? id : null;
  if (date !== undefined) return isCalendarDate(date) ? date : null;
  return version !== undefined && /^[1-9]\d{0,5}$/.test(version) ? version : null;
}

/** Whatever changes something, and is there. */
function isInstruction(request: Refused): boolean {
  const { instruction = true } = request.routeOptions.config;
  return instruction && !request.is404 && !READS.has(request.method);
}

interface CallBody extends Readonly<Record<string, string | null>> {
  readonly code: string;
  readonly method: string;
  readonly route: string | null;
}
