import { contradicts, type Proposed } from '../../../src/orders/break-desk/contradictions.js';
import {
  fitOf,
  neverChanges,
  type KnownNumber,
} from '../../../src/orders/break-desk/number-fit.js';

const ORDER = {
  side: 'BUY', security: 'SD11PLC', units: '3170', price: '11.65', accountNumber: 'C1000011',
} as const; // prettier-ignore
const SENT = { sentAt: 100, sentEntry: 50, isOfThisProcess: true };
const SEEN = {
  side: 'BUY', security: 'SD11PLC', units: '3170', accountNumber: 'c1000011', firstSeenAt: 200, notedEntry: 53,
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
