import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { Needs } from '../../infra/auth/scope.js';
import type { ActorName, Instant, Text } from '../../infra/formats.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { pageOf, textCursorKey, type Page } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { textFilters } from '../../infra/http/input/text-filters.js';
import { requestValidation } from '../../infra/http/input/validation.js';
import { instant } from '../../infra/runtime/clock.js';
import {
  HandledOrdersQuery,
  OverridesQuery,
  UnknownOutcomesQuery,
} from '../audit-reports/audit-reports.dto.js';
import { AuditQuery } from '../audit-trail/audit.dto.js';
import { refuseUnknownTypes } from '../audit-trail/unknown-types.js';
import { BestExecutionQuery } from '../best-execution/best-execution.dto.js';
import { OrdersQuery } from '../order-queries/order-queries.dto.js';
import type { QuestionKind } from './question-kinds.js';
import { NAME_MAX, NewQuestionPath, QuestionBody, QuestionPath } from './saved-questions.dto.js';
import { SavedQuestions, type QuestionFilters, type SavedQuestion } from './saved-questions.js';

/** A question that somebody has given a name. */
export interface SavedQuestionView {
  /** @example "late edits" */
  readonly name: Text;
  readonly kind: QuestionKind;
  /**
   * The query of its route, but for the page.
   * @example { "security": "SD11PLC" }
   */
  readonly filters: QuestionFilters;
  /**
   * Where it is asked.
   * @example "/v1/audit/events?security=SD11PLC"
   */
  readonly href: string;
  readonly changedBy: ActorName;
  readonly changedAt: Instant;
}

const ROUTES = {
  entries: { path: '/v1/audit/events', query: AuditQuery },
  orders: { path: '/v1/orders', query: OrdersQuery },
  'handled-orders': { path: '/v1/audit/handled-orders', query: HandledOrdersQuery },
  'unknown-outcomes': { path: '/v1/audit/unknown-outcomes', query: UnknownOutcomesQuery },
  overrides: { path: '/v1/audit/overrides', query: OverridesQuery },
  'best-execution': { path: '/v1/audit/best-execution', query: BestExecutionQuery },
} as const satisfies Readonly<Record<QuestionKind, object>>;

/** Each reader has a page of its own. */
const OF_THE_PAGE = ['limit', 'cursor', 'afterSequence'];

@ApiTags('Audit')
@Controller('v1/audit/saved-questions')
export class SavedQuestionsController {
  private readonly validation = requestValidation('filters.');

  constructor(
    private readonly questions: SavedQuestions,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Needs('audit:read')
  @Answers({ 200: { description: 'A page of questions.', schema: 'SavedQuestionPage' } })
  @ApiOperation({
    summary: 'List the saved questions, by name',
    description: 'They are shared by all who read the trail. `href` asks one again.',
  })
  async list(@Query() { limit, cursor }: PageQuery): Promise<Page<SavedQuestionView>> {
    const after = cursor === undefined ? '' : textCursorKey(cursor, NAME_MAX);
    const rows = await this.questions.list(after, limit + 1);
    const { data, page } = pageOf(rows, limit, ({ name }) => name);
    return { data: data.map(viewOf), page };
  }

  @Put(':name')
  @Needs('audit:read')
  @Answers({ 200: { description: 'The question as it is now.', schema: 'SavedQuestion' } })
  @ApiOperation({
    summary: 'Save a question under a name',
    description:
      'Replaces the one of that name, in any spelling. 400 for filters that its route would refuse, and for the names `.` and `..`. A caller may save and remove 60 times an hour (429). Recorded in the audit trail.',
  })
  async save(
    @Param() { name }: NewQuestionPath,
    @Body() { kind, filters }: QuestionBody,
    @Req() request: AuthenticatedRequest,
  ): Promise<SavedQuestionView> {
    const question = { kind, filters: await this.filtersIn(kind, filters) };
    return viewOf(await this.questions.save(name, question, actorOf(request)));
  }

  @Delete(':name')
  @Needs('audit:read')
  @HttpCode(204)
  @Answers({ 204: { description: 'There is no such question any more.' } }, ['not-found'])
  @ApiOperation({
    summary: 'Remove a saved question',
    description:
      'A caller may save and remove 60 times an hour (429). Recorded in the audit trail.',
  })
  async remove(
    @Param() { name }: QuestionPath,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    if (await this.questions.remove(name, actorOf(request))) return;
    throw problem('not-found', `There is no saved question ${name}.`);
  }

  /** Those that the route itself takes. */
  private async filtersIn(
    kind: QuestionKind,
    given: Readonly<Record<string, unknown>>,
  ): Promise<QuestionFilters> {
    const filters = textFilters(given, OF_THE_PAGE);
    const query: unknown = await this.validation.transform(
      { ...filters },
      { type: 'query', metatype: ROUTES[kind].query },
    );
    if (query instanceof AuditQuery)
      await refuseUnknownTypes(this.queries, query.type, 'filters.type');
    return filters;
  }
}

function viewOf({ name, kind, filters, changedBy, changedAt }: SavedQuestion): SavedQuestionView {
  const asked = JSON.parse(filters) as QuestionFilters;
  const query = new URLSearchParams(asked).toString();
  const href = `${ROUTES[kind].path}${query === '' ? '' : `?${query}`}`;
  return { name, kind, filters: asked, href, changedBy, changedAt: instant(changedAt) };
}
