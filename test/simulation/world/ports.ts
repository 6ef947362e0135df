import {
  parseReply,
  type ParsedReply,
  type ReadRow,
} from '../../../src/infra/exchange/transport/reply-parser.js';
import { Clock, type Uptime } from '../../../src/infra/runtime/clock.js';
import type { Config } from '../../../src/infra/config/config.js';
import type { Database } from '../../../src/infra/database/database.js';
import { Questions, type Reading } from '../../../src/infra/database/reads.js';
import type {
  JointWork,
  LoneUnit,
  Unit,
  UnitOfWork,
} from '../../../src/infra/database/units/unit-of-work.js';
import {
  ExchangeTransport,
  type WireCall,
  type WireReply,
} from '../../../src/infra/exchange/transport/exchange-transport.js';
import { Random } from '../../../src/infra/runtime/ids.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import { never, type Life } from '../life.js';
import type { World } from './world.js';

/** The machine on which a process starts. */
export interface Machine {
  /** Another one each time its power was cut. */
  readonly boot: string;
  /** How far ahead its wall clock is by then. */
  readonly aheadMs: number;
}

/** The ports through which one process of the service touches the world, each bound to its life. */
export class VirtualClock extends Clock {
  /** How far the wall clock has been stepped. */
  stepped: number;

  constructor(
    private readonly world: World,
    private readonly life: Life,
    private readonly machine: Machine,
  ) {
    super();
    this.stepped = machine.aheadMs;
  }

  override now(): number {
    return this.world.now + this.stepped;
  }

  override steady(): number {
    return this.world.now + this.machine.aheadMs;
  }

  override uptime(): Uptime {
    return { boot: this.machine.boot, ms: this.world.now };
  }

  override after(delayMs: number, action: () => void): () => void {
    let wanted = true;
    const due = (): void => {
      if (wanted && !this.life.isOver) action();
    };
    this.world.after(delayMs, () => this.life.whenAwake(due));
    return () => {
      wanted = false;
    };
  }

  override sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }
}

/** One for all lives of a seed: what was drawn once is never drawn again after a restart. */
export class SeededBytes extends Random {
  private readonly random: SeededRandom;

  constructor(seed: number) {
    super();
    this.random = new SeededRandom(`ids/${seed}`);
  }

  override bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.random.between(0, 255)));
  }
}

class MortalUnits implements UnitOfWork {
  private readonly joint = new WeakMap<object, object>();

  constructor(
    private readonly units: UnitOfWork,
    private readonly life: Life,
  ) {}

  run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.begun(() => this.units.run((unit) => this.mortal(unit, work(unit))));
  }

  runOn<T>(orderId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.begun(() => this.units.runOn(orderId, (unit) => this.mortal(unit, work(unit))));
  }

  runAlone<T>(work: (unit: LoneUnit) => Promise<T>): Promise<T> {
    return this.begun(() => this.units.runAlone((unit) => this.mortal(unit, work(unit))));
  }

  runJointly<I, R>(work: JointWork<I, R>, item: I): Promise<R> {
    const known = this.joint.get(work) as JointWork<I, R> | undefined;
    const mortal = known ?? {
      keysOf: (one: I) => work.keysOf(one),
      run: (unit: Unit, items: readonly I[]) => this.mortal(unit, work.run(unit, items)),
    };
    // One for all items of the work, as the queue knows by it what may be done together.
    this.joint.set(work, mortal);
    return this.begun(() => this.units.runJointly(mortal, item));
  }

  private begun<T>(work: () => Promise<T>): Promise<T> {
    return this.life.pass('before a unit') ? never() : this.life.unlessOver(work());
  }

  private async mortal<T>(unit: Unit, working: Promise<T>): Promise<T> {
    const value = await working;
    // A unit that never ends is never committed, nor is what shares its commit.
    if (this.life.pass('before a commit')) return never<T>();
    unit.afterCommit(() => void this.life.pass('after a commit'));
    return value;
  }
}

/** The open database, as the living process sees it. */
export function mortalDatabase(database: Database, life: Life): Database {
  const units = new MortalUnits(database.units, life);
  const alive = <T>(question: () => Promise<T>): Promise<T> =>
    life.pass('before a read') ? never() : life.unlessOver(question());
  const mortal = (reading: Reading): Reading => ({
    query: (sql, parameters) => alive(() => reading.query(sql, parameters)),
    find: (entity, where, parameters) => alive(() => reading.find(entity, where, parameters)),
  });
  const { questions } = database;
  const seen = Object.create(database) as Database;
  return Object.defineProperties(seen, {
    units: { value: units },
    read: {
      value: (question: Parameters<Database['read']>[0]) => alive(() => database.read(question)),
    },
    reading: { value: mortal(database.reading) },
    questions: {
      value: new Questions(mortal(questions), (question) => alive(() => questions.read(question))),
    },
  });
}

export type Send = (call: WireCall, life: Life) => Promise<WireReply>;

export class VirtualTransport extends ExchangeTransport {
  constructor(
    config: Config,
    clock: Clock,
    private readonly life: Life,
    private readonly network: Send,
  ) {
    super(config, clock);
  }

  override send(call: WireCall): Promise<WireReply> {
    return this.network(call, this.life);
  }

  /** At once: a thread would answer in real time, and the same seed would not run the same twice. */
  override parse(text: string, readRow: ReadRow | null): Promise<ParsedReply> {
    return parseReply(text, readRow, Infinity);
  }
}
