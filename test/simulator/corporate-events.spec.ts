import { Desk } from './desk.js';

interface Counted {
  readonly data: Record<string, unknown>[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

describe('Corporate actions and disclosures', () => {
  it.each([
    ['corporate-actions', 'dividend', 'SD11PLC'],
    ['corporate-disclosures', 'market_news', 'SDNETWAVE'],
  ])('%s pages with flat totals, 20 unless told, 1 to 100, and filters', (path, type, security) => {
    const desk = new Desk();
    const standard = desk.get(path).data as Counted;
    expect(standard).toMatchObject({ page: 1, limit: 20 });
    expect(standard.data).toHaveLength(20);
    const all = [1, 2, 3].flatMap(
      (page) => (desk.get(`${path}?limit=100&page=${page}`).data as Counted).data,
    );
    expect(all).toHaveLength(standard.total);
    const ofType = desk.get(`${path}?type=${type}&limit=100`).data as Counted;
    expect(ofType.total).toBe(all.filter((one) => one['type'] === type).length);
    const ofSecurity = desk.get(`${path}?security=${security.toLowerCase()}`).data as Counted;
    expect(ofSecurity.total).toBe(all.filter((one) => one['securityCode'] === security).length);
    for (const query of ['type=gossip', 'limit=101', 'limit=0', 'page=0']) {
      expect(desk.get(`${path}?${query}`).status).toBe(400);
    }
  });

  it('shows the fields of the document', () => {
    const desk = new Desk();
    const action = (desk.get('corporate-actions?type=dividend').data as Counted).data[0] ?? {};
    expect(Object.keys(action)).toEqual([
      'type',
      'securityCode',
      'securityName',
      'ratio',
      'dividendAmount',
      'paymentDate',
      'qualificationDate',
      'closureOfRegisterDate',
      'agmDate',
      'registrar',
      'year',
      'documentUrl',
    ]);
    const disclosure = (desk.get('corporate-disclosures').data as Counted).data[0] ?? {};
    expect(Object.keys(disclosure)).toEqual([
      'type',
      'companyName',
      'securityCode',
      'title',
      'effectiveDate',
      'documentUrl',
      'week',
      'year',
    ]);
  });
});
