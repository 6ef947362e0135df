import { parseReply, type ParsedReply, type ReadRow } from './reply-parser.js';
import { Injectable } from '@nestjs/common';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { Clock } from '../../runtime/clock.js';
import { Config, secretsOf } from '../../config/config.js';
import { NoRoom, ReplyRoom, ROOM_BYTES, type Place } from './reply-room.js';
import { secretRemover, type SecretRemover } from './reply-secrets.js';
import { ReplyReader } from './reply-reader.js';
import type { ReadBody } from './reply-text.js';

/**
 * The only code that opens a socket to the exchange. One call is exactly one request on the wire: no
 * redirects and no retries. We avoid Node's `fetch` because it resends a POST after a 421 or a 307. No reply leaves
 * it with a secret of ours inside.
 */
export interface WireCall {
  readonly secret: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, `/v2/vendor/…`. */
  readonly path: string;
  readonly body: string | null;
  /** Sent as `x-api-username`: the operator for whom the call is made. */
  readonly operator: string | null;
  readonly replyBytesMax: number;
  /** For room: a long reply that is only shown to people. */
  readonly waitsLast?: boolean;
  /** Gets the room of a long reply, to leave it when the reply is no longer needed; else it is left when the reply is read. */
  readonly keepRoom?: (place: Place) => void;
}

export type WireReply =
  | (ReadBody & {
      readonly kind: 'Reply';
      readonly status: number;
      /** From `Retry-After` in seconds; the interface document does not mention this header. */
      readonly retryAfterMs?: number;
    })
  /** The connection was never made, so nothing was sent. */
  | { readonly kind: 'NotSent'; readonly failure: string }
  /** The request may have been sent, and the exchange may have acted on it. */
  | {
      readonly kind: 'NoReply';
      readonly failure: string;
      /** The exchange had begun to answer: it is not silent, but we had no room for its reply. */
      readonly isUnread?: true;
    };

export interface AnswerWithoutKey {
  readonly reply: WireReply;
  /** In milliseconds since 1970, by the exchange's clock; null if its answer has no `Date`. */
  readonly date: number | null;
}

/** What a `Retry-After` that cannot be read counts as. */
const UNREADABLE_WAIT_MS = 60_000;
/** Enough for a refusal. */
const SHORT_BYTES = 64 * 1024;

