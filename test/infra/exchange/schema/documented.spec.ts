import { bodyDrift } from '../../../../src/infra/exchange/schema/schema-drift.js';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
} from '../../../../src/infra/exchange/schema/endpoints.js';
import type { Wire } from '../../../../src/infra/exchange/schema/wire.js';
import { changed, read, SHAPES, wire, type Read } from './altered-replies.js';
import { DOCUMENTED_REPLIES } from './documented-replies.js';

const EVERY_FIELD = ENDPOINT_NAMES.flatMap((name) =>
  Object.entries(SHAPES[name].record).map(([wireName, field]) => [name, wireName, field] as const),
);
/** How a deviation inside the record of an endpoint starts. */
const PLACE: Readonly<Record<string, string>> = {
  standard: 'data.',
  array: 'data[].',
  arrayWithMeta: 'data[].',
  pageWithPagination: 'data.data[].',
  pageWithTotals: 'data.data[].',
  none: '',
};
const placeOf = (name: EndpointName): string => PLACE[ENDPOINTS[name].envelope] ?? '';

describe('A reply as documented', () => {
  it.each(ENDPOINT_NAMES)('of %s has no deviation, and every field under our name', (name) => {
    const body = wire(DOCUMENTED_REPLIES[name].body);
    expect(bodyDrift(name, body)).toEqual([]);
    expect(read(name, body)).toEqual({ rows: [DOCUMENTED_REPLIES[name].fields], odd: [] });
    const ours = Object.values(SHAPES[name].record).map((field) => field.as);
    expect(Object.keys(DOCUMENTED_REPLIES[name].fields).sort()).toEqual(ours.sort());
  });

  it('covers the twenty endpoints', () => {
    expect(ENDPOINT_NAMES).toHaveLength(20);
    expect(Object.keys(DOCUMENTED_REPLIES)).toEqual(ENDPOINT_NAMES);
  });

  it.each(ENDPOINT_NAMES)('that refuses %s has no deviation either', (name) => {
    expect(bodyDrift(name, wire('{"success":false,"message":"no permission"}'))).toEqual([]);
  });
});

describe('A field', () => {
  it.each(EVERY_FIELD)('of %s that is missing: %s', (name, wireName, field) => {
    const body = changed(name, { [wireName]: null });
    const { rows, odd } = read(name, body);
    expect(rows[0]).toHaveProperty(field.as, null);
    expect(odd).toEqual(field.optional ? [] : [field.as]);
    expect(bodyDrift(name, body)).toEqual(
      field.optional ? [] : [`${placeOf(name)}${wireName}: missing`],
    );
  });

  it.each(EVERY_FIELD)('of %s that is null: %s', (name, wireName, field) => {
    const body = changed(name, { [wireName]: 'null' });
    const { rows, odd } = read(name, body);
    expect(rows[0]).toHaveProperty(field.as, null);
    expect(odd).toEqual(field.nullable ? [] : [field.as]);
    expect(bodyDrift(name, body)).toEqual(
      field.nullable
        ? []
        : [expect.stringContaining(`${placeOf(name)}${wireName}: null, documented `)],
    );
  });

  it.each(EVERY_FIELD.filter(([, , field]) => field.kind !== 'value'))(
    'of %s that is of another type: %s',
    (name, wireName, field) => {
      const [token, type] = field.kind === 'boolean' ? ['"yes"', 'text'] : ['true', 'boolean'];
      const body = changed(name, { [wireName]: token });
      const { rows, odd } = read(name, body);
      expect(rows[0]).toHaveProperty(field.as, null);
      expect(odd).toEqual([field.as]);
      expect(bodyDrift(name, body)).toEqual([
        expect.stringContaining(`${placeOf(name)}${wireName}: ${type}, documented `),
      ]);
    },
  );

  it.each(ENDPOINT_NAMES)('of %s that is not documented is shown beside the others', (name) => {
    const body = changed(name, { Foo: '{"Bar":[1.50,null]}' });
    expect(bodyDrift(name, body)).toEqual([`${placeOf(name)}Foo: not documented`]);
    expect(read(name, body)).toEqual({
      rows: [{ ...DOCUMENTED_REPLIES[name].fields, other: { Foo: { Bar: ['1.50', null] } } }],
      odd: [],
    });
  });
});

