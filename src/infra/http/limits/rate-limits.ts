import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallersConfig } from '../../config/config.js';
import type { Clock } from '../../runtime/clock.js';
import { SlidingWindow } from '../../runtime/sliding-window.js';
import { problem, type Problem } from '../problems/problem.js';
import { sendProblem } from '../problems/problem.filter.js';
import { CostlyReads } from './costly-reads.js';
import { Concurrency } from './concurrency.js';
import { answerLate } from './connections.js';
import { requestWindows } from './request-windows.js';
import { noteAnswers } from './work-ended.js';
import { networkOf, sourceAddress } from '../source-address.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Each request may cost a call of the exchange. */
    enquires?: boolean;
    /** Needs no key, and takes time. */
    shared?: boolean;
  }
}

/** For `@RouteConfig`: the exchange is asked about one order. */
export const ENQUIRES = { enquires: true } as const;

/** For `@RouteConfig`: an open page that takes time. */
export const SHARED = { shared: true } as const;
/** In place of a key's id. */
const OPEN_PAGES = 'open pages';
const LARGE_PAGES = 'large pages';
const KEYLESS = 'keyless';

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

interface Policy {
  readonly name: 'key' | 'address' | 'wrong-keys' | 'enquiries' | 'sign-ins';
  readonly quota: number;
  readonly windowMs: number;
  readonly limiter: Limiter;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A connection that goes on with wrong keys gets so few answers that honest callers do not notice. */
const WRONG_KEY_WAITS_MS = 1_000;
/** Refusals of whoever gives no key, in a second and for all callers together: attackers have many addresses. */
const KEYLESS_MAX = 50;
/** An orchestrator that is refused an answer would end the service. */
const UNLIMITED = '/health/live';
/** Answers of open pages, in a second and for all callers together. */
const OPEN_PAGES_MAX = 50;
/** Those beyond. At most twice as much, and a probe of Kubernetes waits for a second if nobody says otherwise. */
const OPEN_PAGE_WAITS_MS = 250;
/** Callers that are answered late ask again together unless they wait for different times. */
const DIFFERENT_WAITS = 16;

/**
 * How many requests a caller may make: each address, each API key (few at once; of costly reads fewer), and, far fewer, each
 * address that gives wrong keys. A valid key passes even from such an address, since others may share it. Each key also
 * has a quota of its own for enquiries, because the exchange allows the whole firm few calls.
 */
export class RateLimits {
  private policies: Readonly<
    Record<'key' | 'address' | 'wrongKeys' | 'enquiries' | 'signIns', Policy>
  > | null = null;
  private readonly costly = new CostlyReads();
  private readonly ofOneKey: Concurrency;
  private readonly ofOneAddress: Concurrency;
  private readonly keyless: SlidingWindow;
  private readonly openPages: SlidingWindow;
  private late = 0;
  private readonly keyIds = new WeakMap<FastifyRequest, string>();
  /** Ids of keys, whatever their bucket. */
  private readonly callersOf = new WeakMap<FastifyRequest, string>();

  constructor(
    private readonly callers: CallersConfig,
    private readonly clock: Clock,
  ) {
    this.keyless = new SlidingWindow(clock, { max: KEYLESS_MAX, windowMs: SECOND_MS });
    this.openPages = new SlidingWindow(clock, { max: OPEN_PAGES_MAX, windowMs: SECOND_MS });
    this.ofOneKey = new Concurrency(callers.requestsAtOncePerKey, clock);
    this.ofOneAddress = new Concurrency(callers.requestsAtOncePerAddress, clock);
  }

  /** Before any route is registered. Limits addresses from here on. */
  async register(fastify: FastifyInstance): Promise<void> {
    noteAnswers(fastify);
    await fastify.register(rateLimit, { global: false, store: requestWindows(this.clock) });
    const { requestsPerKey, requestsPerAddress, wrongKeysPerAddress, enquiriesPerKey } =
      this.callers;
    const policy = (
      name: Policy['name'],
      quota: number,
      windowMs: number,
      keyGenerator: (request: FastifyRequest) => string,
    ): Policy => ({
      name,
      quota,
      windowMs,
      limiter: fastify.createRateLimit({ max: quota, timeWindow: windowMs, keyGenerator }),
    });
    const keyId = (request: FastifyRequest): string => this.keyIds.get(request) ?? '';
    this.policies = {
      address: policy('address', requestsPerAddress, SECOND_MS, (request) =>
        bucket(request, network(request)),
      ),
      key: policy('key', requestsPerKey, SECOND_MS, keyId),
      enquiries: policy('enquiries', enquiriesPerKey, MINUTE_MS, keyId),
      wrongKeys: policy('wrong-keys', wrongKeysPerAddress, MINUTE_MS, network),
      signIns: policy('sign-ins', wrongKeysPerAddress, MINUTE_MS, network),
    };
    const { address } = this.policies;
    fastify.addHook('onRequest', async (request, reply) => {
      const { url } = request.routeOptions;
      const refusal = url === UNLIMITED ? null : await spend(address, request, reply);
      if (refusal !== null) sendProblem(request, reply, refusal);
      else if (isOpenPage(url)) await this.paceOpenPages(request);
    });
  }

