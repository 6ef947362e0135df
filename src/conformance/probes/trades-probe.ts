import { decimalField, type WireRecord } from '../../infra/exchange/schema/wire.js';
import type { Call } from '../courier.js';
import type { Crossing, Findings, Gathered } from '../findings.js';
import type { ProbeDesk } from './probe-desk.js';
import { isOf, madeOrder, rowsOf } from '../replies.js';
import { currentNumber, listShows } from './resting-probe.js';

/** Asks for the day's trades while one of our orders rests and others have been filled. */
export async function probeTrades(desk: ProbeDesk, found: Gathered, date: string): Promise<void> {
  const { resting, crossing, trades } = found;
  if (resting === null) return;
  const { second } = crossing ?? { second: null };
  const enough = (reply: Call): boolean =>
    second === null
      ? listShows(reply, currentNumber(resting))
      : executionsOf(reply, second.orderNumber).length > 1;
  const since = second?.call ?? resting.post.call;
  trades.all = await desk.until(() => desk.trades(date, 'All'), enough, since);
  trades.matched = await desk.trades(date, 'Matched');
  trades.cancelled = await desk.trades(date, 'Cancelled');
}

/** Rows that show units traded for the order. */
export function executionsOf(reply: Call, orderNumber: string): readonly WireRecord[] {
  return (rowsOf(reply) ?? []).filter((row) => isOf(row, orderNumber) && traded(row));
}

export function traded(row: WireRecord): boolean {
  const volume = decimalField(row, 'Volume');
  return volume !== null && /^[\d.]*[1-9]/.test(volume);
}

/** Every number that an order of the crossing has had. */
export function crossingNumbers(crossing: Crossing | null): readonly string[] {
  if (crossing === null) return [];
  const { resting, first, edit, behind, second } = crossing;
  return [
    resting.orderNumber,
    ...[first, behind, second].flatMap((order) => (order === null ? [] : [order.orderNumber])),
    ...(edit === null ? [] : [edit.orderNumber]),
  ];
}

/** Our numbers that the day's trades may show. */
export function ownNumbers({ resting, crossing, refusals }: Findings): readonly string[] {
  const others = [refusals.sameRefAgain, refusals.freshRef, resting?.duplicate ?? null];
  const made = others.flatMap((call) => {
    const number = call === null ? null : madeOrder(call);
    return number === null ? [] : [number];
  });
  const rests = resting === null ? [] : [resting.post.orderNumber, currentNumber(resting)];
  return [...rests, ...crossingNumbers(crossing), ...made];
}
