import type { AuditLog, Subject, Topic } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/audit/actor.js';
import { type Clock } from '../../infra/runtime/clock.js';
import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { startOfDay, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import type { BreakType, Finding } from '../breaks/break.js';
import { compare } from '../../infra/decimal.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { isSameSideSecurityUnits, type ListedTerms } from './order-terms.js';
import { type ExternalOrder, type ExternalOrderTrades } from '../breaks/external-order.js';
import { type BreakRegister, SAME_BREAK_WITHIN_MS } from '../breaks/break-register.js';
import { BreakRow } from '../breaks/break.entity.js';

const BATCH = 512;

/** An external order as a list shows it, and what is found about it. */
export interface ListedFinding {
  readonly finding: Finding;
  readonly orderNumber: string;
  readonly shown: ExternalOrder;
}

/** What a list shows of external orders, by what the register says of them already. */
export interface ComparedFindings<T> {
  /** Open, or accepted by people, as it is found: the breaks of these, those seen longest ago first. */
  readonly unchanged: readonly { readonly id: string; readonly seenAt: number }[];
  /** Their break is open and says something else. */
  readonly changed: readonly T[];
  /** They have no break, or need another one: those that have none first. */
  readonly unreported: readonly T[];
}

/** Breaks of external orders, identified by the order number. */
export class ExternalOrderBreaks {
  constructor(
    private readonly breaks: BreakRegister,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Only reads; `openForListed` decides once more, in its unit. */
  async compare<T extends ListedFinding>(
    reading: Reading,
    listed: readonly T[],
  ): Promise<ComparedFindings<T>> {
    const now = this.clock.now();
    const unchanged: { id: string; seenAt: number }[] = [];
    const changed: T[] = [];
    const fresh: T[] = [];
    const again: T[] = [];
    for await (const some of inBatches(listed, BATCH)) {
      const rows = await this.latestOf(reading, some, now);
      for (const one of some) {
        const row = rows.get(keyOf(one.orderNumber, one.finding.type));
        if (row === undefined) {
          fresh.push(one);
          continue;
        }
        const found = comparedWith(row, one, now);
        if (found === 'unreported') again.push(one);
        else if (found === 'changed') changed.push(one);
        else unchanged.push({ id: row.id, seenAt: row.seenAt });
      }
    }
    unchanged.sort((a, b) => a.seenAt - b.seenAt);
    return { unchanged, changed, unreported: [...fresh, ...again] };
  }

  /** The breaks are found again as they are. One that has ended by itself meanwhile stays as it ended. */
  async noteSeen(unit: Unit, ids: readonly string[]): Promise<void> {
    const seenAt = this.clock.now();
    // In one order everywhere, so that two units cannot deadlock.
    const sorted = [...ids].sort();
    for (let start = 0; start < sorted.length; start += BATCH) {
      const { marks, values } = inList(sorted.slice(start, start + BATCH));
      const where = `id IN (${marks}) AND (closed_at IS NULL OR status = 'Resolved')`;
      if (unit.rowLock !== '')
        await unit.query(`SELECT id FROM breaks WHERE ${where} ORDER BY id${unit.rowLock}`, values);
      await unit.execute(`UPDATE breaks SET seen_at = ? WHERE ${where}`, [seenAt, ...values]);
    }
  }

  /**
   * A list has shown the order, or an enquiry has shown a listed one. An open break is updated, whatever
   * becomes of the order. If people have accepted the order, a new break opens only when its terms have
   * changed. True for a new break.
   */
  async openForListed(
    unit: Unit,
    finding: Finding,
    orderNumber: string,
    shown: ExternalOrder,
  ): Promise<boolean> {
    const [row] = await unit.find(
      BreakRow,
      `order_id IS NULL AND order_number = ? AND type = ?
        ORDER BY CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT 1${unit.rowLock}`,
      [orderNumber, finding.type],
    );
    if (row !== undefined && (await this.update(unit, row, finding, shown))) return false;
    const key = tradingDateOf(this.clock.now());
    return this.open(unit, { ...finding, key }, orderNumber, JSON.stringify(shown));
  }

  /** A trade has shown the order, but no list. */
  openForTraded(unit: Unit, finding: Finding, orderNumber: string): Promise<boolean> {
    return this.open(unit, finding, orderNumber, null);
  }

  /**
   * Whether a record without a broker code is of an order that a list of today has shown under our code.
   * The exchange may start its numbers again, so a number from before today must also have the same terms.
   */
  async isListed(reading: Reading, orderNumber: string, terms: ListedTerms): Promise<boolean> {
    const today = startOfDay(tradingDateOf(this.clock.now()));
    const rows = await reading.find(
      BreakRow,
      'order_id IS NULL AND order_number = ? AND shown IS NOT NULL AND seen_at >= ?',
      [orderNumber, today],
    );
    return rows.some((row) => {
      const shown = shownIn(row);
      return row.openedAt >= today || (shown !== null && isSameSideSecurityUnits(shown, terms));
    });
  }

  /** Those of the numbers whose break was seen since, whatever became of it. */
  async seenSince(
    reading: Reading,
    orderNumbers: readonly string[],
    since: number,
  ): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
      const rows = await reading.query<{ number: string }>(
        `SELECT DISTINCT order_number AS number FROM breaks
          WHERE order_id IS NULL AND seen_at >= ?
            AND order_number IN (${marks})`,
        [since, ...values],
      );
      for (const { number } of rows) seen.add(number);
    }
    return seen;
  }

  /** Those of the numbers of which people have said since then what they are, and of which nothing new was found. */
  async decidedSince(
    reading: Reading,
    orderNumbers: readonly string[],
    since: number,
  ): Promise<ReadonlySet<string>> {
    const decided = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
      const rows = await reading.query<{ number: string }>(
        `SELECT order_number AS number FROM breaks
          WHERE order_id IS NULL AND order_number IN (${marks})
          GROUP BY order_number
         HAVING MAX(CASE WHEN status = 'Resolved' AND closed_at >= ? THEN 1 ELSE 0 END) = 1
            AND MAX(CASE WHEN closed_at IS NULL THEN 1 ELSE 0 END) = 0`,
        [...values, since],
      );
      for (const { number } of rows) decided.add(number);
    }
    return decided;
  }

  /** Adds a day's trades of the number to its open break; an answer with fewer takes nothing away. */
  async noteTrades(
    unit: Unit,
    breakId: string,
    trades: readonly ExternalOrderTrades[],
  ): Promise<void> {
    const [row] = await unit.find(BreakRow, `id = ? AND closed_at IS NULL${unit.rowLock}`, [
      breakId,
    ]);
    if (row === undefined) return;
    const known = withTrades(tradesOf(row), trades);
    if (known === null) return;
    const traded = JSON.stringify(known);
    await unit.update(BreakRow, { id: row.id }, { traded });
    const { id, type, orderNumber } = row;
    // The trail names no client.
    const withoutClient = known.map(({ accountNumber: _, ...trade }) => trade);
    const body = { break: id, breakType: type, orderNumber, traded: withoutClient };
    await this.audit.append(unit, topicOf({ ...row, traded }), RECONCILER, [
      { type: 'BREAK_CHANGED', body },
    ]);
  }

  /** By number and type: the open break, else the last one that may still count. */
  private async latestOf(
    reading: Reading,
    listed: readonly ListedFinding[],
    now: number,
  ): Promise<ReadonlyMap<string, RegisteredBreak>> {
    const { marks, values } = inList(listed.map(({ orderNumber }) => orderNumber));
    const since = Math.min(startOfDay(tradingDateOf(now)), now - SAME_BREAK_WITHIN_MS);
    // A cross join, so that SQLite looks up each number. With IN it reads every break without an order.
    const rows = await reading.query<RegisteredBreak>(
      `WITH listed (number) AS (VALUES ${marks.replaceAll('?', '(?)')})
       SELECT b.id, b.type, b.order_number AS "orderNumber", b.detail, b.shown, b.resolution,
              b.seen_at AS "seenAt", b.closed_at AS "closedAt"
         FROM listed CROSS JOIN breaks b
        WHERE b.order_id IS NULL AND b.order_number = listed.number
          AND (b.closed_at IS NULL OR b.seen_at >= ?)`,
      [...values, since],
    );
    const latest = new Map<string, RegisteredBreak>();
    for (const row of rows) {
      const key = keyOf(row.orderNumber, row.type);
      const other = latest.get(key);
      if (other === undefined || isLater(row, other)) latest.set(key, row);
    }
    return latest;
  }

  /** False if the row is closed and the order needs a new break. */
  private async update(
    unit: Unit,
    row: BreakRow,
    finding: Finding,
    shown: ExternalOrder,
  ): Promise<boolean> {
    const seenAt = this.clock.now();
    const { detail } = finding;
    const found = comparedWith(row, { finding, shown }, seenAt);
    if (found === 'unreported') return false;
    if (found === 'unchanged') {
      await unit.update(BreakRow, { id: row.id }, { seenAt });
      return true;
    }
    // A decision about other terms is stale.
    const version = hasTermsOf(row, shown) ? row.version : row.version + 1;
    const change = { detail, shown: JSON.stringify(shown), seenAt, version };
    await unit.update(BreakRow, { id: row.id }, change);
    const { id, type, orderNumber } = row;
    const body = { break: id, breakType: type, orderNumber, detail, before: row.detail };
    await this.audit.append(unit, topicOf(row), RECONCILER, [{ type: 'BREAK_CHANGED', body }]);
    return true;
  }

  private async open(
    unit: Unit,
    finding: Finding,
    orderNumber: string,
    shown: string | null,
  ): Promise<boolean> {
    const fact = await this.breaks.open(unit, finding, { orderId: null, orderNumber, shown });
    if (fact === null) return false;
    await this.audit.append(unit, topicOf({ orderNumber, shown, traded: null }), RECONCILER, [
      fact,
    ]);
    return true;
  }
}

