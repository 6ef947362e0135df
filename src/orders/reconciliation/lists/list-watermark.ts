import type { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import { inList } from '../../../infra/database/in-list.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { ListWatermark } from '../../order/last-proof.js';
import { LISTED, ListWatermarkRow } from '../../order/list-watermark.entity.js';
import type { OrderRow } from '../../order/order.entity.js';

/** Orders in one unit of work: other writers wait for it, and each costs a flush to disk. */
const BATCH = 1_024;
/** Orders that one UPDATE puts on the watermark: the event loop waits for it. */
const ROWS_AT_ONCE = 512;

/** An order, in the version that a list was compared with. */
export interface Compared extends Pick<OrderRow, 'id' | 'version'> {
  /** By its status word. */
  readonly isShownWorking: boolean;
}

/** A list that was compared with the orders, and which of them it newly confirms. */
export interface Shown {
  readonly brokerCode: string;
  /** When the list was asked for, in database time. */
  readonly askedAt: number;
  /** {@link ListWatermarks.revision}, read before the orders that the list was compared with. */
  readonly revision: number;
  /** Orders that this list shows as we hold them, and the previous list did not. */
  readonly newlyListed: readonly Compared[];
}

/** The revision of the watermark after the list was noted, and the orders that were put on it. */
export interface NotedList {
  readonly revision: number;
  readonly entered: ReadonlySet<string>;
}

/** Or why a list was not noted, or not all of it. */
export type Noted = NotedList | { readonly refused: string };

/**
 * Keeps when the broker's list was last looked at, and which orders it shows as they are held. Whoever
 * writes an order takes it off the list (`OrderStore`); only a list puts it there. A list confirms only
 * the orders it was compared with: if another instance has changed the watermark meanwhile, nothing is written.
 */
export class ListWatermarks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * How often the watermark was written so far. A watermark from the future, written before the clock was set
   * back, no longer proves anything; otherwise no later list could replace it.
   */
  async revision(brokerCode: string): Promise<number> {
    const [row] = await this.database.reading.find(ListWatermarkRow, 'broker_code = ?', [
      brokerCode,
    ]);
    if (row === undefined) return 0;
    const { revision } = row;
    if (row.askedAt <= (await this.database.now())) return revision;
    await this.database.units.run((unit) =>
      unit.execute(
        `UPDATE list_watermarks SET asked_at = 0, revision = revision + 1
          WHERE broker_code = ? AND revision = ?`,
        [brokerCode, revision],
      ),
    );
    return revision + 1;
  }

  /** Takes orders off the watermark before a list is noted that does not confirm them; they keep their last proof. */
  async leave(orderIds: readonly string[]): Promise<void> {
    const last = (column: string, own: string): string =>
      `COALESCE((SELECT ${column} FROM list_watermarks WHERE ${LISTED}), ${own})`;
    for await (const slice of inBatches(orderIds, BATCH)) {
      const { marks, values } = inList(slice);
      await this.database.units.run((unit) =>
        unit.execute(
          `UPDATE orders SET listed_version = 0, proven_at = ${last('seen_at', 'proven_at')},
                  asked_at = ${last('list_watermarks.asked_at', 'asked_at')},
                  shown_working_at = CASE WHEN shown_working_at IS NULL THEN NULL
                    ELSE ${last('list_watermarks.asked_at', 'shown_working_at')} END
            WHERE id IN (${marks}) AND listed_version = version`,
          values,
        ),
      );
    }
  }

  async note({ newlyListed, ...shown }: Shown): Promise<Noted> {
    const { brokerCode, askedAt } = shown;
    const watermark = { brokerCode, askedAt, seenAt: this.clock.now() };
    let { revision } = shown;
    const refused = await this.database.units.run((unit) => moveOn(unit, watermark, revision));
    if (refused !== null) return { refused };
    const entered = new Set<string>();
    for await (const slice of inBatches(newlyListed, BATCH)) {
      revision += 1;
      const taken = await this.database.units.run(async (unit) => {
        const why = await moveOn(unit, watermark, revision);
        return why ?? enter(unit, slice, watermark);
      });
      if (typeof taken === 'string') return { refused: taken };
      for (const id of taken) entered.add(id);
    }
    return { revision: revision + 1, entered };
  }
}

/** Moves the watermark to this list. Null, or why not: it was written since that revision, or by a later list. */
async function moveOn(
  unit: Unit,
  { brokerCode, askedAt, seenAt }: ListWatermark,
  revision: number,
): Promise<string | null> {
  const [sql, values] =
    revision === 0
      ? [
          `INSERT INTO list_watermarks (asked_at, seen_at, revision, broker_code) VALUES (?, ?, 1, ?)
           ON CONFLICT (broker_code) DO NOTHING`,
          [askedAt, seenAt, brokerCode],
        ]
      : [
          `UPDATE list_watermarks SET asked_at = ?, seen_at = ?, revision = revision + 1
            WHERE broker_code = ? AND revision = ? AND asked_at <= ?`,
          [askedAt, seenAt, brokerCode, revision, askedAt],
        ];
  if ((await unit.execute(sql, values)) > 0) return null;
  const [held] = await unit.find(ListWatermarkRow, 'broker_code = ?', [brokerCode]);
  return held?.revision === revision
    ? 'a list that was asked for later is noted'
    : 'another instance has written the watermark since the orders were read';
}

/**
 * Puts the orders on the watermark that nobody has written since they were compared, and for which no later answer
 * was used. Writes without an audit entry keep the version; of those only `misses` and
 * `missing_since` matter to the comparison, so they are conditions here.
 */
async function enter(
  unit: Unit,
  compared: readonly Compared[],
  { brokerCode, askedAt }: ListWatermark,
): Promise<readonly string[]> {
  const entered: string[] = [];
  // PostgreSQL locks the rows of one statement after those of the other.
  const byId = compared.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for await (const few of inBatches(byId, ROWS_AT_ONCE)) {
    // Orders have few versions: one statement does all of these that have the same.
    for (const { version, isShownWorking, ids } of alike(few)) {
      const { marks, values } = inList(ids);
      const shownWorkingAt = isShownWorking ? '?' : 'shown_working_at';
      const same = await unit.query<Pick<Compared, 'id'>>(
        `UPDATE orders SET listed_version = version, shown_working_at = ${shownWorkingAt}
          WHERE id IN (SELECT id FROM orders
                        WHERE id IN (${marks}) AND version = ? AND broker_code = ?
                          AND touched_at < ? AND asked_at < ? AND misses = 0 AND missing_since IS NULL
                        ORDER BY id${unit.rowLock})
          RETURNING id`,
        [...(isShownWorking ? [askedAt] : []), ...values, version, brokerCode, askedAt, askedAt],
      );
      for (const { id } of same) entered.push(id);
    }
  }
  return entered;
}

interface Alike extends Omit<Compared, 'id'> {
  readonly ids: readonly string[];
}

function alike(compared: readonly Compared[]): readonly Alike[] {
  const groups = new Map<string, Omit<Alike, 'ids'> & { readonly ids: string[] }>();
  for (const { id, version, isShownWorking } of compared) {
    const key = `${version} ${isShownWorking}`;
    const group = groups.get(key) ?? { version, isShownWorking, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.version - b.version);
}
