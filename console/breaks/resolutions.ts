import { withFigures } from '../parts/figures-in-text.js';
import { spaced } from '../parts/spaced.js';
import type { Approval, Break, BreakSettings, WholeBreak } from '../api/answers.js';

/** What a break of each type can be resolved with, in words. The service decides; this only offers. */
export interface Offer {
  readonly resolution: string;
  readonly words: string;
  /** What it needs besides a reason. */
  readonly needs?: 'orderNumber' | 'orderId' | 'terms';
}

const OFFERS: Readonly<Record<string, Offer>> = {
  close: { resolution: 'close', words: 'Close: there is nothing to do, and no order changes' },
  'link-number': {
    resolution: 'link-number',
    words: "Link a number: this is the exchange's number of the order",
    needs: 'orderNumber',
  },
  'number-is-right': {
    resolution: 'number-is-right',
    words: 'The order number is right: edits and cancels may be sent',
  },
  'price-is-right': {
    resolution: 'price-is-right',
    words: 'The price is right: the order has the limit that is held here',
  },
  'not-at-exchange': {
    resolution: 'not-at-exchange',
    words: 'Not at the exchange: the post never arrived there, and will not',
  },
  'took-effect': {
    resolution: 'took-effect',
    words: 'It took effect: the edit or cancel was done',
  },
  'had-no-effect': {
    resolution: 'had-no-effect',
    words: 'It had no effect: the edit or cancel was not done',
  },
  'was-cancelled': {
    resolution: 'was-cancelled',
    words: 'Was cancelled: the order no longer works, it was cancelled at the exchange',
  },
  'has-expired': {
    resolution: 'has-expired',
    words: 'Has expired: the order no longer works, it ended with its day',
  },
  'was-filled': {
    resolution: 'was-filled',
    words: 'Was filled: the order no longer works, it was filled as it is held',
  },
  'as-shown': {
    resolution: 'as-shown',
    words: 'As shown: book the trade as the exchange shows it',
  },
  accept: { resolution: 'accept', words: "Accept: it is another desk's order, leave it alone" },
  adopt: { resolution: 'adopt', words: 'Adopt: make it one of our orders', needs: 'terms' },
  link: { resolution: 'link', words: 'Link: it is this order of ours', needs: 'orderId' },
};

const ENDS = ['close', 'was-cancelled', 'has-expired', 'was-filled'];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  PostUnconfirmed: ['link-number', 'not-at-exchange', 'number-is-right'],
  EditUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  CancelUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  MissingAtExchange: [...ENDS, 'link-number'],
  IdentityMismatch: [...ENDS, 'link-number', 'number-is-right'],
  OpenAfterClose: ENDS,
  UnmappedValue: ENDS,
  StatusMismatch: ENDS,
  SourcesDisagree: ENDS,
  PriceMismatch: ['close', 'price-is-right'],
  FillMismatch: ['close', 'as-shown'],
  UnknownAtExchange: ['accept', 'adopt', 'link'],
  OrphanTrade: ['close', 'accept', 'link'],
  DuplicateSuspected: ['close', 'accept', 'adopt', 'link'],
};

export function offersFor(type: string): readonly Offer[] {
  return (ALLOWED[type] ?? ['close']).flatMap((name) => OFFERS[name] ?? []);
}

export function wordsOf(resolution: string): string {
  return OFFERS[resolution]?.words ?? resolution;
}

/** What whoever proposes says although something speaks against it. */
export function allTheSame(resolution: string): string {
  if (resolution === 'accept' || resolution === 'close')
    return "It is another desk's order all the same. The second person sees which order of ours it may be.";
  if (resolution === 'not-at-exchange')
    return 'It is not at the exchange all the same. The second person sees which numbers fit.';
  return 'It is the order all the same. The second person sees what differs.';
}

/** Of those that the service has. */
export function reasonCodesFor(
  type: Break['type'],
  codes: BreakSettings['reasonCodes'],
): BreakSettings['reasonCodes'] {
  return codes.filter(({ breakTypes }) => breakTypes.includes(type));
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  ConfirmedByExchange: 'Confirmed by the exchange',
  VendorError: 'Error of the exchange',
  KnownExternal: 'Known order of another desk',
  DuplicateBreak: 'Same as another break',
};

/** A reason code in words, wherever it is shown. */
export function reasonWords(code: string): string {
  return REASON_WORDS[code] ?? spaced(code);
}

/** Whether it will only be proposed, for another person to approve. */
export function takesTwo(severity: string, resolution: string): boolean {
  return resolution !== 'close' || severity === 'High' || severity === 'Critical';
}

const nameOf = (actor: string | null): string => actor?.replace(/^key:/, '') ?? 'Somebody';

/** Why a resolution that is being typed cannot be sent now, because somebody was first; null: nobody was. */
export function firstWords(
  of: Pick<WholeBreak, 'closedAt' | 'closedBy' | 'outcome' | 'approvals'>,
): string | null {
  if (of.closedAt !== null) {
    return `It is closed meanwhile, by ${nameOf(of.closedBy)}: ${withFigures(of.outcome ?? 'nothing was said')}.`;
  }
  const waits = of.approvals.find(({ state }) => state === 'Pending');
  if (waits === undefined) return null;
  const { resolution, text } = waits.payload;
  return `${nameOf(waits.proposedBy)} has already proposed: ${wordsOf(resolution)}. Reason: ${text}\nWhat you typed is kept; it can be sent if that is rejected.`;
}

/** What became of a proposal that somebody else has decided first; null: it still waits. */
export function decidedFirst({
  state,
  decidedBy,
  decision,
}: Pick<Approval, 'state' | 'decidedBy' | 'decision'>): string | null {
  if (state === 'Pending') return null;
  if (decidedBy === null)
    return `It is ${state.toLowerCase()} meanwhile: it waits for nobody any more.`;
  const why = decision === null ? '' : `: ${decision}`;
  return `${nameOf(decidedBy)} has ${state.toLowerCase()} it first${why}.`;
}
