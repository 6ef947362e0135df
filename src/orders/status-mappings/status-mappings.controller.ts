import {
  Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Req, Res,
} from '@nestjs/common'; // prettier-ignore
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IfMatchHeader } from '../../infra/http/openapi/request-headers.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Decides } from '../../infra/auth/decisions.js';
import { Needs } from '../../infra/auth/scope.js';
import type { Page } from '../../infra/http/input/page.js';
import { etagOf, versionIn } from '../../infra/http/input/preferences.js';
import { problem } from '../../infra/http/problems/problem.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { DecideStatusMappings } from './decide-status-mappings.js';
import { ProposeStatusMappings } from './propose-status-mappings.js';
import { FindStatusMappings, GetStatusMappings } from './find-status-mappings.js';
import type { StatusMappingsNow, StatusMappingsView } from './status-mapping-view.js';
import { DecideBody } from '../breaks/decision.dto.js';
import { StatusMappingsBody } from './status-mappings.dto.js';

@ApiTags('Reconciliation')
@Controller('v1/exchange/status-words')
export class StatusMappingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Needs('recon:read')
  @Answers({
    200: {
      description: 'The version in force, and the proposal.',
      schema: 'StatusMappingsNow',
      headers: ['ETag'],
    },
  })
  @ApiOperation({
    summary: 'Get the meanings of undocumented status words, and the open proposal',
    description:
      'Version 0 comes from the settings file. Exchange interface, "States and transitions".',
  })
  async now(@Res({ passthrough: true }) reply: FastifyReply): Promise<StatusMappingsNow> {
    return this.view(reply);
  }

  @Get('versions')
  @Needs('recon:read')
  @Answers({ 200: { description: 'A page of versions.', schema: 'StatusMappingsPage' } })
  @ApiOperation({ summary: 'List all versions ever proposed, newest first' })
  versions(@Query() query: PageQuery): Promise<Page<StatusMappingsView>> {
    return this.queries.execute(new FindStatusMappings(query.limit, query.cursor ?? null));
  }

  @Put()
  @Decides()
  @HttpCode(202)
  @Needs('recon:write')
  @Answers(
    {
      202: {
        description: 'The proposal waits for a second person.',
        schema: 'StatusMappingsNow',
        headers: ['ETag'],
      },
    },
    ['person-required', 'approval-pending', 'status-word-unfit', 'version-stale'],
  )
  @ApiOperation({
    summary: 'Propose a new version: every word with its meaning',
    description:
      'Takes effect when somebody else approves it within eight hours. Only one proposal can wait at a time. Decisions made under an earlier version stay.',
  })
  @IfMatchHeader()
  async propose(
    @Body() { words, reason }: StatusMappingsBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('If-Match') ifMatch?: string,
  ): Promise<StatusMappingsNow> {
    const seen = versionIn(ifMatch);
    await this.commands.execute(new ProposeStatusMappings(words, reason, seen, actorOf(request)));
    return this.view(reply);
  }

  @Post(':version/approve')
  @Decides()
  @HttpCode(200)
  @Needs('recon:approve')
  @Answers(
    { 200: { description: 'It is in force.', schema: 'StatusMappingsNow', headers: ['ETag'] } },
    [
      'person-required',
      'second-person-needed',
      'approval-decided',
      'approval-expired',
      'approval-stale',
    ],
  )
  @ApiOperation({
    summary: 'Approve a proposal of somebody else',
    description: 'Every instance uses it from its next reconciliation run.',
  })
  async approve(
    @Param('version') version: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body?: DecideBody,
  ): Promise<StatusMappingsNow> {
    await this.decide(version, true, request, body);
    return this.view(reply);
  }

  @Post(':version/reject')
  @Decides()
  @HttpCode(200)
  @Needs('recon:approve')
  @Answers(
    { 200: { description: 'It is rejected.', schema: 'StatusMappingsNow', headers: ['ETag'] } },
    ['person-required', 'approval-decided', 'approval-expired', 'approval-stale'],
  )
  @ApiOperation({ summary: 'Reject a proposal; you may reject your own' })
  async reject(
    @Param('version') version: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body?: DecideBody,
  ): Promise<StatusMappingsNow> {
    await this.decide(version, false, request, body);
    return this.view(reply);
  }

  private async decide(
    version: string,
    approve: boolean,
    request: AuthenticatedRequest,
    body: DecideBody | undefined,
  ): Promise<void> {
    if (!/^\d{1,9}$/.test(version)) throw problem('not-found', 'There is no such version.');
    const { text = null, payloadHash = null } = body ?? {};
    const actor = actorOf(request);
    const command = new DecideStatusMappings(Number(version), approve, text, payloadHash, actor);
    await this.commands.execute(command);
  }

  private async view(reply: FastifyReply): Promise<StatusMappingsNow> {
    const view = await this.queries.execute(new GetStatusMappings());
    void reply.header('etag', etagOf(view.inForce.version));
    return view;
  }
}
