import { Injectable } from '@nestjs/common';
import { DISPATCHER } from '../../infra/audit/actor.js';
import { lastEntry } from '../../infra/audit/audit-log.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { LoneUnit, SqlValue, Unit } from '../../infra/database/units/unit-of-work.js';
import { DeskSwitch } from '../desk-switch/desk-switch.js';
import {
  CallJournal,
  type CallSpec,
  type ReservedCall,
} from '../../infra/exchange/client/call-journal.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import {
  isResendCleared,
  type OrderRequest,
  type RequestKind,
} from '../order/requests/order-request.js';
import { type Moment, dayOrderCondition } from '../order/order.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import {
  isSessionOpen,
  missedDays,
  startOfDay,
  tradingDateOf,
} from '../../market/trading-calendar/trading-day.js';
import { decideSend } from './send-policy.js';
import { waitsAnyway, type DeskFacts, type SendFacts, type SendGate } from './send-gates.js';
import { OrderTrails } from './order-trails.js';
import { ownersNow } from '../order/number-owners.js';
import { LISTED } from '../order/list-watermark.entity.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { OrderRequestRow } from '../order/requests/order-request.entity.js';
import {
  askedFor,
  isAheadOfTrail,
  requestInTrail,
  type Recorded,
} from '../order/requests/request-in-trail.js';

/*
 * The queue of requests to send. A claim takes the next one in a single transaction: its new state, the
 * slot of the rate budget, the journal row of its call and the audit entry. The gates decide whether the
 * candidate may be sent now.
 */

/** A request that is to be sent now, and its reserved call. */
export interface Claim {
  readonly orderId: string;
  readonly request: OrderRequest;
  readonly call: ReservedCall;
  /** Of the span in which the request was accepted. */
  readonly traceparent: string | null;
}

export type Claimed =
  | { readonly kind: 'Claimed'; readonly claim: Claim }
  /** The next request was dropped or is held, or another instance took it; there may be more. */
  | { readonly kind: 'Skipped' }
  | { readonly kind: 'Nothing' }
  /** `waitMs`: the shortest wait, if known; `opensBreak`: people are to be told, if it lasts. */
  | {
      readonly kind: 'Waiting';
      readonly waitMs: number | null;
      readonly why: string;
      readonly opensBreak: boolean;
    };

/** The exchange's scope of the endpoint "11. Daily executed trades". */
const TRADES_SCOPE = 'daily.trades';

/** Builds the wire call of a request; passed in, because only the dispatcher may trade. */
export type CallFor = (state: StoredOrder, request: OrderRequest, units: string | null) => CallSpec;

@Injectable()
export class Outbox {
  /** The last day on which the broker's list is known to have been read. */
  private brokerListReadOn = '';
  /** The last day on which no earlier trading day was missed. */
  private caughtUpOn = '';
  /** Orders whose entries were not written at the last look, and the version that they had. */
  private readonly ahead = new Map<string, number>();
  /** Database time since which a post has waited for the broker's list. */
  private waitsForBrokerListSince: number | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly journal: CallJournal,
    private readonly trails: OrderTrails,
    private readonly desk: DeskSwitch,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async claim(kind: RequestKind, callFor: CallFor): Promise<Claimed> {
    return this.database.units
      .runAlone((unit) => this.claimIn(unit, kind, callFor))
      .catch(async (error: unknown): Promise<Claimed> => {
        if (error instanceof TrailNotRead) {
          const isWhole = await this.trails.readOn(error.orderId);
          if (isWhole) return { kind: 'Skipped' };
        }
        // Noted only now: what was tried again belongs to the same commit.
        if (error instanceof EntriesNotWritten) this.ahead.set(error.orderId, error.version);
        if (error instanceof ClaimUndone) {
          const { waitMs, message: why, opensBreak } = error;
          return { kind: 'Waiting', waitMs, why, opensBreak };
        }
        throw error;
      });
  }

