import { Injectable } from '@nestjs/common';
import { DISPATCHER } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { SqlValue, Unit } from '../../infra/database/unit-of-work.js';
import { DeskSwitch } from '../desk-switch/desk-switch.js';
import {
  CallJournal,
  type CallSpec,
  type ReservedCall,
} from '../../infra/exchange/client/call-journal.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { isResendCleared, type OrderRequest, type RequestKind } from '../order/order-request.js';
import { type Moment, DAY_ORDER } from '../order/order.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import {
  isSessionOpen,
  missedDays,
  startOfDay,
  tradingDateOf,
} from '../../market/trading-calendar/trading-day.js';
import { decideSend } from './send-policy.js';
import { ownersNow } from '../order/number-owners.js';
import { LISTED } from '../order/listing.entity.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { OrderRequestRow } from '../order/order-request.entity.js';

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
  | { readonly kind: 'NoRoom'; readonly waitMs: number | null; readonly why: string };

/** How long the first posts of a day wait for the book. */
const BOOK_PATIENCE_MS = 5_000;

/** The exchange's scope of the endpoint "11. Daily executed trades". */
const TRADES_SCOPE = 'daily.trades';

/** How the wire call of a request is written; handed in, because only the dispatcher may trade. */
export type WishFor = (state: StoredOrder, request: OrderRequest, units: string | null) => CallSpec;

@Injectable()
export class Outbox {
  /** The last day on which the book is known to have been read. */
  private readOn = '';
  /** The last day on which no trading day before it is known to be missing. */
  private caughtUpOn = '';
  /** Database time since which a post waits for that. */
  private heldSince: number | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly journal: CallJournal,
    private readonly desk: DeskSwitch,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async claim(kind: RequestKind, wishFor: WishFor): Promise<Claimed> {
    return this.database.units
      .run((unit) => this.claimIn(unit, kind, wishFor))
      .catch((error: unknown) => {
        if (error instanceof NoRoom) {
          return { kind: 'NoRoom', waitMs: error.waitMs, why: error.message };
        }
        throw error;
      });
  }

  /**
   * The first post of a day leaves when the book was read that day: should its reply be lost, what
   * was there before tells which number is new. Where the book is not to be had, nobody waits long.
   */
  private async bookWasRead(unit: Unit, { today, database }: Moment): Promise<boolean> {
    if (this.readOn === today) return true;
    this.heldSince ??= database;
    const runs = await unit.query(
      'SELECT 1 FROM reconciliation_runs WHERE covered_at >= ? LIMIT 1',
      [startOfDay(today)],
    );
    const goes = runs.length > 0 || database - this.heldSince >= BOOK_PATIENCE_MS;
    if (goes) this.readOn = today;
    if (goes) this.heldSince = null;
    return goes;
  }

