import type { Exchange } from '../../simulator/exchange.js';
import { pendingOf, type Order } from '../../simulator/orders/order-ledger.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import type { Dealers, Intent } from './people/dealers.js';
import type { Network, Sent } from './world/network.js';
import type { Outsiders } from './people/outsiders.js';
import type { Plan } from './plans/plan.js';
import { nextOpening } from './week.js';
import type { World } from './world/world.js';

const LOOK_EVERY_MS = 1_000;
/** What a list has shown is written down by then. */
const NOTED_MS = 2_000;
const PARTS_FILLED = 8;
/** By then lists have shown two orders beside each other for longer than answers may be late. */
const BESIDE_MS = 40_000;

/** Two people who do not know of each other, at one order, at nearly one moment. */
export class Coincidences {
  private readonly random: SeededRandom;
  private readonly edited = new Set<Intent>();
  private readonly likened = new Set<Sent>();

  constructor(
    private readonly world: World,
    private readonly exchange: Exchange,
    private readonly plan: Plan,
    private readonly dealers: Dealers,
    private readonly outsiders: Outsiders,
    private readonly network: Network,
  ) {
    this.random = new SeededRandom(`coincidences/${plan.seed}`);
  }

  begin(): void {
    for (let time = 0; time < this.plan.changedBeforeCancel; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () =>
        this.changeThenCancel(),
      );
    }
    for (let time = 0; time < this.plan.editedThenCancelled; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () => this.editThenCancel());
    }
    for (let time = 0; time < this.plan.partFilledThenEdited; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () =>
        this.fillPartThenEdit(),
      );
    }
    for (let time = 0; time < this.plan.editedThenFilled; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () => this.editThenFill());
    }
    for (let time = 0; time < this.plan.filledThenTakenBack; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () =>
        this.fillThenTakeBack(),
      );
    }
    if (this.plan.lostAreLikeOthers) {
      for (let at = LOOK_EVERY_MS; at < this.plan.busyMs; at += LOOK_EVERY_MS) {
        this.world.after(at, () => this.enterTheLikeOfLost());
        this.world.after(at, () => this.enterAsEdited());
      }
    }
    if (this.plan.emptyTheDayAfter) this.showNoTradesTheDayAfter();
    if (!this.plan.filledOnceSeen) return;
    for (let at = LOOK_EVERY_MS; at < this.plan.busyMs; at += LOOK_EVERY_MS) {
      this.world.after(at, () => this.fillSeen());
    }
  }

  private fillSeen(): void {
    this.exchange.advance();
    const { now } = this.world;
    const lists = this.network.sent.filter(
      ({ endpoint, read, at }) =>
        read && endpoint === 'broker/order/enquiry' && at < now - NOTED_MS,
    );
    const last = lists.at(-1)?.at ?? -Infinity;
    const isSeen = ({ state, versions }: Order): boolean =>
      state === 'Working' && (versions[0]?.at ?? Infinity) < last;
    for (const order of this.exchange.venue.floor.ledger.all().filter(isSeen)) {
      const orderNumber = order.orderNumber.toString();
      this.world.trace(() => `** ${orderNumber}, which a list has shown, is filled`);
      this.exchange.control.fill({ orderNumber, units: pendingOf(order) });
    }
  }

  private fillPartThenEdit(): void {
    const pair = this.anyWorking();
    if (pair === null || this.edited.has(pair.intent)) return;
    const { intent, order } = pair;
    // Under its new number the units of another edit would count from there.
    this.edited.add(intent);
    const units = this.random.between(1, Math.ceil(pendingOf(order) / 3));
    const orderNumber = order.orderNumber.toString();
    this.world.trace(() => `** ${units} of ${orderNumber} are filled, and it is edited soon`);
    this.exchange.control.fill({ orderNumber, units });
    const wanted = { units: String(order.units + this.random.between(1, 9) * 100) };
    this.world.after(this.random.between(8_000, 20_000), () => this.dealers.edit(intent, wanted));
  }

  /** A limit that is better for the client, and a trade at the one before, soon after. */
  private editThenFill(): void {
    const pair = this.anyWorking();
    if (pair === null) return;
    const { intent, order } = pair;
    const { side } = order.terms;
    const price = order.price + (side === 'BUY' ? -3 : 3);
    this.dealers.edit(intent, { price: (price / 100).toFixed(2) });
    this.world.after(this.random.between(3_000, 30_000), () => {
      this.exchange.advance();
      if (order.state !== 'Working') return;
      const orderNumber = order.orderNumber.toString();
      this.world.trace(() => `** ${orderNumber} is filled at ${order.price / 100}`);
      this.exchange.control.fill({ orderNumber, units: Math.ceil(pendingOf(order) / 4) });
    });
  }

  /** No order is filled by them: where nothing tells of ended orders, nobody could know. */
  private showNoTradesTheDayAfter(): void {
    const { tradingDate } = this.exchange.venue.floor;
    for (let time = 0; time < PARTS_FILLED; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () => {
        const order = this.anyWorking()?.order;
        if (order === undefined || !this.exchange.venue.floor.isOpen) return;
        const units = Math.ceil(pendingOf(order) / 3);
        this.exchange.control.fill({ orderNumber: order.orderNumber.toString(), units });
      });
    }
    this.world.after(nextOpening(this.exchange) - this.world.now, () => {
      this.world.trace(() => `** no trades of ${tradingDate} are shown any more`);
      this.exchange.control.queueFault({
        endpoint: 'daily/trades', fault: 'emptyList', times: 0, bodyContains: tradingDate,
      }); // prettier-ignore
    });
  }

  private lost(endpoint: string): readonly Sent[] {
    const lost = this.network.sent.filter(
      (sent) =>
        sent.endpoint === endpoint && sent.fault === 'lostRequest' && !this.likened.has(sent),
    );
    for (const sent of lost) this.likened.add(sent);
    return lost;
  }

  /** Ours still works for a while beside the other desk's, and is cancelled there. */
  private enterAsEdited(): void {
    this.exchange.advance();
    const { ledger } = this.exchange.venue.floor;
    for (const sent of this.lost('order/edit')) {
      const edit = JSON.parse(sent.body ?? '{}') as Record<string, string | number>;
      const orderNumber = String(edit['orderNumber']);
      const ours = ledger.all().find((one) => one.orderNumber.toString() === orderNumber);
      if (ours?.state !== 'Working') continue;
      const [units, price] = [Number(edit['units']), Number(edit['price'])];
      const { side, security, accountNumber } = ours.terms;
      this.world.trace(() => `** another desk posts ${side} ${units} ${security} at ${price}`);
      const terms = { side, security, units, price, accountNumber, brokerCode: 'MARINA' };
      this.exchange.control.placeExternal(terms);
      this.world.after(BESIDE_MS, () => this.cancelElsewhere(ours));
    }
  }

  private cancelElsewhere(order: Order): void {
    this.exchange.advance();
    if (order.state !== 'Working') return;
    const orderNumber = order.orderNumber.toString();
    this.world.trace(() => `** another desk cancels ${orderNumber}`);
    this.exchange.control.cancelExternally(orderNumber);
  }

  private enterTheLikeOfLost(): void {
    for (const sent of this.lost('order/post')) {
      const post = JSON.parse(sent.body ?? '{}') as Record<string, string>;
      const { orderType: side = '', security = '', accountNumber = '' } = post;
      const hasUnits = this.random.chance(0.5);
      const units = Number(post['units']) + (hasUnits ? 0 : 107);
      // No order of ours differs from another by so little.
      const price = (Math.round(Number(post['price']) * 100) + (hasUnits ? 3 : 0)) / 100;
      this.world.trace(() => `** another desk posts ${side} ${units} ${security} at ${price}`);
      const terms = { side, security, units, price, accountNumber, brokerCode: 'MARINA' };
      this.exchange.control.placeExternal({ ...terms, side: side === 'SELL' ? 'SELL' : 'BUY' });
    }
  }

  /** Only the order shows it: the trade stays on the tape. */
  private fillThenTakeBack(): void {
    const pair = this.anyWorking();
    if (pair === null || pair.order.matched > 0) return;
    const { order } = pair;
    const { floor } = this.exchange.venue;
    const orderNumber = order.orderNumber.toString();
    this.world.trace(() => `** ${orderNumber} is filled, and works again soon`);
    this.exchange.control.fill({ orderNumber, units: order.units });
    this.world.after(this.random.between(15_000, 25_000), () => {
      this.exchange.advance();
      const trade = floor.tape
        .all()
        .find(({ sides }) => sides.some((side) => side.order === order));
      if (trade?.units !== order.units || order.state !== 'Filled') return;
      this.world.trace(() => `** ${orderNumber} works again`);
      floor.unmatch(trade);
    });
  }

  /** Mostly after the deadline of the edit, and before anybody looks for what became of it. */
  private editThenCancel(): void {
    const pair = this.anyWorking();
    if (pair === null) return;
    const { intent, order } = pair;
    this.dealers.edit(intent, { units: String(order.units + 100) });
    this.world.after(this.random.between(1_000, 10_000), () => this.dealers.cancel(intent));
  }

  /** An order that works at the exchange, and the intent of the dealer who was told that it is accepted. */
  private anyWorking(): { readonly intent: Intent; readonly order: Order } | null {
    this.exchange.advance();
    const { ledger } = this.exchange.venue.floor;
    const pairs = this.dealers.intents.flatMap((intent) => {
      const order = ledger
        .all()
        .find((one) => one.terms.clientName === intent.terms.clientName && one.state === 'Working');
      return order === undefined || intent.orderId === null ? [] : [{ intent, order }];
    });
    return pairs.length === 0 ? null : this.random.pick(pairs);
  }

  private changeThenCancel(): void {
    const pair = this.anyWorking();
    if (pair === null) return;
    const { intent, order } = pair;
    this.outsiders.changeUnits(order);
    this.world.after(this.random.between(0, this.plan.cancelledWithinMs), () =>
      this.dealers.cancel(intent),
    );
  }
}
