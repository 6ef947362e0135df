import {
  Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req, Res,
} from '@nestjs/common'; // prettier-ignore
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IfMatchHeader } from '../../infra/http/openapi/request-headers.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import type { Actor } from '../../infra/audit/actor.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { clientsMasked } from '../../infra/auth/client-masking.js';
import { Decides } from '../../infra/auth/decisions.js';
import { Needs } from '../../infra/auth/scope.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import type { Page } from '../../infra/http/input/page.js';
import { ENQUIRES } from '../../infra/http/limits/rate-limits.js';
import { etagOf, versionIn } from '../../infra/http/input/preferences.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';
import { AssignBreak } from './assign-break.js';
import { CommentBreak } from './comment-break.js';
import { DecideApproval, WithdrawApproval } from './approvals/decide-approval.js';
import { ReopenBreak } from './resolutions/reopen-break.js';
import { ResolveBreak } from './resolutions/resolve-break.js';
import { Dispatcher } from '../dispatch/dispatcher.js';
import type { ApprovalView, BreakView, RecheckedBreakView, WholeBreakView } from './break-view.js';
import { recordWithoutClient } from '../order/client/client-in-texts.js';
import { GetOrder } from '../order-queries/get-order.js';
import { FindApprovals, GetApproval } from './approvals/find-approvals.js';
import { FindBreaks, GetBreak, type BreakFilters } from './find-breaks.js';
import { GetOrderCandidates, type OrderCandidatesView } from './candidates/find-candidates.js';
import { recheckOf, type Recheck } from '../reconciliation/collect/recheck.js';
import { Reconciler } from '../reconciliation/runs/reconciler.js';
import { AssignBody, CommentBody, decisionIn, ReopenBody, ResolveBody } from './breaks.dto.js';
import { DecideBody } from '../breaks/decision.dto.js'; // prettier-ignore
import { ApprovalsQuery, BreaksQuery } from './find-breaks.dto.js';

