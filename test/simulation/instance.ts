import type { SessionHours } from '../../simulator/session-hours.js';
import type { Books } from './books.js';
import { Incarnation, type Surroundings } from './incarnation.js';
import { Life, type KillPlan } from './life.js';
import type { Plan } from './plans/plan.js';
import type { Machine } from './world/ports.js';
import type { Tick } from './world/schedule.js';
import type { World } from './world/world.js';

const NIGHT_TICK_MS = 1_800_000;
/** A lease of four seconds is renewed every second; so many times as seldom is often enough. */
const LEASE_FACTOR_MOST = 3;
const LULL_TICK_MS = 600_000;
const NOT_KILLED: KillPlan = { point: 'in order', passes: 0, downMs: 0 };

export interface InstanceOptions {
  readonly name: string;
  readonly plan: Plan;
  readonly world: World;
  readonly books: Books;
  readonly hours: SessionHours;
  readonly around: Omit<Surroundings, 'machine' | 'world'>;
  readonly fates: KillPlan[];
  /** Nobody is at work. */
  readonly isLull: () => boolean;
}

/** One instance of the service: whenever its process has ended, another one starts. */
export class Instance {
  service: Incarnation | null = null;
  /** How its process has ended, until it is buried. */
  killed: KillPlan | null = null;
  bootAt: number | null = null;
  readonly kills = new Map<string, number>();
  /** When its process began. */
  private bornAt = 0;
  private starts = 0;
  private powerCuts = 0;

  constructor(private readonly options: InstanceOptions) {}

  /** Since when it is at work; null while it is not. */
  get upSince(): number | null {
    if (this.service === null) return null;
    const { isFrozen, thawedAt } = this.service.life;
    return isFrozen ? null : Math.max(this.bornAt, thawedAt);
  }

  get isDue(): boolean {
    return this.bootAt !== null && this.options.world.now >= this.bootAt;
  }

  async boot(): Promise<void> {
    const { world, around, fates, name } = this.options;
    this.bootAt = null;
    const life = new Life(fates.shift() ?? null, (fate) => {
      this.killed = fate;
    });
    world.trace(() => `== ${name} starts`);
    this.service = await Incarnation.boot(life, { ...around, world, machine: this.machine });
    this.starts += 1;
    if (this.service === null && this.killed !== null) return this.bury(this.killed);
    this.bornAt = world.now;
    for (const tick of this.service?.ticks ?? []) this.keepTicking(life, tick);
  }

  private get machine(): Machine {
    const { plan } = this.options;
    const boot = `${plan.seed}/${this.powerCuts}`;
    return { boot, aheadMs: this.starts > 0 ? plan.wallAtStartMs : 0 };
  }

  private keepTicking(life: Life, { name, everyMs, run }: Tick): void {
    const { world, plan, hours, isLull } = this.options;
    // A lease of four seconds that is renewed as seldom as the others tick would be nobody's.
    const isInTime = plan.instances > 1 && name === 'renewLease';
    const next = (): void => {
      // Nobody looks at every second of a night.
      const night = isLull() || !hours.isOpenAt(world.now);
      const tickMs = plan.days.length > 0 ? LULL_TICK_MS : NIGHT_TICK_MS;
      const slower = night ? Math.max(1, tickMs / everyMs) : plan.tickFactor;
      const factor = isInTime ? Math.min(slower, LEASE_FACTOR_MOST) : slower;
      const tick = (): void => {
        if (life.isOver) return;
        void run();
        next();
      };
      world.after(everyMs * factor, () => life.whenAwake(tick));
    };
    next();
  }

  async bury(fate: KillPlan): Promise<void> {
    const { world, plan, books, name } = this.options;
    this.killed = null;
    this.kills.set(fate.point, (this.kills.get(fate.point) ?? 0) + 1);
    world.trace(() => `== ${name} is killed ${fate.point}, for ${fate.downMs} ms`);
    const { service } = this;
    this.service = null;
    if (!plan.powerCuts || fate.point === 'in order') await service?.bury();
    else await books.without(async () => service?.buryInTheDark());
    if (plan.powerCuts && fate.point !== 'in order') this.powerCuts += 1;
    this.bootAt = world.now + fate.downMs;
  }

  /** As a new release does it: calls in flight are finished, then the process ends. */
  stopInOrder(): void {
    const { service } = this;
    if (service === null || service.life.isFrozen) return;
    this.options.world.trace(() => `== ${this.options.name} is asked to stop`);
    void service.stop().then(() => {
      if (service.life.isOver) return;
      this.killed = { point: 'in order', passes: 0, downMs: 1_000 };
      service.life.end();
    });
  }

  /** From now on its processes live. */
  spare(): void {
    this.options.fates.length = 0;
    this.service?.life.doom(NOT_KILLED);
  }
}
