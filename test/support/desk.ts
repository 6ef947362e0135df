import 'reflect-metadata';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiAnswers, withValidSchemas, type ApiDocument } from './api-answers.js';
import { apiDocument } from '../../src/infra/http/openapi/api-document.js';
import { answerSchemas } from '../../src/service.js';
import { type Simulator, startSimulator, type SimulatorOptions } from '../../simulator/server.js';
import { type Config, readConfig } from '../../src/infra/config/config.js';
import {
  ExchangeTransport,
  type WireCall,
  type WireReply,
} from '../../src/infra/exchange/transport/exchange-transport.js';
import { AppLogger, createLogger } from '../../src/infra/observability/logging.js';
import { Tracing } from '../../src/infra/observability/tracing.js';
import { OrdersSchedule } from '../../src/orders/orders.schedule.js';
import { createContext, startWith, type Service } from '../../src/service.js';
import { watched } from './time/activity.js';
import { followClock } from './databases/database-time.js';
import { type Engine, PEPPER, readyDatabase, temporaryFolder } from './databases/databases.js';
import { ticksOf } from '../simulation/world/schedule.js';
import { VirtualClock } from './time/virtual-clock.js';

/** The only answers that are no text. */
const ZIP = 'application/zip';

export const ADMIN_KEY = 'test-admin-key-0123456789-0123456789';

/** The build's, which is made before the tests: threads cannot run from the sources. */
export const BUILT_PROGRAMS = pathToFileURL(`${resolve('dist')}/`);

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface OrderBody {
  readonly id: string;
  readonly status: string;
  readonly orderNumber: string | null;
  readonly orderRef: string;
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  readonly units: string;
  readonly price: string;
  readonly matchedUnits: string;
  readonly pendingUnits: string;
  readonly averagePrice: string | null;
  readonly version: number;
  readonly openBreaks: number;
  readonly tradingDate: string;
  readonly pending: {
    readonly kind: string;
    readonly state: string;
    readonly since: string;
    readonly notBefore: string | null;
  } | null;
  readonly evidence: {
    readonly grade: string | null;
    readonly certain: boolean;
    readonly price: string | null;
    readonly number: string | null;
  };
}

export interface ListBody<T> {
  readonly data: readonly T[];
  readonly page: {
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
  };
}

const USUAL_TERMS = {
  side: 'BUY',
  security: 'SD11PLC',
  units: '1000',
  price: '12.50',
  timeInForce: 'Day Order (DO)',
  accountNumber: 'C0012345',
  clientName: 'Ada Obi',
} as const;

interface DeskOptions {
  simulator?: SimulatorOptions;
  env?: Record<string, string>;
  databaseUrl?: string;
  exchange?: Simulator;
  clock?: VirtualClock;
  /** Receives the lines of the log; `LOG_LEVEL` is `silent` unless `env` says otherwise. */
  log?: (line: string) => void;
  /** The folder of the built programs of threads; without it, their work is done on the event loop. */
  programs?: URL;
  /** How late the event loop is said to be: here never, however slow the machine. */
  loopDelayMs?: () => number;
}

/**
 * The whole application over real HTTP, with its own simulated exchange and database, all on one
 * virtual clock. Time passes only while a test waits for the desk.
 */
export class Desk {
  private orders = 0;

  private constructor(
    readonly exchange: Simulator,
    readonly service: Service,
    readonly config: Config,
    readonly clock: VirtualClock,
    private readonly endTicks: () => void,
  ) {}

