import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DISPATCHER, operatorName } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { CallJournal, type CallSpec } from '../../infra/exchange/client/call-journal.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { outcomeOf, type Outcome } from '../../infra/exchange/client/outcome.js';
import { MARGIN_MS, SEND_WINDOW_MS } from '../../infra/exchange/client/rate-limiter.js';
import { replyOf } from '../../infra/exchange/client/reply-store.js';
import {
  acknowledgementOf,
  cancelBody,
  editBody,
  postBody,
} from '../../infra/exchange/api/trading-api.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { dayGiven } from '../order/number-lifetime.js';
import type { OrderRequest, RequestKind } from '../order/order-request.js';
import type { Change, Moment } from '../order/order.js';
import { seenBefore } from '../order-numbers/first-seen.js';
import {
  classFor,
  doubtHolder,
  applyLateProof,
  applyLostClaim,
  applyReply,
  type Reply,
} from './call-outcome.js';
import { OrderRequestRow } from '../order/order-request.entity.js';
import { ownersOn } from '../order/number-owners.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { SightingRegister } from '../order-numbers/sighting-register.js';
import { Outbox, type Claim } from './outbox.js';

/**
 * From intent to the exchange: claim and journal in one commit, send once, store the raw reply,
 * record what it means under the claim's epoch. A restart is a sweep: claims without an outcome
 * become Unknown, and nothing is ever sent again because an answer is missing.
 */
const IN_FLIGHT_MAX = 12;
/** Cancels have room of their own, so that they never wait for posts that hang. */
const CANCELS_IN_FLIGHT_MAX = 4;
const WAIT_MS = 200;
/** Where the wait is known, look again after this long at most; for cancels always after {@link WAIT_MS}. */
const KNOWN_WAIT_MAX_MS = 1_000;
/** Cancels first. Each kind by itself: an edit that may not leave must not hold up the posts. */
const KINDS: readonly RequestKind[] = ['Cancel', 'Post', 'Edit'];

