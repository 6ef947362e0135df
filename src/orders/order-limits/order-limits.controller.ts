import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { AccountNumber, Money, Units } from '../../market/formats.js';
import type { ActorName, Id, Instant } from '../../infra/formats.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { instant } from '../../infra/runtime/clock.js';
import { LimitsBody, limitsIn, LimitsPath } from './order-limits.dto.js';
import { OwnLimits, type LimitedOwner, type LimitsOfOwner } from './own-limits.js';

export interface OrderLimitsView {
  /** Null for limits of an account. */
  readonly keyId: Id | null;
  /** In capitals; null for limits of a key. */
  readonly accountNumber: AccountNumber | null;
  /** The most Naira of one order; null: no limit of its own. */
  readonly orderValue: Money | null;
  /** The most units of one order; null: no limit of its own. */
  readonly orderUnits: Units | null;
  /**
   * The most percent away from the last price; null: no limit of its own.
   * @example "10"
   */
  readonly priceBand: string | null;
  readonly changedBy: ActorName;
  readonly changedAt: Instant;
}

@ApiTags('Pre-trade limits')
@Controller('v1/order-limits')
export class OrderLimitsController {
  constructor(private readonly limits: OwnLimits) {}

  @Get()
  @Needs('ops:read')
  @Answers({ 200: { description: 'A page of limits.', schema: 'OrderLimitsPage' } })
  @ApiOperation({
    summary: 'List the pre-trade limits of keys and accounts',
    description: 'In the order in which they were first set. The limits of the firm are settings.',
  })
  async list(@Query() { limit, cursor }: PageQuery): Promise<Page<OrderLimitsView>> {
    const after = cursor === undefined ? '' : cursorKey(cursor);
    const rows = await this.limits.list(after, limit + 1);
    const { data, page } = pageOf(rows, limit, (row) => row.id);
    return { data: data.map(viewOf), page };
  }

  @Put(':owners/:owner')
  @Needs('admin')
  @Answers({ 200: { description: 'The limits as they are now.', schema: 'OrderLimits' } })
  @ApiOperation({
    summary: 'Set the pre-trade limits of a key or an account',
    description:
      'Replaces those that it had. They hold for each post, and each edit that does more than take units away, that comes after: by the key, whoever signed in with it included, or for the account. Of the limits of the firm, the key and the account the smallest holds; 422 `limit-exceeded` names it in `errors` by `limit` and `owner`. An account is the same in any spelling. 404 if there is no such key. Recorded in the audit trail.',
  })
  async set(
    @Param() path: LimitsPath,
    @Body() body: LimitsBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<OrderLimitsView> {
    const row = await this.limits.set(ownerIn(path), limitsIn(body), actorOf(request));
    if (row === null) throw problem('not-found', 'There is no such API key.');
    return viewOf(row);
  }

  @Delete(':owners/:owner')
  @Needs('admin')
  @HttpCode(204)
  @Answers({ 204: { description: 'There are no limits of it any more.' } })
  @ApiOperation({
    summary: 'Remove the pre-trade limits of a key or an account',
    description: 'Those of the firm go on to hold. Recorded in the audit trail.',
  })
  async remove(@Param() path: LimitsPath, @Req() request: AuthenticatedRequest): Promise<void> {
    if (await this.limits.remove(ownerIn(path), actorOf(request))) return;
    throw problem('not-found', 'There are no limits of their own.');
  }
}

function ownerIn({ owners, owner }: LimitsPath): LimitedOwner {
  return { kind: owners === 'keys' ? 'key' : 'account', owner };
}

function viewOf(row: LimitsOfOwner): OrderLimitsView {
  const { kind, owner, orderValue, orderUnits, priceBand, changedBy, changedAt } = row;
  return {
    keyId: kind === 'key' ? owner : null,
    accountNumber: kind === 'account' ? owner : null,
    orderValue,
    orderUnits,
    priceBand,
    changedBy,
    changedAt: instant(changedAt),
  };
}
