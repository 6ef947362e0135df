import { acknowledgementOf, type Acknowledgement } from '../infra/exchange/api/trading-api.js';
import {
  bareNumber,
  field,
  isRecord,
  orderNumberField,
  parseWire,
  sameNumber,
  textField,
  type Wire,
  type WireRecord,
} from '../infra/exchange/schema/wire.js';
import type { Call } from './courier.js';

/** Reads one reply: its form and its content, without interpretation. */
export type ReplyForm =
  | 'error-envelope'
  | 'success-false'
  | 'success-without-record'
  | 'success-with-record'
  | 'server-error'
  | 'undocumented';

/** Null when there is no reply to the question: none came, or the gateway refused the call. */
export function formOf(call: Call): ReplyForm | null {
  const { reply, outcome } = call;
  if (reply.kind !== 'Reply') return null;
  switch (outcome.class) {
    case 'KeyRefused':
    case 'ScopeRefused':
    case 'RateRefused':
    case 'NotSent':
      return null;
    case 'Acknowledged':
      return isRecord(outcome.data) ? 'success-with-record' : 'success-without-record';
    case 'Refused':
      return reply.status < 300 ? 'success-false' : 'error-envelope';
    case 'Affirmed':
    case 'Ambiguous':
      return reply.status >= 500 ? 'server-error' : 'undocumented';
  }
}

/** What two refusals of the same kind have in common, whichever order they are about. */
export interface Shape {
  readonly httpStatus: number;
  readonly success: boolean | null;
  /** With {placeholders} for the values of one order. */
  readonly message: string;
  readonly statusWord: string | null;
}

export type Particulars = Readonly<Record<string, string | null>>;

export function shapeOf(call: Call, particulars: Particulars): Shape | null {
  const { reply, outcome } = call;
  if (reply.kind !== 'Reply') return null;
  const body = parseWire(reply.body);
  const success = isRecord(body) ? field(body, 'success') : undefined;
  const record = isRecord(outcome.data) ? outcome.data : null;
  const words = record === null ? null : textField(record, 'Message');
  return {
    httpStatus: reply.status,
    success: typeof success === 'boolean' ? success : null,
    message: templateOf(isRecord(body) ? (words ?? outcome.message) : reply.body, particulars),
    statusWord: record === null ? null : textField(record, 'Status'),
  };
}

export function sameShape(one: Shape, other: Shape): boolean {
  return (
    one.httpStatus === other.httpStatus &&
    one.success === other.success &&
    one.message === other.message
  );
}

const TEMPLATE_MAX = 4_000;

/** Replaces the values of one order by their names, the longest first. */
export function templateOf(text: string, particulars: Particulars): string {
  const known = Object.entries(particulars)
    .filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '')
    .flatMap(([name, value]) => [
      [name, value] as const,
      // The text may show a padded number without its zeros.
      ...(value.startsWith('0') && bareNumber(value) !== ''
        ? [[name, bareNumber(value)] as const]
        : []),
    ])
    .sort(([, a], [, b]) => b.length - a.length);
  return known
    .reduce((template, [name, value]) => template.replaceAll(value, `{${name}}`), text.trim())
    .slice(0, TEMPLATE_MAX);
}

export function recordOf(call: Call): WireRecord | null {
  const { class: kind, data } = call.outcome;
  return kind === 'Acknowledged' && isRecord(data) ? data : null;
}

/** The rows of a list; null when the reply is not a list. */
export function rowsOf(call: Call): readonly WireRecord[] | null {
  const { class: kind, data } = call.outcome;
  if (kind !== 'Acknowledged' || !Array.isArray(data)) return null;
  return (data as readonly Wire[]).filter(isRecord);
}

export function ackOf(call: Call): Acknowledgement {
  return acknowledgementOf(call.outcome);
}

/** The order number in an acknowledgement; null without one. */
export function madeOrder(call: Call): string | null {
  return call.outcome.class === 'Acknowledged' ? ackOf(call).orderNumber : null;
}

export function isOf(row: WireRecord, orderNumber: string): boolean {
  const number = orderNumberField(row, 'OrderNo');
  return number !== null && sameNumber(number, orderNumber);
}