@Injectable()
export class Dispatcher {
  private readonly inFlight = new Map<RequestKind, Set<Promise<void>>>();
  private running: Promise<void> | null = null;
  private readonly wanted = new Set<RequestKind>();
  private stopped = false;
  /** While there is no room, not every accepted order needs to ask again. */
  private readonly restingUntil = new Map<RequestKind, number>();
  private readonly logger: Logger;
  private readonly waiting = new Map<RequestKind, string>();
  /** Claims that are not reported on yet, and when they were found, by the steady clock. */
  private readonly foundAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly queue: Outbox,
    private readonly store: OrderStore,
    private readonly sightings: SightingRegister,
    private readonly journal: CallJournal,
    private readonly config: Config,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('dispatcher');
  }

  /**
   * Sends what may be sent now, of the kinds that something is known to be new of. Calls may
   * overlap; one run is enough for all of them.
   */
  wake(kinds: readonly RequestKind[] = KINDS): Promise<void> {
    for (const kind of kinds) this.wanted.add(kind);
    this.running ??= this.drain()
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'nothing could be claimed; it is tried again');
      })
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  /** Why requests wait, as last seen; null when nothing waits. */
  get waitingFor(): string | null {
    return [...this.waiting].map(([kind, why]) => `${kind}: ${why}`).join('; ') || null;
  }

  private async drain(): Promise<void> {
    while (this.wanted.size > 0 && !this.stopped) {
      const kinds = KINDS.filter((kind) => this.wanted.delete(kind));
      // One look for all: most of the time nothing waits, and a claim is a transaction.
      const waiting = await this.queue.kindsWaiting(kinds);
      for (const kind of kinds) {
        if (waiting.has(kind)) await this.claimAll(kind);
        else this.waiting.delete(kind);
      }
    }
  }

  private async claimAll(kind: RequestKind): Promise<void> {
    if (this.clock.steady() < (this.restingUntil.get(kind) ?? 0)) return;
    while (!this.stopped && this.hasHands(kind)) {
      const claimed = await this.queue.claim(kind, (state, request, units) =>
        wishFor(state, request, units),
      );
      if (claimed.kind === 'Claimed') this.launch(claimed.claim);
      if (claimed.kind === 'Waiting') {
        this.waiting.set(kind, claimed.why);
        this.restingUntil.set(kind, this.clock.steady() + restOf(kind, claimed.waitMs));
      }
      if (claimed.kind === 'Nothing') this.waiting.delete(kind);
      if (claimed.kind === 'Waiting' || claimed.kind === 'Nothing') return;
    }
  }

  private launch(claim: Claim): void {
    const { kind } = claim.request;
    const flights = this.inFlight.get(kind) ?? new Set();
    this.inFlight.set(kind, flights);
    const flight = this.fly(claim).finally(() => {
      flights.delete(flight);
      void this.wake();
    });
    flights.add(flight);
  }

  private async fly(claim: Claim): Promise<void> {
    try {
      faultPoint('claim-after-commit');
      const completed = await this.journal.send(claim.call);
      faultPoint('reply-after-stored');
      await this.record(claim.orderId, claim.request.id, claim.request.epoch, completed.outcome);
    } catch (error) {
      // The outcome could not be stored. The claim stays Sent, and the sweep will find it.
      this.logger.error({ err: error, orderId: claim.orderId }, 'an outcome could not be stored');
    }
  }

  private async record(
    orderId: string,
    requestId: string,
    epoch: number,
    outcome: Outcome,
  ): Promise<void> {
    const taken = await this.database.units.run(async (unit): Promise<TakenNumber | null> => {
      const state = await this.store.load(unit, orderId);
      if (state === null) return null;
      const [row] = await unit.find(OrderRequestRow, 'id = ?', [requestId]);
      if (row === undefined) return null;
      const ack = acknowledgementOf(outcome);
      const at = await this.store.moment(unit);
      const { brokerCode } = state.order;
      const { orderNumber } = ack;
      const named = orderNumber === null ? [] : [orderNumber];
      const holders = await ownersOn(unit, brokerCode, named, dayGiven(state.order, at.today));
      const holder = holders.get(orderNumber ?? '');
      const isOurs = holder?.stillOwns === 'yes' && holder.orderId !== orderId;
      const reply: Reply = {
        ...ack,
        class: classFor(outcome.class, row.kind, ack.orderRef, state.order.orderRef),
        message: ack.message ?? outcome.message,
        numberTaken: isOurs || (await this.wasAnothers(unit, state, row, orderNumber)),
      };
      const settled = ['Acknowledged', 'Refused'].includes(row.state) && row.kind === 'Post';
      const change =
        settled && reply.class === 'Acknowledged'
          ? applyLateProof(state, row, epoch, reply, await this.store.fillsOf(unit, orderId), at)
          : applyReply(state, row, epoch, reply, at, this.rules());
      await this.store.write(unit, state, change, DISPATCHER);
      faultPoint('outcome-before-commit');
      const isPost = isOurs && row.kind === 'Post';
      return isPost ? { holder: holder.orderId, reply, orderRef: state.order.orderRef } : null;
    });
    faultPoint('outcome-after-commit');
    if (taken === null) return;
    const { holder, reply, orderRef } = taken;
    await this.store.change(holder, DISPATCHER, (state, at) =>
      doubtHolder(state, reply, orderRef, at),
    );
  }

  /** Whether a list or the trades have shown the number as another's before the request was first sent. */
  private async wasAnothers(
    unit: Unit,
    { order }: StoredOrder,
    { firstSentAt, sentEntry }: OrderRequest,
    orderNumber: string | null,
  ): Promise<boolean> {
    if (orderNumber === null || orderNumber === order.orderNumber || firstSentAt === null) {
      return false;
    }
    const first = await this.sightings.firstSeen(unit, orderNumber, order.tradingDate);
    const isOfThisProcess = await this.sightings.isOfThisProcess(sentEntry);
    const sent = { sentAt: firstSentAt, sentEntry, isOfThisProcess };
    return first !== null && seenBefore(sent, first) !== 'no';
  }

  /**
   * Ends the claims that nobody will report on. A reply that was stored before the process died is
   * used; without one the outcome is Unknown. `atStart`: on SQLite no other process can be sending, so that
   * every claim is lost, whatever the clock says that may have been set back since.
   */
  async sweep(atStart = false): Promise<number> {
    const alone = atStart && this.database.engine === 'sqlite';
    const lost = alone ? await this.queue.claims() : await this.lostClaims();
    for (const request of lost) {
      // One that cannot be settled must not keep the others from it, nor the service from starting.
      await this.settleOne(request).catch((error: unknown) => {
        this.logger.error({ err: error, orderId: request.orderId }, 'a claim was not settled');
      });
      faultPoint('claim-swept');
    }
    return lost.length;
  }

  /**
   * Those that are older than any that may still be reported on, or were found so long ago by the steady clock:
   * of one from the future, by a database clock that was set back, its own time says nothing.
   */
  private async lostClaims(): Promise<readonly OrderRequest[]> {
    const grace = SEND_WINDOW_MS + this.config.exchangeTimeoutMs + 5_000 + MARGIN_MS;
    const [now, steady] = [await this.database.now(), this.clock.steady()];
    const claims = await this.queue.claims();
    const before = new Map(this.foundAt);
    this.foundAt.clear();
    return claims.filter((claim) => {
      const key = `${claim.id}/${claim.epoch}`;
      const foundAt = before.get(key) ?? steady;
      this.foundAt.set(key, foundAt);
      return (claim.claimedAt ?? 0) <= now - grace || foundAt <= steady - grace;
    });
  }

  private async settleOne(lost: OrderRequest): Promise<void> {
    const stored = await this.storedOutcome(lost);
    if (stored === null) await this.settleLost(lost);
    else await this.record(lost.orderId, lost.id, lost.epoch, stored);
  }

  private async settleLost(lost: OrderRequest): Promise<void> {
    await this.store.change(
      lost.orderId,
      DISPATCHER,
      (state: StoredOrder, at: Moment): Change | null => {
        const request = state.requests.find((open) => open.id === lost.id);
        if (request?.state !== 'Sent' || request.epoch !== lost.epoch) return null;
        return applyLostClaim(state, request, at, this.rules());
      },
    );
  }

  private async storedOutcome(request: OrderRequest): Promise<Outcome | null> {
    const [call] = await this.database.reading.find(
      ExchangeCallRow,
      'request_id = ? AND epoch = ?',
      [request.id, request.epoch],
    );
    if (call?.completedAt == null) return null;
    if (call.httpStatus !== null) {
      const body = (await replyOf(this.database.reading, call))?.toString() ?? '';
      return outcomeOf({ kind: 'Reply', status: call.httpStatus, body });
    }
    const kind = call.outcome === 'NotSent' ? 'NotSent' : 'NoReply';
    return outcomeOf({ kind, failure: call.failure ?? '' });
  }

  private rules() {
    return { quietMs: this.config.exchangeQuietMs };
  }

  private hasHands(kind: RequestKind): boolean {
    const flying = (of: RequestKind): number => this.inFlight.get(of)?.size ?? 0;
    if (kind === 'Cancel') return flying('Cancel') < CANCELS_IN_FLIGHT_MAX;
    return flying('Post') + flying('Edit') < IN_FLIGHT_MAX;
  }

  get flying(): number {
    return [...this.inFlight.values()].reduce((sum, flights) => sum + flights.size, 0);
  }

  /** No new claims; resolves when every call in flight has its outcome stored. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    await Promise.all([...this.inFlight.values()].flatMap((flights) => [...flights]));
  }
}

/** A post was acknowledged under the number of another order of ours. */
interface TakenNumber {
  readonly holder: string;
  readonly reply: Reply;
  readonly orderRef: string;
}

function restOf(kind: RequestKind, waitMs: number | null): number {
  if (kind === 'Cancel' || waitMs === null) return WAIT_MS;
  return Math.min(Math.max(waitMs, WAIT_MS), KNOWN_WAIT_MAX_MS);
}

function wishFor(state: StoredOrder, request: OrderRequest, units: string | null): CallSpec {
  const { order } = state;
  const about = {
    operator: operatorName(request.operator),
    orderId: order.id,
    request: { id: request.id, epoch: request.epoch },
  };
  if (request.kind === 'Post') {
    const lane = request.sends > 1 ? 'resolve' : 'trade';
    return { ...about, endpoint: 'order/post', lane, body: postBody(order) };
  }
  const { orderNumber } = order;
  if (orderNumber === null)
    throw new Error('An order without a number is neither edited nor cancelled');
  if (request.kind === 'Cancel') {
    return { ...about, endpoint: 'order/cancel', lane: 'cancel', body: cancelBody(orderNumber) };
  }
  const { price } = request;
  if (units === null || price === null) throw new Error('An edit has units and a price');
  const body = editBody({ orderNumber, brokerCode: order.brokerCode, units, price });
  return { ...about, endpoint: 'order/edit', lane: 'trade', body };
}
