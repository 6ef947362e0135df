import { Injectable } from '@nestjs/common';
import { lastEntry } from '../../infra/audit/audit-log.js';
import { Config } from '../../infra/config/config.js';
import { inList } from '../../infra/database/in-list.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { Clock } from '../../infra/runtime/clock.js';
import { couldBe, type Terms } from './external-order.js';
import type { FirstSeen } from './first-seen.js';
import { claimOf, claimOfTrade } from './ownership.js';
import { ownersNow, ownersOn, type NumberOwners } from '../order/number-owners.js';
import { SightingRow } from './sighting.entity.js';

/** The terms of an order of ours. */
export type TermsOf = Terms & { readonly id: string; readonly accountNumber: string };

const BATCH = 512;

/** What was once seen under a number that belongs to no order of ours, and since when. */
export interface Remembered {
  readonly orderNumber: string;
  readonly security: string;
  readonly side: string;
  /** Null where only trades have shown it. */
  readonly units: string | null;
  readonly accountNumber: string | null;
}

/**
 * Keeps since when each number that belongs to no order of ours has been seen at the exchange, and what
 * was shown of it.
 */
@Injectable()
export class SightingRegister {
  /** What was looked at already, of each day: most external orders are seen in every run. */
  private readonly kept = new Map<string, Set<string>>();
  private day = '';
  /** The last entry of the trail when this process began; later ones have times of its clock. */
  private beganAt: Promise<number> | null = null;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The same book over a rehearsal: what is noted there is not kept here. */
  on(database: Database): SightingRegister {
    const book = new SightingRegister(database, this.config, this.clock);
    book.beganAt = this.began();
    book.day = this.day;
    for (const [day, numbers] of this.kept) book.kept.set(day, new Set(numbers));
    return book;
  }

  /** Whether this process has written the entry after that one. */
  async isOfThisProcess(entry: number | null): Promise<boolean> {
    return entry === null || entry >= (await this.began());
  }

  private began(): Promise<number> {
    this.beganAt ??= lastEntry(this.database.reading);
    return this.beganAt;
  }

  /**
   * Notes the numbers that an answer has shown and no order of ours has, with the time at which it was
   * there: what was asked before we sent and answered after may show what we sent. `on`: the day of
   * which the answer shows them, without it today.
   */
  async note(rows: readonly Noted[], answeredAt: number, on?: string): Promise<void> {
    const { today } = this;
    await this.began();
    if (today !== this.day) this.kept.clear();
    this.day = today;
    const tradingDate = on ?? today;
    const kept = this.kept.get(tradingDate) ?? new Set();
    this.kept.set(tradingDate, kept);
    const fresh = new Map<string, Noted>();
    for await (const slice of inBatches(rows)) {
      for (const row of slice) if (!kept.has(keyOf(row))) fresh.set(keyOf(row), row);
    }
    for await (const batch of inBatches([...fresh.values()], BATCH)) {
      await this.database.units.run(async (unit) => {
        const numbers = batch.map(({ orderNumber }) => orderNumber);
        const holders = await this.holdersOf(unit, numbers, on);
        const place = { tradingDate, answeredAt, entry: await lastEntry(unit) };
        for (const row of batch.filter((one) => isNew(holders, one))) {
          await this.write(unit, row, place);
        }
        unit.afterCommit(() => {
          for (const row of batch) kept.add(keyOf(row));
        });
      });
    }
  }

  /** What is told first stays; what was not told yet is added. */
  private async write(unit: Unit, row: Noted, { tradingDate, answeredAt, entry }: Place) {
    const { security, side, units, accountNumber } = termsOf(row);
    await unit.execute(
      `INSERT INTO sightings (broker_code, trading_date, order_number, first_seen_at, noted_entry,
                              security, side, units, account_number)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (broker_code, trading_date, order_number) DO UPDATE SET
         security = COALESCE(sightings.security, excluded.security),
         side = COALESCE(sightings.side, excluded.side),
         units = COALESCE(sightings.units, excluded.units),
         account_number = COALESCE(sightings.account_number, excluded.account_number)`,
      [
        this.config.brokerCode, tradingDate, row.orderNumber, answeredAt, entry,
        security, side, units, accountNumber,
      ], // prettier-ignore
    );
  }

  /** Numbers of the security that were seen since that trading day, whoever they belong to. */
  remembered(unit: Unit, security: string, tradingDate: string): Promise<Remembered[]> {
    return unit.query<Remembered>(
      `SELECT order_number AS "orderNumber", security, side, units,
              account_number AS "accountNumber"
         FROM sightings
        WHERE broker_code = ? AND security = ? AND trading_date >= ? AND side IS NOT NULL`,
      [this.config.brokerCode, security, tradingDate],
    );
  }

