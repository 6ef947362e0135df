import type { Exchange } from '../../../simulator/exchange.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import { pendingOf, type Order } from '../../../simulator/orders/order-ledger.js';
import type { Incarnation } from '../incarnation.js';
import type { Network } from '../world/network.js';
import type { Plan } from '../plans/plan.js';
import type { World } from '../world/world.js';

const KEY = 'sk_test_simulator';
const SCOPES = [
  'order.post',
  'order.cancel',
  'order.enquiry',
  'broker.order.enquiry',
  'daily.trades',
] as const;

/** Everybody else: counterparties, another desk of the firm, the operator of the exchange. */
export class Outsiders {
  readonly done = new Map<string, number>();
  private readonly random: SeededRandom;

  constructor(
    private readonly world: World,
    private readonly exchange: Exchange,
    private readonly network: Network,
    private readonly plan: Plan,
    private readonly service: () => Incarnation | null,
  ) {
    this.random = new SeededRandom(`outsiders/${plan.seed}`);
  }

  begin(): void {
    const { plan } = this;
    const trades = Math.min(200, Math.round(plan.orders * plan.fills));
    this.times(trades, () => this.fill());
    this.times(plan.outsiders, () => this.otherChannel());
    this.times(plan.repriced, () => this.reprice());
    this.times(plan.passedOn, () => this.passOn());
    this.times(plan.outages, () => this.outage());
    this.times(plan.wallSteps, () => this.stepWallClock());
    for (const { afterMs, ms } of plan.freezes) this.world.after(afterMs, () => this.freeze(ms));
    if (plan.keyEndsAfterMs !== null) this.world.after(plan.keyEndsAfterMs, () => this.endKey());
  }

  /** An order like ours will be, keyed by another desk before ours is up: nothing shows whose it is. */
  inTheMorning(): void {
    const random = new SeededRandom(`morning/${this.plan.seed}`);
    if (!this.plan.morning) return;
    const units = random.pick([100, 200]);
    this.note('morning order', `another desk has posted ${units} units, as ours will`);
    this.exchange.control.placeExternal({
      side: 'BUY',
      security: 'SD11PLC',
      units,
      price: 12.5,
      accountNumber: 'C0010001',
      brokerCode: 'MARINA',
    });
  }

  private times(count: number, act: () => void): void {
    for (let time = 0; time < count; time += 1) {
      this.world.after(1_000 + this.random.next() * this.plan.busyMs, act);
    }
  }

  private fill(): void {
    const order = this.anyWorking();
    if (order === null || !this.exchange.venue.floor.isOpen) return;
    const pending = pendingOf(order);
    const units = this.random.chance(0.5) ? pending : this.random.between(1, pending);
    const orderNumber = order.orderNumber.toString();
    this.note('fill', `${units} of ${orderNumber} are filled`);
    this.exchange.control.fill({ orderNumber, units });
  }

  /** Another desk under our broker code: its orders differ in units from all of ours. */
  private otherChannel(): void {
    const { control, venue } = this.exchange;
    if (this.plan.outsidersAreOthers) {
      this.otherBroker();
      return;
    }
    const order = this.random.chance(0.4) ? null : this.anyWorking();
    if (order === null) {
      this.note('external order', 'another desk posts an order');
      control.placeExternal({
        side: this.random.pick(['BUY', 'SELL']),
        security: 'SD11PLC',
        units: this.random.between(1, 40) * 100 + 7,
        price: 12.5,
        accountNumber: 'C0010001',
        brokerCode: 'MARINA',
      });
      return;
    }
    if (!venue.floor.isOpen) return;
    const number = order.orderNumber.toString();
    // One that is gone before it was ever seen shows nowhere: only a check of duplicates would tell.
    const { duplicateCheck, takenPostReply } = venue.parameters;
    const mayCancel = duplicateCheck !== 'off' && takenPostReply === 'acknowledged';
    if (this.random.chance(0.5) && mayCancel) {
      this.note('external cancel', `another desk cancels ${number}`);
      control.cancelExternally(number);
      return;
    }
    this.changeUnits(order);
  }

  /** Its order is like one of ours, and trades before ours does. */
  private otherBroker(): void {
    const { control } = this.exchange;
    const order = this.anyWorking();
    if (order === null) return;
    const { side, security, units } = order.terms;
    const more = this.random.chance(0.5) ? 0 : this.random.between(1, 20) * 100;
    this.note('order of another broker', `another broker posts ${units + more} ${security}`);
    const placed = control.placeExternal({
      side,
      security,
      units: units + more,
      price: order.price / 100,
      accountNumber: 'X0090001',
      brokerCode: 'OTHR',
    });
    this.world.after(this.random.between(2_000, 20_000), () => {
      this.exchange.advance();
      const { orderNumber } = placed;
      const theirs = this.exchange.venue.floor.ledger.find(orderNumber);
      if (theirs?.origin !== 'external' || theirs.state !== 'Working') return;
      if (!this.exchange.venue.floor.isOpen) return;
      const filled = this.random.between(1, pendingOf(theirs));
      this.note('fill of another broker', `${filled} of their ${orderNumber} are filled`);
      control.fill({ orderNumber, units: filled });
    });
  }

