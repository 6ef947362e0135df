import { etagOf, versionIn, waitMs } from '../../../../src/infra/http/input/preferences.js';

describe('Prefer: wait', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['wait=5', 5_000],
    ['wait=0', 0],
    ['wait="7"', 7_000],
    ['WAIT = 3', 3_000],
    ['respond-async, wait=10', 10_000],
    ['wait=10;foo="bar"', 10_000],
    ['handling=lenient;x=1, wait=2, respond-async', 2_000],
    ['wait=30', 30_000],
    ['wait=31', 30_000],
    ['wait=999999', 30_000],
    ['wait=10000000', 30_000],
    ['wait=99999999999999999999', 30_000],
  ])('%j waits %d ms', (header, waits) => {
    expect(waitMs(header)).toBe(waits);
  });

  it.each([
    'wait=-5',
    'wait=1.5',
    'wait=abc',
    'wait=',
    'await=5',
    'x-wait=5',
    'wait=5s',
    'wait',
    'waiting=5',
  ])('that cannot be understood is ignored, as RFC 7240 wants it: %s', (header) => {
    expect(waitMs(header)).toBe(0);
  });
});

describe('If-Match', () => {
  it.each([
    [undefined, null],
    ['*', null],
    [' * ', null],
    ['"5"', 5],
    ['W/"5"', 5],
    [' "12" ', 12],
    ['5', 5],
    ['"0"', 0],
    ['"999999999"', 999_999_999],
  ])('%j names the version %s', (header, version) => {
    expect(versionIn(header)).toBe(version);
  });

  it.each([
    '',
    '"abc"',
    '"-1"',
    '"1.5"',
    '"1", "2"',
    '"1e3"',
    '"9999999999"',
    'null',
    '"5" x',
    '٥',
  ])('that is no ETag of an order is refused, never ignored: %j', (header) => {
    expect(() => versionIn(header)).toThrow('If-Match must be the ETag of the order');
  });

  it('takes the ETag that was handed out', () => {
    for (const version of [0, 1, 7, 123_456_789]) expect(versionIn(etagOf(version))).toBe(version);
  });
});
