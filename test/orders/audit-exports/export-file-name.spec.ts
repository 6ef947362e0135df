import { exportFileName } from '../../../src/orders/audit-exports/export-file-name.js';

const name = (filters: Record<string, string>, entries: number | null = 312): string =>
  exportFileName({ format: 'csv', filters, entries });

describe('The file of an export', () => {
  it('says how many entries it has, and nothing of that before it is known', () => {
    expect(name({})).toBe('audit-trail_312-entries.csv');
    expect(name({}, 1)).toBe('audit-trail_1-entry.csv');
    expect(name({}, null)).toBe('audit-trail.csv');
  });

  it('says which days of Lagos it covers, the last one included', () => {
    const from = '2026-11-25T23:00:00.000Z';
    expect(name({ from, to: '2026-11-27T23:00:00.000Z' })).toBe(
      'audit-trail_2026-11-26-to-2026-11-27_312-entries.csv',
    );
    expect(name({ from, to: '2026-11-27T00:00:00+01:00' })).toBe(
      'audit-trail_2026-11-26_312-entries.csv',
    );
    expect(name({ from })).toBe('audit-trail_from-2026-11-26_312-entries.csv');
    expect(name({ to: '2026-11-26T08:05:00Z' })).toBe(
      'audit-trail_until-2026-11-26T0905_312-entries.csv',
    );
  });

  it('has its filters in short, and names no account', () => {
    expect(name({ security: 'SD11PLC', actor: 'key:Ada', type: 'ORDER_RECEIVED' })).toBe(
      'audit-trail_security-SD11PLC_by-Ada_type-ORDER-RECEIVED_312-entries.csv',
    );
    expect(name({ accountNumber: 'C1000017', orderId: 'ord_01M7W9V1GHGDXV473P1P44ZYCB' })).toBe(
      'audit-trail_one-account_order-1P44ZYCB_312-entries.csv',
    );
  });

  it('is safe as a name, whatever was asked for', () => {
    expect(name({ by: 'Ṣọlá "x"/../\r\n' })).toBe('audit-trail_by-Sola-x_312-entries.csv');
    expect(name({ by: 'a'.repeat(500) }).length).toBeLessThan(100);
  });
});
