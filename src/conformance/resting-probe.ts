import { decimalField, textField } from '../infra/exchange/wire.js';
import type { Call } from './courier.js';
import type { Gathered, Posted, Resting, Terms } from './findings.js';
import type { Ground } from './prices.js';
import { nothingPending, type ProbeDesk } from './probe-desk.js';
import { formOf, isOf, madeOrder, recordOf, rowsOf, sameShape, shapeOf } from './replies.js';

/**
 * One order that rests far below the market: posted, looked for, posted once more under the same
 * reference, edited, cancelled, and then edited and cancelled once more.
 */
export interface Lots {
  /** So many lots, as units. */
  of(count: number): string;
}

export async function postResting(
  desk: ProbeDesk,
  found: Gathered,
  grounds: readonly Ground[],
  lots: Lots,
): Promise<Ground | null> {
  for (const ground of grounds) {
    const post = await desk.placed(restingTerms(desk, ground, lots.of(3)), 'rests and is edited');
    if (post === null) continue;
    found.resting = await firstSightings(desk, post);
    return ground;
  }
  return null;
}

export function restingTerms(desk: ProbeDesk, ground: Ground, units: string): Terms {
  const { security, restPrice: price } = ground;
  return { orderRef: desk.newRef(), side: 'BUY', security, units, price };
}

async function firstSightings(desk: ProbeDesk, post: Posted): Promise<Resting> {
  const { orderNumber, call } = post;
  const listed = (reply: Call): boolean => listShows(reply, orderNumber);
  return {
    post,
    byEnquiry: await desk.until(
      () => desk.enquire(orderNumber),
      (reply) => recordShows(reply, orderNumber),
      call,
    ),
    byBrokerList: await desk.until(() => desk.brokerList(), listed, call),
    byAccountList: await desk.until(() => desk.accountList(), listed, call),
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
  ground: Ground,
  lots: Lots,
): Promise<void> {
  if (resting === null) return;
  const { orderNumber } = resting.post;
  const [units, price] = [lots.of(2), ground.editPrice];
  const call = await desk.edit(orderNumber, units, price);
  const current = madeOrder(call) ?? orderNumber;
  const shows = (reply: Call): boolean => quantityOf(reply, current) === units;
  const shown = await desk.until(() => desk.enquire(current), shows, call);
  resting.edit = { call, units, price, shown };
}

export async function cancelResting(
  desk: ProbeDesk,
  { resting, refusals }: Gathered,
): Promise<void> {
  if (resting === null) return;
  const number = currentNumber(resting);
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
  const left = (reply: Call): boolean => !listsAsWorking(reply, resting);
  resting.brokerListAfter = await desk.until(() => desk.brokerList(), left, resting.cancel);
  resting.accountListAfter = await desk.until(() => desk.accountList(), left, resting.cancel);
}

/** After an edit an order may have another number. */
export function currentNumber({ post, edit }: Pick<Resting, 'post' | 'edit'>): string {
  return (edit === null ? null : madeOrder(edit.call)) ?? post.orderNumber;
}

export function recordShows(reply: Call, orderNumber: string): boolean {
  const record = recordOf(reply);
  return record !== null && isOf(record, orderNumber);
}

export function listShows(reply: Call, orderNumber: string): boolean {
  return rowsOf(reply)?.some((row) => isOf(row, orderNumber)) === true;
}

export function quantityOf(reply: Call, orderNumber: string): string | null {
  const record = recordOf(reply);
  return record !== null && isOf(record, orderNumber) ? decimalField(record, 'Quantity') : null;
}

/** An enquiry that is answered as one of a number that never was. */
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

/** The list still shows the order, in the words for one that works. */
function listsAsWorking(reply: Call, resting: Resting): boolean {
  const number = currentNumber(resting);
  const row = rowsOf(reply)?.find((one) => isOf(one, number));
  if (row === undefined) return false;
  const word = textField(row, 'Status');
  return word !== null && workingWords(resting).has(word.toLowerCase());
}

export function workingWords({
  byEnquiry,
  byBrokerList,
  byAccountList,
  post,
  edit,
}: Resting): Set<string> {
  const words = new Set<string>();
  const note = (word: string | null): void => void (word !== null && words.add(word.toLowerCase()));
  for (const { found } of [byEnquiry, ...(edit === null ? [] : [edit.shown])]) {
    const record = found === null ? null : recordOf(found);
    if (record !== null) note(textField(record, 'Status'));
  }
  for (const { found } of [byBrokerList, byAccountList]) {
    const rows = found === null ? [] : (rowsOf(found) ?? []);
    for (const row of rows) if (isOf(row, post.orderNumber)) note(textField(row, 'Status'));
  }
  return words;
}
