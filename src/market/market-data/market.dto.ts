import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { IsCount, PageQuery } from '../../infra/http/input/query-dto.js';
import { IsCalendarDate, IsPlainText } from '../../infra/http/input/validation.js';

/** Parameters with the documented limits, so that what the exchange would refuse costs no call. */
const SYMBOL_LENGTH_MAX = 40;
const SECTOR_LENGTH_MAX = 100;
const STATUS_LENGTH_MAX = 40;
/** Section 14, "range at most 366 days": counted with both ends, the stricter reading. */
const RANGE_DAYS_MAX = 366;
const DAY_MS = 86_400_000;

export const EVENTS_LIMIT_MAX = 100;
const EVENTS_LIMIT_DEFAULT = 20;

export const ACTION_TYPES = [
  'dividend',
  'rights',
  'stock_split',
  'scheme_of_arrangement',
  'bonus',
] as const;

export const DISCLOSURE_TYPES = [
  'market_news',
  'announcement',
  'corporate_disclosure',
  'annual_report',
  'event',
  'analyst_review',
  'weekly_summary',
  'daily_summary',
  'weekly_market_report',
  'video',
] as const;

const trimmed = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim() : value;

/** The exchange is documented to do the same before it matches. */
const asSymbol = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.trim().toUpperCase() : value;

export class SymbolParam {
  @ApiProperty({ description: 'Trimmed and upper-cased.', example: 'SD11PLC' })
  @Transform(asSymbol)
  @IsPlainText(SYMBOL_LENGTH_MAX)
  symbol!: string;
}

export class SectorParam {
  @ApiProperty({ description: 'Name of the sector in any case.' })
  @Transform(trimmed)
  @IsPlainText(SECTOR_LENGTH_MAX)
  sector!: string;
}

/** For routes without a query: every parameter is refused. */
@ApiSchema({ description: 'No query.' })
export class NoQuery {}

export class CompaniesQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Trading status as the exchange spells it.' })
  @IsOptional()
  @Transform(trimmed)
  @IsPlainText(STATUS_LENGTH_MAX)
  status?: string;
}

export class RangeQuery {
  @ApiProperty({ description: 'First day, inclusive, YYYY-MM-DD.' })
  @IsCalendarDate()
  from!: string;

  @ApiProperty({ description: 'Last day, inclusive, YYYY-MM-DD; 366 days at most.' })
  @IsCalendarDate()
  to!: string;
}

export class VwapQuery extends PageQuery {
  @ApiProperty({ description: 'First day, inclusive, YYYY-MM-DD.' })
  @IsCalendarDate()
  from!: string;

  @ApiProperty({ description: 'Last day, inclusive, YYYY-MM-DD.' })
  @IsCalendarDate()
  to!: string;
}

class EventsQuery {
  @ApiPropertyOptional({ description: 'Trimmed and upper-cased.' })
  @IsOptional()
  @Transform(asSymbol)
  @IsPlainText(SYMBOL_LENGTH_MAX)
  security?: string;

  @ApiPropertyOptional({
    minimum: 1,
    maximum: EVENTS_LIMIT_MAX,
    default: EVENTS_LIMIT_DEFAULT,
    description: 'The most rows of a page.',
  })
  @IsOptional()
  @IsCount({ least: 1, most: EVENTS_LIMIT_MAX })
  limit: number = EVENTS_LIMIT_DEFAULT;

  @ApiPropertyOptional({ description: 'nextCursor of the previous page.' })
  @IsOptional()
  @IsPlainText(200)
  cursor?: string;
}

export class ActionsQuery extends EventsQuery {
  @ApiPropertyOptional({ enum: ACTION_TYPES, description: 'The kind of it.' })
  @IsOptional()
  @IsIn(ACTION_TYPES)
  type?: string;
}

export class DisclosuresQuery extends EventsQuery {
  @ApiPropertyOptional({ enum: DISCLOSURE_TYPES, description: 'The kind of it.' })
  @IsOptional()
  @IsIn(DISCLOSURE_TYPES)
  type?: string;
}

/** Throws a problem for a range that runs backwards. */
export function checkOrder({ from, to }: RangeQuery): void {
  if (to < from) throw fieldProblem('validation-failed', 'to', 'must be on or after from');
}

/** … or that is too long for the summary; section 16 sets no such limit for vwap. */
export function checkRange(range: RangeQuery): void {
  checkOrder(range);
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY_MS + 1;
  if (days > RANGE_DAYS_MAX) {
    throw fieldProblem(
      'validation-failed',
      'to',
      `must be within ${RANGE_DAYS_MAX} days, from and to included`,
    );
  }
}
