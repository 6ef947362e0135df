import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type {
  ActorName,
  Id,
  Instant,
  PersonName,
  ProposalId,
  MaskableSha256,
  Whole,
} from '../../infra/formats.js';
import type { Json } from '../../infra/audit/audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from '../../infra/audit/audit-entry.entity.js';
import { Database } from '../../infra/database/database.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import type { AuditSubjectRow } from '../../infra/audit/audit-subject.entity.js';
import { REQUEST_FACTS } from '../order/order.js';
import { explain } from './narrative/audit-narrative.js';
import { explainDeskEntry } from './narrative/desk-narrative.js';
import { titleOf } from './narrative/entry-titles.js';
import { auditedOrders, type AuditedOrder } from './find-audited-orders.js';
import { findEntries, type AuditFilters, type FoundEntry } from './find-entries.js';

/**
 * An audit entry as it is sent. The API description has a schema of its own for each type (`entries/entry-types.ts`), which
 * says what the body has.
 */
export interface EventView extends EventFields {
  readonly type: string;
  readonly body: Json;
}

/** What every audit entry has. `sequence` is gapless over all streams. */
export interface EventFields {
  /** Its place in the whole trail, which has no gaps; a list of some entries has. */
  readonly sequence: Whole;
  readonly at: Instant;
  /**
   * The type in the words of people; of what two people decided, that they did.
   * @example "Trade booked"
   */
  readonly title: string;
  /** Who did it. */
  readonly actor: ActorName;
  /** The API key that was used; null for background work. */
  readonly keyId: Id | null;
  /** The person whom the caller acted for; null: nobody was named. */
  readonly onBehalfOf: PersonName | null;
  /**
   * The IP address of the caller; null for background work.
   * @example "127.0.0.1"
   */
  readonly sourceAddress: string | null;
  /**
   * Of the HTTP request that led to it, or the id of the reconciliation run or of the command; null for other background work.
   * @example "3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f"
   */
  readonly requestId: string | null;
  /**
   * What it is about: the id of an order, a break, a day …
   * @example "ord_01M7W9V1GHGDXV473P1P44ZYCB"
   */
  readonly stream: string;
  /** Its place among the entries of the stream. */
  readonly streamSequence: Whole;
  /** Null when the entry is not about an order. */
  readonly orderId: Id | null;
  /** The sequence of the entry that led to this one; null where that is not known for certain. */
  readonly cause: Whole | null;
  /** The proposal that it carries out or ends, where two people are needed. */
  readonly approval: ProposalId | null;
  /**
   * The entry as a sentence; null when there is none for its type.
   * @example "10,000 units were traded at ₦12.50 on 2026-11-20 (matching id TM000000001)."
   */
  readonly explanation: string | null;
  /** Of the entry and the one before it. */
  readonly hash: MaskableSha256;
}

/**
 * What a key that is bound to accounts gets of their orders. Breaks, doubts and searches are not among them, because
 * they may name orders, numbers or accounts of others.
 */
export const EVENTS_OF_BOUND_KEYS: readonly string[] = [
  'ORDER_RECEIVED', 'STATUS_CHANGED', 'ORDER_NUMBER_LINKED', 'NUMBER_CONFIRMED', 'FILL', 'FILL_REVERSED',
  'MATCHED_UNITS_CHANGED', 'TERMS_CHANGED', 'PROVEN', 'EDITED_BEFORE_SENDING',
  'POST_REFUSED_BY_LIMIT', 'EDIT_REFUSED_BY_LIMIT', 'EDIT_REFUSED_BY_LIMIT_AGAIN',
  ...['POST', 'EDIT', 'CANCEL'].flatMap((kind) =>
    REQUEST_FACTS.filter((fact) => fact !== 'SEARCHED').map((fact) => `${kind}_${fact}`),
  ),
]; // prettier-ignore

type Shown = AuditEntryRow & { readonly about?: AuditSubjectRow | null };

