import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { startOfDay, tradingDateOf } from '../../market/trading-day.js';
import { Clock } from '../../infra/clock.js';
import type { Terms } from '../domain/external.js';
import { OrderNumberRow } from './order.entity.js';
import { StrangerRow } from './stranger.entity.js';

/** The terms of an order of ours. */
export type TermsOf = Terms & { readonly id: string };

const BATCH = 500;

/** Keeps since when each number that belongs to no order of ours has been seen at the exchange. */
@Injectable()
export class StrangerBook {
  /** Numbers that are kept already: most strangers are seen at every pass. */
  private readonly kept = new Set<string>();
  private day = '';

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes the numbers that an answer has shown and nobody owns, with the time at which it was there:
   * what was asked before we sent and answered after may show what we sent. `on`: the day that the
   * answer is of; an order that was over before it owns nothing there.
   */
  async note(orderNumbers: readonly string[], answeredAt: number, on?: string): Promise<void> {
    const tradingDate = tradingDateOf(this.clock.now());
    if (tradingDate !== this.day) this.kept.clear();
    this.day = tradingDate;
    const fresh = [...new Set(orderNumbers)].filter((number) => !this.kept.has(number));
    for (let start = 0; start < fresh.length; start += BATCH) {
      const batch = fresh.slice(start, start + BATCH);
      await this.database.units.run(async (unit) => {
        const owned = await this.ownedAmong(unit, batch, on);
        for (const orderNumber of batch.filter((number) => !owned.has(number))) {
          await unit.execute(
            `INSERT INTO strangers (broker_code, trading_date, order_number, first_seen_at)
             VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            [this.config.brokerCode, tradingDate, orderNumber, answeredAt],
          );
        }
        unit.afterCommit(() => {
          for (const number of batch) this.kept.add(number);
        });
      });
    }
  }

  /** Those of the numbers that belong to an order of ours; `on`: to one that was not over before that day. */
  async ownedAmong(
    unit: Unit,
    orderNumbers: readonly string[],
    on?: string,
  ): Promise<ReadonlySet<string>> {
    const alive =
      on === undefined
        ? ''
        : ` AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = order_numbers.order_id
                             AND o.trading_date < ? AND o.closed_at < ?)`;
    const day = on === undefined ? [] : [on, startOfDay(on)];
    const owned = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const batch = orderNumbers.slice(start, start + BATCH);
      const marks = batch.map(() => '?').join(', ');
      const links = await unit.find(
        OrderNumberRow,
        `broker_code = ? AND order_number IN (${marks})${alive}`,
        [this.config.brokerCode, ...batch, ...day],
      );
      for (const link of links) owned.add(link.orderNumber);
    }
    return owned;
  }

  /** Those of the numbers that were first seen today by then, in database time. */
  async seenBy(
    unit: Unit,
    orderNumbers: readonly string[],
    by: number,
  ): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const batch = orderNumbers.slice(start, start + BATCH);
      const rows = await unit.find(
        StrangerRow,
        `broker_code = ? AND trading_date = ? AND first_seen_at <= ?
           AND order_number IN (${batch.map(() => '?').join(', ')})`,
        [this.config.brokerCode, tradingDateOf(this.clock.now()), by, ...batch],
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

  /** What a number that we do not know may be: a post, or an edited order, whose outcome is unknown. */
  unresolvedTerms(unit: Unit): Promise<TermsOf[]> {
    return unit.query<TermsOf>(
      `SELECT o.id AS id, o.security AS security, o.side AS side, r.units AS units
         FROM order_requests r JOIN orders o ON o.id = r.order_id
        WHERE r.kind IN ('Post', 'Edit') AND r.state IN ('Sent', 'Unknown')`,
    );
  }

  /** Orders of ours that were sent more than once: the exchange should have them once. */
  repeatedTerms(unit: Unit): Promise<TermsOf[]> {
    return unit.query<TermsOf>(
      `SELECT o.id AS id, o.security AS security, o.side AS side, o.units AS units
         FROM order_requests r JOIN orders o ON o.id = r.order_id
        WHERE r.kind = 'Post' AND r.state = 'Acknowledged' AND r.sends > 1`,
    );
  }
}