  /** Whose the numbers are: on that day, or today. */
  holdersOf(reading: Reading, orderNumbers: readonly string[], on?: string): Promise<NumberOwners> {
    const { brokerCode } = this.config;
    return on === undefined
      ? ownersNow(reading, brokerCode, orderNumbers, this.today)
      : ownersOn(reading, brokerCode, orderNumbers, on);
  }

  private get today(): string {
    return tradingDateOf(this.clock.now());
  }

  /** Those of the numbers of a day, or of today, that were first seen by then, in database time. */
  async seenBy(
    reading: Reading,
    orderNumbers: readonly string[],
    by: number,
    on?: string,
  ): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
      const rows = await reading.find(
        SightingRow,
        `broker_code = ? AND trading_date = ? AND first_seen_at <= ?
           AND order_number IN (${marks})`,
        [this.config.brokerCode, on ?? this.today, by, ...values],
      );
      for (const row of rows) seen.add(row.orderNumber);
    }
    return seen;
  }

  /**
   * When an answer first showed the number, since that trading day; null for one never noted. A night
   * makes no number new.
   */
  async firstSeen(unit: Unit, orderNumber: string, tradingDate: string): Promise<FirstSeen | null> {
    const [row] = await unit.query<{ at: number | null; entry: number | null }>(
      `SELECT min(first_seen_at) AS at, min(noted_entry) AS entry FROM sightings
        WHERE broker_code = ? AND order_number = ? AND trading_date >= ?`,
      [this.config.brokerCode, orderNumber, tradingDate],
    );
    if (row === undefined || row.at === null) return null;
    return { firstSeenAt: row.at, notedEntry: row.entry };
  }

  /**
   * The number as the exchange has shown it since that trading day. People may leave out its leading zeros,
   * and the exchange answers only for the number as it spells it.
   */
  async spellingOf(unit: Unit, orderNumber: string, tradingDate: string): Promise<string> {
    const digits = orderNumber.replace(/^0+/, '');
    const rows = await unit.query<{ orderNumber: string }>(
      `SELECT DISTINCT order_number AS "orderNumber" FROM sightings
        WHERE broker_code = ? AND trading_date >= ? AND ltrim(order_number, '0') = ?`,
      [this.config.brokerCode, tradingDate, digits],
    );
    const [only, ...others] = rows.map((row) => row.orderNumber);
    return only === undefined || others.length > 0 ? orderNumber : only;
  }

  unresolvedTerms(reading: Reading): Promise<TermsOf[]> {
    return unresolvedTerms(reading);
  }

  /** Orders of ours that were sent more than once: the exchange should have them once. */
  repeatedTerms(reading: Reading): Promise<TermsOf[]> {
    return reading.query<TermsOf>(
      `SELECT o.id AS id, o.security AS security, o.side AS side, o.units AS units,
              o.account_number AS "accountNumber"
         FROM order_requests r JOIN orders o ON o.id = r.order_id
        WHERE r.kind = 'Post' AND r.state = 'Acknowledged' AND r.sends > 1`,
    );
  }
}

/** What a list, or the trades of a day, have shown of a number. */
export type Noted = Listed | Traded;
type Listed = Terms & {
  readonly orderNumber: string;
  /** That of the list which shows it, where it is one of an account. */
  readonly accountNumber?: string;
};

interface Place {
  readonly tradingDate: string;
  readonly answeredAt: number;
  readonly entry: number;
}

export interface Traded {
  readonly orderNumber: string;
  readonly trade: Parameters<typeof claimOfTrade>[1];
}

/** Only what is not that of an order of ours, nor the row that it has left behind, is new. */
function isNew(holders: NumberOwners, row: Noted): boolean {
  const holder = holders.get(row.orderNumber);
  if ('trade' in row) return claimOfTrade(holder, row.trade) === 'free';
  const claim = claimOf(holder, row);
  const earlier = holder?.earlier ?? null;
  return claim === 'free' || (claim === 'doubt' && earlier !== null && !couldBe(earlier, row));
}

function termsOf(row: Noted): Omit<Remembered, 'orderNumber'> {
  if (!('trade' in row)) return { ...row, accountNumber: row.accountNumber ?? null };
  const { security, side, accountNumber } = row.trade;
  return { security, side, units: null, accountNumber };
}

function keyOf(row: Noted): string {
  const { orderNumber } = row;
  const { side, units, security, accountNumber } = termsOf(row);
  return JSON.stringify([orderNumber, side, units, security, accountNumber]);
}

/** What a number that we do not know may be: a post, or an edited order, whose outcome is unknown. */
export function unresolvedTerms(reading: Reading): Promise<TermsOf[]> {
  return reading.query<TermsOf>(
    `SELECT o.id AS id, o.security AS security, o.side AS side, r.units AS units,
            o.account_number AS "accountNumber"
       FROM order_requests r JOIN orders o ON o.id = r.order_id
      WHERE r.kind IN ('Post', 'Edit') AND r.state IN ('Sent', 'Unknown')`,
  );
}
