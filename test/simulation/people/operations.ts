import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CancelOrder } from '../../../src/orders/order-entry/cancel-order.js';
import { DecideApproval } from '../../../src/orders/break-desk/approvals/decide-approval.js';
import { ResolveBreak } from '../../../src/orders/break-desk/resolutions/resolve-break.js';
import { SignOffDay } from '../../../src/orders/trading-days/sign-off-day.js';
import type { DayView } from '../../../src/orders/trading-days/day-view.js';
import type { TradeDifference } from '../../../src/orders/breaks/trade-difference.js';
import {
  newDecision,
  type Decision,
  type Resolution,
} from '../../../src/orders/breaks/resolution.js';
import { isClosed, ORDER_STATUSES } from '../../../src/orders/order/order-status.js';
import { GetTradingDay } from '../../../src/orders/trading-days/get-trading-day.js';
import type { Order } from '../../../simulator/orders/order-ledger.js';
import { orderNo } from '../../../simulator/orders/order-records.js';
import type { BookedOrder } from '../books.js';
import type { Incarnation } from '../incarnation.js';
import { checkShown } from '../invariants/days.js';
import { chainOf, latestOf, takenFor, type Report, type Scene } from '../invariants/violation.js';

/**
 * Two people at the break desk, in the evening and with a telephone: they end every break by what
 * the exchange's own books say, one proposing and the other approving, and sign the day.
 */
const ADA = { name: 'key:ada' };
const BOLA = { name: 'key:bola' };

interface OpenBreak {
  readonly id: string;
  readonly type: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
  /** JSON: the execution that it is about. */
  readonly trade: string | null;
}

/** An order that works on after its day, as we hold it and as the exchange does. */
interface Outliving {
  readonly ours: BookedOrder;
  readonly theirs: Order;
}

