import { DAY_ORDER } from '../../src/infra/exchange/schema/durations.js';
import type { Typed } from './ticket-terms.js';

/**
 * What is typed in the ticket. It stays while other screens are looked at, and goes with the page: no client is left
 * in the browser's storage, nor to somebody else who signs in.
 */
export interface Draft {
  readonly typed: Typed;
  /** The same until an order has it: a ticket that is sent again never becomes two orders. */
  readonly clientOrderId: string;
  /** It was sent, and it is not known whether it was stored. */
  readonly mayBeStored: boolean;
}

type Search = Readonly<Record<string, string>>;
const GIVEN = ['side', 'security', 'units', 'price', 'account'];

let kept: Draft | null = null;

/** The draft that was left, unless a link gives terms of its own. One that may be stored goes before everything. */
export function openDraft(search: Search): Draft {
  const isGiven = GIVEN.some((name) => search[name] !== undefined);
  if (kept !== null && (kept.mayBeStored || !isGiven)) return kept;
  return newDraft({
    ...emptyTerms(),
    side: search['side'] === 'SELL' ? 'SELL' : 'BUY',
    security: search['security'] ?? '',
    units: search['units'] ?? '',
    price: search['price'] ?? '',
    accountNumber: search['account'] ?? '',
  });
}

export function emptyTerms(): Typed {
  return {
    side: 'BUY', security: '', units: '', price: '', accountNumber: '', clientName: '',
    timeInForce: DAY_ORDER,
  }; // prettier-ignore
}

/** Whether there is something to lose. */
export function isFilledIn({ units, price, clientName }: Typed): boolean {
  return units !== '' || price !== '' || clientName !== '';
}

export function newDraft(typed: Typed): Draft {
  return { typed, clientOrderId: `console-${crypto.randomUUID()}`, mayBeStored: false };
}

export function keepDraft(draft: Draft): void {
  kept = draft;
}

/** An order has come of it. */
export function dropDraft({ clientOrderId }: Draft): void {
  if (kept?.clientOrderId === clientOrderId) kept = null;
}

/** As it stands now: what was typed after it was sent must not be lost. Null: it has been left for another. */
export function draftNow({ clientOrderId }: Draft): Draft | null {
  return kept?.clientOrderId === clientOrderId ? kept : null;
}
