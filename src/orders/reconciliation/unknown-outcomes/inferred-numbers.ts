import { Injectable } from '@nestjs/common';
import { RECONCILER } from '../../../infra/audit/actor.js';
import { Database } from '../../../infra/database/database.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { INFERRED_KEY, OrderChangeDraft, UNCONFIRMED } from '../../order/order-change-draft.js';
import { NOT_CERTAIN } from '../../order/order.entity.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';
import { OrderStore } from '../../order/order-store.js';

/*
 * A number is inferred where an order at the exchange fits a lost post, or a lost edit. It may be another
 * desk's, and our order lost: where nothing proves the number, only people can find out.
 */

/** As long as a request may wait before people are told: what proves a number by itself has come by then. */
export const TOLD_AFTER_MS = 60_000;
const AT_ONCE = 100;

/** `isFirst`: the order had no number before. Null: its number is not inferred, or people are told of something already. */
export function reportInferred(
  state: OrderState,
  isFirst: boolean,
  at: Moment,
): OrderChange | null {
  const { orderNumber, numberGrade } = state.order;
  if (orderNumber === null || numberGrade !== 'Inferred' || state.breaks.length > 0) return null;
  const draft = new OrderChangeDraft(state, at);
  const type = isFirst ? UNCONFIRMED.Post : UNCONFIRMED.Edit;
  const detail = `${orderNumber} is taken to be its number because it fits, and nothing has proven it: it may be another order, and ours lost`;
  draft.openBreak({ type, key: INFERRED_KEY, detail });
  return draft.change();
}

@Injectable()
export class InferredNumbers {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly clock: Clock,
  ) {}

  /** Opens a break for each order whose number was inferred long ago, and of which nothing else is told. */
  async report(): Promise<void> {
    for (const { id, numbers } of await this.unreported()) {
      await this.store.change(id, RECONCILER, (state, at) =>
        reportInferred(state, numbers === 1, at),
      );
    }
  }

  /** Orders that are over have been in the report of their day. */
  private unreported(): Promise<readonly Unreported[]> {
    const now = this.clock.now();
    return this.database.reading.query<Unreported>(
      `SELECT id, (SELECT count(*) FROM order_numbers n WHERE n.order_id = orders.id) AS numbers
         FROM orders WHERE ${NOT_CERTAIN} AND number_grade = 'Inferred' AND open_breaks = 0
          AND (closed_at IS NULL OR trading_date = ?)
          AND EXISTS (SELECT 1 FROM order_numbers n WHERE n.order_id = orders.id
            AND n.order_number = orders.order_number AND n.linked_at <= ?)
        ORDER BY id LIMIT ${AT_ONCE}`,
      [tradingDateOf(now), now - TOLD_AFTER_MS],
    );
  }
}

interface Unreported {
  readonly id: string;
  readonly numbers: number;
}