/** What of a break is compared with what a list shows. */
type RegisteredBreak = Pick<
  BreakRow,
  'id' | 'type' | 'orderNumber' | 'detail' | 'shown' | 'resolution' | 'seenAt' | 'closedAt'
>;

/** As `openForListed` chooses: an open break before one that has ended, else the newer one. */
function isLater(row: RegisteredBreak, other: RegisteredBreak): boolean {
  const [isOpen, isOtherOpen] = [row.closedAt === null, other.closedAt === null];
  return isOpen === isOtherOpen ? row.id > other.id : isOpen;
}

/** What a break of the order says of it now. */
function comparedWith(
  row: RegisteredBreak,
  { finding, shown }: Pick<ListedFinding, 'finding' | 'shown'>,
  now: number,
): keyof ComparedFindings<unknown> {
  const same = hasTermsOf(row, shown);
  if (row.closedAt !== null) return same && staysEnded(row, now) ? 'unchanged' : 'unreported';
  return same && row.detail === finding.detail ? 'unchanged' : 'changed';
}

function hasTermsOf(row: RegisteredBreak, shown: ExternalOrder): boolean {
  if (row.shown === JSON.stringify(shown)) return true;
  const before = shownIn(row);
  return before !== null && isSameSideSecurityUnits(before, shown);
}

