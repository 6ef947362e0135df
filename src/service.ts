import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { API_SCHEMAS } from './api-schemas.js';
import type { Schemas } from './infra/http/openapi/examples.js';
import { exchangeSchemas } from './market/market-data/market-schemas.js';
import { AppModule } from './app.module.js';
import { callerIdsOf } from './infra/auth/api-key.guard.js';
import { maskClients } from './infra/auth/client-masking.js';
import { ServiceLife } from './infra/audit/service-life/service-life.js';
import { SchedulerLease } from './infra/database/ownership/scheduler-lease.js';
import { ApiKeys, type IssuedKey } from './infra/auth/api-keys/api-keys.js';
import { Clock } from './infra/runtime/clock.js';
import { plainHttpWarning } from './infra/config/live-rules.js';
import { ConfigError, sqlitePath, type Config } from './infra/config/config.js';
import { writableByOthers } from './infra/config/trusted-files.js';
import { ensurePrivate } from './infra/database/private-folder.js';
import { Database, type OpenOptions } from './infra/database/database.js';
import { claimDatabase } from './infra/database/ownership/database-owner.js';
import { armFaultPoint } from './infra/runtime/fault-point.js';
import { accessLog } from './infra/http/access-log.js';
import { AnsweredRequests } from './infra/http/answered-requests.js';
import { EventLoopDelay } from './infra/runtime/event-loop-delay.js';
import { RateLimits } from './infra/http/limits/rate-limits.js';
import { httpMetrics } from './infra/http/http-metrics.js';
import { createHttpServer } from './infra/http/http-server.js';
import { Random } from './infra/runtime/ids.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { LogFloods } from './infra/observability/log-floods.js';
import { AppLogger, createLogger } from './infra/observability/logging.js';
import { Denials } from './infra/auth/denials.js';
import { Identification } from './infra/auth/identification.js';
import { claimKeyStore } from './infra/auth/api-keys/key-store.js';
import { Metrics } from './infra/observability/metrics.js';
import { Tracing } from './infra/observability/tracing.js';
import { keyPepper } from './infra/auth/secrets.js';
import { SCHEMA } from './schema.js';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The lock of migrations is held by whoever migrates the database, and by a restore. */
export const MIGRATION_WAIT = 'waits for another process that migrates the database or restores it';

export interface Service {
  readonly app: NestFastifyApplication;
  readonly address: string;
  /** The first API key, if this start created it. */
  readonly firstKey: IssuedKey | null;
}

/** Creates what the application needs before Nest starts. */
export async function createContext(
  config: Config,
  clock = new Clock(),
  tracing = Tracing.off,
  limits: OpenOptions = {},
): Promise<BootstrapContext> {
  armFaultPoint(config.faultPoint);
  const random = new Random();
  const floods = new LogFloods(clock);
  const logger = new AppLogger(
    createLogger(config.logLevel, undefined, { mixin: tracing.mixin, floods }),
    floods,
  );
  tracing.reportTo(logger.for('tracing'));
  const isSqlite = sqlitePath(config.databaseUrl) !== null;
  if (config.environment === 'live') {
    if (isSqlite) ensurePrivate(config.dataFolder, true);
    const problems = writableByOthers(config);
    if (problems.length > 0) throw new ConfigError(problems);
  }
  const onMigrationWait = (waitedMs: number): void =>
    logger.for('database').warn({ waitedMs }, MIGRATION_WAIT);
  const options = { onMigrationWait, ...limits };
  const database = await Database.open(config.databaseUrl, SCHEMA, clock, options);
  // The build puts the programs of threads beside the program that runs.
  const programs = new URL('.', import.meta.url);
  const pepper = keyPepper(config, random);
  return { config, database, clock, random, pepper, logger, tracing, programs, version };
}

/**
 * Connections that wait in the system until the event loop accepts them, if `net.core.somaxconn` allows so many. Beyond
 * that the system drops them, and callers, with a cancel perhaps, try again after 1, 3 and 7 s. Node.js asks for 511.
 */
const LISTEN_BACKLOG = 4_096;

type App = Awaited<ReturnType<typeof createHttpServer>>;

/** Migrates the database, starts the application and listens. */
export async function startService(config: Config): Promise<Service> {
  const tracing = await Tracing.start(config.traces, version);
  return startWith(await createContext(config, new Clock(), tracing));
}

