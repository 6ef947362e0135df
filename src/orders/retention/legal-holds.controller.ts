import { Body, Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import type { ActorName, Id, Instant, Text } from '../../infra/formats.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { instant } from '../../infra/runtime/clock.js';
import type { AccountNumber } from '../../market/formats.js';
import { orderNotFound } from '../order/order-problems.js';
import { HoldBody, LegalHoldsQuery, ReleaseBody, subjectIn } from './legal-holds.dto.js';
import { LegalHolds, type LegalHold } from './legal-holds.js';

/** A hold on an account or an order. */
export interface LegalHoldView {
  readonly id: Id;
  /** Null for a hold on one order. */
  readonly accountNumber: AccountNumber | null;
  /** Null for a hold on an account. */
  readonly orderId: Id | null;
  readonly reason: Text;
  readonly placedBy: ActorName;
  readonly placedAt: Instant;
  /** Null: it is in force. */
  readonly releasedBy: ActorName | null;
  readonly releasedAt: Instant | null;
  readonly releaseReason: Text | null;
}

@ApiTags('Audit')
@Needs('audit:export')
@Controller('v1/legal-holds')
export class LegalHoldsController {
  constructor(private readonly holds: LegalHolds) {}

  @Get()
  @Answers({ 200: { description: 'A page of holds.', schema: 'LegalHoldPage' } })
  @ApiOperation({
    summary: 'List the legal holds, newest first',
    description: 'Released ones, too, unless `inForce=true`.',
  })
  async list(
    @Query() { limit, cursor, inForce = false }: LegalHoldsQuery,
  ): Promise<Page<LegalHoldView>> {
    const before = cursor === undefined ? null : cursorKey(cursor);
    const rows = await this.holds.list(inForce, before, limit + 1);
    const { data, page } = pageOf(rows, limit, ({ id }) => id);
    return { data: data.map(viewOf), page };
  }

  @Post()
  @Answers({ 201: { description: 'It is in force.', schema: 'LegalHold' } }, ['not-found'])
  @ApiOperation({
    summary: 'Place a legal hold on an account or an order, with a reason',
    description:
      'While it is in force, `marina retention` removes nothing of the order, or of any order of the account. Recorded in the audit trail (`LEGAL_HOLD_PLACED`).',
  })
  async place(
    @Body() body: HoldBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<LegalHoldView> {
    const hold = await this.holds.place(subjectIn(body), body.reason, actorOf(request));
    if (hold === null) throw orderNotFound();
    return viewOf(hold);
  }

  @Delete(':id')
  @Answers({ 200: { description: 'It is released.', schema: 'LegalHold' } })
  @ApiOperation({
    summary: 'Release a legal hold, with a reason',
    description:
      'The hold stays in the list, with who released it and why. Recorded in the audit trail (`LEGAL_HOLD_RELEASED`). 404 if it is not in force.',
  })
  async release(
    @Param('id', KnownId) id: string,
    @Body() { reason }: ReleaseBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<LegalHoldView> {
    const hold = await this.holds.release(id, reason, actorOf(request));
    if (hold === null) throw problem('not-found', 'No legal hold with this id is in force.');
    return viewOf(hold);
  }
}

function viewOf(hold: LegalHold): LegalHoldView {
  const { placedAt, releasedAt, ...rest } = hold;
  return {
    ...rest,
    placedAt: instant(placedAt),
    releasedAt: releasedAt === null ? null : instant(releasedAt),
  };
}
