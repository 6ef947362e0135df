import { covers, type BoundAccounts } from '../../../infra/auth/api-keys/bound-keys.js';
import { withMaskedClients } from '../../../infra/auth/client-mask.js';
import type { Scope } from '../../../infra/auth/scope.js';
import { ORDER_FACTS, REQUEST_FACTS } from '../../order/order.js';
import {
  asBoundKeysSee,
  EVENTS_OF_BOUND_KEYS,
  eventView,
  type EventView,
} from '../audit-events.js';
import type { FoundEntry } from '../find-entries.js';

/** A key with any of these gets something. */
export const STREAM_SCOPES = [
  'orders:read',
  'recon:read',
  'ops:read',
] as const satisfies readonly Scope[];

/** What the stream carries besides orders: the trail's streams, and the scope that reads each. */
const TOPICS: Readonly<Record<string, Scope>> = {
  'order-limits': 'orders:read',
  breaks: 'recon:read',
  'break settings': 'recon:read',
  reconciliation: 'recon:read',
  'status words': 'recon:read',
  'trading days': 'recon:read',
  desk: 'ops:read',
};

/** Every type of event that the stream may carry. */
export const STREAMED_TYPES: readonly string[] = [
  ...ORDER_FACTS,
  ...['POST', 'EDIT', 'CANCEL'].flatMap((kind) => REQUEST_FACTS.map((fact) => `${kind}_${fact}`)),
  'STATUS_WORDS_PROPOSED', 'STATUS_WORDS_APPROVED', 'STATUS_WORDS_REJECTED', 'STATUS_WORDS_EXPIRED',
  'DUE_TIMES_SET', 'DAY_READ', 'TRADING_DAYS_READ',
  'DESK_PAUSED', 'DESK_RESUMED', 'DESK_CAUGHT_UP', 'DATABASE_OLDER_THAN_CHECKPOINT',
]; // prettier-ignore

const OF_BOUND_KEYS: ReadonlySet<string> = new Set(EVENTS_OF_BOUND_KEYS);

/** An entry of the trail as the stream sends it. */
export interface StreamedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
  /** A key with any of these scopes gets it; none: nobody does. */
  readonly scopes: readonly Scope[];
  /** As server-sent event; the same text for all who may read the order. */
  readonly message: string;
  /** For others: of a break about an order, without what became of the order. */
  readonly messageWithoutOrder: string;
}

/** Whether a key that is bound to these accounts may get it; null: a key of the whole firm. */
export function isForAccounts(
  { type, accountNumber }: Pick<StreamedEvent, 'type' | 'accountNumber'>,
  accounts: BoundAccounts,
): boolean {
  return accounts === null || (OF_BOUND_KEYS.has(type) && covers(accounts, accountNumber));
}

/** The message as this reader gets it. `isBound`: a key that is bound to accounts. */
export function messageFor(
  event: Pick<StreamedEvent, 'message' | 'messageWithoutOrder'>,
  reader: { readonly isBound: boolean; readonly readsOrders: boolean },
): string {
  if (reader.isBound) return messageOf(asBoundKeysSee(viewIn(event.message)));
  return reader.readsOrders ? event.message : event.messageWithoutOrder;
}

/** The message for somebody who does not see clients. */
export function withMaskedData(message: string): string {
  return messageOf(withMaskedClients(viewIn(message)) as EventView);
}

function viewIn(message: string): EventView {
  return JSON.parse(message.slice(message.indexOf(DATA) + DATA.length)) as EventView;
}

const DATA = '\ndata: ';
const OF_BREAKS = /^(BREAK|APPROVAL)_/;

export function streamedEvent(row: FoundEntry): StreamedEvent {
  const scopes = scopesOf(row);
  const view = scopes.length === 0 ? null : eventView(row);
  const message = view === null ? '' : messageOf(view);
  return {
    sequence: row.sequence,
    type: row.type,
    orderId: row.about?.orderId ?? null,
    accountNumber: row.about?.accountNumber ?? null,
    scopes,
    message,
    messageWithoutOrder: view === null || scopes.length < 2 ? message : messageOf(apart(view)),
  };
}

function scopesOf({ stream, type }: FoundEntry): readonly Scope[] {
  const topic = TOPICS[stream];
  if (topic !== undefined) return [topic];
  if (!stream.startsWith('ord_')) return [];
  return OF_BREAKS.test(type) ? ['orders:read', 'recon:read'] : ['orders:read'];
}

function messageOf(view: EventView): string {
  return `id: ${view.sequence}\nevent: ${view.type}${DATA}${JSON.stringify(view)}\n\n`;
}

/** The last entry of a change also carries the order's new values (`changes`). */
function apart(view: EventView): EventView {
  const { changes: _, ...body } = view.body as Readonly<Record<string, never>>;
  return { ...view, body };
}
