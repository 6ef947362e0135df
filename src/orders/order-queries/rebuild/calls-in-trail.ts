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
  private readonly told = new Map<string, string>();
  /** Of calls that only asked; lists and trades are kept for some days alone. */
  private readonly asked = new Map<string, string>();

  /** The order's next entry. */
  add({ body }: StreamEntry): void {
    const { callId, httpStatus, replyDigest, request } = bodyOf(body);
    // Entries of earlier releases name no call.
    if (typeof callId !== 'string' || replyDigest === undefined) return;
    const said = textOf(String(httpStatus), replyDigest as string | null);
    if (request === undefined) this.asked.set(callId, said);
    else this.told.set(callId, said);
  }

  ids(): readonly string[] {
    return [...this.told.keys(), ...this.asked.keys()];
  }

  differences(rows: readonly ComparedCall[]): readonly FieldDifference[] {
    const held = new Map(
      rows.map((row) => [row.id, textOf(String(row.httpStatus), digestOfReply(row))] as const),
    );
    // What is not kept any more, or has lost its clients, cannot be compared.
    const gone = new Set(rows.filter(({ body }) => body === REMOVED).map(({ id }) => id));
    const kept = [...this.asked].filter(([id]) => held.has(id) && !gone.has(id));
    return [...new Map([...kept, ...this.told])].flatMap(([id, trail]) => {
      const table = held.get(id) ?? 'no such call';
      return table === trail ? [] : [{ field: 'calls', trail: `${id}: ${trail}`, table }];
    });
  }
}

function textOf(status: string, digest: string | null): string {
  return digest === null ? 'no reply' : `a reply with status ${status} and SHA-256 ${digest}`;
}
