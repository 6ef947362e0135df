import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { instant } from '../runtime/clock.js';
import { KnownId } from '../http/known-id.pipe.js';
import { cursorKey, pageOf, type Page } from '../http/page.js';
import { problem } from '../http/problem.js';
import { PageQuery } from '../http/query-dto.js';
import { IsPlainText } from '../http/validation.js';
import type { ApiKeyRow } from './api-key.entity.js';
import { ApiKeys, type IssuedKey } from './api-keys.js';
import { actorOf, type AuthenticatedRequest } from './api-key.guard.js';
import { Needs, SCOPES, type Scope } from './scope.js';

export const KEY_NAME_MAX = 60;

export class CreateApiKeyBody {
  @ApiProperty({
    description: 'Who the key is for. Keys with the same name belong to the same caller.',
  })
  @IsPlainText(KEY_NAME_MAX)
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(SCOPES, { each: true, message: `scopes must each be one of ${SCOPES.join(', ')}` })
  scopes!: Scope[];

  @ApiPropertyOptional({
    default: false,
    description:
      'Whether its caller may name the person it acts for in the header On-Behalf-Of. Only for front-ends that know who their users are.',
  })
  @IsOptional()
  @IsBoolean({ message: 'delegates must be true or false' })
  delegates?: boolean;
}

export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly delegates: boolean;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

@ApiTags('Access')
@Controller('v1/api-keys')
@Needs('admin')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @ApiOperation({ summary: 'List API keys, without their secrets' })
  async list(@Query() query: PageQuery): Promise<Page<ApiKeyView>> {
    const after = query.cursor === undefined ? '' : cursorKey(query.cursor);
    const rows = (await this.keys.list()).filter((row) => row.id > after);
    const { data, page } = pageOf(rows.slice(0, query.limit + 1), query.limit, (row) => row.id);
    const view = (row: ApiKeyRow): ApiKeyView => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes.split(' '),
      delegates: row.delegates === 1,
      createdBy: row.createdBy,
      createdAt: instant(row.createdAt),
      revokedAt: row.revokedAt === null ? null : instant(row.revokedAt),
    });
    return { data: data.map(view), page };
  }

  @Post()
  @ApiOperation({ summary: 'Create an API key; its secret is shown only in this response' })
  create(@Body() body: CreateApiKeyBody, @Req() request: AuthenticatedRequest): Promise<IssuedKey> {
    const { name, scopes, delegates = false } = body;
    return this.keys.create({ name, scopes, delegates }, actorOf(request));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an API key' })
  async revoke(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    const found = await this.keys.revoke(id, actorOf(request));
    if (!found) throw problem('not-found', 'There is no such API key.');
  }
}
