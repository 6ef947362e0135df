import { bodyOf } from '../../../infra/audit/audit-chain.js';
import type { ExchangeCallRow } from '../../../infra/exchange/client/exchange-call.entity.js';
import { digestOfReply } from '../../../infra/exchange/client/reply-store.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import type { FieldDifference } from './field-difference.js';

/** The calls that posted, edited or cancelled an order: entries about their outcome name the reply by its digest. */
export class CallsInTrail {
  private readonly told = new Map<string, string>();

  /** The order's next entry. */
  add({ body }: StreamEntry): void {
    const { callId, httpStatus, replyDigest } = bodyOf(body);
    // Entries of earlier releases name no call.
    if (typeof callId === 'string' && replyDigest !== undefined)
      this.told.set(callId, textOf(String(httpStatus), replyDigest as string | null));
  }

  differences(rows: readonly ExchangeCallRow[]): readonly FieldDifference[] {
    const held = new Map(
      rows.map((row) => [row.id, textOf(String(row.httpStatus), digestOfReply(row))] as const),
    );
    return [...this.told].flatMap(([id, trail]) => {
      const table = held.get(id) ?? 'no such call';
      return table === trail ? [] : [{ field: 'calls', trail: `${id}: ${trail}`, table }];
    });
  }
}

function textOf(status: string, digest: string | null): string {
  return digest === null ? 'no reply' : `a reply with status ${status} and SHA-256 ${digest}`;
}
