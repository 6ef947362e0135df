import { Injectable } from '@nestjs/common';
import { DISPATCHER } from '../../infra/auth/actor.js';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import {
  CallJournal,
  type CallWish,
  type ReservedCall,
} from '../../infra/exchange/call-journal.js';
import type { OrderRequest, RequestKind } from '../domain/order-request.js';
import { isSessionOpen } from '../../market/trading-day.js';
import { decideSending } from '../domain/sending.js';
import { OrderStore, type StoredOrder } from './order-store.js';
import { OrderRequestRow } from './order-request.entity.js';

/**
 * Claims: whoever takes a request out of the queue does it in one unit of work with the slot of the
 * rate budget, the journal row of the call and the audit entry. Cancels come first. Of one order
 * only one request is ever in flight, and of two posts that nobody could tell apart at the exchange
 * the second waits until the first is known.
 */
export interface Claim {
  readonly orderId: string;
  readonly request: OrderRequest;
  readonly call: ReservedCall;
}

export type Claimed =
  | { readonly kind: 'Claimed'; readonly claim: Claim }
  /** Something else was done with a request; there may be more to do. */
  | { readonly kind: 'Dropped' }
  | { readonly kind: 'Nothing' }
  /** Requests wait, but nothing may be sent before then. */
  | { readonly kind: 'NoRoom'; readonly retryAt: number | null; readonly why: string };

/** How the wire call of a request is written; handed in, because only the dispatcher may trade. */
export type WishFor = (state: StoredOrder, request: OrderRequest, units: string | null) => CallWish;

@Injectable()
export class RequestQueue {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly journal: CallJournal,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async claim(kind: RequestKind, wishFor: WishFor): Promise<Claimed> {
    // What has waited past the close waits for the next opening; cancels always go.
    if (kind !== 'Cancel' && !isSessionOpen(this.config.session, this.clock.now())) {
      return { kind: 'Nothing' };
    }
    return this.database.units
      .run((unit) => this.claimIn(unit, kind, wishFor))
      .catch((error: unknown) => {
        if (error instanceof NoRoom) {
          return { kind: 'NoRoom', retryAt: error.retryAt, why: error.message };
        }
        throw error;
      });
  }

  private async claimIn(unit: Unit, kind: RequestKind, wishFor: WishFor): Promise<Claimed> {
    const now = await unit.now();
    const [candidate] = await unit.find(
      OrderRequestRow,
      `state = 'Queued' AND due_at <= ? AND kind = ? AND ${SENDABLE}
       ORDER BY due_at, id LIMIT 1`,
      [now, kind],
    );
    if (candidate === undefined) return { kind: 'Nothing' };
    const state = await this.store.load(unit, candidate.orderId);
    const request = state?.requests.find((open) => open.id === candidate.id);
    if (state === null || request?.state !== 'Queued') return { kind: 'Dropped' };
    const rules = { editUnitsMean: this.config.editUnitsMean };
    const moment = await this.store.moment(unit);
    const sending = decideSending(state, request, moment, rules);
    if (sending.kind === 'Drop') {
      await this.store.write(unit, state, sending.change, DISPATCHER);
      return { kind: 'Dropped' };
    }
    const reservation = await this.journal.reserve(
      unit,
      wishFor(state, sending.request, sending.units),
    );
    // Thrown, so that the unit leaves nothing behind.
    if (reservation.call === null) throw new NoRoom(reservation.why, reservation.retryAt);
    // Whoever reserves holds the keys' rows: what others claimed before us can be seen only now.
    const [still] = await unit.find(OrderRequestRow, `id = ? AND ${SENDABLE}`, [request.id]);
    if (still === undefined) throw new NoRoom('another instance was first', moment.database);
    await this.store.write(unit, state, sending.change, DISPATCHER);
    const claim = { orderId: state.order.id, request: sending.request, call: reservation.call };
    return { kind: 'Claimed', claim };
  }

  /** Requests whose claim is so old that nobody will report on it. */
  lostClaims(claimedBefore: number): Promise<OrderRequestRow[]> {
    return this.database.read((manager) =>
      manager
        .createQueryBuilder(OrderRequestRow, 'r')
        .where("r.state = 'Sent' AND r.claimedAt <= :claimedBefore", { claimedBefore })
        .orderBy('r.claimedAt')
        .limit(LOST_MAX)
        .getMany(),
    );
  }
}

const LOST_MAX = 500;

class NoRoom extends Error {
  constructor(
    why: string,
    readonly retryAt: number | null,
  ) {
    super(why);
  }
}

/**
 * Nothing of the order is in flight; nothing of it is Unknown, except that a cancel may follow an
 * edit or a cancel of unknown outcome; the number is known for what needs it; and no post that
 * looks the same at the exchange is unresolved.
 */
const SENDABLE = `
  NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.order_id = order_requests.order_id AND other.id <> order_requests.id
      AND (other.state = 'Sent' OR (other.state = 'Unknown'
        AND (other.kind = 'Post' OR order_requests.kind <> 'Cancel'))))
  AND NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.likeness = order_requests.likeness AND other.id <> order_requests.id
      AND other.state IN ('Sent', 'Unknown'))
  AND (kind = 'Post' OR EXISTS (SELECT 1 FROM orders
    WHERE orders.id = order_requests.order_id AND orders.order_number IS NOT NULL))`;
