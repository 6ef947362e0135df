import { pino } from 'pino';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import { bodyDrift, schemaDrift } from '../../../../src/infra/exchange/schema/schema-drift.js';
import { DriftCatalogue } from '../../../../src/infra/exchange/client/drift-catalogue.js';
import { contentsOf } from '../../../../src/infra/exchange/schema/envelopes.js';
import {
  parseWire,
  type Wire,
  type WireRecord,
} from '../../../../src/infra/exchange/schema/wire.js';
import { changed, read, recordsIn, wire } from './altered-replies.js';
import { turnsDuring } from '../../../support/time/turns.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe('An envelope', () => {
  it.each([
    ['sectors', '[]', ['body: list, documented object']],
    ['sectors', 'null', ['body: null, documented object']],
    [
      'sectors',
      '{"success":"true","data":{}}',
      ['success: text, documented boolean', 'message: missing', 'data: object, documented list'],
    ],
    ['order/post', '{"success":true,"message":"ok"}', ['data: missing']],
    ['order/post', '{"success":false,"message":""}', ['data: missing']],
    ['order/post', '{"success":false,"message":"no","data":null}', ['data: not documented']],
    [
      'companies/metadata',
      '{"success":true,"message":"ok","data":{"data":[]}}',
      ['data.pagination: missing'],
    ],
    [
      'corporate-actions',
      '{"success":true,"message":"ok","data":{"data":[],"total":"0","page":1}}',
      ['data.total: text, documented whole number', 'data.limit: missing'],
    ],
    ['vwap', '{"success":true,"message":"ok","data":[]}', ['meta: missing']],
  ] as const)('of %s that is %s', (name, body, expected) => {
    expect(bodyDrift(name, wire(body))).toEqual(expected);
  });

  it.each([
    ['array', '{"success":true,"message":"m","data":{}}'],
    ['array', '{"success":"true","message":"m","data":[]}'],
    ['array', '{"message":"m","data":[]}'],
    ['standard', '{"success":true,"message":"m","data":[]}'],
    ['standard', '{"success":true,"message":"m","data":null}'],
    ['standard', '{"success":true,"message":"m"}'],
    ['pageWithTotals', '{"success":true,"message":"m","data":[]}'],
    ['pageWithPagination', '{"success":true,"message":"m","data":{"pagination":{}}}'],
    ['none', '[]'],
  ] as const)('%s holds nothing in %s', (envelope, body) => {
    expect(contentsOf(envelope, wire(body))).toBeNull();
  });

  it.each([
    ['arrayWithMeta', '{"success":true,"data":[],"meta":{"page":1,"pages":3,"total":120}}', 3, 120],
    ['arrayWithMeta', '{"success":true,"data":[],"meta":{"pages":"3","total":-1}}', 3, null],
    ['arrayWithMeta', '{"success":true,"data":[]}', null, null],
    [
      'pageWithPagination',
      '{"success":true,"data":{"data":[],"pagination":{"total":9,"totalPages":2}}}',
      2,
      9,
    ],
    ['pageWithTotals', '{"success":true,"data":{"data":[],"total":9}}', null, 9],
    ['pageWithTotals', '{"success":true,"data":{"data":[],"total":9,"limit":4}}', 3, 9],
    ['pageWithTotals', '{"success":true,"data":{"data":[],"total":9,"limit":0}}', null, 9],
  ] as const)('%s tells the pages of %s', (envelope, body, pages, total) => {
    expect(contentsOf(envelope, wire(body))).toEqual({ kind: 'rows', rows: [], pages, total });
  });
});

