import { LONG_FROM } from './reply-parser.js';
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
 * What a reply to a post, edit or cancel proves. Fails closed: we believe only what the interface document
 * describes. Everything else is Ambiguous, and Ambiguous never means refused. The first matching row of
 * the table decides.
 */
export type OutcomeClass =
  /** The standard envelope with `success` true. The caller still checks whether it says Posted. */
  | 'Acknowledged'
  /** The same with `success` as the text "true": believed only if the rest of the reply supports it. */
  | 'Affirmed'
  /** The documented error envelope (`success` false with a message): a refusal that needs confirming. */
  | 'Refused'
  /** Refused by the gateway before routing, as documented: nothing happened. */
  | 'KeyRefused'
  | 'ScopeRefused'
  | 'RateRefused'
  /** The connection was never made. */
  | 'NotSent'
  | 'Ambiguous';

export interface Outcome {
  readonly class: OutcomeClass;
  /** The exchange's own message, or why there is none. */
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
/** Statuses sent by proxies or on timeouts. The body proves nothing, whatever it says. */
const PROXY_STATUSES = new Set([408, 421, 425]);

const TABLE: readonly (readonly [OutcomeClass, (seen: Seen) => boolean])[] = [
  ['KeyRefused', (seen) => KEY_REFUSALS.has(seen.status)],
  ['ScopeRefused', (seen) => seen.status === 403 && isNo(seen)],
  // A 403 without the documented body may come from a proxy.
  ['Ambiguous', (seen) => seen.status === 403],
  ['RateRefused', (seen) => seen.status === 429],
  ['Ambiguous', (seen) => PROXY_STATUSES.has(seen.status)],
  ['Acknowledged', (seen) => isSuccess(seen.status) && (seen.success === true || isBare(seen))],
  ['Affirmed', (seen) => isSuccess(seen.status) && isTrueInWords(seen.success)],
  ['Refused', (seen) => isNo(seen) && (isSuccess(seen.status) || isClientError(seen.status))],
];

/** Pass `body` if the reply is parsed already. */
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
  const message = envelope === null ? null : textField(envelope, 'message');
  return {
    class: found,
    message: message ?? `HTTP ${reply.status} without a readable message`,
    data: envelope === null ? undefined : field(envelope, 'data'),
  };
}

export function bodyOf(reply: WireReply): Wire | undefined {
  // No answer to a post, an edit or a cancel is as long as a list; parsing one here would keep everybody waiting.
  return reply.kind === 'Reply' && reply.body.length < LONG_FROM
    ? parseWire(reply.body)
    : undefined;
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

/** A reply without `success` is believed only where the document shows no envelope. */
function isBare(seen: Seen): boolean {
  return seen.bare && seen.envelope !== null && seen.success === undefined;
}

function isNo(seen: Seen): boolean {
  return (
    seen.success === false && seen.envelope !== null && textField(seen.envelope, 'message') !== null
  );
}
