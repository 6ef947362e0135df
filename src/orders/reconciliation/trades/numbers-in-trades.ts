import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { type Unit } from '../../../infra/database/units/unit-of-work.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { doubtLinkedNumber, unlinkInferred } from '../../order-numbers/number-link.js';
import { compare } from '../../../infra/decimal.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { limitShown } from '../../fills/trade-row.js';
import {
  confirmNumber,
  doubtNumberBy,
  doubtNumberOfTwoBrokers,
  endDoubtOfFilled,
} from '../../order-numbers/number-proof.js';
import { isUnproven } from '../../order/order-status.js';
import { type Moment, isSameAccount } from '../../order/order.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { OrderNumberRow } from '../../order/order.entity.js';
import { stillOwns } from '../../order/number-lifetime.js';
import { type TermsOfOrder } from '../../order-numbers/sighting-register.js';
import { showsOrder, type NumberOfTwoBrokers, type ShownNumber } from './traded-numbers.js';

/** What the day's trades say of whose an order number is, written to the order that has it. */
export class NumbersInTrades {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
  ) {}

  /**
   * Holds what a row shows against the number of its order, as the order is now. On a later day the number may have been
   * given to another order: a row of that one says nothing of whose the number was before.
   */
  async compareNumber(shown: ShownNumber): Promise<void> {
    const { orderId, row, isOtherOrder, isShared, askedAt } = shown;
    await this.database.units.runOn(orderId, async (unit) => {
      const state = await this.store.load(unit, orderId);
      if (state?.order.orderNumber !== row.orderNumber) return;
      const at = await this.store.moment(unit);
      const { order } = state;
      const why = isOtherOrder ? describe(row, order) : limitAgainst(state, row);
      const isUndone =
        why !== null &&
        !isShared &&
        isUnproven(order.numberGrade) &&
        stillOwns(order, at.today) === 'yes' &&
        (await this.undo(unit, state, why, at));
      if (isUndone) return;
      const draft = new OrderChangeDraft(state, at);
      if (why === null) confirmNumber(draft, 'DailyTrades', askedAt);
      else doubtNumberBy(draft, 'DailyTrades', askedAt, why);
      await this.store.write(unit, state, draft.change(), RECONCILER);
    });
  }

  /**
   * A row shows another order under a number that an acknowledgement has named. It may be one of ours whose acknowledgement
   * has named a wrong number as well: only the list of its account tells.
   */
  async doubtSwapped({ orderId, row, askedAt }: ShownNumber): Promise<void> {
    const { orderNumber, accountNumber, security, side } = row;
    const isOthers = row.brokerCode !== null && row.brokerCode !== this.config.brokerCode;
    if (accountNumber === null || isOthers) return;
    const orders = await this.database.reading.query<{ id: string; accountNumber: string }>(
      `SELECT id, account_number AS "accountNumber" FROM orders
        WHERE status IN ('Posted', 'Open', 'Amended') AND security = ? AND side = ? AND broker_code = ?
          AND number_grade = 'Acknowledged' AND number_doubt IS NULL AND order_number <> ?
          AND EXISTS (SELECT 1 FROM orders owner WHERE owner.id = ? AND owner.number_grade = 'Acknowledged')`,
      [security, side, this.config.brokerCode, orderNumber, orderId],
    );
    const why = `the day's trades show an order of its account under ${orderNumber}, which another order of ours was given`;
    for (const order of orders) {
      if (!isSameAccount(accountNumber, order.accountNumber)) continue;
      await this.store.change(order.id, RECONCILER, (state, at) => {
        const draft = new OrderChangeDraft(state, at);
        doubtNumberBy(draft, 'AccountList', askedAt, why);
        return draft.change();
      });
    }
  }

  async doubtNumberOfTwoBrokers(
    shared: Omit<NumberOfTwoBrokers, 'doubt'> & { readonly isAgain: boolean },
  ): Promise<void> {
    await this.store.change(shared.orderId, RECONCILER, (state, at) =>
      doubtNumberOfTwoBrokers(state, shared, at),
    );
  }

  async endDoubtOfFilled(orderId: string): Promise<void> {
    await this.store.change(orderId, RECONCILER, (state, at) => endDoubtOfFilled(state, at));
  }

  /**
   * Takes an inferred number off the order, because a trade under it is another order's. False for an adopted order,
   * which has no post whose outcome could be unknown again: there a person is told. An order that had an earlier
   * number is at the exchange in any case, so its post does not become unknown again.
   */
  async undo(unit: Unit, state: StoredOrder, why: string, at: Moment): Promise<boolean> {
    const { id } = state.order;
    const posts = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post'", [id]);
    const [post] = posts;
    if (post === undefined) return false;
    const numbers = await unit.find(OrderNumberRow, 'order_id = ?', [id]);
    if (numbers.length > 1) {
      await this.store.write(unit, state, doubtLinkedNumber(state, why, at), RECONCILER);
      return true;
    }
    const whole = { ...state, requests: [...posts, ...state.requests] };
    const change = unlinkInferred(whole, post, await this.store.fillsOf(unit, id), why, at);
    await this.store.write(unit, whole, change, RECONCILER);
    return true;
  }
}

/** The trail names no account. */
function describe(
  { orderNumber, side, security, accountNumber, brokerCode }: TradeRow,
  ours: TermsOfOrder,
): string {
  const broker = brokerCode === null ? '' : ` by ${brokerCode}`;
  const isClients = accountNumber === null || isSameAccount(accountNumber, ours.accountNumber);
  const whose = isClients ? '' : ' of another account';
  return `the day's trades show ${side} ${security}${whose}${broker} under ${orderNumber}`;
}

/** How a resting row contradicts the order's limit price; null: it does not. Only edits change a limit. */
function limitAgainst({ order, requests }: StoredOrder, row: TradeRow): string | null {
  const { orderNumber } = row;
  const price = limitShown(row);
  if (order.numberGrade !== 'Inferred' || price === null || !showsOrder(row)) return null;
  if (compare(price, order.price) === 0 || requests.some(({ kind }) => kind === 'Edit'))
    return null;
  return `the day's trades show a limit of ${price} under ${orderNumber}, ours is ${order.price}`;
}
