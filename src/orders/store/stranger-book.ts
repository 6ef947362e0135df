import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config.js';
import { inList } from '../../infra/database/in-list.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { inSlices } from '../../infra/slices.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { Clock } from '../../infra/clock.js';
import { couldBe, type Terms } from '../domain/external.js';
import { claimOf, claimOfTrade } from '../domain/hold.js';
import { holdersNow, holdersOn, type Holders } from './holders.js';
import { StrangerRow } from './stranger.entity.js';

/** The terms of an order of ours. */
export type TermsOf = Terms & { readonly id: string; readonly accountNumber: string };

const BATCH = 512;

/** Keeps since when each number that belongs to no order of ours has been seen at the exchange. */
@Injectable()
export class StrangerBook {
  /** What was looked at already, of each day: most strangers are seen at every pass. */
  private readonly kept = new Map<string, Set<string>>();
  private day = '';

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The same book over a rehearsal: what is noted there is not kept here. */
  rehearse(database: Database): StrangerBook {
    const book = new StrangerBook(database, this.config, this.clock);
    book.day = this.day;
    for (const [day, numbers] of this.kept) book.kept.set(day, new Set(numbers));
    return book;
  }

  /**
   * Notes the numbers that an answer has shown and no order of ours has, with the time at which it was
   * there: what was asked before we sent and answered after may show what we sent. `on`: the day of
   * which the answer shows them, without it today.
   */
  async note(rows: readonly Noted[], answeredAt: number, on?: string): Promise<void> {
    const { today } = this;
    if (today !== this.day) this.kept.clear();
    this.day = today;
    const tradingDate = on ?? today;
    const kept = this.kept.get(tradingDate) ?? new Set();
    this.kept.set(tradingDate, kept);
    const fresh = new Map<string, Noted>();
    for await (const slice of inSlices(rows)) {
      for (const row of slice) if (!kept.has(keyOf(row))) fresh.set(keyOf(row), row);
    }
    for await (const batch of inSlices([...fresh.values()], BATCH)) {
      await this.database.units.run(async (unit) => {
        const numbers = batch.map(({ orderNumber }) => orderNumber);
        const holders = await this.holdersOf(unit, numbers, on);
        for (const { orderNumber } of batch.filter((row) => isNew(holders, row))) {
          await unit.execute(
            `INSERT INTO strangers (broker_code, trading_date, order_number, first_seen_at)
             VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            [this.config.brokerCode, tradingDate, orderNumber, answeredAt],
          );
        }
        unit.afterCommit(() => {
          for (const row of batch) kept.add(keyOf(row));
        });
      });
    }
  }

  /** Whose the numbers are: on that day, or today. */
  holdersOf(reading: Reading, orderNumbers: readonly string[], on?: string): Promise<Holders> {
    const { brokerCode } = this.config;
    return on === undefined
      ? holdersNow(reading, brokerCode, orderNumbers, this.today)
      : holdersOn(reading, brokerCode, orderNumbers, on);
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
        StrangerRow,
        `broker_code = ? AND trading_date = ? AND first_seen_at <= ?
           AND order_number IN (${marks})`,
        [this.config.brokerCode, on ?? this.today, by, ...values],
      );
      for (const row of rows) seen.add(row.orderNumber);
    }
    return seen;
  }

  /**
   * Database time of the answer that first showed the number, since that trading day; null for one
   * never noted. A night makes no number new.
   */
  async firstSeenAt(unit: Unit, orderNumber: string, tradingDate: string): Promise<number | null> {
    const [row] = await unit.query<{ at: number | null }>(
      `SELECT min(first_seen_at) AS at FROM strangers
        WHERE broker_code = ? AND order_number = ? AND trading_date >= ?`,
      [this.config.brokerCode, orderNumber, tradingDate],
    );
    return row?.at ?? null;
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
type Listed = Terms & { readonly orderNumber: string };

export interface Traded {
  readonly orderNumber: string;
  readonly trade: Parameters<typeof claimOfTrade>[1];
}

/** Only what is not that of an order of ours, nor the row that it has left behind, is new. */
function isNew(holders: Holders, row: Noted): boolean {
  const holder = holders.get(row.orderNumber);
  if ('trade' in row) return claimOfTrade(holder, row.trade) === 'free';
  const claim = claimOf(holder, row);
  const earlier = holder?.earlier ?? null;
  return claim === 'free' || (claim === 'doubt' && earlier !== null && !couldBe(earlier, row));
}

function keyOf(row: Noted): string {
  const { orderNumber } = row;
  if (!('trade' in row)) return `${orderNumber} ${row.side} ${row.units} ${row.security}`;
  const { security, side, accountNumber } = row.trade;
  return `${orderNumber} ${side} ${security} traded for ${accountNumber ?? ''}`;
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