function keyOf(orderNumber: string | null, type: BreakType): string {
  return `${type} ${orderNumber ?? ''}`;
}

/**
 * People have accepted the order, and it is the same one: the exchange may start its numbers again on
 * another day, so it must have been seen today or just before midnight.
 */
function staysEnded({ resolution, seenAt }: RegisteredBreak, now: number): boolean {
  const isAccepted = resolution === 'accept' || resolution === 'close';
  const isSame =
    tradingDateOf(seenAt) === tradingDateOf(now) || now - seenAt <= SAME_BREAK_WITHIN_MS;
  return isAccepted && isSame;
}

/** What an audit entry about a break of an external order is found by. */
export function externalSubject(row: Shown): Subject {
  const trades = tradesOf(row);
  const security = shownIn(row)?.security ?? trades[0]?.security ?? null;
  const accountNumber = trades.find((trade) => trade.accountNumber !== null)?.accountNumber ?? null;
  return { orderNumber: row.orderNumber, security, accountNumber };
}

type Shown = Pick<BreakRow, 'orderNumber' | 'shown' | 'traded'>;

function topicOf(row: Shown): Topic {
  return { stream: 'breaks', about: externalSubject(row) };
}

export function shownIn({ shown }: Pick<BreakRow, 'shown'>): ExternalOrder | null {
  return shown === null ? null : (JSON.parse(shown) as ExternalOrder);
}

export function tradesOf({ traded }: Pick<BreakRow, 'traded'>): readonly ExternalOrderTrades[] {
  return traded === null ? [] : (JSON.parse(traded) as ExternalOrderTrades[]);
}

/** Null when nothing is new. */
export function withTrades(
  known: readonly ExternalOrderTrades[],
  trades: readonly ExternalOrderTrades[],
): readonly ExternalOrderTrades[] | null {
  const keyOf = ({ tradeDate, accountNumber, security, side }: ExternalOrderTrades): string =>
    JSON.stringify([tradeDate, accountNumber, security, side]);
  const all = new Map(known.map((one) => [keyOf(one), one]));
  let isNew = false;
  for (const trade of trades) {
    const held = all.get(keyOf(trade));
    if (held !== undefined && compare(held.units, trade.units) >= 0) continue;
    all.set(keyOf(trade), trade);
    isNew = true;
  }
  return isNew ? [...all.values()] : null;
}
