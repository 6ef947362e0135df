import { LISTINGS } from '../../simulator/market/listings.js';
import { type Answer, Desk, recordOf, rowsOf } from './desk.js';

interface Paged {
  readonly data: Record<string, unknown>[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
  };
}

function paged(answer: Answer): Paged {
  return answer.data as Paged;
}

const SECTOR_FIELDS = [
  'symbol',
  'name',
  'isin',
  'status',
  'instrumentType',
  'category',
  'sector',
  'subsector',
  'logo',
];
const LISTING_FIELDS = [
  ...SECTOR_FIELDS,
  'marketCap',
  'nominalValue',
  'nasdPrice',
  'secRegistered',
];
const PROFILE_FIELDS = [
  ...LISTING_FIELDS,
  'numberOfShareholders',
  'registrar',
  'websiteUri',
  'boardMembers',
];
describe('Reference data', () => {
  it('lists every sector with its number of companies', () => {
    const rows = rowsOf(new Desk().get('sectors'));
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(rows.reduce((sum, row) => sum + Number(row['companyCount']), 0)).toBe(LISTINGS.length);
    expect(LISTINGS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(LISTINGS.map((listing) => listing.isin)).size).toBe(LISTINGS.length);
  });

  it('lists the companies of a sector without regard to case, with the lighter fields', () => {
    const answer = new Desk().get('sectors/companies?sector=oil%20AND%20gas');
    expect(paged(answer).pagination).toEqual({ page: 1, limit: 50, total: 6, totalPages: 1 });
    expect(Object.keys(paged(answer).data[0] ?? {}).sort()).toEqual([...SECTOR_FIELDS].sort());
  });

  it('requires the sector and matches it exactly', () => {
    const desk = new Desk();
    expect(desk.get('sectors/companies').status).toBe(400);
    expect(paged(desk.get('sectors/companies?sector=oil')).pagination.total).toBe(0);
  });

  it('pages all companies, 50 unless told, 1 to 200', () => {
    const desk = new Desk();
    expect(paged(desk.get('companies/metadata')).pagination).toMatchObject({ page: 1, limit: 50 });
    const pages = [1, 2, 3].flatMap(
      (page) => paged(desk.get(`companies/metadata?limit=20&page=${page}`)).data,
    );
    expect(pages.map((one) => one['symbol'])).toEqual(LISTINGS.map((listing) => listing.symbol));
    expect(Object.keys(pages[0] ?? {}).sort()).toEqual([...LISTING_FIELDS].sort());
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'page=0', 'page=-1']) {
      expect(desk.get(`companies/metadata?${query}`).status).toBe(400);
      expect(desk.get(`sectors/companies?sector=Healthcare&${query}`).status).toBe(400);
    }
    expect(desk.get('companies/metadata?limit=200').status).toBe(200);
  });

  it('filters companies by status', () => {
    const suspended = paged(new Desk().get('companies/metadata?status=suspended')).data;
    expect(suspended.map((one) => one['status'])).toEqual(['Suspended']);
  });

  it('gives the full profile of a symbol in any case, trimmed', () => {
    const profile = recordOf(new Desk().get('company/metadata?symbol=%20sd11plc%20'));
    expect(Object.keys(profile).sort()).toEqual([...PROFILE_FIELDS].sort());
    expect(profile).toMatchObject({ symbol: 'SD11PLC', nasdPrice: 12.5, secRegistered: true });
    expect((profile['boardMembers'] as unknown[]).length).toBeGreaterThan(3);
  });
});
