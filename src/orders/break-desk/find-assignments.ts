import type { Database } from '../../infra/database/database.js';
import { instant } from '../../infra/runtime/clock.js';
import { findEntries, type FoundEntry } from '../audit-trail/find-entries.js';
import type { BreakRow } from '../breaks/break.entity.js';
import type { AssignmentView } from './break-view.js';

const PAGE = 200;
/** Of one break: nobody reads more. */
const ASSIGNMENTS_MAX = 200;

type OfBreak = Pick<
  BreakRow,
  'id' | 'orderId' | 'orderNumber' | 'openedAt' | 'closedAt' | 'version'
>;

/** Who was given the break, oldest first: the break has only its owner of now, and the trail has all of them. */
export function assignmentsOf(
  database: Database,
  { id, orderId, orderNumber, openedAt, closedAt, version }: OfBreak,
): Promise<readonly AssignmentView[]> {
  // Nobody has done anything about it.
  if (version === 1) return Promise.resolve([]);
  const filters = {
    type: 'BREAK_ASSIGNED',
    from: instant(openedAt),
    ...(closedAt === null ? {} : { to: instant(closedAt + 1) }),
    ...(orderId === null ? {} : { orderId }),
    ...(orderId === null && orderNumber !== null ? { orderNumber } : {}),
  };
  return database.questions.read(async (manager) => {
    const found: AssignmentView[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const range = { after: 0, before, descending: true, limit: PAGE };
      const rows = await findEntries(manager, filters, range);
      found.push(...rows.flatMap((row) => assignmentIn(row, id)));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE || found.length >= ASSIGNMENTS_MAX) break;
      before = last.sequence;
    }
    return found.slice(0, ASSIGNMENTS_MAX).reverse();
  });
}

/** Of the entries of an order, of a number, or of all breaks: those about this one. */
function assignmentIn({ at, actor, onBehalfOf, body }: FoundEntry, id: string): AssignmentView[] {
  const said = JSON.parse(body) as { readonly break: string; readonly assignee: string | null };
  return said.break === id ? [{ at, by: actor, onBehalfOf, assignee: said.assignee }] : [];
}
