/*
 * Data about an issuer beyond its listing: registrar, board, number of shareholders, web address.
 * Generated from the seed, with invented people and reserved domain names.
 */
import type { JsonObject } from '../json-text.js';
import type { Listing } from './listings.js';
import { SeededRandom } from '../seeded-random.js';

const FIRST_NAMES: readonly string[] = [
  'Adaeze',
  'Bola',
  'Chidi',
  'Damilola',
  'Emeka',
  'Fatima',
  'Gbenga',
  'Halima',
  'Ibrahim',
  'Kemi',
  'Musa',
  'Ngozi',
  'Olumide',
  'Patience',
  'Rukayat',
  'Sani',
  'Tunde',
  'Uche',
  'Yetunde',
  'Zainab',
];
const LAST_NAMES: readonly string[] = [
  'Abubakar',
  'Adeyemi',
  'Balogun',
  'Chukwu',
  'Danjuma',
  'Eze',
  'Fashola',
  'Garba',
  'Ibe',
  'Lawal',
  'Mohammed',
  'Nwosu',
  'Okafor',
  'Oladipo',
  'Sule',
  'Uzor',
];
const BOARD_POSITIONS: readonly string[] = [
  'Chairman',
  'Managing Director',
  'Executive Director',
  'Non-Executive Director',
  'Independent Director',
  'Company Secretary',
];
const REGISTRARS: readonly string[] = [
  'Meridian Registrars',
  'Lagoon Registrars',
  'Crown Share Services',
];

export function registrarOf(seed: string, listing: Listing): string {
  return new SeededRandom(`${seed}/${listing.symbol}/registrar`).pick(REGISTRARS);
}

/** The shorter record of the sector listing. */
export function companyOfSector(listing: Listing): JsonObject {
  const { symbol, name, isin, status, category, sector, subsector } = listing;
  const logo = `https://logos.exchange.example/${symbol.toLowerCase()}.png`;
  return {
    symbol,
    name,
    isin,
    status,
    instrumentType: instrumentOf(listing),
    category,
    sector,
    subsector,
    logo,
  };
}

/** The record of the metadata listing; `price`, in kobo, is the price held in the reference record. */
export function companyOfListing(listing: Listing, price: number): JsonObject {
  return {
    ...companyOfSector(listing),
    marketCap: (price * listing.sharesInIssue) / 100,
    nominalValue: listing.nominalKobo / 100,
    nasdPrice: price / 100,
    secRegistered: listing.liquidity > 0,
  };
}

/** The full profile of one company. */
export function companyProfile(seed: string, listing: Listing, price: number): JsonObject {
  const random = new SeededRandom(`${seed}/${listing.symbol}/profile`);
  const boardMembers = BOARD_POSITIONS.slice(0, random.between(4, BOARD_POSITIONS.length)).map(
    (position) => ({
      name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      position,
    }),
  );
  return {
    ...companyOfListing(listing, price),
    numberOfShareholders: random.between(180, 42_000),
    registrar: registrarOf(seed, listing),
    websiteUri: `https://${listing.symbol.toLowerCase()}.example`,
    boardMembers,
  };
}

function instrumentOf(listing: Listing): string {
  return listing.subsector === 'Real Estate Investment Trust' ? 'Fund' : 'Equity';
}
