import { createExchange } from '../../simulator/exchange.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { Books } from './books.js';
import { Coincidences } from './coincidences.js';
import { Corrections } from './people/corrections.js';
import { Dealers, type Intent } from './people/dealers.js';
import { planOf } from './plans/draw-plan.js';
import type { Incarnation } from './incarnation.js';
import { Instance } from './instance.js';
import { checkAgreement } from './invariants/agreement.js';
import { AtAnyTime } from './invariants/at-any-time.js';
import { AtSending } from './invariants/at-sending.js';
import { checkSafety } from './invariants/at-the-end.js';
import { checkDays } from './invariants/days.js';
import { checkRebuild } from './invariants/rebuild.js';
import { checkTrail } from './invariants/trail.js';
import type { InvariantName, Scene, Violation } from './invariants/violation.js';
import { Network } from './world/network.js';
import { Operations } from './people/operations.js';
import { Outsiders } from './people/outsiders.js';
import type { Load, Plan } from './plans/plan.js';
import { DatabaseServer, fileOf } from './world/open-database.js';
import { SeededBytes } from './world/ports.js';
import { doneBy, outcomeOf, type SeedReport } from './seed-report.js';
import { realWorld, takeOverImmediates, untilFilesAreDone } from './world/stillness.js';
import type { Template } from './template.js';
import { Stalls } from './stalls.js';
import { traceTrails } from './trails.js';
import { liveWeek, nextOpening } from './week.js';
import { checkDeleted, sizesOf, type WeekSizes } from './week-sizes.js';
import { World } from './world/world.js';

export interface SeedOptions {
  readonly template: Template;
  readonly load: Load;
  /** Of the load `week`: how many come one after the other. */
  readonly weeks: number;
  /** Real time passes after each event as well. */
  readonly doubting?: boolean;
  readonly trace?: (line: string) => void;
}

const LOOK_EVERY = 20;
const LIVENESS_MS = 3_600_000;
/** What is not certain is looked for so long before it counts as left to a person. */
const PATIENCE_MS = 60_000;
/** After so many searches a post counts as left to a person; where that is measured, after more. */
const SEARCHES = 2;
const SEARCHES_OF_THE_WAY = 8;
/** Of a few seeds the end waits until people are told of numbers that nothing proves. */
const WAITS_FOR_INFERRED = 0.1;
/** Where only an enquiry can tell of a fill, each order has to wait for its turn. */
const ROTATION_MS = 30_000;
const LIVENESS_STEP_MS = 20_000;
/** After the one before it. */
const NEXT_INSTANCE_MS = 1_370;
const VIOLATIONS_KEPT = 20;
const KEY = 'sk_test_simulator';

/** As the simulator words it; null where it takes them. */
function duplicateMessage({ duplicateCheck }: Plan['parameters']): string | null {
  return duplicateCheck === 'off' ? null : 'Duplicate order reference {orderRef}';
}

/** One seed from its plan to its verdict. */
export class SeedRun {
  private readonly plan: Plan;
  private readonly patienceMs: number;
  private readonly searches: number;
  private readonly waitsForInferred: boolean;
  private readonly settings: Readonly<Record<string, string>>;
  private readonly world: World;
  private readonly scene: Scene;
  private readonly sending: AtSending;
  private readonly anyTime: AtAnyTime;
  private readonly dealers: Dealers;
  private readonly outsiders: Outsiders;
  private readonly coincidences: Coincidences;
  private readonly operations: Operations;
  private readonly network: Network;
  private readonly bytes: SeededBytes;
  private readonly violations: Violation[] = [];
  private readonly weeks: WeekSizes[] = [];
  private readonly stalls: Stalls;
  private readonly path: string;
  private readonly instances: Instance[] = [];
  /** Which instance is asked. */
  private readonly balancer: SeededRandom;
  private server: DatabaseServer | null = null;
  /** Nobody is at work. */
  private lull = false;

