import { Injectable } from '@nestjs/common';
import { lastEntry } from '../../infra/audit/audit-log.js';
import { Config } from '../../infra/config/config.js';
import { inList } from '../../infra/database/in-list.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { Clock } from '../../infra/runtime/clock.js';
import { couldBe, type ListedTerms } from './order-terms.js';
import { seenBefore, type FirstSeen } from './first-seen.js';
import { ownershipOf, ownershipOfTrade } from './ownership.js';
import type { NamedClient } from '../order/client/client-in-texts.js';
import { ownersNow, ownersOn, type NumberOwners } from '../order/number-owners.js';
import { dayOrderCondition, isOtherSide } from '../order/order.js';
import { SightingRow } from './sighting.entity.js';

/** The terms of one of our orders. */
export type TermsOfOrder = ListedTerms & NamedClient & { readonly id: string };

/** What is at the exchange, if it is there, under a number that nobody knows. */
export interface UnresolvedTerms extends TermsOfOrder {
  /** Database time of the last send; null: not known. */
  readonly sentAt: number | null;
}

/** A post that was sent more than once and is acknowledged. */
export interface RepeatedPost extends TermsOfOrder {
  readonly tradingDate: string;
  readonly sentAt: number;
  readonly sentEntry: number | null;
}

const BATCH = 512;

/** What was once seen under a number. */
export interface Sighting {
  readonly orderNumber: string;
  readonly security: string;
  readonly side: string;
  /** Null where only trades have shown it. */
  readonly units: string | null;
  readonly accountNumber: string | null;
}

/**
 * Records when the exchange first showed each order number that belongs to none of our orders, and with
 * which terms.
 */
@Injectable()
export class SightingRegister {
  /** What is already noted, by day: most external orders are seen in every run. */
  private readonly noted = new Map<string, Set<string>>();
  private day = '';
  /** The last audit entry before this process started: later ones may have times of its clock. */
  private startEntry: Promise<number> | null = null;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** A copy for a dry run: what it notes is not remembered here. */
  on(database: Database): SightingRegister {
    const copy = new SightingRegister(database, this.config, this.clock);
    copy.startEntry = this.startedAfter();
    copy.day = this.day;
    for (const [day, numbers] of this.noted) copy.noted.set(day, new Set(numbers));
    return copy;
  }

  /** Whether the entry after this one was written since this process started. */
  async isOfThisProcess(entry: number | null): Promise<boolean> {
    return entry === null || entry >= (await this.startedAfter());
  }

  private startedAfter(): Promise<number> {
    this.startEntry ??= lastEntry(this.database.reading);
    return this.startEntry;
  }

  /**
   * Notes the numbers of an answer that belong to none of our orders, with the time of the answer and not
   * of the question: an answer that was asked for before we sent may show what we sent. `on`: the day that
   * the answer is about; today if left out.
   */
  async note(rows: readonly SeenRow[], answeredAt: number, on?: string): Promise<void> {
    const { today } = this;
    await this.startedAfter();
    if (today !== this.day) this.noted.clear();
    this.day = today;
    const tradingDate = on ?? today;
    const noted = this.noted.get(tradingDate) ?? new Set();
    this.noted.set(tradingDate, noted);
    const fresh = new Map<string, SeenRow>();
    for await (const batch of inBatches(rows)) {
      for (const row of batch) if (!noted.has(keyOf(row))) fresh.set(keyOf(row), row);
    }
    for await (const batch of inBatches([...fresh.values()], BATCH)) {
      await this.database.units.run(async (unit) => {
        const numbers = batch.map(({ orderNumber }) => orderNumber);
        const owners = await this.ownersOf(unit, numbers, on);
        const seen = { tradingDate, answeredAt, entry: await lastEntry(unit) };
        for (const row of batch.filter((one) => isForeign(owners, one))) {
          await this.write(unit, row, seen);
        }
        unit.afterCommit(() => {
          for (const row of batch) noted.add(keyOf(row));
        });
      });
    }
  }

  /** Keeps what was seen first and fills in what was missing. */
  private async write(unit: Unit, row: SeenRow, { tradingDate, answeredAt, entry }: Seen) {
    const { security, side, units, accountNumber } = termsOf(row);
    await unit.execute(
      `INSERT INTO sightings (broker_code, trading_date, order_number, first_seen_at, noted_entry,
                              security, side, units, account_number)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (broker_code, trading_date, order_number, security, side) DO UPDATE SET
         units = COALESCE(sightings.units, excluded.units),
         account_number = COALESCE(sightings.account_number, excluded.account_number)`,
      [
        this.config.brokerCode, tradingDate, row.orderNumber, answeredAt, entry,
        security, side, units, accountNumber,
      ], // prettier-ignore
    );
  }

