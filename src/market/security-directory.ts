import { Injectable } from '@nestjs/common';
import { Clock } from '../infra/clock.js';
import { Database } from '../infra/database/database.js';
import { ListingApi, type Listing } from '../infra/exchange/listing-api.js';
import { SecurityRow } from './security.entity.js';

const REFRESH_MS = 24 * 3_600_000;
const RETRY_MS = 30_000;
const PAGES_MAX = 200;

/**
 * The securities that the exchange lists. Until it has been loaded once, every well-formed symbol
 * passes: the exchange decides, and a broken listing must not stop the desk. It is read whole or
 * not at all.
 */
@Injectable()
export class SecurityDirectory {
  private symbols: ReadonlySet<string> | null = null;
  private dueAt = 0;

  constructor(
    private readonly database: Database,
    private readonly listings: ListingApi,
    private readonly clock: Clock,
  ) {}

  /** Null while the directory was never loaded. */
  lists(symbol: string): boolean | null {
    return this.symbols === null ? null : this.symbols.has(symbol);
  }

  get size(): number {
    return this.symbols?.size ?? 0;
  }

  /** What an earlier run of the service has loaded. */
  async restore(): Promise<void> {
    const rows = await this.database.read((manager) => manager.find(SecurityRow));
    if (rows.length === 0) return;
    this.symbols = new Set(rows.map((row) => row.symbol));
    this.dueAt = Math.max(...rows.map((row) => row.listedAt)) + REFRESH_MS;
  }

  /** Loads the directory when it is due; answers whether it did. */
  async refresh(): Promise<boolean> {
    const now = this.clock.now();
    if (now < this.dueAt) return false;
    this.dueAt = now + RETRY_MS;
    const listings = await this.load();
    if (listings === null || listings.length === 0) return false;
    await this.store(listings, now);
    this.symbols = new Set(listings.map((listing) => listing.symbol));
    this.dueAt = now + REFRESH_MS;
    return true;
  }

  private async load(): Promise<readonly Listing[] | null> {
    const listings: Listing[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const answer = await this.listings.page(page);
      if (answer === null) return null;
      listings.push(...answer.listings);
      if (page >= answer.pages) return listings;
    }
    return null;
  }

  private store(listings: readonly Listing[], listedAt: number): Promise<void> {
    return this.database.units.run(async (unit) => {
      await unit.execute('DELETE FROM securities');
      const bySymbol = new Map(listings.map((listing) => [listing.symbol, listing]));
      for (const listing of bySymbol.values()) {
        await unit.insert(SecurityRow, { ...listing, listedAt });
      }
    });
  }
}
