import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { ApiKeys, type IssuedKey } from './infra/auth/api-keys.js';
import { Clock } from './infra/clock.js';
import type { Config } from './infra/config.js';
import { Database } from './infra/database/database.js';
import { armFaultPoint } from './infra/fault-point.js';
import { createHttpServer } from './infra/http/http-server.js';
import { Random } from './infra/ids.js';
import type { Ground } from './infra/infra.module.js';
import { AppLogger, createLogger } from './infra/logging.js';
import { keyPepper } from './infra/secrets.js';
import { SCHEMA } from './schema.js';

export interface Service {
  readonly app: NestFastifyApplication;
  readonly address: string;
  /** The first key, when this start has made it. */
  readonly firstKey: IssuedKey | null;
}

/** Everything the application stands on, from its configuration. */
export async function layGround(config: Config, clock = new Clock()): Promise<Ground> {
  armFaultPoint(config.faultPoint);
  const random = new Random();
  const logger = new AppLogger(createLogger(config.logLevel));
  const database = await Database.open(config.databaseUrl, SCHEMA, clock);
  return { config, database, clock, random, pepper: keyPepper(config, random), logger };
}

/** Migrates, starts the application and listens. */
export async function startService(config: Config): Promise<Service> {
  return startOn(await layGround(config));
}

/** Starts the application on what is given, and listens. */
export async function startOn(ground: Ground): Promise<Service> {
  const { config } = ground;
  try {
    const app = await createHttpServer(AppModule.on(ground), ground.logger);
    const firstKey = await app.get(ApiKeys).ensureFirst(config.adminKey);
    await app.listen(config.port, config.host);
    tellSettings(ground);
    const address = await app.getUrl();
    ground.logger.for('main').info({ address, database: ground.database.engine }, 'listening');
    return { app, address, firstKey };
  } catch (error) {
    await ground.database.close().catch(() => undefined);
    throw error;
  }
}

/** Answers of a test exchange are meant for the live one too; the log says where they come from. */
function tellSettings({ config, logger }: Ground): void {
  const { exchangeSettings: settings, exchangeBaseUrl } = config;
  if (settings === null) return;
  const {
    takenFrom,
    takenAt,
    editUnits,
    basePrice,
    statusWords,
    duplicateMessage,
    duplicateProof,
  } = settings;
  const told = {
    takenFrom,
    takenAt,
    editUnits,
    basePrice,
    statusWords: Object.fromEntries(statusWords),
    duplicateMessage,
    duplicateProof,
  };
  const here = takenFrom === exchangeBaseUrl;
  logger
    .for('main')
    .info(told, here ? 'exchange settings' : 'exchange settings of another address');
}
