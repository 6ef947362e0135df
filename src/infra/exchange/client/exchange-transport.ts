import { parseReply, type ParsedReply, type ReadRow } from './reply-parser.js';
import { Injectable } from '@nestjs/common';
import { StringDecoder } from 'node:string_decoder';
import { Agent, type Dispatcher } from 'undici';
import { Clock } from '../../runtime/clock.js';
import { Config } from '../../config/config.js';
import { nextTurn } from '../../runtime/batches.js';

/**
 * The only code that opens a socket to the exchange. One call is exactly one request on the wire:
 * no redirect, no retry (Node's `fetch` re-sends a POST on 421 and 307, so it is not used).
 */
export interface WireCall {
  readonly secret: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, `/v2/vendor/…`. */
  readonly path: string;
  readonly body: string | null;
  /** `x-api-username`: the operator for whom the call is made. */
  readonly operator: string | null;
  readonly replyBytesMax: number;
}

export type WireReply =
  | {
      readonly kind: 'Reply';
      readonly status: number;
      readonly body: string;
      /** The reply as it came, where that is no UTF-8, and the text does not say it exactly. */
      readonly bytes?: Buffer;
      /** `Retry-After`, which the interface does not mention, where it is a number of seconds. */
      readonly retryAfterMs?: number;
    }
  /** Provably nothing was sent: the connection was never made. */
  | { readonly kind: 'NotSent'; readonly failure: string }
  /** It may have been sent, and it may have been done. */
  | { readonly kind: 'NoReply'; readonly failure: string };

/** Failures that happen before the first byte of a request can leave. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

@Injectable()
export class ExchangeTransport {
  private readonly agent: Agent;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    // As many connections as there are calls at one time, which the rate budget bounds: a call that
    // stood in line here would use up its deadline, and a cancel would wait for slow readers.
    this.agent = new Agent({
      connections: null,
      pipelining: 1,
      connect: { timeout: Math.min(config.exchangeTimeoutMs, 5_000) },
      keepAliveTimeout: 4_000,
    });
  }

  /** Parses what {@link send} has brought: a long reply in a thread of its own. */
  parse(text: string, readRow: ReadRow | null): Promise<ParsedReply> {
    return parseReply(text, readRow);
  }

  async send(call: WireCall): Promise<WireReply> {
    const deadline = new AbortController();
    const { exchangeTimeoutMs: timeoutMs } = this.config;
    const stop = this.clock.after(timeoutMs, () =>
      deadline.abort(new DOMException(`No whole reply within ${timeoutMs} ms`, 'TimeoutError')),
    );
    try {
      const reply = await this.agent.request({
        origin: new URL(this.config.exchangeBaseUrl ?? '').origin,
        path: `${new URL(this.config.exchangeBaseUrl ?? '').pathname.replace(/\/$/, '')}${call.path}`,
        method: call.method,
        headers: headersOf(call),
        body: call.body,
        signal: deadline.signal,
        idempotent: false,
      });
      const read = await readBody(reply.body, call.replyBytesMax);
      return { kind: 'Reply', status: reply.statusCode, ...read, ...retryAfterOf(reply.headers) };
    } catch (error) {
      return failureOf(error);
    } finally {
      stop();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

function headersOf(call: WireCall): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${call.secret}`,
    accept: 'application/json',
  };
  if (call.body !== null) headers['content-type'] = 'application/json';
  if (call.operator !== null) headers['x-api-username'] = call.operator;
  return headers;
}

function retryAfterOf(headers: Dispatcher.ResponseData['headers']): { retryAfterMs?: number } {
  const text = headers['retry-after'];
  const seconds = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : null;
  return seconds === null ? {} : { retryAfterMs: seconds * 1_000 };
}

/** From so many on putting the parts together is work for a turn of its own. */
const LONG_BYTES = 262_144;

/** Decoded part by part: a long reply at once would hold the event loop. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  bytesMax: number,
): Promise<{ readonly body: string; readonly bytes?: Buffer }> {
  const decoder = new StringDecoder('utf8');
  const received: Buffer[] = [];
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error(`The reply is longer than ${bytesMax} bytes`);
    received.push(part);
    parts.push(decoder.write(part));
  }
  parts.push(decoder.end());
  // The event loop has just read many parts: others wait for their turn.
  if (bytes >= LONG_BYTES) await nextTurn();
  const text = parts.join('');
  return text.includes(REPLACED) ? { body: text, bytes: Buffer.concat(received) } : { body: text };
}

/** Stands in a text for bytes that are no UTF-8. */
const REPLACED = '\ufffd';

function failureOf(error: unknown): WireReply {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const failure = code === '' ? message : `${code}: ${message}`;
  return { kind: BEFORE_SENDING.has(code) ? 'NotSent' : 'NoReply', failure };
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried: it was not sent only if none of them was reached.
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.every((code) => BEFORE_SENDING.has(code)) ? (codes[0] ?? '') : '';
  }
  return '';
}
