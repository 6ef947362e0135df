import { Injectable } from '@nestjs/common';
import { inBatches } from '../../runtime/batches.js';
import { CallJournal, type CallSpec, type CompletedCall } from '../client/call-journal.js';
import { ENDPOINTS } from '../schema/endpoints.js';
import { contentsOf, type Contents } from '../schema/envelopes.js';
import { notAsked, refused, unusable, type NoAnswer } from '../client/no-answer.js';
import { decodeRecord, rawJson, type RawJson, type RecordSchema } from '../schema/wire-schema.js';
import { isRecord, type Wire } from '../schema/wire.js';

/**
 * Endpoints 8 to 11 for people: the exchange's records as they are now, our names beside the raw record.
 * Nothing is left out, and nothing is decided from it; only the reconciler gathers evidence.
 */
export type RecordEndpoint =
  'order/enquiry' | 'broker/order/enquiry' | 'shareholder/enquiry' | 'daily/trades';

export interface ExchangeRecord {
  /** Documented fields by our names; null if missing or of another type. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Our names of the documented fields that were missing or of another type. */
  readonly odd: readonly string[];
  /** As the exchange wrote it. Numbers are texts, so that they keep all their digits. */
  readonly raw: RawJson;
}

export interface Records {
  readonly kind: 'Answer';
  readonly records: readonly ExchangeRecord[];
  readonly callId: string;
  /** Database time when the call was reserved. */
  readonly askedAt: number;
  readonly bytes: number;
}

@Injectable()
export class RecordApi {
  constructor(private readonly journal: CallJournal) {}

  /** Uses one call of the market lane. */
  async ask(
    endpoint: RecordEndpoint,
    body: Readonly<Record<string, string>>,
    by: Pick<CallSpec, 'operator' | 'recordAsker'>,
  ): Promise<Records | NoAnswer> {
    const { record } = ENDPOINTS[endpoint];
    const readRow = (row: Wire): ExchangeRecord => exchangeRecord(record, row);
    const spec = { endpoint, lane: 'market', body: JSON.stringify(body), readRow, ...by } as const;
    const call = await this.journal.read(spec);
    return 'why' in call ? notAsked(call) : read(endpoint, call, readRow);
  }
}

async function read(
  endpoint: RecordEndpoint,
  call: CompletedCall,
  readRow: (row: Wire) => ExchangeRecord,
): Promise<Records | NoAnswer> {
  const { reply, outcome } = call;
  if (reply.kind !== 'Reply') return unusable('The exchange did not reply.');
  if (outcome.class === 'Refused') return refused();
  const { envelope } = ENDPOINTS[endpoint];
  const contents = outcome.class === 'Acknowledged' ? contentsOf(envelope, call.body) : null;
  if (contents === null) {
    const text = 'and a body that its interface document does not show';
    return unusable(`The exchange answered with HTTP ${reply.status} ${text}.`);
  }
  const records = await recordsOf(contents, call, readRow);
  return {
    kind: 'Answer',
    records,
    callId: call.id,
    askedAt: call.startedAt,
    bytes: Buffer.byteLength(reply.body),
  };
}

/** Rows of a long list were converted while they were parsed: all of them as they came would take too much memory. */
async function recordsOf(
  contents: Contents,
  { long }: CompletedCall,
  readRow: (row: Wire) => ExchangeRecord,
): Promise<readonly ExchangeRecord[]> {
  if (contents.kind === 'record') return [readRow(contents.record)];
  if (long !== null) return long.read as readonly ExchangeRecord[];
  const records: ExchangeRecord[] = [];
  for await (const rows of inBatches(contents.rows)) {
    for (const row of rows) records.push(readRow(row));
  }
  return records;
}

/** A row that is not an object has none of our fields but is shown anyway. */
function exchangeRecord(schema: RecordSchema, row: Wire): ExchangeRecord {
  const { fields, odd } = decodeRecord(schema, isRecord(row) ? row : {});
  return { fields, odd, raw: rawJson(row) };
}
