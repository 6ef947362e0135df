import {
  decimalField,
  isRecord,
  orderNumberField,
  parseWire,
  textField,
  type WireRecord,
} from '../../../src/infra/exchange/schema/wire.js';
import { add, compare } from '../../../src/infra/decimal.js';
import { tradingDateOf } from '../../../src/market/trading-calendar/trading-day.js';
import type { BookedOrder } from '../books.js';
import type { Sent } from '../world/network.js';
import type { Plan } from '../plans/plan.js';
import type { Report } from './violation.js';

/** What an answer has said of a number; null where it says nothing. */
interface Shown {
  readonly endpoint: string;
  readonly side: string | null;
  readonly security: string | null;
  readonly account: string | null;
  /** The code of another broker in the day's trades. */
  readonly ofBroker: string | null;
  /** An edit has put this number in its place. */
  readonly replacedBy: string | null;
  /** The call that was answered so; null: the answer was read before. */
  readonly sent: Sent | null;
  readonly heardAt: number;
}

/** How many units an answer has shown under a number, and when it was asked for. */
interface ShownUnits {
  readonly units: string;
  readonly sent: Sent;
  readonly heardAt: number;
}

/** An order at rest in the day's trades. */
interface AtRest extends ShownUnits {
  readonly shown: Shown;
}

const WORKING: ReadonlySet<string> = new Set(['posted', 'open', 'amended']);
/** What was answered is written down within this. */
const WRITTEN_MS = 1_000;

