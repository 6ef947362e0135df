import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { AuditEntryRow } from '../../infra/audit/audit-entry.entity.js';
import { Database } from '../../infra/database/database.js';
import type { ActorName, Id, Instant, Text, Whole } from '../../infra/formats.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { findEntries } from '../audit-trail/find-entries.js';
import { REQUEST_FACTS, requestFact } from '../order/order.js';
import type { RequestKind } from '../order/order-request.js';

/** A post, an edit or a cancel whose outcome was not known, and what became of it. */
export interface UnknownOutcomeView {
  /** The audit entry that says that it is not known. */
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
  /** What became of it; `SENT`: it was proven not to have arrived, and sent again. */
  readonly outcome: EndingFact | null;
  /** By what that is known. */
  readonly found: Text | null;
  /** Who has decided it: the service by evidence, or people. */
  readonly decidedBy: ActorName | null;
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

/** Unknown outcomes, the newest first, and how long each lasted. */
export class FindUnknownOutcomes extends Query<Page<UnknownOutcomeView>> {
  constructor(
    readonly filters: UnknownOutcomeFilters,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

/** Facts after which the outcome is not unknown any more. */
const ENDS = ['ACKNOWLEDGED', 'REFUSED', 'NOT_SENT', 'WITHDRAWN', 'SENT'] as const;
export type EndingFact = (typeof ENDS)[number];

const KINDS: readonly RequestKind[] = ['Post', 'Edit', 'Cancel'];
const UNKNOWN = KINDS.map((kind) => requestFact(kind, 'UNKNOWN'));
const AFTERWARDS = KINDS.flatMap((kind) =>
  REQUEST_FACTS.filter((fact) => ENDS.some((end) => end === fact)).map((fact) =>
    requestFact(kind, fact),
  ),
);

@QueryHandler(FindUnknownOutcomes)
export class FindUnknownOutcomesHandler implements IQueryHandler<FindUnknownOutcomes> {
  constructor(private readonly database: Database) {}

  execute({ filters, limit, cursor }: FindUnknownOutcomes): Promise<Page<UnknownOutcomeView>> {
    const before = cursor === null ? Number.MAX_SAFE_INTEGER : numericCursorKey(cursor);
    return this.database.read(async (manager) => {
      const found = await findEntries(
        manager,
        { ...filters, types: UNKNOWN },
        { after: 0, before, descending: true, limit: limit + 1 },
      );
      const { data, page } = pageOf(found, limit, ({ sequence }) => String(sequence));
      const ends = await manager.find(AuditEntryRow, {
        where: { stream: In([...new Set(data.map(({ stream }) => stream))]), type: In(AFTERWARDS) },
        order: { sequence: 'ASC' },
      });
      return { data: data.map((began) => unknownOutcome(began, ends)), page };
    });
  }
}

type Entry = Pick<AuditEntryRow, 'sequence' | 'stream' | 'type' | 'at' | 'actor' | 'body'>;

/** `ends` are those of the order, oldest first. */
export function unknownOutcome(began: Entry, ends: readonly Entry[]): UnknownOutcomeView {
  const { request, reason } = saidIn(began);
  const end = ends.find(
    (one) =>
      one.stream === began.stream &&
      one.sequence > began.sequence &&
      saidIn(one).request === request,
  );
  const lasted = end === undefined ? null : Date.parse(end.at) - Date.parse(began.at);
  return {
    sequence: began.sequence,
    orderId: began.stream,
    request,
    kind: KINDS.find((kind) => began.type === requestFact(kind, 'UNKNOWN')) ?? 'Post',
    reason,
    since: began.at,
    until: end?.at ?? null,
    // A clock that was set back meanwhile makes it nothing, rather than less than that.
    seconds: lasted === null ? null : Math.max(0, Math.round(lasted / 1_000)),
    outcome: end === undefined ? null : endingOf(end),
    found: end === undefined ? null : saidIn(end).reason,
    decidedBy: end?.actor ?? null,
    endSequence: end?.sequence ?? null,
  };
}

function endingOf({ type }: Entry): EndingFact | null {
  return ENDS.find((fact) => KINDS.some((kind) => type === requestFact(kind, fact))) ?? null;
}

function saidIn({ body }: Entry): { readonly request: string; readonly reason: string | null } {
  const { request = '', reason = null } = JSON.parse(body) as {
    readonly request?: string;
    readonly reason?: string | null;
  };
  return { request, reason };
}
