import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config.js';
import { inList } from '../../infra/database/in-list.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { inSlices } from '../../infra/slices.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { Clock } from '../../infra/clock.js';
import type { Terms } from '../domain/external.js';
import { aliveOn, ownersOf } from './owners.js';
import { StrangerRow } from './stranger.entity.js';

/** The terms of an order of ours. */
export type TermsOf = Terms & { readonly id: string };

const BATCH = 512;

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

  /** The same book over a rehearsal: what is noted there is not kept here. */
  rehearse(database: Database): StrangerBook {
    const book = new StrangerBook(database, this.config, this.clock);
    book.day = this.day;
    for (const number of this.kept) book.kept.add(number);
    return book;
  }

  /**
   * Notes the numbers that an answer has shown and nobody owns, with the time at which it was there:
   * what was asked before we sent and answered after may show what we sent. `on`: the day that the
   * answer is of; an order that was over before it owns nothing there.
   */
  async note(orderNumbers: readonly string[], answeredAt: number, on?: string): Promise<void> {
    const tradingDate = tradingDateOf(this.clock.now());
    if (tradingDate !== this.day) this.kept.clear();
    this.day = tradingDate;
    const fresh = new Set<string>();
    for await (const slice of inSlices(orderNumbers)) {
      for (const number of slice) if (!this.kept.has(number)) fresh.add(number);
    }
    for await (const batch of inSlices([...fresh], BATCH)) {
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
    reading: Reading,
    orderNumbers: readonly string[],
    on?: string,
  ): Promise<ReadonlySet<string>> {
    const owners = await ownersOf(reading, this.config.brokerCode, orderNumbers);
    const alive = on === undefined ? owners : await aliveOn(reading, owners, on);
    return new Set(alive.map(({ orderNumber }) => orderNumber));
  }

  /** Those of the numbers that were first seen today by then, in database time. */
  async seenBy(
    reading: Reading,
    orderNumbers: readonly string[],
    by: number,
  ): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    for (let start = 0; start < orderNumbers.length; start += BATCH) {
      const { marks, values } = inList(orderNumbers.slice(start, start + BATCH));
      const rows = await reading.find(
        StrangerRow,
        `broker_code = ? AND trading_date = ? AND first_seen_at <= ?
           AND order_number IN (${marks})`,
        [this.config.brokerCode, tradingDateOf(this.clock.now()), by, ...values],
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
