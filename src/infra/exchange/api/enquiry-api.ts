import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { stringify } from 'lossless-json';
import { CallJournal, type CompletedCall, type CallSpec } from '../client/call-journal.js';
import type { EndpointName } from '../schema/endpoints.js';
import type { Lane } from '../keys/rate-limiter.js';
import { inBatches } from '../../runtime/batches.js';
import { ORDER, TRADE_ROW } from '../schema/records.js';
import { decodeEvidence, unreadableIn, type Evidence } from '../schema/wire-schema.js';
import {
  field,
  isRecord,
  sameNumber,
  textField,
  type Wire,
  type WireRecord,
} from '../schema/wire.js';

/**
 * Endpoints 8 to 11: orders and trades as the exchange shows them, in our names. A row without the fields
 * we rely on is not evidence. It is counted as odd; we never guess.
 */

/** `security` and `side` are upper-cased; `statusWord` is spelled as the exchange spells it. */
export type OrderRecord = Omit<Evidence<typeof ORDER>, 'status'> & { readonly statusWord: string };
export type TradeRow = Evidence<typeof TRADE_ROW>;

export interface Answer<T> {
  readonly kind: 'Answer';
  readonly rows: readonly T[];
  /** Unreadable rows that may belong to our broker. */
  readonly odd: number;
  /** Unreadable rows that name another broker. */
  readonly oddOfOthers?: number;
  /** For a single unreadable record: the offending fields as the exchange wrote them. */
  readonly unreadable?: string;
  readonly callId: string;
  /** Database time when the call was reserved, and when its reply had arrived. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface NoAnswer {
  readonly kind: 'NoAnswer';
  /** `NoBudget`: not asked. `NoReply`: no reply. `NoRecord`: a reply without the requested record. */
  readonly why: 'NoBudget' | 'NoReply' | 'NoRecord';
  /** True if the exchange itself says so in its documented envelope, so it is not a failure on the way. */
  readonly isExplicit: boolean;
  /** The call, and when it was asked and answered; absent if there is none, or we have asked for another record. */
  readonly call?: Pick<Answer<unknown>, 'callId' | 'askedAt' | 'answeredAt'>;
  /** May be what the exchange has written, so no problem shows it. */
  readonly detail: string;
  readonly retryAt: number | null;
  /** Not asked, and no key may ask: waiting for room does not help. */
  readonly isForbidden?: true;
}

export interface EnquiryOptions {
  readonly lane: Lane;
  readonly operator?: string;
  readonly orderId?: string;
  readonly recordAsker?: NonNullable<CallSpec['recordAsker']>;
}

@Injectable()
export class EnquiryApi {
  private readonly orders: Expected<OrderRecord>;
  private readonly rows: Expected<TradeRow>;

  constructor(
    private readonly journal: CallJournal,
    { brokerCode }: Config,
  ) {
    this.orders = { isList: true, readRow: reading(orderRecord, brokerCode) };
    this.rows = { isList: true, readRow: reading(tradeRow, brokerCode) };
  }

  /** Section "8. Order enquiry": one record, which must have the order number we asked for. */
  async order(
    orderNumber: string,
    options: EnquiryOptions,
  ): Promise<Answer<OrderRecord> | NoAnswer> {
    let why = 'it is not a record';
    const readRow = reading((record) => {
      const read = orderRecord(record);
      if (read === null) why = unreadable(record);
      return read;
    }, null);
    const asked = { isList: false, readRow };
    const answer = await this.ask('order/enquiry', { orderNumber }, options, asked);
    if (answer.kind === 'NoAnswer') return answer;
    if (answer.rows.length === 0) return { ...answer, unreadable: why };
    const other = answer.rows.find((row) => !sameNumber(row.orderNumber, orderNumber));
    // Zeros before it do not make it another number: from here on it is spelled as we have asked for it.
    const asAsked = (): OrderRecord[] => answer.rows.map((row) => ({ ...row, orderNumber }));
    if (other === undefined) return { ...answer, rows: asAsked() };
    const detail = `the record has the order number ${other.orderNumber}`;
    return { kind: 'NoAnswer', why: 'NoRecord', isExplicit: false, detail, retryAt: null };
  }

  /** Section "9. Broker order enquiry". */
  broker(brokerCode: string, options: EnquiryOptions): Promise<Answer<OrderRecord> | NoAnswer> {
    return this.ask('broker/order/enquiry', { brokerCode }, options, this.orders);
  }

  /** Section "10. Shareholder enquiry". */
  account(
    shareholderAccount: string,
    options: EnquiryOptions,
  ): Promise<Answer<OrderRecord> | NoAnswer> {
    return this.ask('shareholder/enquiry', { shareholderAccount }, options, this.orders);
  }

  /** Section "11. Daily executed trades", with `All`, the only documented filter. */
  trades(tradeDate: string, options: EnquiryOptions): Promise<Answer<TradeRow> | NoAnswer> {
    return this.ask('daily/trades', { tradeDate, orderStatus: 'All' }, options, this.rows);
  }

