import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import {
  accountsToAsk,
  firstToAsk,
} from '../../../../src/orders/reconciliation/plan/accounts-to-ask.js';
import type { ListComparisonResult } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import { aRequest, noon } from '../../../support/builders.js';
import { aListed, anAnswer, anOrderRow } from '../rows.js';

const LOST = aRequest({ kind: 'Edit', state: 'Unknown', units: '300' });
const OWN = aListed({ orderNumber: '700001', units: '100' });
const OTHER = aListed({ orderNumber: '700002', units: '300' });

interface Shown {
  readonly order?: Partial<OrderRow>;
  readonly unknown?: readonly OrderRequest[];
  readonly rows?: readonly OrderRecord[];
  readonly externalRows?: readonly OrderRecord[];
  readonly today?: string;
  readonly unitsDiffer?: readonly string[];
}

function asked(shown: Shown) {
  const { order, unknown = [LOST], rows = [OWN, OTHER], externalRows = [OTHER] } = shown;
  const { today = '2026-11-20', unitsDiffer = [] } = shown;
  const list = { answer: anAnswer(rows), externalRows } as unknown as ListComparisonResult;
  const subject = { order: anOrderRow({ id: 'ord_1', orderNumber: '700001', ...order }), unknown };
  const known = { now: noon(0), today, unitsDiffer: new Set(unitsDiffer) };
  return accountsToAsk([subject], list, known).map(({ id }) => id);
}

describe('The list of an account is asked for', () => {
  it("where the broker's list shows an order working and, under a number of nobody here, what its lost edit asked for", () => {
    expect(asked({})).toEqual(['ord_1']);
  });

  it('where only that list can end the doubt about a number', () => {
    const doubted = { order: { numberDoubt: 'AccountList' }, externalRows: [] } as const;
    expect(asked({ ...doubted, unknown: [] })).toEqual(['ord_1']);
    expect(asked(doubted)).toEqual(['ord_1']);
  });

  it('before a lost cancel is sent once more', () => {
    const lost = { ...LOST, kind: 'Cancel', resend: 'Undecided', sends: 1 } as const;
    expect(asked({ unknown: [{ ...lost, dueAt: noon(0) }], externalRows: [] })).toEqual(['ord_1']);
    expect(asked({ unknown: [{ ...lost, dueAt: noon(1) }], externalRows: [] })).toEqual([]);
    const twice = { ...lost, dueAt: noon(0), sends: 2 };
    expect(asked({ unknown: [twice], externalRows: [] })).toEqual([]);
  });

  describe('but not for a lost cancel that is not sent once more whatever that list shows', () => {
    const lost = { ...LOST, kind: 'Cancel', sends: 1, dueAt: noon(0) } as const;
    const dayOrder = { timeInForce: 'Day Order (DO)', tradingDate: '2026-11-20' } as const;
    const shown = { unknown: [lost], externalRows: [], order: dayOrder };

    it('because the day of its order is over', () => {
      expect(asked(shown)).toEqual(['ord_1']);
      expect(asked({ ...shown, today: '2026-11-23' })).toEqual([]);
    });

    it('because units are shown that nobody here has asked for', () => {
      expect(asked({ ...shown, unitsDiffer: ['ord_1'] })).toEqual([]);
      const order = { ...dayOrder, numberDoubt: 'AccountList' } as const;
      expect(asked({ ...shown, order, unitsDiffer: ['ord_1'] })).toEqual(['ord_1']);
    });
  });

  const nothing: readonly (readonly [string, Shown])[] = [
    ['its own number is on the list no more', { rows: [OTHER] }],
    ['its own number is shown cancelled', { rows: [{ ...OWN, statusWord: 'Cancelled' }, OTHER] }],
    ['the other number is that of an order of ours', { externalRows: [] }],
    ['the other number has other units', { externalRows: [{ ...OTHER, units: '400' }] }],
    ['the other number is another side', { externalRows: [{ ...OTHER, side: 'SELL' }] }],
    ['only a cancel of it is lost', { unknown: [{ ...LOST, kind: 'Cancel', dueAt: noon(1) }] }],
  ];
  it.each(nothing)('but not where %s', (_, shown) => {
    expect(asked(shown)).toEqual([]);
  });
});

describe('Where there is no room to ask for the lists of all accounts', () => {
  it('those of orders with an open cancel come first, then those that have waited longest', () => {
    const due = ['ord_1', 'ord_2', 'ord_3', 'ord_4'].map((id) => anOrderRow({ id }));
    const askedAt = new Map([['ord_1', 9_000], ['ord_2', 3_000], ['ord_4', 6_000]]); // prettier-ignore
    const cancelled = new Set(['ord_1', 'ord_4']);
    const ids = firstToAsk(due, { cancelled, askedAt }).map(({ id }) => id);
    expect(ids).toEqual(['ord_4', 'ord_1', 'ord_3', 'ord_2']);
  });
});
