import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { operatorName, type Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { CallJournal, type CallSpec } from '../../infra/exchange/client/call-journal.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { outcomeOf, type Outcome } from '../../infra/exchange/transport/outcome.js';
import { MARGIN_MS, SEND_WINDOW_MS } from '../../infra/exchange/keys/rate-limiter.js';
import { replyOf } from '../../infra/exchange/client/reply-store.js';
import {
  acknowledgementOf,
  cancelBody,
  editBody,
  postBody,
} from '../../infra/exchange/api/trading-api.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Tracing } from '../../infra/observability/tracing.js';
import { dayGiven } from '../order/number-lifetime.js';
import {
  REQUEST_KINDS,
  type OrderRequest,
  type RequestKind,
} from '../order/requests/order-request.js';
import { isSameAccount, type OrderChange, type Moment, type Order } from '../order/order.js';
import { seenBefore } from '../order-numbers/first-seen.js';
import {
  classFor,
  doubtOwner,
  applyLateAcknowledgement,
  applyLostClaim,
  applyReply,
  withoutClientIn,
  type Reply,
} from './call-outcome.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import { ownersOn } from '../order/number-owners.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { SightingRegister } from '../order-numbers/sighting-register.js';
import { actorOfOutcome, withCall } from './call-evidence.js';
import { Outbox, type Claim, type Claimed } from './outbox.js';

/*
 * Sends requests: claim and journal row in one commit, send once, store the raw reply, record what it
 * means under the number of its claim. After a restart a sweep makes claims without an outcome Unknown; nothing
 * is resent just because an answer is missing.
 */

/** Most calls in flight of each kind but cancels. */
const IN_FLIGHT_MAX = 12;
/** Cancels have their own limit, so that they never wait for posts that hang. */
const CANCELS_IN_FLIGHT_MAX = 4;
/** A cancel claimed by then has ended within the time that a stop may take. */
const CANCELS_AT_STOP_MS = 5_000;
const WAIT_MS = 200;
/** A longer known wait is cut to this; cancels always wait {@link WAIT_MS}. */
const KNOWN_WAIT_MAX_MS = 1_000;

@Injectable()
export class Dispatcher {
  private readonly calls = new Map<RequestKind, Set<Promise<void>>>();
  private running: Promise<void> | null = null;
  private readonly wanted = new Set<RequestKind>();
  /** What it may still claim: everything, only cancels while the process stops, or nothing. */
  private claims: 'All' | 'Cancels' | 'None' = 'All';
  private endOfCancels = (): void => undefined;
  /** By the steady clock; until then a new order need not try again. */
  private readonly retryAt = new Map<RequestKind, number>();
  private readonly logger: Logger;
  private readonly waiting = new Map<RequestKind, string>();
  /** What holds all requests of a kind back, until a call of the kind gets through. */
  private readonly held = new Map<RequestKind, Hold>();
  /** When the sweep first found an open claim, by the steady clock. */
  private readonly foundAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly store: OrderStore,
    private readonly sightings: SightingRegister,
    private readonly journal: CallJournal,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
    logger: AppLogger,
  ) {
    this.logger = logger.for('dispatcher');
  }

  /** Sends what may be sent now of these kinds. Overlapping calls share one run. */
  wake(kinds: readonly RequestKind[] = REQUEST_KINDS): Promise<void> {
    for (const kind of kinds) this.wanted.add(kind);
    // Whoever wakes it has nothing to do with most of what is sent.
    this.running ??= this.tracing
      .apart(() => this.drain())
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'claiming failed and will be retried');
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

  /** What has held all requests of a kind back for so long, where it is neither the budget nor a pause. */
  heldBack(kind: RequestKind, forMs: number): string | null {
    const hold = this.held.get(kind);
    return hold !== undefined && this.clock.steady() - hold.since >= forMs ? hold.why : null;
  }

  private async drain(): Promise<void> {
    while (this.wanted.size > 0 && this.claims !== 'None') {
      // Each kind separately, so that an edit that must wait does not hold up the posts.
      const kinds = REQUEST_KINDS.filter((kind) => this.wanted.delete(kind));
      // One query for all kinds: mostly nothing waits, and a claim is a transaction.
      const waiting = await this.outbox.kindsWaiting(kinds);
      for (const kind of kinds) {
        if (waiting.has(kind)) await this.claimAll(kind);
        else this.waiting.delete(kind);
      }
    }
  }

  private async claimAll(kind: RequestKind): Promise<void> {
    if (this.clock.steady() < (this.retryAt.get(kind) ?? 0)) return;
    while (this.mayClaim(kind) && this.hasCapacity(kind)) {
      const since = this.tracing.now();
      const claimed = await this.outbox.claim(kind, callFor);
      if (claimed.kind === 'Claimed') this.start(claimed.claim, since);
      if (claimed.kind === 'Waiting') {
        this.noteWait(kind, claimed);
        this.retryAt.set(kind, this.clock.steady() + pauseFor(kind, claimed.waitMs));
      }
      if (claimed.kind === 'Nothing') this.waiting.delete(kind);
      if (claimed.kind === 'Waiting' || claimed.kind === 'Nothing') return;
    }
  }

  private noteWait(kind: RequestKind, { why, opensBreak }: Claimed & { kind: 'Waiting' }): void {
    this.waiting.set(kind, why);
    if (opensBreak)
      this.held.set(kind, { why, since: this.held.get(kind)?.since ?? this.clock.steady() });
    else this.held.delete(kind);
  }

  private start(claim: Claim, since: number): void {
    const { kind } = claim.request;
    const { orderId, traceparent } = claim;
    const work = { name: `dispatch ${kind}`, orderId, since };
    const calls = this.calls.get(kind) ?? new Set();
    this.calls.set(kind, calls);
    const sent = this.tracing.continued(traceparent, work, () => {
      this.tracing.record({ name: `claim ${kind}`, orderId, since });
      return this.send(claim);
    });
    const call = sent.finally(() => {
      calls.delete(call);
      void this.wake();
    });
    calls.add(call);
  }

  private async send(claim: Claim): Promise<void> {
    try {
      faultPoint('claim-after-commit');
      const completed = await this.journal.send(claim.call);
      faultPoint('reply-after-stored');
      if (!NOT_LET_IN.has(completed.outcome.class)) this.held.delete(claim.request.kind);
      await this.record(
        claim.orderId,
        claim.request.id,
        claim.request.claimNumber,
        completed.outcome,
      );
    } catch (error) {
      // The claim stays Sent, and the sweep will find it.
      this.logger.error({ err: error, orderId: claim.orderId }, 'an outcome could not be stored');
    }
  }

  private async record(
    orderId: string,
    requestId: string,
    claimNumber: number,
    outcome: Outcome,
  ): Promise<void> {
    const taken = await this.database.units.runOn(
      orderId,
      async (unit): Promise<TakenNumber | null> => {
        const state = await this.store.load(unit, orderId);
        if (state === null) return null;
        const [row] = await unit.find(OrderRequestRow, 'id = ?', [requestId]);
        if (row === undefined) return null;
        const ack = acknowledgementOf(outcome);
        const at = await this.store.moment(unit);
        const { brokerCode } = state.order;
        const { orderNumber } = ack;
        const named = orderNumber === null ? [] : [orderNumber];
        const owners = await ownersOn(unit, brokerCode, named, dayGiven(state.order, at.today));
        const owner = owners.get(orderNumber ?? '');
        const isOurs = owner?.stillOwns === 'yes' && owner.orderId !== orderId;
        const said: Reply = {
          ...ack,
          class: classFor(outcome.class, row.kind, ack.orderRef, state.order.orderRef),
          message: ack.message ?? outcome.message,
          numberTaken: isOurs || (await this.isAnothers(unit, state, row, orderNumber)),
        };
        const reply = withoutClientIn(said, state.order);
        const isResolved = ['Acknowledged', 'Refused'].includes(row.state) && row.kind === 'Post';
        const change =
          isResolved && reply.class === 'Acknowledged'
            ? applyLateAcknowledgement(
                state,
                row,
                claimNumber,
                reply,
                await this.store.fillsOf(unit, orderId),
                at,
              )
            : applyReply(state, row, claimNumber, reply, at, this.rules());
        const actor = await actorOfOutcome(unit, row, claimNumber);
        await this.store.write(unit, state, await withCall(unit, change, row, claimNumber), actor);
        faultPoint('outcome-before-commit');
        if (!isOurs || row.kind !== 'Post') return null;
        return { ownerId: owner.orderId, reply, orderRef: state.order.orderRef, actor };
      },
    );
    faultPoint('outcome-after-commit');
    if (taken === null) return;
    const { ownerId, reply, orderRef, actor } = taken;
    await this.store.change(ownerId, actor, (state, at) => doubtOwner(state, reply, orderRef, at));
  }

  /**
   * Whether a list or the trades had shown the number before the request was first sent, or have shown it only for other
   * accounts.
   */
  private async isAnothers(
    unit: Unit,
    { order }: StoredOrder,
    { firstSentAt, sentEntry }: OrderRequest,
    orderNumber: string | null,
  ): Promise<boolean> {
    if (orderNumber === null || orderNumber === order.orderNumber || firstSentAt === null) {
      return false;
    }
    const seen = await this.sightings.firstSeen(unit, [orderNumber], order.tradingDate);
    const first = seen.get(orderNumber);
    const isOfThisProcess = await this.sightings.isOfThisProcess(sentEntry);
    const sent = { sentAt: firstSentAt, sentEntry, isOfThisProcess };
    if (first === undefined) return false;
    if (seenBefore(sent, first) !== 'no') return true;
    const shown = await this.sightings.accountsOf(unit, [orderNumber], order.tradingDate);
    const accounts = shown.get(orderNumber) ?? [];
    return accounts.length > 0 && !accounts.some((one) => isSameAccount(one, order.accountNumber));
  }

  /**
   * Ends the claims whose process has died: by the stored reply if there is one, else as Unknown.
   * `atStart`: on SQLite no other process can be sending, so every claim is lost, whatever the clock says.
   */
  async sweep(atStart = false): Promise<number> {
    const alone = atStart && this.database.engine === 'sqlite';
    const lost = alone ? await this.outbox.claims() : await this.lostClaims();
    for (const request of lost) {
      // A failure must stop neither the other claims nor the start of the service.
      await this.endClaim(request).catch((error: unknown) => {
        this.logger.error({ err: error, orderId: request.orderId }, 'a lost claim was not ended');
      });
      faultPoint('claim-swept');
    }
    return lost.length;
  }

  /**
   * Claims older than any call can last, by the database clock or, as that may have been set back, by the
   * steady clock since we first saw them.
   */
  private async lostClaims(): Promise<readonly OrderRequest[]> {
    const grace = SEND_WINDOW_MS + this.config.exchangeTimeoutMs + 5_000 + MARGIN_MS;
    const [now, steady] = [await this.database.now(), this.clock.steady()];
    const claims = await this.outbox.claims();
    const before = new Map(this.foundAt);
    this.foundAt.clear();
    return claims.filter((claim) => {
      const key = `${claim.id}/${claim.claimNumber}`;
      const foundAt = before.get(key) ?? steady;
      this.foundAt.set(key, foundAt);
      return (claim.claimedAt ?? 0) <= now - grace || foundAt <= steady - grace;
    });
  }

  private async endClaim(lost: OrderRequest): Promise<void> {
    const stored = await this.storedOutcome(lost);
    if (stored === null) await this.markUnknown(lost);
    else await this.record(lost.orderId, lost.id, lost.claimNumber, stored);
  }

  private async markUnknown(lost: OrderRequest): Promise<void> {
    await this.store.change(
      lost.orderId,
      await actorOfOutcome(this.database.reading, lost, lost.claimNumber),
      (state: StoredOrder, at: Moment): OrderChange | null => {
        const request = state.requests.find((open) => open.id === lost.id);
        if (request?.state !== 'Sent' || request.claimNumber !== lost.claimNumber) return null;
        return applyLostClaim(state, request, at, this.rules());
      },
    );
  }

  private async storedOutcome(request: OrderRequest): Promise<Outcome | null> {
    const [call] = await this.database.reading.find(
      ExchangeCallRow,
      'request_id = ? AND epoch = ?',
      [request.id, request.claimNumber],
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
    const { exchangeQuietMs: quietMs, exchangeSettings } = this.config;
    return { quietMs, editKeepsNumber: exchangeSettings?.editKeepsOrderNumber === 'yes' };
  }

  private hasCapacity(kind: RequestKind): boolean {
    const inFlight = (of: RequestKind): number => this.calls.get(of)?.size ?? 0;
    if (kind === 'Cancel') return inFlight('Cancel') < CANCELS_IN_FLIGHT_MAX;
    return inFlight('Post') + inFlight('Edit') < IN_FLIGHT_MAX;
  }

  get inFlightCount(): number {
    return [...this.calls.values()].reduce((sum, calls) => sum + calls.size, 0);
  }

  private mayClaim(kind: RequestKind): boolean {
    return this.claims === 'All' || (this.claims === 'Cancels' && kind === 'Cancel');
  }

  /**
   * From now on only cancels are claimed, because they lower risk, and they for {@link CANCELS_AT_STOP_MS} at most.
   * Resolves when the outcome of every post and edit in flight is stored.
   */
  async finishPosts(): Promise<void> {
    this.claims = 'Cancels';
    this.endOfCancels = this.clock.after(CANCELS_AT_STOP_MS, () => (this.claims = 'None'));
    await this.ended(REQUEST_KINDS.filter((kind) => kind !== 'Cancel'));
  }

  /** Claims nothing more; resolves when the outcome of every call in flight is stored. */
  async stop(): Promise<void> {
    this.claims = 'None';
    this.endOfCancels();
    await this.running;
    await this.ended(REQUEST_KINDS);
  }

  private async ended(kinds: readonly RequestKind[]): Promise<void> {
    const calls = kinds.flatMap((kind) => [...(this.calls.get(kind) ?? [])]);
    await Promise.all(calls);
  }
}

const NOT_LET_IN: ReadonlySet<Outcome['class']> = new Set([
  'KeyRefused',
  'ScopeRefused',
  'NotSent',
]);

/** Neither the budget nor a pause. */
interface Hold {
  readonly why: string;
  /** Steady time. */
  readonly since: number;
}

/** A post was acknowledged under the number of another order of ours. */
interface TakenNumber {
  readonly ownerId: string;
  readonly reply: Reply;
  readonly orderRef: string;
  readonly actor: Actor;
}

function pauseFor(kind: RequestKind, waitMs: number | null): number {
  if (kind === 'Cancel' || waitMs === null) return WAIT_MS;
  return Math.min(Math.max(waitMs, WAIT_MS), KNOWN_WAIT_MAX_MS);
}

function callFor(state: StoredOrder, request: OrderRequest, units: string | null): CallSpec {
  const { order } = state;
  const about = {
    operator: operatorName(request.operator),
    orderId: order.id,
    request: { id: request.id, claimNumber: request.claimNumber },
  };
  switch (request.kind) {
    case 'Post': {
      const lane = request.sends > 1 ? 'resolve' : 'trade';
      return { ...about, endpoint: 'order/post', lane, body: postBody(order) };
    }
    case 'Cancel':
      return {
        ...about,
        endpoint: 'order/cancel',
        lane: 'cancel',
        body: cancelBody(numberOf(order)),
      };
    case 'Edit': {
      const { price } = request;
      if (units === null || price === null) throw new Error('An edit has units and a price');
      const orderNumber = numberOf(order);
      const body = editBody({ orderNumber, brokerCode: order.brokerCode, units, price });
      return { ...about, endpoint: 'order/edit', lane: 'trade', body };
    }
  }
}

function numberOf({ orderNumber }: Order): string {
  if (orderNumber !== null) return orderNumber;
  throw new Error('An order without a number is neither edited nor cancelled');
}
