/*
 * The exchange as a pure core: calls in, answers out, with an injected clock and no sockets. The same
 * seed, clock and calls give the same bytes. A call is first received (counted and logged at once) and
 * then answered; a fault may cause a wait in between.
 */
import { type AccessKey, allows, countArrival, secretOf } from './access-keys.js';
import { type Arrival, type Call, orderNamesIn } from './call-log.js';
import { Control } from './control/control.js';
import { answerControl, isControlPath } from './control/control-paths.js';
import { ENDPOINTS, type EndpointName, endpointAt } from './endpoints.js';
import {
  replyAfter,
  replyBefore,
  SOUND_WIRE,
  STALE_MS,
  waitBefore,
  type Wire,
  wireOf,
  writtenAfter,
} from './control/fault-effects.js';
import type { Fault } from './control/faults.js';
import {
  refuseExpired,
  refuseKey,
  refuseRate,
  refuseScope,
  refuseValidation,
} from './orders/refusals.js';
import { failure, type Reply, writeReply } from './replies.js';
import { FieldError } from './request-fields.js';
import { type Delays, Venue, type VenueOptions } from './venue.js';

export interface ExchangeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `action` once after `delayMs`; the returned function cancels it. */
  after?(delayMs: number, action: () => void): () => void;
}

export interface ExchangeOptions extends VenueOptions {
  readonly clock: ExchangeClock;
}

export interface ExchangeRequest {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly wire: Wire;
}

/** A call that has arrived. `answer` performs its effect; callers with a clock wait before calling it. */
export interface Delivery {
  readonly waitBeforeMs: number;
  answer(): ExchangeReply;
}

interface ReadRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly endpoint: EndpointName | null;
}

function readRequest(request: ExchangeRequest): ReadRequest {
  const [path, search] = splitOnce(request.path, '?');
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers ?? {}))
    headers[name.toLowerCase()] = value;
  const method = request.method.toUpperCase();
  const query = new URLSearchParams(search);
  return {
    method,
    path,
    query,
    headers,
    body: request.body ?? '',
    endpoint: endpointAt(method, path),
  };
}

function splitOnce(text: string, mark: string): [string, string] {
  const place = text.indexOf(mark);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}

const PROMPT: Delays = { staleMs: 0, lateMs: 0 };

export class Exchange {
  readonly control: Control;
  private readonly options: ExchangeOptions;
  private parts: Venue;
  private shiftMs = 0;
  private latest: number;
  private frozenUntil = 0;

  constructor(options: ExchangeOptions) {
    this.options = options;
    this.latest = options.clock.now();
    this.parts = new Venue(options, this.latest);
    this.control = new Control(this);
  }

  get venue(): Venue {
    return this.parts;
  }

  /** The injected clock, never running backwards; shifts of the exchange's day do not move it. */
  get arrivalTime(): number {
    this.latest = Math.max(this.latest, this.options.clock.now());
    return this.latest;
  }

  /** Brings the market, the session and the day up to the clock. */
  advance(): void {
    this.parts.floor.bringTo(this.arrivalTime + this.shiftMs);
  }

  shiftClock(ms: number): void {
    if (!(ms >= 0)) throw new Error('The clock of the exchange can only move forward');
    this.shiftMs += ms;
    this.advance();
  }

  /** Reads no calls for `ms`. Calls that arrive meanwhile are counted and performed when they are read. */
  freeze(ms: number): void {
    if (!(ms >= 0)) throw new Error('ms must be 0 or more');
    this.frozenUntil = this.arrivalTime + ms;
  }

  /** How long until a call that is sent now will be read. */
  get unreadMs(): number {
    return Math.max(0, this.frozenUntil - this.arrivalTime);
  }

  /** Restarts from the beginning at the present time, with the first options or changed ones. */
  reset(changes: Partial<VenueOptions> = {}): void {
    this.shiftMs = 0;
    this.frozenUntil = 0;
    this.parts = new Venue({ ...this.options, ...changes }, this.arrivalTime);
  }

  handle(request: ExchangeRequest): ExchangeReply {
    return this.receive(request).answer();
  }