export class Operations {
  /** What was done, and how often. */
  readonly done = new Map<string, number>();
  /** Each day as they last saw it. */
  readonly days = new Map<string, DayView>();
  /** The breaks that they have looked at. */
  readonly seen = new Set<string>();
  /** The process at which they are at work; with its end their work is lost. */
  private at: Incarnation | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly service: () => Incarnation | null,
    private readonly report: Report,
  ) {}

  /** One round of the desk, unless they are still at the last one. */
  async round(dates: readonly string[]): Promise<void> {
    const service = this.service();
    if (service === null || this.at === service) return;
    this.at = service;
    for (const found of this.open()) {
      this.seen.add(found.id);
      await this.end(service, found);
    }
    for (const date of dates) await this.close(service, date);
    this.at = null;
  }

  private open(): OpenBreak[] {
    return this.scene.books.all(
      "SELECT * FROM breaks WHERE closed_at IS NULL AND status <> 'AwaitingApproval' ORDER BY id",
    );
  }

  private async end(service: Incarnation, found: OpenBreak): Promise<void> {
    const outlives = this.outliving(found);
    if (outlives !== null && !this.takenBackByThem(found, outlives))
      return this.cancel(service, found);
    if (this.ourOwnTakenBack(found)) return;
    for (const decision of this.decisionsOf(found)) {
      if (await this.tried(service, found, decision)) return;
    }
  }

  private outliving({ type, order_id: orderId }: OpenBreak): Outliving | null {
    if (type !== 'OpenAfterClose' && type !== 'StatusMismatch') return null;
    const [ours] = this.scene.books.ordersOf(orderId === null ? [] : [orderId]);
    const { tradingDate } = this.scene.exchange.venue.floor;
    if (ours === undefined || ours.trading_date >= tradingDate) return null;
    const [first] = takenFor(this.scene.exchange).get(ours.order_ref) ?? [];
    const theirs = first === undefined ? null : latestOf(first);
    return theirs?.state === 'Working' ? { ours, theirs } : null;
  }

  /**
   * The exchange's people are asked to cancel it where our cancel was not done, and where it waits for ever because
   * the number shows other units on a later day, so that nothing tells that it is the order's still.
   */
  private takenBackByThem({ type }: OpenBreak, { ours, theirs }: Outliving): boolean {
    const waiting = "order_requests WHERE order_id = ? AND kind = 'Cancel' AND state = 'Queued'";
    const waits = this.scene.books.count(waiting, ours.id) > 0;
    const isInVain = waits && Number(ours.units) !== theirs.units;
    if (type !== 'StatusMismatch' && !isInVain) return false;
    this.scene.exchange.venue.floor.cancel(theirs);
    this.note(`${type}: cancelled by the exchange`);
    return true;
  }

  /**
   * An order of ours that the exchange shows with other terms on a later day, so that we took it for another desk's:
   * asked, the exchange's people know whose it is, and cancel it.
   */
  private ourOwnTakenBack({ type, order_number: number }: OpenBreak): boolean {
    if (type !== 'UnknownAtExchange') return false;
    const theirs = [...takenFor(this.scene.exchange).values()]
      .flat()
      .map(latestOf)
      .find((one) => one.state === 'Working' && writtenNumber(this.scene, one) === number);
    if (theirs === undefined) return false;
    this.scene.exchange.venue.floor.cancel(theirs);
    this.note('UnknownAtExchange: ours, cancelled by the exchange');
    return true;
  }

  /** An order that outlives its day is taken back; its break ends with it. */
  private async cancel(service: Incarnation, { order_id: orderId }: OpenBreak): Promise<void> {
    if (orderId === null) return;
    const command = new CancelOrder(orderId, null, null, ADA);
    await service.app
      .get(CommandBus)
      .execute(command)
      .then(
        () => this.note('OpenAfterClose: cancelled'),
        () => undefined,
      );
  }

  /** What the desk refuses has no word in its answer that people would not understand: they go on. */
  private async tried(
    service: Incarnation,
    found: OpenBreak,
    decision: Decision,
  ): Promise<boolean> {
    const { world } = this.scene;
    const bus = service.app.get(CommandBus);
    try {
      const approval = await bus.execute<ResolveBreak, string | null>(
        new ResolveBreak(found.id, decision, null, ADA, true),
      );
      if (approval !== null) {
        await bus.execute(new DecideApproval(approval, true, null, null, BOLA));
      }
      world.trace(() => `++ ${found.type} ${found.id} ends: ${decision.resolution}`);
      this.note(`${found.type}: ${decision.resolution}`);
      this.noteTrade(found, decision.resolution);
      return true;
    } catch (error) {
      world.trace(() => `++ ${found.type} ${decision.resolution} is refused: ${String(error)}`);
      return false;
    }
  }

  private noteTrade({ trade }: OpenBreak, decided: Resolution): void {
    if (trade === null || (decided !== 'as-shown' && decided !== 'close')) return;
    this.scene.corrections.decided(JSON.parse(trade) as TradeDifference, decided);
  }

  private decisionsOf({ type, order_id: orderId, trade }: OpenBreak): Decision[] {
    if (trade !== null) return [decisionOf(this.said(JSON.parse(trade) as TradeDifference))];
    const [order] = this.scene.books.ordersOf(orderId === null ? [] : [orderId]);
    if (order === undefined) {
      return [decisionOf('accept', 'KnownExternal'), decisionOf('close', 'Explained')];
    }
    const first = (takenFor(this.scene.exchange).get(order.order_ref) ?? [])[0];
    if (type === 'PostUnconfirmed') {
      if (first === undefined) return [decisionOf('not-at-exchange')];
      const number = writtenNumber(this.scene, latestOf(first));
      const isRight = order.order_number === number;
      if (isRight) return [decisionOf('number-is-right')];
      return [decisionOf('link-number', 'ConfirmedByExchange', number)];
    }
    if (type === 'EditUnconfirmed' || type === 'CancelUnconfirmed') {
      const done = type === 'CancelUnconfirmed' ? isCancelled(first) : this.isEdited(order, first);
      return [decisionOf(done ? 'took-effect' : 'had-no-effect'), decisionOf('number-is-right')];
    }
    const last = first === undefined ? null : latestOf(first);
    if (last !== null && type === 'MissingAtExchange') {
      // What was said by telephone may be written otherwise, which the break tells.
      const written = writtenNumber(this.scene, last);
      if (order.order_number !== written) {
        return [decisionOf('link-number', 'ConfirmedByExchange', written)];
      }
    }
    const isRight = last !== null && order.order_number === writtenNumber(this.scene, last);
    const ours = type === 'IdentityMismatch' && isRight ? [decisionOf('number-is-right')] : [];
    return [...ours, ...endsOf(order, last?.state)];
  }

  /** What the exchange's people say of a trade that they show otherwise. */
  private said({ shown, ...trade }: TradeDifference): 'as-shown' | 'close' {
    const terms =
      shown === null
        ? null
        : { units: Number(shown.units), price: Math.round(Number(shown.price) * 100) };
    return this.scene.corrections.decisionOf(trade, terms);
  }

  /** Whether the exchange's order is as the oldest edit of unknown outcome wanted it. */
  private isEdited({ id }: BookedOrder, first: Order | undefined): boolean {
    const [edit] = this.scene.books.all<{ units: string | null; price: string | null }>(
      "SELECT units, price FROM order_requests WHERE order_id = ? AND kind = 'Edit' AND state = 'Unknown' ORDER BY id",
      id,
    );
    if (edit === undefined || first === undefined) return false;
    const last = latestOf(first);
    const traded = chainOf(first)
      .slice(0, -1)
      .reduce((sum, one) => sum + one.matched, 0);
    const units = edit.units === null || Number(edit.units) === last.units + traded;
    return units && (edit.price === null || Math.round(Number(edit.price) * 100) === last.price);
  }

  private async close(service: Incarnation, date: string): Promise<void> {
    const look = async (): Promise<DayView> => {
      const json = await service.app.get(QueryBus).execute(new GetTradingDay(date, false));
      return JSON.parse(Buffer.from(json).toString()) as DayView;
    };
    const day = await look();
    this.days.set(date, day);
    checkShown(this.scene, date, day, this.report);
    if (day.status === 'Closed' || day.report.unsettled.length > 0) return;
    const bus = service.app.get(CommandBus);
    try {
      for (const actor of [ADA, BOLA]) {
        await bus.execute(new SignOffDay(date, day.reportHash, null, actor));
      }
      this.note(day.status === 'Reopened' ? 'day closed again' : 'day closed');
      this.days.set(date, await look());
      this.scene.world.trace(() => `++ ${date} is closed`);
    } catch (error) {
      this.scene.world.trace(() => `++ ${date} is not closed: ${String(error)}`);
    }
  }

  private note(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }
}

