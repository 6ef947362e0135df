import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Unit } from '../../database/unit-of-work.js';
import { faultPoint } from '../../runtime/fault-point.js';
import { Ids } from '../../runtime/ids.js';
import { contentsOf } from '../schema/envelopes.js';
import { ENDPOINTS, pathOf, type EndpointName } from '../schema/endpoints.js';
import { ExchangeCallRow } from './exchange-call.entity.js';
import { ExchangeKeys, type ExchangeKey, type Wait } from './exchange-keys.js';
import { CircuitBreaker, isAnswer } from './circuit-breaker.js';
import { ExchangeTransport, type WireReply } from './exchange-transport.js';
import type { LongRows, ParsedReply, ReadRow } from './reply-parser.js';
import { outcomeOf, type Outcome } from './outcome.js';
import { ReplyStore, type AskedReply, type KeptReply } from './reply-store.js';
import { DriftCatalogue } from './drift-catalogue.js';
import type { Wire } from '../schema/wire.js';
import {
  freeAfter,
  holdUntil,
  releaseUnanswered,
  SEND_WINDOW_MS,
  UNREAD_MOST_MS,
  type Lane,
} from './rate-limiter.js';

/** A call as somebody wants it made. */
export interface CallWish {
  readonly endpoint: EndpointName;
  readonly lane: Lane;
  /** The JSON body of a POST; the query of a GET. */
  readonly body: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly operator: string | null;
  readonly orderId?: string;
  readonly request?: { readonly id: string; readonly epoch: number };
  /** How the rows of a long list are read, where they are wanted in no other form. */
  readonly readRow?: ReadRow;
}

/** A call that has its slot and its row, and has not been sent. */
export interface ReservedCall {
  readonly id: string;
  readonly key: ExchangeKey;
  readonly wish: CallWish;
  /** Database time of the reservation. */
  readonly startedAt: number;
  /** Our monotonic time by which it must be on its way. */
  readonly sendBefore: number;
}

interface Arrived extends Pick<CompletedCall, 'reply' | 'body' | 'outcome'> {
  /** How it differs from the document. */
  readonly drift: readonly string[];
  /** Null: there is no reply. */
  readonly kept: KeptReply | null;
  /** Steady time. */
  readonly arrivedAt: number;
}

export interface CompletedCall {
  readonly id: string;
  readonly startedAt: number;
  /** When the reply was there, in database time: reading a long one takes a while. */
  readonly answeredAt: number;
  readonly reply: WireReply;
  /** The reply's text, parsed; undefined when there is none or it is no JSON. */
  readonly body: Wire | undefined;
  /** The rows of a long list, as `readRow` has read them. */
  readonly long: LongRows | null;
  readonly outcome: Outcome;
}

export type Reservation = { readonly call: ReservedCall } | ({ readonly call: null } & Wait);

const READS_KEPT_MS = 7 * 24 * 3_600_000;
/** What is only looked at: nothing is ever proven by it. */
const MARKET_READS_KEPT_MS = 6 * 3_600_000;
/** How long a reply outlives a database that does not answer, and the rests between two tries. */
const KEPT_IN_MEMORY_MS = 30_000;
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 2_000;
const LIST_BYTES_MAX = 64 * 1024 * 1024;
const RECORD_BYTES_MAX = 1024 * 1024;

/**
 * Write-ahead for every call to the exchange, reads included: reserve and journal, commit, send
 * once, store the raw reply, and only then act on it.
 */
