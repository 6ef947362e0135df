import { isInstant } from '../../../../src/infra/http/input/query-dto.js';

describe('A time of RFC 3339', () => {
  it.each(['2028-02-29T00:00:00Z', '2026-11-20T23:59:59.123456789+01:00'])('is %s', (text) => {
    expect(isInstant(text)).toBe(true);
  });

  it.each([
    '2027-02-31T00:00:00Z',
    '2027-02-29T00:00:00+01:00',
    '2026-04-31T10:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T23:59:60Z',
    '2026-12-01',
  ])('of a day or an hour that does not exist is none: %s', (text) => {
    expect(isInstant(text)).toBe(false);
  });
});
