import type { INestApplicationContext } from '@nestjs/common';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { readConfig, type Config } from '../../src/infra/config/config.js';
import { Database } from '../../src/infra/database/database.js';
import { YIELD_AFTER_MS } from '../../src/infra/database/units/sqlite-units.js';
import type { ProcessLock } from '../../src/infra/database/process-lock.js';
import { InfraModule } from '../../src/infra/infra.module.js';
import { AppLogger, createLogger } from '../../src/infra/observability/logging.js';
import { OrdersModule } from '../../src/orders/orders.module.js';
import { OrdersSchedule } from '../../src/orders/orders.schedule.js';
import { SCHEMA } from '../../src/schema.js';
import { ticksOf, type Tick } from './world/schedule.js';
import type { Life } from './life.js';
import {
  mortalDatabase,
  VirtualClock,
  VirtualTransport,
  type Machine,
  type SeededBytes,
  type Send,
} from './world/ports.js';
import { forgetImmediates, untilStill, untilTrue } from './world/stillness.js';
import { VirtualDisk } from './world/virtual-disk.js';
import type { World } from './world/world.js';

/** What the application is without HTTP and without real timers. */
@Module({})
class SimulatedModule {}

export interface Surroundings {
  readonly world: World;
  readonly machine: Machine;
  readonly path: string;
  /** Others have their turn between the units of a commit, as on a slow machine. */
  readonly yields: boolean;
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
    private readonly database: Database,
    readonly disk: VirtualDisk,
  ) {}

  /** Null when its life ended before it had started. */
  static async boot(life: Life, around: Surroundings): Promise<Incarnation | null> {
    const clock = new VirtualClock(around.world, life, around.machine);
    const url = `sqlite:${around.path}`;
    // The mark is a file beside the database, written by real timers of the system's: none here.
    const settings = { ...ENVIRONMENT, ...around.environment, DATABASE_URL: url };
    const config = { ...readConfig(settings), checkpointDir: null };
    const yieldAfterMs = around.yields ? 0 : YIELD_AFTER_MS;
    const database = await finished(Database.open(url, SCHEMA, clock, yieldAfterMs));
    const disk = new VirtualDisk(around.path, handleOf(database), around.world.now);
    const transport = new VirtualTransport(config, clock, life, around.network);
    const context = {
      config,
      database: mortalDatabase(database, life),
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
      await bury(database);
      return null;
    }
    return new Incarnation(life, clock, config, app, database, disk);
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
    await bury(this.database);
  }

  /** So is the machine's power: what had not arrived on the disk is gone as well. */
  async buryInTheDark(): Promise<void> {
    const putBack = this.disk.cutPower();
    await this.bury();
    putBack();
  }

  /** Stops in order: calls in flight are waited for. */
  stop(): Promise<void> {
    const schedule = this.app.get(OrdersSchedule);
    return schedule.beforeApplicationShutdown();
  }
}

/** Of an open database, what holds its files. */
interface Parts {
  readonly writer: DataSource;
  readonly reader: DataSource;
  readonly lock: ProcessLock;
}

async function bury(database: Database): Promise<void> {
  forgetImmediates();
  await untilStill();
  const { writer, reader, lock } = database as unknown as Parts;
  const handle = handleOf(database);
  if (handle.inTransaction) handle.exec('ROLLBACK');
  // Not `close`, which waits for units: what is dead does nothing more.
  await finished(reader.destroy());
  await finished(writer.destroy());
  lock.release();
}

function handleOf(database: Database): BetterSqlite3.Database {
  const { driver } = (database as unknown as Parts).writer;
  return (driver as unknown as { readonly databaseConnection: BetterSqlite3.Database })
    .databaseConnection;
}

async function finished<T>(promise: Promise<T>): Promise<T> {
  let done = false;
  const end = (): void => {
    done = true;
  };
  promise.then(end, end);
  await untilTrue(() => done);
  return promise;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