  private reprice(): void {
    const order = this.anyWorking();
    if (order === null || !this.exchange.venue.floor.isOpen) return;
    const number = order.orderNumber.toString();
    const price = order.price + this.random.pick([-7, -3, 3, 7]);
    this.note('external price', `another desk sets the limit of ${number} to ${price / 100}`);
    this.exchange.control.editExternally(number, order.units, price / 100);
  }

  /** A part of the order is filled; then another desk cancels it, and enters it anew under the number that it had. */
  private passOn(): void {
    const order = this.anyWorking();
    const { control, venue } = this.exchange;
    if (order === null || !venue.floor.isOpen || pendingOf(order) < 2) return;
    const number = order.orderNumber.toString();
    const units = this.random.between(1, pendingOf(order) - 1);
    this.note('number passed on', `${units} of ${number} are filled, and it is to be entered anew`);
    control.fill({ orderNumber: number, units });
    this.world.after(this.random.between(2_000, 25_000), () => {
      this.exchange.advance();
      const isLast = venue.floor.ledger.find(number) === order && order.state === 'Working';
      if (!isLast || !venue.floor.isOpen) return;
      control.cancelExternally(number);
      const { side, security, accountNumber, brokerCode } = order.terms;
      const terms = { side, security, accountNumber, brokerCode };
      const { orderNumber } = control.placeExternal({
        ...terms,
        units: order.units,
        price: order.price / 100,
      });
      this.note(
        'order under a number of ours',
        `another desk enters ${number} anew, as ${orderNumber}`,
      );
    });
  }

  changeUnits(order: Order): void {
    const number = order.orderNumber.toString();
    const units = order.matched + this.random.between(1, 20) * 100 + 9;
    // Of what was refused and taken nobody can tell what it is once its units are others as well.
    if (this.exchange.venue.parameters.takenPostReply !== 'acknowledged') return;
    this.note('external edit', `another desk edits ${number} to ${units}`);
    this.exchange.control.editExternally(number, units, order.price / 100);
  }

  private outage(): void {
    const { control } = this.exchange;
    const lengthMs = this.random.between(5_000, 45_000);
    const scope = this.random.pick(SCOPES);
    const kind = this.random.pick(['away', 'expired', 'scope'] as const);
    this.note(`outage: ${kind}`, `${kind} for ${lengthMs} ms`);
    if (kind === 'away') this.network.awayUntil = this.world.now + lengthMs;
    if (kind === 'expired') control.expireKey(KEY);
    if (kind === 'scope') this.withoutScope(scope);
    this.world.after(lengthMs, () => {
      this.heal();
      if (this.random.chance(0.5)) this.doom();
    });
  }

  private endKey(): void {
    this.note('key at its end', 'the key has expired');
    this.exchange.control.expireKey(KEY);
  }

  /** A key for everything has no single scopes to lose: it is issued anew with the others. */
  private withoutScope(scope: string): void {
    const key = this.exchange.venue.keys.require(KEY);
    key.scopes.clear();
    for (const one of ALL_SCOPES) if (one !== scope) this.exchange.control.grantScope(KEY, one);
  }

  heal(): void {
    this.exchange.control.expireKey(KEY, false);
    this.exchange.control.grantScope(KEY, 'all');
    this.network.awayUntil = 0;
  }

  /** What had to wait is sent again now: the moment at which a process should not end. */
  private doom(): void {
    const point = this.random.pick(['after a send', 'before a reply', 'before a commit'] as const);
    const passes = this.random.between(1, 6);
    this.service()?.life.doom({ point, passes, downMs: this.random.between(500, 10_000) });
  }

  private freeze(ms: number): void {
    this.note('freeze', `the exchange reads nothing for ${ms} ms`);
    this.exchange.control.freeze(ms);
  }

  private stepWallClock(): void {
    const service = this.service();
    if (service === null) return;
    const step = this.random.between(-4_000, 4_000);
    this.note('wall clock step', `the wall clock is stepped by ${step} ms`);
    service.clock.stepped += step;
  }

  private anyWorking(): Order | null {
    const { venue } = this.exchange;
    this.exchange.advance();
    const working = venue.floor.ledger
      .all()
      .filter((order) => order.origin === 'client' && order.state === 'Working')
      // The control names an order by its number, which another one may have been given since.
      .filter((order) => venue.floor.ledger.find(order.orderNumber.toString()) === order);
    return working.length === 0 ? null : this.random.pick(working);
  }

  private note(what: string, detail: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
    this.world.trace(() => `** ${detail}`);
  }
}

const ALL_SCOPES = ['companies.metadata', 'order.edit', 'shareholder.enquiry', ...SCOPES] as const;
