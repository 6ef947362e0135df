import { decimalField } from '../../infra/exchange/schema/wire.js';
import type { Call } from '../courier.js';
import {
  type Crossing,
  type Gathered,
  NOT_ASKED_YET,
  type Posted,
  type Terms,
} from '../findings.js';
import type { ProbePrices } from '../prices.js';
import { couldBe, nothingPending, type ProbeDesk } from './probe-desk.js';
import { isOf, madeOrder, recordOf } from '../replies.js';
import type { Lots } from './resting-probe.js';

/**
 * Crosses our own orders strictly between the best bid and the best offer, so that nobody else can trade
 * with them: one is part-filled, edited, and then filled by an order that fills two.
 */
export async function probeFills(
  desk: ProbeDesk,
  found: Gathered,
  prices: ProbePrices,
  lots: Lots,
): Promise<void> {
  if (prices.crossPrice === null) return;
  const price = prices.crossPrice;
  const terms = (side: Terms['side'], units: string): Terms => ({
    orderRef: desk.newRef(),
    side,
    security: prices.security,
    units,
    price,
  });
  const resting = await desk.placed(terms('SELL', lots.of(5)), 'is filled in part');
  if (resting === null) return;
  const crossing: NonNullable<Gathered['crossing']> = {
    resting,
    first: null,
    partFilled: null,
    edit: null,
    behind: null,
    second: null,
    filled: null,
  };
  found.crossing = crossing;
  crossing.first = await desk.placed(terms('BUY', lots.of(1)), 'fills a part');
  if (crossing.first === null) return;
  const matched = (reply: Call): boolean =>
    amountOf(reply, 'MatchedQuantity', resting) === lots.of(1);
  const { orderNumber } = resting;
  crossing.partFilled = await desk.until(
    () => desk.enquire(orderNumber),
    matched,
    crossing.first.call,
  );
  if (crossing.partFilled.found === null) return;
  crossing.edit = await editPartFilled(desk, resting, lots.of(3));
  const pending = pendingAfter(crossing.edit, crossing.partFilled.found);
  if (pending === null) return;
  crossing.behind = await desk.placed(
    terms('SELL', lots.of(1)),
    'rests behind the part-filled one',
  );
  if (crossing.behind === null) return;
  await desk.courier.roomFor(2);
  const all = String(BigInt(pending) + BigInt(lots.of(1)));
  crossing.second = await desk.placed(terms('BUY', all), 'fills both');
}

/** Enquires the filled order after the day's trades have been read. */
export async function probeFilled(desk: ProbeDesk, { crossing }: Gathered): Promise<void> {
  if (crossing?.second == null) return;
  const { second } = crossing;
  const ask = (): Promise<Call> => desk.enquire(second.orderNumber);
  crossing.filled = await desk.until(ask, nothingPending, second.call);
}

async function editPartFilled(
  desk: ProbeDesk,
  order: Posted,
  units: string,
): Promise<Crossing['edit']> {
  const { orderNumber, terms } = order;
  const call = await desk.edit(orderNumber, units, terms.price);
  const current = desk.currentNumber(order);
  const before = terms.units;
  const shows = (reply: Call): boolean => {
    const record = recordOf(reply);
    if (record === null || !isOf(record, current)) return false;
    return decimalField(record, 'Quantity') !== before;
  };
  const asked = call.outcome.class === 'Acknowledged' && madeOrder(call) !== null;
  const shown = asked ? await desk.until(() => desk.enquire(current), shows, call) : NOT_ASKED_YET;
  return { call, units, price: terms.price, orderNumber: current, shown };
}

/** What is left of the part-filled order after the edit, or before it if that was refused. */
function pendingAfter(edit: Crossing['edit'], before: Call): string | null {
  const refused = edit !== null && edit.call.outcome.class === 'Refused';
  // An edit without an effect by now has none; whatever is left is cancelled at the end.
  const call = refused ? before : (edit?.shown.found ?? edit?.shown.calls.at(-1) ?? null);
  const record = call === null ? null : recordOf(call);
  const pending = record === null ? null : decimalField(record, 'PendingQuantity');
  return pending !== null && /^[1-9]\d*$/.test(pending) ? pending : null;
}

function amountOf(reply: Call, name: string, { orderNumber, terms }: Posted): string | null {
  const record = recordOf(reply);
  if (record === null || !isOf(record, orderNumber) || !couldBe(record, terms)) return null;
  return decimalField(record, name);
}
