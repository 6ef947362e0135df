/*
 * The securities that the simulated exchange lists, with their fixed data: issuer, sector, starting
 * price and how often they trade. All issuers are invented. A security of liquidity 0 has never traded
 * and is absent from the live feed; 3 trades most.
 */

export interface Listing {
  readonly symbol: string;
  readonly name: string;
  readonly isin: string;
  readonly sector: string;
  readonly subsector: string;
  /** In kobo, a hundredth of a Naira. */
  readonly startPrice: number;
  readonly sharesInIssue: number;
  readonly liquidity: 0 | 1 | 2 | 3;
  readonly status: 'Active' | 'Suspended';
  readonly category: string;
  readonly nominalKobo: number;
}

type Row = readonly [
  symbol: string,
  name: string,
  subsector: string,
  naira: number,
  millionShares: number,
  liquidity: 0 | 1 | 2 | 3,
];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  Agriculture: [
    ['SDOKPALM', 'Okomu Delta Palm Estates Plc', 'Crop Production', 38.5, 950, 2],
    ['SDSAVFARM', 'Savannah Farms Plc', 'Crop Production', 4.2, 2100, 1],
    ['SDNIGFISH', 'Niger Basin Fisheries Plc', 'Fishing', 1.85, 620, 1],
  ],
  'Consumer Goods': [
    ['SDZARFOOD', 'Zaria Foods Plc', 'Food Products', 56.75, 1200, 3],
    ['SDHARVMIL', 'Harvest Flour Mills Plc', 'Food Products', 18.4, 3300, 2],
    ['SDCOASBRW', 'Coastal Breweries Plc', 'Beverages', 74, 880, 2],
    ['SDKOLASOP', 'Kola Soap and Oils Plc', 'Personal Products', 9.6, 1450, 1],
    ['SDJOSWATR', 'Jos Spring Water Plc', 'Beverages', 2.35, 700, 1],
  ],
  'Financial Services': [
    ['SDLAGTRST', 'Lagoon Trust Holdings Plc', 'Banking', 21.3, 9800, 3],
    ['SDCRWNMFB', 'Crown Microfinance Bank Plc', 'Microfinance', 1.12, 5200, 2],
    ['SDUNITYAS', 'Unity Assurance Plc', 'Insurance', 3.05, 8000, 2],
    ['SDHRTGINS', 'Heritage General Insurance Plc', 'Insurance', 0.86, 6400, 1],
    ['SDNOVACAP', 'Nova Capital Partners Plc', 'Asset Management', 42, 540, 2],
    ['SDEXCHGRP', 'Exchange Group Plc', 'Market Infrastructure', 17.8, 1000, 3],
    ['SDPENFUND', 'Pension Fund Custodians Plc', 'Pensions', 33.25, 400, 1],
    ['SDMORTGAG', 'First Home Mortgage Plc', 'Mortgage', 2.9, 2600, 0],
  ],
  'Industrial Goods': [
    ['SDNORCEMT', 'Northern Cement Works Plc', 'Building Materials', 112.5, 2400, 3],
    ['SDGLASSPK', 'Delta Glass and Packaging Plc', 'Packaging', 27.9, 430, 1],
    ['SDSTEELKD', 'Kaduna Rolling Mills Plc', 'Metals', 6.45, 1900, 1],
    ['SDCABLENG', 'Nigerian Cable Makers Plc', 'Electrical Goods', 14.1, 760, 2],
    ['SDPAINTCO', 'Rainbow Paints Plc', 'Building Materials', 3.7, 820, 1],
  ],
  'Oil and Gas': [
    ['SD11PLC', 'Eleven Energy Plc', 'Petroleum Products', 12.5, 3600, 3],
    ['SDGULFEXP', 'Gulf Coast Exploration Plc', 'Exploration', 208, 1150, 2],
    ['SDPIPELNE', 'Trans Delta Pipelines Plc', 'Storage and Transport', 61.2, 870, 2],
    ['SDGASLINK', 'Gaslink Distribution Plc', 'Gas Utilities', 24.6, 1320, 2],
    ['SDLUBEOIL', 'Harbour Lubricants Plc', 'Petroleum Products', 7.75, 690, 1],
    ['SDDEEPRIG', 'Deepwater Rigs Plc', 'Oilfield Services', 95.4, 310, 1],
  ],
  'Information and Communication': [
    ['SDNETWAVE', 'Netwave Telecoms Plc', 'Telecommunications', 36.4, 4100, 3],
    ['SDDATAHUB', 'Datahub Centres Plc', 'Data Centres', 48.9, 510, 2],
    ['SDPAYLINK', 'Paylink Systems Plc', 'Payments', 15.55, 1750, 3],
    ['SDCASTMED', 'Castle Media Plc', 'Broadcasting', 1.4, 2300, 1],
  ],
  Healthcare: [
    ['SDPHARMAX', 'Pharmax Laboratories Plc', 'Pharmaceuticals', 11.15, 980, 2],
    ['SDSTLUKES', 'Saint Lukes Hospitals Plc', 'Medical Services', 8.2, 450, 1],
    ['SDVACCINE', 'West African Vaccines Plc', 'Pharmaceuticals', 19.95, 360, 0],
  ],
  'Real Estate': [
    ['SDIKOYIPR', 'Ikoyi Properties Plc', 'Property Development', 5.3, 3900, 2],
    ['SDABUJAHM', 'Abuja Homes Plc', 'Property Development', 2.05, 2750, 1],
    ['SDLEKREIT', 'Lekki Income Trust', 'Real Estate Investment Trust', 101, 250, 1],
  ],
  Services: [
    ['SDPORTLOG', 'Apapa Port Logistics Plc', 'Logistics', 13.65, 1080, 2],
    ['SDAIRWING', 'Airwing Ground Services Plc', 'Aviation Services', 29.8, 620, 2],
    ['SDHOTELSV', 'Savannah Hotels Plc', 'Hospitality', 4.75, 1560, 1],
    ['SDSCHOOLS', 'Beacon Schools Plc', 'Education', 6.9, 340, 1],
    ['SDCOURIER', 'Swift Courier Plc', 'Logistics', 1.68, 1210, 1],
  ],
};

