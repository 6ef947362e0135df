import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { LoneUnit, Unit } from '../../database/units/unit-of-work.js';
import { faultPoint } from '../../runtime/fault-point.js';
import { Tracing, type Note } from '../../observability/tracing.js';
import { Ids } from '../../runtime/ids.js';
import { contentsOf } from '../schema/envelopes.js';
import { type EndpointName, ENDPOINTS, isList, pathOf } from '../schema/endpoints.js';
import { CallMetrics } from './call-metrics.js';
import { ExchangeCallRow, READ_RETENTION_MS } from './exchange-call.entity.js';
import { ExchangeKeys, type ExchangeKey, type Throttled } from '../keys/exchange-keys.js';
import { CircuitBreaker, isAnswer } from '../keys/circuit-breaker.js';
import { ExchangeTransport, type WireReply } from '../transport/exchange-transport.js';
import type { LongRows, ParsedReply, ReadRow } from '../transport/reply-parser.js';
import { outcomeOf, type Outcome } from '../transport/outcome.js';
import { replyBytesMax } from '../transport/reply-limits.js';
import type { Place } from '../transport/reply-room.js';
import { PRUNED_AT_ONCE, ReplyStore, type AskedReply, type PreparedReply } from './reply-store.js';
import { DriftCatalogue } from './drift-catalogue.js';
import type { Wire } from '../schema/wire.js';
import {
  freeAfter,
  holdUntil,
  releaseUnanswered,
  SEND_WINDOW_MS,
  UNREAD_MAX_MS,
  type Lane,
} from '../keys/rate-limiter.js';

/** What to ask the exchange. */
export interface CallSpec {
  readonly endpoint: EndpointName;
  readonly lane: Lane;
  /** The JSON body of a POST; the query of a GET. */
  readonly body: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly operator: string | null;
  readonly orderId?: string;
  readonly request?: { readonly id: string; readonly claimNumber: number };
  /** Converts each row of a long list while it is parsed, so that the parsed rows need not be kept. */
  readonly readRow?: ReadRow;
  /** Joins the unit of work that reserves the call: who asks is on record exactly if a call is. */
  readonly recordAsker?: (unit: LoneUnit) => Promise<unknown>;
}

/** A call that has its rate slot and its journal row but has not been sent yet. */
export interface ReservedCall {
  readonly id: string;
  readonly key: ExchangeKey;
  readonly spec: CallSpec;
  /** Database time of the reservation. */
  readonly startedAt: number;
  /** Monotonic time; after this the call must not be sent any more. */
  readonly sendBefore: number;
}

interface ReceivedReply extends Pick<CompletedCall, 'reply' | 'body' | 'outcome'> {
  /** How the reply differs from the interface document. */
  readonly drift: readonly string[];
  /** Null when there was no reply. */
  readonly prepared: PreparedReply | null;
  /** Monotonic time. */
  readonly arrivedAt: number;
}

export interface CompletedCall {
  readonly id: string;
  readonly startedAt: number;
  /** Database time at which the reply had arrived; parsing a long one takes a while after that. */
  readonly answeredAt: number;
  readonly reply: WireReply;
  /** The parsed reply; undefined when there is none or it is not JSON. */
  readonly body: Wire | undefined;
  /** The rows of a long list, as converted by `readRow`. */
  readonly long: LongRows | null;
  readonly outcome: Outcome;
}

export type Reservation = { readonly call: ReservedCall } | ({ readonly call: null } & Throttled);

/** Market data never proves anything about an order, so it is kept for less time. */
const MARKET_READ_RETENTION_MS = 6 * 3_600_000;
/** How long we keep trying to store a reply while the database fails, and how long between attempts. */
const STORE_RETRY_MS = 30_000;
const FIRST_RETRY_DELAY_MS = 100;
const RETRY_DELAY_MAX_MS = 2_000;

/**
 * The write-ahead log of every call to the exchange, reads included: reserve a slot and write the
 * journal row, commit, send once, store the raw reply, and only then act on it.
 */
