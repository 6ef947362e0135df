import type { Reading } from '../../infra/database/reads.js';
import { inList } from '../../infra/database/in-list.js';
import { tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { isSameAccountInSql } from '../order/client/account-spellings.js';
import type { HandlerView } from './handler-view.js';

/*
 * What people have asked the exchange and the reconciler for a client, where they named no order of ours: an order number,
 * or an account, which is only in the index beside the trail. It counts for the orders that the client had on that day.
 */

export interface LookedUpOrder {
  readonly orderId: string;
  readonly tradingDate: string;
  /** Milliseconds; null: it works still. */
  readonly closedAt: number | null;
}

interface LookUp {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly orderNumber: string | null;
}

/** By order, in the order in which they first asked. The orders are all of the account, in any spelling. */
export async function lookUpsOf(
  reading: Reading,
  accountNumber: string,
  orders: readonly LookedUpOrder[],
): Promise<ReadonlyMap<string, readonly HandlerView[]>> {
  if (orders.length === 0) return new Map();
  const ids = inList(orders.map(({ orderId }) => orderId));
  const numbers = await reading.query<{ orderId: string; orderNumber: string }>(
    `SELECT order_id AS "orderId", order_number AS "orderNumber" FROM order_numbers WHERE order_id IN (${ids.marks})`,
    ids.values,
  );
  const ofAccount = await asked(
    reading,
    `s.account_number IS NOT NULL AND ${isSameAccountInSql('s.account_number', '?')}`,
    [accountNumber],
  );
  const named = inList(numbers.map(({ orderNumber }) => orderNumber));
  const ofNumbers =
    numbers.length === 0
      ? []
      : await asked(reading, `s.order_number IN (${named.marks})`, named.values);
  const all = new Map([...ofAccount, ...ofNumbers].map((one) => [one.sequence, one]));
  const inSequence = [...all.values()].sort((a, b) => a.sequence - b.sequence);
  return new Map(
    orders.map((order) => {
      const own = numbers.filter(({ orderId }) => orderId === order.orderId);
      const isAbout = ({ orderNumber }: LookUp): boolean =>
        orderNumber === null || own.some((one) => one.orderNumber === orderNumber);
      const ofOrder = inSequence.filter((one) => isAbout(one) && isOnItsDays(one, order));
      return [order.orderId, peopleIn(ofOrder)];
    }),
  );
}

function asked(
  reading: Reading,
  about: string,
  values: readonly string[],
): Promise<readonly LookUp[]> {
  return reading.query<LookUp>(
    `SELECT e.sequence, e.at, e.actor, e.on_behalf_of AS "onBehalfOf", s.order_number AS "orderNumber"
       FROM audit_subjects s JOIN audit_entries e ON e.sequence = s.sequence
      WHERE ${about} AND s.order_id IS NULL AND e.type IN ('EXCHANGE_ASKED', 'RUN_ASKED')`,
    values,
  );
}

/** Another order may have its number on another day. */
function isOnItsDays({ at }: LookUp, { tradingDate, closedAt }: LookedUpOrder): boolean {
  const day = tradingDateOf(Date.parse(at));
  return day >= tradingDate && (closedAt === null || day <= tradingDateOf(closedAt));
}

function peopleIn(lookUps: readonly LookUp[]): readonly HandlerView[] {
  const people = new Map<string, HandlerView>();
  for (const { at, actor, onBehalfOf } of lookUps) {
    const key = JSON.stringify([actor, onBehalfOf]);
    const { entries = 0, firstAt = at } = people.get(key) ?? {};
    people.set(key, { actor, onBehalfOf, entries: entries + 1, firstAt, lastAt: at });
  }
  return [...people.values()];
}
