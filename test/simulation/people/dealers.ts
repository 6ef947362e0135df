import { CommandBus } from '@nestjs/cqrs';
import { CancelOrder } from '../../../src/orders/order-entry/cancel-order.js';
import { EditOrder } from '../../../src/orders/order-entry/edit-order.js';
import type { PostOrderTerms } from '../../../src/orders/order-entry/post-acceptance.js';
import { PostOrder } from '../../../src/orders/order-entry/post-order.js';
import { Dispatcher } from '../../../src/orders/dispatch/dispatcher.js';
import { Reconciler } from '../../../src/orders/reconciliation/runs/reconciler.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Incarnation } from '../incarnation.js';
import type { Plan } from '../plans/plan.js';
import type { World } from '../world/world.js';

/** One order as a dealer wants it. The client's name tells intents apart at the exchange. */
export interface Intent {
  readonly caller: string;
  readonly terms: PostOrderTerms;
  /** Set when the dealer was told that it is accepted. */
  orderId: string | null;
  /** Set when he was told that it is not. */
  refusedWith: string | null;
  asked: number;
}

const SECURITIES = [
  { security: 'SD11PLC', kobo: 1_250 },
  { security: 'SDZARFOOD', kobo: 5_675 },
  { security: 'SDLAGTRST', kobo: 2_130 },
  { security: 'SDNORCEMT', kobo: 11_250 },
] as const;
type EditTerms = EditOrder['terms'];
const CALLERS = ['key:dealer-a', 'key:dealer-b'] as const;
const ACCOUNTS = ['C0010001', 'C0010002', 'C0010003'] as const;
const ASKED_MOST = 4;

/** Two dealers' systems at work. They repeat what was not answered, as callers are told to. */
export class Dealers {
  readonly intents: Intent[] = [];
  private readonly random: SeededRandom;

  constructor(
    private readonly world: World,
    private readonly plan: Plan,
    private readonly service: () => Incarnation | null,
    private readonly acknowledged: (intent: Intent) => void,
  ) {
    this.random = new SeededRandom(`dealers/${plan.seed}`);
  }

  begin(): void {
    const { workload, orders, busyMs } = this.plan;
    const within = workload === 'burst' ? 3_000 : busyMs * 0.8;
    const end = this.intents.length + orders;
    for (let number = this.intents.length + 1; number <= end;) {
      // Some come together, in one turn of the event loop.
      const last = Math.min(end, number + (this.random.chance(0.2) ? 3 : 0));
      const together: number[] = [];
      for (; number <= last; number += 1) together.push(number);
      this.world.after(this.random.next() * within, () => {
        for (const one of together) this.post(this.wanted(one));
      });
    }
    const changes = Math.round(orders * (this.plan.edits + this.plan.cancels));
    for (let change = 0; change < Math.min(changes, 400); change += 1) {
      this.world.after(500 + this.random.next() * busyMs, () => this.changeOne());
    }
  }

  private wanted(number: number): Intent {
    const { random } = this;
    const { filledOnceSeen, lostAreLikeOthers, emptyTheDayAfter } = this.plan;
    const mayTrade = !filledOnceSeen && !lostAreLikeOthers && !emptyTheDayAfter;
    const twins = this.plan.workload === 'twins' && random.chance(0.7);
    const { security, kobo } = twins ? SECURITIES[0] : random.pick(SECURITIES);
    const outside = random.chance(0.04);
    // Some differ in nothing but their limit, which few records show.
    const price = twins
      ? kobo - (random.chance(0.3) ? 5 : 0)
      : Math.round(kobo * (outside ? 1.3 : 1 + (random.next() - 0.5) * 0.12));
    const terms: PostOrderTerms = {
      clientOrderId: `web-${number}`,
      // Orders that trade with each other are gone before anybody has seen them.
      side: twins || !mayTrade ? 'BUY' : random.pick(['BUY', 'SELL']),
      security,
      units: String(twins ? random.pick([100, 200]) : random.between(1, 40) * 100),
      price: naira(price),
      timeInForce: 'Day Order (DO)',
      accountNumber: twins ? ACCOUNTS[0] : random.pick(ACCOUNTS),
      clientName: `Client of intent ${number}`,
      brokerCode: null,
    };
    const intent = {
      caller: random.pick(CALLERS),
      terms,
      orderId: null,
      refusedWith: null,
      asked: 0,
    };
    this.intents.push(intent);
    return intent;
  }

