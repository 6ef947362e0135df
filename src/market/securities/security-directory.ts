import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { MarketDataApi } from '../../infra/exchange/api/market-data-api.js';
import { ask, type MarketRecords } from '../../infra/exchange/api/market-questions.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { SecurityRow } from './security.entity.js';

const REFRESH_MS = 24 * 3_600_000;
const RETRY_MS = 30_000;
const DOUBT_RETRY_MS = 10 * 60_000;
const PAGE_SIZE = 200;
const PAGES_MAX = 200;
/** A listing that lost more than half is accepted after so many equal reads in a row. */
const SHRUNK_READS = 3;

/**
 * The securities that the exchange lists. Until it is first loaded every well-formed symbol passes: the
 * exchange decides, and a broken listing must not stop the desk. It is replaced completely or not at
 * all, and never by a listing that changed while it was read or suddenly lost most securities.
 */
@Injectable()
export class SecurityDirectory {
  private symbols: ReadonlySet<string> | null = null;
  private dueAt = 0;
  private loading = false;
  private shrunk = { size: 0, reads: 0 };
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly api: MarketDataApi,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('directory');
  }

  /** Null until the directory is first loaded. */
  lists(symbol: string): boolean | null {
    return this.symbols === null ? null : this.symbols.has(symbol);
  }

  get size(): number {
    return this.symbols?.size ?? 0;
  }

  /** Restores what an earlier process loaded. */
  async restore(): Promise<void> {
    const rows = await this.database.read((manager) => manager.find(SecurityRow));
    if (rows.length === 0) return;
    this.symbols = new Set(rows.map((row) => row.symbol));
    this.dueAt = Math.max(...rows.map((row) => row.listedAt)) + REFRESH_MS;
  }

  /** Loads the directory when it is due; returns whether it did. */
  async refresh(): Promise<boolean> {
    const now = this.clock.now();
    if (this.loading || now < this.dueAt) return false;
    this.loading = true;
    this.dueAt = now + RETRY_MS;
    try {
      const pages = await this.load();
      return pages !== null && (await this.replace(pages, now));
    } finally {
      this.loading = false;
    }
  }

  private async replace(pages: readonly ListingPage[], now: number): Promise<boolean> {
    const doubt = this.doubtOf(pages);
    if (doubt !== null) {
      this.dueAt = now + DOUBT_RETRY_MS;
      this.logger.warn({ known: this.size, doubt }, 'security listing not accepted');
      return false;
    }
    const listings = listingsOf(pages);
    await this.store(listings, now);
    this.symbols = new Set(listings.keys());
    this.dueAt = now + REFRESH_MS;
    return true;
  }

  /** Null when a page is missing. */
  private async load(): Promise<readonly ListingPage[] | null> {
    const pages: ListingPage[] = [];
    for (let number = 1; number <= PAGES_MAX; number += 1) {
      const question = ask.companies(undefined, { number, limit: PAGE_SIZE });
      const answer = await this.api.answer(question, null);
      if (answer.kind === 'NoAnswer' || answer.pages === null) return null;
      pages.push({ rows: answer.data, total: answer.total });
      if (number >= answer.pages) return pages;
    }
    return null;
  }

  /** Why the listing is not accepted; null when it is. */
  private doubtOf(pages: readonly ListingPage[]): string | null {
    const symbols = pages.map(({ rows }) => new Set(rows.flatMap((row) => symbolOf(row) ?? [])));
    const size = new Set(symbols.flatMap((page) => [...page])).size;
    const totals = new Set(pages.map(({ total }) => total));
    const rows = pages.reduce((sum, page) => sum + page.rows.length, 0);
    const [total] = totals;
    if (size === 0) return 'it names no security';
    if (totals.size > 1 || symbols.reduce((sum, page) => sum + page.size, 0) > size) {
      return 'it changed while it was read';
    }
    if (typeof total === 'number' && total !== rows) return 'it is incomplete';
    if (size * 2 >= this.size) {
      this.shrunk = { size: 0, reads: 0 };
      return null;
    }
    const reads = this.shrunk.size === size ? this.shrunk.reads + 1 : 1;
    this.shrunk = { size, reads };
    return reads >= SHRUNK_READS ? null : `it has shrunk to ${size}`;
  }

  private store(listings: ReadonlyMap<string, ListingRow>, listedAt: number): Promise<void> {
    return this.database.units.run(async (unit) => {
      await unit.execute('DELETE FROM securities');
      for (const [symbol, { name, isin, status, instrumentType, sector }] of listings) {
        const known = { symbol, name, isin, status, instrumentType, sector };
        await unit.insert(SecurityRow, { ...known, listedAt });
      }
    });
  }
}

type ListingRow = MarketRecords<'companies/metadata'>[number];

interface ListingPage {
  readonly rows: readonly ListingRow[];
  readonly total: number | null;
}

function symbolOf(row: ListingRow): string | null {
  return row.symbol === null || row.symbol === '' ? null : row.symbol.toUpperCase();
}

function listingsOf(pages: readonly ListingPage[]): ReadonlyMap<string, ListingRow> {
  const rows = pages.flatMap((page) => page.rows);
  return new Map(
    rows.flatMap((row) => {
      const symbol = symbolOf(row);
      return symbol === null ? [] : [[symbol, row] as const];
    }),
  );
}
