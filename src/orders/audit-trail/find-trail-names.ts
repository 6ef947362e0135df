import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { titleOf } from './narrative/entry-titles.js';

export interface TrailNamesView {
  /**
   * Those who have acted, by the names that people see, in the order of the alphabet.
   * @example ["Ada"]
   */
  readonly by: readonly string[];
  /** The types of entries. */
  readonly types: readonly EntryTypeView[];
}

export interface EntryTypeView {
  /**
   * As the filter takes it.
   * @example "FILL"
   */
  readonly type: string;
  /**
   * In words.
   * @example "Trade booked"
   */
  readonly title: string;
}

/** What the filters of the trail can be asked for. */
export class FindTrailNames extends Query<TrailNamesView> {}

const NAMES_MAX = 500;

@QueryHandler(FindTrailNames)
export class FindTrailNamesHandler implements IQueryHandler<FindTrailNames> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<TrailNamesView> {
    const actors = await this.distinct('actor');
    const named = await this.distinct('on_behalf_of');
    const types = await this.distinct('type');
    const by = new Set([...actors.map((actor) => actor.replace(/^(key|system):/, '')), ...named]);
    return {
      by: [...by].sort((a, b) => a.localeCompare(b, 'en')),
      types: types
        .map((type) => ({ type, title: titleOf(type) }))
        .sort((a, b) => a.title.localeCompare(b.title, 'en')),
    };
  }

  /** One look into the index for each value, however long the trail is. */
  private async distinct(column: 'actor' | 'on_behalf_of' | 'type'): Promise<readonly string[]> {
    const rows = await this.database.questions.query<{ value: string }>(
      `WITH RECURSIVE found(value) AS (
         SELECT min(${column}) FROM audit_entries WHERE ${column} IS NOT NULL
         UNION ALL
         SELECT (SELECT min(${column}) FROM audit_entries WHERE ${column} > found.value)
           FROM found WHERE found.value IS NOT NULL
       )
       SELECT value FROM found WHERE value IS NOT NULL LIMIT ${NAMES_MAX}`,
    );
    return rows.map(({ value }) => value);
  }
}
