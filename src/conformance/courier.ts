import type { Clock } from '../infra/runtime/clock.js';
import { ENDPOINTS, pathOf, type EndpointName } from '../infra/exchange/schema/endpoints.js';
import type { ExchangeTransport, WireReply } from '../infra/exchange/client/exchange-transport.js';
import { outcomeOf, type Outcome } from '../infra/exchange/client/outcome.js';

/**
 * Carries one question after the other to the exchange, within limits that never bend: so many calls
 * in any rolling minute, so many in all, and so much time. Its list of calls is the proof of the run.
 */
export interface Call {
  readonly id: string;
  readonly endpoint: EndpointName;
  /** The body of a POST, the query of a GET. */
  readonly request: string;
  readonly reply: WireReply;
  readonly outcome: Outcome;
  /** Steady time of our clock. */
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
  /** Beyond the above, and only for taking our orders back. */
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

/** Why no further question is asked. What was posted is still to be taken back. */
export class RunEnded extends Error {}

/** A fault of ours ends the probes as well: what was posted is taken back all the same. */
export function whyEnded(error: unknown): string {
  if (error instanceof RunEnded) return error.message;
  return `the program failed: ${error instanceof Error ? error.message : String(error)}`;
}

const MINUTE_MS = 60_000;
/** For two clocks that do not run quite alike. */
const MARGIN_MS = 250;
const SILENCES_TOLERATED = 3;
const REPLY_BYTES_MAX = 64 * 1024 * 1024;
/** An interruption is noticed this soon while we wait. */
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

  /** From here on only what was posted is taken back: an interruption does not stop that. */
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
    this.mayGoOn();
    await this.roomFor(1);
    this.mayGoOn();
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
      this.heedInterruption();
      await this.parts.clock.sleep(Math.min(left, SLICE_MS));
    }
    this.heedInterruption();
  }

  private mayGoOn(): void {
    this.heedInterruption();
    const { limits } = this.parts;
    const cleaning = this.cleaningSince !== null;
    const spent = this.calls.length - this.callsBeforeCleaning;
    const most = cleaning ? limits.cleanUpCalls : limits.calls;
    if (spent >= most) throw new RunEnded(`the limit of ${most} calls was reached`);
    const since = this.cleaningSince ?? this.startedAt;
    const time = cleaning ? limits.cleanUpMs : limits.durationMs;
    if (this.now() - since >= time) throw new RunEnded(`the limit of ${time / 1000} s was reached`);
  }

  private heedInterruption(): void {
    if (this.parts.signal.aborted && this.cleaningSince === null) {
      throw new RunEnded('it was interrupted');
    }
  }

  /**
   * Waits until so many calls can follow one another. A call arrives at the exchange somewhere
   * between its start and its end, so it counts until a minute after its end.
   */
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