  private async ask<T>(
    endpoint: EndpointName,
    body: Readonly<Record<string, string>>,
    options: EnquiryOptions,
    expected: Expected<T>,
  ): Promise<Answer<T> | NoAnswer> {
    const call = await this.journal.read({
      endpoint,
      lane: options.lane,
      body: JSON.stringify(body),
      operator: options.operator ?? null,
      ...(expected.isList ? { readRow: expected.readRow } : {}),
      ...(options.orderId === undefined ? {} : { orderId: options.orderId }),
      ...(options.recordAsker === undefined ? {} : { recordAsker: options.recordAsker }),
    });
    if ('why' in call) {
      const { why: detail, retryAt, isForbidden } = call;
      const notAsked = {
        kind: 'NoAnswer', why: 'NoBudget', isExplicit: false, detail, retryAt,
      } as const; // prettier-ignore
      return isForbidden === true ? { ...notAsked, isForbidden } : notAsked;
    }
    return answerOf(call, expected);
  }
}

/** Whether we expect a list or one record, and how to read a row (null if it is unreadable). */
interface Expected<T> {
  readonly isList: boolean;
  readonly readRow: (row: Wire) => Read<T>;
}

/** An unreadable row that names another broker, so it cannot be one of our orders. */
const OF_OTHERS = 'of others';

function reading<T extends { readonly brokerCode: string | null }>(
  read: (record: WireRecord) => T | null,
  brokerCode: string | null,
): Expected<T>['readRow'] {
  return (row) => {
    if (!isRecord(row)) return null;
    const record = read(row);
    if (brokerCode === null) return record;
    const named = textField(row, 'Broker_Code')?.toUpperCase() ?? '';
    const isOurs = named === brokerCode.toUpperCase();
    // Our code in other case is ours all the same: from here on it is spelled as we spell it.
    if (record !== null) return isOurs ? { ...record, brokerCode } : record;
    return named === '' || isOurs ? null : OF_OTHERS;
  };
}

async function answerOf<T>(
  call: CompletedCall,
  expected: Expected<T>,
): Promise<Answer<T> | NoAnswer> {
  const { outcome } = call;
  const found = outcome.class === 'Acknowledged' ? await foundIn(call, expected) : null;
  if (found === null) {
    const why = call.reply.kind === 'Reply' ? 'NoRecord' : 'NoReply';
    const isExplicit =
      outcome.class === 'Refused' || (outcome.class === 'Acknowledged' && isNone(outcome.data));
    const { id: callId, startedAt: askedAt, answeredAt } = call;
    const asked = { callId, askedAt, answeredAt };
    return {
      kind: 'NoAnswer',
      why,
      isExplicit,
      call: asked,
      detail: outcome.message,
      retryAt: null,
    };
  }
  const rows = found.filter((row): row is T & NonNullable<T> => row !== null && row !== OF_OTHERS);
  const oddOfOthers = found.filter((row) => row === OF_OTHERS).length;
  return {
    kind: 'Answer',
    rows,
    odd: found.length - rows.length - oddOfOthers,
    ...(oddOfOthers === 0 ? {} : { oddOfOthers }),
    callId: call.id,
    askedAt: call.startedAt,
    answeredAt: call.answeredAt,
  };
}

function isNone(data: Wire | undefined): boolean {
  return data === undefined || data === null || (Array.isArray(data) && data.length === 0);
}

type Read<T> = T | typeof OF_OTHERS | null;

/** The rows, with null for each unreadable one; null when the reply is not what we asked for. */
async function foundIn<T>(
  { outcome: { data }, long }: CompletedCall,
  { isList, readRow }: Expected<T>,
): Promise<readonly Read<T>[] | null> {
  if (!isList) return oneRecord(data, readRow);
  if (!Array.isArray(data)) return null;
  // Rows of a long list went through `readRow` while they were parsed.
  if (long?.first === data) return long.read as readonly Read<T>[];
  const rows: Read<T>[] = [];
  for await (const batch of inBatches(data as readonly Wire[])) {
    for (const row of batch) rows.push(readRow(row));
  }
  return rows;
}

/** A record alone in a list is that record: its number says of what. Several cannot be read. */
function oneRecord<T>(
  data: Wire | undefined,
  readRow: (row: Wire) => Read<T>,
): readonly Read<T>[] | null {
  if (!Array.isArray(data)) return isRecord(data) ? [readRow(data)] : null;
  if (data.length === 0) return null;
  return data.length === 1 ? data.map(readRow) : data.map(() => null);
}

const WRITTEN_MOST = 60;

/** The unreadable required fields of a record, as the exchange wrote them. */
function unreadable(record: WireRecord): string {
  const written = (name: string): string => {
    const value = field(record, name);
    return value === undefined ? 'missing' : (stringify(value) ?? '').slice(0, WRITTEN_MOST);
  };
  const names = unreadableIn(ORDER, record);
  return names.map((name) => `${name} is ${written(name)}`).join(', ');
}

/** Section "Order records". */
function orderRecord(record: WireRecord): OrderRecord | null {
  const decoded = decodeEvidence(ORDER, record);
  if (decoded === null) return null;
  const { status, ...rest } = decoded;
  return { ...inUpperCase(rest), statusWord: status };
}

/** Section "Executed trade row". */
function tradeRow(record: WireRecord): TradeRow | null {
  const decoded = decodeEvidence(TRADE_ROW, record);
  return decoded === null ? null : inUpperCase(decoded);
}

function inUpperCase<T extends { readonly security: string; readonly side: string }>(row: T): T {
  return { ...row, security: row.security.toUpperCase(), side: row.side.toUpperCase() };
}
