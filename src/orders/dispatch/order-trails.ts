import { Injectable } from '@nestjs/common';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import {
  NOTHING_RECORDED,
  recordedIn,
  type OrderEntry,
  type Recorded,
} from '../order/requests/request-in-trail.js';

/** A statement reads so many entries of an order; most orders have fewer than thirty. */
export const BATCH = 500;
/** Then whoever asked has to ask again, so that cancels of other orders get their turn. */
const BATCHES_AT_ONCE = 20;
/** Orders with more entries than a batch whose beginning is remembered. */
const REMEMBERED_MAX = 100;

interface ReadSoFar {
  /** Within the stream of the order; entries are never changed. */
  readonly upTo: number;
  readonly recorded: Recorded;
}

type Entry = OrderEntry & { readonly streamSequence: number };

/**
 * What the trail says of an order whose request is to be sent. However many entries it has, the event loop gets its turn
 * after every few, and what was read of a long one while it waits is not read again.
 */
@Injectable()
export class OrderTrails {
  private readonly remembered = new Map<string, ReadSoFar>();

  constructor(private readonly database: Database) {}

  /** Null: it is too long to be read in a unit of work, and {@link readOn} comes first. */
  async of(unit: Reading, orderId: string): Promise<Recorded | null> {
    const { recorded, isWhole } = await nextBatch(unit, orderId, this.remembered.get(orderId));
    return isWhole ? recorded : null;
  }

  /** Reads and remembers what is committed. False: there is more. */
  async readOn(orderId: string): Promise<boolean> {
    for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
      const before = this.remembered.get(orderId);
      const { isWhole, ...soFar } = await nextBatch(this.database.reading, orderId, before);
      this.remember(orderId, soFar);
      if (isWhole) return true;
      await nextTurn();
    }
    return false;
  }

  private remember(orderId: string, soFar: ReadSoFar): void {
    // The last one again, so that the first is the one that was read longest ago.
    this.remembered.delete(orderId);
    this.remembered.set(orderId, soFar);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > REMEMBERED_MAX && oldest !== undefined)
      this.remembered.delete(oldest);
  }
}

const NOTHING_READ: ReadSoFar = { upTo: 0, recorded: NOTHING_RECORDED };

async function nextBatch(
  reading: Reading,
  orderId: string,
  before = NOTHING_READ,
): Promise<ReadSoFar & { readonly isWhole: boolean }> {
  const entries = await reading.query<Entry>(
    `SELECT sequence, type, body, actor, on_behalf_of AS "onBehalfOf", stream_sequence AS "streamSequence"
       FROM audit_entries WHERE stream = ? AND stream_sequence > ?
      ORDER BY stream_sequence LIMIT ${BATCH}`,
    [orderId, before.upTo],
  );
  return {
    upTo: entries.at(-1)?.streamSequence ?? before.upTo,
    recorded: recordedIn(entries, before.recorded),
    isWhole: entries.length < BATCH,
  };
}
