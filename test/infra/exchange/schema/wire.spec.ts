import fc from '../../../support/seeded-fast-check.js';
import {
  decimalField,
  field,
  identifierField,
  isRecord,
  orderNumberField,
  parseWire,
  plainDecimal,
  quantityField,
  textField,
  type WireRecord,
} from '../../../../src/infra/exchange/schema/wire.js';

function record(text: string): WireRecord {
  const parsed = parseWire(text);
  if (!isRecord(parsed)) throw new Error(`${text} is no record`);
  return parsed;
}

describe('A number on the wire', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['12.0', '12'],
    ['1e3', '1000'],
    ['1.50e3', '1500'],
    ['1E+2', '100'],
    ['125e-1', '12.5'],
    ['5e-3', '0.005'],
    ['1.5e-3', '0.0015'],
    ['12.345e1', '123.45'],
    ['0e9', '0'],
    ['0.000', '0'],
    ['9007199254740993', '9007199254740993'],
    ['1234567890123456789', '1234567890123456789'],
    ['0.1000000000000000055', '0.1000000000000000055'],
    ['-7.10', '-7.1'],
    ['1e-60', `0.${'0'.repeat(59)}1`],
    ['1e59', `1${'0'.repeat(59)}`],
    ['1e-62', null],
    ['1e60', null],
  ])('%s is %s, digit by digit', (token, plain) => {
    expect(decimalField(record(`{"n":${token}}`), 'n')).toBe(plain);
  });

  it('as a text is read like the number it holds', () => {
    expect(decimalField(record('{"n":" 1.50 "}'), 'n')).toBe('1.5');
    expect(decimalField(record('{"n":"0123"}'), 'n')).toBe('123');
  });

  it.each([
    '"12,5"',
    '""',
    '" "',
    '"NaN"',
    '"1 000"',
    '"0x10"',
    '"+1"',
    '".5"',
    '"5."',
    '"--1"',
    '"١"',
  ])('is not the text %s', (token) => {
    expect(decimalField(record(`{"n":${token}}`), 'n')).toBeNull();
  });

  it.each(['null', 'true', 'false', '[]', '[5]', '{}', '{"value":"5"}'])('is not %s', (token) => {
    expect(decimalField(record(`{"n":${token}}`), 'n')).toBeNull();
  });

  it.each(['1e61', '1e400', '1e-400', `1${'0'.repeat(60)}`, `0.${'0'.repeat(60)}1`, '1e9999999'])(
    'of an absurd size is none: %s',
    (token) => {
      expect(plainDecimal(token)).toBeNull();
    },
  );

  it('that is missing is none: absence is not zero', () => {
    expect(decimalField(record('{}'), 'n')).toBeNull();
  });

  it('is worth what its digits and its exponent say', () => {
    const token = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: null }),
      fc.option(fc.integer({ min: -20, max: 20 }), { nil: null }),
    );
    fc.assert(
      fc.property(token, ([negative, whole, fraction, exponent]) => {
        const dot = fraction === null ? '' : `.${fraction}`;
        const e = exponent === null ? '' : `e${exponent}`;
        const plain = plainDecimal(`${negative ? '-' : ''}${whole}${dot}${e}`);
        expect(plain).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
        const digits = BigInt(`${whole}${fraction ?? ''}`) * (negative ? -1n : 1n);
        const shift = 40 + (exponent ?? 0) - (fraction?.length ?? 0);
        expect(scaled(plain ?? 'none')).toBe(digits * 10n ** BigInt(shift));
      }),
      { numRuns: 500 },
    );
  });

  it('never gives anything but a plain decimal, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+.\deE]{0,12}$/)), (text) => {
        const plain = plainDecimal(text);
        if (plain !== null) expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The value times 10^40. */
function scaled(plain: string): bigint {
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(40, '0'));
  return plain.startsWith('-') ? -value : value;
}

describe('An order number on the wire', () => {
  it.each([
    ['700001', '700001'],
    ['9007199254740993', '9007199254740993'],
    ['1234567890123456789', '1234567890123456789'],
    ['123.0', '123'],
    ['1.23e2', '123'],
    ['"123"', '123'],
    ['" 123 "', '123'],
    ['"0123"', '0123'],
    ['"9007199254740993"', '9007199254740993'],
  ])('%s is the text %s', (token, text) => {
    expect(orderNumberField(record(`{"OrderNo":${token}}`), 'OrderNo')).toBe(text);
  });

  it.each([
    '0', '-5', '1.5', '1e-3', 'null', 'true', '""', '"0"', '"000"', '"12a"', '"-5"', '"1e3"', '"1.0"',
    '{}', '["5"]', `"${'9'.repeat(41)}"`,
  ])('%s is none', (token) => {
    expect(orderNumberField(record(`{"OrderNo":${token}}`), 'OrderNo')).toBeNull();
  }); // prettier-ignore

  it('keeps every digit of any whole number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n - 1n }), (number) => {
        expect(orderNumberField(record(`{"n":${number}}`), 'n')).toBe(String(number));
        expect(orderNumberField(record(`{"n":"${number}"}`), 'n')).toBe(String(number));
      }),
    );
  });
});