  private async claimIn(unit: LoneUnit, kind: RequestKind, callFor: CallFor): Promise<Claimed> {
    const at = await this.store.moment(unit);
    // Where the clocks disagree, the earlier day: the query must not exclude what either clock allows.
    const day = earlier(at.today, tradingDateOf(at.database));
    const asOf = [day, startOfDay(day)];
    const candidate = await firstSendable(unit, kind, [at.database, kind, ...asOf]);
    if (candidate === undefined) return { kind: 'Nothing' };
    const state = await this.store.load(unit, candidate.orderId);
    const request = state?.requests.find((open) => open.id === candidate.id);
    // We have waited for the order's lock: another instance may have been first.
    if (state === null || request === undefined || !isWaiting(request)) return { kind: 'Skipped' };
    const facts = await this.factsOf(unit, { state, request, at });
    const wait = waitsAnyway(facts);
    if (wait !== null) return this.waiting(wait, at);
    const recorded = await this.recordedOf(unit, state);
    const trail = requestInTrail(state.order, request, recorded);
    const sending = decideSend({ ...facts, trail });
    if (sending.kind === 'Wait') return this.waiting(sending, at);
    if (sending.kind === 'Drop') {
      await this.store.write(unit, state, sending.change, DISPATCHER);
      return { kind: 'Skipped' };
    }
    if (kind === 'Post') this.brokerListReadOn = at.today;
    if (kind === 'Post') this.waitsForBrokerListSince = null;
    const call = callFor(state, sending.request, sending.units);
    // What locks twins' requests has no lock of keys, so that nobody waits for a request with the keys locked.
    if (unit.rowLock !== '')
      await unit.query(`SELECT id FROM order_requests WHERE id = ?${unit.rowLock}`, [request.id]);
    const reservation = await this.journal.reserve(unit, call);
    if (reservation.call === null) {
      const { why, retryAt } = reservation;
      throw new ClaimUndone(why, untilThen(retryAt, at), reservation.for !== 'Budget');
    }
    // Only the reservation's lock on the keys makes earlier claims of other instances visible.
    const sendable = `id = ? AND ${SENDABLE}`;
    const [still] = await unit.find(OrderRequestRow, sendable, [request.id, ...asOf]);
    if (still === undefined) throw new ClaimUndone('another instance was first', 0, false);
    const cause = askedFor(request, recorded);
    const actor = cause === null ? DISPATCHER : { ...DISPATCHER, cause };
    await this.store.write(unit, state, sending.change, actor);
    faultPoint('claim-before-commit');
    const claim = {
      orderId: state.order.id,
      request: sending.request,
      call: reservation.call,
      traceparent: candidate.traceparent,
    };
    return { kind: 'Claimed', claim };
  }

  private async factsOf(
    unit: Unit,
    { state, request, at }: Pick<SendFacts, 'request' | 'at'> & { readonly state: StoredOrder },
  ): Promise<Omit<SendFacts, 'trail'>> {
    const { kind } = request;
    const rules = {
      editUnitsMean: this.config.editUnitsMean,
      isNumberReassigned: kind !== 'Post' && (await this.isReassigned(unit, state, at.today)),
      lastEntry: await lastEntry(unit),
    };
    return { state, request, at, rules, desk: await this.deskFacts(unit, kind, at) };
  }

  /** Throws where it cannot be told yet. */
  private async recordedOf(unit: Unit, state: StoredOrder): Promise<Recorded> {
    const recorded = await this.trails.of(unit, state.order.id);
    if (recorded === null) throw new TrailNotRead(state.order.id);
    if (this.isNotWritten(state, recorded)) throw new EntriesNotWritten(state);
    return recorded;
  }

  /** Only at the first look: the next one is made after the commit, and others wait for this order until then. */
  private isNotWritten({ order }: StoredOrder, recorded: Recorded): boolean {
    const { id, version } = order;
    if (isAheadOfTrail(order, recorded)) return this.ahead.get(id) !== version;
    this.ahead.delete(id);
    return false;
  }

  private waiting(
    { gate, why }: { readonly gate: SendGate; readonly why: string },
    at: Moment,
  ): Claimed {
    if (gate.waitShownIn === 'Nowhere') return { kind: 'Nothing' };
    if (gate.name === 'broker list') this.waitsForBrokerListSince ??= at.database;
    return { kind: 'Waiting', waitMs: null, why, opensBreak: gate.waitShownIn === 'Break' };
  }

  private async deskFacts(unit: Unit, kind: RequestKind, at: Moment): Promise<DeskFacts> {
    const hold = await this.desk.hold(unit, kind === 'Cancel');
    const databaseDay = tradingDateOf(at.database);
    if (kind === 'Cancel') return { ...NO_FACTS_NEEDED, databaseDay, hold };
    return {
      isSessionOpen: await this.isOpen(unit),
      databaseDay,
      hold,
      missedDays: await this.missed(unit, at.today),
      isBrokerListRead: kind !== 'Post' || (await this.isBrokerListRead(unit, at.today)),
      waitedForBrokerListMs: at.database - (this.waitsForBrokerListSince ?? at.database),
    };
  }

