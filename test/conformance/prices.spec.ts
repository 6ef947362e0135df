import fc from '../support/seeded-fast-check.js';
import {
  probePricesOf,
  type Prices,
  pricesOf,
  quietestFirst,
  withBook,
} from '../../src/conformance/prices.js';
import { parseWire, type WireRecord } from '../../src/infra/exchange/schema/wire.js';
import { aCall, replied } from './calls.js';

const kobo = (price: string): bigint => BigInt(price.replace('.', ''));

function prices(changes: Partial<Prices> = {}): Prices {
  return { security: 'SD11PLC', base: 1_250n, last: 1_250n, bid: null, offer: null, ...changes };
}

const rowOf = (row: object): WireRecord => parseWire(JSON.stringify(row)) as WireRecord;

describe('The prices of probe orders', () => {
  it('are a few per cent below the last close', () => {
    expect(probePricesOf(prices())).toMatchObject({
      restPrice: '11.85',
      editPrice: '11.70',
      crossPrice: '13.10',
    });
  });

  it('are below every bid, and cross strictly inside the spread', () => {
    const chosen = probePricesOf(prices({ last: 1_213n, bid: 1_207n, offer: 1_219n }));
    expect(chosen).toMatchObject({ restPrice: '11.70', editPrice: '11.58', crossPrice: '12.18' });
  });

  it('do not exist when the market has fallen to the edge of the band', () => {
    expect(probePricesOf(prices({ last: 1_150n }))).toBeNull();
  });

  it('leave no room to cross when bid and offer are a tick apart', () => {
    expect(probePricesOf(prices({ bid: 1_249n, offer: 1_250n }))?.crossPrice).toBeNull();
  });

  it('are always below the market, inside the band and different from each other', () => {
    const amount = fc.bigInt(100n, 100_000n);
    const maybe = fc.option(amount, { nil: null });
    fc.assert(
      fc.property(amount, amount, maybe, maybe, (base, last, bid, offer) => {
        const chosen = probePricesOf(prices({ base, last, bid, offer }));
        if (chosen === null) return;
        const [rest, edit] = [kobo(chosen.restPrice), kobo(chosen.editPrice)];
        for (const market of [last, bid, offer]) {
          if (market !== null) expect(rest).toBeLessThan(market);
        }
        expect(edit).toBeLessThan(rest);
        expect(edit * 100n).toBeGreaterThanOrEqual(base * 91n - 100n);
        if (chosen.crossPrice === null) return;
        const cross = kobo(chosen.crossPrice);
        expect(cross).toBeGreaterThan(rest);
        if (bid !== null) expect(cross).toBeGreaterThan(bid);
        if (offer !== null) expect(cross).toBeLessThan(offer);
      }),
    );
  });
});

describe('What the exchange shows', () => {
  it('is the narrower of company data and order book', () => {
    const book = { bids: [{ price: '12.10' }, { price: '12.00' }], asks: [{ price: '12.90' }] };
    const call = aCall(replied(200, { symbol: 'SD11PLC', status: 'Ok', order_book: book }));
    const seen = withBook(prices({ bid: 1_205n, offer: 1_280n }), call);
    expect(seen).toMatchObject({ bid: 1_210n, offer: 1_280n });
  });

  it('is only the company data when there is no book', () => {
    const given = prices({ bid: 1_205n });
    expect(withBook(given, aCall(replied(404, '<html>')))).toEqual(given);
  });

  it.each<[string, object, string | null]>([
    ['the close', { Company: 'A', ClosingPrice: 12.5, CurrentPrice: 12 }, '1250'],
    [
      'the last price where there is no close',
      { Company: 'A', ClosingPrice: 0, CurrentPrice: 12 },
      '1200',
    ],
    ['nothing where all is zero', { Company: 'A', ClosingPrice: 0, CurrentPrice: 0 }, null],
    ['nothing where all is empty', { Company: 'A', ClosingPrice: null, CurrentPrice: null }, null],
  ])('gives as base %s', (_, row, base) => {
    expect(pricesOf(rowOf(row))?.base.toString() ?? null).toBe(base);
  });

  it('puts securities in which nobody trades first, cheap ones last', () => {
    const rows = [
      { Company: 'BUSY', ClosingPrice: 20, Bid: 19.9, Offer: 20.1 },
      { Company: 'CHEAP', ClosingPrice: 1.2 },
      { Company: 'WIDE', ClosingPrice: 20, Bid: 19, Offer: 21 },
      { Company: 'QUIET', ClosingPrice: 20 },
      { Company: 'NOT_ASKED_YET', ClosingPrice: 0 },
    ].map(rowOf);
    const names = quietestFirst(rows).map(({ security }) => security);
    expect(names).toEqual(['QUIET', 'WIDE', 'BUSY', 'CHEAP']);
  });
});