  static async open(engine: Engine, options: DeskOptions = {}): Promise<Desk> {
    const { clock = new VirtualClock() } = options;
    const exchange =
      options.exchange ??
      (await startSimulator({ seed: 'desk', market: 'off', clock, ...options.simulator }));
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: options.databaseUrl ?? (await readyDatabase(engine)),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      RECONCILE_INTERVAL_MS: '300',
      RECORD_QUOTES_EVERY_MS: '0',
      EXCHANGE_TIMEOUT_MS: '1500',
      EXCHANGE_QUIET_MS: '400',
      EXCHANGE_ANSWERS_LATE_MS: '400',
      EXCHANGE_TAKES_LATE_MS: '0',
      MARINA_ADMIN_KEY: ADMIN_KEY,
      MARINA_KEY_PEPPER: PEPPER,
      LOG_LEVEL: 'silent',
      API_DOCS: 'off',
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      // On SQLite the key lies beside the database, also after a restart.
      ...(engine === 'sqlite'
        ? {}
        : { MARINA_SIGNING_KEY_FILE: join(temporaryFolder(), 'signing-key.pem') }),
      ...options.env,
    });
    await followClock(config.databaseUrl, clock);
    const service = await start(config, clock, options);
    const ticks = ticksOf(service.app.get(OrdersSchedule));
    const ends = ticks.map(({ everyMs, run }) => clock.every(everyMs, () => void run()));
    return new Desk(exchange, service, config, clock, () => ends.forEach((end) => end()));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.exchange.close();
    await this.clock.end();
  }

  /** Stops the service alone. */
  async stop(): Promise<void> {
    this.endTicks();
    await this.clock.flow(this.service.app.close());
  }

  /** A call of the API; `key` null sends none. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: {
      body?: unknown;
      raw?: string;
      headers?: Record<string, string>;
      key?: string | null;
    } = {},
  ): Promise<Answer<T>> {
    const body =
      options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const key = options.key === undefined ? ADMIN_KEY : options.key;
    return this.clock.flow(this.ask<T>(method, path, { key, body, headers: options.headers }));
  }

  private async ask<T>(
    method: string,
    path: string,
    { key, body, headers }: Asked,
  ): Promise<Answer<T>> {
    this.clock.tick();
    const response = await fetch(`${this.service.address}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // A kept-alive connection could be closed while it is used again.
        connection: 'close',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    const isJson = /^application\/(problem\+)?json\b/.test(type);
    const { status, headers: answered } = response;
    const text = bytes.toString('utf8');
    const answer = (isJson ? JSON.parse(text) : type === ZIP ? bytes : text) as T;
    const found = { status, type, headers: [...answered.keys()], body: answer };
    const flaw = described(this.service).flawOf(method, path, found);
    if (flaw !== null) throw new Error(`The API description does not fit: ${flaw}`);
    return { status, headers: answered, body: answer };
  }

  /** Another desk of our broker enters an order that fits the usual terms. Answers its number. */
  placeElsewhere(units: number): string {
    const { side, security, price, accountNumber } = USUAL_TERMS;
    const terms = { side, security, units, price: Number(price), accountNumber };
    return this.exchange.exchange.control.placeExternal({ ...terms, brokerCode: 'MARINA' })
      .orderNumber;
  }

  terms(changes: Record<string, unknown> = {}): Record<string, unknown> {
    this.orders += 1;
    return {
      clientOrderId: `web-${this.orders}`,
      ...USUAL_TERMS,
      ...changes,
    };
  }

  post(changes: Record<string, unknown> = {}, wait = 5): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('POST', '/v1/orders', {
      body: this.terms(changes),
      headers: { prefer: `wait=${wait}` },
    });
  }

  edit(
    id: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('PATCH', `/v1/orders/${id}`, {
      body,
      headers: { prefer: 'wait=5', ...headers },
    });
  }

  cancel(id: string, body: unknown = {}, wait = 5): Promise<Answer<OrderBody>> {
    return this.call<OrderBody>('POST', `/v1/orders/${id}/cancel`, {
      body,
      headers: { prefer: `wait=${wait}` },
    });
  }

  async order(id: string): Promise<OrderBody> {
    return (await this.call<OrderBody>('GET', `/v1/orders/${id}`)).body;
  }

  async list<T>(path: string): Promise<readonly T[]> {
    return (await this.call<ListBody<T>>('GET', path)).body.data;
  }

  /** Waits until the order meets the condition; on timeout, fails with the order as it is. */
  async until(
    id: string,
    holds: (order: OrderBody) => boolean,
    withinMs = 60_000,
  ): Promise<OrderBody> {
    return this.clock.until(() => this.order(id), holds, {
      withinMs,
      otherwise: (last) => `The order never got there: ${last}`,
    });
  }

  /** Waits for an open break that matches the filter and returns the newest. */
  async openBreak<T>(filter: string, withinMs = 60_000): Promise<T> {
    const [found] = await this.clock.until(
      () => this.list<T>(`/v1/breaks?open=true&${filter}`),
      (breaks) => breaks.length > 0,
      { withinMs, otherwise: () => `There was no break: ${filter}` },
    );
    return found!;
  }

  /** Lets time pass, and the desk do what is due meanwhile. */
  pass(ms: number): Promise<void> {
    return this.clock.pass(ms);
  }

  /** Lets time pass until the answer meets the condition. */
  eventually<T>(ask: () => Promise<T> | T, holds: (answer: T) => boolean): Promise<T> {
    return this.clock.until(ask, holds, {
      withinMs: 60_000,
      otherwise: (last) => `It never got there: ${last}`,
    });
  }

  /** Starts a reconciliation run now. */
  async reconcile(): Promise<void> {
    await this.call('POST', '/v1/reconciliation/runs');
  }
}

interface Asked {
  readonly key: string | null;
  readonly body: string | undefined;
  readonly headers: Record<string, string> | undefined;
}

async function start(
  config: Config,
  clock: VirtualClock,
  { log, programs, loopDelayMs = () => 0 }: Pick<DeskOptions, 'log' | 'programs' | 'loopDelayMs'>,
): Promise<Service> {
  const tracing = await Tracing.start(config.traces, 'test');
  const context = await createContext(config, clock, tracing);
  const logger = new AppLogger(createLogger(config.logLevel, log, { mixin: tracing.mixin }));
  tracing.reportTo(logger.for('tracing'));
  return startWith({
    ...context,
    logger,
    database: watched(context.database, clock.activity),
    transport: new TickingTransport(config, clock),
    scheduled: false,
    programs: programs ?? null,
    loopDelayMs,
  });
}

/** The real transport, on a network with a small delay in both directions. */
class TickingTransport extends ExchangeTransport {
  constructor(
    config: Config,
    private readonly virtual: VirtualClock,
  ) {
    super(config, virtual);
  }

  override async send(call: WireCall): Promise<WireReply> {
    this.virtual.tick();
    const reply = await super.send(call);
    this.virtual.tick();
    return reply;
  }
}

let answers: ApiAnswers | null = null;

/** The description is the same for every desk of a test run; making it takes as long as opening a desk. */
function described({ app }: Service): ApiAnswers {
  answers ??= new ApiAnswers(
    madeOnce('openapi.json', () =>
      withValidSchemas(apiDocument(app, answerSchemas()) as unknown as ApiDocument),
    ),
  );
  return answers;
}

/** The JSON of this file of the test run's folder; the test file that needs it first makes it. */
function madeOnce<T>(name: string, make: () => T): T {
  const file = join(process.env['MARINA_TEST_FOLDER'] ?? temporaryFolder(), name);
  if (!existsSync(file)) {
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, JSON.stringify(make()));
    renameSync(mine, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
