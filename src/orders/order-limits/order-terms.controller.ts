import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  actorOf,
  boundAccountsOf,
  type AuthenticatedRequest,
} from '../../infra/auth/api-key.guard.js';
import { covers, OpenToBoundKeys } from '../../infra/auth/api-keys/bound-keys.js';
import { Needs } from '../../infra/auth/scope.js';
import { Config } from '../../infra/config/config.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { IsPlainText } from '../../infra/http/input/validation.js';
import type { Money, Units } from '../../market/formats.js';
import type { LimitOwner } from './check-limits.js';
import { PreTradeLimits } from './pre-trade-limits.js';

/** What an order of the caller may be, before it is posted or edited. */
export interface OrderTermsView {
  /**
   * What `timeInForce` may be; the first is the usual one.
   * @example ["Day Order (DO)"]
   */
  readonly timesInForce: readonly string[];
  /** Of the limits of the firm, the key and the account the smallest each; null: none. */
  readonly limits: {
    /** The most Naira of one order. */
    readonly orderValue: { readonly most: Money; readonly owner: LimitOwner } | null;
    /** The most units of one order. */
    readonly orderUnits: { readonly most: Units; readonly owner: LimitOwner } | null;
    /** The most percent away from the last price, either way. */
    readonly priceBand: {
      /**
       * Percent.
       * @example "10"
       */
      readonly most: string;
      readonly owner: LimitOwner;
    } | null;
  };
}

export class OrderTermsQuery {
  @ApiPropertyOptional({
    description: "Counts this account's own limits, too.",
    example: 'C0012345',
  })
  @IsOptional()
  @IsPlainText(40)
  accountNumber?: string;
}

@ApiTags('Pre-trade limits')
@Controller('v1/order-terms')
export class OrderTermsController {
  constructor(
    private readonly limits: PreTradeLimits,
    private readonly config: Config,
  ) {}

  @Get()
  @Needs('orders:write')
  @OpenToBoundKeys()
  @Answers({ 200: { description: 'What holds now.', schema: 'OrderTerms' } }, ['account-foreign'])
  @ApiOperation({
    summary: 'Get what an order of yours may be',
    description:
      'The durations, and the pre-trade limits that hold for orders and edits of this key, for the account if one is given. They may change before the order comes, which is checked against those of then.',
  })
  async get(
    @Query() { accountNumber }: OrderTermsQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<OrderTermsView> {
    if (accountNumber !== undefined && !covers(boundAccountsOf(request), accountNumber)) {
      throw fieldProblem('account-foreign', 'accountNumber', 'must be an account that the key is for'); // prettier-ignore
    }
    const { keyId = null } = actorOf(request);
    const { timesInForce } = this.config;
    return {
      timesInForce,
      limits: await this.limits.inForce({ keyId, accountNumber: accountNumber ?? '' }),
    };
  }
}
