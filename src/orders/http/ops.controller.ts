import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Needs } from '../../infra/auth/scope.js';
import { Clock, instant } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import { BudgetReport } from '../../infra/exchange/budget-report.js';
import { SecurityDirectory } from '../../market/security-directory.js';
import { isSessionOpen, nextOpening, tradingDateOf } from '../../market/trading-day.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { OrderRequestRow } from '../store/order-request.entity.js';

@ApiTags('Operations')
@Controller('v1/ops')
export class OpsController {
  constructor(
    private readonly database: Database,
    private readonly budget: BudgetReport,
    private readonly dispatcher: Dispatcher,
    private readonly directory: SecurityDirectory,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get('status')
  @Needs('ops:read')
  @ApiOperation({ summary: 'Budget by lane, queues, exchange keys, session' })
  async status(): Promise<object> {
    const now = this.clock.now();
    const open = isSessionOpen(this.config.session, now);
    return {
      at: instant(now),
      environment: this.config.environment,
      database: this.database.engine,
      exchange: this.config.exchangeBaseUrl,
      tradingDate: tradingDateOf(now),
      session: { open, opensAt: open ? null : instant(nextOpening(this.config.session, now)) },
      keys: await this.budget.report(),
      requests: await this.requestCounts(),
      inFlight: this.dispatcher.flying,
      waitingFor: this.dispatcher.waitingFor,
      securities: this.directory.size,
    };
  }

  private async requestCounts(): Promise<Record<string, number>> {
    const rows = await this.database.read((manager) =>
      manager
        .createQueryBuilder(OrderRequestRow, 'r')
        .select('r.state', 'state')
        .addSelect('count(*)', 'count')
        .where("r.state IN ('Queued', 'Sent', 'Unknown')")
        .groupBy('r.state')
        .getRawMany<{ state: string; count: number }>(),
    );
    const none = { Queued: 0, Sent: 0, Unknown: 0 };
    return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
  }
}
