/*
 * Endpoints 19 and 20: corporate actions and disclosures, newest first, generated from the seed for the
 * two years before the first day. Generated on first use, because most runs never need them.
 */
import { registrarOf } from './company-profiles.js';
import { addDays, weekOfYear } from '../lagos-calendar.js';
import type { JsonObject } from '../json-text.js';
import { type Listing, LISTINGS } from './listings.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { type Reply, result } from '../replies.js';
import { queryChoice, queryPage } from '../request-fields.js';
import { SeededRandom } from '../seeded-random.js';

export const ACTION_TYPES = [
  'dividend',
  'rights',
  'stock_split',
  'scheme_of_arrangement',
  'bonus',
] as const;
export const DISCLOSURE_TYPES = [
  'market_news',
  'announcement',
  'corporate_disclosure',
  'annual_report',
  'event',
  'analyst_review',
  'weekly_summary',
  'daily_summary',
  'weekly_market_report',
  'video',
] as const;

const DOCUMENTS = 'https://documents.exchange.example';
const STANDARD_LIMIT = 20;
const LARGEST_LIMIT = 100;
const SPAN_DAYS = 730;

interface Dated {
  readonly date: string;
  readonly type: string;
  readonly securityCode: string;
  readonly record: JsonObject;
}

const TITLES: Readonly<Record<(typeof DISCLOSURE_TYPES)[number], string>> = {
  market_news: 'Market news',
  announcement: 'Announcement to shareholders',
  corporate_disclosure: 'Corporate disclosure',
  annual_report: 'Annual report and accounts',
  event: 'Notice of an event',
  analyst_review: 'Analyst review',
  weekly_summary: 'Weekly summary',
  daily_summary: 'Daily summary',
  weekly_market_report: 'Weekly market report',
  video: 'Video of the investors call',
};

export class CorporateEvents {
  private readonly seed: string;
  private readonly firstDate: string;
  private readonly parameters: () => ExchangeParameters;
  private actionsMade: readonly Dated[] | null = null;
  private disclosuresMade: readonly Dated[] | null = null;

  constructor(seed: string, firstDate: string, parameters: () => ExchangeParameters) {
    this.seed = seed;
    this.firstDate = firstDate;
    this.parameters = parameters;
  }

  actions(query: URLSearchParams): Reply {
    this.actionsMade ??= newestFirst(LISTINGS.flatMap((listing) => this.actionsOf(listing)));
    return result(
      this.pageOf(this.actionsMade, query, ACTION_TYPES),
      'Corporate actions retrieved',
    );
  }

  disclosures(query: URLSearchParams): Reply {
    this.disclosuresMade ??= newestFirst(
      LISTINGS.flatMap((listing) => this.disclosuresOf(listing)),
    );
    return result(
      this.pageOf(this.disclosuresMade, query, DISCLOSURE_TYPES),
      'Corporate disclosures retrieved',
    );
  }

  private pageOf(
    events: readonly Dated[],
    query: URLSearchParams,
    types: readonly string[],
  ): JsonObject {
    const type = queryChoice(query, 'type', types);
    const security = query.get('security')?.trim().toUpperCase() ?? '';
    const { page, limit } = queryPage(query, this.parameters(), STANDARD_LIMIT, LARGEST_LIMIT);
    const found = events.filter(
      (event) =>
        (type === null || event.type === type) &&
        (security === '' || event.securityCode === security),
    );
    const data = found.slice((page - 1) * limit, page * limit).map((event) => event.record);
    return { data, total: found.length, page, limit };
  }

  private actionsOf(listing: Listing): Dated[] {
    const random = new SeededRandom(`${this.seed}/${listing.symbol}/actions`);
    return Array.from({ length: random.between(1, 3) }, (_, place) => {
      const type = place === 0 ? 'dividend' : random.pick(ACTION_TYPES);
      const date = addDays(this.firstDate, -random.between(1, SPAN_DAYS));
      const ratio =
        type === 'dividend' || type === 'scheme_of_arrangement'
          ? null
          : `1:${random.between(2, 10)}`;
      const record = {
        type,
        securityCode: listing.symbol,
        securityName: listing.name,
        ratio,
        dividendAmount: type === 'dividend' ? random.between(5, 250) / 100 : undefined,
        paymentDate: addDays(date, 42),
        qualificationDate: date,
        closureOfRegisterDate: addDays(date, 3),
        agmDate: addDays(date, 35),
        registrar: registrarOf(this.seed, listing),
        year: Number(date.slice(0, 4)),
        documentUrl: `${DOCUMENTS}/actions/${listing.symbol.toLowerCase()}-${date}.pdf`,
      };
      return { date, type, securityCode: listing.symbol, record };
    });
  }

  private disclosuresOf(listing: Listing): Dated[] {
    const random = new SeededRandom(`${this.seed}/${listing.symbol}/disclosures`);
    return Array.from({ length: random.between(3, 6) }, () => {
      const type = random.pick(DISCLOSURE_TYPES);
      const date = addDays(this.firstDate, -random.between(1, SPAN_DAYS));
      const record = {
        type,
        companyName: listing.name,
        securityCode: listing.symbol,
        title: `${TITLES[type]}: ${listing.name}`,
        effectiveDate: date,
        documentUrl: `${DOCUMENTS}/disclosures/${listing.symbol.toLowerCase()}-${date}.pdf`,
        week: weekOfYear(date),
        year: Number(date.slice(0, 4)),
      };
      return { date, type, securityCode: listing.symbol, record };
    });
  }
}

function newestFirst(events: Dated[]): Dated[] {
  return events.sort((a, b) =>
    a.date === b.date ? (a.securityCode < b.securityCode ? -1 : 1) : a.date < b.date ? 1 : -1,
  );
}
