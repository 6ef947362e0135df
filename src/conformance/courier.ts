import type { Clock } from '../infra/runtime/clock.js';
import { ENDPOINTS, pathOf, type EndpointName } from '../infra/exchange/schema/endpoints.js';
import type {
  ExchangeTransport,
  WireReply,
} from '../infra/exchange/transport/exchange-transport.js';
import { outcomeOf, type Outcome } from '../infra/exchange/transport/outcome.js';

/**
 * Sends one call after the other to the exchange within hard limits: calls in a rolling minute, calls in
 * all, and time. Its list of calls is the proof of the run.
 */
export interface Call {
  readonly id: string;
  readonly endpoint: EndpointName;
  /** The body of a POST, the query of a GET. */
  readonly request: string;
  readonly reply: WireReply;
  readonly outcome: Outcome;
  /** Monotonic time. */
  readonly startedAt: number;
  readonly completedAt: number;
}

export interface Question {
  readonly body?: string;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Limits {
  readonly callsPerMinute: number;
  readonly calls: number;
  readonly durationMs: number;
  /** In addition, only for cancelling our orders. */
  readonly cleanUpCalls: number;
  readonly cleanUpMs: number;
}

export const LIMITS: Limits = {
  callsPerMinute: 60,
  calls: 150,
  durationMs: 600_000,
  cleanUpCalls: 60,
  cleanUpMs: 180_000,
};

/** No further question is asked. Posted orders still have to be cancelled. */
export class RunEnded extends Error {}

/** Our own bugs end the probes as well, and the posted orders are still cancelled. */
export function whyEnded(error: unknown): string {
  if (error instanceof RunEnded) return error.message;
  return `the program failed: ${error instanceof Error ? error.message : String(error)}`;
}

const MINUTE_MS = 60_000;
/** For two clocks that drift apart. */
const MARGIN_MS = 250;
const SILENCES_TOLERATED = 3;
const REPLY_BYTES_MAX = 64 * 1024 * 1024;
/** How soon a wait notices an interruption. */
const SLICE_MS = 250;

interface Parts {
  readonly transport: Pick<ExchangeTransport, 'send'>;
  readonly clock: Pick<Clock, 'steady' | 'sleep'>;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly secret: string;
}

export class Courier {
  readonly calls: Call[] = [];
  private readonly startedAt: number;
  private cleaningSince: number | null = null;
  private callsBeforeCleaning = 0;
  private silences = 0;
  private notBefore = 0;

  constructor(private readonly parts: Parts) {
    this.startedAt = parts.clock.steady();
  }

  /** From here on only posted orders are cancelled; an interruption does not stop that. */
  beginCleanUp(): void {
    this.cleaningSince = this.now();
    this.callsBeforeCleaning = this.calls.length;
    this.silences = 0;
  }

  now(): number {
    return this.parts.clock.steady();
  }

  /** Throws {@link RunEnded} when the call may not be made, or its reply ends the run. */
  async ask(endpoint: EndpointName, { body, query = {} }: Question): Promise<Call> {
    this.checkLimits();
    await this.roomFor(1);
    this.checkLimits();
    const startedAt = this.now();
    const reply = await this.parts.transport.send({
      secret: this.parts.secret,
      method: ENDPOINTS[endpoint].method,
      path: pathOf(endpoint, query),
      body: body ?? null,
      operator: 'conformance',
      replyBytesMax: REPLY_BYTES_MAX,
    });
    const call: Call = {
      id: `call-${this.calls.length + 1}`,
      endpoint,
      request: body ?? new URLSearchParams(query).toString(),
      reply,
      outcome: outcomeOf(reply),
      startedAt,
      completedAt: this.now(),
    };
    this.calls.push(call);
    this.listen(call);
    return call;
  }

  async pause(ms: number): Promise<void> {
    const end = this.now() + ms;
    for (let left = ms; left > 0; left = end - this.now()) {
      this.checkInterruption();
      await this.parts.clock.sleep(Math.min(left, SLICE_MS));
    }
    this.checkInterruption();
  }

  private checkLimits(): void {
    this.checkInterruption();
    const { limits } = this.parts;
    const cleaning = this.cleaningSince !== null;
    const spent = this.calls.length - this.callsBeforeCleaning;
    const most = cleaning ? limits.cleanUpCalls : limits.calls;
    if (spent >= most) throw new RunEnded(`the limit of ${most} calls was reached`);
    const since = this.cleaningSince ?? this.startedAt;
    const time = cleaning ? limits.cleanUpMs : limits.durationMs;
    if (this.now() - since >= time) throw new RunEnded(`the limit of ${time / 1000} s was reached`);
  }

  private checkInterruption(): void {
    if (this.parts.signal.aborted && this.cleaningSince === null) {
      throw new RunEnded('it was interrupted');
    }
  }

  /** Waits until the rate limit has room for so many calls. A call counts until a minute after its end. */
  async roomFor(calls: number): Promise<void> {
    await this.pause(this.notBefore - this.now());
    const { callsPerMinute } = this.parts.limits;
    const wanted = Math.min(calls, callsPerMinute);
    const oldest = this.calls[this.calls.length - 1 - callsPerMinute + wanted];
    if (oldest === undefined) return;
    await this.pause(oldest.completedAt + MINUTE_MS + MARGIN_MS - this.now());
  }

  private listen({ reply, outcome }: Call): void {
    this.silences = reply.kind === 'Reply' ? 0 : this.silences + 1;
    if (this.silences >= SILENCES_TOLERATED) {
      throw new RunEnded(`the exchange did not answer ${SILENCES_TOLERATED} times in a row`);
    }
    if (outcome.class === 'KeyRefused')
      throw new RunEnded(`the key was refused: ${outcome.message}`);
    if (outcome.class === 'RateRefused') {
      this.notBefore = this.now() + MINUTE_MS + MARGIN_MS;
      throw new RunEnded('the exchange said 429: somebody else uses this key');
    }
  }
}