describe('A number', () => {
  it('written as text is taken, and is a deviation', () => {
    const body = changed('order/enquiry', { OrderNo: '"000700001"', Quantity: '" 1000.0 "' });
    expect(bodyDrift('order/enquiry', body)).toEqual([
      'data.OrderNo: text, documented number',
      'data.Quantity: text, documented number',
    ]);
    expect(read('order/enquiry', body)).toMatchObject({
      rows: [{ orderNumber: '000700001', units: '1000' }],
      odd: [],
    });
  });

  it('keeps every digit', () => {
    const body = changed('security/quote', {
      lastPrice: '0.1000000000000000055511151231257827',
      volume: '123456789012345678901234567890',
      open: '1.5e3',
    });
    expect(read('security/quote', body).rows[0]).toMatchObject({
      lastPrice: '0.1000000000000000055511151231257827',
      volume: '123456789012345678901234567890',
      open: '1500',
    });
    expect(bodyDrift('security/quote', body)).toEqual([]);
  });

  it.each(['"many"', '""', '"1,000"', '{}', '[]', '1e999'])('%s is no price', (token) => {
    const { rows, odd } = read('security/quote', changed('security/quote', { lastPrice: token }));
    expect(rows[0]).toMatchObject({ lastPrice: null });
    expect(odd).toEqual(['lastPrice']);
  });

  it.each(['0', '-5', '1.5', '"abc"', '"0"', '9'.repeat(90)])('%s is no order number', (token) => {
    const body = changed('order/enquiry', { OrderNo: token });
    expect(read('order/enquiry', body)).toMatchObject({ rows: [{ orderNumber: null }] });
  });

  it('that counts is a JS number only when that is exact', () => {
    const counted = (token: string): Read =>
      read('sectors', changed('sectors', { companyCount: token }));
    expect(counted('7.0').rows).toMatchObject([{ companyCount: 7 }]);
    for (const token of ['9007199254740993', '7.5', '"x"']) {
      expect(counted(token)).toMatchObject({
        rows: [{ companyCount: null }],
        odd: ['companyCount'],
      });
    }
    expect(bodyDrift('sectors', changed('sectors', { companyCount: '7.5' }))).toEqual([
      'data[].companyCount: number with a fraction, documented whole number',
    ]);
  });
});

describe('A text', () => {
  it('is trimmed, may be empty, and contains no NUL, which PostgreSQL cannot store', () => {
    const body = changed('company/metadata', { name: '" a\\u0000b "', logo: '" "' });
    expect(read('company/metadata', body)).toMatchObject({
      rows: [{ name: 'a\ufffdb', logo: '' }],
      odd: [],
    });
  });
});

describe('What lies inside a record', () => {
  const book = (levels: string): Wire =>
    changed('market-depth/order-book', { order_book: `{"asks":${levels},"bids":[]}` });

  it('is read and named by its place', () => {
    const body = book(
      '[{"price":12.55,"quantity":"1000"},7,{"price":"x","quantity":"2","orders":1}]',
    );
    expect(bodyDrift('market-depth/order-book', body)).toEqual([
      'order_book.asks[].price: number, documented text',
      'order_book.asks[].orders: missing',
      'order_book.asks[]: number, documented object',
    ]);
    expect(read('market-depth/order-book', body)).toMatchObject({
      rows: [
        {
          orderBook: {
            asks: [
              { price: '12.55', units: '1000', orders: null },
              { price: null, units: '2', orders: 1 },
            ],
            bids: [],
          },
        },
      ],
      odd: ['orderBook.asks[].orders', 'orderBook.asks[]', 'orderBook.asks[].price'],
    });
  });

  it('may be null where that is documented', () => {
    expect(
      read('security/quote', changed('security/quote', { lastTradeTime: 'null' })),
    ).toMatchObject({ rows: [{ lastTradeTime: null }], odd: [] });
    const half = changed('security/quote', { lastTradeTime: '{"date":"2026-11-20"}' });
    expect(bodyDrift('security/quote', half)).toEqual(['data.lastTradeTime.time: missing']);
    expect(read('security/quote', half)).toMatchObject({
      rows: [{ lastTradeTime: { date: '2026-11-20', time: null } }],
      odd: ['lastTradeTime.time'],
    });
  });

  it('takes a ratio of any form', () => {
    for (const [token, ratio] of [
      ['"1:5"', '1:5'],
      ['0.20', '0.20'],
      ['{"a":1}', { a: '1' }],
    ] as const) {
      const body = changed('corporate-actions', { ratio: token });
      expect(bodyDrift('corporate-actions', body)).toEqual([]);
      expect(read('corporate-actions', body)).toMatchObject({ rows: [{ ratio }], odd: [] });
    }
  });
});

describe('Rows that are none', () => {
  it('are left out, named once, and do not hide the others', () => {
    const body = wire(
      '{"success":true,"message":"m","data":[null,5,{"sector":"A","companyCount":1},[],"x"]}',
    );
    expect(read('sectors', body)).toEqual({
      rows: [{ sector: 'A', companyCount: 1 }],
      odd: ['[]'],
    });
    expect(bodyDrift('sectors', body)).toEqual([
      'data[]: null, documented object',
      'data[]: number, documented object',
      'data[]: list, documented object',
      'data[]: text, documented object',
    ]);
  });
});
