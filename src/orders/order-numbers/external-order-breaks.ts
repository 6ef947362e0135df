import { type AuditLog } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/audit/actor.js';
import { type Clock } from '../../infra/runtime/clock.js';
import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { startOfDay, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import type { Finding } from '../breaks/break.js';
import { compare } from '../../infra/decimal.js';
import { sameTerms, type Terms } from './external-order.js';
import { type ShownOrder, type ShownTrade } from '../breaks/shown-order.js';
import { type BreakRegister, SAME_BREAK_WITHIN_MS } from '../breaks/break-register.js';
import { BreakRow } from '../breaks/break.entity.js';

const BATCH = 512;

/** Breaks of orders at the exchange that none of ours is bound to; each is known by its number. */
export class ExternalOrderBreaks {
  constructor(
    private readonly breaks: BreakRegister,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * A list has shown the order, or an enquiry one that a list had shown. While its break is open it
   * is one break, whatever the order goes through; an order that people have left alone opens another
   * when its terms have changed. True for a new break.
   */
  async show(
    unit: Unit,
    finding: Finding,
    orderNumber: string,
    shown: ShownOrder,
  ): Promise<boolean> {
    const [row] = await unit.find(
      BreakRow,
      `order_id IS NULL AND order_number = ? AND type = ?
        ORDER BY CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT 1${unit.rowLock}`,
      [orderNumber, finding.type],
    );
    if (row !== undefined && (await this.again(unit, row, finding, shown))) return false;
    const key = tradingDateOf(this.clock.now());
    return this.open(unit, { ...finding, key }, orderNumber, JSON.stringify(shown));
  }

  /** A trade has shown the order, and no list. */
  tell(unit: Unit, finding: Finding, orderNumber: string): Promise<boolean> {
    return this.open(unit, finding, orderNumber, null);
  }

  /**
   * Whether a record that names no broker is of an order that a list of today has shown under our code. Numbers
   * may begin again on another day: other terms under one that was seen before today may be another broker's.
   */
  async isListed(reading: Reading, orderNumber: string, terms: Terms): Promise<boolean> {
    const today = startOfDay(tradingDateOf(this.clock.now()));
    const rows = await reading.find(
      BreakRow,
      'order_id IS NULL AND order_number = ? AND shown IS NOT NULL AND seen_at >= ?',
      [orderNumber, today],
    );
    return rows.some((row) => {
      const shown = shownIn(row);
      return row.openedAt >= today || (shown !== null && sameTerms(shown, terms));
    });
  }

  /** Those of the numbers of which a break of no order was seen since, whatever became of it. */
  async told(
    reading: Reading,
    orderNumbers: readonly string[],
    since: number,
  ): Promise<ReadonlySet<string>> {
    const told = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
      const rows = await reading.query<{ number: string }>(
        `SELECT DISTINCT order_number AS number FROM breaks
          WHERE order_id IS NULL AND seen_at >= ?
            AND order_number IN (${marks})`,
        [since, ...values],
      );
      for (const { number } of rows) told.add(number);
    }
    return told;
  }

  /** Keeps with an open break what a day's trades show of its number; a shorter answer takes nothing away. */
  async noteTrades(unit: Unit, breakId: string, trades: readonly ShownTrade[]): Promise<void> {
    const [row] = await unit.find(BreakRow, `id = ? AND closed_at IS NULL${unit.rowLock}`, [
      breakId,
    ]);
    if (row === undefined) return;
    const traded = withTrades(tradesOf(row), trades);
    if (traded === null) return;
    await unit.update(BreakRow, { id: row.id }, { traded: JSON.stringify(traded) });
    // The trail names no client.
    const told = traded.map(({ accountNumber: _, ...trade }) => trade);
    const { id, type, orderNumber } = row;
    const body = { break: id, breakType: type, orderNumber, traded: told };
    await this.audit.append(unit, 'breaks', RECONCILER, [{ type: 'BREAK_CHANGED', body }]);
  }

  /** True when the row tells of the order already. */
  private async again(
    unit: Unit,
    row: BreakRow,
    { detail }: Finding,
    shown: ShownOrder,
  ): Promise<boolean> {
    const seenAt = this.clock.now();
    const isOpen = row.closedAt === null;
    const before = shownIn(row);
    const same = before !== null && sameTerms(before, shown);
    if (!isOpen && !(same && staysEnded(row, seenAt))) return false;
    if (!isOpen || (same && row.detail === detail)) {
      await unit.update(BreakRow, { id: row.id }, { seenAt });
      return true;
    }
    // Who has looked at other terms has not looked at what he would decide about.
    const version = same ? row.version : row.version + 1;
    const change = { detail, shown: JSON.stringify(shown), seenAt, version };
    await unit.update(BreakRow, { id: row.id }, change);
    const { id, type, orderNumber } = row;
    const body = { break: id, breakType: type, orderNumber, detail, before: row.detail };
    await this.audit.append(unit, 'breaks', RECONCILER, [{ type: 'BREAK_CHANGED', body }]);
    return true;
  }

  private async open(
    unit: Unit,
    finding: Finding,
    orderNumber: string,
    shown: string | null,
  ): Promise<boolean> {
    const fact = await this.breaks.open(unit, finding, { orderId: null, orderNumber, shown });
    if (fact !== null) await this.audit.append(unit, 'breaks', RECONCILER, [fact]);
    return fact !== null;
  }
}

/**
 * People have left the order alone, and it is the same one: numbers may begin again on another day,
 * so that only what was seen on this day, or just before midnight, is known to be it.
 */
function staysEnded({ resolution, seenAt }: BreakRow, now: number): boolean {
  const isLeft = resolution === 'accept' || resolution === 'close';
  const isSame =
    tradingDateOf(seenAt) === tradingDateOf(now) || now - seenAt <= SAME_BREAK_WITHIN_MS;
  return isLeft && isSame;
}

export function shownIn({ shown }: Pick<BreakRow, 'shown'>): ShownOrder | null {
  return shown === null ? null : (JSON.parse(shown) as ShownOrder);
}

export function tradesOf({ traded }: Pick<BreakRow, 'traded'>): readonly ShownTrade[] {
  return traded === null ? [] : (JSON.parse(traded) as ShownTrade[]);
}

/** Null when nothing is new. */
export function withTrades(
  known: readonly ShownTrade[],
  trades: readonly ShownTrade[],
): readonly ShownTrade[] | null {
  const keyOf = ({ tradeDate, accountNumber, security, side }: ShownTrade): string =>
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
