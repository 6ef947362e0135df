import { SLOTS } from '../../../src/infra/exchange/keys/rate-limiter.js';
import type { Books } from '../books.js';
import type { Sent } from '../world/network.js';
import type { Plan } from '../plans/plan.js';
import { lagosDate } from '../../../simulator/lagos-calendar.js';
import type { SessionHours } from '../../../simulator/session-hours.js';
import { ByEvidence } from './by-evidence.js';
import type { Report } from './violation.js';

/** What must hold whenever a call leaves: I3, I5, I10, I18, I30. */
const MUTATIONS: ReadonlySet<string> = new Set(['order/post', 'order/edit', 'order/cancel']);
/** The wall clock may have been stepped, and a claim may take a moment to leave. */
const TOLERANCE_MS = 14_000;
const CANCELS_AT_ONCE = 4;
const NO_ROOM_REST_MS = 200;

export class AtSending {
  private readonly lastMutation = new Map<string, Sent>();
  /** Rows of the journal, and the calls that they were taken for. */
  private readonly used = new Map<string, Sent | null>();
  private readonly evidence: ByEvidence;

  constructor(
    private readonly plan: Plan,
    private readonly books: Books,
    private readonly report: Report,
    private readonly hours: SessionHours,
    /** `upSince`: since when a process has been at work: what waited for it is not its delay. */
    private readonly times: { readonly now: () => number; readonly upSince: () => number },
  ) {
    this.evidence = new ByEvidence(plan, report, times.now);
  }

  private now(): number {
    return this.times.now();
  }

  /** The exchange's own answer has come to the process. */
  heard(sent: Sent, reply: string): void {
    this.evidence.heard(sent, reply);
  }

  /** The committed journal row of a call that leaves now; each row is good for one call. */
  rowFor(endpoint: string, body: string | null) {
    // A database that has no later time in it is as far behind as the wall clock is.
    const behindMs = Math.max(0, -this.plan.wallAtStartMs);
    const rows = this.books.leaving(endpoint, this.now() - TOLERANCE_MS - behindMs);
    const row = rows.find((one) => this.isFree(one.id) && (body === null || one.body === body));
    if (row !== undefined) this.used.set(row.id, null);
    return row ?? null;
  }

  /**
   * Two instances may ask the same at once, and nothing tells whose row is whose. One that has no answer yet, though
   * the call that it was taken for has ended, is the other one's: its call waited for a process that stood still.
   */
  private isFree(id: string): boolean {
    const call = this.used.get(id);
    return call === undefined || (this.plan.instances > 1 && call?.ended === true);
  }

  look(sent: Sent): void {
    const { journal, endpoint } = sent;
    if (journal === null) {
      this.report('I3 write ahead', `${endpoint} ${sent.body ?? ''} leaves without a row`);
      return;
    }
    this.used.set(journal.id, sent);
    if (endpoint !== 'order/cancel') this.cancelsFirst(journal.id, endpoint);
    if (!MUTATIONS.has(endpoint) || journal.order_id === null) return;
    const other = this.lastMutation.get(journal.order_id);
    if (other !== undefined && this.isFlying(other, sent)) {
      this.report(
        'I5 one mutation in flight',
        `${endpoint} of ${journal.order_id} joins ${other.endpoint}`,
      );
    }
    this.lastMutation.set(journal.order_id, sent);
    if (endpoint !== 'order/cancel') this.inTime(sent, journal.order_id);
    if (endpoint !== 'order/post') this.byProvenNumber(sent, journal.order_id);
    if (endpoint === 'order/cancel') {
      const posted = this.unitsOfPost(journal.order_id);
      for (const order of this.books.ordersOf([journal.order_id])) {
        this.evidence.lookAtUnits(sent, other, { order, posted });
        this.evidence.lookAtAlike(sent, order, posted);
      }
    }
  }

  /** What another process has sent, or this one before it stood still, is on its way until its deadline. */
  private isFlying(other: Sent, sent: Sent): boolean {
    if (other.ended || other.life.isOver) return false;
    const timeoutMs = Number(this.plan.environment['EXCHANGE_TIMEOUT_MS']);
    const wasAwake = other.life === sent.life && sent.life.thawedAt <= other.at;
    return wasAwake || this.now() < other.at + timeoutMs;
  }