  private async isBrokerListRead(unit: Unit, today: string): Promise<boolean> {
    if (this.brokerListReadOn === today) return true;
    const runs = await unit.query(
      'SELECT 1 FROM reconciliation_runs WHERE covered_at >= ? LIMIT 1',
      [startOfDay(today)],
    );
    return runs.length > 0;
  }

  private async isReassigned(unit: Unit, { order }: StoredOrder, today: string): Promise<boolean> {
    const { id, orderNumber, brokerCode } = order;
    if (orderNumber === null) return false;
    const owner = (await ownersNow(unit, brokerCode, [orderNumber], today)).get(orderNumber);
    return owner !== undefined && owner.orderId !== id;
  }

  /** Days can be missed only if sessions end, and read only with a key of that scope. */
  private get mayMissDays(): boolean {
    const { session, exchangeKeys } = this.config;
    const reads = exchangeKeys.some(
      ({ scopes }) => scopes.length === 0 || scopes.includes(TRADES_SCOPE),
    );
    return session !== 'always' && reads;
  }

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

  /** The kinds with a request that is due, whether or not it may be sent now. */
  async kindsWaiting(kinds: readonly RequestKind[]): Promise<ReadonlySet<RequestKind>> {
    const now = await this.database.now();
    const first = kinds.flatMap((kind) =>
      WAITING.map(
        (waiting) =>
          `SELECT kind FROM (SELECT kind FROM order_requests
             WHERE ${waiting} AND kind = '${kind}' AND due_at <= ? ${OLDEST[this.database.engine]} LIMIT 1) AS first`,
      ),
    );
    const rows = await this.database.reading.query<{ kind: RequestKind }>(
      first.join(' UNION ALL '),
      first.map(() => now),
    );
    return new Set(rows.map((row) => row.kind));
  }

  /** Claimed requests without a stored outcome, oldest first. */
  claims(): Promise<OrderRequestRow[]> {
    const where = `state = 'Sent' ORDER BY claimed_at LIMIT ${PAGE}`;
    return this.database.reading.find(OrderRequestRow, where);
  }

  /** Ids of orders with a Queued or Unknown request, in order. */
  async ordersWithOpenRequests(after: string): Promise<readonly string[]> {
    const rows = await this.database.reading.query<{ orderId: string }>(
      `SELECT DISTINCT order_id AS "orderId" FROM order_requests
         WHERE state IN ('Queued', 'Unknown') AND order_id > ? ORDER BY order_id LIMIT ${PAGE}`,
      [after],
    );
    return rows.map((row) => row.orderId);
  }
}

const PAGE = 500;

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function untilThen(retryAt: number | null, { database }: Moment): number | null {
  return retryAt === null ? null : Math.max(0, retryAt - database);
}

/** Thrown to roll back a claim that has already written something. */
class ClaimUndone extends Error {
  constructor(
    why: string,
    /** Null: not known. */
    readonly waitMs: number | null,
    readonly opensBreak: boolean,
  ) {
    super(why);
  }
}

class EntriesNotWritten extends ClaimUndone {
  readonly orderId: string;
  readonly version: number;

  constructor({ order: { id, version } }: StoredOrder) {
    super('the audit entries of its order are not written', 0, false);
    this.orderId = id;
    this.version = version;
  }
}

/** Its order has too many entries to be read in a unit of work. */
class TrailNotRead extends ClaimUndone {
  constructor(readonly orderId: string) {
    super('the audit entries of its order are being read', 0, false);
  }
}

/** No gate of a cancel looks at these. */
const NO_FACTS_NEEDED = {
  isSessionOpen: true,
  missedDays: [],
  isBrokerListRead: true,
  waitedForBrokerListMs: 0,
} as const;

function isWaiting(request: OrderRequest): boolean {
  return request.state === 'Queued' || (request.state === 'Unknown' && isResendCleared(request));
}

const QUEUED = "state = 'Queued' AND blocked_by IS NULL";
const RESENDS = "state = 'Unknown' AND resend IN ('Cleared', 'DuplicateProbe')";
const WAITING = [QUEUED, RESENDS] as const;

/**
 * SQLite takes the index of what is due for its order to the last column, and with less of it reads all that waits for
 * something. PostgreSQL does that without an order, while its statistics are of a time when nothing waited, and with more
 * of it.
 */