@ApiTags('Breaks')
@Controller('v1')
export class BreaksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly reconciler: Reconciler,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Get('breaks')
  @Needs('recon:read')
  @Answers({ 200: { description: 'A page of breaks.', schema: 'BreakPage' } })
  @ApiOperation({ summary: 'List breaks, newest first' })
  breaks(@Query() query: BreaksQuery): Promise<Page<BreakView>> {
    const { limit, cursor, ...filters } = query;
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const only = Object.fromEntries(given) as BreakFilters;
    return this.queries.execute(new FindBreaks(only, limit, cursor ?? null));
  }

  @Get('breaks/:id')
  @Needs('recon:read')
  @Answers({ 200: { description: 'The break.', schema: 'WholeBreak', headers: ['ETag'] } })
  @ApiOperation({ summary: 'Get a break with its comments and proposals' })
  break(
    @Param('id', KnownId) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeBreakView> {
    return this.view(id, reply);
  }

  @Post('breaks/:id/assign')
  @HttpCode(200)
  @Needs('recon:write')
  @Answers(
    { 200: { description: 'The break as it is now.', schema: 'WholeBreak', headers: ['ETag'] } },
    ['break-closed', 'version-stale', 'too-many-assignments'],
  )
  @ApiOperation({
    summary: 'Assign a break',
    description: 'A break may be assigned 60 times in a minute (429 `too-many-assignments`).',
  })
  @IfMatchHeader()
  async assign(
    @Param('id', KnownId) id: string,
    @Body() { assignee }: AssignBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<WholeBreakView> {
    const seen = versionIn(ifMatch);
    await this.commands.execute(new AssignBreak(id, assignee, seen, actorOf(request)));
    return this.view(id, reply);
  }

  @Post('breaks/:id/comments')
  @HttpCode(201)
  @Needs('recon:write')
  @Answers(
    {
      201: { description: 'The break with the comment.', schema: 'WholeBreak', headers: ['ETag'] },
    },
    ['too-many-comments'],
  )
  @ApiOperation({
    summary: 'Comment on a break',
    description:
      'A break may have 60 comments in a minute, and 1,000 in all (429 `too-many-comments`).',
  })
  async comment(
    @Param('id', KnownId) id: string,
    @Body() { text }: CommentBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WholeBreakView> {
    await this.commands.execute(new CommentBreak(id, text, actorOf(request)));
    return this.view(id, reply);
  }

  @Post('breaks/:id/resolve')
  @Decides()
  @HttpCode(200)
  @Needs('recon:write')
  @Answers(
    {
      200: { description: 'The break is closed.', schema: 'WholeBreak', headers: ['ETag'] },
      202: {
        description: 'The resolution waits for a second person.',
        schema: 'WholeBreak',
        headers: ['ETag', 'Location'],
      },
    },
    [
      'person-required',
      'break-closed',
      'approval-pending',
      'resolution-unfit',
      'version-stale',
      'order-not-working',
      'order-number-unknown',
    ],
  )
  @ApiOperation({
    summary: 'Resolve a break, or propose its resolution',
    description:
      "A resolution that changes an order or links a number, and closing a break of high severity, needs a second person: it is only proposed (202), and somebody else approves it at /v1/approvals. A number that is known here with other terms than the order's, or that two people have accepted as an order of another desk, is refused, or has to be proposed with `acceptDifferences`; the same holds where another desk's order may be ours of unknown outcome, and where numbers fit a post that is said not to be at the exchange. Refused is also what contradicts a proposal that waits (409 `approval-pending`). 403 `clients-masked` for `adopt` if you do not see clients.",
  })
  @IfMatchHeader()
  async resolve(
    @Param('id', KnownId) id: string,
    @Body() body: ResolveBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<WholeBreakView> {
    // Whether the account fits the trades that are shown would tell whose the order is.
    if (request.masksClients === true && body.resolution === 'adopt')
      throw clientsMasked('You do not see clients, so you cannot propose whose an order is.');
    const { acceptDifferences = false } = body;
    const decision = decisionIn(body);
    const seen = versionIn(ifMatch);
    const command = new ResolveBreak(id, decision, seen, actorOf(request), acceptDifferences);
    const proposal = await this.commands.execute(command);
    if (proposal !== null) {
      void reply.status(202).header('location', `/v1/approvals/${proposal}`);
    }
    return this.view(id, reply);
  }

  @Post('breaks/:id/reopen')
  @HttpCode(200)
  @Needs('recon:write')
  @Answers(
    { 200: { description: 'The break is open again.', schema: 'WholeBreak', headers: ['ETag'] } },
    ['break-open', 'resolution-unfit', 'version-stale'],
  )
  @ApiOperation({ summary: 'Reopen a closed break' })
  @IfMatchHeader()
  async reopen(
    @Param('id', KnownId) id: string,
    @Body() { text }: ReopenBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<WholeBreakView> {
    await this.commands.execute(new ReopenBreak(id, text, versionIn(ifMatch), actorOf(request)));
    return this.view(id, reply);
  }

  @Post('breaks/:id/recheck')
  @RouteConfig(ENQUIRES)
  @HttpCode(200)
  @Needs('recon:write')
  @Answers(
    {
      200: {
        description: 'The break after the answer of the exchange, and what was asked and said.',
        schema: 'RecheckedBreak',
        headers: ['ETag'],
      },
    },
    ['order-number-unknown', 'not-found-at-exchange', 'exchange-unavailable', 'budget-exhausted'],
  )
  @ApiOperation({
    summary: 'Recheck a break: ask the exchange about its order now',
    description:
      'Costs one call of the rate budget, also for an external order, and counts as an enquiry of the key (429). For an order without a number start a run instead: POST /v1/reconciliation/runs. Exchange interface, section 8.',
  })
  async recheck(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecheckedBreakView> {
    const { orderId, orderNumber } = await this.queries.execute(new GetBreak(id));
    const recheck = await (orderId === null
      ? this.recheckExternal(orderNumber, actorOf(request))
      : this.recheckOrder(orderId, actorOf(request)));
    return { ...(await this.view(id, reply)), recheck };
  }

  @Get('orders/:id/candidates')
  @Needs('recon:read')
  @Answers({
    200: { description: 'What the search for it has come to.', schema: 'OrderCandidates' },
  })
  @ApiOperation({
    summary: 'Get the order numbers that may be an order of unknown outcome',
    description:
      'What the searches for its post or edit have found so far, and what is known of each number that the last one has named. Costs no call. The exchange shows neither our reference nor a time, so that several numbers may fit equally.',
  })
  candidates(@Param('id', KnownId) id: string): Promise<OrderCandidatesView> {
    return this.queries.execute(new GetOrderCandidates(id));
  }

  @Get('approvals')
  @Needs('recon:read')
  @Answers({ 200: { description: 'A page of proposals.', schema: 'ApprovalPage' } })
  @ApiOperation({ summary: 'List proposals for a second person, newest first' })
  approvals(@Query() query: ApprovalsQuery): Promise<Page<ApprovalView>> {
    const { state, limit, cursor } = query;
    return this.queries.execute(new FindApprovals(state ?? null, limit, cursor ?? null));
  }

  @Get('approvals/:id')
  @Needs('recon:read')
  @Answers({ 200: { description: 'The proposal.', schema: 'Approval' } })
  @ApiOperation({ summary: 'Get one proposal' })
  approval(@Param('id', KnownId) id: string): Promise<ApprovalView> {
    return this.queries.execute(new GetApproval(id));
  }

  @Post('approvals/:id/approve')
  @Decides()
  @HttpCode(200)
  @Needs('recon:approve')
  @Answers({ 200: { description: 'The proposal, approved or Stale.', schema: 'Approval' } }, [
    'person-required',
    'second-person-needed',
    'approval-decided',
    'approval-expired',
    'approval-stale',
    'break-closed',
    'resolution-unfit',
  ])
  @ApiOperation({
    summary: 'Approve a proposal of somebody else',
    description:
      'It takes effect at once. If the order has changed since, the proposal is Stale. 403 `clients-masked` for `adopt` if you do not see clients.',
  })
  approve(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Body() body?: DecideBody,
  ): Promise<ApprovalView> {
    return this.decide(id, true, request, body);
  }

  @Post('approvals/:id/reject')
  @Decides()
  @HttpCode(200)
  @Needs('recon:approve')
  @Answers({ 200: { description: 'The proposal, rejected.', schema: 'Approval' } }, [
    'person-required',
    'approval-decided',
    'approval-expired',
    'approval-stale',
  ])
  @ApiOperation({
    summary: 'Reject a proposal; you may reject your own',
    description: '403 `clients-masked` for `adopt` if you do not see clients.',
  })
  reject(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Body() body?: DecideBody,
  ): Promise<ApprovalView> {
    return this.decide(id, false, request, body);
  }

  @Post('approvals/:id/withdraw')
  @Decides()
  @HttpCode(200)
  @Needs('recon:write')
  @Answers({ 200: { description: 'The proposal, withdrawn.', schema: 'Approval' } }, [
    'person-required',
    'withdrawal-not-own',
    'approval-decided',
    'approval-expired',
    'approval-stale',
  ])
  @ApiOperation({ summary: 'Withdraw your own proposal' })
  async withdraw(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Body() body?: DecideBody,
  ): Promise<ApprovalView> {
    const { text = null, payloadHash = null } = body ?? {};
    const actor = actorOf(request);
    await this.commands.execute(new WithdrawApproval(id, text, payloadHash, actor));
    return this.queries.execute(new GetApproval(id));
  }

  private async recheckOrder(orderId: string, actor: Actor): Promise<Recheck> {
    const order = await this.queries.execute(new GetOrder(orderId, null));
    const { orderNumber } = order;
    if (orderNumber === null) {
      const detail = 'The order of the break has no number to ask about.';
      throw problem('order-number-unknown', detail);
    }
    const answer = await this.reconciler.enquire(orderId, orderNumber, actor);
    if (answer.kind === 'NoAnswer') throw unanswered(answer);
    const rows = answer.rows.map((row) => recordWithoutClient(row, order));
    return recheckOf({ ...answer, rows }, null);
  }

  private async recheckExternal(orderNumber: string | null, actor: Actor): Promise<Recheck> {
    if (orderNumber === null) {
      throw problem('order-number-unknown', 'The break has no order number to enquire.');
    }
    const answer = await this.reconciler.enquireExternal(orderNumber, actor);
    if (answer.kind === 'NoAnswer') throw unanswered(answer);
    return recheckOf(answer, answer.notTaken);
  }

  private async decide(
    id: string,
    approve: boolean,
    request: AuthenticatedRequest,
    body: DecideBody | undefined,
  ): Promise<ApprovalView> {
    if (request.masksClients === true) await this.checkReadable(id);
    const { text = null, payloadHash = null } = body ?? {};
    const actor = actorOf(request);
    await this.commands.execute(new DecideApproval(id, approve, text, payloadHash, actor));
    // A cancel may have been waiting for a proven order number.
    void this.dispatcher.wake();
    // An adopted order has to be enquired.
    this.reconciler.hurry();
    return this.queries.execute(new GetApproval(id));
  }

  /** Throws for a proposal whose terms are masked for the caller. */
  private async checkReadable(id: string): Promise<void> {
    const { payload } = await this.queries.execute(new GetApproval(id));
    if (payload.resolution !== 'adopt') return;
    throw clientsMasked(
      'You do not see clients, so you cannot read the terms that you would decide on.',
    );
  }

  private async view(id: string, reply: FastifyReply): Promise<WholeBreakView> {
    const view = await this.queries.execute(new GetBreak(id));
    void reply.header('etag', etagOf(view.version));
    return view;
  }
}

interface Unanswered {
  readonly why: string;
  readonly isExplicit: boolean;
  readonly detail: string;
}

function unanswered({ why, isExplicit, detail }: Unanswered): Problem {
  if (why === 'NoBudget') return problem('budget-exhausted', detail, { retryAfterSeconds: 10 });
  return isExplicit
    ? problem('not-found-at-exchange', 'The exchange has no record of the order under this number.')
    : problem('exchange-unavailable', 'The exchange did not answer with a record of the order.');
}
