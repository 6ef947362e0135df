/*
 * The parts of one simulated exchange: the floor with the endpoints on top, the keys, the call log, the
 * faults. Parameters are read at each use, so they can be changed while the exchange runs.
 */
import { AccessKeys } from './access-keys.js';
import { BackgroundMarket } from './market/background-market.js';
import { CallLog } from './call-log.js';
import { CorporateEvents } from './market/corporate-events.js';
import type { EndpointName } from './endpoints.js';
import { FaultQueue } from './control/faults.js';
import { MarketData } from './market/market-data.js';
import { MarketDays } from './market/market-days.js';
import { MarketSummary } from './market/market-summary.js';
import { OrderEnquiry } from './orders/order-enquiry.js';
import { OrderEntry } from './orders/order-entry.js';
import type { ExchangeParameters } from './control/parameters.js';
import { PriceHistory } from './market/price-history.js';
import { readParameters } from './control/read-parameters.js';
import { ReferenceData } from './market/reference-data.js';
import type { Reply } from './replies.js';
import { SessionHours } from './session-hours.js';
import { TradingFloor } from './orders/trading-floor.js';

export interface VenueOptions {
  readonly seed?: string | number;
  /** The keys with their scopes. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** `always`, or hours in Lagos such as 10:00-14:30. */
  readonly session?: string;
  readonly holidays?: readonly string[];
  readonly market?: 'on' | 'off';
}

export const DEFAULT_KEYS: Readonly<Record<string, readonly string[]>> = {
  sk_test_simulator: ['all'],
};

/** What a fault does to the time of one call. */
export interface Delays {
  /** How old the answer is. */
  readonly staleMs: number;
  /** How long after a post was received and checked it is booked. */
  readonly lateMs: number;
}

type Handler = (query: URLSearchParams, body: string, delays: Delays) => Reply;

export class Venue {
  readonly floor: TradingFloor;
  readonly keys: AccessKeys;
  readonly calls = new CallLog();
  readonly faults: FaultQueue;
  readonly marketIsOn: boolean;
  private values: ExchangeParameters;
  private readonly handlers: Readonly<Record<EndpointName, Handler>>;

  constructor(options: VenueOptions, startAt: number) {
    const seed = String(options.seed ?? 'marina');
    this.values = readParameters(options.parameters);
    const parameters = (): ExchangeParameters => this.values;
    const hours = new SessionHours(options.session ?? 'always', options.holidays);
    this.floor = new TradingFloor(startAt, hours, parameters);
    this.keys = new AccessKeys(options.keys ?? DEFAULT_KEYS);
    this.faults = new FaultQueue(seed);
    this.handlers = makeHandlers(seed, this.floor, parameters);
    this.marketIsOn = options.market === 'on';
    if (this.marketIsOn) new BackgroundMarket(seed, this.floor).begin();
  }

  get parameters(): ExchangeParameters {
    return this.values;
  }

  setParameters(given: Readonly<Record<string, unknown>>): void {
    this.values = readParameters(given, this.values);
  }

  answer(endpoint: EndpointName, query: URLSearchParams, body: string, delays: Delays): Reply {
    return this.handlers[endpoint](query, body, delays);
  }
}

function makeHandlers(
  seed: string,
  floor: TradingFloor,
  parameters: () => ExchangeParameters,
): Readonly<Record<EndpointName, Handler>> {
  const days = new MarketDays(floor, new PriceHistory(seed, floor.firstDate));
  const entry = new OrderEntry(floor, parameters);
  const enquiry = new OrderEnquiry(floor, entry, parameters);
  const reference = new ReferenceData(seed, floor, parameters);
  const market = new MarketData(floor, days, parameters);
  const summary = new MarketSummary(floor, days, parameters);
  const corporate = new CorporateEvents(seed, floor.firstDate, parameters);
  return {
    sectors: () => reference.sectors(),
    'sectors/companies': (query) => reference.companiesOfSector(query),
    'companies/metadata': (query) => reference.companies(query),
    'company/metadata': (query) => reference.company(query),
    'order/post': (_query, body, { lateMs }) => entry.post(body, lateMs),
    'order/edit': (_query, body) => entry.edit(body),
    'order/cancel': (_query, body) => entry.cancel(body),
    'order/enquiry': (_query, body, { staleMs }) => enquiry.order(body, staleMs),
    'broker/order/enquiry': (_query, body, { staleMs }) => enquiry.ofBroker(body, staleMs),
    'shareholder/enquiry': (_query, body, { staleMs }) => enquiry.ofShareholder(body, staleMs),
    'daily/trades': (_query, body, { staleMs }) => enquiry.trades(body, staleMs),
    'market-depth/order-book': (query) => market.orderBook(query),
    'security/quote': (query) => market.quote(query),
    'market-snapshot/summary': (query) => summary.ofRange(query),
    'market-snapshot/daily': () => summary.ofToday(),
    vwap: (query) => summary.vwap(query),
    'companies/data': () => market.companies(),
    'company/data': (query) => market.company(query),
    'corporate-actions': (query) => corporate.actions(query),
    'corporate-disclosures': (query) => corporate.disclosures(query),
  };
}
