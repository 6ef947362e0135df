import {
  knownBy,
  type KnownWithBreaks,
} from '../../../../src/orders/break-desk/candidates/known-numbers.js';
import {
  contradicts,
  type Proposed,
} from '../../../../src/orders/break-desk/approvals/contradictions.js';
import {
  fitOf,
  neverChanges,
  type KnownNumber,
} from '../../../../src/orders/break-desk/candidates/number-fit.js';
import { aBreakRow } from '../../../support/builders.js';

const ORDER = {
  side: 'BUY', security: 'SD11PLC', units: '3170', price: '11.65', accountNumber: 'C1000011',
} as const; // prettier-ignore
const SENT = { sentAt: 100, sentEntry: 50, isOfThisProcess: true };
const SEEN = {
  tradingDate: '2026-11-26', side: 'BUY', security: 'SD11PLC', units: '3170', accountNumber: 'c1000011', firstSeenAt: 200, notedEntry: 53,
} as const; // prettier-ignore
const TRADE = {
  tradeDate: '2026-11-26', orderNumber: '7', accountNumber: 'C1000011', security: 'SD11PLC', side: 'BUY',
  executions: 1, units: '3170', value: '36930.5',
} as const; // prettier-ignore

function known(changes: Partial<KnownNumber> = {}): KnownNumber {
  return { orderNumber: '7', seen: [SEEN], shown: null, traded: [], ...changes };
}

describe('A number of the exchange', () => {
  const differs = (changes: Partial<KnownNumber>): readonly string[] =>
    fitOf(ORDER, known(changes), SENT).differs;

  it('fits an order of its terms that was sent before it was first seen', () => {
    const { fits, differs: none } = fitOf(ORDER, known({ traded: [TRADE] }), SENT);
    expect(fits).toEqual(['side', 'security', 'units', 'price', 'account', 'firstSeen']);
    expect(none).toEqual([]);
    const unknown = fitOf(ORDER, known({ seen: [] }), SENT);
    expect(unknown).toEqual({ terms: null, fits: [], differs: [] });
  });

  it.each([
    ['units', { seen: [{ ...SEEN, units: '600' }] }],
    ['units', { shown: { side: 'BUY', security: 'SD11PLC', units: '600', statusWord: 'Open' } }],
    ['units', { seen: [{ ...SEEN, units: null }], traded: [{ ...TRADE, units: '4000' }] }],
    ['price', { traded: [{ ...TRADE, value: '36930.51' }] }],
    ['side', { seen: [{ ...SEEN, side: 'SELL' }] }],
    ['security', { seen: [{ ...SEEN, security: 'ABC' }] }],
    ['account', { seen: [{ ...SEEN, accountNumber: 'C2' }] }],
    ['firstSeen', { seen: [{ ...SEEN, notedEntry: 49 }] }],
  ])('differs from it by its %s', (field, changes) => {
    expect(differs(changes)).toEqual([field]);
  });

  it('that trades in part has not other units yet', () => {
    const traded = [{ ...TRADE, units: '70', value: '815.5' }];
    expect(differs({ seen: [{ ...SEEN, units: null }], traded })).toEqual([]);
  });

  it('that was given to two orders is compared as it fits best', () => {
    const seen = [{ ...SEEN, side: 'SELL', security: 'ABC', units: '5' }, SEEN];
    expect(differs({ seen })).toEqual([]);
    const ofAnother = { ...SEEN, accountNumber: 'C2' };
    const alsoOurs = { ...SEEN, side: 'SELL', security: 'ABC' };
    expect(differs({ seen: [alsoOurs, ofAnother] })).toEqual(['account']);
    expect(neverChanges(['units', 'side', 'firstSeen'])).toEqual(['side']);
  });
});

describe('What is known of a number by the end of a day', () => {
  const of = { tradingDate: '2026-11-26', openedAt: Date.parse('2026-11-26T09:00Z') };
  const later = { tradingDate: '2026-11-27', openedAt: Date.parse('2026-11-26T23:00Z') };
  const shown = { side: 'BUY', security: 'SD11PLC', units: '3170', statusWord: 'Open' };
  const all = (days: readonly (typeof of)[]): KnownWithBreaks => ({
    ...known({
      seen: days.map(({ tradingDate }) => ({ ...SEEN, tradingDate })),
      shown,
      traded: days.map(({ tradingDate }) => ({ ...TRADE, tradeDate: tradingDate })),
    }),
    breaks: days.map(({ tradingDate, openedAt }) =>
      aBreakRow({
        openedAt,
        shown: JSON.stringify(shown),
        traded: JSON.stringify([{ ...TRADE, tradeDate: tradingDate }]),
      }),
    ),
  });

  it('is what was shown until then', () => {
    const { breaks: _, ...whole } = all([of]);
    expect(knownBy('2026-11-26', all([of]))).toEqual(whole);
    expect(knownBy('2026-11-26', all([later, of]))).toEqual(whole);
  });

  it('is nothing where it was first shown later', () => {
    expect(knownBy('2026-11-26', all([later]))).toEqual(known({ seen: [] }));
  });
});

describe('Two proposals', () => {
  const link: Proposed = { resolution: 'link-number', orderId: 'ord_1', orderNumber: '7' };
  const accept: Proposed = { resolution: 'accept', orderId: null, orderNumber: '7' };

  it.each<[string, Proposed, Proposed, boolean]>([
    ['another number of the same order', link, { ...link, orderNumber: '8' }, true],
    ['the same order as not at the exchange', link, { ...link, resolution: 'not-at-exchange', orderNumber: null }, true],
    ['the same number of another order', link, { ...link, orderId: 'ord_2' }, true],
    ["the same number as another desk's", link, accept, true],
    ['another order and number', link, { ...link, orderId: 'ord_2', orderNumber: '8' }, false],
    ["another desk's number, twice", accept, accept, false],
    ['nothing to do about the order', link, { ...link, resolution: 'close', orderNumber: null }, false],
  ])('of which one names %s', (_, one, other, expected) => {
    expect(contradicts(one, other)).toBe(expected);
    expect(contradicts(other, one)).toBe(expected);
  });
}); // prettier-ignore
