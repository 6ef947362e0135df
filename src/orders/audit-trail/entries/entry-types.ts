import { ORDER_FACTS, REQUEST_FACTS, type OrderFactType } from '../../order/order.js';
import { REQUEST_KINDS } from '../../order/requests/order-request.js';
import type { DeskEntryBodies } from './desk-entry-bodies.js';
import type { OrderEntryBodies } from './order-entry-bodies.js';

/** What an entry of each type says. `npm run api` makes one schema of each, by which clients tell them apart. */
export interface EntryBodies extends OrderEntryBodies, DeskEntryBodies {}

/** Entries that are not about an order. */
const DESK_ENTRIES = [
  'ACCESS_DENIED', 'ACCESS_DENIED_AGAIN', 'AUDIT_EXPORTED', 'AUDIT_READ', 'AUDIT_READ_AGAIN', 'BACKUP_MADE',
  'CALENDAR_DAY_REMOVED', 'CALENDAR_DAY_SET', 'CHECKPOINT_ASKED', 'CLIENTS_REMOVED', 'CLOCK_STEPPED',
  'DATABASE_MOVED', 'DATABASE_OLDER_THAN_CHECKPOINT', 'DAY_READ', 'DESK_CAUGHT_UP', 'DESK_PAUSED', 'DESK_RESUMED',
  'DUE_TIMES_SET', 'EXCHANGE_ASKED', 'EXCHANGE_KEY_ACCEPTED_AGAIN', 'EXCHANGE_KEY_REFUSED',
  'EXCHANGE_SCOPE_ACCEPTED_AGAIN', 'EXCHANGE_SCOPE_REFUSED', 'INSTRUCTION_REFUSED', 'INSTRUCTION_REFUSED_AGAIN',
  'KEY_BOUND_TO_ACCOUNT', 'KEY_CREATED', 'KEY_EXPIRY_SET', 'KEY_REVOKED', 'KEY_ROTATED', 'LEGAL_HOLD_PLACED',
  'LEGAL_HOLD_RELEASED', 'ORDERS_COMPARED', 'ORDER_LIMITS_REMOVED', 'ORDER_LIMITS_SET', 'PERSON_CHANGED',
  'PERSON_CREATED', 'PERSON_LINKED', 'QUESTION_REMOVED', 'QUESTION_SAVED', 'QUOTES_RECORDED', 'RUNS_REMOVED',
  'RUN_ASKED', 'SERVICE_STARTED', 'SERVICE_STOPPED', 'SIGNED_IN', 'SIGNED_OUT', 'SIGNING_KEY_CREATED',
  'SIGNING_KEY_ROTATED', 'STATUS_WORDS_APPROVED', 'STATUS_WORDS_EXPIRED', 'STATUS_WORDS_PROPOSED',
  'STATUS_WORDS_REJECTED', 'TRADING_DAYS_READ', 'TRAIL_VERIFIED', 'TRAIL_VERIFIED_AGAIN',
] as const satisfies readonly (keyof DeskEntryBodies)[]; // prettier-ignore

export type EntryType = OrderFactType | (typeof DESK_ENTRIES)[number];

/** Every type of entry that the trail may have, in the order of the alphabet. */
export const ENTRY_TYPES: readonly EntryType[] = [
  ...ORDER_FACTS,
  ...REQUEST_KINDS.flatMap((kind) =>
    REQUEST_FACTS.map((fact) => `${kind.toUpperCase() as Uppercase<typeof kind>}_${fact}` as const),
  ),
  ...DESK_ENTRIES,
].sort();

/** Those of earlier releases, which a trail may still have. */
const RETIRED_TYPES = ['DATABASE_OLDER_THAN_ITS_MARK'];

const KNOWN_TYPES: ReadonlySet<string> = new Set([...ENTRY_TYPES, ...RETIRED_TYPES]);

/** Whether this release writes it, or an earlier one did. */
export function isKnownType(type: string): boolean {
  return KNOWN_TYPES.has(type);
}
