import { Between, In, LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuditEntryRow, AuditHeadRow } from '../../infra/audit/audit-entry.entity.js';
import { inBatches, nextTurn } from '../../infra/runtime/batches.js';
import { instant } from '../../infra/runtime/clock.js';
import type { OrderRow } from '../order/order.entity.js';
import { OrderAsOf } from './order-as-of.js';
import type { OrderView } from './order-view.js';

/** So many orders are read together; most have fewer entries than their share of a statement's. */
const ORDERS_AT_ONCE = 25;
const ENTRIES_AT_ONCE = 500;

/**
 * The orders as they were known at that instant, by id; without those that did not exist yet. However long a trail is, the
 * event loop has its turn between short parts of it: what was written until that instant does not change meanwhile.
 */
export async function replayedOrders(
  manager: EntityManager,
  orders: readonly OrderRow[],
  asOf: number,
): Promise<ReadonlyMap<string, OrderView>> {
  const until = await writtenUntil(manager, asOf);
  const views = new Map<string, OrderView>();
  for await (const few of inBatches(orders, ORDERS_AT_ONCE)) {
    const replays = new Map(few.map((order) => [order.id, new OrderAsOf(order, asOf)] as const));
    await eachEntry(manager, [...replays.keys()], until, (entries) => {
      for (const entry of entries) replays.get(entry.stream)?.add([entry]);
    });
    for (const [id, replayed] of replays) {
      const view = replayed.view();
      if (view !== null) views.set(id, view);
    }
  }
  return views;
}

/** What entries are read; empty: all. */
export type Until = Pick<FindOptionsWhere<AuditEntryRow>, 'at'>;

/** No entry that counts is later, however far a clock was set back between it and one before the instant. */
async function writtenUntil(manager: EntityManager, asOf: number): Promise<Until> {
  if (asOf === Infinity) return {};
  const { stepBackMs } = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
  return { at: LessThanOrEqual(instant(asOf + stepBackMs)) };
}

export type StreamEntry = Pick<
  AuditEntryRow,
  | 'sequence'
  | 'stream'
  | 'streamSequence'
  | 'at'
  | 'type'
  | 'cause'
  | 'actor'
  | 'onBehalfOf'
  | 'body'
>;

/**
 * Reads the entries of these streams, those of each in their order. However many there are, few are held at once, and the
 * event loop has its turn between them.
 */
export async function eachEntry(
  manager: EntityManager,
  of: readonly string[],
  until: Until,
  read: (entries: readonly StreamEntry[]) => void | Promise<void>,
): Promise<void> {
  let streams = of;
  for (let done = 0; streams.length > 0; await nextTurn()) {
    const share = Math.floor(ENTRIES_AT_ONCE / streams.length);
    const entries = await manager.find(AuditEntryRow, {
      select: {
        sequence: true, stream: true, streamSequence: true, at: true, type: true, cause: true, actor: true,
        onBehalfOf: true, body: true,
      },
      where: { stream: In(streams), streamSequence: Between(done + 1, done + share), ...until },
      order: { stream: 'ASC', streamSequence: 'ASC' },
    }); // prettier-ignore
    await read(entries);
    const counts = new Map<string, number>();
    for (const { stream } of entries) counts.set(stream, (counts.get(stream) ?? 0) + 1);
    // Streams have no gaps: with fewer, this is the end, or what follows is later than `until`.
    streams = streams.filter((stream) => counts.get(stream) === share);
    done += share;
  }
}
