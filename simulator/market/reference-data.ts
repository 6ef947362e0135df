/*
 * Endpoints 1 to 4: sectors, the companies of a sector, all companies, one company. Symbols are trimmed
 * and upper-cased, sector names match case-insensitively, and pages hold 1 to 200 records.
 */
import { companyOfListing, companyOfSector, companyProfile } from './company-profiles.js';
import type { Json, JsonObject } from '../json-text.js';
import { type Listing, LISTINGS, listingAsked, SECTORS } from './listings.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { refuseUnknownSymbol } from '../orders/refusals.js';
import { type Reply, result } from '../replies.js';
import { type Page, queryPage, queryText } from '../request-fields.js';
import type { TradingFloor } from '../orders/trading-floor.js';

const COMPANIES_STANDARD = 50;
const COMPANIES_LARGEST = 200;

export class ReferenceData {
  private readonly seed: string;
  private readonly floor: TradingFloor;
  private readonly parameters: () => ExchangeParameters;

  constructor(seed: string, floor: TradingFloor, parameters: () => ExchangeParameters) {
    this.seed = seed;
    this.floor = floor;
    this.parameters = parameters;
  }

  sectors(): Reply {
    const rows = SECTORS.map((sector) => ({
      sector,
      companyCount: LISTINGS.filter((listing) => listing.sector === sector).length,
    }));
    return result(rows, 'Sectors retrieved');
  }

  companiesOfSector(query: URLSearchParams): Reply {
    const sector = queryText(query, 'sector').toLowerCase();
    const page = this.page(query);
    const listings = LISTINGS.filter((listing) => listing.sector.toLowerCase() === sector);
    return result(pageWithPagination(listings, page, companyOfSector), 'Companies retrieved');
  }

  companies(query: URLSearchParams): Reply {
    const status = query.get('status')?.trim().toLowerCase() ?? '';
    const page = this.page(query);
    const listings = LISTINGS.filter(
      (listing) => status === '' || listing.status.toLowerCase() === status,
    );
    const record = (listing: Listing): JsonObject =>
      companyOfListing(listing, this.floor.lastPrice(listing.symbol));
    return result(pageWithPagination(listings, page, record), 'Companies retrieved');
  }

  company(query: URLSearchParams): Reply {
    const symbol = queryText(query, 'symbol');
    const listing = listingAsked(symbol, 'trimmed-any-case');
    if (listing === null) return refuseUnknownSymbol(this.parameters(), symbol);
    return result(
      companyProfile(this.seed, listing, this.floor.lastPrice(listing.symbol)),
      'Company retrieved',
    );
  }

  private page(query: URLSearchParams): Page {
    return queryPage(query, this.parameters(), COMPANIES_STANDARD, COMPANIES_LARGEST);
  }
}

function pageWithPagination(
  listings: readonly Listing[],
  { page, limit }: Page,
  record: (listing: Listing) => JsonObject,
): Json {
  const data = listings.slice((page - 1) * limit, page * limit).map(record);
  const total = listings.length;
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
