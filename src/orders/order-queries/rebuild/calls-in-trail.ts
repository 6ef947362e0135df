import { bodyOf } from '../../../infra/audit/audit-chain.js';
import { READ_RETENTION_MS } from '../../../infra/exchange/client/exchange-call.entity.js';
import { digestOfReply } from '../../../infra/exchange/client/reply-store.js';
import { startOfDay } from '../../../market/trading-calendar/trading-day.js';
import { REMOVED } from '../../order/order.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import type { FieldDifference } from './field-difference.js';
import type { ComparedCall } from './find-compared-calls.js';
import type { RecordedRemovals } from './find-removed-clients.js';

/** What an entry is written within of the beginning of its call. */
const WRITTEN_WITHIN_MS = 3_600_000;

/** What is the same for all orders. */
export interface KnownOfAll {
  readonly removals: RecordedRemovals;
  readonly now: number;
}

/**
 * The calls that posted, edited or cancelled an order, and those whose reply showed an execution or another status: entries
 * name the reply by its digest. The former are kept for ever. Of the latter one may be gone, or without its reply, only
 * where it is so old that Marina may have done that.
 */
export class CallsInTrail {
  private readonly told = new Map<string, SentCall>();
  private readonly asked = new Map<string, AskedCall>();

  constructor(
    private readonly orderId: string,
    private readonly known: KnownOfAll,
  ) {}

  /** The order's next entry. */
  add({ at, body }: StreamEntry): void {
    const { callId, httpStatus, replyDigest, request } = bodyOf(body);
    // Entries of earlier releases name no call.
    if (typeof callId !== 'string' || replyDigest === undefined) return;
    const said = textOf(String(httpStatus), replyDigest as string | null);
    if (typeof request === 'string') this.told.set(callId, { request, said });
    else this.asked.set(callId, { begunAfter: Date.parse(at) - WRITTEN_WITHIN_MS, said });
  }

  ids(): readonly string[] {
    return [...this.told.keys(), ...this.asked.keys()];
  }

  differences(rows: readonly ComparedCall[]): readonly FieldDifference[] {
    const held = new Map(rows.map((row) => [row.id, row] as const));
    const sent = [...this.told].map(([id, { request, said }]) => {
      const whose = whoseText(this.orderId, request);
      const row = held.get(id);
      // An examiner finds the call by its order: one that was moved to another is missing here.
      const table = row === undefined ? NO_CALL : `${saidIn(row)}${whoseText(row.orderId, row.requestId)}`; // prettier-ignore
      return { id, trail: `${said}${whose}`, table };
    });
    const asked = [...this.asked].flatMap(([id, call]) => {
      const row = held.get(id);
      if (this.told.has(id) || this.mayBeGone(call, row)) return [];
      return [{ id, trail: call.said, table: row === undefined ? NO_CALL : saidIn(row) }];
    });
    return [...sent, ...asked].flatMap(({ id, trail, table }) =>
      table === trail ? [] : [{ field: 'calls', trail: `${id}: ${trail}`, table }],
    );
  }

  private mayBeGone({ begunAfter }: AskedCall, row: ComparedCall | undefined): boolean {
    const { now, removals } = this.known;
    if (row === undefined) return begunAfter < now - READ_RETENTION_MS;
    const { callsCutoff } = removals;
    return row.body === REMOVED && callsCutoff !== '' && begunAfter < startOfDay(callsCutoff);
  }
}

interface AskedCall {
  readonly begunAfter: number;
  readonly said: string;
}

interface SentCall {
  /** The id of the request that it sent. */
  readonly request: string;
  readonly said: string;
}

const NO_CALL = 'no such call';

function saidIn(row: ComparedCall): string {
  return textOf(String(row.httpStatus), digestOfReply(row));
}

function textOf(status: string, digest: string | null): string {
  return digest === null ? 'no reply' : `a reply with status ${status} and SHA-256 ${digest}`;
}

function whoseText(orderId: string | null, requestId: string | null): string {
  return ` for order ${orderId ?? 'none'}, request ${requestId ?? 'none'}`;
}
