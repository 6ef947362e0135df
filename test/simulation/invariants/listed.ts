import {
  decimalField, isRecord, orderNumberField, parseWire, textField, type WireRecord,
} from '../../../src/infra/exchange/wire.js'; // prettier-ignore
import type { BookedOrder } from '../books.js';
import type { Report, Scene } from './violation.js';

interface BookedListing {
  readonly revision: number;
  readonly asked_at: number;
}

/**
 * I14: the last list is the proof of every order that is said to be on it, so each stands there, as it
 * is held. The list is read from what the journal has kept of the reply.
 */
export class Listed {
  private revision = 0;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {}

  look(): void {
    const { books } = this.scene;
    const [listing] = books.all<BookedListing>('SELECT revision, asked_at FROM listings');
    if (listing === undefined || listing.revision === this.revision) return;
    this.revision = listing.revision;
    const replies = books.all<{ reply: string; bytes: number }>(
      `SELECT reply, reply_bytes AS bytes FROM exchange_calls
        WHERE endpoint = 'broker/order/enquiry' AND started_at = ?`,
      listing.asked_at,
    );
    // The journal keeps the beginning of a long one only, which does not tell what the rest has shown.
    if (replies.some(({ reply, bytes }) => Buffer.byteLength(reply) < bytes)) return;
    const shown = new Set(replies.flatMap(({ reply }) => rowsOf(reply)).map(shownAs));
    for (const order of books.all<BookedOrder>(
      'SELECT * FROM orders WHERE listed_version = version',
    )) {
      if (shown.has(heldAs(order))) continue;
      this.report('I14 proof by a list', `${order.id} is not on the list as ${heldAs(order)}`);
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

function heldAs({ order_number, side, security, units, exchange_status }: BookedOrder): string {
  return JSON.stringify([order_number, side, security, units, exchange_status]);
}
