import type { Worker } from 'node:worker_threads';
import fc from '../../../support/seeded-fast-check.js';
import {
  parseInThread,
  parseReply,
  startThread,
  type LongRows,
  type ParsedReply,
  type ReadRow,
} from '../../../../src/infra/exchange/transport/reply-parser.js';
import { isRecord, parseWire, type Wire } from '../../../../src/infra/exchange/schema/wire.js';
import { turnsDuring } from '../../../support/time/turns.js';

/** JSON with digits that do not fit a JavaScript number, and with brackets and quotes inside strings. */
const value = fc.letrec<{ any: string; list: string; record: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('null', 'true', '12.50', '90071992547409931', '-1e3', '7', '-0', '0.1'),
    fc.constantFrom('"a,b]"', '"\\"}"', '"\\\\"', '"[{"', '""', '"\\u0041"'),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('any'), { maxLength: 8 }).map((rows) => `[${rows.join(' , ')}]`),
  record: fc
    .array(fc.tuple(fc.constantFrom('data', 'OrderNo', 'n', '__proto__'), tie('any')), {
      maxLength: 4,
    })
    .map((fields) => `{${fields.map(([name, of]) => `"${name}":${of}`).join(',')}}`),
})).record;

function withRows(body: Wire, long: LongRows): Wire {
  if (body === long.first) return long.read as readonly Wire[];
  if (!isRecord(body)) return body;
  const fields = Object.entries(body).map(([name, of]) => [name, withRows(of, long)]);
  return Object.fromEntries(fields) as Wire;
}

