import { bodyOf } from '../../../infra/audit/audit-chain.js';
import type { AuditSubjectRow } from '../../../infra/audit/audit-subject.entity.js';
import type { BreakCommentRow } from '../../breaks/break-comment.entity.js';
import type { BreakRow } from '../../breaks/break.entity.js';
import type { FillRow } from '../../order/fill.entity.js';
import type { OrderRow } from '../../order/order.entity.js';
import type { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { isAskedInTrail, RECEIVED } from '../../order/requests/request-in-trail.js';
import { clientCommitment } from '../../order/new-order.js';
import { OrderAsOf, replayablePart } from '../order-as-of.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import { orderView } from '../order-view.js';
import { BreaksInTrail } from './breaks-in-trail.js';
import { CallsInTrail, type KnownOfAll } from './calls-in-trail.js';
import type { ComparedCall } from './find-compared-calls.js';
import { FillsInTrail } from './fills-in-trail.js';
import { fieldDifference, type FieldDifference } from './field-difference.js';
import { IndexedEntries } from './indexed-entries.js';
import { canBeRemoved, isWithoutClient } from './find-removed-clients.js';

/** What asks for an edit or a cancel. */
const ASKED = new Set(['EDIT_REQUESTED', 'EDIT_REPLACED', 'CANCEL_REQUESTED']);

/** The rows of an order in other tables. */
export interface RowsOfOrder {
  readonly requests: readonly OrderRequestRow[];
  readonly fills: readonly FillRow[];
  readonly breaks: readonly BreakRow[];
  readonly comments: readonly BreakCommentRow[];
  /** Those that its entries name. */
  readonly calls: readonly ComparedCall[];
}

/** What the trail alone says of an order, to be compared with the rows that tell of it. */
export class OrderInTrail {
  private readonly replayed: OrderAsOf;
  private readonly fills = new FillsInTrail();
  private readonly breaks = new BreaksInTrail();
  private readonly calls: CallsInTrail;
  private readonly asked: StreamEntry[] = [];
  private readonly index: IndexedEntries;
  private received: Readonly<Record<string, unknown>> = {};

  constructor(
    private readonly order: OrderRow,
    private readonly known: KnownOfAll,
  ) {
    this.replayed = new OrderAsOf(order, Infinity);
    this.calls = new CallsInTrail(order.id, known);
    this.index = new IndexedEntries(order);
  }

  /** The order's next entry, and what it is found by. */
  add(entry: StreamEntry, subject: AuditSubjectRow | undefined): void {
    this.replayed.add([entry]);
    this.fills.add(entry);
    this.breaks.add(entry);
    this.calls.add(entry);
    if (RECEIVED.has(entry.type)) this.received = bodyOf(entry.body);
    const { security, tradingDate } = this.received;
    this.index.add(entry.sequence, subject, { security, tradingDate });
    if (ASKED.has(entry.type)) this.asked.push(entry);
  }

  /** The calls that its entries name. */
  callIds(): readonly string[] {
    return this.calls.ids();
  }

  /** Null: the trail does not have the order. */
  differences({ requests, fills, calls, ...rows }: RowsOfOrder): readonly FieldDifference[] | null {
    const view = this.replayed.view();
    if (view === null) return null;
    const held = replayablePart(orderView(this.order, requests, { watermark: null, now: 0 }));
    const rebuilt = replayablePart(view);
    const fields = Object.keys(held).flatMap(
      (name) => fieldDifference(name, rebuilt[name], held[name]) ?? [],
    );
    return [
      ...fields,
      ...this.otherClient(),
      ...this.otherRequests(requests),
      ...this.fills.differences(view, fills),
      ...this.otherBreaks(rows),
      ...this.index.differences(),
      // Replies name the client, and go with it.
      ...(isWithoutClient(this.order) ? [] : this.calls.differences(calls)),
    ];
  }

  /** The trail names no client, but has a commitment to it. Of one that was removed nothing is left to compare. */
  private otherClient(): readonly FieldDifference[] {
    const { clientSalt, accountNumber, clientName } = this.order;
    if (isWithoutClient(this.order)) {
      const trail = 'no removal that can have reached the order';
      return canBeRemoved(this.order, this.known.removals)
        ? []
        : [{ field: 'client', trail, table: 'removed' }];
    }
    const commitment = clientCommitment(clientSalt, accountNumber, clientName);
    return [fieldDifference('client', this.received['client'], commitment) ?? []].flat();
  }

  private otherBreaks({
    breaks,
    comments,
  }: Pick<RowsOfOrder, 'breaks' | 'comments'>): readonly FieldDifference[] {
    const rows = new Map(breaks.map((row) => [row.id, row]));
    return [...new Set([...this.breaks.ids('all'), ...rows.keys()])].flatMap((id) => {
      const ofIt = comments.filter(({ breakId }) => breakId === id);
      return this.breaks.differencesOf(id, rows.get(id), ofIt);
    });
  }

  private otherRequests(requests: readonly OrderRequestRow[]): readonly FieldDifference[] {
    return requests
      .filter((request) => !isAskedInTrail(request, this.asked))
      .map(({ id, kind, units, price }) => ({
        field: 'requests',
        trail: `no such ${kind} as ${id}`,
        table: `${units ?? 'no'} units at ${price ?? 'no price'}`,
      }));
  }
}
