import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { RecordAnswer } from './market-schemas.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { FILTERS_IN_PATH } from '../../infra/auth/client-masking.js';
import { Needs } from '../../infra/auth/scope.js';
import { instant } from '../../infra/runtime/clock.js';
import type {
  ExchangeRecord,
  RecordEndpoint,
  Records,
} from '../../infra/exchange/api/record-api.js';
import type { RawJson } from '../../infra/exchange/schema/wire-schema.js';
import { cursorKey, cursorOf, notACursor, type Page } from '../../infra/http/input/page.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { ExchangeRecords } from './exchange-records.js';
import { AccountParam, BrokerParam, OrderNumberParam, TradesQuery } from './exchange.dto.js';
import { NoQuery } from './market.dto.js';

interface Provenance {
  /** When the exchange was asked. */
  readonly asOf: string;
  readonly source: 'live';
  /** The call in the journal. */
  readonly callId: string;
}

type RecordView = Readonly<Record<string, unknown>> & {
  readonly raw: RawJson;
  /** Documented fields that are missing or have another type; absent when there are none. */
  readonly odd?: readonly string[];
};

type OrderAnswer = Provenance & { readonly data: RecordView };
type ListAnswer = Provenance & Page<RecordView> & { readonly total: number };

const KEY = /^(call_[0-9A-Z]{26})\+(\d{1,9})$/;

const section = (summary: string, number: number): { summary: string; description: string } => ({
  summary,
  description: `Exchange interface, section ${number}. Costs one call, and leaves an entry in the trail that says who asked. Each record is also given as received, in \`raw\`, with numbers as strings.`,
});

const AnswersRecords = (schema: RecordAnswer): MethodDecorator =>
  Answers({ 200: { description: 'As the exchange shows it now.', schema } }, [
    'not-found-at-exchange', 'exchange-unavailable', 'budget-exhausted',
  ]); // prettier-ignore

/** Orders and trades as the exchange shows them now. */
@ApiTags('Exchange')
@Needs('exchange:read')
@Controller('v1/exchange')
export class ExchangeController {
  constructor(private readonly records: ExchangeRecords) {}

  @Get('orders/:orderNumber')
  @AnswersRecords('ExchangeOrderAnswer')
  @ApiOperation(section('One order by its number', 8))
  async order(
    @Param() { orderNumber }: OrderNumberParam,
    @Query() _query: NoQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<OrderAnswer> {
    const answer = await this.records.ask('order/enquiry', { orderNumber }, actorOf(request));
    const [data] = answer.records.map(recordView);
    if (data === undefined) throw new Error('An order enquiry has one record');
    return { data, ...provenanceOf(answer) };
  }

  @Get('brokers/:code/orders')
  @AnswersRecords('BrokerOrdersAnswer')
  @ApiOperation(section('Orders of a broker', 9))
  broker(
    @Param() { code }: BrokerParam,
    @Query() page: PageQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<ListAnswer> {
    return this.list('broker/order/enquiry', { brokerCode: code }, page, request);
  }

  @Get('accounts/:number/orders')
  @RouteConfig(FILTERS_IN_PATH)
  @AnswersRecords('AccountOrdersAnswer')
  @ApiOperation(section('Orders of a client account', 10))
  account(
    @Param() { number }: AccountParam,
    @Query() page: PageQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<ListAnswer> {
    return this.list('shareholder/enquiry', { shareholderAccount: number }, page, request);
  }

  @Get('trades')
  @AnswersRecords('TradesAnswer')
  @ApiOperation(section('Trades of a day', 11))
  trades(
    @Query() { date, status, ...page }: TradesQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<ListAnswer> {
    return this.list('daily/trades', { tradeDate: date, orderStatus: status }, page, request);
  }

  private async list(
    endpoint: RecordEndpoint,
    body: Readonly<Record<string, string>>,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
    request: AuthenticatedRequest,
  ): Promise<ListAnswer> {
    const place = cursor === undefined ? null : placeIn(cursor);
    const answer =
      place === null
        ? await this.records.ask(endpoint, body, actorOf(request))
        : this.records.again(place.callId, endpoint, body);
    const from = place?.from ?? 0;
    const total = answer.records.length;
    const hasMore = from + limit < total;
    const nextCursor = hasMore ? cursorOf(`${answer.callId}+${from + limit}`) : null;
    return {
      data: answer.records.slice(from, from + limit).map(recordView),
      page: { limit, nextCursor, hasMore },
      total,
      ...provenanceOf(answer),
    };
  }
}

function placeIn(cursor: string): { readonly callId: string; readonly from: number } {
  const [, callId, from] = KEY.exec(cursorKey(cursor)) ?? [];
  if (callId === undefined) throw notACursor();
  return { callId, from: Number(from) };
}

function provenanceOf({ askedAt, callId }: Records): Provenance {
  return { asOf: instant(askedAt), source: 'live', callId };
}

function recordView({ fields, odd, raw }: ExchangeRecord): RecordView {
  return { ...fields, raw, ...(odd.length === 0 ? {} : { odd }) };
}
