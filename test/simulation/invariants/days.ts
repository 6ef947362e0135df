import type { DayView } from '../../../src/orders/trading-days/day-view.js';
import { add, compare, multiply } from '../../../src/infra/decimal.js';
import type { Order } from '../../../simulator/orders/order-ledger.js';
import { lagosDate } from '../../../simulator/lagos-calendar.js';
import { chainOf, sameNumber, takenFor, type Report, type Scene } from './violation.js';

interface WhatPeopleSaw {
  readonly days: ReadonlyMap<string, DayView>;
  /** The breaks that they have looked at. */
  readonly seen: ReadonlySet<string>;
}

/** What must hold after a week: every day was closed, and adds up to what the exchange has traded. */
export function checkDays(scene: Scene, { days, seen }: WhatPeopleSaw, report: Report): void {
  const traded = tradedByDay(scene);
  for (const date of scene.plan.days.map(lagosDate)) {
    const day = days.get(date);
    if (day?.status !== 'Closed') {
      const why = day?.report.unsettled.join('; ') ?? 'nobody could look at it';
      report('F6 a day adds up', `${date} is ${day?.status ?? 'unseen'}: ${why}`);
      continue;
    }
    const { ours } = day.report.facts.totals;
    const truth = traded.get(date) ?? { units: '0', value: '0' };
    if (compare(ours.units, truth.units) !== 0 || compare(ours.value, truth.value) !== 0) {
      report(
        'F6 a day adds up',
        `${date} was closed with ${ours.units} units (${ours.value}), traded were ${truth.units} (${truth.value})`,
      );
    }
  }
  for (const { id, type, order_id: order, detail } of scene.books.openBreaks()) {
    // What people have ended opens again while the exchange goes on showing it.
    if (!seen.has(id)) continue;
    report('F6 a day adds up', `${type} of ${order ?? 'no order'} was never ended: ${detail}`);
  }
}

/** Whenever people may sign: its exchange column has nothing that no answer after the close has shown. */
export function checkShown(scene: Scene, date: string, day: DayView, report: Report): void {
  const { totals, explanations = [] } = day.report.facts;
  const { exchange } = totals;
  if (day.report.unsettled.length > 0) return;
  if (exchange === null) {
    report('F6 a day adds up', `${date} may be signed without what the exchange has shown`);
    return;
  }
  const ours = oursAt(scene);
  const most = scene.exchange.venue.floor.tape
    .ofDay(date)
    .flatMap((trade) => trade.sides.filter(({ order }) => ours.has(order)).map(() => trade))
    .reduce((sum, trade) => sum + scene.corrections.mostShown(trade), 0);
  const isOurs = (matchingId: string, orderNumber: string): boolean =>
    scene.exchange.venue.floor.tape
      .ofDay(date)
      .filter((trade) => trade.matchingId === matchingId)
      .flatMap(({ sides }) => sides)
      .some((side) => sameNumber(orderNumber, side.order) && ours.has(side.order));
  // Another desk's trade that people have left out of the book is in the column, and explained.
  const leftOut = explanations
    .filter(({ trade }) => trade.booked === null && !isOurs(trade.matchingId, trade.orderNumber))
    .reduce((sum, { trade }) => sum + Number(trade.shown?.units ?? 0), 0);
  if (compare(exchange.units, String(most + leftOut)) <= 0) return;
  report(
    'F6 a day adds up',
    `${date} may be signed with ${exchange.units} units of the exchange, which has shown ${most} since the close`,
  );
}

interface Sum {
  readonly units: string;
  readonly value: string;
}

function tradedByDay({ exchange, corrections }: Scene): ReadonlyMap<string, Sum> {
  const ours = oursAt({ exchange });
  const sums = new Map<string, Sum>();
  for (const trade of exchange.venue.floor.tape.all()) {
    for (const side of trade.sides) {
      if (!ours.has(side.order)) continue;
      const counts = corrections.truthOf(trade, side);
      if (counts === null) continue;
      const units = String(counts.units);
      const { units: before, value } = sums.get(trade.tradeDate) ?? { units: '0', value: '0' };
      const price = (counts.price / 100).toFixed(2);
      sums.set(trade.tradeDate, {
        units: add(before, units),
        value: add(value, multiply(units, price)),
      });
    }
  }
  return sums;
}

function oursAt({ exchange }: Pick<Scene, 'exchange'>): ReadonlySet<Order> {
  return new Set([...takenFor(exchange).values()].flat().flatMap(chainOf));
}
