import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { actorsIn } from '../../infra/audit/actor.js';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { Database } from '../../infra/database/database.js';
import type { ActorName, Id, Instant, Text, Whole } from '../../infra/formats.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { auditedOrders, type AuditedOrder } from '../audit-trail/find-audited-orders.js';
import { findEntries } from '../audit-trail/find-entries.js';
import { requestFact, type RequestFact } from '../order/order.js';
import { REQUEST_KINDS, type RequestKind } from '../order/requests/order-request.js';

/** A post, an edit or a cancel whose outcome was not known, and what became of it. */
export interface UnknownOutcomeView {
  /** The audit entry from which on it was not known. */
  readonly sequence: Whole;
  readonly orderId: Id;
  readonly request: Id;
  readonly kind: RequestKind;
  /** Why it was not known. */
  readonly reason: Text | null;
  readonly since: Instant;
  /** When it was known; null: it is not yet. */
  readonly until: Instant | null;
  /**
   * From `since` to `until`.
   * @asType integer
   * @example 42
   */
  readonly seconds: number | null;
  /** What became of it; a request that is sent again has no known outcome until that is answered. */
  readonly outcome: EndingFact | null;
  /** By what that is known. */
  readonly found: Text | null;
  /** Who has decided it: the service by evidence, or the second of two people. */
  readonly decidedBy: ActorName | null;
  /** The first of two people who have decided it; null where the exchange has shown it. */
  readonly proposedBy: ActorName | null;
  /** The audit entry that ends it. */
  readonly endSequence: Whole | null;
}

export interface UnknownOutcomeFilters {
  readonly accountNumber?: string;
  readonly orderId?: string;
  /** RFC 3339 in UTC, of when it began; from inclusive, to exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** An unknown outcome beside its order. */
export interface UnknownOutcomeOfOrderView extends UnknownOutcomeView {
  /** As it is now. */
  readonly order: AuditedOrder | null;
}

/** Unknown outcomes, the newest first, and how long each lasted. A page may have fewer than its limit. */
export class FindUnknownOutcomes extends Query<Page<UnknownOutcomeOfOrderView>> {
  /** `showsClients`: the reader may see whose the orders are. */
  constructor(
    readonly filters: UnknownOutcomeFilters,
    readonly limit: number,
    readonly cursor: string | null,
    readonly showsClients = false,
  ) {
    super();
  }
}

/**
 * From `UNKNOWN` on nobody knows what became of a request, and from `THROTTLED` on: the exchange may have done what it
 * answered with 429. What is found by then and what is sent again changes nothing of that; these end it.
 */
const BEGINNINGS = ['UNKNOWN', 'THROTTLED'] as const;
const ENDS = ['ACKNOWLEDGED', 'REFUSED', 'WITHDRAWN'] as const;
export type EndingFact = (typeof ENDS)[number];

const factsOf = (facts: readonly RequestFact[]) =>
  REQUEST_KINDS.flatMap((kind) => facts.map((fact) => requestFact(kind, fact)));
const BEGINNING_TYPES = factsOf(BEGINNINGS);
const BOUNDARIES = factsOf([...BEGINNINGS, ...ENDS]);

@QueryHandler(FindUnknownOutcomes)
export class FindUnknownOutcomesHandler implements IQueryHandler<FindUnknownOutcomes> {
  constructor(private readonly database: Database) {}

  execute(query: FindUnknownOutcomes): Promise<Page<UnknownOutcomeOfOrderView>> {
    const { filters, limit, cursor, showsClients } = query;
    const before = cursor === null ? Number.MAX_SAFE_INTEGER : numericCursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const found = await findEntries(
        manager,
        { ...filters, types: BEGINNING_TYPES },
        { after: 0, before, descending: true, limit: limit + 1 },
      );
      const { data, page } = pageOf(found, limit, ({ sequence }) => String(sequence));
      const boundaries = await boundariesOf(manager, data);
      const outcomes = data
        .filter((entry) => isBeginning(entry, boundaries))
        .map((entry) => unknownOutcome(entry, boundaries));
      const ids = outcomes.map(({ orderId }) => orderId);
      const orders = await auditedOrders(manager, ids, showsClients);
      const ofOrder = (one: UnknownOutcomeView): UnknownOutcomeOfOrderView => ({
        ...one,
        order: orders.get(one.orderId) ?? null,
      });
      return { data: outcomes.map(ofOrder), page };
    });
  }
}

/** All entries that begin or end an unknown outcome of these orders, oldest first. */
async function boundariesOf(
  manager: EntityManager,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const streams = [...new Set(entries.map(({ stream }) => stream))];
  if (streams.length === 0) return [];
  return (
    manager
      .createQueryBuilder(AuditEntryRow, 'e')
      .where('e.stream IN (:...streams)', { streams })
      // Not by the index of types, which has those of all orders.
      .andWhere("COALESCE(e.type, '') IN (:...types)", { types: BOUNDARIES })
      .orderBy('e.sequence')
      .getMany()
  );
}

type Entry = Pick<AuditEntryRow, 'sequence' | 'stream' | 'type' | 'at' | 'actor' | 'body'>;

/** Whether it was known until then: another entry may only say once more that it is not. */
export function isBeginning(entry: Entry, boundaries: readonly Entry[]): boolean {
  const last = boundaries.findLast(
    (one) => isOfSameRequest(one, entry) && one.sequence < entry.sequence,
  );
  return last === undefined || endingOf(last) !== null;
}

export function unknownOutcome(began: Entry, boundaries: readonly Entry[]): UnknownOutcomeView {
  const { request, reason } = bodyOf(began);
  const end = boundaries.find(
    (one) => isOfSameRequest(one, began) && one.sequence > began.sequence && endingOf(one) !== null,
  );
  const lasted = end === undefined ? null : Date.parse(end.at) - Date.parse(began.at);
  return {
    sequence: began.sequence,
    orderId: began.stream,
    request,
    kind: REQUEST_KINDS.find((kind) => began.type.startsWith(`${kind.toUpperCase()}_`)) ?? 'Post',
    reason,
    since: began.at,
    until: end?.at ?? null,
    // A clock that was set back meanwhile makes it nothing, rather than less than that.
    seconds: lasted === null ? null : Math.max(0, Math.round(lasted / 1_000)),
    outcome: end === undefined ? null : endingOf(end),
    found: end === undefined ? null : bodyOf(end).reason,
    decidedBy: end?.actor ?? null,
    proposedBy: end === undefined ? null : proposerOf(end),
    endSequence: end?.sequence ?? null,
  };
}

function isOfSameRequest(one: Entry, other: Entry): boolean {
  return one.stream === other.stream && bodyOf(one).request === bodyOf(other).request;
}

function endingOf({ type }: Entry): EndingFact | null {
  return (
    ENDS.find((fact) => REQUEST_KINDS.some((kind) => type === requestFact(kind, fact))) ?? null
  );
}

/** What two people have decided names both of them, the proposer first. */
function proposerOf({ body, actor }: Entry): string | null {
  const { decidedBy } = JSON.parse(body) as { readonly decidedBy?: string | null };
  const [proposer = null, ...others] = decidedBy == null ? [] : actorsIn(decidedBy);
  return others.includes(actor) ? proposer : null;
}

function bodyOf({ body }: Entry): { readonly request: string; readonly reason: string | null } {
  const { request = '', reason = null } = JSON.parse(body) as {
    readonly request?: string;
    readonly reason?: string | null;
  };
  return { request, reason };
}
