import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseInSlices, type LongRows } from '../../../../src/infra/exchange/schema/long-reply.js';
import { LosslessNumber } from 'lossless-json';
import {
  isRecord,
  parseWire,
  plainDecimal,
  type Wire,
} from '../../../../src/infra/exchange/schema/wire.js';
import { turnsDuring } from '../../../support/turns.js';

/** So short that a handful of rows is a long reply. */
const SHORT = { long: 20, slice: 8, look: 16 };

const sliced = async (text: string): Promise<Wire | undefined> =>
  (await parseInSlices(text, null, SHORT)).body;

/** The same, its rows read one by one, and put back into their place. */
async function readInSlices(text: string): Promise<Wire | undefined> {
  const { body, long } = await parseInSlices(text, (row) => row, { ...SHORT, look: 1_024 });
  return body === undefined || long === null ? body : withRows(body, long);
}

function withRows(value: Wire, long: LongRows): Wire {
  if (value === long.first) return long.read as readonly Wire[];
  if (Array.isArray(value)) return (value as readonly Wire[]).map((one) => withRows(one, long));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, of]) => [name, withRows(of, long)]);
  return Object.fromEntries(fields) as Wire;
}

/** However its numbers are written. */
function plain(value: Wire | undefined): unknown {
  if (value instanceof LosslessNumber) return { number: plainDecimal(value.value) };
  if (Array.isArray(value)) return (value as readonly Wire[]).map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plain(of)]));
}

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

  it('with a row that is nested deeper than anybody can go is what it is as a whole', async () => {
    const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    const text = `{"data":[{"n":1},{"n":${deep}},{"n":2}]}`;
    expect(await parseInSlices(text, (row) => row, SHORT)).toMatchObject({
      body: parseWire(text),
    });
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

  it('is the same, row by row, to whoever reads its rows, damaged or not', async () => {
    const damage = fc.constantFrom(null, '[', ']', '{', '}', ',', ':', '"', '\\', '0');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), damage, async (text, at, by) => {
        const place = at % text.length;
        const given = by === null ? text : text.slice(0, place) + by + text.slice(place + 1);
        expect(plain(await readInSlices(given))).toEqual(plain(parseWire(given)));
      }),
      { numRuns: 150 },
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
    expect(await readInSlices(text)).toBeUndefined();
  });

  it('keeps the digits of its numbers', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `{"OrderNo":9007199254740993${n}}`);
    const text = `{"success":true,"data":[${rows.join(',')}],"total":1${'0'.repeat(40)}}`;
    expect(await sliced(text)).toEqual(parseWire(text));
    expect(await readInSlices(text)).toEqual(parseWire(text));
  });

  it.each([
    ['two fields of one name', '{"n":1,"n":2}'],
    ['a name twice in what it holds', '{"n":{"a":1,"a":2}}'],
    ['a damaged row', '{"n":1'],
  ])('with %s anywhere is no JSON', async (_name, row) => {
    const rows = Array.from({ length: 50 }, (_, n) => (n === 40 ? row : `{"n":${n}}`));
    const text = `{"data":[${rows.join(',')}]}`;
    expect(parseWire(text)).toBeUndefined();
    expect(await readInSlices(text)).toBeUndefined();
  });

  it('of which each row is read keeps the first in its body, for a look at their shape', async () => {
    const rows = Array.from({ length: 6_000 }, (_, n) => `{"n":"${n}"}`);
    const text = `{"data":[${rows.join(',')}]}`;
    const { body, long } = await parseInSlices(text, (row) => isRecord(row) && row['n'], {
      ...SHORT,
      slice: 8_192,
      look: 65_536,
    });
    expect(long?.read).toEqual(rows.map((_, n) => String(n)));
    expect(long?.first).toHaveLength(5_000);
    expect(isRecord(body) && body['data']).toBe(long?.first);
  });

  it('lets others have their turn while it is parsed', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => `{"OrderNo":${n}}`);
    const turns = await turnsDuring(() => sliced(`{"data":[${rows.join(',')}]}`));
    expect(turns).toBeGreaterThan(500);
  });
});
