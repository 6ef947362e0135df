import { orderNumberField } from '../../infra/exchange/schema/wire.js';
import { type Call, whyEnded } from '../courier.js';
import type { Gathered } from '../findings.js';
import type { OwnOrder } from './own-orders.js';
import { couldBe, nothingPending, type ProbeDesk } from './probe-desk.js';
import { recordOf, rowsOf } from '../replies.js';
import { listsAsWorking, looksUnknown } from './resting-probe.js';

/**
 * Cancels everything that was posted, and proves it. An order that is neither shown closed nor provably
 * never made is listed for a person to check.
 */
export interface Leftover {
  readonly orderRef: string;
  readonly orderNumbers: readonly string[];
  readonly what: string;
  readonly why: string;
}

/** An order that no list shows by then was never made. */
const APPEARS_WITHIN_MS = 15_000;

export async function cleanUp(desk: ProbeDesk, found: Gathered): Promise<readonly Leftover[]> {
  desk.courier.beginCleanUp();
  let why = 'its cancel is not shown by the exchange';
  try {
    for (const order of desk.own.unsettled) await cancelOrder(desk, found, order);
    await searchForUnanswered(desk, found);
  } catch (error) {
    why = whyEnded(error);
  }
  return desk.own.unsettled.map((order) => leftover(order, why));
}

/** An edit may have changed the order number: the order is closed when all its numbers are. */
async function cancelOrder(desk: ProbeDesk, found: Gathered, order: OwnOrder): Promise<void> {
  let closed = order.orderNumbers.length > 0;
  for (const number of order.orderNumbers) {
    closed = (await isCancelled(desk, found, { number, order })) && closed;
  }
  if (closed) order.fate = 'Closed';
}

async function isCancelled(
  desk: ProbeDesk,
  found: Gathered,
  { number, order }: { readonly number: string; readonly order: OwnOrder },
): Promise<boolean> {
  const now = await desk.enquire(number);
  const record = recordOf(now);
  // It may be somebody else's order, and a cancel needs only a number.
  if (record !== null && !couldBe(record, order.terms)) return false;
  if (nothingPending(now)) return true;
  const cancel = await desk.cancel(number);
  const { unknownEnquiry, unknownNumber } = found.refusals;
  const unknown = (reply: Call): boolean =>
    looksUnknown(reply, number, unknownEnquiry, unknownNumber);
  const sighting = await desk.until(
    () => desk.enquire(number),
    (reply) => nothingPending(reply) || unknown(reply),
    cancel,
  );
  if (sighting.found === null) return false;
  return nothingPending(sighting.found) || isOffTheList(desk, found, number);
}

/** If closed orders are answered like unknown ones, the list must not show it as working either. */
async function isOffTheList(desk: ProbeDesk, found: Gathered, number: string): Promise<boolean> {
  const { resting } = found;
  if (resting?.byBrokerList.found == null) return false;
  const list = await desk.brokerList();
  return isListAnswer(found, list) && !listsAsWorking(list, number, resting);
}

/** Posts without an answer: had they been made, the account's list would show a new number. */
async function searchForUnanswered(desk: ProbeDesk, found: Gathered): Promise<void> {
  const sent = desk.own.all.filter(({ fate }) => fate === 'Sent');
  const before = found.survey.accountList;
  if (sent.length === 0 || before === null || found.resting?.byAccountList.found == null) return;
  await desk.courier.pause(APPEARS_WITHIN_MS);
  const after = await desk.accountList();
  if (!isListAnswer(found, before) || !isListAnswer(found, after)) return;
  const known = new Set((rowsOf(before) ?? []).map((row) => orderNumberField(row, 'OrderNo')));
  const foreignRows = (rowsOf(after) ?? []).filter((row) => {
    const number = orderNumberField(row, 'OrderNo');
    return number === null || !(known.has(number) || desk.own.owns(number));
  });
  if (foreignRows.length === 0) for (const order of sent) order.fate = 'NotMade';
}

/** A list, or what this exchange answers instead of an empty one. */
function isListAnswer({ survey }: Gathered, call: Call): boolean {
  if (rowsOf(call) !== null) return true;
  return [survey.brokerList, survey.accountList].some(
    (empty) => empty !== null && rowsOf(empty) === null && looksUnknown(call, '', empty, ''),
  );
}

function leftover(order: OwnOrder, why: string): Leftover {
  const { side, units, security, price, orderRef } = order.terms;
  const unanswered = order.orderNumbers.length === 0;
  return {
    orderRef,
    orderNumbers: order.orderNumbers,
    what: `${side} ${units} ${security} at ${price} (${order.purpose})`,
    why: unanswered ? 'its post was not answered, so it may have been made' : why,
  };
}
