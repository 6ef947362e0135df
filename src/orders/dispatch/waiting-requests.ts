import { Injectable } from '@nestjs/common';
import { DISPATCHER } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { BreakIdentity } from '../breaks/break.js';
import { SystemBreaks } from '../breaks/system-breaks.js';
import { REQUEST_KINDS, type RequestKind } from '../order/requests/order-request.js';
import { OrderStore } from '../order/order-store.js';
import { Dispatcher } from './dispatcher.js';
import { reportWaiting } from './report-waiting.js';

/** How long all requests of a kind may wait, other than for the session, a pause or the budget, before a break opens. */
const KIND_TOLD_AFTER_MS = 60_000;
/** Likewise one request, behind another of unknown outcome: some outcomes are found by then. */
const TOLD_AFTER_MS = 20_000;
/** With so many lost posts open, people have enough to do, and no further break is opened. */
const BREAKS_MAX = 1_000;
const AT_ONCE = 100;
/**
 * Finds requests that wait for something other than the session, a pause or the budget. Nobody would notice that
 * they are not sent, so after a while each has a break that says why.
 */
@Injectable()
export class WaitingRequests {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly dispatcher: Dispatcher,
    private readonly breaks: SystemBreaks,
    private readonly clock: Clock,
  ) {}

  async report(): Promise<void> {
    for (const kind of REQUEST_KINDS) await this.reportHeldBack(kind);
    for (const { orderId, id, identicalPost } of await this.unreported()) {
      await this.store.change(orderId, DISPATCHER, (state, at) =>
        reportWaiting(state, id, identicalPost, at),
      );
    }
  }

  /** One break for whatever holds back all requests of a kind. */
  private async reportHeldBack(kind: RequestKind): Promise<void> {
    const held: BreakIdentity = { type: 'NotSeen', key: `${kind} requests wait` };
    const why = this.dispatcher.heldBack(kind, KIND_TOLD_AFTER_MS);
    if (why !== null && (await this.isWaiting(kind))) {
      const detail = `${kind} requests are not sent: ${why}`;
      await this.breaks.open({ ...held, detail, lasting: true });
    } else await this.breaks.close({ ...held, outcome: 'nothing waits for that any more' });
  }

  private async isWaiting(kind: RequestKind): Promise<boolean> {
    const rows = await this.database.reading.query(
      `SELECT 1 FROM order_requests WHERE kind = ? AND created_at <= ?
         AND (state = 'Queued' OR (state = 'Unknown' AND resend IN ('Cleared', 'DuplicateProbe'))) LIMIT 1`,
      [kind, this.clock.now() - KIND_TOLD_AFTER_MS],
    );
    return rows.length > 0;
  }

  /** Requests behind one of unknown outcome, of the same order or of one that looks the same. */
  private async unreported(): Promise<readonly Waiting[]> {
    if ((await this.openNow()) >= BREAKS_MAX) return [];
    const sentBefore = (await this.database.now()) - TOLD_AFTER_MS;
    const askedBefore = this.clock.now() - TOLD_AFTER_MS;
    return this.database.reading.query<Waiting>(
      `SELECT r.id AS id, r.order_id AS "orderId", NULL AS "identicalPost"
         FROM order_requests u JOIN order_requests r ON r.order_id = u.order_id
        WHERE u.state = 'Unknown' AND u.first_sent_at <= ? AND r.id <> u.id
          AND (u.kind = 'Post' OR u.candidate IS NOT NULL OR r.kind <> 'Cancel') AND ${UNTOLD}
       UNION ALL
       SELECT r.id AS id, r.order_id AS "orderId", u.order_id AS "identicalPost"
         FROM order_requests u JOIN order_requests r ON r.match_key = u.match_key
        WHERE u.state = 'Unknown' AND u.first_sent_at <= ? AND u.kind = 'Post' AND ${UNTOLD}
       LIMIT ${AT_ONCE}`,
      [sentBefore, askedBefore, sentBefore, askedBefore],
    );
  }

  private async openNow(): Promise<number> {
    const [row] = await this.database.reading.query<{ open: number }>(
      `SELECT count(*) AS open FROM breaks WHERE closed_at IS NULL AND type = 'PostUnconfirmed'`,
    );
    return row?.open ?? 0;
  }
}

interface Waiting {
  readonly id: string;
  readonly orderId: string;
  /** The order that looks the same; null: it waits for its own. */
  readonly identicalPost: string | null;
}

const UNTOLD = `r.state = 'Queued' AND r.created_at <= ?
  AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = r.order_id
    AND b.type = r.kind || 'Unconfirmed' AND b.closed_at IS NULL)`;
