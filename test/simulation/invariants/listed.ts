import {
  decimalField, isRecord, orderNumberField, parseWire, textField, type WireRecord,
} from '../../../src/infra/exchange/schema/wire.js'; // prettier-ignore
import { compare, subtract } from '../../../src/infra/decimal.js';
import type { BookedOrder } from '../books.js';
import type { Report, Scene } from './violation.js';

interface StoredWatermark {
  readonly revision: number;
  readonly asked_at: number;
}

interface ListedOrder extends BookedOrder {
  readonly asked_at: number;
  readonly touched_at: number;
}

const LISTED = 'SELECT * FROM orders WHERE listed_version = version';
const WORKING: readonly string[] = ['Posted', 'Open', 'Amended'];

/**
 * I14: the last list is the proof of every order that is said to be on it, so each stands there, as it
 * is held, works, and was neither touched nor proven otherwise since. The list is read from what the journal has
 * kept of the reply.
 */
export class Listed {
  private revision = 0;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {}

  look(): void {
    const { books } = this.scene;
    const [watermark] = books.all<StoredWatermark>(
      'SELECT revision, asked_at FROM list_watermarks',
    );
    if (watermark === undefined) return;
    const orders = books.all<ListedOrder>(LISTED);
    for (const order of orders) this.lookAt(order, watermark);
    if (watermark.revision === this.revision) return;
    this.revision = watermark.revision;
    const replies = books.replies(
      `endpoint = 'broker/order/enquiry' AND started_at = ?`,
      watermark.asked_at,
    );
    const shown = new Map<string, WireRecord[]>();
    for (const row of replies.flatMap(rowsOf)) {
      shown.set(shownAs(row), [...(shown.get(shownAs(row)) ?? []), row]);
    }
    for (const order of orders) {
      const rows = waysToHold(order).flatMap((held) => shown.get(held) ?? []);
      if (rows.some((row) => isMatchedAs(order, row))) continue;
      const held = `${heldAs(order)}, ${order.matched_units} matched`;
      this.report('I14 proof by a list', `${order.id} is not on the list as ${held}`);
    }
  }

  /** What needs no reply, and holds at any time. */
  private lookAt(order: ListedOrder, { asked_at: listedAt }: StoredWatermark): void {
    const wrong = [
      ...(order.touched_at < listedAt ? [] : ['we have touched it since']),
      ...(order.asked_at <= listedAt ? [] : ['a later answer was used']),
      ...(WORKING.includes(order.status) ? [] : [`it is ${order.status}`]),
    ];
    for (const why of wrong) {
      this.report('I14 proof by a list', `${order.id} is on the list, and ${why}`);
    }
  }
}

function rowsOf(reply: string): WireRecord[] {
  const body = parseWire(reply);
  const data = isRecord(body) ? body['data'] : undefined;
  return Array.isArray(data) ? data.filter((row) => isRecord(row)) : [];
}

function shownAs(row: WireRecord): string {
  return JSON.stringify([
    orderNumberField(row, 'OrderNo'),
    textField(row, 'OrderType')?.toUpperCase(),
    textField(row, 'Company')?.toUpperCase(),
    decimalField(row, 'Quantity'),
    textField(row, 'Status'),
  ]);
}

/** A list need not say how much is matched; one that shows it in full shows no order that works. */
function isMatchedAs({ matched_units }: BookedOrder, row: WireRecord): boolean {
  const matched = decimalField(row, 'MatchedQuantity');
  if (matched === null) return true;
  const isFull = decimalField(row, 'PendingQuantity') === '0' && matched !== '0';
  return matched === matched_units && !(isFull && matched === decimalField(row, 'Quantity'));
}

/** The last of several numbers may be shown with what the ones before have left of the order. */
function waysToHold(order: BookedOrder): readonly string[] {
  const { units, matched_under_prior_numbers: earlier } = order;
  if (earlier === null || compare(earlier, '0') === 0) return [heldAs(order)];
  return [heldAs(order), heldAs({ ...order, units: subtract(units, earlier) })];
}

function heldAs({ order_number, side, security, units, exchange_status }: BookedOrder): string {
  return JSON.stringify([order_number, side, security, units, exchange_status]);
}