  private constructor(seed: number, options: SeedOptions) {
    const plan = planOf(seed, options.load, options.weeks);
    const isMeasured = options.load === 'network';
    this.patienceMs = isMeasured ? 5 * PATIENCE_MS : PATIENCE_MS;
    this.searches = isMeasured ? SEARCHES_OF_THE_WAY : SEARCHES;
    this.plan = plan;
    const choice = new SeededRandom(`ground/${seed}`);
    this.path = options.template.copy(choice.chance(0.1) ? 'fresh' : 'listed');
    this.waitsForInferred = choice.chance(WAITS_FOR_INFERRED);
    this.settings = plan.knowsDuplicates
      ? {
          EXCHANGE_SETTINGS_FILE: options.template.settings(
            duplicateMessage(plan.parameters),
            plan.parameters.refusedPostBurnsRef ?? 'no',
          ),
        }
      : {};
    this.world = new World(
      plan.startAt,
      new SeededRandom(`turns/${seed}`),
      options.doubting === true,
      options.trace ?? null,
    );
    this.bytes = new SeededBytes(seed);
    const { world } = this;
    const exchange = createExchange({
      clock: { now: () => world.now },
      seed,
      parameters: plan.parameters,
      session: plan.session,
      market: plan.marketIsOn ? 'on' : 'off',
      keys: { [KEY]: ['all'] },
    });
    const books = new Books(this.path);
    const { hours } = exchange.venue.floor;
    const times = { now: () => world.now, upSince: () => this.upSince() };
    this.sending = new AtSending(plan, books, this.report, hours, times);
    this.network = new Network(world, exchange, plan, {
      journalOf: (call, endpoint) =>
        this.sending.rowFor(endpoint, call.method === 'POST' ? call.body : null),
      sending: (sent) => {
        this.sending.look(sent);
        this.stalls.look(sent);
      },
      answered: (sent, reply) => this.sending.heard(sent, reply),
    });
    const service = (): Incarnation | null => this.anyService();
    this.dealers = new Dealers(world, plan, service, (intent) => this.heard(intent));
    this.outsiders = new Outsiders(world, exchange, this.network, plan, service);
    const { dealers, outsiders } = this;
    const { network } = this;
    this.coincidences = new Coincidences(world, exchange, plan, dealers, outsiders, network);
    const { intents } = dealers;
    const corrections = new Corrections(world, exchange, books, plan);
    this.scene = { plan, world, books, exchange, network: this.network, intents, corrections };
    this.operations = new Operations(this.scene, service, this.report);
    this.anyTime = new AtAnyTime(this.scene, this.report);
    this.stalls = new Stalls(world, plan, this.instances);
    this.balancer = new SeededRandom(`balancer/${seed}`);
  }

  /** Whichever a caller is sent to; one that stands still takes his call, and does it later. */
  private anyService(): Incarnation | null {
    const services = this.instances.flatMap(({ service }) => service ?? []);
    return services.length > 1 ? this.balancer.pick(services) : (services[0] ?? null);
  }

  private async makeInstances(): Promise<void> {
    const { plan, world, path, instances, bytes, scene } = this;
    if (plan.instances > 1)
      this.server = await DatabaseServer.start(path, world, {
        boot: `${plan.seed}/server`,
        aheadMs: 0,
      });
    const around = {
      path,
      connect: this.server?.connect ?? fileOf(path, world, plan.powerCuts),
      environment: { ...plan.environment, ...this.settings, TRADING_SESSION: plan.session },
      bytes,
      network: this.network.send,
    };
    const { books, exchange } = scene;
    const { hours } = exchange.venue.floor;
    const isLull = (): boolean => this.lull;
    for (let place = 0; place < plan.instances; place += 1) {
      const name = plan.instances === 1 ? 'the service' : `instance ${place + 1}`;
      const fates = plan.kills.filter((_, index) => index % plan.instances === place);
      instances.push(new Instance({ name, plan, world, books, hours, around, fates, isLull }));
    }
  }

  static async of(seed: number, options: SeedOptions): Promise<SeedReport> {
    const startedAt = process.cpuUsage();
    const run = new SeedRun(seed, options);
    const giveBack = takeOverImmediates();
    try {
      try {
        await run.live();
      } finally {
        giveBack();
      }
      await checkRebuild(run.path, run.scene.world.now, run.report);
      traceTrails(run.scene, run.violations);
      const cpu = process.cpuUsage(startedAt);
      return outcomeOf(run.scene, {
        load: options.load,
        root: run.scene.books.head().hash,
        kills: run.kills,
        outside: doneBy(run.outsiders, run.scene.corrections, run.operations, run.stalls),
        violations: run.violations,
        weeks: run.weeks,
        cpuMs: (cpu.user + cpu.system) / 1_000,
      });
    } finally {
      run.scene.books.close();
      options.template.forget(run.path);
    }
  }

  private async live(): Promise<void> {
    const { plan, world } = this;
    world.trace(() => `seed ${plan.seed}: ${JSON.stringify(plan)}`);
    this.outsiders.inTheMorning();
    await this.makeInstances();
    await this.instances[0]?.boot();
    for (const [place, instance] of this.instances.entries())
      if (place > 0) instance.bootAt = world.now + place * NEXT_INSTANCE_MS;
    this.network.calm = true;
    await this.goOn(plan.startAt + plan.warmUpMs);
    if (plan.days.length === 0) await this.beBusy();
    else await this.week();
    await this.calm();
    if (plan.days.length > 0) checkDays(this.scene, this.operations, this.report);
    this.anyTime.look();
    this.anyTime.end();
    checkSafety(this.scene, this.report);
    checkTrail(this.scene, this.report);
    for (const { service } of this.instances) await service?.bury();
    await this.server?.stop();
    await untilFilesAreDone();
    const real = realWorld();
    if (real !== '') this.report('stillness', real);
  }

