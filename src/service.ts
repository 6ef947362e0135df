import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { ApiKeys, type IssuedKey } from './infra/auth/api-keys.js';
import { Clock } from './infra/runtime/clock.js';
import type { Config } from './infra/config/config.js';
import { Database } from './infra/database/database.js';
import { armFaultPoint } from './infra/runtime/fault-point.js';
import { createHttpServer } from './infra/http/http-server.js';
import { Random } from './infra/runtime/ids.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { AppLogger, createLogger } from './infra/observability/logging.js';
import { keyPepper } from './infra/auth/secrets.js';
import { SCHEMA } from './schema.js';

export interface Service {
  readonly app: NestFastifyApplication;
  readonly address: string;
  /** The first key, when this start has made it. */
  readonly firstKey: IssuedKey | null;
}

/** Everything the application stands on, from its configuration. */
export async function createContext(
  config: Config,
  clock = new Clock(),
): Promise<BootstrapContext> {
  armFaultPoint(config.faultPoint);
  const random = new Random();
  const logger = new AppLogger(createLogger(config.logLevel));
  const database = await Database.open(config.databaseUrl, SCHEMA, clock);
  return { config, database, clock, random, pepper: keyPepper(config, random), logger };
}

/** Migrates, starts the application and listens. */
export async function startService(config: Config): Promise<Service> {
  return startWith(await createContext(config));
}

/** Starts the application on what is given, and listens. */
export async function startWith(context: BootstrapContext): Promise<Service> {
  const { config } = context;
  try {
    const app = await createHttpServer(AppModule.with(context), context.logger);
    const firstKey = await app.get(ApiKeys).ensureFirst(config.adminKey);
    await app.listen(config.port, config.host);
    tellSettings(context);
    const address = await app.getUrl();
    context.logger.for('main').info({ address, database: context.database.engine }, 'listening');
    return { app, address, firstKey };
  } catch (error) {
    await context.database.close().catch(() => undefined);
    throw error;
  }
}

/** Answers of a test exchange are meant for the live one too; the log says where they come from. */
function tellSettings({ config, logger }: BootstrapContext): void {
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