@Injectable()
export class CallJournal {
  constructor(
    private readonly database: Database,
    private readonly keys: ExchangeKeys,
    private readonly transport: ExchangeTransport,
    private readonly line: CircuitBreaker,
    private readonly drifts: DriftCatalogue,
    private readonly replies: ReplyStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /** Joins the caller's unit: the reservation and whatever it is for are one fact. */
  async reserve(unit: Unit, wish: CallWish): Promise<Reservation> {
    // Whoever waits for the lock waits before the slot's time begins.
    await this.keys.lock(unit);
    const now = await unit.now();
    const wait = this.line.enter(wish.lane);
    if (wait > 0) return { call: null, ...silence(now + wait) };
    const choice = await this.keys.choose(unit, wish.lane, ENDPOINTS[wish.endpoint].scope, now);
    if (choice.key === null) {
      this.line.giveBack(wish.lane);
      return { call: null, for: choice.for, why: choice.why, retryAt: choice.retryAt };
    }
    const id = this.ids.next('call');
    await unit.insert(ExchangeCallRow, {
      id,
      keyId: choice.key.id,
      lane: wish.lane,
      endpoint: wish.endpoint,
      orderId: wish.orderId ?? null,
      requestId: wish.request?.id ?? null,
      epoch: wish.request?.epoch ?? null,
      operator: wish.operator,
      body: wish.body ?? JSON.stringify(wish.query ?? {}),
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
    const sendBefore = this.clock.steady() + SEND_WINDOW_MS;
    return { call: { id, key: choice.key, wish, startedAt: now, sendBefore } };
  }

  /** Sends a reserved call exactly once and stores what came back. */
  async send(call: ReservedCall): Promise<CompletedCall> {
    const reply = await this.dispatch(call);
    const arrivedAt = this.clock.steady();
    const { endpoint, readRow } = call.wish;
    const { body, long, error } = await this.parsed(reply, readRow ?? null);
    const drift =
      reply.kind === 'Reply' ? await this.drifts.driftIn(endpoint, reply.status, body) : [];
    const { envelope } = ENDPOINTS[endpoint];
    const outcome = outcomeOf(reply, body, envelope === 'none');
    if (isMutation(call)) faultPoint('reply-before-stored');
    const kept = reply.kind === 'Reply' ? await this.replies.prepare(asked(call, reply)) : null;
    const arrived = { reply, body, drift, outcome, kept, arrivedAt };
    const answeredAt = await this.keep(call, arrived);
    // Our own mistake, and not to be taken for no answer; what it was made of is kept.
    if (error !== null) throw error;
    return { id: call.id, startedAt: call.startedAt, answeredAt, reply, body, long, outcome };
  }

  /** Reserve and send in one go, for reads. */
  async read(wish: CallWish): Promise<CompletedCall | Wait> {
    const reservation = await this.database.units.run((unit) => this.reserve(unit, wish));
    if (reservation.call === null) return reservation;
    return this.send(reservation.call);
  }

  /**
   * Reads that were not made for one order, and to which no evidence refers, are not kept for ever. Answers how many
   * were let go.
   */
  prune(): Promise<number> {
    return this.database.units.run(async (unit) => {
      const now = await unit.now();
      const gone = await unit.execute(
        `DELETE FROM exchange_calls WHERE order_id IS NULL AND is_evidence = 0
           AND (started_at < ? OR (lane = 'market' AND started_at < ?))`,
        [now - READS_KEPT_MS, now - MARKET_READS_KEPT_MS],
      );
      await this.replies.prune(unit, now);
      return gone;
    });
  }

  private async dispatch(call: ReservedCall): Promise<WireReply> {
    if (this.clock.steady() > call.sendBefore) {
      // We were held up since the reservation: somebody may already have given this call up.
      return { kind: 'NotSent', failure: 'held up for too long before sending' };
    }
    const { wish, key } = call;
    const endpoint = ENDPOINTS[wish.endpoint];
    const reply = await this.transport.send({
      secret: key.secret,
      method: endpoint.method,
      path: pathOf(wish.endpoint, wish.query ?? {}),
      body: endpoint.method === 'POST' ? wish.body : null,
      operator: wish.operator,
      replyBytesMax: endpoint.list ? LIST_BYTES_MAX : RECORD_BYTES_MAX,
    });
    this.line.ended(wish.lane, reply);
    return reply;
  }

  /**
   * What became of an order, edit or cancel is kept in memory while the database is away, for so
   * long. After that the claim is swept, and its outcome is Unknown.
   */
  private async keep(call: ReservedCall, arrived: Arrived): Promise<number> {
    const until = this.clock.steady() + (isMutation(call) ? KEPT_IN_MEMORY_MS : 0);
    for (let rest = FIRST_REST_MS; ; rest = Math.min(rest * 2, LONGEST_REST_MS)) {
      try {
        return await this.store(call, arrived);
      } catch (error) {
        if (arrived.kept !== null) this.replies.forget(arrived.kept);
        if (this.clock.steady() + rest > until) throw error;
        await this.clock.sleep(rest);
      }
    }
  }

  /** Answers when the reply was there, in database time: what is uncertain of it makes it later. */
  private store(
    call: ReservedCall,
    { reply, body, drift, outcome, kept, arrivedAt }: Arrived,
  ): Promise<number> {
    return this.database.units.run(async (unit) => {
      const before = this.clock.steady();
      const now = await unit.now();
      const received = reply.kind === 'Reply' ? reply : null;
      if (kept !== null) await this.replies.keep(unit, kept);
      await unit.update(
        ExchangeCallRow,
        { id: call.id },
        {
          completedAt: now,
          ...slotOf(reply, now),
          httpStatus: received?.status ?? null,
          ...(kept?.columns ?? {}),
          failure: reply.kind === 'Reply' ? null : reply.failure,
          outcome: outcome.class,
        },
      );
      const word = {
        keyId: call.key.id,
        scope: ENDPOINTS[call.wish.endpoint].scope,
        startedAt: call.startedAt,
        outcome,
        understood: understood(call.wish.endpoint, body, outcome),
        httpStatus: received?.status ?? null,
        retryAfterMs: received?.retryAfterMs ?? null,
      };
      await this.keys.note(unit, word, now);
      if (isAnswer(reply)) {
        const { exchangeTimeoutMs: timeoutMs } = this.config;
        await releaseUnanswered(unit, { startedAt: call.startedAt, at: now, timeoutMs });
      }
      if (received !== null) {
        const about = { id: call.id, endpoint: call.wish.endpoint };
        await this.drifts.note(unit, about, {
          status: received.status,
          text: received.body,
          drift,
        });
      }
      return Math.max(call.startedAt, now - (before - arrivedAt));
    });
  }

  /** The reply itself is stored, whether or not it can be parsed. */
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

/**
 * Whether the reply answered what was asked. A "no" may be the answer to a mutation, an enquiry or a
 * lookup; to a question for a list it says nothing of the orders or trades that it should hold.
 */
function understood(endpoint: EndpointName, body: Wire | undefined, outcome: Outcome): boolean {
  const { list, method, envelope } = ENDPOINTS[endpoint];
  if (outcome.class === 'SaidNo') return !list || method === 'GET';
  if (outcome.class !== 'Acknowledged') return false;
  return contentsOf(envelope, body) !== null;
}

const UNREAD: ParsedReply = { body: undefined, long: null };

/** What became of one order is kept for ever, and tells itself; other reads are mostly as the ones before. */
function asked({ wish }: ReservedCall, reply: AskedReply['reply']): AskedReply {
  const { endpoint, body, query = {}, orderId } = wish;
  const question = `${endpoint} ${body ?? JSON.stringify(query)}`;
  return { question: orderId === undefined ? question : null, reply };
}

function isMutation(call: ReservedCall): boolean {
  return call.wish.request !== undefined;
}

function silence(retryAt: number): Wait {
  return { for: 'Access', why: 'the exchange does not answer', retryAt };
}

/** What never left the machine was counted by nobody; what was not answered may be read later. */
function slotOf(reply: WireReply, now: number): Pick<ExchangeCallRow, 'freeAt' | 'unanswered'> {
  if (reply.kind === 'NotSent') return { freeAt: now, unanswered: 0 };
  if (!isAnswer(reply)) return { freeAt: now + UNREAD_MOST_MS, unanswered: 1 };
  return { freeAt: freeAfter(now), unanswered: 0 };
}