  /** Dealers are at work, and everything goes wrong. */
  private async beBusy(): Promise<void> {
    const { plan, world } = this;
    this.lull = false;
    this.network.calm = false;
    this.dealers.begin();
    this.outsiders.begin();
    this.coincidences.begin();
    this.stalls.begin();
    for (let restart = 0; restart < plan.restarts; restart += 1) {
      world.after(plan.busyMs * 0.5, () => this.stopOne());
    }
    await this.goOn(world.now + plan.busyMs);
  }

  private week(): Promise<void> {
    return liveWeek(this.scene, this.operations, {
      goOn: (end) => this.goOn(end),
      work: () => this.beBusy(),
      calmDown: () => {
        this.network.calm = true;
        this.outsiders.heal();
        this.scene.exchange.control.clearFaults();
      },
      rest: () => {
        this.lull = true;
      },
      weekIsOver: () => {
        checkDeleted(this.scene, this.report);
        this.weeks.push(sizesOf(this.scene.books, this.path));
      },
    });
  }

  /** Runs the world, and starts an instance again whenever its process has ended. */
  private async goOn(end: number): Promise<void> {
    const { world, instances } = this;
    while (world.now < end) {
      const next = Math.min(end, ...instances.map(({ bootAt }) => bootAt ?? end));
      await world.runUntil(next, () => {
        if (world.events % LOOK_EVERY === 0) this.anyTime.look();
        return instances.some(({ killed }) => killed !== null);
      });
      const dead = instances.filter(({ killed }) => killed !== null);
      for (const one of dead) if (one.killed !== null) await one.bury(one.killed);
      if (dead.length > 0) continue;
      for (const one of instances) if (one.isDue) await one.boot();
    }
  }

  private stopOne(): void {
    const { instances } = this;
    const one = instances.length > 1 ? this.balancer.pick(instances) : instances[0];
    one?.stopInOrder();
  }

  private get kills(): Record<string, number> {
    const kills = new Map<string, number>();
    for (const one of this.instances)
      for (const [point, count] of one.kills) kills.set(point, (kills.get(point) ?? 0) + count);
    return Object.fromEntries(kills);
  }

  /** Since when one of the instances has been at work; `Infinity` while none is. */
  private upSince(): number {
    return Math.min(...this.instances.map(({ upSince }) => upSince ?? Infinity));
  }

  /** Faults are over; everything becomes certain, or somebody is told, within an hour or so. */
  private async calm(): Promise<void> {
    const { world, network, outsiders, scene } = this;
    for (const instance of this.instances) instance.spare();
    network.calm = true;
    outsiders.heal();
    scene.exchange.control.clearFaults();
    world.trace(() => '== faults are over');
    if (this.plan.workload === 'day end') await this.goOn(nextOpening(scene.exchange) + 1_000);
    const end = world.now + LIVENESS_MS + this.plan.orders * ROTATION_MS;
    const patience = world.now + this.patienceMs;
    for (;;) {
      await this.goOn(Math.min(end, world.now + LIVENESS_STEP_MS));
      const open: Violation[] = [];
      checkAgreement(scene, (invariant, detail) => open.push({ invariant, detail }));
      const isSearched = world.now >= patience || !scene.books.anySearching(this.searches);
      const isWaited = !this.waitsForInferred || scene.books.inferredUntold().length === 0;
      const settled = open.length === 0 && isSearched && isWaited && !this.stalls.isAny;
      if (settled || world.now >= end) {
        for (const { invariant, detail } of open) this.report(invariant, detail);
        return;
      }
    }
  }

  /** A dealer is told that his order is accepted: then it is on the disk already. */
  private heard(intent: Intent): void {
    const [order] = this.scene.books.ordersOf([intent.orderId ?? '']);
    if (order !== undefined) return;
    const { clientOrderId } = intent.terms;
    this.report('I12 acknowledged is durable', `${clientOrderId} is accepted before it is stored`);
  }

  private readonly report = (invariant: InvariantName, detail: string): void => {
    const known = this.violations.some(
      (one) => one.invariant === invariant && one.detail === detail,
    );
    if (known || this.violations.length >= VIOLATIONS_KEPT) return;
    this.world.trace(() => `!! ${invariant}: ${detail}`);
    this.violations.push({ invariant, detail });
  };
}