  receive(request: ExchangeRequest): Delivery {
    this.advance();
    const read = readRequest(request);
    if (isControlPath(read.path)) {
      // Browsers name the page that sends something. Any page can reach a port of this machine.
      if (read.headers['origin'] !== undefined) {
        const refusal = failure(403, 'The control API is closed to pages in a browser');
        return { waitBeforeMs: 0, answer: () => finish(refusal, null) };
      }
      return { waitBeforeMs: 0, answer: () => finish(answerControl(this.control, read), null) };
    }
    const fault = this.parts.faults.strike(read.endpoint, read.body);
    if (fault?.fault === 'lostRequest') {
      return { waitBeforeMs: 0, answer: () => finish(failure(500, 'Lost'), fault) };
    }
    const secret = secretOf(read.headers['authorization']);
    const call = this.parts.calls.note(this.arrivalOf(read, secret, fault, false));
    const refusal = this.refusalAtGate(this.parts.keys.find(secret), read.endpoint);
    return {
      waitBeforeMs: fault === null ? 0 : waitBefore(fault),
      answer: () => {
        this.advance();
        const reply = refusal ?? this.answer(read, call, fault);
        call.status ??= refusal?.status ?? null;
        const answered = finish(reply, fault);
        call.answered = leavesWithoutStatus(answered.wire) ? null : answered.status;
        return answered;
      },
    };
  }

  private answer(read: ReadRequest, call: Call, fault: Fault | null): Reply {
    const instead = fault === null ? null : replyBefore(fault);
    if (instead !== null) return instead;
    const first = this.effect(read, {
      staleMs: fault?.fault === 'staleList' ? (fault.ms ?? STALE_MS) : 0,
      lateMs: fault?.fault === 'lostReply' ? (fault.ms ?? 0) : 0,
    });
    call.status = first.status;
    if (fault === null) return first;
    if (fault.fault !== 'duplicateDelivery') return replyAfter(fault, first);
    const again = this.parts.calls.note(this.arrivalOf(read, call.key, fault, true));
    const second = this.effect(read, PROMPT);
    again.status = second.status;
    return fault.answer === 'second' ? second : first;
  }

  private effect(read: ReadRequest, delays: Delays): Reply {
    const { parameters } = this.parts;
    if (read.endpoint === null) return failure(404, `Cannot ${read.method} ${read.path}`);
    try {
      const type = read.headers['content-type'] ?? '';
      if (
        read.method === 'POST' &&
        parameters.contentTypeCheck === 'on' &&
        !/^application\/json\b/i.test(type)
      ) {
        throw new FieldError('Content-Type must be application/json');
      }
      return this.parts.answer(read.endpoint, read.query, read.body, delays);
    } catch (error) {
      if (error instanceof FieldError) return refuseValidation(parameters, error.message);
      throw error;
    }
  }

  private refusalAtGate(key: AccessKey | null, endpoint: EndpointName | null): Reply | null {
    const { parameters } = this.parts;
    if (key === null) return refuseKey(parameters);
    const freeAfterMs = countArrival(key, this.latest, parameters.rateCountsRefused === 'yes');
    if (freeAfterMs !== null) return refuseRate(parameters, freeAfterMs);
    if (key.expired) return refuseExpired(parameters);
    if (endpoint === null || allows(key, ENDPOINTS[endpoint].scope)) return null;
    return refuseScope(ENDPOINTS[endpoint].scope);
  }

  private arrivalOf(
    read: ReadRequest,
    secret: string | null,
    fault: Fault | null,
    duplicate: boolean,
  ): Arrival {
    return {
      at: this.parts.floor.now,
      arrivedAt: this.latest,
      key: secret,
      operator: read.headers['x-api-username'] ?? null,
      method: read.method,
      path: read.path,
      endpoint: read.endpoint,
      ...orderNamesIn(read.body),
      body: read.body,
      duplicate,
      fault: fault?.fault ?? null,
    };
  }
}

function leavesWithoutStatus(wire: Wire): boolean {
  return wire.ending === 'closed' || wire.ending === 'reset';
}

function finish(reply: Reply, fault: Fault | null): ExchangeReply {
  const written = writeReply(reply);
  if (fault === null) return { ...written, wire: SOUND_WIRE };
  const changed = writtenAfter(fault, written);
  return { ...changed, wire: wireOf(fault, changed.body) };
}

export function createExchange(options: ExchangeOptions): Exchange {
  return new Exchange(options);
}
