import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { MarketAnswer } from './market-schemas.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { operatorOf } from '../../infra/audit/actor.js';
import {
  actorOf,
  boundAccountsOf,
  type AuthenticatedRequest,
} from '../../infra/auth/api-key.guard.js';
import { OpenToBoundKeys } from '../../infra/auth/api-keys/bound-keys.js';
import { Needs } from '../../infra/auth/scope.js';
import { instant } from '../../infra/runtime/clock.js';
import {
  ask,
  type MarketEndpoint,
  type Question,
} from '../../infra/exchange/api/market-questions.js';
import { LIMIT_MAX, PageQuery } from '../../infra/http/input/query-dto.js';
import { MarketData, type Reading } from './market-data.js';
import { marketPage, pageWanted, wholeList, type MarketPage } from './market-page.js';
import {
  ActionsQuery,
  checkOrder,
  checkRange,
  CompaniesQuery,
  DisclosuresQuery,
  EVENTS_LIMIT_MAX,
  NoQuery,
  RangeQuery,
  SectorParam,
  SymbolParam,
  VwapQuery,
} from './market.dto.js';

interface MarketBody {
  readonly data: unknown;
  /** Lists only. */
  readonly page?: MarketPage;
  /** When the exchange was asked. */
  readonly asOf: string;
  readonly source: Reading['source'];
  /** Documented fields that are missing or have another type; absent when there are none. */
  readonly odd?: readonly string[];
}

const section = (summary: string, number: number): { summary: string; description: string } => ({
  summary,
  description: `Exchange interface, section ${number}. Served from a cache; asOf and source say how old the answer is.`,
});

const AnswersMarket = (schema: MarketAnswer): MethodDecorator =>
  Answers(
    {
      200: {
        description: 'The answer of the exchange, and how old it is.',
        schema,
        headers: ['Age', 'Cache-Control'],
      },
    },
    ['not-found-at-exchange', 'exchange-unavailable', 'budget-exhausted'],
  );

@ApiTags('Market')
@Needs('market:read')
@OpenToBoundKeys()
@Controller('v1/market')
export class MarketController {
  constructor(private readonly market: MarketData) {}

  @Get('sectors')
  @AnswersMarket('SectorsAnswer')
  @ApiOperation(section('Sectors, with their number of companies', 1))
  sectors(
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.sectors(), request, reply);
  }

  @Get('sectors/:sector/companies')
  @AnswersMarket('SectorCompaniesAnswer')
  @ApiOperation(section('Companies of a sector', 2))
  companiesOfSector(
    @Param() { sector }: SectorParam,
    @Query() query: PageQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.companiesOfSector(sector, pageWanted(query, LIMIT_MAX)), request, reply);
  }

  @Get('companies')
  @AnswersMarket('CompaniesAnswer')
  @ApiOperation(section('All companies', 3))
  companies(
    @Query() query: CompaniesQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.companies(query.status, pageWanted(query, LIMIT_MAX)), request, reply);
  }

  @Get('companies/:symbol')
  @AnswersMarket('CompanyAnswer')
  @ApiOperation(section('The profile of a company', 4))
  company(
    @Param() { symbol }: SymbolParam,
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.company(symbol), request, reply);
  }

  @Get('companies/:symbol/data')
  @AnswersMarket('CompanyDataAnswer')
  @ApiOperation(section('Live data of a company', 18))
  dataOfCompany(
    @Param() { symbol }: SymbolParam,
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.dataOfCompany(symbol), request, reply);
  }

  @Get('data')
  @AnswersMarket('CompaniesDataAnswer')
  @ApiOperation(section('Live data of every company', 17))
  dataOfCompanies(
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.dataOfCompanies(), request, reply);
  }

  @Get('order-book/:symbol')
  @AnswersMarket('OrderBookAnswer')
  @ApiOperation(section('The order book of a security', 12))
  orderBook(
    @Param() { symbol }: SymbolParam,
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.orderBook(symbol), request, reply);
  }

  @Get('quotes/:symbol')
  @AnswersMarket('QuoteAnswer')
  @ApiOperation(section('The quote of a security', 13))
  quote(
    @Param() { symbol }: SymbolParam,
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.quote(symbol), request, reply);
  }

  @Get('snapshot')
  @AnswersMarket('SnapshotAnswer')
  @ApiOperation(section('The market today compared with the previous day', 15))
  snapshotOfToday(
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(ask.snapshotOfToday(), request, reply);
  }

  @Get('snapshot/summary')
  @AnswersMarket('SnapshotSummaryAnswer')
  @ApiOperation(section('The market over a range of days', 14))
  snapshotOfRange(
    @Query() query: RangeQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    checkRange(query);
    return this.answer(ask.snapshotOfRange(query.from, query.to), request, reply);
  }

  @Get('vwap')
  @AnswersMarket('VwapAnswer')
  @ApiOperation(section('Volume-weighted average prices, one row a security and day', 16))
  vwap(
    @Query() query: VwapQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    checkOrder(query);
    return this.answer(
      ask.vwap(query.from, query.to, pageWanted(query, LIMIT_MAX)),
      request,
      reply,
    );
  }

  @Get('corporate-actions')
  @AnswersMarket('CorporateActionsAnswer')
  @ApiOperation(section('Corporate actions', 19))
  actions(
    @Query() query: ActionsQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(
      ask.actions(query.type, query.security, pageWanted(query, EVENTS_LIMIT_MAX)),
      request,
      reply,
    );
  }

  @Get('disclosures')
  @AnswersMarket('DisclosuresAnswer')
  @ApiOperation(section('Corporate disclosures', 20))
  disclosures(
    @Query() query: DisclosuresQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketBody> {
    return this.answer(
      ask.disclosures(query.type, query.security, pageWanted(query, EVENTS_LIMIT_MAX)),
      request,
      reply,
    );
  }

  private async answer<E extends MarketEndpoint>(
    question: Question<E>,
    request: AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<MarketBody> {
    const actor = actorOf(request);
    const operator = operatorOf(actor);
    const { answer, source, ageMs, freshness } = await this.market.read(
      question,
      operator,
      'market',
      boundAccountsOf(request) === null ? null : (actor.keyId ?? operator),
    );
    const maxAge = source === 'stale' ? 0 : Math.floor(freshness.freshMs / 1_000);
    void reply
      .header('age', String(Math.floor(ageMs / 1_000)))
      .header('cache-control', `private, max-age=${maxAge}`);
    const { data, odd, askedAt } = answer;
    const rows = Array.isArray(data) ? data.length : null;
    return {
      data,
      ...(rows === null ? {} : { page: pageOfAnswer(question, answer, rows) }),
      asOf: instant(askedAt),
      source,
      ...(odd.length === 0 ? {} : { odd }),
    };
  }
}

function pageOfAnswer(
  { page }: Question,
  counted: Pick<Reading['answer'], 'total' | 'pages'>,
  rows: number,
): MarketPage {
  return page === undefined ? wholeList(rows) : marketPage(page, counted, rows);
}
