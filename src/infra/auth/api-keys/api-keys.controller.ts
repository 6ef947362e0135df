import {
  Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req,
} from '@nestjs/common'; // prettier-ignore
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/openapi/answers.js';
import { Clock } from '../../runtime/clock.js';
import { KnownId } from '../../http/input/known-id.pipe.js';
import { cursorKey, pageOf, type Page } from '../../http/input/page.js';
import { fieldProblem, problem } from '../../http/problems/problem.js';
import { PageQuery } from '../../http/input/query-dto.js';
import { apiKeyView, type ApiKeyView } from './api-key-view.js';
import { CreateApiKeyBody, RotateBody, SetExpiryBody } from './api-keys.dto.js';
import { ApiKeys, type IssuedKey, type KeyRefusal } from './api-keys.js';
import { actorOf, callerNowOf, type AuthenticatedRequest } from '../api-key.guard.js';
import { clientsMasked } from '../client-masking.js';
import { BOUND_SCOPES } from './bound-keys.js';
import { OVERLAP_MAX_MS } from './key-life.js';
import { Needs } from '../scope.js';

@ApiTags('Access')
@Controller('v1/api-keys')
@Needs('admin')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Answers({ 200: { description: 'A page of keys.', schema: 'ApiKeyPage' } })
  @ApiOperation({ summary: 'List API keys, without their secrets' })
  async list(@Query() query: PageQuery): Promise<Page<ApiKeyView>> {
    const after = query.cursor === undefined ? '' : cursorKey(query.cursor);
    const rows = (await this.keys.list()).filter(({ row }) => row.id > after);
    const { data, page } = pageOf(rows.slice(0, query.limit + 1), query.limit, ({ row }) => row.id);
    const now = this.clock.now();
    return { data: data.map((key) => apiKeyView(key, now)), page };
  }

  @Post()
  @Answers({ 201: { description: 'The key with its secret.', schema: 'IssuedKey' } }, [
    'last-administrator',
    'name-taken',
  ])
  @ApiOperation({
    summary: 'Create an API key; its secret is shown only in this response',
    description:
      'For a person (`personId`) or, without one, for a system. An administrator that expires needs another one that does not: else 409 `last-administrator`. Who does not see clients cannot bind a key of their own to accounts (403 `clients-masked`): what it shows would tell whose an order is.',
  })
  async create(
    @Body() given: CreateApiKeyBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<IssuedKey> {
    const { expiresAt, ...body } = withoutNulls(given);
    const ends = expiresAt === undefined ? null : this.future('expiresAt', expiresAt);
    if (body.personId !== undefined && body.delegates === true) {
      const message = 'must not be true for the key of a person, who acts for nobody else';
      throw fieldProblem('validation-failed', 'delegates', message);
    }
    if (body.accounts !== undefined && (await isMaskedOwner(request, body.personId))) {
      throw clientsMasked('You do not see clients, so you cannot bind a key of yours to accounts.');
    }
    return done(await this.keys.create({ ...body, expiresAt: ends }, actorOf(request)));
  }

  @Patch(':id')
  @HttpCode(204)
  @Answers({ 204: { description: 'It expires then.' } }, ['last-administrator', 'key-ended'])
  @ApiOperation({
    summary: 'Set when an API key expires',
    description:
      '409 `last-administrator` for the last administrator; 409 `key-ended` if it is revoked or has expired.',
  })
  async setExpiry(
    @Param('id', KnownId) id: string,
    @Body() { expiresAt }: SetExpiryBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    const ends = expiresAt === null ? null : this.future('expiresAt', expiresAt);
    done(await this.keys.setExpiry(id, ends, actorOf(request)));
  }

  @Post(':id/rotate')
  @Answers({ 201: { description: 'The key with its new secret.', schema: 'IssuedKey' } }, [
    'key-ended',
  ])
  @ApiOperation({
    summary: 'Give an API key a new secret, which is shown only in this response',
    description:
      'The present secret opens until `previousSecretUntil` as well, so that callers can change over. 409 `key-ended` if the key is revoked or has expired.',
  })
  async rotate(
    @Param('id', KnownId) id: string,
    @Body() { previousSecretUntil }: RotateBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<IssuedKey> {
    const now = this.clock.now();
    const until =
      previousSecretUntil === undefined
        ? now
        : this.future('previousSecretUntil', previousSecretUntil);
    if (until > now + OVERLAP_MAX_MS) {
      throw fieldProblem('validation-failed', 'previousSecretUntil', 'must be within 30 days');
    }
    return done(await this.keys.rotate(id, until, actorOf(request)));
  }

  @Delete(':id')
  @HttpCode(204)
  @Answers({ 204: { description: 'The key opens nothing any more.' } }, ['last-administrator'])
  @ApiOperation({
    summary: 'Revoke an API key',
    description: '409 `last-administrator` for the last administrator.',
  })
  async revoke(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    done(await this.keys.revoke(id, actorOf(request)));
  }

  private future(field: string, instant: string): number {
    const at = Date.parse(instant);
    if (at > this.clock.now()) return at;
    throw fieldProblem('validation-failed', field, 'must be in the future');
  }
}

/** A null says as much as a field that is not given. */
function withoutNulls(body: CreateApiKeyBody): CreateApiKeyBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** By keys of their own, bound to some accounts and then to fewer, they would find out whose an order is. */
async function isMaskedOwner(
  request: AuthenticatedRequest,
  personId: string | undefined,
): Promise<boolean> {
  if (request.masksClients !== true || personId === undefined) return false;
  return (await callerNowOf(request)())?.person?.id === personId;
}

function done<T>(result: T | KeyRefusal): Exclude<T, KeyRefusal> {
  switch (result) {
    case 'unknown':
      throw problem('not-found', 'There is no such API key.');
    case 'ended':
      throw problem('key-ended', 'The API key is revoked or has expired.');
    case 'last-administrator':
      throw problem(
        'last-administrator',
        'It is the last administrator. Create another administrator that never expires first.',
      );
    case 'unknown-person':
      throw fieldProblem('validation-failed', 'personId', 'is not the id of a person');
    case 'disabled-person':
      throw fieldProblem('validation-failed', 'personId', 'is the id of a disabled person');
    case 'beyond-roles':
      throw fieldProblem('validation-failed', 'scopes', 'must be within the roles of the person');
    case 'beyond-accounts': {
      const message = `must each be one of ${BOUND_SCOPES.join(', ')} for a key that is bound to accounts`;
      throw fieldProblem('validation-failed', 'scopes', message);
    }
    case 'name-of-person':
      throw fieldProblem('validation-failed', 'name', 'is the name of a person: give its personId');
    default:
      return result as Exclude<T, KeyRefusal>;
  }
}
