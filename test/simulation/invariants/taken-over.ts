import type { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { compare } from '../../../src/infra/decimal.js';
import { numberInRow } from '../../../simulator/orders/order-records.js';
import type { BookedOrder } from '../books.js';
import { historyOf } from './certain.js';
import {
  areAlike,
  chainOf,
  showsEach,
  showsEachOnce,
  type Report,
  type Scene,
  type Taken,
} from './violation.js';

const WORKING: ReadonlySet<string> = new Set(['Posted', 'Open', 'Amended']);

/**
 * I32: a break makes up for what is not known, and not for what was read wrongly. Units that are taken over
 * because somebody else is said to have changed them were the exchange's at some time, and no more is matched here
 * than there, whoever is told of the order. People may decide otherwise, who are at the desk in weeks only.
 */
export class TakenOver {
  private readonly isWatched: boolean;
  private readonly showsEach: boolean;
  private readonly countsAll: boolean;
  private readonly isGivenAgain: boolean;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {
    const { quantityMeans } = scene.exchange.venue.parameters;
    this.countsAll = quantityMeans === 'ordered';
    const { orderNumbersInUse } = scene.exchange.venue.parameters;
    this.isGivenAgain = orderNumbersInUse !== 'passed-over';
    this.isWatched = scene.plan.days.length === 0;
    this.showsEach = showsEach(scene);
  }

  look(entries: readonly AuditEntryRow[], orders: readonly BookedOrder[], taken: Taken): void {
    if (!this.isWatched) return;
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const { type, stream, body } of entries) {
      const order = byId.get(stream);
      if (type !== 'TERMS_CHANGED' || order === undefined) continue;
      const { request, units } = JSON.parse(body) as Readonly<Record<string, string | null>>;
      if (request === null && units != null) this.unitsWere(order, units, taken);
    }
    // What the exchange has taken back was matched once.
    if (!this.showsEach || this.scene.plan.filledThenTakenBack > 0) return;
    for (const order of orders) this.noMoreMatched(order, taken);
  }

  private unitsWere(order: BookedOrder, units: string, taken: Taken): void {
    const history = historyOf((taken.get(order.order_ref) ?? []).flatMap(chainOf)).slice(1);
    if (history.length === 0) return;
    // Once it is over nothing is pending that would tell what its quantity counts; people are told of it.
    if (!this.countsAll && !WORKING.has(order.status)) return;
    if (history.some((view) => compare(units, String(view.units)) === 0)) return;
    if (this.mayBeGivenAgain(order)) return;
    const were = [...new Set(history.map((view) => view.units))].join(', ');
    this.report('I32 taken over is true', `${order.id} is given ${units} units, and had ${were}`);
  }

  /**
   * The record of another order that was given its number, with its side and security, is no other than one of
   * an order that another desk has changed: it is taken over, but never without a break.
   */
  private mayBeGivenAgain({ id, order_number: number }: BookedOrder): boolean {
    if (!this.isGivenAgain || number === null) return false;
    const { ledger } = this.scene.exchange.venue.floor;
    const holders = ledger.all().filter((one) => String(one.orderNumber) === bare(number));
    const told = this.scene.books.count(
      "breaks WHERE order_id = ? AND type IN ('IdentityMismatch', 'UnitsMismatch', 'FillMismatch', 'PriceMismatch')",
      id,
    );
    return holders.length > 1 && told > 0;
  }

  /**
   * What an enquiry by the number shows is then true of the other one, and nobody can tell it from ours that another
   * desk has changed, until trades show its client.
   */
  private isLikeAnother(order: BookedOrder): boolean {
    const { orderNumbersInUse } = this.scene.exchange.venue.parameters;
    return LIKE_OURS.has(orderNumbersInUse) && areAlike(this.scene, order);
  }

  private noMoreMatched(order: BookedOrder, taken: Taken): void {
    const { id, order_ref: ref, matched_units: matched } = order;
    const now = historyOf((taken.get(ref) ?? []).flatMap(chainOf)).at(-1);
    if (now === undefined || now.state === 'None') return;
    if (compare(matched, String(now.matched)) <= 0) return;
    if (this.mayBeGivenAgain(order) || this.isLikeAnother(order)) return;
    const detail = `${id} has ${matched} matched, at the exchange ${now.matched}`;
    this.report('I32 taken over is true', detail);
  }
}

/** Where another order that is given a number of ours may be like ours in all that an enquiry shows. */
const LIKE_OURS: ReadonlySet<string> = new Set(['counted-by-broker', 'given-again-when-ended']);

/** Every execution that is booked is one of the exchange's, under its number, with its units and price. */
export function checkBooked(scene: Scene, report: Report): void {
  // In weeks the exchange shows some trades otherwise than they were, and people decide.
  if (scene.plan.days.length > 0) return;
  if (!showsEachOnce(scene)) return;
  const { floor, parameters } = scene.exchange.venue;
  const traded = new Set(
    floor.tape
      .all()
      .flatMap(({ matchingId, units, price, sides }) =>
        sides.map(
          (side) => `${matchingId} ${numberInRow(parameters, side)} ${units}@${price / 100}`,
        ),
      ),
  );
  for (const {
    order_id: id,
    matching_id: matchingId,
    order_number,
    units,
    price,
  } of scene.books.fills()) {
    const booked = `${matchingId} ${order_number.replace(/^0+/, '')} ${units}@${Number(price)}`;
    if (traded.has(booked)) continue;
    report(
      'I32 taken over is true',
      `${id} has the execution ${booked}, the exchange has none like it`,
    );
  }
}

/** The exchange may write a number with zeros before it. */
function bare(number: string): string {
  return number.replace(/^0+/, '');
}
