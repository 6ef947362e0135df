import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { needsClients } from '../../infra/auth/client-masking.js';
import { Needs } from '../../infra/auth/scope.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import type { Page } from '../../infra/http/input/page.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { IsPlainText } from '../../infra/http/input/validation.js';
import { FindClients, type FoundClientView } from './find-clients.js';

export class ClientsQuery extends PageQuery {
  @ApiProperty({ description: 'Words that are all in the name, whatever their case.' })
  @IsPlainText(100)
  name!: string;
}

const SEES_CLIENTS = needsClients('You do not see clients, so you cannot search by their names.');

/** Our clients, as far as they have orders. */
@ApiTags('Orders')
@Controller('v1/clients')
export class ClientsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RouteConfig({ ...COSTLY, ...SEES_CLIENTS })
  @Needs('orders:read')
  @Answers({ 200: { description: 'A page of clients.', schema: 'FoundClientPage' } })
  @ApiOperation({
    summary: 'Find clients by their name',
    description:
      'By the newest order of each account: what an account was called before is not found. Two thousand accounts are looked through for a page, so one may have fewer rows than its limit, or none, and more to come: follow `nextCursor` while `hasMore` is true. 403 `clients-masked` for who does not see clients; closed to keys that are bound to accounts.',
  })
  clients(@Query() { name, limit, cursor }: ClientsQuery): Promise<Page<FoundClientView>> {
    return this.queries.execute(new FindClients(name, limit, cursor ?? null));
  }
}
