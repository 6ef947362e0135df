import { bodyOf } from '../../../infra/audit/audit-chain.js';
import type { ComparedCall } from './find-compared-calls.js';
import { digestOfReply } from '../../../infra/exchange/client/reply-store.js';
import { REMOVED } from '../../order/order.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import type { FieldDifference } from './field-difference.js';

/**
 * The calls that posted, edited or cancelled an order, and those whose reply showed an execution or another status: entries
 * name the reply by its digest.
 */
export class CallsInTrail {
  private readonly told = new Map<string, SentCall>();
  /** Of calls that only asked; lists and trades are kept for some days alone. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly orderId: string) {}

  /** The order's next entry. */
  add({ body }: StreamEntry): void {
    const { callId, httpStatus, replyDigest, request } = bodyOf(body);
    // Entries of earlier releases name no call.
    if (typeof callId !== 'string' || replyDigest === undefined) return;
    const said = textOf(String(httpStatus), replyDigest as string | null);
    if (typeof request === 'string') this.told.set(callId, { request, said });
    else this.asked.set(callId, said);
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
    const asked = [...this.asked].flatMap(([id, trail]) => {
      const row = held.get(id);
      // What is not kept any more, or has lost its clients, cannot be compared.
      if (this.told.has(id) || row === undefined || row.body === REMOVED) return [];
      return [{ id, trail, table: saidIn(row) }];
    });
    return [...sent, ...asked].flatMap(({ id, trail, table }) =>
      table === trail ? [] : [{ field: 'calls', trail: `${id}: ${trail}`, table }],
    );
  }
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