  /** Null while the key may go on. */
  async ofKey(
    request: FastifyRequest,
    reply: FastifyReply,
    keyId: string,
  ): Promise<Problem | null> {
    if (this.policies === null) return null;
    this.keyIds.set(request, bucket(request, keyId));
    this.callersOf.set(request, keyId);
    const tooMany = await spend(this.policies.key, request, reply);
    if (tooMany !== null) return tooMany;
    if (request.routeOptions.config.enquires === true)
      return spend(this.policies.enquiries, request, reply);
    const refusal =
      this.costly.begin(request, reply, keyId) ?? (await this.ofOneKey.turn(request, reply, keyId));
    // The key first: one key that waits must not take the places of others at its address.
    return refusal ?? this.ofOneAddress.turn(request, reply, network(request));
  }

  /** A cancel that would change nothing, once that is known: only of these few at once. */
  ofIdleCancel(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    return this.ofOneKey.idleCancel(request, reply, this.callersOf.get(request) ?? '');
  }

  /** Never refused, so that nobody keeps a probe from its answer; and late once there are many, so that nobody asks at full speed. */
  private async paceOpenPages({ raw }: FastifyRequest): Promise<void> {
    if (this.openPages.take(OPEN_PAGES) === null) return;
    await answerLate(raw, this.clock.sleep(this.waitOf(OPEN_PAGE_WAITS_MS)));
  }

  /** At least so long, and less than twice. */
  private waitOf(leastMs: number): number {
    this.late = (this.late + 1) % DIFFERENT_WAITS;
    return leastMs * (1 + this.late / DIFFERENT_WAITS);
  }

  /** An open page that takes time: all its callers together have the places of one key. */
  async ofOpenPage(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    const { shared } = request.routeOptions.config;
    return shared === true ? this.ofOneKey.turn(request, reply, OPEN_PAGES) : null;
  }

  /** An open page that is large, and may be left unread: each address has the places of one key for all of them. */
  ofLargePage(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    return this.ofOneKey.turn(request, reply, `${LARGE_PAGES} ${network(request)}`);
  }

  /** Null while the address may go on with signing in at the identity provider; each costs that a request or two. */
  async ofSignIn(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    return this.policies === null ? null : spend(this.policies.signIns, request, reply);
  }

  /** Before a refusal that nobody needs a key for, such as that there is no such route. Beyond some in a second they are late. */
  async ofKeyless({ raw }: FastifyRequest): Promise<void> {
    if (this.keyless.take(KEYLESS) === null) return;
    await answerLate(raw, this.clock.sleep(this.waitOf(WRONG_KEY_WAITS_MS)));
  }

  /** Null while the address may try other keys. After that it is answered late, so that it cannot ask at full speed. */
  async ofWrongKey(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    if (this.policies === null) return null;
    const tooMany = await spend(this.policies.wrongKeys, request, reply);
    if (tooMany === null) return null;
    // Otherwise a caller without any key could hold every connection.
    await answerLate(request.raw, this.clock.sleep(this.waitOf(WRONG_KEY_WAITS_MS)));
    return tooMany;
  }
}

/** What lowers the firm's risk has a quota of its own, which nothing else of the caller uses up. */
function bucket({ routeOptions }: FastifyRequest, caller: string): string {
  return routeOptions.config.urgent === true ? `urgent ${caller}` : caller;
}

/** Of a route that is there, and no part of the API. */
function isOpenPage(url: string | undefined): boolean {
  return url !== undefined && !url.startsWith('/v1/');
}

function network(request: FastifyRequest): string {
  return networkOf(sourceAddress(request));
}

/** Tells the caller what is left (draft-ietf-httpapi-ratelimit-headers). */
async function spend(
  { name, quota, windowMs, limiter }: Policy,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | null> {
  const spent = await limiter(request);
  if (spent.isAllowed) return null;
  const { remaining, ttl, isExceeded } = spent;
  const seconds = Math.max(1, Math.ceil(ttl / SECOND_MS));
  void reply.header('ratelimit-policy', `"${name}";q=${quota};w=${windowMs / SECOND_MS}`);
  void reply.header('ratelimit', `"${name}";r=${remaining};t=${seconds}`);
  if (!isExceeded) return null;
  const detail = `More than ${quota} requests in ${windowMs / SECOND_MS} s (${name}). Try again in ${seconds} s.`;
  return problem('rate-limited', detail, { retryAfterSeconds: seconds });
}
