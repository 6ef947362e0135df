import type { Exchange } from '../../../simulator/exchange.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Trade, TradeSide } from '../../../simulator/orders/trade-tape.js';
import type { Books } from '../books.js';
import type { Plan } from '../plans/plan.js';
import type { World } from '../world/world.js';

/**
 * The exchange's own people: they take trades back, or correct them, just before the close, in the evening
 * or on the next morning. Some of it they mean, some is a fault of their answers; some of it they undo.
 */
const MINUTE = 60_000;

export interface Terms {
  readonly units: number;
  /** In kobo. */
  readonly price: number;
}

interface Change {
  readonly trade: Trade;
  /** Asked by telephone, they say that it is as they show it. */
  readonly isMeant: boolean;
  /** No answer after the close has shown it as it was traded, unless it was undone. */
  readonly isBeforeClose: boolean;
  /** Numbers of the sides that were in our book when it was changed. */
  readonly known: ReadonlySet<string>;
  /** What our people have decided, by the number of the side. */
  readonly decided: Map<string, 'as-shown' | 'close'>;
}

/** The hours around one night. */
export interface Night {
  readonly closesAt: number;
  readonly opensAt: number;
}

export class Corrections {
  readonly done = new Map<string, number>();
  private readonly changes = new Map<Trade, Change>();
  private readonly random: SeededRandom;

  constructor(
    private readonly world: World,
    private readonly exchange: Exchange,
    private readonly books: Books,
    private readonly plan: Plan,
  ) {
    this.random = new SeededRandom(`corrections/${plan.seed}`);
  }

  ofDay(date: string, { closesAt, opensAt }: Night): void {
    const { random, world } = this;
    for (let time = 0; time < this.plan.corrections; time += 1) {
      const at = random.pick([
        world.now + 10_000, closesAt - 20_000, closesAt + 90 * MINUTE, opensAt + 5 * MINUTE,
      ]); // prettier-ignore
      const undoneAt = random.pick([null, null, closesAt + 150 * MINUTE, opensAt + 20 * MINUTE]);
      world.after(Math.max(1, at - world.now), () => {
        const change = this.change(date, world.now < closesAt);
        if (change === null || undoneAt === null || undoneAt <= world.now) return;
        world.after(undoneAt - world.now, () => this.undo(change));
      });
    }
  }

  /** What people at the desk are told by telephone of a trade that is shown otherwise. */
  decisionOf(of: SideOfTrade, shown: Terms | null): 'as-shown' | 'close' {
    const trade = this.find(of);
    if (trade === undefined || !isOurs(trade, of)) return 'close';
    const isAsTraded = shown?.units === trade.units && shown.price === trade.price;
    const change = this.changes.get(trade);
    // Of a trade that was never shown otherwise there is nothing to keep.
    const isNew = change?.known.has(withoutZeros(of.orderNumber)) === false;
    return isAsTraded || isNew || change?.isMeant === true ? 'as-shown' : 'close';
  }

  decided(of: SideOfTrade, decision: 'as-shown' | 'close'): void {
    const trade = this.find(of);
    if (trade === undefined) return;
    this.changes.get(trade)?.decided.set(withoutZeros(of.orderNumber), decision);
  }

  /** What one side of a trade counts for; null: it does not. */
  truthOf(trade: Trade, { orderNumber }: TradeSide): Terms | null {
    const traded = { units: trade.units, price: trade.price };
    const change = this.changes.get(trade);
    if (change === undefined || isAsTraded(trade)) return traded;
    const number = orderNumber.toString();
    const isKept = change.known.has(number) && change.decided.get(number) !== 'as-shown';
    if (isKept) return traded;
    return trade.withdrawn ? null : trade.shown;
  }

  /** It is withdrawn, and was before our book had that side of it. */
  isTakenBackUnseen(trade: Trade, { orderNumber }: TradeSide): boolean {
    return trade.withdrawn && this.changes.get(trade)?.known.has(orderNumber.toString()) === false;
  }

  /** The most units that an answer after the close can have shown of a trade. */
  mostShown(trade: Trade): number {
    if (this.changes.get(trade)?.isBeforeClose !== true || isAsTraded(trade)) return trade.units;
    return trade.withdrawn ? 0 : (trade.shown ?? trade).units;
  }

  private change(date: string, isBeforeClose: boolean): Change | null {
    const { random, exchange } = this;
    const worksAgain = this.plan.parameters.withdrawnTrades === 'works-again';
    const trades = exchange.venue.floor.tape
      .ofDay(date)
      .filter((trade) => !this.changes.has(trade) && trade.sides.some(isClients));
    if (trades.length === 0) return null;
    const trade = random.pick(trades);
    const known = this.knownOf(trade);
    const mayBeMeant = random.chance(0.6);
    const kind = random.pick(['withdrawn', 'fewer units', 'another price'] as const);
    const isWithdrawn = kind === 'withdrawn' || (kind === 'fewer units' && trade.units < 2);
    const isUnmatched = isWithdrawn && isBeforeClose && worksAgain;
    // What the exchange lets work again it has surely taken back.
    const isMeant = mayBeMeant || isUnmatched;
    const change = { trade, isMeant, isBeforeClose, known, decided: new Map() };
    this.changes.set(trade, change);
    if (isWithdrawn) {
      if (isUnmatched) exchange.venue.floor.unmatch(trade);
      trade.withdrawn = true;
    } else if (kind === 'fewer units')
      trade.shown = { ...trade, units: Math.ceil(trade.units / 2) };
    else trade.shown = { ...trade, price: trade.price + random.pick([-5, 5]) };
    this.note(kind, `the trade ${trade.matchingId} of ${date} is shown otherwise: ${kind}`);
    return change;
  }

  private undo({ trade, isBeforeClose }: Change): void {
    // The order has worked for these units again.
    const { withdrawnTrades } = this.plan.parameters;
    if (trade.withdrawn && isBeforeClose && withdrawnTrades === 'works-again') return;
    trade.withdrawn = false;
    trade.shown = null;
    this.note('undone', `the trade ${trade.matchingId} is shown as it was again`);
  }

  private knownOf({ matchingId, sides }: Trade): ReadonlySet<string> {
    const booked = this.books
      .fills()
      .filter((fill) => fill.matching_id === matchingId)
      .map((fill) => withoutZeros(fill.order_number));
    return new Set(
      sides.map((side) => side.orderNumber.toString()).filter((one) => booked.includes(one)),
    );
  }

  private find({ matchingId, orderNumber, shownFor }: SideOfTrade): Trade | undefined {
    const number = withoutZeros(orderNumber);
    return this.exchange.venue.floor.tape
      .ofDay(shownFor)
      .find(
        (trade) =>
          trade.matchingId === matchingId &&
          trade.sides.some((side) => side.orderNumber.toString() === number),
      );
  }

  private note(what: string, detail: string): void {
    this.done.set(`trade ${what}`, (this.done.get(`trade ${what}`) ?? 0) + 1);
    this.world.trace(() => `** ${detail}`);
  }
}

/** As a break names it. */
export interface SideOfTrade {
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly shownFor: string;
}

function isAsTraded({ withdrawn, shown }: Trade): boolean {
  return !withdrawn && shown === null;
}

function isClients({ origin }: TradeSide): boolean {
  return origin === 'client';
}

/** Else another desk has the number by now. */
function isOurs({ sides }: Trade, { orderNumber }: SideOfTrade): boolean {
  const number = withoutZeros(orderNumber);
  return sides.some((side) => side.orderNumber.toString() === number && isClients(side));
}

function withoutZeros(orderNumber: string): string {
  return orderNumber.replace(/^0+/, '');
}