  private post(intent: Intent): void {
    const service = this.service();
    this.world.after(this.random.between(4_000, 20_000), () => {
      const open = intent.orderId === null && intent.refusedWith === null;
      if (open && intent.asked < ASKED_MOST) this.post(intent);
    });
    if (service === null) return;
    intent.asked += 1;
    const { life, app } = service;
    const command = new PostOrder(intent.terms, null, null, { name: intent.caller });
    this.world.trace(() => `${intent.caller} posts ${words(intent.terms)}`);
    const execute = (): Promise<void> =>
      app
        .get(CommandBus)
        .execute(command)
        .then(
          ({ orderId }) => {
            if (life.pass('after a command')) return;
            intent.orderId = orderId;
            this.acknowledged(intent);
            this.wake(service, 'Post');
          },
          (error: unknown) => {
            if (!life.isOver) intent.refusedWith = String(error);
          },
        );
    life.whenAwake(() => void execute());
  }

  private changeOne(): void {
    const service = this.service();
    const known = this.intents.filter((intent) => intent.orderId !== null);
    if (service === null || known.length === 0) return;
    const { random } = this;
    // The youngest more often than others: what is asked then meets the post on its way.
    const intent = random.chance(0.4) ? known.at(-1) : random.pick(known);
    if (intent?.orderId == null) return;
    const cancels = random.next() * (this.plan.edits + this.plan.cancels) >= this.plan.edits;
    const kobo = Math.round(Number(intent.terms.price) * 100);
    const price = naira(Math.max(1, kobo + random.between(-8, 8)));
    const units = String(random.between(1, 50) * 100);
    const terms = random.pick([{ units, price }, { units }, { price }]);
    if (cancels) this.cancel(intent);
    else this.edit(intent, terms);
  }

  cancel({ orderId, caller, terms }: Intent): void {
    if (orderId === null) return;
    this.world.trace(() => `${caller} cancels ${terms.clientOrderId}`);
    this.instruct('Cancel', new CancelOrder(orderId, null, null, actorOf(caller)));
  }

  edit({ orderId, caller, terms }: Intent, wanted: EditTerms): void {
    if (orderId === null) return;
    this.world.trace(() => `${caller} edits ${JSON.stringify(wanted)} ${terms.clientOrderId}`);
    this.instruct('Edit', new EditOrder(orderId, wanted, null, actorOf(caller)));
  }

  private instruct(kind: 'Cancel' | 'Edit', command: CancelOrder | EditOrder): void {
    const service = this.service();
    if (service === null) return;
    const execute = (): Promise<void> =>
      service.app
        .get(CommandBus)
        .execute<CancelOrder | EditOrder>(command)
        .then(
          () => {
            if (service.life.pass('after a command')) return;
            this.wake(service, kind);
          },
          () => undefined,
        );
    service.life.whenAwake(() => void execute());
  }

  /** What the controller does once it has answered. */
  private wake({ app }: Incarnation, kind: 'Post' | 'Edit' | 'Cancel'): void {
    void app.get(Dispatcher).wake([kind]);
    app.get(Reconciler).hurry();
  }
}

function actorOf(caller: string) {
  return { name: caller, onBehalfOf: 'Bola' };
}

function naira(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

function words({
  clientOrderId,
  side,
  units,
  security,
  price,
  accountNumber,
}: PostOrderTerms): string {
  return `${clientOrderId}: ${side} ${units} ${security} at ${price} for ${accountNumber}`;
}