  /** Numbers of the security seen since that trading day, whoever owns them. */
  seenSince(reading: Reading, security: string, tradingDate: string): Promise<Sighting[]> {
    return reading.query<Sighting>(
      `SELECT order_number AS "orderNumber", security, side, units,
              account_number AS "accountNumber"
         FROM sightings
        WHERE broker_code = ? AND security = ? AND trading_date >= ?`,
      [this.config.brokerCode, security, tradingDate],
    );
  }

  /** Who owned the numbers on that day, or owns them today. */
  ownersOf(reading: Reading, orderNumbers: readonly string[], on?: string): Promise<NumberOwners> {
    const { brokerCode } = this.config;
    return on === undefined
      ? ownersNow(reading, brokerCode, orderNumbers, this.today)
      : ownersOn(reading, brokerCode, orderNumbers, on);
  }

  private get today(): string {
    return tradingDateOf(this.clock.now());
  }

  /** Those of the numbers that were first seen on that day, or today, by then in database time. */
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
   * When an answer first showed each of the numbers, since that trading day: a night makes no number new. Without
   * those that none has shown. `terms`: as an order of this security and side, because the number may have been
   * another order's before.
   */
  async firstSeen(
    reading: Reading,
    orderNumbers: readonly string[],
    tradingDate: string,
    terms?: SecurityAndSide,
  ): Promise<ReadonlyMap<string, FirstSeen>> {
    const seen = new Map<string, FirstSeen>();
    for await (const batch of inBatches(orderNumbers, BATCH)) {
      const { marks, values } = inList(batch);
      const rows = await reading.query<FirstSeen & Omit<Sighting, 'units' | 'accountNumber'>>(
        `SELECT order_number AS "orderNumber", security, side, first_seen_at AS "firstSeenAt",
                noted_entry AS "notedEntry"
           FROM sightings
          WHERE broker_code = ? AND trading_date >= ? AND order_number IN (${marks})`,
        [this.config.brokerCode, tradingDate, ...values],
      );
      for (const { orderNumber, security, side, ...first } of rows) {
        if (terms !== undefined && !mayHaveTerms({ security, side }, terms)) continue;
        seen.set(orderNumber, earlierOf(seen.get(orderNumber), first));
      }
    }
    return seen;
  }

  /**
   * The accounts that each of the numbers was shown for, since that trading day. `terms`: as an order of this security and
   * side.
   */
  async accountsOf(
    reading: Reading,
    orderNumbers: readonly string[],
    tradingDate: string,
    terms?: SecurityAndSide,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const accounts = new Map<string, string[]>();
    for await (const batch of inBatches(orderNumbers, BATCH)) {
      const { marks, values } = inList(batch);
      const rows = await reading.query<Omit<Sighting, 'units'> & { accountNumber: string }>(
        `SELECT order_number AS "orderNumber", security, side, account_number AS "accountNumber"
           FROM sightings
          WHERE broker_code = ? AND trading_date >= ? AND account_number IS NOT NULL
            AND order_number IN (${marks})`,
        [this.config.brokerCode, tradingDate, ...values],
      );
      for (const { orderNumber, accountNumber, ...shown } of rows) {
        if (terms !== undefined && !mayHaveTerms(shown, terms)) continue;
        accounts.set(orderNumber, [...(accounts.get(orderNumber) ?? []), accountNumber]);
      }
    }
    return accounts;
  }

  /**
   * The number as the exchange has spelled it since that trading day. People may leave out leading zeros,
   * but the exchange answers only to its own spelling.
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

  unresolvedTerms(reading: Reading): Promise<TermsOfOrder[]> {
    return unresolvedTerms(reading);
  }

  /** Orders of ours that were sent more than once and can work today: the exchange should have them once. */
  repeatedPosts(reading: Reading): Promise<RepeatedPost[]> {
    return reading.query<RepeatedPost>(
      `SELECT o.id AS id, o.security AS security, o.side AS side, o.units AS units,
              o.account_number AS "accountNumber", o.client_name AS "clientName", o.trading_date AS "tradingDate",
              r.first_sent_at AS "sentAt", r.sent_entry AS "sentEntry"
         FROM order_requests r JOIN orders o ON o.id = r.order_id
        WHERE r.kind = 'Post' AND r.state = 'Acknowledged' AND r.sends > 1
          AND r.first_sent_at IS NOT NULL
          AND (o.trading_date >= ? OR NOT ${dayOrderCondition('o')})`,
      [this.today],
    );
  }