const OLDEST = { sqlite: 'ORDER BY due_at, id', postgres: 'ORDER BY due_at' } as const;

/**
 * What is queued goes by the turns of callers (`request-turns`), resends by their age: by turns SQLite would read
 * all of unknown outcome to find the few resends. The `+` keeps it from reading, and sorting, everything that is due.
 */
const BY_TURN = { due: '+due_at <= ?', first: 'turn' } as const;
const BY_AGE = { due: 'due_at <= ?', first: 'due_at' } as const;

/**
 * Outside the session thousands of posts may wait for its opening, and the order of turns would read them all. Whether
 * any is due is one look into an index. `ORDER BY` makes PostgreSQL use it even while its statistics say that nothing waits.
 */
async function isAnyDue(
  unit: Unit,
  waiting: string,
  { kind, now }: { readonly kind: RequestKind; readonly now: SqlValue },
): Promise<boolean> {
  const oldest = OLDEST[unit.rowLock === '' ? 'sqlite' : 'postgres'];
  const due = await unit.query(
    `SELECT 1 AS due FROM order_requests WHERE ${waiting} AND kind = ? AND due_at <= ? ${oldest} LIMIT 1`,
    [kind, now],
  );
  return due.length > 0;
}

/** One query per state: in a single one SQLite would read everything that is due. */
async function firstSendable(
  unit: Unit,
  kind: RequestKind,
  values: readonly SqlValue[],
): Promise<OrderRequestRow | undefined> {
  const firsts: OrderRequestRow[] = [];
  const [now] = values;
  for (const waiting of WAITING) {
    const { due, first: by } = waiting === QUEUED ? BY_TURN : BY_AGE;
    if (now !== undefined && !(await isAnyDue(unit, waiting, { kind, now }))) continue;
    const first = `${waiting} AND ${due} AND kind = ? AND ${SENDABLE} ORDER BY ${by}, id LIMIT 1`;
    firsts.push(...(await unit.find(OrderRequestRow, first, values)));
  }
  return firsts.sort((a, b) => a.turn - b.turn || (a.id < b.id ? -1 : 1))[0];
}

/**
 * The conditions that pick a candidate among all that wait. Values: the day, and when it began.
 * - No other request of the order is in flight or Unknown; but a cancel may follow an edit or a cancel of
 *   unknown outcome, unless that edit may have given the order another number.
 * - No indistinguishable post is in flight, nor Unknown if this one has not been sent yet.
 * - An edit or a cancel needs a number that is neither inferred nor doubtful, and an order that has not ended (`blocked_by`). A day order of an earlier
 *   day may have lost its number: a list or an enquiry of today must have shown the order, without a
 *   mismatch, and no open post could be what it showed.
 */
const SENDABLE = `
  NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.order_id = order_requests.order_id AND other.id <> order_requests.id
      AND (other.state = 'Sent' OR (other.state = 'Unknown'
        AND (other.kind = 'Post' OR other.candidate IS NOT NULL OR order_requests.kind <> 'Cancel'))))
  AND NOT EXISTS (SELECT 1 FROM order_requests other
    WHERE other.match_key = order_requests.match_key AND other.id <> order_requests.id
      AND other.state IN ('Sent', 'Unknown')
      AND (other.state = 'Sent' OR order_requests.state = 'Queued'))
  AND (kind = 'Post' OR EXISTS (SELECT 1 FROM orders
      LEFT JOIN list_watermarks ON ${LISTED}
    WHERE orders.id = order_requests.order_id AND orders.order_number IS NOT NULL
      AND orders.number_grade <> 'Inferred' AND orders.number_doubt IS NULL AND orders.fewer_shown_at IS NULL
      AND orders.number_left_at IS NULL
      AND (orders.trading_date >= ? OR NOT ${dayOrderCondition('orders')}
        OR (COALESCE(list_watermarks.asked_at, orders.asked_at) >= ? AND NOT EXISTS (SELECT 1 FROM breaks
          WHERE breaks.order_id = orders.id AND breaks.type = 'IdentityMismatch'
            AND breaks.closed_at IS NULL) AND NOT EXISTS (SELECT 1 FROM order_requests post
          JOIN orders sent ON sent.id = post.order_id
          WHERE post.kind = 'Post' AND post.state IN ('Sent', 'Unknown')
            AND sent.security = orders.security AND sent.side = orders.side
            AND sent.units = orders.units)))))`;
