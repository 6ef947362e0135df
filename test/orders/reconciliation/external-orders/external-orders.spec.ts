import type { Database } from '../../../../src/infra/database/database.js';
import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { ExternalOrders } from '../../../../src/orders/reconciliation/external-orders/external-orders.js';
import type {
  RepeatedPost,
  SightingRegister,
  TermsOfOrder,
} from '../../../../src/orders/order-numbers/sighting-register.js';
import type { ExternalOrderBreaks } from '../../../../src/orders/order-numbers/external-order-breaks.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { noon, TODAY } from '../../../support/builders.js';
import { aListed } from '../rows.js';

const CONFIG = read(REAL);
const EXTERNAL = aListed({ orderNumber: '900001' });
const IN_DOUBT: TermsOfOrder = {
  id: 'ord_1',
  accountNumber: 'CDS-1',
  clientName: 'Ada Obi',
  security: 'SD11PLC',
  side: 'BUY',
  units: '100.0',
};
/** The time that a search has to end. */
const LONG_MS = 5 * CONFIG.exchangeQuietMs;

/** What a person is told when a list shows the stranger, first seen at noon, so long after that. */
async function told(
  unresolved: readonly TermsOfOrder[],
  laterMs = 0,
  repeated: readonly RepeatedPost[] = [],
  statusWord = 'Open',
): Promise<readonly string[]> {
  const findings: string[] = [];
  const units = { run: <T>(work: (inner: unknown) => Promise<T>): Promise<T> => work({}) };
  const breaks: Pick<ExternalOrderBreaks, 'compare' | 'openForListed'> = {
    compare: (_reading, unreported) => Promise.resolve({ unchanged: [], changed: [], unreported }),
    openForListed: (_unit, { type, detail }, orderNumber, shown) => {
      findings.push(`${type} ${orderNumber}`);
      if (statusWord !== 'Open') findings.push(detail, shown.statusWord);
      return Promise.resolve(true);
    },
  };
  const book: Pick<
    SightingRegister,
    'note' | 'ownersOf' | 'seenBy' | 'unresolvedTerms' | 'repeatedPosts' | 'mayBeSecond'
  > = {
    note: () => Promise.resolve(),
    unresolvedTerms: () => Promise.resolve([...unresolved]),
    repeatedPosts: () => Promise.resolve([...repeated]),
    mayBeSecond: (_unit, { sentEntry }) => Promise.resolve(sentEntry !== null),
    ownersOf: () => Promise.resolve(new Map()),
    seenBy: (_unit, numbers, by) => Promise.resolve(new Set(noon(0) <= by ? numbers : [])),
  };
  const externalOrders = new ExternalOrders(
    { units } as unknown as Database,
    breaks as ExternalOrderBreaks,
    book as unknown as SightingRegister,
    CONFIG,
    {
      change: (orderId: string) => {
        findings.push(`of ${orderId}`);
        return Promise.resolve(null);
      },
    },
  );
  await externalOrders.among([{ ...EXTERNAL, statusWord }], noon(0) + laterMs);
  return findings;
}

/** What is made of the record of an enquiry under a number that is in a list. */
async function enquired(changes: Partial<OrderRecord>, isListed = true): Promise<string> {
  const shown: string[] = [];
  const units = { run: <T>(work: (inner: unknown) => Promise<T>): Promise<T> => work({}) };
  const breaks: Pick<ExternalOrderBreaks, 'compare' | 'openForListed' | 'isListed'> = {
    compare: (_reading, unreported) => Promise.resolve({ unchanged: [], changed: [], unreported }),
    openForListed: (_unit, { detail }) => Promise.resolve(shown.push(detail) > 0),
    isListed: () => Promise.resolve(isListed),
  };
  const held = { orderNumber: '700001', orderId: 'ord_1', givenOn: TODAY };
  const book: Partial<SightingRegister> = {
    note: () => Promise.resolve(),
    unresolvedTerms: () => Promise.resolve([]),
    repeatedPosts: () => Promise.resolve([]),
    ownersOf: () =>
      Promise.resolve(new Map([['700001', { ...held, stillOwns: 'yes', earlier: null }]])),
    seenBy: () => Promise.resolve(new Set()),
  };
  const externalOrders = new ExternalOrders(
    { units } as unknown as Database,
    breaks as ExternalOrderBreaks,
    book as SightingRegister,
    CONFIG,
    { change: () => Promise.resolve(null) },
  );
  const row = aListed({ orderNumber: '900001', brokerCode: null, ...changes });
  return (await externalOrders.takeEnquired(row, noon(0))) ?? shown.join();
}

describe('An enquiry of a number that is none of ours', () => {
  it('is taken as the row of a list is, where a list has shown the number (H1)', async () => {
    expect(await enquired({ units: '250' })).toBe(
      'BUY 250 SD11PLC (Open) is under no number of ours',
    );
    expect(await enquired({ brokerCode: CONFIG.brokerCode })).toContain(
      'is under no number of ours',
    );
  });

  it('proves nothing of our broker code by itself (H1)', async () => {
    expect(await enquired({}, false)).toBe('not-listed');
    expect(await enquired({ brokerCode: CONFIG.brokerCode }, false)).toBe('not-listed');
    expect(await enquired({ brokerCode: 'OTHERS' })).toBe('other-broker');
  });

  it('is not taken where an order of ours has the number by now (H2)', async () => {
    expect(await enquired({ orderNumber: '700001' })).toBe('perhaps-ours');
  });
});

describe('A number in the list that we never sent', () => {
  it('is told of at once when nothing of ours can be it (H1)', async () => {
    expect(await told([])).toEqual(['UnknownAtExchange 900001']);
    expect(await told([{ ...IN_DOUBT, units: '90' }])).toEqual(['UnknownAtExchange 900001']);
  });

  it('is not told of while it may be a post of unknown outcome (H1)', async () => {
    expect(await told([IN_DOUBT])).toEqual([]);
    expect(await told([IN_DOUBT], LONG_MS - 1)).toEqual([]);
  });

  it('is told of all the same once the search has had its time (H1)', async () => {
    expect(await told([IN_DOUBT], LONG_MS)).toEqual(['UnknownAtExchange 900001']);
  });

  it('is told of without the client of what it may be', async () => {
    const word = 'Held for ADA OBI';
    const sent = { ...IN_DOUBT, tradingDate: TODAY, sentAt: noon(0), sentEntry: 1 };
    for (const findings of [
      await told([IN_DOUBT], LONG_MS, [], word),
      await told([], 0, [sent], word),
    ])
      expect(findings).toEqual(
        expect.arrayContaining([
          expect.stringContaining('BUY 100 SD11PLC (Held for [client])'),
          'Held for [client]',
        ]),
      );
  });

  it('is told of at once, with the order, when that was sent more than once', async () => {
    const sent = { ...IN_DOUBT, tradingDate: TODAY, sentAt: noon(0), sentEntry: 1 };
    const duplicate = ['DuplicateSuspected 900001', 'of ord_1'];
    expect(await told([], 0, [sent])).toEqual(duplicate);
    expect(await told([], 0, [{ ...sent, units: '90' }])).toEqual(['UnknownAtExchange 900001']);
  });

  it('is no second order when it was there before the post was sent', async () => {
    const sent = { ...IN_DOUBT, tradingDate: TODAY, sentAt: noon(0), sentEntry: null };
    expect(await told([], 0, [sent])).toEqual(['UnknownAtExchange 900001']);
  });
});