  private async claimIn(unit: Unit, kind: RequestKind, wishFor: WishFor): Promise<Claimed> {
    // What has waited past the close waits for the next opening; cancels always go.
    if (kind !== 'Cancel' && !(await this.isOpen(unit))) return { kind: 'Nothing' };
    const now = await unit.now();
    const moment = await this.store.moment(unit);
    // Of two clocks that disagree the earlier day holds nothing back that may leave by either.
    const day = earlier(moment.today, tradingDateOf(moment.database));
    const asOf = [day, startOfDay(day)];
    const candidate = await firstSendable(unit, [now, kind, ...asOf]);
    if (candidate === undefined) return { kind: 'Nothing' };
    const state = await this.store.load(unit, candidate.orderId);
    const request = state?.requests.find((open) => open.id === candidate.id);
    // Whoever waits for the order's lock may find that another instance was first.
    if (state === null || request === undefined || !isWaiting(request)) return { kind: 'Dropped' };
    const isPassedOn = kind !== 'Post' && (await this.isPassedOn(unit, state, moment.today));
    const rules = {
      editUnitsMean: this.config.editUnitsMean,
      isPassedOn,
      lastEntry: await this.store.lastEntry(unit),
    };
    // Neither sent nor dropped on a day that only one of the clocks has: somebody stepped the other.
    if (kind !== 'Cancel' && moment.today !== tradingDateOf(moment.database)) {
      throw new NoRoom('the wall clock and the database disagree about the day', null);
    }
    const sending = decideSend(state, request, moment, rules);
    if (sending.kind === 'Drop') {
      await this.store.write(unit, state, sending.change, DISPATCHER);
      return { kind: 'Dropped' };
    }
    const held = await this.desk.hold(unit, kind === 'Cancel');
    if (held !== null) throw new NoRoom(held, null);
    const missed = kind === 'Cancel' ? [] : await this.missed(unit, moment.today);
    if (missed.length > 0) {
      throw new NoRoom(`trading days were missed, and are read first: ${missed.join(', ')}`, null);
    }
    if (kind === 'Post' && !(await this.bookWasRead(unit, moment))) {
      throw new NoRoom('the book is read before the first post of a day', null);
    }
    const reservation = await this.journal.reserve(
      unit,
      wishFor(state, sending.request, sending.units),
    );
    // Thrown, so that the unit leaves nothing behind.
    if (reservation.call === null)
      throw new NoRoom(reservation.why, untilThen(reservation.retryAt, moment));
    // Whoever reserves holds the keys' rows: what others claimed before us can be seen only now.
    const sendable = `id = ? AND ${SENDABLE}`;
    const [still] = await unit.find(OrderRequestRow, sendable, [request.id, ...asOf]);
    if (still === undefined) throw new NoRoom('another instance was first', 0);
    await this.store.write(unit, state, sending.change, DISPATCHER);
    faultPoint('claim-before-commit');
    const claim = { orderId: state.order.id, request: sending.request, call: reservation.call };
    return { kind: 'Claimed', claim };
  }

  private async isPassedOn(unit: Unit, { order }: StoredOrder, today: string): Promise<boolean> {
    const { id, orderNumber, brokerCode } = order;
    if (orderNumber === null) return false;
    const holder = (await ownersNow(unit, brokerCode, [orderNumber], today)).get(orderNumber);
    return holder !== undefined && holder.orderId !== id;
  }

  /** A session that never ends leaves no time to read before it; nor can it be read without the scope. */
  private get mayMissDays(): boolean {
    const { session, exchangeKeys } = this.config;
    const reads = exchangeKeys.some(
      ({ scopes }) => scopes.length === 0 || scopes.includes(TRADES_SCOPE),
    );
    return session !== 'always' && reads;
  }

  /** Posts and edits of a day leave when every trading day before it was read. */
  private async missed(unit: Unit, today: string): Promise<readonly string[]> {
    if (this.caughtUpOn === today || !this.mayMissDays) return [];
    const readUntil = await this.desk.tradesReadUntil(unit);
    const missed = missedDays(
      await this.calendar.sessions(unit, readUntil ?? ''),
      readUntil,
      today,
    );
    if (missed.length === 0) this.caughtUpOn = today;
    return missed;
  }

  private async isOpen(unit: Unit): Promise<boolean> {
    const now = this.clock.now();
    return isSessionOpen(await this.calendar.sessions(unit, tradingDateOf(now)), now);
  }

  /**
   * Those of the kinds of which something waits and is due, whether or not it may be sent now. What is
   * held for a session to open, or behind others, piles up: it is not looked at.
   */
  async kindsWaiting(kinds: readonly RequestKind[]): Promise<ReadonlySet<RequestKind>> {
    const now = await this.database.now();
    const first = kinds.flatMap((kind) =>
      WAITING.map(
        (waiting) =>
          `SELECT kind FROM (SELECT kind FROM order_requests
             WHERE ${waiting} AND kind = '${kind}' AND due_at <= ? LIMIT 1) AS first`,
      ),
    );
    const rows = await this.database.reading.query<{ kind: RequestKind }>(
      first.join(' UNION ALL '),
      first.map(() => now),
    );
    return new Set(rows.map((row) => row.kind));
  }

  /** Requests that were claimed, and on which nobody has reported yet; the oldest first. */
  claims(): Promise<OrderRequestRow[]> {
    const where = `state = 'Sent' ORDER BY claimed_at LIMIT ${LOST_MAX}`;
    return this.database.reading.find(OrderRequestRow, where);
  }

