import {
  Body, Controller, Headers, HttpCode, Param, Patch, Post, Req, Res,
} from '@nestjs/common'; // prettier-ignore
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import {
  IdempotencyKeyHeader,
  IfMatchHeader,
  PreferHeader,
} from '../../infra/http/openapi/request-headers.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { leavePlaces, WAITS } from '../../infra/http/limits/concurrency.js';
import { untilNeeded } from '../../infra/http/limits/connections.js';
import { ENQUIRES, RateLimits } from '../../infra/http/limits/rate-limits.js';
import { URGENT } from '../../infra/http/limits/overload.js';
import {
  actorOf,
  boundAccountsOf,
  type AuthenticatedRequest,
} from '../../infra/auth/api-key.guard.js';
import { needsClients } from '../../infra/auth/client-masking.js';
import { OpenToBoundKeys } from '../../infra/auth/api-keys/bound-keys.js';
import { Needs } from '../../infra/auth/scope.js';
import { etagOf, versionIn, waitMs } from '../../infra/http/input/preferences.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import {
  fieldProblem,
  Problem,
  problem,
  type ProblemCode,
} from '../../infra/http/problems/problem.js';
import { CancelOrder } from './cancel-order.js';
import { IsCancelIdle } from './is-cancel-idle.js';
import { EditOrder } from './edit-order.js';
import { PostOrder } from './post-order.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { OutcomeWaiter } from './outcome-waiter.js';
import { orderView, type OrderView } from '../order-queries/order-view.js';
import { GetOrder } from '../order-queries/get-order.js';
import { orderNotFound } from '../order/order-problems.js';
import { maySee, seesEveryOrder } from '../order-queries/order-visibility.js';
import { Reconciler } from '../reconciliation/runs/reconciler.js';
import { CancelOrderBody, EditOrderBody, PostOrderBody } from './orders.dto.js';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Who sets a limit of an account and sees which edit it refuses knows whose the order is. */
const EDIT_IS_CLOSED = 'You do not see clients, so you can cancel orders, but not edit them.';

const POSTED = {
  200: {
    description: 'The same request was accepted before: the order as it is now.',
    schema: 'Order',
    headers: ['ETag', 'Location', 'Idempotency-Replayed'],
  },
  201: {
    description: 'The exchange has answered.',
    schema: 'Order',
    headers: ['ETag', 'Location'],
  },
  202: {
    description: 'Stored, and not answered by the exchange yet.',
    schema: 'Order',
    headers: ['ETag', 'Location'],
  },
} as const;
const NOT_POSTED: readonly ProblemCode[] = [
  'account-foreign',
  'broker-code-foreign',
  'security-unknown',
  'time-in-force-unknown',
  'idempotency-key-reused',
  'request-in-progress',
  'limit-exceeded',
  'last-price-unknown',
  'too-many-queued',
];

