import { better, qualityAgainst } from '../../../src/orders/best-execution/execution-quality.js';
import { quoteIn, quotesBody } from '../../../src/orders/best-execution/quotes.js';

const QUOTE = { bid: '12.40', offer: '12.50' };

describe('An execution, against the quote of its time,', () => {
  it.each([
    ['BUY', '12.45', '0.05', '0.4'],
    ['BUY', '12.50', '0', '0'],
    ['BUY', '12.60', '-0.1', '-0.8'],
    ['SELL', '12.45', '0.05', '0.4032'],
    ['SELL', '12.30', '-0.1', '-0.8065'],
  ] as const)('of a %s at %s is better by %s Naira a unit, %s %', (side, price, naira, percent) => {
    expect(qualityAgainst(side, price, QUOTE)).toEqual({
      improvement: naira,
      improvementPercent: percent,
    });
  });

  it.each([
    ['nothing was executed', null, QUOTE],
    ['no quote was recorded', '12.45', null],
    ['nobody sold', '12.45', { bid: '12.40', offer: null }],
    ['the exchange showed 0 because nobody sold', '12.45', { bid: '12.40', offer: '0' }],
  ] as const)('is not compared where %s', (_, price, quote) => {
    expect(qualityAgainst('BUY', price, quote)).toBeNull();
  });

  it('and against the average of the day, in the same way', () => {
    expect(better('SELL', '12.6', '12')).toEqual({ improvement: '0.6', improvementPercent: '5' });
    expect(better('SELL', '12.6', null)).toBeNull();
  });
});

describe('Recorded quotes', () => {
  const row = {
    symbol: 'sd11plc', sharesInIssue: null, currentPrice: '12.45', highestPrice: '13', lowestPrice: '12',
    openingPrice: '12', closingPrice: '12', averagePrice: '12.4', bid: '12.40', offer: '12.50',
    totalVolume: '900', bestBidVolume: '100', volumeAsk: null, lastMatched: null, lastVolume: null,
  }; // prettier-ignore

  it('are those of the securities that have orders, in the spelling of the orders', () => {
    const body = quotesBody('2026-11-20T10:00:00.000Z', [row], ['SD11PLC', 'SDNONE']);
    expect(Object.keys(body.quotes)).toEqual(['SD11PLC']);
    expect(quoteIn(body, 'SD11PLC')).toMatchObject({ at: body.at, bid: '12.40', bidVolume: '100', offerVolume: null }); // prettier-ignore
    expect(quoteIn(body, 'SDNONE')).toBeNull();
  });
});
