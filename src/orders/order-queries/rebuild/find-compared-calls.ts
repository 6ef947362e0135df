import { In, type EntityManager } from 'typeorm';
import { ExchangeCallRow } from '../../../infra/exchange/client/exchange-call.entity.js';

/** What of a call is compared with the trail. */
export type ComparedCall = Pick<
  ExchangeCallRow,
  'id' | 'orderId' | 'requestId' | 'body' | 'httpStatus' | 'reply' | 'replyDigest'
>;

const COMPARED = {
  id: true, orderId: true, requestId: true, body: true, httpStatus: true, reply: true, replyDigest: true,
} as const satisfies Record<keyof ComparedCall, true>; // prettier-ignore

/** Values of one statement; databases have a limit. */
const AT_ONCE = 500;

/** The calls with these ids that are still kept. */
export async function comparedCalls(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ComparedCall>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, ComparedCall>();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const rows = await manager.find(ExchangeCallRow, {
      select: COMPARED,
      where: { id: In(wanted.slice(from, from + AT_ONCE)) },
    });
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
