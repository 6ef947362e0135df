import { Injectable } from '@nestjs/common';
import { CallJournal } from './call-journal.js';
import { decimalField, field, isRecord, textField, type WireRecord } from './wire.js';

/** One page of section "3. List companies metadata". */
export interface ListingPage {
  readonly listings: readonly Listing[];
  readonly pages: number;
}

export interface Listing {
  readonly symbol: string;
  readonly name: string | null;
  readonly isin: string | null;
  readonly status: string | null;
  readonly instrumentType: string | null;
  readonly sector: string | null;
}

const PAGE_SIZE_MAX = 200;

@Injectable()
export class ListingApi {
  constructor(private readonly journal: CallJournal) {}

  /** Null when the exchange gave no readable answer, or the budget has no room now. */
  async page(page: number): Promise<ListingPage | null> {
    const call = await this.journal.read({
      endpoint: 'companies/metadata',
      lane: 'market',
      body: null,
      query: { page: String(page), limit: String(PAGE_SIZE_MAX) },
      operator: null,
    });
    if ('why' in call || call.outcome.class !== 'Acknowledged') return null;
    const { data } = call.outcome;
    const rows = isRecord(data) ? field(data, 'data') : undefined;
    const pagination = isRecord(data) ? field(data, 'pagination') : undefined;
    if (!Array.isArray(rows) || !isRecord(pagination)) return null;
    const pages = Number(decimalField(pagination, 'totalPages'));
    if (!Number.isSafeInteger(pages)) return null;
    const listings = (rows as readonly WireRecord[]).flatMap((row) => {
      const listing = isRecord(row) ? listingOf(row) : null;
      return listing === null ? [] : [listing];
    });
    return { listings, pages };
  }
}

function listingOf(record: WireRecord): Listing | null {
  const symbol = textField(record, 'symbol');
  if (symbol === null) return null;
  return {
    symbol: symbol.toUpperCase(),
    name: textField(record, 'name'),
    isin: textField(record, 'isin'),
    status: textField(record, 'status'),
    instrumentType: textField(record, 'instrumentType'),
    sector: textField(record, 'sector'),
  };
}
