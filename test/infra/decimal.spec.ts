import fc from '../support/seeded-fast-check.js';
import {
  add,
  canonical,
  compare,
  decimalPlaces,
  divide,
  isDecimal,
  larger,
  multiply,
  significantDigits,
  subtract,
} from '../../src/infra/decimal.js';

const PLACES = 8;
const UNIT = 10n ** BigInt(PLACES);

/** An independent representation: the value times 10^8, as a whole number. */
function scaled(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * UNIT + BigInt(fraction.padEnd(PLACES, '0'));
  return negative ? -value : value;
}

/** Any spelling of a decimal with at most 8 places, with signs and with leading and trailing zeros. */
const spelling = fc
  .tuple(
    fc.boolean(),
    fc.nat({ max: 3 }),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.option(fc.stringMatching(/^\d{1,8}$/), { nil: null }),
  )
  .map(([negative, zeros, whole, fraction]) => {
    const text = `${'0'.repeat(zeros)}${whole}${fraction === null ? '' : `.${fraction}`}`;
    return negative ? `-${text}` : text;
  });

const nonZero = spelling.filter((text) => scaled(text) !== 0n);

describe('A decimal', () => {
  it.each(['0', '1', '007', '12.50', '-3', '-0.05', '9007199254740993', '0.000000'])(
    'may be written %s',
    (text) => {
      expect(isDecimal(text)).toBe(true);
    },
  );

  it.each(['', ' ', '1.', '.5', '+1', '1e3', '1E3', '0x10', '1_000', '1,5', '--1', '1.2.3', 'NaN'])(
    'is never written "%s"',
    (text) => {
      expect(isDecimal(text)).toBe(false);
      expect(() => add(text, '1')).toThrow('is not a plain decimal');
    },
  );

  it.each(['1\n', '\n1', '1 ', ' 1', '١', '１', '−1', 'Infinity'])(
    'has nothing around its digits, and they are ASCII: %j is none',
    (text) => {
      expect(isDecimal(text)).toBe(false);
    },
  );

  it.each([
    ['007', '7'],
    ['12.50', '12.5'],
    ['12.00', '12'],
    ['0.000', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['-00.50', '-0.5'],
    ['100', '100'],
    ['0.05', '0.05'],
    ['00.000100', '0.0001'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.1'],
  ])('%s is printed %s', (text, printed) => {
    expect(canonical(text)).toBe(printed);
  });

  it('means the same after it is parsed and printed', () => {
    fc.assert(
      fc.property(spelling, (text) => {
        expect(scaled(canonical(text))).toBe(scaled(text));
        expect(canonical(text)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
      }),
    );
  });

  it('has one text only, whatever its spelling', () => {
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        expect(canonical(a) === canonical(b)).toBe(scaled(a) === scaled(b));
      }),
    );
  });
});

describe('Arithmetic on decimals', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '1', '9007199254740994'],
    ['1', '-1', '0'],
    ['0.05', '-0.1', '-0.05'],
    ['999.99', '0.01', '1000'],
  ])('%s + %s is %s', (a, b, sum) => {
    expect(add(a, b)).toBe(sum);
  });

  it('adds and takes away exactly', () => {
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        expect(scaled(add(a, b))).toBe(scaled(a) + scaled(b));
        expect(scaled(subtract(a, b))).toBe(scaled(a) - scaled(b));
        expect(add(subtract(a, b), b)).toBe(canonical(a));
      }),
    );
  });

  it.each([
    ['12.45', '40', '498'],
    ['0.05', '0.05', '0.0025'],
    ['-1.5', '2', '-3'],
    ['-1.5', '0', '0'],
    ['999999999999999', '999999999999.999999', '999999999999998999000000000.000001'],
  ])('%s times %s is %s', (a, b, product) => {
    expect(multiply(a, b)).toBe(product);
  });

  it('multiplies exactly', () => {
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        const product = multiply(a, b);
        const [whole = '', fraction = ''] = product.replace('-', '').split('.');
        const digits = BigInt(whole + fraction.padEnd(2 * PLACES, '0'));
        expect(product.startsWith('-') ? -digits : digits).toBe(scaled(a) * scaled(b));
      }),
    );
  });

  it('orders by value', () => {
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        const sign = scaled(a) === scaled(b) ? 0 : scaled(a) < scaled(b) ? -1 : 1;
        expect(compare(a, b)).toBe(sign);
        expect(scaled(larger(a, b))).toBe(sign < 0 ? scaled(b) : scaled(a));
      }),
    );
  });

  it.each([
    ['9', '10', -1],
    ['10', '9', 1],
    ['1.10', '1.1', 0],
    ['-2', '1', -1],
    ['-2', '-3', 1],
    ['0', '-0.0', 0],
  ])('compares %s with %s by value, not as text', (a, b, sign) => {
    expect(compare(a, b)).toBe(sign);
  });
});

describe('Division', () => {
  it.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['1', '-8', 2, '-0.13'],
    ['-1', '-8', 2, '0.13'],
    ['0.5', '1', 0, '1'],
    ['-0.5', '1', 0, '-1'],
    ['0.4', '1', 0, '0'],
    ['-0.4', '1', 0, '0'],
    ['0', '7', 6, '0'],
    ['498', '40', 6, '12.45'],
    ['0.05', '0.001', 2, '50'],
  ])('%s / %s at %d places is %s, halves rounded away from zero', (a, b, places, quotient) => {
    expect(divide(a, b, places)).toBe(quotient);
  });

  it('is never further from the true quotient than half of the last place', () => {
    fc.assert(
      fc.property(spelling, nonZero, fc.nat({ max: PLACES }), (a, b, places) => {
        const quotient = divide(a, b, places);
        const error = scaled(quotient) * scaled(b) - scaled(a) * UNIT;
        const step = 10n ** BigInt(PLACES - places);
        const twice = 2n * (error < 0n ? -error : error);
        const divisor = scaled(b) < 0n ? -scaled(b) : scaled(b);
        expect(twice <= step * divisor).toBe(true);
        expect(decimalPlaces(quotient)).toBeLessThanOrEqual(places);
      }),
    );
  });

  it('gives back a factor of a product', () => {
    fc.assert(
      fc.property(spelling, nonZero, (a, b) => {
        expect(divide(multiply(a, b), b, PLACES)).toBe(canonical(a));
      }),
    );
  });

  it('by zero is an error, not a number', () => {
    expect(() => divide('1', '0', 2)).toThrow();
    expect(() => divide('1', '-0.00', 2)).toThrow();
  });
});

describe('Digits of a decimal', () => {
  it.each([
    ['0', 0],
    ['0.0500', 1],
    ['1200', 4],
    ['-12.50', 3],
    ['0012.05', 4],
    ['123456789012345', 15],
    ['1.0000', 1],
  ])('%s has %d that carry meaning', (text, digits) => {
    expect(significantDigits(text)).toBe(digits);
  });

  it.each([
    ['5', 0],
    ['5.00', 0],
    ['5.10', 1],
    ['0.000001', 6],
    ['-0.25', 2],
  ])('%s has %d after the point', (text, places) => {
    expect(decimalPlaces(text)).toBe(places);
  });
});
