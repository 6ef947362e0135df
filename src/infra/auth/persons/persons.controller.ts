import { Body, Controller, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/openapi/answers.js';
import { KnownId } from '../../http/input/known-id.pipe.js';
import { cursorKey, pageOf, type Page } from '../../http/input/page.js';
import { problem } from '../../http/problems/problem.js';
import { PageQuery } from '../../http/input/query-dto.js';
import { actorOf, type AuthenticatedRequest } from '../api-key.guard.js';
import { Needs } from '../scope.js';
import type { PersonRow } from '../person.entity.js';
import { personView, type PersonView } from './person-view.js';
import { ChangePersonBody, CreatePersonBody } from './persons.dto.js';
import { Persons, type PersonRefusal } from './persons.js';

/** Who works here. */
@ApiTags('Access')
@Controller('v1/persons')
@Needs('admin')
export class PersonsController {
  constructor(private readonly persons: Persons) {}

  @Get()
  @Answers({ 200: { description: 'A page of persons.', schema: 'PersonPage' } })
  @ApiOperation({ summary: 'List persons' })
  async list(@Query() query: PageQuery): Promise<Page<PersonView>> {
    const after = query.cursor === undefined ? '' : cursorKey(query.cursor);
    const rows = (await this.persons.list()).filter((row) => row.id > after);
    const { data, page } = pageOf(rows.slice(0, query.limit + 1), query.limit, (row) => row.id);
    return { data: data.map(personView), page };
  }

  @Get(':id')
  @Answers({ 200: { description: 'The person.', schema: 'Person' } })
  @ApiOperation({ summary: 'Get a person' })
  async get(@Param('id', KnownId) id: string): Promise<PersonView> {
    const row = await this.persons.get(id);
    return done(row ?? 'unknown');
  }

  @Post()
  @Answers({ 201: { description: 'The person.', schema: 'Person' } }, ['name-taken'])
  @ApiOperation({
    summary: 'Add a person',
    description:
      'A key made for it (`personId` at `POST /v1/api-keys`) may do what its roles allow, and acts under its name. Two keys of one person are one person wherever a second one is needed. 409 `name-taken` if another person or a key has the name.',
  })
  async create(
    @Body() body: CreatePersonBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<PersonView> {
    return done(await this.persons.create(body, actorOf(request)));
  }

  @Patch(':id')
  @Answers({ 200: { description: 'The person as it is now.', schema: 'Person' } }, [
    'last-administrator',
  ])
  @ApiOperation({
    summary:
      'Change the e-mail address or the roles of a person, unlink its account, or disable it',
    description:
      'Takes effect at once for all its keys and sessions, on other instances within two seconds, and at once where two people decide. The name cannot be changed. 409 `last-administrator` if nobody could administer the service any more.',
  })
  async change(
    @Param('id', KnownId) id: string,
    @Body() body: ChangePersonBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<PersonView> {
    return done(await this.persons.change(id, body, actorOf(request)));
  }
}

function done(result: PersonRow | PersonRefusal): PersonView {
  switch (result) {
    case 'unknown':
      throw problem('not-found', 'There is no such person.');
    case 'name-taken':
      throw problem('name-taken', 'Another person, or a key that belongs to none, has this name.', {
        errors: [{ field: 'name', message: 'is the name of another person or key' }],
      });
    case 'last-administrator':
      throw problem(
        'last-administrator',
        'Nobody could administer the service after this. Make another administrator first.',
      );
    default:
      return personView(result);
  }
}