/** `account`: null of the broker's list. */
function listedBy(account: string | null, units: string): string {
  return `${account ?? 'broker'} ${units}`;
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
 * post shows it too: nobody else knows the reference that it repeats, and numbers may begin again. Units that nobody
 * here has asked for may be another order's: a cancel of one that was never edited waits until the list of its account
 * has them, or a list has those that were posted. Where trades show another broker's order with our side, security and units, no enquiry is evidence. A
 * record that arrives at the very instant at which a call leaves may be read after it.
 */
export class ByEvidence {
  private readonly newest = new Map<string, Shown>();
  /** Numbers under which trades have shown another broker's order, and what enquiries have shown since. */
  private readonly ofTwoBrokers = new Map<string, Shown | null>();
  /** The last row of each number that shows another broker's order at rest. */
  private readonly othersAtRest = new Map<string, AtRest>();
  private readonly enquired = new Map<string, ShownUnits>();
  /** Units under which lists have shown a number that was enquired before. */
  private readonly listed = new Map<ShownUnits, Set<string>>();
  /** The most units that enquiries have shown as matched, and those of the newest answer if it shows fewer at work. */
  private readonly matched = new Map<string, string>();
  private readonly fewerMatched = new Map<string, ShownUnits>();
  private readonly showsUnits: boolean;
  private readonly isFiltered: boolean;
  /** By process: the last call that was answered. Its answer may have ended with the process. */
  private readonly lastHeard = new Map<Sent['life'], Sent>();

  constructor(
    private readonly plan: Plan,
    private readonly report: Report,
    private readonly now: () => number,
  ) {
    const { quantityMeans, recordSides, enquiryLagMs = 0, listLagMs = 0 } = plan.parameters;
    const isPlain = (quantityMeans ?? 'ordered') === 'ordered' && recordSides !== 'letter';
    // A record whose side is in a word of its own is told of as a whole, and nothing of it is used.
    this.isFiltered = plan.parameters.shareholderListFilter !== 'ignored';
    this.showsUnits = isPlain && enquiryLagMs + listLagMs === 0;
  }

  heard(sent: Sent, reply: string): void {
    const { endpoint, body } = sent;
    this.lastHeard.set(sent.life, sent);
    const answer = parseWire(reply);
    const data = isRecord(answer) ? answer['data'] : undefined;
    const rows = (Array.isArray(data) ? data : [data]).filter((row) => isRecord(row));
    const asked = body === null ? {} : (JSON.parse(body) as Record<string, string>);
    if (endpoint === 'order/post') this.posted(asked, rows[0]);
    if (endpoint === 'order/edit') this.edited(sent, asked['orderNumber'], rows[0]);
    if (!RECORDS.has(endpoint)) return;
    // Numbers may begin again every day: trades of an earlier one say nothing of today's.
    if (endpoint === 'daily/trades' && this.isOfEarlierDay(asked['tradeDate'])) return;
    const account = asked['shareholderAccount'] ?? null;
    for (const row of rows) {
      const number = orderNumberField(row, 'OrderNo');
      if (number === null) continue;
      // A list that ignores its filter does not say whose its rows are.
      const owner = this.isFiltered ? account : null;
      const shown = { ...shownBy(row, sent, owner), heardAt: this.now() };
      this.newest.set(bare(number), shown);
      this.noteTwoBrokers(bare(number), shown);
      if (shown.ofBroker !== null) this.noteAtRest(bare(number), shown, row);
      this.noteUnits(bare(number), { sent, account }, row);
      if (endpoint === 'order/enquiry') this.noteMatched(bare(number), sent, row);
    }
  }

  private noteMatched(number: string, sent: Sent, row: WireRecord): void {
    const units = decimalField(row, 'MatchedQuantity');
    if (units === null) return;
    const most = this.matched.get(number) ?? '0';
    const works = WORKING.has(textField(row, 'Status')?.toLowerCase() ?? '');
    if (compare(units, most) >= 0) {
      this.matched.set(number, units);
      this.fewerMatched.delete(number);
    } else if (works) this.fewerMatched.set(number, { units, sent, heardAt: this.now() });
  }

  /** What one order has matched does not become less: an order that shows less may be the number's next owner. */
  lookAtMatched(call: Sent, body: string): void {
    const { days, kills, restarts, powerCuts, instances, parameters } = this.plan;
    // What a process has heard may have ended with it.
    const forgets = kills.length + restarts > 0 || powerCuts || instances > 1 || days.length > 0;
    if (forgets || parameters.orderNumbersInUse !== 'given-again-when-ended') return;
    const { orderNumber = '' } = JSON.parse(body) as Readonly<Record<string, string>>;
    const fewer = this.fewerMatched.get(bare(orderNumber));
    if (fewer === undefined || this.now() - fewer.heardAt < WRITTEN_MS) return;
    const most = this.matched.get(bare(orderNumber)) ?? '0';
    this.report(
      'I30 number of evidence',
      `${call.endpoint} leaves for ${orderNumber}, of which ${fewer.units} are shown as matched, and ${most} were before`,
    );
  }

  private noteTwoBrokers(number: string, shown: Shown): void {
    const { ofTwoBrokers } = this;
    if (shown.ofBroker !== null && !ofTwoBrokers.has(number)) ofTwoBrokers.set(number, null);
    if (shown.endpoint === 'order/enquiry' && ofTwoBrokers.has(number))
      ofTwoBrokers.set(number, shown);
  }

  private noteAtRest(number: string, shown: Shown, row: WireRecord): void {
    const [matched, pending] = ['MatchedQuantity', 'PendingQuantity'].map((name) =>
      decimalField(row, name),
    );
    const isAtRest = Number(decimalField(row, 'Volume')) === 0 && shown.sent !== null;
    if (!isAtRest || matched == null || pending == null) return;
    const units = add(matched, pending);
    this.othersAtRest.set(number, { shown, units, sent: shown.sent, heardAt: this.now() });
  }

  private isOfEarlierDay(tradeDate = ''): boolean {
    const isReset = this.plan.parameters.orderNumbersResetDaily === 'yes';
    return isReset && tradeDate < tradingDateOf(this.now());
  }

  private noteUnits(
    number: string,
    { sent, account }: { readonly sent: Sent; readonly account: string | null },
    row: WireRecord,
  ): void {
    const units = decimalField(row, 'Quantity');
    if (units === null) return;
    const shown = { units, sent, heardAt: this.now() };
    const before = this.enquired.get(number);
    const isList = sent.endpoint === 'broker/order/enquiry' || account !== null;
    if (isList && before !== undefined) {
      const listed = this.listed.get(before) ?? new Set();
      if (sent.at > before.sent.at) this.listed.set(before, listed.add(listedBy(account, units)));
    }
    if (sent.endpoint !== 'order/enquiry') return;
    const works = WORKING.has(textField(row, 'Status')?.toLowerCase() ?? '');
    // What it has shown before is older news, unless the process that was told has ended.
    if (before?.units === units && !before.sent.life.isOver) return;
    const listedBefore = before?.units === units ? this.listed.get(before) : undefined;
    if (works && listedBefore !== undefined) this.listed.set(shown, listedBefore);
    if (works) this.enquired.set(number, shown);
    else this.enquired.delete(number);
  }

  /** `posted`: the units of its post; null when it was edited since. */
  lookAtAlike(cancel: Sent, order: BookedOrder, posted: string | null): void {
    if (posted === null || this.plan.days.length > 0) return;
    const { orderNumber = '' } = JSON.parse(cancel.body ?? '{}') as Record<string, string>;
    const theirs = this.othersAtRest.get(bare(orderNumber));
    if (theirs === undefined || !this.isWritten(theirs.sent, cancel)) return;
    const { side, security, ofBroker } = theirs.shown;
    if (side !== order.side.slice(0, 1) || security !== order.security.toUpperCase()) return;
    if (theirs.units !== posted || this.now() - theirs.heardAt < WRITTEN_MS) return;
    this.report(
      'I30 number of evidence',
      `order/cancel of ${order.id} leaves for ${orderNumber}, under which ${ofBroker ?? 'another broker'} has an order of the same terms`,
    );
  }

  /** `before`: what was last sent for the order. `posted`: the units of its post; null when it was edited since. */
  lookAtUnits(
    cancel: Sent,
    before: Sent | undefined,
    { order, posted }: { readonly order: BookedOrder; readonly posted: string | null },
  ): void {
    if (!this.showsUnits || posted === null || this.plan.days.length > 0) return;
    const { orderNumber = '' } = JSON.parse(cancel.body ?? '{}') as Record<string, string>;
    const shown = this.enquired.get(bare(orderNumber));
    if (shown === undefined || shown.units === posted || !this.isWritten(shown.sent, cancel))
      return;
    if (this.now() - shown.heardAt < WRITTEN_MS) return;
    // What was asked for before something was sent says nothing any more.
    if (before !== undefined && (!before.ended || before.at >= shown.sent.at)) return;
    const listed = this.listed.get(shown);
    const account = order.account_number;
    const confirming = [
      listedBy(null, posted),
      ...[posted, shown.units].map((units) => listedBy(account, units)),
    ];
    if (confirming.some((list) => listed?.has(list) === true)) return;
    this.report(
      'I30 number of evidence',
      `order/cancel leaves for ${orderNumber}, of which ${shown.units} units are shown, and ${posted} were posted`,
    );
  }

  /** `decidedAt`: when two people said that the number is the order's; null: nobody has. */
  look(
    call: Sent,
    body: string,
    { order, decidedAt }: { readonly order: BookedOrder; readonly decidedAt: number | null },
  ): void {
    const { endpoint } = call;
    const { orderNumber = '' } = JSON.parse(body) as Readonly<Record<string, string>>;
    const shown = this.newest.get(bare(orderNumber));
    if (shown === undefined || isOf(order, shown)) return;
    const { sent } = shown;
    // At one instant a list and a call may each be first. What waits for an edit's answer goes after it.
    if (RECORDS.has(shown.endpoint) && shown.heardAt === this.now()) return;
    if (sent !== null && this.isOfEarlierDay(tradingDateOf(sent.at))) return;
    // Brokers may have numbers of their own: what an enquiry by the number shows is then whose order a call reaches.
    const enquired = shown.ofBroker === null ? null : this.ofTwoBrokers.get(bare(orderNumber));
    if (enquired != null && isOf(order, enquired)) return;
    if (sent !== null && !this.isWritten(sent, call) && this.lastHeard.get(sent.life) === sent)
      return;
    // What was shown before people decided whose number it is they have decided about.
    if (decidedAt !== null && (shown.replacedBy !== null || shown.heardAt <= decidedAt)) return;
    this.report(
      'I30 number of evidence',
      `${endpoint} of ${order.id} leaves for ${orderNumber}, of which ${JSON.stringify({ ...shown, sent: null, heardAt: undefined })} is shown`,
    );
  }

  /** What another process was told may have ended with it, or waits until it goes on. */
  private isWritten({ life }: Sent, call: Sent): boolean {
    if (life === call.life) return true;
    return !life.isOver && !life.isFrozen && this.now() - life.thawedAt >= WRITTEN_MS;
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
      ofBroker: null,
      replacedBy: null,
      sent: null,
      heardAt: this.now(),
    });
  }

  private edited(sent: Sent, orderNumber: string | undefined, row: WireRecord | undefined): void {
    if (orderNumber === undefined || row === undefined) return;
    const replacedBy = orderNumberField(row, 'OrderNo');
    if (textField(row, 'Status')?.toLowerCase() !== 'amended' || replacedBy === null) return;
    if (bare(replacedBy) === bare(orderNumber)) return;
    const nothing = { side: null, security: null, account: null, ofBroker: null };
    this.newest.set(bare(orderNumber), {
      endpoint: 'order/edit',
      ...nothing,
      replacedBy,
      sent,
      heardAt: this.now(),
    });
  }
}

function shownBy(row: WireRecord, sent: Sent, account: string | null): Omit<Shown, 'heardAt'> {
  return {
    endpoint: sent.endpoint,
    side: textField(row, 'OrderType')?.slice(0, 1).toUpperCase() ?? null,
    security: (textField(row, 'Company') ?? textField(row, 'SecurityId'))?.toUpperCase() ?? null,
    account: textField(row, 'Shareholder')?.toUpperCase() ?? account,
    ofBroker: othersCode(row, sent),
    replacedBy: null,
    sent,
  };
}

function othersCode(row: WireRecord, { endpoint }: Sent): string | null {
  const code = textField(row, 'Broker_Code')?.toUpperCase() ?? null;
  return endpoint !== 'daily/trades' || code === 'MARINA' ? null : code;
}

function isOf(order: BookedOrder, { side, security, account, replacedBy }: Shown): boolean {
  if (replacedBy !== null) return false;
  if (side !== null && side !== order.side.slice(0, 1)) return false;
  if (security !== null && security !== order.security.toUpperCase()) return false;
  return account === null || account === order.account_number.toUpperCase();
}

/** The exchange may write a number with zeros before it. */
function bare(number: string): string {
  return number.replace(/^0+/, '');
}
