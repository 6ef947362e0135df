import { Injectable } from '@nestjs/common';
import type { Lane } from '../keys/rate-limiter.js';
import { CallJournal, type CompletedCall } from '../client/call-journal.js';
import { ENDPOINTS } from '../schema/endpoints.js';
import { contentsOf, type Contents } from '../schema/envelopes.js';
import type { MarketRecords, MarketEndpoint, Question } from './market-questions.js';
import { notAsked, refused, unusable, type NoAnswer } from '../client/no-answer.js';
import { decodeRecord, decodeRows, type RecordSchema } from '../schema/wire-schema.js';
import { isRecord } from '../schema/wire.js';

/**
 * Asks the exchange about the market, one call for each question. A reply counts as an answer only if it
 * has the documented envelope, is about the right security, and contains at least one documented field.
 * Of all other replies, only the documented error envelope means anything: the thing may not exist.
 */
export interface MarketAnswer<E extends MarketEndpoint = MarketEndpoint> {
  readonly kind: 'Answer';
  readonly data: MarketRecords<E>;
  /** Our names of documented fields that were missing or of another type. */
  readonly odd: readonly string[];
  /** Null when the exchange does not say, or the answer has no pages. */
  readonly total: number | null;
  readonly pages: number | null;
  /** Database time when the call was reserved. */
  readonly askedAt: number;
  /** Length of the reply on the wire. */
  readonly bytes: number;
}

/** `resolve`: for what an order waits for; readers of market data cannot use it up. */
export type MarketLane = Extract<Lane, 'market' | 'resolve'>;

@Injectable()
export class MarketDataApi {
  constructor(private readonly journal: CallJournal) {}

  async answer<E extends MarketEndpoint>(
    question: Question<E>,
    operator: string | null,
    lane: MarketLane = 'market',
  ): Promise<MarketAnswer<E> | NoAnswer> {
    const call = await this.journal.read({
      endpoint: question.endpoint,
      lane,
      body: null,
      query: question.query,
      operator,
    });
    return 'why' in call ? notAsked(call) : read(question, call);
  }
}

function read<E extends MarketEndpoint>(
  question: Question<E>,
  { reply, body, outcome, startedAt }: CompletedCall,
): MarketAnswer<E> | NoAnswer {
  if (reply.kind !== 'Reply') return unusable('The exchange did not reply.');
  if (outcome.class === 'Refused') return refused();
  if (Math.floor(reply.status / 100) !== 2) {
    return unusable(`The exchange answered with HTTP ${reply.status}.`);
  }
  const { envelope, record } = ENDPOINTS[question.endpoint];
  const contents = contentsOf(envelope, body);
  const found = contents === null ? null : recordsOf(record, contents, question.symbol);
  if (contents === null || found === null) {
    return unusable('The exchange sent a reply that its interface document does not show.');
  }
  const paged = contents.kind === 'rows' ? contents : { total: null, pages: null };
  return {
    kind: 'Answer',
    // The type is derived from the same record and envelope.
    data: found.data as MarketRecords<E>,
    odd: found.odd,
    total: paged.total,
    pages: paged.pages,
    askedAt: startedAt,
    bytes: Buffer.byteLength(reply.body),
  };
}

interface Found {
  readonly data: unknown;
  readonly odd: readonly string[];
}

/** Null when the reply contains nothing we asked for. */
function recordsOf(
  schema: RecordSchema,
  contents: Contents,
  symbol: string | undefined,
): Found | null {
  if (contents.kind === 'rows') {
    const { rows, odd } = decodeRows(schema, contents.rows);
    return rows.length === 0 && contents.rows.length > 0 ? null : { data: rows, odd };
  }
  if (!isRecord(contents.record)) return null;
  const { fields, other, odd } = decodeRecord(schema, contents.record);
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const about = fields['symbol'];
  const ofAnother =
    symbol !== undefined && typeof about === 'string' && about.toUpperCase() !== symbol;
  if (given.length === 0 || ofAnother) return null;
  return { data: other === undefined ? fields : { ...fields, other }, odd };
}
