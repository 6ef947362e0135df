import { Injectable } from '@nestjs/common';
import { RECONCILER } from '../../../infra/audit/actor.js';
import { Database } from '../../../infra/database/database.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { startOfDay, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { ofInferredNumber, OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { NOT_CERTAIN } from '../../order/order.entity.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';
import { OrderStore } from '../../order/order-store.js';

/*
 * A number is inferred where an order at the exchange fits a lost post, or a lost edit. It may be another
 * desk's, and our order lost: what nothing proves, only people can find out. Of a post they may also say that
 * it has never arrived; of an edit, which number the order has.
 */

/** Four passes of the default interval: some numbers are proven by then. */
export const TOLD_AFTER_MS = 20_000;
const AT_ONCE = 100;

/** `isOfPost`: the order had no number before. Null: its number is not inferred, or people are told already. */
export function reportInferred(
  state: OrderState,
  isOfPost: boolean,
  at: Moment,
): OrderChange | null {
  const { orderNumber, numberGrade } = state.order;
  if (orderNumber === null || numberGrade !== 'Inferred') return null;
  const draft = new OrderChangeDraft(state, at);
  const told = ofInferredNumber(orderNumber);
  if (draft.hadOpenBreak(told.post) || draft.hadOpenBreak(told.edit)) return null;
  const detail = `${orderNumber} is taken to be its number because it fits, and nothing has proven it: it may be another order, and ours lost`;
  draft.openBreak({ ...(isOfPost ? told.post : told.edit), detail });
  return draft.change();
}

@Injectable()
export class InferredNumbers {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly clock: Clock,
  ) {}

  /** Opens a break for each order whose number was inferred a while ago. */
  async report(): Promise<void> {
    for (const { id, numbers } of await this.unreported()) {
      await this.store.change(id, RECONCILER, (state, at) =>
        reportInferred(state, numbers === 1, at),
      );
    }
  }

  /** Not those that ended on an earlier day, nor what people have decided since the number was linked. */
  private unreported(): Promise<readonly Unreported[]> {
    const now = this.clock.now();
    return this.database.reading.query<Unreported>(
      `SELECT id, (SELECT count(*) FROM order_numbers n WHERE n.order_id = orders.id) AS numbers
         FROM orders WHERE ${NOT_CERTAIN} AND number_grade = 'Inferred'
          AND (closed_at IS NULL OR closed_at >= ?) AND ${LINKED_AT} <= ?
          AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = orders.id
            AND b.identity IN (orders.id || '/PostUnconfirmed/' || orders.order_number,
              orders.id || '/IdentityMismatch/' || orders.order_number)
            AND (b.closed_at IS NULL OR (b.resolution IS NOT NULL AND b.closed_at >= ${LINKED_AT})))
        ORDER BY id LIMIT ${AT_ONCE}`,
      [startOfDay(tradingDateOf(now)), now - TOLD_AFTER_MS],
    );
  }
}

/** When the order was given its present number. */
const LINKED_AT = `(SELECT max(n.linked_at) FROM order_numbers n
  WHERE n.order_id = orders.id AND n.order_number = orders.order_number)`;

interface Unreported {
  readonly id: string;
  readonly numbers: number;
}