  /** What was there before the post was sent is no second order of it. */
  async mayBeSecond(unit: Unit, post: RepeatedPost, orderNumber: string): Promise<boolean> {
    return (await this.notSeenBefore(unit, post, [orderNumber])).length > 0;
  }

  /** Those of the numbers that nothing had shown, since that trading day and with these terms, before it was sent. */
  async notSeenBefore(
    reading: Reading,
    { sentAt, sentEntry, tradingDate, ...terms }: SentTerms,
    orderNumbers: readonly string[],
  ): Promise<readonly string[]> {
    const seen = await this.firstSeen(reading, orderNumbers, tradingDate, terms);
    const isOfThisProcess = await this.isOfThisProcess(sentEntry);
    return orderNumbers.filter((number) => {
      const first = seen.get(number);
      return (
        first === undefined || seenBefore({ sentAt, sentEntry, isOfThisProcess }, first) !== 'yes'
      );
    });
  }
}

/** What was sent, and when. */
type SentTerms = SecurityAndSide & Pick<RepeatedPost, 'sentAt' | 'sentEntry' | 'tradingDate'>;
type SecurityAndSide = Pick<ListedTerms, 'security' | 'side'>;

function mayHaveTerms(shown: SecurityAndSide, terms: SecurityAndSide): boolean {
  return shown.security === terms.security && !isOtherSide(shown.side, terms.side);
}

function earlierOf(one: FirstSeen | undefined, other: FirstSeen): FirstSeen {
  if (one === undefined) return other;
  const entries = [one.notedEntry, other.notedEntry].filter((entry) => entry !== null);
  return {
    firstSeenAt: Math.min(one.firstSeenAt, other.firstSeenAt),
    notedEntry: entries.length === 0 ? null : Math.min(...entries),
  };
}

/** What a list, or the trades of a day, show of a number. */
export type SeenRow = Listed | Traded;
type Listed = ListedTerms & {
  readonly orderNumber: string;
  /** Of the list, if it is the list of an account. */
  readonly accountNumber?: string;
};

interface Seen {
  readonly tradingDate: string;
  readonly answeredAt: number;
  readonly entry: number;
}

export interface Traded {
  readonly orderNumber: string;
  readonly trade: Parameters<typeof ownershipOfTrade>[1];
}

/** Neither our order's nor a row that our order left behind on an earlier day. */
function isForeign(owners: NumberOwners, row: SeenRow): boolean {
  const owner = owners.get(row.orderNumber);
  if ('trade' in row) return ownershipOfTrade(owner, row.trade) === 'foreign';
  const ownership = ownershipOf(owner, row);
  const earlier = owner?.earlier ?? null;
  const fits = earlier === null || couldBe(earlier, row);
  return ownership === 'foreign' || (ownership === 'ambiguous' && !fits);
}

function termsOf(row: SeenRow): Omit<Sighting, 'orderNumber'> {
  if (!('trade' in row)) return { ...row, accountNumber: row.accountNumber ?? null };
  const { security, side, accountNumber } = row.trade;
  return { security, side, units: null, accountNumber };
}

function keyOf(row: SeenRow): string {
  const { orderNumber } = row;
  const { side, units, security, accountNumber } = termsOf(row);
  return JSON.stringify([orderNumber, side, units, security, accountNumber]);
}

/** The posts and edits without a known outcome: an unknown number may belong to one of them. */
export function unresolvedTerms(reading: Reading): Promise<UnresolvedTerms[]> {
  return reading.query<UnresolvedTerms>(
    `SELECT o.id AS id, o.security AS security, o.side AS side, r.units AS units,
            o.account_number AS "accountNumber", o.client_name AS "clientName", r.claimed_at AS "sentAt"
       FROM order_requests r JOIN orders o ON o.id = r.order_id
      WHERE r.kind IN ('Post', 'Edit') AND r.state IN ('Sent', 'Unknown')`,
  );
}