export function eventView(row: Shown): EventView {
  const body = JSON.parse(row.body) as Json;
  const says = isRecord(body) ? body : {};
  return {
    sequence: row.sequence,
    at: row.at,
    type: row.type,
    title: titleOf(row.type, says),
    actor: row.actor,
    keyId: row.keyId,
    onBehalfOf: row.onBehalfOf,
    sourceAddress: row.sourceAddress,
    requestId: row.requestId,
    stream: row.stream,
    streamSequence: row.streamSequence,
    orderId: row.about?.orderId ?? (row.stream.startsWith('ord_') ? row.stream : null),
    cause: row.cause,
    approval: row.approval,
    explanation: explain(row.type, says) ?? explainDeskEntry(row.type, says),
    body,
    hash: row.hash,
  };
}

/** A client's key is not shown which key or address of the firm has acted on its order, nor what the firm has decided. */
export function asBoundKeysSee(view: EventView): EventView {
  return { ...view, keyId: null, sourceAddress: null, cause: null, approval: null };
}

function isRecord(body: Json): body is Readonly<Record<string, Json>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** A page of the audit trail. */
export interface AuditPage {
  readonly limit: number;
  readonly cursor: string | null;
  /** Only later entries. */
  readonly afterSequence?: number;
  readonly order?: 'asc' | 'desc';
}

/** An entry in the trail, beside the order that it is about. */
export interface AuditedEventView extends EventView, AuditedOrderFields {}

/** What stands beside an entry in the trail. */
export interface AuditedOrderFields {
  /** As it is now; null unless `withOrder` asks for it, or when the entry is not about one order. */
  readonly order: AuditedOrder | null;
  /**
   * The account that somebody asked for, where the entry is about no order: the trail itself names none. Null unless
   * `withOrder` asks for it, and for readers who may not read orders.
   * @example "C0014321"
   */
  readonly accountNumber: string | null;
}

export class AuditEvents extends Query<Page<AuditedEventView>> {
  /** `orders`: they stand beside the entries, with their clients if the reader may see whose they are. */
  constructor(
    readonly filters: AuditFilters,
    readonly page: AuditPage,
    readonly orders: { readonly showsClients: boolean } | null = null,
  ) {
    super();
  }
}

@QueryHandler(AuditEvents)
export class AuditEventsHandler implements IQueryHandler<AuditEvents> {
  constructor(private readonly database: Database) {}

  execute({ filters, page: asked, orders: beside }: AuditEvents): Promise<Page<AuditedEventView>> {
    const { limit, cursor, afterSequence = 0 } = asked;
    const descending = asked.order === 'desc';
    const reached = cursor === null ? null : numericCursorKey(cursor);
    const range = {
      after: descending ? afterSequence : Math.max(afterSequence, reached ?? 0),
      before: (descending ? reached : null) ?? Number.MAX_SAFE_INTEGER,
      descending,
      limit: limit + 1,
    };
    return this.database.questions.read(async (manager) => {
      const rows = await findEntries(manager, filters, range);
      const { data, page } = pageOf(rows, limit, (row) => String(row.sequence));
      return { data: await auditedEvents(manager, data, beside), page };
    });
  }
}

/** Entries, beside their orders unless `beside` is null. */
export async function auditedEvents(
  manager: EntityManager,
  rows: readonly FoundEntry[],
  beside: { readonly showsClients: boolean } | null,
): Promise<AuditedEventView[]> {
  const views = rows.map((row) => eventView(row));
  const ids = beside === null ? [] : views.flatMap(({ orderId }) => orderId ?? []);
  const orders = await auditedOrders(manager, ids, beside?.showsClients === true);
  const accounts = new Map(rows.map(({ sequence, about }) => [sequence, about?.accountNumber]));
  return views.map((view) => ({
    ...view,
    order: orders.get(view.orderId ?? '') ?? null,
    accountNumber:
      beside?.showsClients === true && view.orderId === null
        ? (accounts.get(view.sequence) ?? null)
        : null,
  }));
}

/** The sequence of the newest entry. */
export class AuditEnd extends Query<number> {}

@QueryHandler(AuditEnd)
export class AuditEndHandler implements IQueryHandler<AuditEnd> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<number> {
    const head = await this.database.questions.read((manager) =>
      manager.findOneBy(AuditHeadRow, { id: 1 }),
    );
    return head?.sequence ?? 0;
  }
}
