import type { Exchange } from '../../simulator/exchange.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import type { Dealers } from './dealers.js';
import type { Outsiders } from './outsiders.js';
import type { Plan } from './plan.js';
import type { World } from './world.js';

/** Two people who do not know of each other, at one order, at nearly one moment. */
export class Coincidences {
  private readonly random: SeededRandom;

  constructor(
    private readonly world: World,
    private readonly exchange: Exchange,
    private readonly plan: Plan,
    private readonly dealers: Dealers,
    private readonly outsiders: Outsiders,
  ) {
    this.random = new SeededRandom(`coincidences/${plan.seed}`);
  }

  begin(): void {
    for (let time = 0; time < this.plan.changedBeforeCancel; time += 1) {
      this.world.after(2_000 + this.random.next() * this.plan.busyMs, () =>
        this.changeThenCancel(),
      );
    }
  }

  private changeThenCancel(): void {
    this.exchange.advance();
    const { ledger } = this.exchange.venue.floor;
    const pairs = this.dealers.intents.flatMap((intent) => {
      const order = ledger
        .all()
        .find((one) => one.terms.clientName === intent.terms.clientName && one.state === 'Working');
      return order === undefined || intent.orderId === null ? [] : [{ intent, order }];
    });
    if (pairs.length === 0) return;
    const { intent, order } = this.random.pick(pairs);
    this.outsiders.changeUnits(order);
    this.world.after(this.random.between(0, 1_500), () => this.dealers.cancel(intent));
  }
}
