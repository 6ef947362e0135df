import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../infra/http/openapi/answers.js';
import { COSTLY_AS_OF } from '../../infra/http/limits/costly-reads.js';
import {
  actorOf,
  boundAccountsOf,
  type AuthenticatedRequest,
} from '../../infra/auth/api-key.guard.js';
import { SHOWS_CLIENT } from '../../infra/auth/client-masking.js';
import { OpenToBoundKeys } from '../../infra/auth/api-keys/bound-keys.js';
import { READS_TRAIL, READS_TRAIL_AS_OF } from '../../infra/auth/trail-reads.js';
import { Needs } from '../../infra/auth/scope.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import type { Page } from '../../infra/http/input/page.js';
import { etagOf } from '../../infra/http/input/preferences.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import type { OrderView } from './order-view.js';
import type { EventView } from '../audit-trail/audit-events.js';
import { FindOrders, type OrderFilters } from './find-orders.js';
import { FindOrdersAsOf } from './find-orders-as-of.js';
import { GetOrder } from './get-order.js';
import { OrderHistory, type CallView, type FillView } from './order-history.js';
import { FillsQuery, OrderQuery, OrdersQuery, UnmaskBody } from './order-queries.dto.js';
import { UnmaskClient, type ClientView } from './unmask-client.js';

@ApiTags('Orders')
@Controller('v1/orders')
export class OrderQueriesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @RouteConfig({ ...COSTLY_AS_OF, ...READS_TRAIL_AS_OF })
  @Needs('orders:read')
  @OpenToBoundKeys()
  @Answers({ 200: { description: 'A page of orders.', schema: 'OrderPage' } })
  @ApiOperation({
    summary: 'List orders, newest first',
    description:
      'With `asOf` a page may have fewer orders than its limit, or none, and more to come: follow `nextCursor` while `hasMore` is true.',
  })
  list(
    @Query() query: OrdersQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<OrderView>> {
    const { limit, cursor, asOf, createdFrom, createdTo, ...rest } = query;
    const filters: OrderFilters = {
      ...rest,
      ...(createdFrom === undefined ? {} : { createdFrom: Date.parse(createdFrom) }),
      ...(createdTo === undefined ? {} : { createdTo: Date.parse(createdTo) }),
    };
    const accounts = boundAccountsOf(request);
    const place = { limit, cursor: cursor ?? null };
    return asOf === undefined
      ? this.queries.execute(new FindOrders(filters, accounts, limit, place.cursor))
      : this.queries.execute(new FindOrdersAsOf(filters, Date.parse(asOf), accounts, place));
  }

  @Get(':id')
  @RouteConfig({ ...COSTLY_AS_OF, ...READS_TRAIL_AS_OF })
  @Needs('orders:read')
  @OpenToBoundKeys()
  @Answers({
    200: {
      description: 'The order; `ETag` unless it was asked for `asOf`.',
      schema: 'Order',
      headers: ['ETag'],
    },
  })
  @ApiOperation({ summary: 'Get an order' })
  async get(
    @Param('id', KnownId) id: string,
    @Query() { asOf }: OrderQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView> {
    const at = asOf === undefined ? null : Date.parse(asOf);
    const view = await this.queries.execute(new GetOrder(id, boundAccountsOf(request), at));
    // An edit must not match how the order was.
    if (at === null) void reply.header('etag', etagOf(view.version));
    return view;
  }

  @Get(':id/events')
  @Needs('orders:read')
  @OpenToBoundKeys()
  @Answers({ 200: { description: 'A page of its audit entries.', schema: 'EventPage' } })
  @ApiOperation({
    summary: "List the order's audit entries, in sequence",
    description:
      'A key that is bound to accounts gets those of the order itself: neither breaks, nor doubts and searches, which may tell of orders of others.',
  })
  events(
    @Param('id', KnownId) id: string,
    @Query() query: PageQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<EventView>> {
    return this.queries.execute(
      new OrderHistory('events', id, boundAccountsOf(request), query.limit, query.cursor ?? null),
    );
  }

  @Get(':id/fills')
  @Needs('orders:read')
  @OpenToBoundKeys()
  @Answers({ 200: { description: 'A page of its executions.', schema: 'FillPage' } })
  @ApiOperation({
    summary: "List the order's executions",
    description:
      'Reversed executions are left out unless `reversed=true`. Exchange interface, section 11.',
  })
  fills(
    @Param('id', KnownId) id: string,
    @Query() query: FillsQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<FillView>> {
    const kind = query.reversed === true ? 'everyFill' : 'fills';
    return this.queries.execute(
      new OrderHistory(kind, id, boundAccountsOf(request), query.limit, query.cursor ?? null),
    );
  }

  @Post(':id/unmask')
  @RouteConfig(SHOWS_CLIENT)
  @HttpCode(200)
  @Needs('orders:read')
  @Answers({ 200: { description: 'Whose order it is.', schema: 'Client' } })
  @ApiOperation({
    summary: 'Show whose order it is, with a reason',
    description:
      'For persons for whom clients are masked (`masksClients` of the session); other callers may use it as well. `CLIENT_UNMASKED` with the caller and the reason is in the trail before anything is shown. A person, or the key of a system, may ask 30 times a minute (429).',
  })
  unmask(
    @Param('id', KnownId) id: string,
    @Body() { reason }: UnmaskBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<ClientView> {
    return this.commands.execute(new UnmaskClient(id, reason, actorOf(request)));
  }

  @Get(':id/calls')
  @RouteConfig(READS_TRAIL)
  @Needs('orders:read')
  @Answers({ 200: { description: 'A page of its exchange calls.', schema: 'CallPage' } })
  @ApiOperation({
    summary: 'List every exchange call made for the order, as sent and received',
    description: 'Whoever asks is in the trail (`AUDIT_READ`).',
  })
  calls(
    @Param('id', KnownId) id: string,
    @Query() query: PageQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<CallView>> {
    return this.queries.execute(
      new OrderHistory('calls', id, boundAccountsOf(request), query.limit, query.cursor ?? null),
    );
  }
}
