import { orderNumberField } from '../infra/exchange/schema/wire.js';
import { type Call, whyEnded } from './courier.js';
import type { Gathered } from './findings.js';
import type { OwnOrder } from './own-orders.js';
import { couldBe, nothingPending, type ProbeDesk } from './probe-desk.js';
import { recordOf, rowsOf } from './replies.js';
import { listsAsWorking, looksUnknown } from './resting-probe.js';

/**
 * Takes back everything that was posted, and proves it. What is neither seen closed nor provably
 * never made is listed: a person has to look.
 */
export interface Leftover {
  readonly orderRef: string;
  readonly orderNumbers: readonly string[];
  readonly what: string;
  readonly why: string;
}

/** An order that has not come to light by then was never made. */
const LIGHT_MS = 15_000;

export async function cleanUp(desk: ProbeDesk, found: Gathered): Promise<readonly Leftover[]> {
  desk.courier.beginCleanUp();
  let why = 'its cancel is not shown by the exchange';
  try {
    for (const order of desk.own.unsettled) await takeBack(desk, found, order);
    await searchForUnanswered(desk, found);
  } catch (error) {
    why = whyEnded(error);
  }
  return desk.own.unsettled.map((order) => leftover(order, why));
}

/** An edit may have given the order another number: it is closed when every number of it is. */
async function takeBack(desk: ProbeDesk, found: Gathered, order: OwnOrder): Promise<void> {
  let closed = order.orderNumbers.length > 0;
  for (const number of order.orderNumbers) {
    closed = (await isTakenBack(desk, found, { number, order })) && closed;
  }
  if (closed) order.fate = 'Closed';
}

async function isTakenBack(
  desk: ProbeDesk,
  found: Gathered,
  { number, order }: { readonly number: string; readonly order: OwnOrder },
): Promise<boolean> {
  const now = await desk.enquire(number);
  const record = recordOf(now);
  // Whoever else's it is: a cancel needs no more than a number.
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
  return nothingPending(sighting.found) || offTheList(desk, found, number);
}

/** Where a closed order is answered as an unknown one, the list must not show it as working either. */
async function offTheList(desk: ProbeDesk, found: Gathered, number: string): Promise<boolean> {
  const { resting } = found;
  if (resting?.byBrokerList.found == null) return false;
  const list = await desk.brokerList();
  return isListAnswer(found, list) && !listsAsWorking(list, number, resting);
}

/** Posts without an answer: were they made, the account's list would show a number nobody knows. */
async function searchForUnanswered(desk: ProbeDesk, found: Gathered): Promise<void> {
  const sent = desk.own.all.filter(({ fate }) => fate === 'Sent');
  const before = found.survey.accountList;
  if (sent.length === 0 || before === null || found.resting?.byAccountList.found == null) return;
  await desk.courier.pause(LIGHT_MS);
  const after = await desk.accountList();
  if (!isListAnswer(found, before) || !isListAnswer(found, after)) return;
  const known = new Set((rowsOf(before) ?? []).map((row) => orderNumberField(row, 'OrderNo')));
  const foreignRows = (rowsOf(after) ?? []).filter((row) => {
    const number = orderNumberField(row, 'OrderNo');
    return number === null || !(known.has(number) || desk.own.owns(number));
  });
  if (foreignRows.length === 0) for (const order of sent) order.fate = 'NotMade';
}

/** A list, or the answer that this exchange gives in the place of an empty one. */
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
