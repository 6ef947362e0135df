import { decimalField, textField } from '../../infra/exchange/schema/wire.js';
import type { Call } from '../courier.js';
import {
  type Gathered,
  NOT_ASKED_YET,
  type Posted,
  type Resting,
  type Terms,
} from '../findings.js';
import type { ProbePrices } from '../prices.js';
import { couldBe, nothingPending, type ProbeDesk } from './probe-desk.js';
import { formOf, isOf, recordOf, rowsOf, sameShape, shapeOf } from '../replies.js';

/**
 * One order that rests far below the market: posted, looked for, posted again under the same reference,
 * edited, cancelled, and then edited and cancelled again.
 */
export interface Lots {
  /** Units of so many lots. */
  of(count: number): string;
}

/** Reserved before an action, because waiting for the rate limit after it would distort the timings. */
const SIGHTING_CALLS = 4;

export async function postResting(
  desk: ProbeDesk,
  found: Gathered,
  candidates: readonly ProbePrices[],
  lots: Lots,
): Promise<ProbePrices | null> {
  for (const prices of candidates) {
    await desk.courier.roomFor(SIGHTING_CALLS);
    const post = await desk.placed(restingTerms(desk, prices, lots.of(3)), 'rests and is edited');
    if (post === null) continue;
    found.resting = await firstSightings(desk, post);
    return prices;
  }
  return null;
}

export function restingTerms(desk: ProbeDesk, prices: ProbePrices, units: string): Terms {
  const { security, restPrice: price } = prices;
  return { orderRef: desk.newRef(), side: 'BUY', security, units, price };
}

async function firstSightings(desk: ProbeDesk, post: Posted): Promise<Resting> {
  const { orderNumber, call } = post;
  const listed = (reply: Call): boolean => listShows(reply, orderNumber);
  const shown = (reply: Call): boolean => recordShows(reply, post);
  const [byEnquiry = NOT_ASKED_YET, byBrokerList = NOT_ASKED_YET, byAccountList = NOT_ASKED_YET] =
    await desk.untilAll(
      [
        { ask: () => desk.enquire(orderNumber), shows: shown },
        { ask: () => desk.brokerList(), shows: listed },
        { ask: () => desk.accountList(), shows: listed },
      ],
      call,
    );
  return {
    post,
    byEnquiry,
    byBrokerList,
    byAccountList,
    duplicate: null,
    edit: null,
    cancel: null,
    cancelShown: null,
    editAfterCancel: null,
    cancelAfterCancel: null,
    brokerListAfter: null,
    accountListAfter: null,
  };
}

export async function repeatPost(desk: ProbeDesk, { resting }: Gathered): Promise<void> {
  if (resting === null) return;
  resting.duplicate = await desk.post(resting.post.terms, 'the same reference again');
}

export async function editResting(
  desk: ProbeDesk,
  { resting }: Gathered,
  prices: ProbePrices,
  lots: Lots,
): Promise<void> {
  // Never edit a number that no enquiry has shown to be this order.
  if (resting?.byEnquiry.found == null) return;
  const { orderNumber } = resting.post;
  await desk.courier.roomFor(SIGHTING_CALLS);
  const [units, price] = [lots.of(2), prices.editPrice];
  const call = await desk.edit(orderNumber, units, price);
  const current = desk.currentNumber(resting.post);
  const shows = (reply: Call): boolean => quantityOf(reply, current) === units;
  const shown = await desk.until(() => desk.enquire(current), shows, call);
  resting.edit = { call, units, price, orderNumber: current, shown };
}

export async function cancelResting(
  desk: ProbeDesk,
  { resting, refusals }: Gathered,
): Promise<void> {
  if (resting?.byEnquiry.found == null) return;
  const number = currentNumber(resting);
  await desk.courier.roomFor(SIGHTING_CALLS);
  resting.cancel = await desk.cancel(number);
  const unknown = refusals.unknownEnquiry;
  const gone = (reply: Call): boolean =>
    nothingPending(reply) || looksUnknown(reply, number, unknown, refusals.unknownNumber);
  resting.cancelShown = await desk.until(() => desk.enquire(number), gone, resting.cancel);
  if (resting.cancelShown.found === null) return;
  const order = desk.own.byNumber(number);
  if (order?.orderNumbers.length === 1) order.fate = 'Closed';
  resting.editAfterCancel = await desk.edit(
    number,
    resting.post.terms.units,
    resting.post.terms.price,
  );
  resting.cancelAfterCancel = await desk.cancel(number);
  const left = (reply: Call): boolean => !listsAsWorking(reply, number, resting);
  const [broker = null, account = null] = await desk.untilAll(
    [
      { ask: () => desk.brokerList(), shows: left },
      { ask: () => desk.accountList(), shows: left },
    ],
    resting.cancel,
  );
  resting.brokerListAfter = broker;
  resting.accountListAfter = account;
}

/** An edit may have changed the number. */
export function currentNumber({ post, edit }: Pick<Resting, 'post' | 'edit'>): string {
  return edit?.orderNumber ?? post.orderNumber;
}

function recordShows(reply: Call, { orderNumber, terms }: Posted): boolean {
  const record = recordOf(reply);
  return record !== null && isOf(record, orderNumber) && couldBe(record, terms);
}

export function listShows(reply: Call, orderNumber: string): boolean {
  return rowsOf(reply)?.some((row) => isOf(row, orderNumber)) === true;
}

export function quantityOf(reply: Call, orderNumber: string): string | null {
  const record = recordOf(reply);
  return record !== null && isOf(record, orderNumber) ? decimalField(record, 'Quantity') : null;
}

/** The enquiry is answered like one about an unknown number. */
export function looksUnknown(
  reply: Call,
  orderNumber: string,
  unknown: Call | null,
  unknownNumber: string | null,
): boolean {
  if (unknown === null || formOf(reply) === null || recordOf(reply) !== null) return false;
  const shape = shapeOf(reply, { orderNumber });
  const known = shapeOf(unknown, { orderNumber: unknownNumber });
  return shape !== null && known !== null && sameShape(shape, known);
}

/** The list still shows the order with a status word of a working one. */
export function listsAsWorking(reply: Call, number: string, resting: Resting): boolean {
  const row = rowsOf(reply)?.find((one) => isOf(one, number));
  if (row === undefined) return false;
  const word = textField(row, 'Status');
  return word === null || workingWords(resting).has(word.toLowerCase());
}

export function workingWords({
  byEnquiry,
  byBrokerList,
  byAccountList,
  post,
  edit,
}: Resting): Set<string> {
  const records = [byEnquiry, ...(edit === null ? [] : [edit.shown])].flatMap(({ found }) => {
    const record = found === null ? null : recordOf(found);
    return record === null ? [] : [record];
  });
  const rows = [byBrokerList, byAccountList].flatMap(({ found }) =>
    ((found === null ? null : rowsOf(found)) ?? []).filter((row) => isOf(row, post.orderNumber)),
  );
  const words = [...records, ...rows].map((row) => textField(row, 'Status')?.toLowerCase());
  return new Set(words.filter((word) => word !== undefined));
}
