/*
 * The forms of an answer: the standard envelope (success, message, data), its variants, and bodies that
 * are not JSON. An answer stays a structure until it is sent, so that a fault can still change a field.
 */
import { type Json, type JsonObject, writeJson } from './json-text.js';

export type Content =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly type: string; readonly text: string };

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Content;
}

export interface WrittenReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonReply(
  status: number,
  value: Json,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers, content: { kind: 'json', value } };
}

/** The standard envelope with a result. */
export function result(data: Json, message: string, status = 200): Reply {
  return jsonReply(status, { success: true, message, data });
}

/** The same with `success` as text. */
export function resultInWords(
  data: Json,
  message: string,
  status: number,
  success: 'true' | 'false' = 'true',
): Reply {
  return jsonReply(status, { success, message, data });
}

/** The standard envelope of a refusal, which has no data. */
export function failure(status: number, message: string): Reply {
  return jsonReply(status, { success: false, message });
}

export function textReply(status: number, text: string): Reply {
  return {
    status,
    headers: {},
    content: { kind: 'text', type: 'text/plain; charset=utf-8', text },
  };
}

export function htmlReply(status: number, title: string): Reply {
  const text = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: {}, content: { kind: 'text', type: 'text/html; charset=utf-8', text } };
}

export function emptyReply(status: number): Reply {
  return { status, headers: {}, content: { kind: 'text', type: '', text: '' } };
}

export function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Changes the `data` of an envelope if it is a single record; other answers stay as they are. */
export function changeRecord(reply: Reply, change: (record: JsonObject) => JsonObject): Reply {
  return changeData(reply, (data) =>
    typeof data === 'object' && data !== null && !Array.isArray(data)
      ? change(data as JsonObject)
      : data,
  );
}

/** Changes the `data` of an envelope; other answers stay as they are. */
export function changeData(reply: Reply, change: (data: Json) => Json): Reply {
  if (reply.content.kind !== 'json') return reply;
  const envelope = reply.content.value;
  if (typeof envelope !== 'object' || envelope === null || !('data' in envelope)) return reply;
  return jsonReply(
    reply.status,
    { ...envelope, data: change(envelope['data'] ?? null) },
    reply.headers,
  );
}

export function writeReply(reply: Reply): WrittenReply {
  const { status, headers, content } = reply;
  if (content.kind === 'json') {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return { status, headers: { ...type, ...headers }, body: writeJson(content.value) };
  }
  const type = content.type === '' ? {} : { 'content-type': content.type };
  return { status, headers: { ...type, ...headers }, body: content.text };
}