/** ISIN with its check digit: letters count as 10 to 35, and every second digit from the right is doubled. */
function isinOf(symbol: string): string {
  const base = `NG${symbol.padEnd(9, '0').slice(0, 9)}`;
  const digits = [...base].map((letter) => Number.parseInt(letter, 36).toString()).join('');
  let sum = 0;
  [...digits].reverse().forEach((digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return `${base}${(10 - (sum % 10)) % 10}`;
}

function listingOf(sector: string, row: Row): Listing {
  const [symbol, name, subsector, naira, millionShares, liquidity] = row;
  return {
    symbol,
    name,
    isin: isinOf(symbol),
    sector,
    subsector,
    startPrice: Math.round(naira * 100),
    sharesInIssue: millionShares * 1_000_000,
    liquidity,
    status: symbol === 'SDMORTGAG' ? 'Suspended' : 'Active',
    category: naira >= 10 ? 'Main Board' : 'Growth Board',
    nominalKobo: naira >= 10 ? 100 : 50,
  };
}

export const LISTINGS: readonly Listing[] = Object.entries(ROWS)
  .flatMap(([sector, rows]) => rows.map((row) => listingOf(sector, row)))
  .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

export const SECTORS: readonly string[] = Object.keys(ROWS).sort();

const BY_SYMBOL: ReadonlyMap<string, Listing> = new Map(
  LISTINGS.map((listing) => [listing.symbol, listing]),
);

/** How a symbol may be spelled, which differs between endpoints in the document. */
export type SymbolRule = 'exact' | 'trimmed' | 'trimmed-any-case';

export function listingAsked(symbol: string, rule: SymbolRule): Listing | null {
  const trimmed = rule === 'exact' ? symbol : symbol.trim();
  return listingOfSymbol(rule === 'trimmed-any-case' ? trimmed.toUpperCase() : trimmed);
}

export function listingOfSymbol(symbol: string): Listing | null {
  return BY_SYMBOL.get(symbol) ?? null;
}