function writtenNumber({ exchange }: Scene, { orderNumber }: Order): string {
  const written = orderNo(exchange.venue.parameters, orderNumber);
  return typeof written === 'string' ? written : orderNumber.toString();
}

function isCancelled(first: Order | undefined): boolean {
  return first !== undefined && latestOf(first).state === 'Cancelled';
}

/** By what became of it at the exchange. */
function endsOf(order: BookedOrder, state: Order['state'] | undefined): Decision[] {
  const close = decisionOf('close', 'Explained');
  if (state === 'Filled') return [...filled(order), close];
  if (state === 'Cancelled') return [decisionOf('was-cancelled'), close];
  if (state === 'Expired' || state === 'Removed') return [decisionOf('has-expired'), close];
  return [close];
}

/** One that was made smaller elsewhere and then filled, which we hold as working, has nothing left to trade either. */
function filled({ status }: BookedOrder): Decision[] {
  const isOver = ORDER_STATUSES.some((one) => one === status && isClosed(one));
  return isOver ? [decisionOf('was-filled')] : [decisionOf('was-cancelled')];
}

function decisionOf(
  resolution: Resolution,
  reasonCode: Decision['reasonCode'] = 'ConfirmedByExchange',
  orderNumber: string | null = null,
): Decision {
  return newDecision({ resolution, reasonCode, text: 'As the exchange has told us.', orderNumber });
}