/** Of a connection that is being made. The same of one that stands prove nothing: TLS may ask for certificates again. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

@Injectable()
export class ExchangeTransport {
  private readonly agent: Agent;
  /** Why connections were never made. */
  private readonly unmade = new WeakSet<Error>();
  /** By the secret of the call. */
  private readonly removers = new Map<string, SecretRemover>();
  private readonly room = new ReplyRoom(ROOM_BYTES);

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    const connect = buildConnector({ timeout: Math.min(config.exchangeTimeoutMs, 5_000) });
    // No limit on connections: the rate budget already limits concurrent calls. Queueing here would use
    // up a call's deadline and make cancels wait behind slow reads.
    this.agent = new Agent({
      connections: null,
      pipelining: 1,
      connect: (options, made) =>
        connect(options, (...outcome) => {
          const [error] = outcome;
          if (error !== null) this.unmade.add(error);
          made(...outcome);
        }),
      keepAliveTimeout: 4_000,
    });
  }

  /** Bytes of long replies that are being read, parsed or stored. */
  get roomTaken(): number {
    return this.room.taken;
  }

  get repliesWaiting(): number {
    return this.room.waitingCount;
  }

  /** Parses what {@link send} has brought: a long reply in a thread of its own. */
  parse(text: string, readRow: ReadRow | null): Promise<ParsedReply> {
    return parseReply(text, readRow);
  }

  async send(call: WireCall): Promise<WireReply> {
    return withoutSecrets(
      await this.roundTrip(call, headersOf(call)),
      this.removerFor(call.secret),
    );
  }

  /** Asks without a key, which counts for none: whether the exchange answers, and what time its answer names. */
  async askWithoutKey(path: string): Promise<AnswerWithoutKey> {
    const call = { method: 'GET', path, body: null, replyBytesMax: SHORT_BYTES } as const;
    let date: number | null = null;
    const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
    const reply = await this.roundTrip(call, headers, (received) => (date = dateOf(received)));
    return { reply, date };
  }

  private removerFor(secret: string): SecretRemover {
    const known = this.removers.get(secret);
    if (known !== undefined) return known;
    const remover = secretRemover(new Set([secret, ...secretsOf(this.config)]));
    this.removers.set(secret, remover);
    return remover;
  }

  private async roundTrip(
    call: Omit<WireCall, 'secret' | 'operator'>,
    headers: Record<string, string>,
    seen: (received: Dispatcher.ResponseData['headers']) => void = () => undefined,
  ): Promise<WireReply> {
    const deadline = new AbortController();
    const { exchangeTimeoutMs: timeoutMs } = this.config;
    const stop = this.clock.after(timeoutMs, () =>
      deadline.abort(new DOMException(`No complete reply within ${timeoutMs} ms`, 'TimeoutError')),
    );
    const { replyBytesMax: bytesMax, waitsLast = false, keepRoom } = call;
    const { signal } = deadline;
    const reader = new ReplyReader({ bytesMax, room: this.room, isFirst: !waitsLast, signal });
    try {
      const reply = await this.agent.request({
        origin: new URL(this.config.exchangeBaseUrl ?? '').origin,
        path: `${new URL(this.config.exchangeBaseUrl ?? '').pathname.replace(/\/$/, '')}${call.path}`,
        method: call.method,
        headers,
        body: call.body,
        signal,
        idempotent: false,
      });
      seen(reply.headers);
      const read = await reader.read(reply);
      const place = keepRoom === undefined ? null : reader.handOver();
      if (place !== null) keepRoom?.(place);
      return { kind: 'Reply', status: reply.statusCode, ...read, ...retryAfterOf(reply.headers) };
    } catch (error) {
      const wasMade = !(error instanceof Error && this.unmade.has(error));
      return failureOf(error, { wasMade });
    } finally {
      stop();
      reader.leave();
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** Bytes that are no text are cleaned as they are. */
async function withoutSecrets(reply: WireReply, remove: SecretRemover): Promise<WireReply> {
  if (reply.kind !== 'Reply') return { ...reply, failure: await remove(reply.failure) };
  const body = await remove(reply.body);
  if (reply.bytes === undefined) return { ...reply, body };
  const bytes = Buffer.from(await remove(reply.bytes.toString('latin1')), 'latin1');
  return { ...reply, body, bytes };
}

function headersOf(call: WireCall): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${call.secret}`,
    accept: 'application/json',
    // Without a word about it, a server may encode the reply as it likes (RFC 9110, section 12.5.3).
    'accept-encoding': 'identity',
  };
  if (call.body !== null) headers['content-type'] = 'application/json';
  if (call.operator !== null) headers['x-api-username'] = call.operator;
  return headers;
}

/** RFC 9110, section 10.2.3: seconds or a date. What cannot be read counts as a minute. */
function retryAfterOf(headers: Dispatcher.ResponseData['headers']): { retryAfterMs?: number } {
  const text = headers['retry-after'];
  if (text === undefined) return {};
  if (typeof text === 'string' && /^\d{1,6}$/.test(text))
    return { retryAfterMs: Number(text) * 1_000 };
  const isDate = typeof text === 'string' && /^[A-Z][a-z]+,? /.test(text);
  const until = isDate ? Date.parse(text) : NaN;
  const from = dateOf(headers);
  const wait = from === null ? NaN : until - from;
  return { retryAfterMs: Number.isNaN(wait) ? UNREADABLE_WAIT_MS : Math.max(0, wait) };
}

function dateOf({ date }: Dispatcher.ResponseData['headers']): number | null {
  const at = typeof date === 'string' ? Date.parse(date) : NaN;
  return Number.isNaN(at) ? null : at;
}

/** `wasMade`: the connection stood, so the request may have been sent, whatever the error says. */
export function failureOf(error: unknown, { wasMade }: { readonly wasMade: boolean }): WireReply {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoRoom) return { kind: 'NoReply', failure: message, isUnread: true };
  const failure = code === '' ? message : `${code}: ${message}`;
  return { kind: !wasMade && BEFORE_SENDING.has(code) ? 'NotSent' : 'NoReply', failure };
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried: nothing was sent only if every attempt failed before sending.
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.every((code) => BEFORE_SENDING.has(code)) ? (codes[0] ?? '') : '';
  }
  return '';
}
