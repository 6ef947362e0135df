import { add, compare, multiply } from '../../../src/infra/decimal.js';
import { checkBooked } from './taken-over.js';
import { takenFor, type Report, type Scene } from './violation.js';

/** What must hold when everything is over, whatever became of it: I1, I2, I9, I11, I12, I17, I28, I31, I32. */
export function checkSafety(scene: Scene, report: Report): void {
  intents(scene, report);
  acknowledged(scene, report);
  sendCap(scene, report);
  sums(scene, report);
  numbers(scene, report);
  claims(scene, report);
  replies(scene, report);
  checkBooked(scene, report);
  beyondLimit(scene, report);
  const { worstMinute } = scene.exchange.control;
  if (worstMinute > 100) report('I17 rate', `${worstMinute} calls within a minute`);
}

/** The client's name is of the intent, and goes to the exchange unchanged. */
function intents(scene: Scene, report: Report): void {
  const byIntent = new Map<string, string[]>();
  for (const orders of takenFor(scene.exchange).values()) {
    for (const { terms } of orders) {
      const refs = byIntent.get(terms.clientName) ?? [];
      byIntent.set(terms.clientName, [...refs, terms.orderRef]);
    }
  }
  for (const [name, refs] of byIntent) {
    if (refs.length > 1) report('I2 one at the exchange', `${name}: ${refs.join(', ')}`);
  }
  const rows = new Map<string, string[]>();
  for (const order of scene.books.orders()) {
    const key = `${order.created_by}/${order.client_order_id}`;
    rows.set(key, [...(rows.get(key) ?? []), order.order_ref]);
    const refs = new Set(byIntent.get(order.client_name));
    refs.delete(order.order_ref);
    if (refs.size > 0) report('I1 one intent', `${key} is known under ${[...refs].join(', ')}`);
  }
  for (const [key, refs] of rows) {
    if (refs.length > 1) report('I1 one intent', `${key} has ${refs.length} orders`);
  }
}

function acknowledged(scene: Scene, report: Report): void {
  const byId = new Map(scene.books.orders().map((order) => [order.id, order]));
  for (const { orderId, terms, caller } of scene.intents) {
    if (orderId === null) continue;
    const order = byId.get(orderId);
    const same =
      order?.created_by === caller &&
      order.client_order_id === terms.clientOrderId &&
      order.account_number === terms.accountNumber &&
      order.client_name === terms.clientName &&
      order.side === terms.side &&
      order.security === terms.security;
    if (!same) report('I12 acknowledged is durable', `${orderId} (${terms.clientOrderId}) is gone`);
  }
}

/** What the gateway refused was never routed, and does not count. What was lost on its way does. */
const NOT_ROUTED: ReadonlySet<number | null> = new Set([401, 402, 403, 429]);
const SENDS_MAX = 3;

function sendCap(scene: Scene, report: Report): void {
  const sends = new Map<string, number>();
  for (const { endpoint, body, fault, arrival } of scene.network.sent) {
    if (endpoint !== 'order/post' || body === null || fault === 'notSent') continue;
    if (arrival !== null && NOT_ROUTED.has(arrival.status ?? arrival.answered)) continue;
    const { orderRef } = JSON.parse(body) as { readonly orderRef: string };
    sends.set(orderRef, (sends.get(orderRef) ?? 0) + 1);
  }
  for (const [orderRef, count] of sends) {
    if (count > SENDS_MAX) report('I11 send cap', `${orderRef} was sent ${count} times`);
  }
}

function sums(scene: Scene, report: Report): void {
  const fills = new Map<string, { units: string; value: string }>();
  for (const fill of scene.books.fills()) {
    const { units, value } = fills.get(fill.order_id) ?? { units: '0', value: '0' };
    fills.set(fill.order_id, {
      units: add(units, fill.units),
      value: add(value, multiply(fill.units, fill.price)),
    });
  }
  for (const order of scene.books.orders()) {
    const { units, value } = fills.get(order.id) ?? { units: '0', value: '0' };
    if (compare(units, order.filled_units) !== 0 || compare(value, order.filled_value) !== 0) {
      report(
        'I9 monotone',
        `${order.id} has fills of ${units} (${value}), and says ${order.filled_units}`,
      );
    }
    if (compare(order.filled_units, order.matched_units) > 0) {
      report('I9 monotone', `${order.id} has more filled than matched`);
    }
  }
}

function numbers(scene: Scene, report: Report): void {
  const twice = scene.books.all<{ number: string }>(
    `SELECT order_number AS number FROM order_numbers
       GROUP BY broker_code, trading_date, order_number HAVING count(DISTINCT order_id) > 1`,
  );
  for (const { number } of twice) report('I6 evidence for a link', `${number} is bound twice`);
}

function claims(scene: Scene, report: Report): void {
  const twice = scene.books.all<{ request: string; epoch: number }>(
    `SELECT request_id AS request, epoch FROM exchange_calls WHERE request_id IS NOT NULL
       GROUP BY request_id, epoch HAVING count(*) > 1`,
  );
  for (const { request, epoch } of twice) {
    report('I28 single claim', `${request} was claimed twice under epoch ${epoch}`);
  }
}

/** Of replies that are told of one another it is enough to read the last: all before are read for it. */
const LAST_REPLIES = `
  SELECT DISTINCT reply_digest AS digest FROM exchange_calls WHERE reply_digest IS NOT NULL
    AND reply_digest NOT IN (SELECT base FROM exchange_replies WHERE base IS NOT NULL)`;

function replies(scene: Scene, report: Report): void {
  for (const { digest } of scene.books.all<{ digest: string }>(LAST_REPLIES)) {
    try {
      scene.books.longReply(digest);
    } catch (error) {
      report('I31 replies to the byte', String(error));
    }
  }
}

/**
 * The exchange trades no order beyond its limit: a trade beyond the limit that we hold is of before the last edit,
 * or shows that it was not done. Until the exchange shows the new limit nobody can tell which, so there is a break;
 * two people may have booked a corrected price.
 */
const BEYOND = `SELECT f.order_id AS id, f.price AS price, o.price AS held, o.side AS side
  FROM fills f JOIN orders o ON o.id = f.order_id
  WHERE f.reversed_at IS NULL AND o.price_before IS NOT NULL
    AND EXISTS (SELECT 1 FROM order_requests edit WHERE edit.order_id = o.id
      AND edit.kind = 'Edit' AND edit.state = 'Acknowledged' AND edit.since <= f.observed_at)
    AND NOT EXISTS (SELECT 1 FROM order_requests edit WHERE edit.order_id = o.id
      AND edit.kind = 'Edit' AND (edit.state <> 'Acknowledged' OR edit.since > f.observed_at))
    AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id AND (b.type = 'PriceMismatch'
      OR (b.type = 'FillMismatch' AND b.resolution = 'as-shown')))`;

function beyondLimit(scene: Scene, report: Report): void {
  interface Fill {
    readonly id: string;
    readonly side: string;
    readonly price: string;
    readonly held: string;
  }
  for (const { id, side, price, held } of scene.books.all<Fill>(BEYOND)) {
    const compared = compare(price, held);
    if (side === 'BUY' ? compared <= 0 : compared >= 0) continue;
    report('I33 beyond the limit is told', `${id} was traded at ${price}, its limit is ${held}`);
  }
}
