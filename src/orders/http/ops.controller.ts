import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Needs } from '../../infra/auth/scope.js';
import { Clock, instant } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Page } from '../../infra/http/page.js';
import { PageQuery } from '../../infra/http/query-dto.js';
import { Capabilities } from '../../infra/exchange/capabilities.js';
import { SecurityDirectory } from '../../market/security-directory.js';
import { isSessionOpen, nextOpening, tradingDateOf } from '../../market/trading-day.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { FindShapes, type ShapeView } from '../queries/find-shapes.js';
import { CountRequests } from '../queries/count-requests.js';

@ApiTags('Operations')
@Controller('v1/ops')
export class OpsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly database: Database,
    private readonly capabilities: Capabilities,
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
    const { keys, capabilities, answers, silentSince } = await this.capabilities.report();
    return {
      at: instant(now),
      environment: this.config.environment,
      database: this.database.engine,
      exchange: { url: this.config.exchangeBaseUrl, answers, silentSince },
      tradingDate: tradingDateOf(now),
      session: { open, opensAt: open ? null : instant(nextOpening(this.config.session, now)) },
      capabilities,
      keys,
      requests: await this.queries.execute(new CountRequests()),
      inFlight: this.dispatcher.flying,
      waitingFor: this.dispatcher.waitingFor,
      securities: this.directory.size,
    };
  }

  @Get('exchange-shapes')
  @Needs('ops:read')
  @ApiOperation({
    summary: 'Replies of the exchange that its interface document does not show',
    description:
      'One row for each kind of difference, with how often it was seen and the beginning of the first such reply. Nothing in it is taken for a success or a refusal.',
  })
  shapes(@Query() query: PageQuery): Promise<Page<ShapeView>> {
    return this.queries.execute(new FindShapes(query.limit, query.cursor ?? null));
  }
}
