import {
  field,
  isRecord,
  parseWire,
  textField,
  type Wire,
  type WireRecord,
} from '../schema/wire.js';
import type { WireReply } from './exchange-transport.js';

/**
 * What one reply to a mutation (post, edit, cancel) proves. Fail closed: only what the interface
 * document describes is believed, everything else is Ambiguous, and an Ambiguous outcome is never a
 * refusal. The table is read from the top, the first row that holds decides.
 */
export type OutcomeClass =
  /** A complete standard envelope with `success` true; whether it says Posted is the caller's to read. */
  | 'Acknowledged'
  /** The same, but `success` is the text "true": to be believed only for what else is in it. */
  | 'Affirmed'
  /** The documented error envelope (`success` false with a message): a no that is still to be confirmed. */
  | 'SaidNo'
  /** Refused by the gateway before routing, as documented: nothing happened. */
  | 'KeyRefused'
  | 'ScopeRefused'
  | 'RateRefused'
  /** The connection was never made. */
  | 'NotSent'
  | 'Ambiguous';

export interface Outcome {
  readonly class: OutcomeClass;
  /** The exchange's own words, or why there are none. */
  readonly message: string;
  readonly data: Wire | undefined;
}

interface Seen {
  readonly status: number;
  /** The endpoint's answer is documented without an envelope. */
  readonly bare: boolean;
  readonly envelope: WireRecord | null;
  readonly success: Wire | undefined;
}

const KEY_REFUSALS = new Set([401, 402]);
/** Statuses that a proxy or a timeout gives, whatever the body says. */
const NEVER_BELIEVED = new Set([408, 421, 425]);

const TABLE: readonly (readonly [OutcomeClass, (seen: Seen) => boolean])[] = [
  ['KeyRefused', (seen) => KEY_REFUSALS.has(seen.status)],
  ['ScopeRefused', (seen) => seen.status === 403 && isNo(seen)],
  // A page that some proxy put in place of the documented body proves nothing.
  ['Ambiguous', (seen) => seen.status === 403],
  ['RateRefused', (seen) => seen.status === 429],
  ['Ambiguous', (seen) => NEVER_BELIEVED.has(seen.status)],
  ['Acknowledged', (seen) => isSuccess(seen.status) && (seen.success === true || isBare(seen))],
  ['Affirmed', (seen) => isSuccess(seen.status) && isTrueInWords(seen.success)],
  ['SaidNo', (seen) => isNo(seen) && (isSuccess(seen.status) || isClientError(seen.status))],
];

/** `body` is the reply's text as parsed, for whoever has parsed it already. */
export function outcomeOf(reply: WireReply, body = bodyOf(reply), bare = false): Outcome {
  if (reply.kind === 'NotSent')
    return { class: 'NotSent', message: reply.failure, data: undefined };
  if (reply.kind === 'NoReply')
    return { class: 'Ambiguous', message: reply.failure, data: undefined };
  const envelope = isRecord(body) ? body : null;
  const seen: Seen = {
    status: reply.status,
    bare,
    envelope,
    success: envelope === null ? undefined : field(envelope, 'success'),
  };
  const found = TABLE.find(([, holds]) => holds(seen))?.[0] ?? 'Ambiguous';
  const words = envelope === null ? null : textField(envelope, 'message');
  return {
    class: found,
    message: words ?? `HTTP ${reply.status} without a readable message`,
    data: envelope === null ? undefined : field(envelope, 'data'),
  };
}

export function bodyOf(reply: WireReply): Wire | undefined {
  return reply.kind === 'Reply' ? parseWire(reply.body) : undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isTrueInWords(success: Wire | undefined): boolean {
  return typeof success === 'string' && success.trim().toLowerCase() === 'true';
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}

/** Whoever says nothing of success is believed only where the document shows no envelope. */
function isBare(seen: Seen): boolean {
  return seen.bare && seen.envelope !== null && seen.success === undefined;
}

function isNo(seen: Seen): boolean {
  return (
    seen.success === false && seen.envelope !== null && textField(seen.envelope, 'message') !== null
  );
}