describe('A hostile reply', () => {
  it('pollutes nothing with prototype keys', () => {
    const body = wire(
      '{"success":true,"message":"m","data":{"__proto__":{"symbol":"X","polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":7}}',
    );
    expect(bodyDrift('company/data', body)).toEqual(
      expect.arrayContaining([
        'data.Company: missing',
        'data.__proto__: not documented',
        'data.constructor: not documented',
      ]),
    );
    const { rows } = read('company/data', body);
    expect(rows[0]).toMatchObject({ symbol: null });
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
    expect(JSON.stringify(rows[0])).toContain('"__proto__":{"symbol":"X","polluted":"1"}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('nested a hundred thousand levels deep is cut off, not followed', () => {
    let deep: Wire = 'the end';
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    const [profile] = recordsIn('company/metadata', changed('company/metadata', {}));
    const data = { ...(profile as WireRecord), Deep: deep, boardMembers: [deep] };
    const body = { success: true, message: 'm', data };
    expect(bodyDrift('company/metadata', body)).toEqual(['data.Deep: not documented']);
    const text = JSON.stringify(read('company/metadata', body));
    expect(text.length).toBeLessThan(2_000);
    expect(text.match(/nested too deeply/g)).toHaveLength(2);
  });

  it('nested beyond any stack is unreadable, and no crash', () => {
    expect(parseWire('['.repeat(1_000_000))).toBeUndefined();
    expect(parseWire('{"a":'.repeat(1_000_000))).toBeUndefined();
  });

  it('has at most fifty deviations, with names cut short and without values', () => {
    const fields = Array.from({ length: 500 }, (_, place) => [`name ${place}`, '"secret"']);
    const many = bodyDrift('company/data', changed('company/data', Object.fromEntries(fields)));
    expect(many).toHaveLength(50);
    expect(new Set(many).size).toBe(50);
    expect(many.join()).not.toContain('secret');
    const long = changed('company/data', { [`\u202e${'x'.repeat(5_000)}`]: '1' });
    expect(bodyDrift('company/data', long)).toEqual([`data.?${'x'.repeat(59)}…: not documented`]);
  });

  it('is looked at up to its five thousandth row', () => {
    const row = '{"sector":"A","companyCount":1}';
    const body = (before: number): Wire =>
      wire(`{"success":true,"message":"m","data":[${`${row},`.repeat(before)}{}]}`);
    expect(bodyDrift('sectors', body(4_999))).toHaveLength(2);
    expect(bodyDrift('sectors', body(5_000))).toEqual([]);
  });

  const listOf = (rows: readonly string[]): Wire =>
    wire(`{"success":true,"message":"m","data":[${rows.join()}],"page":1}`);
  const row = '{"sector":"A","companyCount":1}';

  it('that is long is compared batch by batch, with one result', async () => {
    const rows = Array.from({ length: 6_000 }, () => row);
    rows[1_500] = '{"sector":1,"companyCount":1}';
    rows[2_500] = '{"sector":2,"companyCount":1,"more":1}';
    rows[5_500] = '{}';
    const body = listOf(rows);
    const drift = await schemaDrift('sectors', 200, body);
    expect(drift.toSorted()).toEqual([...bodyDrift('sectors', body)].sort());
    expect(drift).toHaveLength(3);
    // Between the second and the third of five batches.
    expect(await turnsDuring(() => schemaDrift('sectors', 200, body))).toBeGreaterThanOrEqual(4);
    expect(await schemaDrift('sectors', 200, listOf([]))).toEqual(['page: not documented']);
  });

  it('has at most fifty differences in all batches together', async () => {
    const odd = (place: number): string => `{"sector":"A","companyCount":1,"name ${place}":1}`;
    const rows = Array.from({ length: 2_500 }, (_, place) => (place % 50 === 0 ? odd(place) : row));
    expect(await schemaDrift('sectors', 200, listOf(rows.slice(0, 1_000)))).toHaveLength(21);
    expect(await schemaDrift('sectors', 200, listOf(rows))).toHaveLength(50);
  });

  it('says the same each time', () => {
    const body = changed('daily/trades', { B: '1', A: '2', Price: 'null', OrderNo: '"x"' });
    expect(bodyDrift('daily/trades', body)).toEqual([
      'data[].Price: null, documented number',
      'data[].OrderNo: text, documented number',
      'data[].B: not documented',
      'data[].A: not documented',
    ]);
  });

  it('that a bug of ours keeps from being compared is logged, and used as it is', async () => {
    const lines: string[] = [];
    const logger = new AppLogger(pino({ level: 'error' }, { write: (line) => lines.push(line) }));
    const catalogue = new DriftCatalogue(new HandClock(), logger);
    const broken = Object.defineProperty({ success: true }, 'data', {
      get: () => {
        throw new Error('a mistake of ours');
      },
    }) as unknown as Wire;
    await expect(schemaDrift('sectors', 200, broken)).rejects.toThrow('a mistake of ours');
    expect(await catalogue.driftIn('sectors', 200, broken)).toEqual([]);
    expect(lines.join()).toContain('a mistake of ours');
  });
});
