import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import {
  auditedEvents,
  type AuditedEventView,
  type EventView,
} from '../audit-trail/audit-events.js';
import { findEntries, type AuditFilters } from '../audit-trail/find-entries.js';

/** What people decide in place of what the exchange shows, or of what the rules would do. */
export const OVERRIDES: readonly string[] = [
  'BREAK_RESOLVED', 'ORDER_ADOPTED', 'STATUS_WORDS_APPROVED', 'DESK_RESUMED',
  'ORDER_LIMITS_SET', 'ORDER_LIMITS_REMOVED', 'CALENDAR_DAY_SET', 'CALENDAR_DAY_REMOVED',
]; // prettier-ignore

/** The decisions of people, the newest first. A page may have fewer than its limit. */
export class FindOverrides extends Query<Page<AuditedEventView>> {
  /** `showsClients`: the reader may see whose the orders are. */
  constructor(
    readonly filters: Omit<AuditFilters, 'types'>,
    readonly limit: number,
    readonly cursor: string | null,
    readonly showsClients = false,
  ) {
    super();
  }
}

@QueryHandler(FindOverrides)
export class FindOverridesHandler implements IQueryHandler<FindOverrides> {
  constructor(private readonly database: Database) {}

  execute({
    filters,
    limit,
    cursor,
    showsClients,
  }: FindOverrides): Promise<Page<AuditedEventView>> {
    const before = cursor === null ? Number.MAX_SAFE_INTEGER : numericCursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const found = await findEntries(
        manager,
        { ...filters, types: OVERRIDES },
        { after: 0, before, descending: true, limit: limit + 1 },
      );
      const { data, page } = pageOf(found, limit, ({ sequence }) => String(sequence));
      const events = await auditedEvents(manager, data, { showsClients });
      return { data: events.filter(isOverride), page };
    });
  }
}

/** Who ends a pause of people overrules nothing; who ends the wait for what the exchange has not shown yet does. */
function isOverride({ type, body }: EventView): boolean {
  if (type !== 'DESK_RESUMED') return true;
  return (body as { readonly withoutReconciliation?: number }).withoutReconciliation === 1;
}