describe('A long reply', () => {
  let thread: Worker;

  beforeAll(() => {
    thread = startThread();
  });
  afterAll(() => thread.terminate());

  const inThread = (text: string, readRow: ReadRow | null = null): Promise<ParsedReply> =>
    parseInThread(thread, text, readRow);
  const parsed = async (text: string): Promise<Wire | undefined> => (await inThread(text)).body;
  /** The same with its rows read one by one and put back in place. */
  const readRowByRow = async (text: string): Promise<Wire | undefined> => {
    const { body, long } = await inThread(text, (row) => row);
    return body === undefined || long === null ? body : withRows(body, long);
  };
  const listOf = (count: number): string =>
    `{"data":[${Array.from({ length: count }, (_, n) => `{"OrderNo":${n}}`).join(',')}],"n":1}`;

  it('is parsed in a thread to what it is here', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        expect(await parsed(text)).toEqual(parseWire(text));
      }),
      { numRuns: 200 },
    );
  });

  const rowsOf = (row: (n: number) => string): string =>
    `{"data":[${Array.from({ length: 2_000 }, (_, n) => row(n)).join(',')}]}`;

  /** The same seven names, another order for each number below 5,040. */
  const orderOf = (n: number): readonly string[] => {
    const left = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const ordered: string[] = [];
    for (let rest = n; left.length > 0;) {
      const at = rest % left.length;
      rest = Math.floor(rest / left.length);
      ordered.push(...left.splice(at, 1));
    }
    return ordered;
  };

  it('with as many rows of the same names is read', async () => {
    const { long } = await inThread(
      rowsOf((n) => `{"OrderNo":${n},"x":{"name":1}}`),
      (row) => row,
    );
    expect(long?.read).toHaveLength(2_000);
  });

  it.each([
    [
      'a row that is nested too deeply',
      `{"data":[{"n":1},{"n":${'['.repeat(9_000)}${']'.repeat(9_000)}}]}`,
    ],
    ['a row of too many values', `{"data":[{"n":1},{"n":[${'1,'.repeat(600)}1]}]}`],
    ['too many values beside its rows', `{"data":[{"n":1}],"x":[${'1,'.repeat(30_000)}1]}`],
    ['too many values and no rows', `{"data":{"x":[${'1,'.repeat(30_000)}1]}}`],
    ['rows of too many different names', rowsOf((n) => `{"OrderNo":${n},"x":{"name${n}":1}}`)],
    [
      'rows of the same names in too many orders',
      rowsOf(
        (n) =>
          `{${orderOf(n)
            .map((name) => `"${name}":1`)
            .join(',')}}`,
      ),
    ],
    [
      'the same names in too many orders within its rows',
      rowsOf(
        (n) =>
          `{"x":[{"y":{${orderOf(n)
            .map((name) => `"${name}":1`)
            .join(',')}}}]}`,
      ),
    ],
    ['more rows than it has room for', `{"data":[${'{},'.repeat(250_000)}{}]}`],
    [
      'more values in its rows than it has room for',
      `{"data":[${`[${'1,'.repeat(20)}1],`.repeat(120_000)}1]}`,
    ],
  ])('with %s cannot be read', async (_, text) => {
    expect(await inThread(text, (row) => row)).toEqual({ body: undefined, long: null });
  });

  it('that is damaged anywhere is not JSON, or is parsed as a whole', async () => {
    const damage = fc.constantFrom('', '[', ']', '{', '}', ',', '"', '\\', '0', ' ');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), damage, async (text, at, by) => {
        const place = at % text.length;
        const damaged = text.slice(0, place) + by + text.slice(place + 1);
        expect(await parsed(damaged)).toEqual(parseWire(damaged));
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
        expect(await readRowByRow(given)).toEqual(parseWire(given));
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
    expect(await parsed(text)).toBeUndefined();
    expect(await readRowByRow(text)).toBeUndefined();
  });

  it('keeps the digits of its numbers', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `{"OrderNo":9007199254740993${n}}`);
    const text = `{"success":true,"data":[${rows.join(',')}],"total":1${'0'.repeat(40)}}`;
    expect(await parsed(text)).toEqual(parseWire(text));
    expect(await readRowByRow(text)).toEqual(parseWire(text));
  });

  it.each([
    ['two fields of one name', '{"n":1,"n":2}'],
    ['a name twice in what it holds', '{"n":{"a":1,"a":2}}'],
    ['a damaged row', '{"n":1'],
  ])('with %s anywhere is no JSON', async (_name, row) => {
    const rows = Array.from({ length: 50 }, (_, n) => (n === 40 ? row : `{"n":${n}}`));
    const text = `{"data":[${rows.join(',')}]}`;
    expect(parseWire(text)).toBeUndefined();
    expect(await readRowByRow(text)).toBeUndefined();
  });

  it('is parsed completely, however many rows it has, as a list and in pages', async () => {
    for (const count of [0, 499, 500, 501, 2_500]) {
      expect(await parsed(listOf(count))).toEqual(parseWire(listOf(count)));
      const paged = `{"data":${listOf(count)}}`;
      expect(await parsed(paged)).toEqual(parseWire(paged));
    }
  });

  it('of which each row is converted keeps the first rows in its body, for the drift check', async () => {
    const rows = Array.from({ length: 6_000 }, (_, n) => `{"n":"${n}"}`);
    const text = `{"data":[${rows.join(',')}]}`;
    const { body, long } = await inThread(text, (row) => isRecord(row) && row['n']);
    expect(long?.read).toEqual(rows.map((_, n) => String(n)));
    expect(long?.first).toHaveLength(5_000);
    expect(isRecord(body) && body['data']).toBe(long?.first);
  });

  it('does not block the event loop while it is parsed', async () => {
    const turns = await turnsDuring(() => parsed(listOf(20_000)));
    // Rows arrive in forty batches. Those that come together share a turn; parsed at once, all of them would.
    expect(turns).toBeGreaterThan(10);
  });

  it('has a thread of its own, and a short one has none', async () => {
    const long = listOf(30_000);
    const short = listOf(10);
    expect(await parseReply(long)).toEqual({ body: parseWire(long), long: null });
    expect(await parseReply(short)).toEqual({ body: parseWire(short), long: null });
    expect(await turnsDuring(() => parseReply(short))).toBe(0);
  });

  it('that takes more memory than its thread may have cannot be read, and ends only the thread', async () => {
    const small = startThread(16);
    const rows = Array.from({ length: 200_000 }, (_, n) => `{"a":"${n}","b":${n}.0}`);
    const text = `{"data":[${rows.join(',')}]}`;
    expect(await parseInThread(small, text, (row) => row)).toEqual({ body: undefined, long: null });
    expect((await inThread(text, (row) => row)).long?.read).toHaveLength(rows.length);
  });

  it('is a failure when its thread ends', async () => {
    const ending = startThread();
    const failing = expect(parseInThread(ending, listOf(100_000), null)).rejects.toThrow('exited');
    await ending.terminate();
    await failing;
  });
});
