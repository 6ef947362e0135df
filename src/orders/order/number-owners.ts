import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import {
  stillOwns,
  type EarlierOwner,
  type StillOwns,
  type NumberLifetime,
} from './number-lifetime.js';

/** The order that was given an order number last, and whether the number can still be that order's. */
export interface NumberOwner {
  readonly orderNumber: string;
  readonly orderId: string;
  readonly givenOn: string;
  readonly stillOwns: StillOwns;
  /** The owning order; null if it was given the number on the day in question. */
  readonly earlier: EarlierOwner | null;
}

export type NumberOwners = ReadonlyMap<string, NumberOwner>;

type LinkRow = Pick<NumberOwner, 'orderNumber' | 'orderId' | 'givenOn'> & {
  readonly brokerCode: string;
};

const BATCH = 512;

/** Owners today. `today` comes from the wall clock, which may have been set back. */
export function ownersNow(
  reading: Reading,
  brokerCode: string,
  orderNumbers: readonly string[],
  today: string,
): Promise<NumberOwners> {
  return ownersOf(reading, brokerCode, orderNumbers, { day: today, until: null });
}

export function ownersOn(
  reading: Reading,
  brokerCode: string,
  orderNumbers: readonly string[],
  day: string,
): Promise<NumberOwners> {
  return ownersOf(reading, brokerCode, orderNumbers, { day, until: day });
}

async function ownersOf(
  reading: Reading,
  brokerCode: string,
  orderNumbers: readonly string[],
  { day, until }: { readonly day: string; readonly until: string | null },
): Promise<NumberOwners> {
  const found = new Map<string, NumberOwner>();
  for (let start = 0; start < orderNumbers.length; start += BATCH) {
    const batch = orderNumbers.slice(start, start + BATCH);
    const latest = new Map<string, LinkRow>();
    for (const link of await linksOf(reading, batch)) {
      if (link.brokerCode !== brokerCode || (until !== null && link.givenOn > until)) continue;
      const other = latest.get(link.orderNumber);
      if (other === undefined || other.givenOn < link.givenOn) latest.set(link.orderNumber, link);
    }
    const earlier = [...latest.values()].filter(({ givenOn }) => givenOn < day);
    const orders = await ordersOf(reading, earlier);
    for (const { orderNumber, orderId, givenOn } of latest.values()) {
      const order = orders.get(orderId);
      // A number given on the day itself is the order's, whatever became of it since.
      const owns = order === undefined ? 'yes' : stillOwns(order, day);
      const earlier = order === undefined ? null : { ...order, isOver: order.closedAt !== null };
      found.set(orderNumber, { orderNumber, orderId, givenOn, stillOwns: owns, earlier });
    }
  }
  return found;
}

/** Filters by broker afterwards: given both conditions, SQLite reads all numbers of the broker. */
function linksOf(reading: Reading, orderNumbers: readonly string[]): Promise<LinkRow[]> {
  const { marks, values } = inList(orderNumbers);
  return reading.query<LinkRow>(
    `SELECT order_number AS "orderNumber", order_id AS "orderId", broker_code AS "brokerCode",
            trading_date AS "givenOn"
       FROM order_numbers WHERE order_number IN (${marks})`,
    values,
  );
}

type OwnerRow = NumberLifetime & Omit<EarlierOwner, 'isOver'> & { readonly id: string };

async function ordersOf(
  reading: Reading,
  links: readonly LinkRow[],
): Promise<ReadonlyMap<string, OwnerRow>> {
  if (links.length === 0) return new Map();
  const { marks, values } = inList(links.map(({ orderId }) => orderId));
  const rows = await reading.query<OwnerRow>(
    `SELECT id, security, side, units, account_number AS "accountNumber",
            time_in_force AS "timeInForce", trading_date AS "tradingDate", closed_at AS "closedAt", grade
       FROM orders WHERE id IN (${marks})`,
    values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