  /** Orders of which something is unsent or of unknown outcome, in order of their ids. */
  async ordersWithOpenRequests(after: string): Promise<readonly string[]> {
    const rows = await this.database.reading.query<{ orderId: string }>(
      `SELECT DISTINCT order_id AS "orderId" FROM order_requests
         WHERE state IN ('Queued', 'Unknown') AND order_id > ? ORDER BY order_id LIMIT ${LOST_MAX}`,
      [after],
    );
    return rows.map((row) => row.orderId);
  }
}

const LOST_MAX = 500;

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function untilThen(retryAt: number | null, { database }: Moment): number | null {
  return retryAt === null ? null : Math.max(0, retryAt - database);
}

class NoRoom extends Error {
  constructor(
    why: string,
    /** How long it will be so, where that is known. */
    readonly waitMs: number | null,
  ) {
    super(why);
  }
}

function isWaiting(request: OrderRequest): boolean {
  return request.state === 'Queued' || (request.state === 'Unknown' && isResendCleared(request));
}

/** Not sent yet; or of unknown outcome, and a search has decided that it may be sent once more. */
const WAITING = [
  "state = 'Queued' AND blocked_by IS NULL",
  "state = 'Unknown' AND resend IN ('Cleared', 'ToProve')",
] as const;

/**
 * Each part of what waits is read in its own order, and left at the first that may be sent: asked for
 * both at once, SQLite looks at everything that is due.
 */
async function firstSendable(
  unit: Unit,
  values: readonly SqlValue[],
): Promise<OrderRequestRow | undefined> {
  const firsts: OrderRequestRow[] = [];
  for (const waiting of WAITING) {
    const first = `${waiting} AND due_at <= ? AND kind = ? AND ${SENDABLE} ORDER BY due_at, id LIMIT 1`;
    firsts.push(...(await unit.find(OrderRequestRow, first, values)));
  }
  return firsts.sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))[0];
}

/**
 * Nothing of the order is in flight; nothing of it is Unknown, except that a cancel may follow an
 * edit or a cancel of unknown outcome, unless that edit may have given it another number; the number
 * is known for what needs it, neither merely inferred nor shown to be another's; and no post that looks the same at the exchange is in flight, nor unresolved when this
 * one is sent for the first time. A day order of an earlier day may have lost its number to another:
 * nothing goes by it before a list or an enquiry of the day has shown it as the order's, nor while
 * what was shown may be something that we have sent. Values: the day, and when it has begun.
 */
const SENDABLE = `
  NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.order_id = order_requests.order_id AND other.id <> order_requests.id
      AND (other.state = 'Sent' OR (other.state = 'Unknown'
        AND (other.kind = 'Post' OR other.candidate IS NOT NULL OR order_requests.kind <> 'Cancel'))))
  AND NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.likeness = order_requests.likeness AND other.id <> order_requests.id
      AND other.state IN ('Sent', 'Unknown')
      AND (other.state = 'Sent' OR order_requests.state = 'Queued'))
  AND (kind = 'Post' OR EXISTS (SELECT 1 FROM orders
      LEFT JOIN listings ON ${LISTED}
    WHERE orders.id = order_requests.order_id AND orders.order_number IS NOT NULL
      AND orders.number_grade <> 'Inferred' AND orders.number_doubt IS NULL
      AND (orders.trading_date >= ? OR orders.time_in_force <> '${DAY_ORDER}'
        OR (COALESCE(listings.asked_at, orders.asked_at) >= ? AND NOT EXISTS (SELECT 1 FROM breaks
          WHERE breaks.order_id = orders.id AND breaks.type = 'IdentityMismatch'
            AND breaks.closed_at IS NULL) AND NOT EXISTS (SELECT 1 FROM order_requests post
          JOIN orders sent ON sent.id = post.order_id
          WHERE post.kind = 'Post' AND post.state IN ('Sent', 'Unknown')
            AND sent.security = orders.security AND sent.side = orders.side
            AND sent.units = orders.units)))))`;
