import { readAccountList } from '../../../../src/orders/reconciliation/order-records/listed-by-account.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import {
  anOrder,
  aRequest,
  aState,
  at,
  noon,
  openBreaks,
  raisedBy,
} from '../../../support/builders.js';

/** BUY 100 SD11PLC under 700001, whose edit to 300 units was sent at noon and never answered. */
const LOST = {
  kind: 'Edit',
  state: 'Unknown',
  units: '300',
  sends: 1,
  firstSentAt: noon(0),
} as const;
const [OWN, OTHER] = ['700001', '700002'] as const;

const WORKS: { statusWord: string; pendingUnits: string | null } = {
  statusWord: 'Open',
  pendingUnits: null,
};

function rowOf(orderNumber: string, units: string) {
  return { orderNumber, units, side: 'BUY', security: 'SD11PLC', ...WORKS };
}

interface Shown {
  readonly rows?: readonly ReturnType<typeof rowOf>[];
  readonly external?: readonly string[];
  readonly askedAt?: number;
  readonly edit?: Partial<OrderRequest>;
  readonly order?: Partial<Order>;
  readonly breaks?: OrderState['breaks'];
}

function changeBy(shown: Shown) {
  const { rows, external = [OTHER], askedAt = noon(30), edit, order, breaks = [] } = shown;
  const requests = [aRequest({ ...LOST, ...edit }), aRequest({ id: 'req_2', kind: 'Cancel' })];
  const state = aState({ order: anOrder(order), requests, breaks });
  const account = { rows: rows ?? [rowOf(OTHER, '300')], askedAt };
  const rules = { external: new Set(external), mappings: NO_MAPPINGS };
  return readAccountList(state, account, rules, at());
}

describe("The list of its account shows a lost edit's units under another number, and not the order's own", () => {
  it('so that its own may be another order by now: a cancel waits, and people are told', () => {
    const change = changeBy({});
    expect(change?.order).toMatchObject({ numberDoubt: 'AccountList', numberDoubtedAt: noon(30) });
    expect(change === null ? [] : raisedBy(change)).toEqual([
      'IdentityMismatch',
      'CancelUnconfirmed',
    ]);
  });

  it('so too if only what was left of it is shown', () => {
    const change = changeBy({ rows: [rowOf(OTHER, '260')], order: { matchedUnits: '40' } });
    expect(change?.order).toMatchObject({ numberDoubt: 'AccountList' });
  });

  it('so too where it shows its own only as ended', () => {
    const ended = { ...rowOf(OWN, '100'), statusWord: 'Cancelled' };
    const change = changeBy({ rows: [rowOf(OTHER, '300'), ended] });
    expect(change?.order).toMatchObject({ numberDoubt: 'AccountList' });
  });

  const nothing: readonly (readonly [string, Shown])[] = [
    ['it shows its own number as well', { rows: [rowOf(OTHER, '300'), rowOf(OWN, '100')] }],
    ['the other number is that of an order of ours', { external: [] }],
    ['the other number has other units', { rows: [rowOf(OTHER, '400')] }],
    ['it is another side', { rows: [{ ...rowOf(OTHER, '300'), side: 'SELL' }] }],
    ['it was asked for before the edit was sent', { askedAt: noon(0) }],
    ['the edit has an outcome', { edit: { state: 'Refused' } }],
    ['the order has ended', { order: { status: 'Cancelled' } }],
  ];
  it.each(nothing)('but nothing is doubtful where %s', (_, shown) => {
    expect(changeBy(shown)?.order ?? {}).not.toHaveProperty('numberDoubt');
  });
});

describe('A doubtful number', () => {
  const doubted = { numberDoubt: 'AccountList', numberDoubtedAt: noon(10) } as const;
  const readOf = (statusWord: string, pendingUnits: string | null = null) =>
    changeBy({ rows: [{ ...rowOf(OWN, '100'), statusWord, pendingUnits }], order: doubted })?.order;

  it.each([
    ['Open', null],
    ['open', '100'],
    ['Resting', '100'],
  ])('is its own where the list of its account shows it working: %s, %s left', (word, left) => {
    expect(readOf(word, left)).toMatchObject({ numberDoubt: null });
  });

  it("stays doubtful though that list shows it with units and at a price that nobody here has asked for: it may be the client's next order", () => {
    const rows = [rowOf(OWN, '100')];
    const changed = (priceGrade: Order['priceGrade']) =>
      changeBy({ rows, order: { ...doubted, priceGrade }, breaks: openBreaks('UnitsMismatch') });
    expect(changed('Doubtful')?.order ?? {}).not.toHaveProperty('numberDoubt');
    expect(changed('Acknowledged')?.order).toMatchObject({ numberDoubt: null });
  });

  it.each([
    ['Cancelled', null],
    ['Cancelled', '100'],
    ['Open', '0'],
    ['Matched', '0'],
    ['Withdrawn', null],
  ])('stays doubtful where that list shows it as ended: %s, %s left', (word, left) => {
    expect(readOf(word, left) ?? {}).not.toHaveProperty('numberDoubt');
  });
});