  /** Null of an order that we have edited, or may have. */
  private unitsOfPost(orderId: string): string | null {
    const requests = this.books.all<{ kind: string; units: string | null }>(
      "SELECT kind, units FROM order_requests WHERE order_id = ? AND kind <> 'Cancel'",
      orderId,
    );
    const [post] = requests;
    return requests.length === 1 && post?.kind === 'Post' ? post.units : null;
  }

  /** An edit or a cancel names nothing but a number: it has to be proven that it is the order's. */
  private byProvenNumber(sent: Sent, orderId: string): void {
    const { endpoint, body } = sent;
    const [order] = this.books.ordersOf([orderId]);
    if (order !== undefined && body !== null) {
      this.evidence.look(sent, body, { order, decidedAt: this.books.numberDecidedAt(order) });
    }
    if (body !== null) this.evidence.lookAtMatched(sent, body);
    if (order?.number_grade !== 'Inferred') return;
    this.report(
      'I6 evidence for a link',
      `${endpoint} of ${orderId} leaves for an inferred number`,
    );
  }

  private inTime(sent: Sent, orderId: string): void {
    const now = this.now();
    const [order] = this.books.ordersOf([orderId]);
    const moments = [now - TOLERANCE_MS, now, now + TOLERANCE_MS];
    if (!moments.some((moment) => this.hours.isOpenAt(moment))) {
      this.report('I10 no stale send', `${sent.endpoint} of ${orderId} leaves outside the session`);
    }
    const today = lagosDate(now - TOLERANCE_MS);
    if (sent.endpoint === 'order/post' && order !== undefined && order.trading_date < today) {
      this.report('I10 no stale send', `${orderId} of ${order.trading_date} is posted on ${today}`);
    }
  }

  /** A cancel that could have been sent some time ago, and a call of another lane that leaves now. */
  private cancelsFirst(callId: string, endpoint: string): void {
    const graceMs = 250 * this.plan.tickFactor * 2 + NO_ROOM_REST_MS + 100;
    const before = this.now() - graceMs;
    // By night, and in a week between the hours of work, its timers are many minutes apart.
    if (!this.hours.isOpenAt(before) || this.plan.days.length > 0) return;
    // Rows are stamped by the wall clock.
    if (this.times.upSince() > before || this.plan.wallSteps > 0 || this.plan.wallAtStartMs !== 0)
      return;
    const waiting = this.books.all<{ id: string }>(WAITING_CANCELS, before, before);
    if (waiting.length === 0) return;
    const flying = this.books.count("order_requests WHERE kind = 'Cancel' AND state = 'Sent'");
    // A key that is refused is tried by reading, as somebody must; cancels wait for what comes of it.
    const refused = this.books.count('exchange_keys WHERE refused_at IS NOT NULL');
    const closed = this.books.count(
      "exchange_scopes WHERE scope = 'order.cancel' AND refused_at IS NOT NULL",
    );
    const healed = this.books.count(
      "audit_entries WHERE stream = 'exchange' AND at > ?",
      new Date(before).toISOString(),
    );
    if (flying >= CANCELS_AT_ONCE || refused + closed + healed > 0) return;
    // Slots that were free for less than a tick may be taken by whoever comes first.
    if ([before, this.now() - 250 * this.plan.tickFactor].some((at) => this.wasFull(at))) return;
    this.report(
      'I18 cancels first',
      `${waiting[0]?.id ?? ''} waits while ${endpoint} (${callId}) leaves`,
    );
  }

  /** Every slot of the key's minute was held. */
  private wasFull(at: number): boolean {
    return (
      this.books.count('exchange_calls WHERE started_at <= ? AND free_at > ?', at, at) >= SLOTS
    );
  }
}

/** Due for a while, of an order whose number is surely ours, and nothing in flight, for as long. */
const WAITING_CANCELS = `SELECT id FROM order_requests
  WHERE kind = 'Cancel' AND state = 'Queued' AND due_at <= ?
    AND EXISTS (SELECT 1 FROM orders WHERE orders.id = order_id
      AND order_number IS NOT NULL AND number_grade <> 'Inferred' AND number_doubt IS NULL
      AND fewer_shown_at IS NULL AND closed_at IS NULL AND updated_at <= ?)
    AND NOT EXISTS (SELECT 1 FROM order_requests other WHERE other.order_id = order_requests.order_id
      AND other.id <> order_requests.id
      AND (other.state = 'Sent' OR (other.state = 'Unknown'
        AND (other.kind = 'Post' OR other.candidate IS NOT NULL))))`;
