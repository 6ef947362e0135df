import { Injectable } from '@nestjs/common';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Clock } from '../../infra/runtime/clock.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';
import type { OrderRow } from '../order/order.entity.js';
import type { Refusal } from '../order/requests/refusal.js';

/** Of one order, whoever edits it. */
const EDITS_A_MINUTE_MAX = 60;
const EDITS_MAX = 1_000;
const MINUTE_MS = 60_000;

/** The entries of which each edit leaves one. */
const EDITED = "('EDIT_REQUESTED', 'EDIT_REPLACED', 'POST_REPLACED')";

/**
 * How often an order may be edited. Each edit stays in its trail, which is read before a request is sent, and an order
 * that is not sent could be edited without a call. Cancels are never limited.
 */
@Injectable()
export class EditLimits {
  private readonly lately: SlidingWindow;

  constructor(clock: Clock) {
    this.lately = new SlidingWindow(clock, { max: EDITS_A_MINUTE_MAX, windowMs: MINUTE_MS });
  }

  /** Of an edit that changes the order; null: it is accepted, and counts. */
  async refuse(unit: Unit, order: Pick<OrderRow, 'id' | 'version'>): Promise<Refusal | null> {
    if (await isEditedToTheEnd(unit, order)) {
      const detail = `The order has been edited ${EDITS_MAX} times. It can be cancelled.`;
      return { refusal: 'too-many-edits', detail };
    }
    const waitMs = this.lately.take(order.id);
    if (waitMs === null) return null;
    const detail = `The order has been edited ${EDITS_A_MINUTE_MAX} times within a minute.`;
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    return { refusal: 'too-many-edits', detail, retryAfterSeconds };
  }
}

async function isEditedToTheEnd(
  unit: Unit,
  { id, version }: Pick<OrderRow, 'id' | 'version'>,
): Promise<boolean> {
  // Each edit makes a version, so that mostly nothing is to be counted.
  if (version <= EDITS_MAX) return false;
  const last = await unit.query(
    `SELECT 1 AS edit FROM audit_entries WHERE stream = ? AND type IN ${EDITED}
      ORDER BY stream_sequence LIMIT 1 OFFSET ${EDITS_MAX - 1}`,
    [id],
  );
  return last.length > 0;
}
