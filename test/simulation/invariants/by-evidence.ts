import {
  isRecord,
  orderNumberField,
  parseWire,
  textField,
  type WireRecord,
} from '../../../src/infra/exchange/wire.js';
import type { BookedOrder } from '../books.js';
import type { Sent } from '../network.js';
import type { Report } from './violation.js';

/** What an answer has said of a number; null where it says nothing. */
interface Shown {
  readonly endpoint: string;
  readonly side: string | null;
  readonly security: string | null;
  readonly account: string | null;
  /** An edit has put this number in its place. */
  readonly replacedBy: string | null;
}

const RECORDS: ReadonlySet<string> = new Set([
  'order/enquiry',
  'broker/order/enquiry',
  'shareholder/enquiry',
  'daily/trades',
]);

/**
 * I30: an edit or a cancel names nothing but a number, so it leaves only while the newest answer that shows
 * the number shows the order, and no edit was acknowledged under another one since. The acknowledgement of a
 * post shows it too: nobody else knows the reference that it repeats, and numbers may begin again.
 */
export class ByEvidence {
  private readonly newest = new Map<string, Shown>();

  constructor(private readonly report: Report) {}

  heard({ endpoint, body }: Sent, reply: string): void {
    const answer = parseWire(reply);
    const data = isRecord(answer) ? answer['data'] : undefined;
    const rows = (Array.isArray(data) ? data : [data]).filter((row) => isRecord(row));
    const asked = body === null ? {} : (JSON.parse(body) as Record<string, string>);
    if (endpoint === 'order/post') this.posted(asked, rows[0]);
    if (endpoint === 'order/edit') this.edited(asked['orderNumber'], rows[0]);
    if (!RECORDS.has(endpoint)) return;
    const account = asked['shareholderAccount'] ?? null;
    for (const row of rows) {
      const number = orderNumberField(row, 'OrderNo');
      if (number !== null) this.newest.set(bare(number), shownBy(row, endpoint, account));
    }
  }

  look(endpoint: string, body: string, order: BookedOrder): void {
    const { orderNumber = '' } = JSON.parse(body) as Readonly<Record<string, string>>;
    const shown = this.newest.get(bare(orderNumber));
    if (shown === undefined || isOf(order, shown)) return;
    // Two people have said whose number it is.
    if (shown.replacedBy !== null && order.number_grade === 'Operator') return;
    this.report(
      'I30 number of evidence',
      `${endpoint} of ${order.id} leaves for ${orderNumber}, of which ${JSON.stringify(shown)} is shown`,
    );
  }

  private posted(asked: Readonly<Record<string, string>>, row: WireRecord | undefined): void {
    const number = row === undefined ? null : orderNumberField(row, 'OrderNo');
    if (row === undefined || number === null || textField(row, 'OrderRef') !== asked['orderRef'])
      return;
    this.newest.set(bare(number), {
      endpoint: 'order/post',
      side: asked['orderType']?.slice(0, 1) ?? null,
      security: asked['security']?.toUpperCase() ?? null,
      account: asked['accountNumber'] ?? null,
      replacedBy: null,
    });
  }

  private edited(orderNumber: string | undefined, row: WireRecord | undefined): void {
    if (orderNumber === undefined || row === undefined) return;
    const replacedBy = orderNumberField(row, 'OrderNo');
    if (textField(row, 'Status')?.toLowerCase() !== 'amended' || replacedBy === null) return;
    if (bare(replacedBy) === bare(orderNumber)) return;
    const nothing = { side: null, security: null, account: null };
    this.newest.set(bare(orderNumber), { endpoint: 'order/edit', ...nothing, replacedBy });
  }
}

function shownBy(row: WireRecord, endpoint: string, account: string | null): Shown {
  return {
    endpoint,
    side: textField(row, 'OrderType')?.slice(0, 1).toUpperCase() ?? null,
    security: (textField(row, 'Company') ?? textField(row, 'SecurityId'))?.toUpperCase() ?? null,
    account: textField(row, 'Shareholder') ?? account,
    replacedBy: null,
  };
}

function isOf(order: BookedOrder, { side, security, account, replacedBy }: Shown): boolean {
  if (replacedBy !== null) return false;
  if (side !== null && side !== order.side.slice(0, 1)) return false;
  if (security !== null && security !== order.security.toUpperCase()) return false;
  return account === null || account === order.account_number;
}

/** The exchange may write a number with zeros before it. */
function bare(number: string): string {
  return number.replace(/^0+/, '');
}
