import { isDeepStrictEqual } from 'node:util';
import type { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import {
  OrderAsOf,
  replayablePart,
  type TrailEntry,
} from '../../../src/orders/order-queries/order-as-of.js';
import { orderView, type OrderView } from '../../../src/orders/order-queries/order-view.js';
import type { OrderRow } from '../../../src/orders/order/order.entity.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Report, Scene } from './violation.js';

/** How an order was shown at a moment, and its last entry then. */
interface Seen {
  readonly hash: string;
  readonly view: OrderView;
}

const SEEN_MOST = 1_000;
const SEEN_SHARE = 0.2;

type Row = Readonly<Record<string, unknown>>;
type Told = TrailEntry & Pick<AuditEntryRow, 'hash'>;

/** I34: at any moment since, the trail shows an order as it was shown then. */
export class AsOf {
  private readonly random: SeededRandom;
  private readonly seen = new Map<string, Seen[]>();
  private count = 0;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {
    this.random = new SeededRandom(`as of/${scene.plan.seed}`);
  }

  look(orderIds: readonly string[]): void {
    for (const id of orderIds) {
      if (this.count >= SEEN_MOST || !this.random.chance(SEEN_SHARE)) continue;
      const last = this.entriesOf(id).at(-1);
      const [order] = this.rows<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
      if (last === undefined || order === undefined) continue;
      this.count += 1;
      const seen = this.seen.get(id) ?? [];
      this.seen.set(id, [...seen, { hash: last.hash, view: this.viewOf(order) }]);
    }
  }

  check(): void {
    for (const [id, seen] of this.seen) {
      const entries = this.entriesOf(id);
      const [order] = this.rows<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
      // A power cut may take what was not flushed.
      if (order !== undefined) for (const one of seen) this.compare(order, entries, one);
    }
  }

  private compare(order: OrderRow, entries: readonly Told[], { hash, view }: Seen): void {
    const last = entries.findIndex((entry) => entry.hash === hash);
    const at = entries[last]?.at;
    // Of two entries of one instant, only the state after the last can be asked for.
    if (at === undefined || entries.slice(last + 1).some((later) => later.at <= at)) return;
    const replay = new OrderAsOf(order, Date.parse(at));
    replay.add(entries);
    const told = replay.view();
    const [was, is] = [replayablePart(view), told === null ? null : replayablePart(told)];
    if (isDeepStrictEqual(was, is)) return;
    const wrong = Object.entries(was).filter(
      ([name, value]) => !isDeepStrictEqual(value, is?.[name]),
    );
    const names = wrong.map(
      ([name, value]) => `${name} ${JSON.stringify(value)}, not ${JSON.stringify(is?.[name])}`,
    );
    this.report('I34 as of', `${order.id} was at ${at}: ${names.join('; ')}`);
  }

  private viewOf(order: OrderRow): OrderView {
    const sql = 'SELECT * FROM order_requests WHERE order_id = ? ORDER BY id';
    const requests = this.rows<OrderRequest>(sql, order.id);
    return orderView(order, requests, { watermark: null, now: 0 });
  }

  private entriesOf(orderId: string): Told[] {
    return this.scene.books.all(
      'SELECT at, hash, type, actor, on_behalf_of AS onBehalfOf, body FROM audit_entries WHERE stream = ? ORDER BY stream_sequence',
      orderId,
    );
  }

  /** As the entities name their columns. */
  private rows<T>(sql: string, id: string): T[] {
    const rows = this.scene.books.all<Row>(sql, id);
    return rows.map((row) => {
      const named = Object.entries(row).map(([name, value]) => [camelCase(name), value]);
      return Object.fromEntries(named) as T;
    });
  }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
