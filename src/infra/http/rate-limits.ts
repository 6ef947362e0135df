import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallersConfig } from '../config/config.js';
import type { Clock } from '../runtime/clock.js';
import { problem, type Problem } from './problem.js';
import { sendProblem } from './problem.filter.js';
import { requestWindows } from './request-windows.js';
import { networkOf, sourceAddress } from './source-address.js';

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

interface Policy {
  readonly name: 'key' | 'address' | 'wrong-keys';
  readonly quota: number;
  readonly windowMs: number;
  readonly limiter: Limiter;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/**
 * A refusal to a network that has given too many wrong keys comes only after this time: whoever tries keys as fast as
 * answers come, on a few connections, costs little. Beyond so many at a time it comes at once.
 */
const HELD_MS = 1_000;
const HELD_MAX = 200;
/** An orchestrator that is refused an answer would end the service. */
const UNLIMITED = '/health/live';

/**
 * How many requests a caller may make: each address, each API key, and, far fewer, each address that gives wrong
 * keys. A valid key passes even from such an address, since others may share it.
 */
export class RateLimits {
  private policies: Readonly<Record<'key' | 'address' | 'wrongKeys', Policy>> | null = null;
  private held = 0;
  private readonly keyIds = new WeakMap<FastifyRequest, string>();

  constructor(
    private readonly callers: CallersConfig,
    private readonly clock: Clock,
  ) {}

  /** Before any route is registered. Limits addresses from here on. */
  async register(fastify: FastifyInstance): Promise<void> {
    await fastify.register(rateLimit, { global: false, store: requestWindows(this.clock) });
    const { requestsPerKey, requestsPerAddress, wrongKeysPerAddress } = this.callers;
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
      wrongKeys: policy('wrong-keys', wrongKeysPerAddress, MINUTE_MS, network),
    };
    const { address } = this.policies;
    fastify.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.url === UNLIMITED) return;
      const refusal = await spend(address, request, reply);
      if (refusal !== null) sendProblem(request, reply, refusal);
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
    return spend(this.policies.key, request, reply);
  }

  /** Null while the address may try other keys. */
  async ofWrongKey(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
    if (this.policies === null) return null;
    const refusal = await spend(this.policies.wrongKeys, request, reply);
    if (refusal !== null && this.held < HELD_MAX) await this.hold(reply);
    return refusal;
  }

  /** Ends early with the connection. */
  private async hold({ raw }: FastifyReply): Promise<void> {
    this.held += 1;
    await new Promise<void>((resolve) => {
      const endTimer = this.clock.after(HELD_MS, resolve);
      raw.once('close', () => {
        endTimer();
        resolve();
      });
    });
    this.held -= 1;
  }
}

/** What lowers the firm's risk has a quota of its own, which nothing else of the caller uses up. */
function bucket({ routeOptions }: FastifyRequest, caller: string): string {
  return routeOptions.config.urgent === true ? `urgent ${caller}` : caller;
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