describe('A quantity on the wire', () => {
  it.each([
    ['"10,000.00"', '10000'],
    ['"10,000"', '10000'],
    ['"1,234,567"', '1234567'],
    ['" 10000.00 "', '10000'],
    ['10000', '10000'],
  ])('%s is %s', (token, plain) => {
    expect(quantityField(record(`{"n":${token}}`), 'n')).toBe(plain);
  });

  it.each(['"10.000,00"', '"1,00"', '"1,0000"', '",100"', '"10 000"', '"ten"', '""', 'null'])(
    'is not %s, which is ambiguous',
    (token) => {
      expect(quantityField(record(`{"n":${token}}`), 'n')).toBeNull();
    },
  );
});

describe('An identifier on the wire', () => {
  it.each([
    ['"TM-1"', 'TM-1'],
    ['" 12 "', '12'],
    ['"0012"', '0012'],
    ['12', '12'],
    ['12.0', '12'],
    ['1.2e1', '12'],
    ['9000000000000000001', '9000000000000000001'],
  ])('%s is %s, digit by digit, as a text or as a number', (token, text) => {
    expect(identifierField(record(`{"id":${token}}`), 'id')).toBe(text);
  });

  it.each(['0', '"0"', '"000"', '0.0', '-1', '1.5', '""', '" "', 'null', 'true', '[1]', '{}'])(
    'is not %s, which identifies nothing',
    (token) => {
      expect(identifierField(record(`{"id":${token}}`), 'id')).toBeNull();
    },
  );
});

describe('A text on the wire', () => {
  it.each([
    ['"Open"', 'Open'],
    ['" Open "', 'Open'],
    ['"\\u004fpen"', 'Open'],
  ])('%s is %s', (token, text) => {
    expect(textField(record(`{"Status":${token}}`), 'Status')).toBe(text);
  });

  it.each(['""', '"  "', 'null', '5', 'true', '["Open"]', '{}'])('%s is none', (token) => {
    expect(textField(record(`{"Status":${token}}`), 'Status')).toBeNull();
  });

  it('is cut after a thousand characters, without half of one', () => {
    const of = (text: string) => textField({ message: text }, 'message');
    expect(of('x'.repeat(1_000))).toBe('x'.repeat(1_000));
    expect(of('x'.repeat(900_000))).toBe(`${'x'.repeat(1_000)}…`);
    expect(of(`${'x'.repeat(999)}😀 more`)).toBe(`${'x'.repeat(999)}…`);
    expect(identifierField({ id: 'x'.repeat(1_001) }, 'id')).toBeNull();
  });

  it('has no characters that a database or a reader of lines stumbles over', () => {
    expect(textField({ message: 'a\u0000b\u2028c\u2029d\ud800e' }, 'message')).toBe(
      'a\ufffdb\ufffdc\ufffdd\ufffde',
    );
  });

  it('is found under its exact name only', () => {
    expect(textField(record('{"status":"Open"}'), 'Status')).toBeNull();
  });
});

describe('A record on the wire', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    'has no field %s unless the text holds it',
    (name) => {
      expect(field(record('{}'), name)).toBeUndefined();
    },
  );

  it('gets nothing from a prototype that the text names', () => {
    const parsed = record('{"__proto__":{"success":true,"Status":"Posted"},"a":1}');
    expect(field(parsed, 'success')).toBeUndefined();
    expect(textField(parsed, 'Status')).toBeNull();
    expect(field({}, 'success')).toBeUndefined();
  });

  it.each(['[]', '"text"', '5', '1e3', 'true', 'null'])('is not %s', (text) => {
    expect(isRecord(parseWire(text))).toBe(false);
  });

  it('is not what could not be read', () => {
    expect(isRecord(undefined)).toBe(false);
  });
});

describe('A text that is not JSON', () => {
  it.each([
    '', ' ', '<html>502 Bad Gateway</html>', '{"success":true', '{"success":tru', "{'success':true}",
    '{"a":1}}', '{"a":1} trailing', 'undefined', 'NaN', '{"a":01}', '{"a":.5}', '{"a":1,}', '\ufeff{}\u0000',
  ])('is read as nothing: %j', (text) => {
    expect(parseWire(text)).toBeUndefined();
  }); // prettier-ignore

  it('is read as nothing when it nests absurdly', () => {
    expect(parseWire('['.repeat(200_000))).toBeUndefined();
    expect(() => parseWire(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).not.toThrow();
  });

  it('is read as nothing wherever a reply was cut', () => {
    const whole = '{"success":true,"message":"ok","data":{"OrderNo":700001,"Status":"Posted"}}';
    for (let length = 0; length < whole.length; length += 1) {
      expect(parseWire(whole.slice(0, length))).toBeUndefined();
    }
  });
});
