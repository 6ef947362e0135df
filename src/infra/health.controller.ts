import { Controller, Get, Header, Res, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Public } from './auth/scope.js';
import { Database } from './database/database.js';
import { BudgetReport } from './exchange/budget-report.js';

/** Is the process alive, and can it do its work? Open to everybody; it tells nothing of any order. */
@ApiTags('Health')
@Controller()
@Public()
export class HealthController implements BeforeApplicationShutdown {
  private stopping = false;
  private readonly metrics = new Registry();
  private readonly held: Gauge;

  constructor(
    private readonly database: Database,
    private readonly budget: BudgetReport,
  ) {
    collectDefaultMetrics({ register: this.metrics });
    this.held = new Gauge({
      name: 'marina_exchange_slots_held',
      help: 'Slots of the rolling minute that are held, by exchange key',
      labelNames: ['key'],
      registers: [this.metrics],
    });
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  @Get('health/live')
  @ApiOperation({ summary: 'The process answers' })
  live(): object {
    return { status: 'live' };
  }

  @Get('health/ready')
  @ApiOperation({ summary: 'Orders can be stored, and the exchange can be used' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const database = await this.database
      .read((manager) => manager.query('SELECT 1'))
      .then(() => 'up')
      .catch(() => 'down');
    const resting = await this.budget
      .report()
      .then((keys) => keys.filter((key) => key.restsUntil !== null).length)
      .catch(() => 0);
    const ready = database === 'up' && !this.stopping;
    void reply.status(ready ? 200 : 503);
    const status = this.stopping ? 'stopping' : ready ? 'ready' : 'not ready';
    return { status, database, exchangeKeysResting: resting };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4')
  @ApiOperation({ summary: 'Prometheus metrics' })
  async prometheus(): Promise<string> {
    for (const key of await this.budget.report()) this.held.set({ key: key.id }, key.held);
    return this.metrics.metrics();
  }
}
