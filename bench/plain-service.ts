import 'reflect-metadata';
import { readConfig } from '../src/infra/config/config.js';
import {
  Body, Controller, HttpCode, Inject, Injectable, Module, Post, UnauthorizedException, UseGuards,
  type CanActivate, type DynamicModule, type ExecutionContext,
} from '@nestjs/common'; // prettier-ignore
import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { DataSource, QueryFailedError } from 'typeorm';
import { AuditEntryRow, AuditHeadRow } from '../src/infra/audit/audit-entry.entity.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { REAL_WRITE } from '../src/infra/database/database.js';
import { AnsweredRequests } from '../src/infra/http/answered-requests.js';
import { createHttpServer } from '../src/infra/http/http-server.js';
import { RateLimits } from '../src/infra/http/limits/rate-limits.js';
import { problem } from '../src/infra/http/problems/problem.js';
import { AppLogger, createLogger } from '../src/infra/observability/logging.js';
import { Tracing } from '../src/infra/observability/tracing.js';
import { Clock } from '../src/infra/runtime/clock.js';
import { Random } from '../src/infra/runtime/ids.js';
import { PostOrderBody } from '../src/orders/order-entry/orders.dto.js';
import { orderView, type OrderView } from '../src/orders/order-queries/order-view.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderRow } from '../src/orders/order/order.entity.js';
import { SCHEMA } from '../src/schema.js';
import { entryAfter, rowsOf } from './order-rows.js';

/**
 * A plain implementation of accepting an order: one TypeORM transaction per request, with the service's
 * own entities, schema, body validation and HTTP server. Also a route that stores nothing.
 */

/**
 * TypeORM on better-sqlite3 has one connection and one query runner. A transaction that begins while
 * another is open joins it, and rolling back one undoes the other, although it was "committed". So
 * transactions queue here.
 */
class Line {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

const KEYS = Symbol('keys');

@Injectable()
class PlainKeyGuard implements CanActivate {
  constructor(@Inject(KEYS) private readonly digests: ReadonlySet<string>) {}

  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (this.digests.has(digestOf(authorization.replace(/^Bearer /, '')))) return true;
    throw new UnauthorizedException();
  }
}

function digestOf(secret: string): string {
  return createHmac('sha256', 'pepper-of-the-benchmark').update(secret).digest('hex');
}

@Controller()
@UseGuards(PlainKeyGuard)
class PlainController {
  private readonly line = new Line();

  constructor(private readonly dataSource: DataSource) {}

  @Post('v1/orders')
  @HttpCode(202)
  async post(@Body() body: PostOrderBody): Promise<OrderView> {
    const { order, request } = rowsOf(body);
    try {
      await this.line.run(() => this.store(order, request));
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error;
      throw problem('idempotency-key-reused', 'This clientOrderId was used before.');
    }
    return orderView(order, [request], { watermark: null, now: Date.now() });
  }

  private store(order: OrderRow, request: OrderRequestRow): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await manager.insert(OrderRow, order);
      await manager.insert(OrderRequestRow, request);
      const head = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
      const entry = entryAfter(head, order);
      await manager.insert(AuditEntryRow, entry);
      await manager.update(AuditHeadRow, { id: 1 }, { sequence: entry.sequence, hash: entry.hash });
    });
  }

  /** Everything except storing: HTTP, API key, validation and response. */
  @Post('empty')
  @HttpCode(202)
  empty(@Body() _body: PostOrderBody): OrderView {
    return orderView(EMPTY.order, [EMPTY.request], { watermark: null, now: Date.now() });
  }
}

const EMPTY = rowsOf({
  clientOrderId: 'empty',
  side: 'BUY',
  security: 'SD1PLC',
  units: '1000',
  price: '12.50',
  timeInForce: 'Day Order (DO)',
  accountNumber: 'C0000001',
  clientName: 'Ada Obi',
});

@Module({})
class PlainModule {}

function plainModule(dataSource: DataSource, key: string): DynamicModule {
  return {
    module: PlainModule,
    controllers: [PlainController],
    providers: [
      { provide: DataSource, useValue: dataSource },
      { provide: KEYS, useValue: new Set([digestOf(key)]) },
    ],
  };
}

const [databaseUrl = '', port = '', key = ''] = process.argv.slice(2);
const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
await dataSource.runMigrations({ transaction: 'each' });
// better-sqlite3 uses NORMAL with WAL by default, so check that it is FULL.
await dataSource.query(REAL_WRITE);
const [durability] = await dataSource.query<{ synchronous: number }[]>('PRAGMA synchronous');
if (durability?.synchronous !== 2) throw new Error('The plain way must be as durable as Marina');
const { callers } = readConfig({ REQUESTS_PER_ADDRESS: '1000000' });
const app = await createHttpServer(plainModule(dataSource, key), {
  logger: new AppLogger(createLogger('warn')),
  answered: new AnsweredRequests(new Clock(), () => ({ keyId: null, personId: null })),
  callers,
  apiDocs: true,
  limits: new RateLimits(callers, new Clock()),
  delayMs: () => 0,
  refused: () => undefined,
  identify: () => Promise.resolve(),
  random: new Random(),
  tracing: Tracing.off,
  schemas: {},
});
await app.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  void app.close().then(async () => {
    await dataSource.destroy();
    process.exit(0);
  });
});