@Injectable()
export class CallJournal {
  constructor(
    private readonly database: Database,
    private readonly keys: ExchangeKeys,
    private readonly transport: ExchangeTransport,
    private readonly breaker: CircuitBreaker,
    private readonly driftCatalogue: DriftCatalogue,
    private readonly replies: ReplyStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly config: Config,
    private readonly metrics: CallMetrics,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Joins the caller's unit of work, so that the reservation commits together with its reason. It locks the keys until
   * the unit ends, so the unit is run alone.
   */
  async reserve(unit: LoneUnit, spec: CallSpec): Promise<Reservation> {
    // Lock before reading the time, so that waiting for the lock does not count against the slot.
    await this.keys.lock(unit);
    const now = await unit.now();
    const wait = this.breaker.admit(spec.lane);
    if (wait > 0) return { call: null, ...breakerOpen(now + wait) };
    const choice = await this.keys.choose(unit, spec.lane, ENDPOINTS[spec.endpoint].scope, now);
    if (choice.key === null) {
      this.breaker.withdraw(spec.lane);
      const { key: _, ...throttled } = choice;
      return { call: null, ...throttled };
    }
    const id = this.ids.next('call');
    await unit.insert(ExchangeCallRow, {
      id,
      keyId: choice.key.id,
      lane: spec.lane,
      endpoint: spec.endpoint,
      orderId: spec.orderId ?? null,
      requestId: spec.request?.id ?? null,
      claimNumber: spec.request?.claimNumber ?? null,
      operator: spec.operator,
      body: spec.body ?? JSON.stringify(spec.query ?? {}),
      startedAt: now,
      completedAt: null,
      freeAt: holdUntil(now, this.config.exchangeTimeoutMs),
      unanswered: 1,
      httpStatus: null,
      reply: null,
      replyBytes: null,
      replyDigest: null,
      isEvidence: 0,
      failure: null,
      outcome: null,
    });
    await spec.recordAsker?.(unit);
    const sendBefore = this.clock.steady() + SEND_WINDOW_MS;
    return { call: { id, key: choice.key, spec, startedAt: now, sendBefore } };
  }

  /** Sends a reserved call exactly once and stores the reply. */
  send(call: ReservedCall): Promise<CompletedCall> {
    const { endpoint, lane, orderId = null } = call.spec;
    const attributes = { 'marina.call_id': call.id, 'marina.lane': lane };
    const work = { name: `exchange ${endpoint}`, kind: 'client', orderId, attributes } as const;
    return this.tracing.span(work, (note) => this.sendWithRoom(call, note));
  }

  /** A long reply has its room until it is stored: parsing and compressing it take the most memory. */
  private async sendWithRoom(call: ReservedCall, note: Note): Promise<CompletedCall> {
    const places: Place[] = [];
    try {
      return await this.sendOnce(call, note, (place) => places.push(place));
    } finally {
      for (const place of places) place.leave();
    }
  }

  private async sendOnce(
    call: ReservedCall,
    note: Note,
    keepRoom: (place: Place) => void,
  ): Promise<CompletedCall> {
    const sentAt = this.clock.steady();
    const reply = await this.dispatch(call, keepRoom);
    const arrivedAt = this.clock.steady();
    const { endpoint, readRow } = call.spec;
    const { body, long, error } = await this.parsed(reply, readRow ?? null);
    const drift =
      reply.kind === 'Reply' ? await this.driftCatalogue.driftIn(endpoint, reply.status, body) : [];
    const { envelope } = ENDPOINTS[endpoint];
    const outcome = outcomeOf(reply, body, envelope === 'none');
    this.metrics.observe(endpoint, outcome.class, arrivedAt - sentAt);
    note({ 'marina.outcome': outcome.class, ...statusOf(reply) });
    if (isMutation(call)) faultPoint('reply-before-stored');
    const prepared =
      reply.kind === 'Reply' ? await this.replies.prepare(askedReply(call, reply)) : null;
    const received = { reply, body, drift, outcome, prepared, arrivedAt };
    const answeredAt = await this.tracing.span({ name: 'store reply' }, () =>
      this.storeWithRetry(call, received),
    );
    // A failure of our parser is our bug, not a missing answer. The raw reply is stored by now.
    if (error !== null) throw error;
    return { id: call.id, startedAt: call.startedAt, answeredAt, reply, body, long, outcome };
  }

  /** Reserves and sends in one go, for reads. */
  async read(spec: CallSpec): Promise<CompletedCall | Throttled> {
    const reservation = await this.database.units.runAlone((unit) => this.reserve(unit, spec));
    if (reservation.call === null) return reservation;
    return this.send(reservation.call);
  }

  /**
   * Deletes old reads that were not made for a single order and that no evidence refers to. Returns how
   * many calls were deleted. In small units of work, while it may go on: after an outage there may be very many.
   */
  async prune(mayGoOn: () => boolean = () => true): Promise<number> {
    let total = 0;
    let deleted = PRUNED_AT_ONCE;
    while (deleted === PRUNED_AT_ONCE && mayGoOn()) {
      deleted = await this.database.units.run((unit) => pruneCalls(unit));
      total += deleted;
    }
    deleted = 1;
    while (deleted > 0 && mayGoOn()) {
      deleted = await this.database.units.run(async (unit) =>
        this.replies.prune(unit, await unit.now()),
      );
    }
    return total;
  }

  private async dispatch(call: ReservedCall, keepRoom: (place: Place) => void): Promise<WireReply> {
    if (this.clock.steady() > call.sendBefore) {
      // The process was held up since the reservation, and the sweep may already have given up on this call.
      return { kind: 'NotSent', failure: 'too much time passed between reservation and sending' };
    }
    const { spec, key } = call;
    const endpoint = ENDPOINTS[spec.endpoint];
    const reply = await this.transport.send({
      secret: key.secret,
      method: endpoint.method,
      path: pathOf(spec.endpoint, spec.query ?? {}),
      body: endpoint.method === 'POST' ? spec.body : null,
      operator: spec.operator,
      replyBytesMax: replyBytesMax(spec.endpoint),
      waitsLast: spec.lane === 'market',
      keepRoom,
    });
    // What we had no room for does not make the exchange a silent one: posts would stop for the lists of readers.
    if (reply.kind === 'NoReply' && reply.isUnread) this.breaker.withdraw(spec.lane);
    else this.breaker.record(spec.lane, reply);
    return reply;
  }

  /**
   * Retries the reply of a post, edit or cancel while the database fails, up to {@link STORE_RETRY_MS}.
   * After that the claim is swept and its outcome becomes Unknown.
   */
  private async storeWithRetry(call: ReservedCall, received: ReceivedReply): Promise<number> {
    const until = this.clock.steady() + (isMutation(call) ? STORE_RETRY_MS : 0);
    for (let delay = FIRST_RETRY_DELAY_MS; ; delay = Math.min(delay * 2, RETRY_DELAY_MAX_MS)) {
      try {
        return await this.store(call, received);
      } catch (error) {
        if (received.prepared !== null) this.replies.forget(received.prepared);
        if (this.clock.steady() + delay > until) throw error;
        await this.clock.sleep(delay);
      }
    }
  }

  /** Returns when the reply arrived, in database time. Rounding errors make it later, never earlier. */
  private store(
    call: ReservedCall,
    { reply, body, drift, outcome, prepared, arrivedAt }: ReceivedReply,
  ): Promise<number> {
    return this.database.units.runAlone(async (unit) => {
      // Before the time is read, and before the rows of calls, as when a call is reserved.
      await this.keys.lock(unit);
      const before = this.clock.steady();
      const now = await unit.now();
      const received = reply.kind === 'Reply' ? reply : null;
      if (prepared !== null) {
        await this.replies.store(unit, prepared);
        const bytes = prepared.long?.content?.length ?? 0;
        unit.afterCommit(() => this.metrics.observeStored(call.spec.endpoint, bytes));
      }
      await unit.update(
        ExchangeCallRow,
        { id: call.id },
        {
          completedAt: now,
          ...slotOf(reply, now),
          httpStatus: received?.status ?? null,
          ...(prepared?.columns ?? {}),
          failure: reply.kind === 'Reply' ? null : reply.failure,
          outcome: outcome.class,
        },
      );
      const feedback = {
        keyId: call.key.id,
        scope: ENDPOINTS[call.spec.endpoint].scope,
        startedAt: call.startedAt,
        outcome,
        answersQuestion: answersQuestion(call.spec.endpoint, body, outcome),
        httpStatus: received?.status ?? null,
        retryAfterMs: received?.retryAfterMs ?? null,
      };
      await this.keys.note(unit, feedback, now);
      if (isAnswer(reply)) {
        const { exchangeTimeoutMs: timeoutMs } = this.config;
        await releaseUnanswered(unit, { startedAt: call.startedAt, at: now, timeoutMs });
      }
      if (received !== null) {
        const about = { id: call.id, endpoint: call.spec.endpoint };
        await this.driftCatalogue.note(unit, about, {
          status: received.status,
          text: received.body,
          drift,
        });
      }
      return Math.max(call.startedAt, now - (before - arrivedAt));
    });
  }

  /** Returns a parser failure instead of throwing it, because the raw reply must be stored first. */
  private async parsed(
    reply: WireReply,
    readRow: ReadRow | null,
  ): Promise<ParsedReply & { readonly error: Error | null }> {
    if (reply.kind !== 'Reply') return { ...UNREAD, error: null };
    try {
      return { ...(await this.transport.parse(reply.body, readRow)), error: null };
    } catch (error) {
      return { ...UNREAD, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
}

async function pruneCalls(unit: Unit): Promise<number> {
  const now = await unit.now();
  return unit.execute(
    `DELETE FROM exchange_calls WHERE id IN (
       SELECT id FROM exchange_calls WHERE order_id IS NULL AND is_evidence = 0
         AND (started_at < ? OR (lane = 'market' AND started_at < ?)) LIMIT ?) AND is_evidence = 0`,
    [now - READ_RETENTION_MS, now - MARKET_READ_RETENTION_MS, PRUNED_AT_ONCE],
  );
}

/**
 * Whether the reply answers what was asked. A refusal can be the answer to a mutation, an enquiry or a
 * lookup. When we asked for a list of orders or trades, it tells us nothing about them.
 */
function answersQuestion(
  endpoint: EndpointName,
  body: Wire | undefined,
  outcome: Outcome,
): boolean {
  const asked = ENDPOINTS[endpoint];
  if (outcome.class === 'Refused') return !isList(asked) || asked.method === 'GET';
  if (outcome.class !== 'Acknowledged') return false;
  return contentsOf(asked.envelope, body) !== null;
}

const UNREAD: ParsedReply = { body: undefined, long: null };

/**
 * Replies about a single order are kept for ever, so each is stored in full. Replies to other reads
 * mostly repeat the one before, so they may be stored as a difference from it.
 */
function askedReply({ spec }: ReservedCall, reply: AskedReply['reply']): AskedReply {
  const { endpoint, body, query = {}, orderId } = spec;
  const question = `${endpoint} ${body ?? JSON.stringify(query)}`;
  return { question: orderId === undefined ? question : null, reply };
}

function statusOf(reply: WireReply): { 'http.response.status_code'?: number } {
  return reply.kind === 'Reply' ? { 'http.response.status_code': reply.status } : {};
}

function isMutation(call: ReservedCall): boolean {
  return call.spec.request !== undefined;
}

function breakerOpen(retryAt: number): Throttled {
  return { for: 'Access', why: 'the exchange does not answer', retryAt };
}

/**
 * A call that never left this machine was not counted by the exchange. One that got no answer may still
 * be waiting to be read there.
 */
function slotOf(reply: WireReply, now: number): Pick<ExchangeCallRow, 'freeAt' | 'unanswered'> {
  if (reply.kind === 'NotSent') return { freeAt: now, unanswered: 0 };
  if (!isAnswer(reply)) return { freeAt: now + UNREAD_MAX_MS, unanswered: 1 };
  return { freeAt: freeAfter(now), unanswered: 0 };
}
