import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from '../../support/seeded-fast-check.js';
import {
  CancelOrderBody,
  EditOrderBody,
  isPrice,
  isUnits,
  PostOrderBody,
} from '../../../src/orders/order-entry/orders.dto.js';

describe('Units', () => {
  it.each(['1', '10000', '999999999999999', '100000000000000'])('may be %s', (units) => {
    expect(isUnits(units)).toBe(true);
  });

  it.each([
    '', '0', '00', '-1', '+1', '01', '1.', '1.0', '.5', '1.5', '1e3', '1e400', ' 1', '1 ', '1\n', '1,000',
    '1_000', '0x10', '١', '１', 'NaN', 'Infinity', 'null', '1000000000000000', '1'.repeat(40),
  ])('are never %j', (units) => {
    expect(isUnits(units)).toBe(false);
  }); // prettier-ignore

  it.each<unknown>([null, undefined, 5, 5n, true, [], ['5'], {}, { valueOf: '5' }])(
    'are a text: %p are none',
    (units) => {
      expect(isUnits(units)).toBe(false);
    },
  );

  it('are a number that a double holds exactly', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,20}$/), (units) => {
        if (isUnits(units)) expect(String(Number(units))).toBe(units);
      }),
    );
  });
});

describe('A price', () => {
  it.each([
    '1', '12.5', '12.50', '0.000001', '0.10', '999999999999', '123456789012.123', '12345678901.1234',
    '123456789.123456', '12.000000', '100.000000', '999999999999.000000',
  ])('may be %s', (price) => {
    expect(isPrice(price)).toBe(true);
  }); // prettier-ignore

  it.each([
    '', '0', '0.0', '0.000000', '-1', '-0.5', '+1', '01', '00.5', '1.', '.5', '1e3', '1e400', '1E-3', ' 1',
    '1 ', '1\n', '1,5', '1.1234567', '0.0000001', '1.0000000', '1000000000000', '١٢', 'NaN', 'Infinity',
    '123456789012.1234', '1234567890.123456', '999999999999.999999', '1'.repeat(40), `0.${'1'.repeat(40)}`,
  ])('is never %j', (price) => {
    expect(isPrice(price)).toBe(false);
  }); // prettier-ignore

  it.each<unknown>([null, undefined, 12.5, 12n, true, [], ['12.5'], {}])(
    'is a text: %p is none',
    (price) => {
      expect(isPrice(price)).toBe(false);
    },
  );

  it('is a number that a double holds: it reads back to the same decimal', () => {
    const anyPrice = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), fc.stringMatching(/^\d{1,6}$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`);
    fc.assert(
      fc.property(anyPrice, (price) => {
        fc.pre(isPrice(price));
        const trimmed = price.replace(/0+$/, '').replace(/\.$/, '');
        expect(Number(Number(price).toPrecision(15))).toBe(Number(price));
        expect(Number(trimmed)).toBe(Number(price));
      }),
      { numRuns: 500 },
    );
  });
});

const POST = {
  clientOrderId: 'web-1',
  side: 'BUY',
  security: 'SD11PLC',
  units: '100',
  price: '12.5',
  timeInForce: 'Day Order (DO)',
  accountNumber: 'CDS-1',
  clientName: 'Ada Obi',
};

function badFields<T extends object>(type: ClassConstructor<T>, body: object): readonly string[] {
  return validateSync(plainToInstance(type, body), {
    whitelist: true,
    forbidNonWhitelisted: true,
  }).map((error) => error.property);
}

describe('The body of a new order', () => {
  it('is good with its eight fields, and with the broker code', () => {
    expect(badFields(PostOrderBody, POST)).toEqual([]);
    expect(badFields(PostOrderBody, { ...POST, brokerCode: 'MRNA' })).toEqual([]);
  });

  it.each(Object.keys(POST))('is not good without %s', (field) => {
    const { [field]: _, ...rest } = POST as Readonly<Record<string, string>>;
    expect(badFields(PostOrderBody, rest)).toEqual([field]);
  });

  it.each(Object.keys(POST))('is not good when %s is null, a number or empty', (field) => {
    for (const value of [null, 5, '', ' ']) {
      expect(badFields(PostOrderBody, { ...POST, [field]: value })).toEqual([field]);
    }
  });

  it.each(['buy', 'Buy', 'B', 'SELL ', 'SHORT'])(
    'takes no side "%s": a side is never guessed',
    (side) => {
      expect(badFields(PostOrderBody, { ...POST, side })).toEqual(['side']);
    },
  );

  it('takes the security in any case and makes it upper case', () => {
    expect(plainToInstance(PostOrderBody, { ...POST, security: 'sd11plc' }).security).toBe(
      'SD11PLC',
    );
  });

  it.each(['Ｃ0012345', 'С0012345', 'C0012345.', 'C  1', 'C0012345\u0301', 'C--1', '１', ''])(
    'takes no account number that may look like another one: %s',
    (accountNumber) => {
      expect(badFields(PostOrderBody, { ...POST, accountNumber })).toEqual(['accountNumber']);
    },
  );

  it.each([
    ['clientOrderId', 64],
    ['security', 40],
    ['timeInForce', 60],
    ['accountNumber', 40],
    ['clientName', 120],
    ['brokerCode', 40],
  ])('takes %s of %d characters and no more', (field, most) => {
    expect(badFields(PostOrderBody, { ...POST, [field]: 'X'.repeat(most) })).toEqual([]);
    expect(badFields(PostOrderBody, { ...POST, [field]: 'X'.repeat(most + 1) })).toEqual([field]);
  });

  it('takes no field that it does not know', () => {
    expect(badFields(PostOrderBody, { ...POST, quantity: '5' })).toEqual(['quantity']);
  });
});

describe('The body of an edit', () => {
  it.each([{ units: '5' }, { price: '1.5' }, { units: '5', price: '1.5' }])('may be %j', (body) => {
    expect(badFields(EditOrderBody, body)).toEqual([]);
  });

  it.each([
    [{ units: null }, ['units']],
    [{ price: null }, ['price']],
    [{ units: 5 }, ['units']],
    [{ units: '0', price: '0' }, ['units', 'price']],
  ])('is never %j', (body, bad) => {
    expect(badFields(EditOrderBody, body)).toEqual(bad);
  });
});

describe('The body of a cancel', () => {
  it('may give a reason', () => {
    expect(badFields(CancelOrderBody, {})).toEqual([]);
    expect(badFields(CancelOrderBody, { reason: 'client called' })).toEqual([]);
  });

  it('gives it as a plain text', () => {
    expect(badFields(CancelOrderBody, { reason: 'x\u202ey' })).toEqual(['reason']);
    expect(badFields(CancelOrderBody, { reason: 'x'.repeat(201) })).toEqual(['reason']);
  });
});
