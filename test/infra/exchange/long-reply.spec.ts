import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseInSlices } from '../../../src/infra/exchange/long-reply.js';
import { parseWire, type Wire } from '../../../src/infra/exchange/wire.js';

/** So short that a handful of rows is a long reply. */
const SHORT = { long: 20, slice: 8, look: 16 };

const sliced = (text: string): Promise<Wire | undefined> => parseInSlices(text, SHORT);

/** JSON with digits that no JavaScript number holds, and brackets and quotes inside of strings. */
const value = fc.letrec<{ any: string; list: string; record: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('null', 'true', '12.50', '90071992547409931', '-1e3'),
    fc.constantFrom('"a,b]"', '"\\"}"', '"\\\\"', '"[{"', '""', '"\\u0041"'),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('any'), { maxLength: 8 }).map((rows) => `[${rows.join(' , ')}]`),
  record: fc
    .array(fc.tuple(fc.constantFrom('data', 'OrderNo', 'n'), tie('any')), { maxLength: 4 })
    .map((fields) => `{${fields.map(([name, of]) => `"${name}":${of}`).join(',')}}`),
})).record;

describe('A long reply', () => {
  it('is parsed slice by slice to what it is as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        expect(await sliced(text)).toEqual(parseWire(text));
      }),
      { numRuns: 200 },
    );
  });

  it('that is damaged anywhere is no JSON, or is what it is as a whole', async () => {
    const damage = fc.constantFrom('', '[', ']', '{', '}', ',', '"', '\\', '0', ' ');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), damage, async (text, at, by) => {
        const place = at % text.length;
        const damaged = text.slice(0, place) + by + text.slice(place + 1);
        expect(await sliced(damaged)).toEqual(parseWire(damaged));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '{"data":[1,2,3,4,5,6,,7,8,9]}',
    '{"data":[1,2,3,4,5,6,7,8, ]}',
    '{"data":1[1,2,3,4,5,6,7,8,9]}',
    '{"data":[1,2,3,4,5,6,7,8,9}}',
    '{"data":[1,2,3,4,5,6,7,8,9],"data":[2]}',
    '{"data":[1,2,3,4,5,6,7,8,9]} [',
  ])('of %s is no JSON', async (text) => {
    expect(await sliced(text)).toBeUndefined();
  });

  it('keeps the digits of its numbers', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `{"OrderNo":9007199254740993${n}}`);
    const text = `{"success":true,"data":[${rows.join(',')}],"total":1${'0'.repeat(40)}}`;
    expect(await sliced(text)).toEqual(parseWire(text));
  });

  it('lets others have their turn while it is parsed', async () => {
    let turns = 0;
    const next = (): void => {
      turns += 1;
      pending = setImmediate(next);
    };
    let pending = setImmediate(next);
    const rows = Array.from({ length: 1_000 }, (_, n) => `{"OrderNo":${n}}`);
    await sliced(`{"data":[${rows.join(',')}]}`);
    clearImmediate(pending);
    expect(turns).toBeGreaterThan(500);
  });
});
