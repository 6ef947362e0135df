import type { INestApplicationContext } from '@nestjs/common';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig, type Config } from '../../src/infra/config/config.js';
import { InfraModule } from '../../src/infra/infra.module.js';
import { AppLogger, createLogger } from '../../src/infra/observability/logging.js';
import { OrdersModule } from '../../src/orders/orders.module.js';
import { OrdersSchedule } from '../../src/orders/orders.schedule.js';
import { ticksOf, type Tick } from './world/schedule.js';
import type { Life } from './life.js';
import type { Connect, Connection } from './world/open-database.js';
import {
  VirtualClock,
  VirtualTransport,
  type Machine,
  type SeededBytes,
  type Send,
} from './world/ports.js';
import { untilTrue } from './world/stillness.js';
import type { World } from './world/world.js';

/** What the application is without HTTP and without real timers. */
@Module({})
class SimulatedModule {}

export interface Surroundings {
  readonly world: World;
  readonly machine: Machine;
  readonly path: string;
  readonly connect: Connect;
  readonly environment: Readonly<Record<string, string>>;
  readonly bytes: SeededBytes;
  readonly network: Send;
}

const SILENT = new AppLogger(createLogger('silent'));
const ENVIRONMENT = {
  EXCHANGE_BASE_URL: 'http://exchange.invalid',
  EXCHANGE_API_KEYS: 'sk_test_simulator',
  BROKER_CODE: 'MARINA',
  LOG_LEVEL: 'silent',
  // Nothing of an order depends on them, and they would use its calls.
  RECORD_QUOTES_EVERY_MS: '0',
};

/** One process of the service, from its start to its end. */
export class Incarnation {
  private constructor(
    readonly life: Life,
    readonly clock: VirtualClock,
    readonly config: Config,
    readonly app: INestApplicationContext,
    private readonly connection: Connection,
  ) {}

  /** Null when its life ended before it had started. */
  static async boot(life: Life, around: Surroundings): Promise<Incarnation | null> {
    const clock = new VirtualClock(around.world, life, around.machine);
    const url = `sqlite:${around.path}`;
    // The mark is a file beside the database, written by real timers of the system's: none here.
    const settings = { ...ENVIRONMENT, ...around.environment, DATABASE_URL: url };
    const config = { ...readConfig(settings), checkpointDir: null };
    const connection = await around.connect(life, clock);
    const transport = new VirtualTransport(config, clock, life, around.network);
    const context = {
      config,
      database: connection.database,
      clock,
      random: around.bytes,
      pepper: 'a pepper of the simulation, of no use',
      logger: SILENT,
      transport,
    };
    const root: DynamicModule = {
      module: SimulatedModule,
      imports: [InfraModule.with(context), OrdersModule],
    };
    let app: INestApplicationContext | null = null;
    let failure: unknown = null;
    NestFactory.createApplicationContext(root, { logger: false, abortOnError: false }).then(
      (made) => (app = made),
      (error: unknown) => (failure = error ?? new Error('The application did not start')),
    );
    await untilTrue(() => app !== null || failure !== null || life.isOver);
    if (!life.isOver && failure !== null) throw asError(failure);
    if (life.isOver || app === null) {
      await connection.end();
      return null;
    }
    return new Incarnation(life, clock, config, app, connection);
  }

  /** Every timer of the desk, as its schedule says. */
  get ticks(): readonly Tick[] {
    return ticksOf(this.app.get(OrdersSchedule));
  }

  /**
   * The process is gone: what was not committed is undone. One that was asked to stop is dead by now as well, so
   * that nothing of it would come to the end for which an orderly close waits.
   */
  async bury(): Promise<void> {
    this.life.end();
    await this.connection.end();
  }

  /** So is the machine's power: what had not arrived on the disk is gone as well. */
  async buryInTheDark(): Promise<void> {
    const putBack = this.connection.disk?.cutPower();
    await this.bury();
    putBack?.();
  }

  /** Stops in order: calls in flight are waited for. */
  stop(): Promise<void> {
    const schedule = this.app.get(OrdersSchedule);
    return schedule.beforeApplicationShutdown();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
