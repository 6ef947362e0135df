import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Id, Whole } from '../../infra/formats.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import type { Actor } from '../../infra/audit/actor.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Decides } from '../../infra/auth/decisions.js';
import { Needs } from '../../infra/auth/scope.js';
import { Problem } from '../../infra/http/problems/problem.js';
import { AssignBreak } from './assign-break.js';
import { ResolveBreak } from './resolutions/resolve-break.js';
import { newDecision } from '../breaks/resolution.js';
import { BulkBody } from './breaks.dto.js';

export interface BulkResult {
  /**
   * As it was given.
   * @example "brk_01M7W9V1SSG1ZZZHKJWYYQT0K6"
   */
  readonly id: string;
  /** The HTTP status that the same call on this break alone would have had. */
  readonly status: Whole;
  /**
   * Of the problem, if it was refused.
   * @example "break-closed"
   */
  readonly code: string | null;
  /**
   * What the problem said.
   * @example "The break is Resolved."
   */
  readonly detail: string | null;
  /** Id of the proposal that now needs a second person. */
  readonly approval: Id | null;
}

export interface BulkResultsView {
  /** In the order of the request. */
  readonly results: readonly BulkResult[];
}

@ApiTags('Breaks')
@Controller('v1/breaks/bulk')
export class BreakBulkController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Decides((body) => (body as Partial<BulkBody> | null)?.act !== 'assign')
  @HttpCode(200)
  @Needs('recon:write')
  @Answers({ 200: { description: 'What became of each break.', schema: 'BulkResults' } }, [
    'person-required',
  ])
  @ApiOperation({
    summary: 'Assign, close or accept several breaks at once',
    description:
      'Each break is handled by itself, in the order given. One that fails says why and does not stop the others. One that would need `acceptDifferences` is refused: resolve it by itself.',
  })
  async bulk(
    @Body() body: BulkBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<BulkResultsView> {
    const actor = actorOf(request);
    const results: BulkResult[] = [];
    for (const id of body.ids) results.push(await this.one(id, body, actor));
    return { results };
  }

  private async one(id: string, body: BulkBody, actor: Actor): Promise<BulkResult> {
    try {
      const approval = await this.act(id, body, actor);
      const status = approval === null ? 200 : 202;
      return { id, status, code: null, detail: null, approval };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, detail } = error;
      return { id, status: error.getStatus(), code, detail, approval: null };
    }
  }

  private async act(id: string, body: BulkBody, actor: Actor): Promise<string | null> {
    const { act, assignee = null, reasonCode = 'Other', text = '' } = body;
    if (act !== 'assign') {
      const decision = newDecision({ resolution: act, reasonCode, text });
      return this.commands.execute(new ResolveBreak(id, decision, null, actor));
    }
    await this.commands.execute(new AssignBreak(id, assignee, null, actor));
    return null;
  }
}
