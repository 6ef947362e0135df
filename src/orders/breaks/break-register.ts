import { Injectable } from '@nestjs/common';
import { AuditLog, type Fact, type Subject } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Ids } from '../../infra/runtime/ids.js';
import {
  identityOf,
  severityOf,
  type BreakChanges,
  type BreakIdentity,
  type BreakType,
  type BreakEnd,
  type Finding,
  type OpenBreak,
} from './break.js';
import { breakSettingsIn } from './break-settings.js';
import { dueAt } from './due-times.js';
import type { DisputedTrade } from './trade-difference.js';
import { BreakRow } from './break.entity.js';

/** The subject of a break that is about neither an order nor an order number. */
export const WHOLE_DESK = 'desk';

/** People's answer stands until evidence ends the disagreement. */
const STANDS = `(closed_at IS NULL OR (status = 'Resolved' AND resolution IN ('close', 'price-is-right')))`;
const OPEN_OR_ACCEPTED = `identity = ? AND ${STANDS}`;

/** A disagreement that persists is found again at least this often. */
export const SAME_BREAK_WITHIN_MS = 30 * 60_000;

/**
 * The register of breaks. The same disagreement found again is the same break; one that no longer
 * holds is closed with the reason.
 */
@Injectable()
export class BreakRegister {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly audit: AuditLog,
  ) {}

  /** Opens and closes the breaks of an order's change; returns the facts of what is new. */
  async apply(
    unit: Unit,
    order: { readonly id: string; readonly orderNumber: string | null },
    { breaksOpened, breaksClosed, breakTypesClosed }: BreakChanges,
    /** Why the breaks of `breakTypesClosed` end. */
    outcome: string,
  ): Promise<Fact[]> {
    const about = { orderId: order.id, orderNumber: order.orderNumber };
    const facts: Fact[] = [];
    for (const finding of breaksOpened) {
      const fact = await this.open(unit, finding, about);
      if (fact !== null) facts.push(fact);
    }
    for (const ended of breaksClosed) facts.push(...(await this.close(unit, order.id, ended)));
    for (const type of breakTypesClosed) {
      facts.push(...(await this.closeType(unit, order.id, type, outcome)));
    }
    return facts;
  }

  /** Whether it is open, or people have accepted it; `orderId` null: it is about no order. */
  async isOpenOrAccepted(
    reading: Reading,
    orderId: string | null,
    identity: BreakIdentity,
  ): Promise<boolean> {
    const rows = await reading.find(BreakRow, OPEN_OR_ACCEPTED, [
      identityOf(orderId ?? WHOLE_DESK, identity),
    ]);
    return rows.length > 0;
  }

  /** Closes the break, even if people have accepted it; `orderId` null: it is about no order. */
  async close(unit: Unit, orderId: string | null, ended: BreakEnd): Promise<Fact[]> {
    const rows = await unit.find(BreakRow, OPEN_OR_ACCEPTED, [
      identityOf(orderId ?? WHOLE_DESK, ended),
    ]);
    const facts: Fact[] = [];
    for (const row of rows) facts.push(...(await this.end(unit, row, ended.outcome)));
    return facts;
  }

  /** The number turned out to belong to one of our orders, the `owner`. */
  async closeBreaksOfNumber(unit: Unit, orderNumber: string, owner: Subject): Promise<void> {
    const rows = await unit.find(
      BreakRow,
      'order_id IS NULL AND order_number = ? AND closed_at IS NULL',
      [orderNumber],
    );
    const outcome = 'the number belongs to an order of ours';
    const topic = { stream: 'breaks', about: { ...owner, orderNumber } };
    for (const row of rows) {
      const facts = await this.end(unit, row, outcome);
      if (facts.length > 0) await this.audit.append(unit, topic, RECONCILER, facts);
    }
  }

  async openOf(unit: Unit, orderId: string): Promise<readonly OpenBreak[]> {
    const rows = await unit.find(BreakRow, 'order_id = ? AND closed_at IS NULL ORDER BY id', [
      orderId,
    ]);
    return rows.map(({ type, identity }) => ({ type, identity }));
  }

  /** What is shown under the order's number may not be the order, or not the only one, or more than it can be. */
  async hasUncertain(unit: Unit, orderId: string): Promise<boolean> {
    const rows = await unit.query(
      `SELECT 1 FROM breaks WHERE order_id = ? AND closed_at IS NULL
          AND (type IN ('DuplicateSuspected', 'IdentityMismatch') OR kind IN ('Overfill', 'MatchedExceedsUnits', 'Unexplained', 'AtTheEnd')) LIMIT 1`,
      [orderId],
    );
    return rows.length > 0;
  }

  async countOpen(unit: Unit, orderId: string): Promise<number> {
    const [row] = await unit.query<{ open: number }>(
      'SELECT count(*) AS open FROM breaks WHERE order_id = ? AND closed_at IS NULL',
      [orderId],
    );
    return row?.open ?? 0;
  }

  /** Null if the break is known already. */
  async open(
    unit: Unit,
    finding: Finding,
    about: Pick<BreakRow, 'orderId' | 'orderNumber'> & { readonly shown?: string | null },
  ): Promise<Fact | null> {
    const { orderId, orderNumber } = about;
    const subject = orderId ?? (orderNumber === null ? WHOLE_DESK : `number ${orderNumber}`);
    const identity = identityOf(subject, finding);
    const now = this.clock.now();
    const seen = await unit.execute(
      'UPDATE breaks SET seen_at = ? WHERE identity = ? AND closed_at IS NULL',
      [now, identity],
    );
    if (seen > 0) return null;
    const [isAccepted, { dueTimes }] = await Promise.all([
      this.isAccepted(unit, identity, finding, now),
      breakSettingsIn(unit),
    ]);
    if (isAccepted) return null;
    const id = this.ids.next('brk');
    const { type, kind = null, detail, trade } = finding;
    const severity = severityOf(type);
    await unit.insert(BreakRow, {
      id, identity, type, kind, severity, status: 'Open', orderId: about.orderId,
      orderNumber: about.orderNumber, detail,
      openedAt: now, seenAt: now, closedAt: null, outcome: null, version: 1, assignee: null,
      dueAt: dueAt(severity, now, dueTimes), reasonCode: null, resolution: null, closedBy: null,
      shown: about.shown ?? null, traded: null,
      trade: trade === undefined ? null : JSON.stringify(trade),
    }); // prettier-ignore
    const body = { break: id, breakType: type, severity, detail, ...numberOf(about) };
    return { type: 'BREAK_OPENED', body };
  }

  /**
   * People have resolved it and it has been found unchanged ever since: it stays resolved. One that
   * went away and comes back is a new break. A `lasting` one stays resolved however long nobody
   * looks: a day's trades may be read again much later.
   */
  private async isAccepted(
    unit: Unit,
    identity: string,
    { detail, lasting }: Finding,
    now: number,
  ): Promise<boolean> {
    const accepted = await unit.execute(
      `UPDATE breaks SET seen_at = ? WHERE identity = ? AND status = 'Resolved'
          AND (resolution IS NULL OR resolution IN ('close', 'accept')) AND detail = ?
          AND seen_at >= ?`,
      [now, identity, detail, lasting === true ? 0 : now - SAME_BREAK_WITHIN_MS],
    );
    return accepted > 0;
  }

  /** Ends a break and the proposals about it. No facts if somebody else was faster. */
  private async end(unit: Unit, row: BreakRow, outcome: string): Promise<Fact[]> {
    const { id, type } = row;
    const now = this.clock.now();
    const ended = await unit.execute(
      `UPDATE breaks SET status = 'AutoResolved', closed_at = ?, outcome = ?, version = version + 1
         WHERE id = ? AND ${STANDS}`,
      [now, outcome, id],
    );
    if (ended === 0) return [];
    const stale = await unit.execute(
      `UPDATE approvals SET state = 'Stale', decided_at = ? WHERE break_id = ? AND state = 'Pending'`,
      [now, id],
    );
    const body = { break: id, breakType: type, outcome, ...numberOf(row) };
    const closed: Fact = { type: 'BREAK_CLOSED', body };
    return stale === 0 ? [closed] : [closed, { type: 'APPROVAL_STALE', body }];
  }

  private async closeType(
    unit: Unit,
    orderId: string,
    type: BreakType,
    outcome: string,
  ): Promise<Fact[]> {
    const rows = await unit.find(BreakRow, 'order_id = ? AND type = ? AND closed_at IS NULL', [
      orderId,
      type,
    ]);
    const facts: Fact[] = [];
    for (const row of rows) facts.push(...(await this.end(unit, row, outcome)));
    return facts;
  }
}

/** Entries about an order need no number; those about an external order are found by it. */
function numberOf({ orderId, orderNumber }: Pick<BreakRow, 'orderId' | 'orderNumber'>): {
  readonly orderNumber?: string;
} {
  return orderId === null && orderNumber !== null ? { orderNumber } : {};
}

/** The execution that a break is about. */
export function tradeIn({ trade }: Pick<BreakRow, 'trade'>): DisputedTrade | null {
  return trade === null ? null : (JSON.parse(trade) as DisputedTrade);
}
