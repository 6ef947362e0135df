import fc from '../../../support/seeded-fast-check.js';
import { outcomeOf } from '../../../../src/infra/exchange/transport/outcome.js';
import {
  acknowledgementOf,
  cancelBody,
  editBody,
  postBody,
} from '../../../../src/infra/exchange/api/trading-api.js';
import {
  decimalField,
  isRecord,
  orderNumberField,
  parseWire,
  plainDecimal,
} from '../../../../src/infra/exchange/schema/wire.js';
import { TERMS } from './post-terms.js';

const EDIT = { orderNumber: '700001', brokerCode: 'MRNA', units: '80', price: '13' };

describe('The body of a post', () => {
  it('has the nine documented fields and nothing else, all of them strings', () => {
    expect(JSON.parse(postBody(TERMS))).toEqual({
      orderType: 'BUY',
      security: 'SD11PLC',
      timeInForce: 'Day Order (DO)',
      accountNumber: 'CDS-1',
      brokerCode: 'MRNA',
      units: '10000',
      price: '12.50',
      clientName: 'Ọmọ Obi',
      orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    });
  });

  it('contains nothing else of its order', () => {
    const order = { ...TERMS, id: 'ord_1', reason: 'secret', status: 'New' };
    expect(postBody(order)).toBe(postBody(TERMS));
  });

  it('is the same bytes every time, whatever the order of the terms', () => {
    const reversed = Object.fromEntries(Object.entries(TERMS).reverse()) as typeof TERMS;
    expect(postBody(reversed)).toBe(postBody(TERMS));
  });

  it('carries any name unharmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (clientName) => {
        expect(JSON.parse(postBody({ ...TERMS, clientName }))).toMatchObject({ clientName });
      }),
    );
  });
});

describe('The body of an edit', () => {
  it('has the order number as a string, and units and price as numbers', () => {
    expect(editBody(EDIT)).toBe(
      '{"orderNumber":"700001","brokerCode":"MRNA","units":80,"price":13}',
    );
    expect(JSON.parse(editBody(EDIT))).toEqual({ ...EDIT, units: 80, price: 13 });
  });

  it('writes its numbers digit by digit', () => {
    const text = editBody({ ...EDIT, units: '123456789012345', price: '0.000001' });
    expect(text).toContain('"units":123456789012345,"price":0.000001}');
  });

  const number = fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.option(fc.stringMatching(/^\d{0,5}[1-9]$/), { nil: null }),
    )
    .map(([whole, fraction]) => (fraction === null ? String(whole) : `${whole}.${fraction}`));

  it('reads back as the very decimals that were asked', () => {
    fc.assert(
      fc.property(number, number, (units, price) => {
        const parsed = parseWire(editBody({ ...EDIT, units, price }));
        if (!isRecord(parsed)) throw new Error('An edit is a JSON object');
        expect(decimalField(parsed, 'units')).toBe(units);
        expect(decimalField(parsed, 'price')).toBe(price);
      }),
    );
  });

  it('reads back exactly by a receiver with doubles, up to 15 digits', () => {
    fc.assert(
      fc.property(number, (price) => {
        fc.pre(price.replace('.', '').replace(/^0+/, '').length <= 15);
        const read = JSON.parse(editBody({ ...EDIT, price })) as { readonly price: number };
        expect(plainDecimal(String(read.price))).toBe(price);
      }),
    );
  });

  it.each(['1e3', '-1', '+1', '01', '1.', '.5', '', ' 1', 'NaN', '1,"x":2', '١', '1\n'])(
    'is not made of the units or price %j',
    (bad) => {
      expect(() => editBody({ ...EDIT, units: bad })).toThrow('is not a plain decimal');
      expect(() => editBody({ ...EDIT, price: bad })).toThrow('is not a plain decimal');
    },
  );

  it('cannot be broken out of by an order number or a broker code', () => {
    const orderNumber = '1","units":999999,"x":"';
    const parsed: unknown = JSON.parse(editBody({ ...EDIT, orderNumber, brokerCode: '"}' }));
    expect(parsed).toEqual({ orderNumber, brokerCode: '"}', units: 80, price: 13 });
  });
});

describe('The body of a cancel', () => {
  it('has the order number as a string and nothing else', () => {
    expect(cancelBody('700001')).toBe('{"orderNumber":"700001"}');
  });
});

describe('An order number', () => {
  it.each(['9007199254740993', '1234567890123456789'])(
    '%s is copied from an acknowledgement into edit and cancel without losing a digit',
    (digits) => {
      const body = `{"success":true,"message":"ok","data":{"OrderNo":${digits},"Status":"Posted"}}`;
      const { orderNumber } = acknowledgementOf(outcomeOf({ kind: 'Reply', status: 200, body }));
      expect(cancelBody(orderNumber ?? '')).toBe(`{"orderNumber":"${digits}"}`);
      expect(editBody({ ...EDIT, orderNumber: orderNumber ?? '' })).toContain(
        `"orderNumber":"${digits}"`,
      );
      const parsed = parseWire(cancelBody(orderNumber ?? ''));
      expect(isRecord(parsed) && orderNumberField(parsed, 'orderNumber')).toBe(digits);
    },
  );
});

describe('An acknowledgement', () => {
  function read(data: string): unknown {
    const body = `{"success":true,"message":"Order submitted","data":${data}}`;
    return acknowledgementOf(outcomeOf({ kind: 'Reply', status: 200, body }));
  }

  const NONE = {
    orderNumber: null,
    numberUnreadable: false,
    statusWord: null,
    message: null,
    orderRef: null,
  };

  it('of a post is read as the interface documents it', () => {
    expect(
      read(
        '{"OrderNo":700001,"Status":"Posted","Message":"Order posted","OrderRef":"TAAAAAAAAAAAAAAAAAAA"}',
      ),
    ).toEqual({
      orderNumber: '700001',
      numberUnreadable: false,
      statusWord: 'Posted',
      message: 'Order posted',
      orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    });
  });

  it.each(['Amended', 'Cancelled'])('with the status %s has no orderRef', (word) => {
    expect(read(`{"OrderNo":700001,"Status":"${word}","Message":"done"}`)).toEqual({
      orderNumber: '700001',
      numberUnreadable: false,
      statusWord: word,
      message: 'done',
      orderRef: null,
    });
  });

  it.each(['null', '[]', '"Posted"', '700001', '[{"OrderNo":1,"Status":"Posted"}]', '{}'])(
    'that is %s contains nothing',
    (data) => {
      expect(read(data)).toEqual(NONE);
    },
  );

  it('keeps out fields of another type than documented', () => {
    expect(read('{"Status":1,"Message":null,"OrderRef":["T"]}')).toEqual(NONE);
  });

  it.each(['0', '-1', '1.5', '[]', '{}', 'true', '"x"', '""'])(
    'tells that its order number is there and is none: %s',
    (token) => {
      expect(read(`{"OrderNo":${token}}`)).toEqual({ ...NONE, numberUnreadable: true });
    },
  );

  it('of a reply without an envelope contains nothing', () => {
    const outcome = outcomeOf({ kind: 'Reply', status: 200, body: '<html>' });
    expect(acknowledgementOf(outcome)).toEqual(NONE);
  });
});
