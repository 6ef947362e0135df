import { Injectable } from '@nestjs/common';
import { inBatches } from '../../runtime/batches.js';
import { CallJournal, type CompletedCall } from '../client/call-journal.js';
import { ENDPOINTS } from '../schema/endpoints.js';
import { contentsOf } from '../schema/envelopes.js';
import { notAsked, refused, short, type NoAnswer } from '../client/no-answer.js';
import { decodeRecord, rawJson, type RawJson, type RecordSchema } from '../schema/wire-schema.js';
import { isRecord, type Wire } from '../schema/wire.js';

/**
 * Endpoints 8 to 11 for people: what the exchange's records say now, our names beside the record as
 * it came. Nothing is left out, nothing is decided by it; evidence is what the reconciler asks for.
 */
export type RecordEndpoint =
  'order/enquiry' | 'broker/order/enquiry' | 'shareholder/enquiry' | 'daily/trades';

export interface ExchangeRecord {
  /** Documented fields by our names; null where missing or of another type. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Our names of the documented fields that were missing or of another type. */
  readonly odd: readonly string[];
  /** As the exchange wrote it, numbers as texts with all their digits. */
  readonly raw: RawJson;
}

export interface Records {
  readonly kind: 'Answer';
  readonly records: readonly ExchangeRecord[];
  readonly callId: string;
  /** Database time just before the question left. */
  readonly askedAt: number;
  readonly bytes: number;
}

@Injectable()
export class RecordApi {
  constructor(private readonly journal: CallJournal) {}

  /** Costs one call of the market's lane. */
  async ask(
    endpoint: RecordEndpoint,
    body: Readonly<Record<string, string>>,
    operator: string,
  ): Promise<Records | NoAnswer> {
    const wish = { endpoint, lane: 'market', body: JSON.stringify(body), operator } as const;
    const call = await this.journal.read(wish);
    return 'why' in call ? notAsked(call) : read(endpoint, call);
  }
}

async function read(endpoint: RecordEndpoint, call: CompletedCall): Promise<Records | NoAnswer> {
  const { reply, outcome } = call;
  if (reply.kind !== 'Reply') return short('No reply came from the exchange.');
  if (outcome.class === 'SaidNo') return refused(outcome.message);
  const { envelope, record } = ENDPOINTS[endpoint];
  const contents = outcome.class === 'Acknowledged' ? contentsOf(envelope, call.body) : null;
  if (contents === null) {
    const text = 'in a way that the interface does not document';
    return short(`The exchange answered HTTP ${reply.status} ${text}.`);
  }
  const records: ExchangeRecord[] = [];
  for await (const rows of inBatches(
    contents.kind === 'rows' ? contents.rows : [contents.record],
  )) {
    for (const row of rows) records.push(exchangeRecord(record, row));
  }
  return {
    kind: 'Answer',
    records,
    callId: call.id,
    askedAt: call.startedAt,
    bytes: Buffer.byteLength(reply.body),
  };
}

/** A row that is no record has no field of ours, and is shown all the same. */
function exchangeRecord(schema: RecordSchema, row: Wire): ExchangeRecord {
  const { fields, odd } = decodeRecord(schema, isRecord(row) ? row : {});
  return { fields, odd, raw: rawJson(row) };
}