@ApiTags('Orders')
@Controller('v1/orders')
export class OrderEntryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly dispatcher: Dispatcher,
    private readonly reconciler: Reconciler,
    private readonly waiter: OutcomeWaiter,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @RouteConfig(WAITS)
  @Needs('orders:write')
  @OpenToBoundKeys()
  @Answers(POSTED, NOT_POSTED)
  @ApiOperation({
    summary: 'Post an order',
    description:
      'The order is on disk before this answers. 201: the exchange answered within `Prefer: wait`. 202: it has not answered yet. 200: the same request was accepted before. 422 `limit-exceeded`: beyond a pre-trade limit of the firm, the key or the account. 403 `account-foreign`: the key is bound to other accounts. Exchange interface, section 5.',
  })
  @IdempotencyKeyHeader()
  @PreferHeader()
  async post(
    @Body() body: PostOrderBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('Prefer') prefer?: string,
    @Headers('Idempotency-Key') idempotencyKey?: string,
  ): Promise<OrderView> {
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw fieldProblem(
        'validation-failed',
        'Idempotency-Key',
        'must be 1 to 255 visible characters',
      );
    }
    const terms = { ...body, brokerCode: body.brokerCode ?? null };
    const { orderId, accepted } = await this.commands.execute(
      new PostOrder(terms, idempotencyKey ?? null, boundAccountsOf(request), actorOf(request)),
    );
    void reply.header('location', `/v1/orders/${orderId}`);
    if (accepted === null) {
      void reply.header('idempotency-replayed', 'true').status(200);
      return this.view(orderId, reply);
    }
    // Before the session opens there is nothing to send, and each look would cost PostgreSQL more than the order.
    if (accepted.isDue) this.sendNow('Post');
    else this.reconciler.hurry('Post');
    const wait = waitMs(prefer);
    if (wait > 0) {
      void reply.status((await this.isAnswered(orderId, wait, request)) ? 201 : 202);
      return this.view(orderId, reply);
    }
    // The caller does not wait, so nothing needs to be read again.
    const { order, request: post } = accepted;
    void reply.status(202).header('etag', etagOf(order.version));
    return orderView(order, [post], { watermark: null, now: order.createdAt });
  }

  @Patch(':id')
  @RouteConfig({ ...WAITS, ...needsClients(EDIT_IS_CLOSED) })
  @Needs('orders:write')
  @OpenToBoundKeys()
  @Answers(
    {
      200: { description: 'The exchange has answered.', schema: 'Order', headers: ['ETag'] },
      202: {
        description: 'Stored, and not answered by the exchange yet.',
        schema: 'Order',
        headers: ['ETag'],
      },
    },
    [
      'order-not-working',
      'order-part-filled',
      'order-number-unknown',
      'units-below-matched',
      'version-stale',
      'too-many-edits',
      'limit-exceeded',
      'last-price-unknown',
    ],
  )
  @ApiOperation({
    summary: 'Edit the units, the price or both',
    description:
      'The terms after the edit must be within the pre-trade limits (422 `limit-exceeded`), unless it only takes units away. An order may be edited 60 times in a minute, and 1,000 times in all (429 `too-many-edits`); cancels have no such limit. 403 `clients-masked` for who does not see clients. Exchange interface, section 6.',
  })
  @IfMatchHeader()
  @PreferHeader()
  async edit(
    @Param('id', KnownId) id: string,
    @Body() body: EditOrderBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('Prefer') prefer?: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<OrderView> {
    const { units, price } = body;
    if (units === undefined && price === undefined) {
      throw fieldProblem('validation-failed', 'units', 'or price must be given');
    }
    const terms = {
      ...(units === undefined ? {} : { units }),
      ...(price === undefined ? {} : { price }),
    };
    await this.checkVisible(id, request);
    await this.commands.execute(new EditOrder(id, terms, versionIn(ifMatch), actorOf(request)));
    this.sendNow('Edit');
    void reply.status((await this.isAnswered(id, waitMs(prefer), request)) ? 200 : 202);
    return this.view(id, reply);
  }

  @Post(':id/cancel')
  @RouteConfig(URGENT)
  @Needs('orders:write')
  @OpenToBoundKeys()
  @Answers(
    {
      200: { description: 'The exchange has answered.', schema: 'Order', headers: ['ETag'] },
      202: {
        description: 'Stored, and not answered by the exchange yet.',
        schema: 'Order',
        headers: ['ETag'],
      },
    },
    ['order-not-working', 'order-number-unknown', 'version-stale'],
  )
  @ApiOperation({
    summary: 'Cancel an order',
    description:
      'Accepted at once, whatever else the key asks, and sent before posts and edits, by turns of the callers: after the cancels that you have asked for before, and not behind all those of others. Only cancels that would change nothing, because the order has ended or a cancel is under way, wait for each other: four of a key are worked on at once (`REQUESTS_AT_ONCE_PER_KEY`). One of an order that has ended, and that something shows at work, is stored and waits (202): it is sent once the order is open again, and withdrawn once its end is certain. Exchange interface, section 7.',
  })
  @IfMatchHeader()
  @PreferHeader()
  async cancel(
    @Param('id', KnownId) id: string,
    @Body() body: CancelOrderBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('Prefer') prefer?: string,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<OrderView> {
    const reason = body.reason ?? null;
    const version = versionIn(ifMatch);
    // To refuse what is not there, or not theirs, takes a turn as well.
    const isHidden = await this.checkVisible(id, request).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'not-found') return true;
        throw error;
      },
    );
    if (isHidden || (await this.queries.execute(new IsCancelIdle(id, version)))) {
      const tooMany = await this.limits.ofIdleCancel(request, reply);
      if (tooMany !== null) throw tooMany;
    }
    if (isHidden) throw orderNotFound();
    await this.commands.execute(new CancelOrder(id, reason, version, actorOf(request)));
    this.sendNow('Cancel');
    void reply.status((await this.isAnswered(id, waitMs(prefer), request)) ? 200 : 202);
    return this.view(id, reply);
  }

  @Post(':id/enquire')
  @RouteConfig(ENQUIRES)
  @HttpCode(200)
  @Needs('orders:write')
  @OpenToBoundKeys()
  @Answers(
    {
      200: {
        description: 'The order after the answer of the exchange.',
        schema: 'Order',
        headers: ['ETag'],
      },
    },
    ['order-number-unknown', 'exchange-unavailable', 'budget-exhausted'],
  )
  @ApiOperation({
    summary: 'Enquire the order at the exchange now',
    description:
      'Costs one call of the budget, and counts against the `ENQUIRIES_PER_KEY` of the minute (429). Exchange interface, section 8.',
  })
  async enquire(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView> {
    await this.checkVisible(id, request);
    const { orderNumber } = await this.queries.execute(new GetOrder(id, null));
    if (orderNumber === null) {
      throw problem('order-number-unknown', 'The exchange has not given the order a number yet.');
    }
    const answer = await this.reconciler.enquire(id, orderNumber, actorOf(request));
    if (answer.kind === 'NoAnswer' && answer.why === 'NoBudget') {
      throw problem('budget-exhausted', answer.detail, { retryAfterSeconds: 10 });
    }
    if (answer.kind === 'NoAnswer') {
      const detail = 'The exchange answered without a record of the order, or not at all.';
      throw problem('exchange-unavailable', detail);
    }
    return this.view(id, reply);
  }

  /** What the caller may not see is as if it were not there. */
  private async checkVisible(id: string, request: AuthenticatedRequest): Promise<void> {
    if (seesEveryOrder(request)) return;
    const order = await this.queries.execute(new GetOrder(id, boundAccountsOf(request)));
    if (!maySee(request, order)) throw orderNotFound();
  }

  /** Waits, but for no longer than there are connections enough. */
  private isAnswered(id: string, wait: number, request: AuthenticatedRequest): Promise<boolean> {
    leavePlaces(request);
    return this.waiter.settled(id, wait, wait > 0 ? untilNeeded(request.raw) : undefined);
  }

  private sendNow(kind: 'Post' | 'Edit' | 'Cancel'): void {
    void this.dispatcher.wake([kind]);
    this.reconciler.hurry(kind);
  }

  private async view(id: string, reply: FastifyReply): Promise<OrderView> {
    const view = await this.queries.execute(new GetOrder(id, null));
    void reply.header('etag', etagOf(view.version));
    return view;
  }
}
