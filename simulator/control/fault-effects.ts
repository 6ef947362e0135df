/*
 * What a fault does to a call. Some faults answer instead of the exchange, so nothing happens there;
 * some change the answer after the effect; and some concern only the wire, and are passed on as a
 * description, because the core has no wire.
 */
import type { Fault } from './faults.js';
import { isJsonArray, type JsonObject, NumberToken } from '../json-text.js';
import {
  changeData,
  changeRecord,
  emptyReply,
  failure,
  htmlReply,
  type Reply,
  withHeaders,
  type WrittenReply,
} from '../replies.js';

/** How the reply travels: `complete` is the normal case. */
export type WireEnding = 'complete' | 'closed' | 'reset' | 'cut' | 'drip' | 'endless';

export interface Wire {
  readonly waitAfterMs: number;
  readonly ending: WireEnding;
  /** For `cut`: the bytes of the body that arrive. For `endless`: the maximum number of bytes. */
  readonly bytes: number;
  /** For `drip` and `endless`: the duration. */
  readonly overMs: number;
}

export const SOUND_WIRE: Wire = { waitAfterMs: 0, ending: 'complete', bytes: 0, overMs: 0 };

const ENDLESS_BYTES = 8 * 1024 * 1024;
const DRIP_MS = 10_000;
export const STALE_MS = 30_000;

/** What a gateway says that refuses a key. */
const REFUSALS = {
  '401': 'Missing or invalid API key',
  '402': 'API key subscription has expired',
  '403': 'API key has no permission for this endpoint',
  '429': 'Rate limit exceeded',
} as const;

/** The answer given instead of the exchange's, if the fault acts before the effect. */
export function replyBefore(fault: Fault): Reply | null {
  switch (fault.fault) {
    case 'error500Before':
      return serverError(fault);
    case '401':
    case '402':
    case '403':
    case '429':
      return fault.when === 'after' ? null : refusalOf(fault.fault);
    case 'status':
      return fault.when === 'after' ? null : anyStatus(fault);
    case 'resetBefore':
      return emptyReply(500);
    default:
      return null;
  }
}

/** The answer after the fault has changed it, following the effect. */
export function replyAfter(fault: Fault, reply: Reply): Reply {
  switch (fault.fault) {
    case 'error500After':
      return serverError(fault);
    case '401':
    case '402':
    case '403':
    case '429':
      return refusalOf(fault.fault);
    case 'status':
      return fault.when === 'after' ? anyStatus(fault) : reply;
    case 'html':
      return htmlReply(fault.status ?? 200, 'Service page');
    case 'emptyBody':
      return emptyReply(fault.status ?? reply.status);
    case 'emptyList':
      return changeData(reply, (data) => (isJsonArray(data) ? [] : data));
    case 'shortList':
      return changeData(reply, (data) =>
        isJsonArray(data) ? data.slice(0, fault.rows ?? 1) : data,
      );
    case 'wrongEcho':
      return changeRecord(reply, (record) => ({
        ...record,
        OrderRef: fault.orderRef ?? 'ANOTHER-REFERENCE',
      }));
    case 'missingOrderNumber':
      return changeRecord(reply, (record) => withoutNumber(record, fault.value ?? 'missing'));
    case 'otherOrderNumber':
      return changeRecord(reply, (record) => ({
        ...record,
        OrderNo: new NumberToken(fault.orderNumber ?? '999999'),
      }));
    case 'fields':
      return changeRecord(reply, (record) => ({ ...record, ...fault.fields }));
    default:
      return reply;
  }
}

/** Faults in the text itself, applied to the written answer. */
export function writtenAfter(fault: Fault, written: WrittenReply): WrittenReply {
  if (fault.fault !== 'truncatedJson') return written;
  const length = fault.bytes ?? Math.floor(written.body.length / 2);
  return { ...written, body: written.body.slice(0, length) };
}

export function wireOf(fault: Fault, body: string): Wire {
  switch (fault.fault) {
    case 'lostRequest':
    case 'lostReply':
      return { ...SOUND_WIRE, ending: 'closed' };
    case 'resetBefore':
    case 'resetAfter':
      return { ...SOUND_WIRE, ending: 'reset' };
    case 'cutBody':
      return { ...SOUND_WIRE, ending: 'cut', bytes: fault.bytes ?? Math.floor(body.length / 2) };
    case 'slowDrip':
      return { ...SOUND_WIRE, ending: 'drip', overMs: fault.ms ?? DRIP_MS };
    case 'endless':
      return {
        ...SOUND_WIRE,
        ending: 'endless',
        bytes: fault.bytes ?? ENDLESS_BYTES,
        overMs: fault.ms ?? DRIP_MS,
      };
    case 'delay':
      return fault.when === 'after' ? { ...SOUND_WIRE, waitAfterMs: fault.ms ?? 0 } : SOUND_WIRE;
    default:
      return SOUND_WIRE;
  }
}

/** How long the call waits at the exchange before it is processed. */
export function waitBefore(fault: Fault): number {
  return fault.fault === 'delay' && fault.when !== 'after' ? (fault.ms ?? 0) : 0;
}

function refusalOf(status: keyof typeof REFUSALS): Reply {
  return failure(Number(status), REFUSALS[status]);
}

function serverError(fault: Fault): Reply {
  if (fault.form === 'html') return htmlReply(500, '500 Internal Server Error');
  return fault.form === 'empty' ? emptyReply(500) : failure(500, 'Internal server error');
}

function anyStatus(fault: Fault): Reply {
  const status = fault.status ?? 503;
  const type =
    fault.form === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  const reply: Reply =
    fault.body === undefined
      ? fault.form === 'empty'
        ? emptyReply(status)
        : fault.form === 'html'
          ? htmlReply(status, String(status))
          : failure(status, `Status ${status}`)
      : { status, headers: {}, content: { kind: 'text', type, text: fault.body } };
  return withHeaders(reply, fault.headers ?? {});
}

function withoutNumber(record: JsonObject, value: 'missing' | 'null' | 'zero'): JsonObject {
  const values = { missing: undefined, null: null, zero: 0 } as const;
  return { ...record, OrderNo: values[value] };
}