/** Starts the application with the given context and listens. */
export async function startWith(context: BootstrapContext): Promise<Service> {
  const { config, tracing = Tracing.off } = context;
  let made: App | null = null;
  let isWorking = false;
  try {
    reportSchema(context);
    await claimDatabase(context.database, config);
    await claimKeyStore(context.database, context.pepper);
    const limits = new RateLimits(config.callers, context.clock);
    const answered = new AnsweredRequests(context.clock, callerIdsOf, tracing);
    answered.listen(accessLog(context.logger.for('access')));
    const app: App = await createHttpServer(AppModule.with({ ...context, limits }), {
      logger: context.logger,
      answered,
      callers: config.callers,
      apiDocs: config.apiDocs,
      limits,
      random: context.random,
      tracing,
      refused: (request, found) => app.get(Denials).note(request, found),
      identify: (request, reply) => app.get(Identification).of(request, reply),
      delayMs: context.loopDelayMs ?? loopDelay(context),
      schemas: answerSchemas(),
    });
    maskClients(app.getHttpAdapter().getInstance());
    answered.listen(httpMetrics(app.get(Metrics)));
    const firstKey = await ensureFirstKey(app.get(ApiKeys), context);
    made = app;
    await app.init();
    isWorking = true;
    await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG });
    logSettings(context);
    const plain = plainHttpWarning(config);
    if (plain !== null) context.logger.for('main').warn(plain);
    const address = await app.getUrl();
    context.logger.for('main').info({ address, database: context.database.engine }, 'listening');
    return { app, address, firstKey };
  } catch (error) {
    await endFailed(made, isWorking).catch(() => undefined);
    await context.database.close().catch(() => undefined);
    throw error;
  }
}

/** Once it has begun to work, it stops like any other: calls may be in flight. */
async function endFailed(app: App | null, isWorking: boolean): Promise<void> {
  if (app === null) return;
  const life = app.get(ServiceLife);
  life.startFailed();
  if (isWorking) return app.close();
  // Nothing was sent; the trail may have the start already.
  await life.stop();
  await app.get(SchedulerLease).end();
}

/** Two releases work side by side during an upgrade; that of the older one should be short. */
function reportSchema({ database, logger }: BootstrapContext): void {
  const { found } = database;
  if (found === null) return;
  const { kind, version, wanted, pending } = found;
  const log = logger.for('main');
  if (kind === 'behind') log.info({ version, wanted, pending }, 'schema migrated');
  if (kind === 'expanded') log.warn({ version, wanted }, 'the schema is that of a newer release');
}

function loopDelay({ clock }: BootstrapContext): () => number {
  const delay = new EventLoopDelay(clock);
  return () => delay.recentMs();
}

/** A given key that the database does not know opens nothing: whoever relies on it has to hear of it. */
async function ensureFirstKey(
  keys: ApiKeys,
  { config, logger }: BootstrapContext,
): Promise<IssuedKey | null> {
  const { adminKey, environment } = config;
  const firstKey = await keys.ensureFirst(adminKey);
  if (adminKey === null || (await keys.callerOf(adminKey)) !== null) return firstKey;
  const problem =
    'MARINA_ADMIN_KEY opens nothing: the database has other keys, or the key was revoked, rotated or has expired';
  if (environment === 'live') throw new ConfigError([problem]);
  logger.for('main').warn(problem);
  return firstKey;
}

/** Settings from a test exchange are used for the live one too, so the log says where they come from. */
function logSettings({ config, logger }: BootstrapContext): void {
  const { exchangeSettings: settings, exchangeBaseUrl } = config;
  if (settings === null) return;
  const {
    takenFrom,
    takenAt,
    editUnits,
    editKeepsOrderNumber,
    basePrice,
    statusWords,
    duplicateMessage,
    duplicateProof,
  } = settings;
  const shown = {
    takenFrom,
    takenAt,
    editUnits,
    editKeepsOrderNumber,
    basePrice,
    statusWords: Object.fromEntries(statusWords),
    duplicateMessage,
    duplicateProof,
  };
  const isSameAddress = takenFrom === exchangeBaseUrl;
  logger
    .for('main')
    .info(shown, isSameAddress ? 'exchange settings' : 'exchange settings of another address');
}

/** Of all that routes answer, for the API description. */
export function answerSchemas(): Schemas {
  return { ...API_SCHEMAS, ...exchangeSchemas() };
}
