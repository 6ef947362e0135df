import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Id, Instant, Whole } from '../../infra/formats.js';
import { instant } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { SchemaDriftRow } from '../../infra/exchange/client/schema-drift.entity.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';

export interface SchemaDriftView {
  /**
   * Of this kind of difference.
   * @example "018de40a76ba116f"
   */
  readonly id: string;
  /**
   * Path below `/v2/vendor/`.
   * @example "order/enquiry"
   */
  readonly endpoint: string;
  /**
   * Of the reply.
   * @example 200
   */
  readonly httpStatus: number;
  /**
   * Where and how replies differ from the interface document: names and types, no values.
   * @example "data.Status: missing"
   */
  readonly deviation: string;
  /** How often. */
  readonly seen: Whole;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
  readonly firstCallId: Id;
  /**
   * The beginning of the first such reply, as received.
   * @example "{\"success\":true}"
   */
  readonly sample: string;
}

/** Replies that differ from the exchange's interface document, one row for each kind of difference. */
export class FindSchemaDrift extends Query<Page<SchemaDriftView>> {
  constructor(
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindSchemaDrift)
export class FindSchemaDriftHandler implements IQueryHandler<FindSchemaDrift> {
  constructor(private readonly database: Database) {}

  execute({ limit, cursor }: FindSchemaDrift): Promise<Page<SchemaDriftView>> {
    const after = cursor === null ? null : cursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const query = manager.createQueryBuilder(SchemaDriftRow, 's').orderBy('s.id');
      if (after !== null) query.where('s.id > :after', { after });
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) => row.id);
      return { data: page.data.map(driftView), page: page.page };
    });
  }
}

function driftView(row: SchemaDriftRow): SchemaDriftView {
  return {
    ...row,
    firstSeenAt: instant(row.firstSeenAt),
    lastSeenAt: instant(row.lastSeenAt),
  };
}
