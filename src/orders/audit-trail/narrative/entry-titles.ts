import { REQUEST_FACTS, type OrderFactType, type RequestFact } from '../../order/order.js';
import { REQUEST_KINDS } from '../../order/requests/order-request.js';
import type { FactBody } from './audit-narrative.js';

/*
 * What each type of entry is called by people, for lists and filters. A type without a name here is shown in its own
 * words: `CLIENTS_REMOVED` as "Clients removed". Pure.
 */

const REQUESTS: Readonly<Record<RequestFact, string>> = {
  REQUESTED: 'requested',
  REPLACED: 'changed before it was sent',
  SENT: 'sent',
  ACKNOWLEDGED: 'acknowledged',
  REFUSED: 'refused',
  UNKNOWN: 'without a known outcome',
  SEARCHED: 'searched for',
  NOT_SENT: 'not sent',
  THROTTLED: 'throttled (429)',
  WITHDRAWN: 'withdrawn',
};

const OF_REQUESTS = REQUEST_KINDS.flatMap((kind) =>
  REQUEST_FACTS.map((fact) => [`${kind.toUpperCase()}_${fact}`, `${kind} ${REQUESTS[fact]}`]),
);

const OF_ORDERS: Readonly<Partial<Record<OrderFactType, string>>> = {
  ORDER_RECEIVED: 'Order received',
  ORDER_ADOPTED: 'External order adopted',
  EVIDENCE_NOT_BELIEVED: 'Evidence that does not fit',
  ORDER_NUMBER_LINKED: 'Order number linked',
  ORDER_NUMBER_UNLINKED: 'Order number unlinked',
  NUMBER_DOUBTED: 'Order number doubted',
  NUMBER_CONFIRMED: 'Order number confirmed',
  ORDER_DOUBTED: 'State doubted',
  DOUBT_ENDED: 'Doubt ended',
  FILL: 'Trade booked',
  FILL_REVERSED: 'Trade reversed',
  CROSSED: 'Crossed trade',
  PROVEN: 'State confirmed',
  POST_REFUSED_BY_LIMIT: 'Order refused by a limit',
  POST_REFUSED_BY_LIMIT_AGAIN: 'Orders refused by a limit again and again',
  EDIT_REFUSED_BY_LIMIT: 'Edit refused by a limit',
  EDIT_REFUSED_BY_LIMIT_AGAIN: 'Edits refused by a limit again and again',
  ORDER_ENQUIRED: 'Exchange asked about the order',
  BREAK_RECHECKED: 'Exchange asked about a break',
  BREAK_RESOLUTION_PROPOSED: 'Resolution proposed',
  BREAK_RESOLUTION_REFUSED: 'Resolution refused',
  BREAK_RESOLVED: 'Break resolved by people',
  APPROVAL_REJECTED: 'Proposal rejected',
  APPROVAL_WITHDRAWN: 'Proposal withdrawn',
  APPROVAL_EXPIRED: 'Proposal expired',
  APPROVAL_STALE: 'Proposal out of date',
  CLIENT_UNMASKED: 'Client shown',
  DAY_SIGNED: 'Trading day signed',
  DAY_CLOSED: 'Trading day closed',
  DAY_REOPENED: 'Trading day reopened',
  DAY_HOLDS_AGAIN: 'Trading day holds again',
};

const OTHERS: Readonly<Record<string, string>> = {
  ACCESS_DENIED: 'Access denied',
  ACCESS_DENIED_AGAIN: 'Access denied again and again',
  AUDIT_EXPORTED: 'Trail exported',
  AUDIT_READ: 'Trail read',
  AUDIT_READ_AGAIN: 'Trail read again and again',
  BACKUP_MADE: 'Database backed up',
  CLOCK_STEPPED: 'Clock set forward or back',
  CHECKPOINT_ASKED: 'Checkpoint signed on request',
  DAY_READ: 'Trades of a day read',
  DESK_PAUSED: 'Sending paused',
  DESK_RESUMED: 'Sending resumed',
  DESK_CAUGHT_UP: 'Desk caught up after a restore',
  DATABASE_OLDER_THAN_CHECKPOINT: 'Database older than its checkpoint',
  EXCHANGE_ASKED: 'Exchange asked for records',
  INSTRUCTION_REFUSED: 'Instruction refused',
  INSTRUCTION_REFUSED_AGAIN: 'Instructions refused again and again',
  ORDERS_COMPARED: 'Orders compared with the trail',
  QUOTES_RECORDED: 'Quotes kept',
  RUN_ASKED: 'Reconciliation run asked for',
  SERVICE_STARTED: 'Service started',
  SERVICE_STOPPED: 'Service stopped',
  TRADING_DAYS_READ: 'Missed days read',
  TRAIL_VERIFIED: 'Trail verified',
  TRAIL_VERIFIED_AGAIN: 'Trail verified again and again',
};

const TITLES: ReadonlyMap<string, string> = new Map([
  ...(OF_REQUESTS as [string, string][]),
  ...Object.entries(OF_ORDERS),
  ...Object.entries(OTHERS),
]);

/** Of facts of requests that are known by the word of people alone: the exchange has said nothing of the sort. */
const OF_PEOPLE: Readonly<Partial<Record<RequestFact, string>>> = {
  ACKNOWLEDGED: 'counts as taken: two people decided',
  REFUSED: 'counts as not taken: two people decided',
};

const DECIDED: ReadonlyMap<string, string> = new Map(
  REQUEST_KINDS.flatMap((kind) =>
    Object.entries(OF_PEOPLE).map(([fact, words]) => [
      `${kind.toUpperCase()}_${fact}`,
      `${kind} ${words}`,
    ]),
  ),
);

/** The name of an entry; without its body, that of its type. */
export function titleOf(type: string, body: FactBody = {}): string {
  const decided = body['grade'] === 'Operator' ? DECIDED.get(type) : undefined;
  if (decided !== undefined) return decided;
  const words = type.toLowerCase().replaceAll('_', ' ');
  return TITLES.get(type) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
