import {
  confirmsNothingDone,
  isListedAsHeld,
} from '../../../../src/orders/reconciliation/apply/confirmed-by-list.js';
import type { LastList } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { noon } from '../../../support/builders.js';

const GRACE_MS = 10_000;
const ORDER = { id: 'ord_1', lastOwnChangeAt: noon(10) };
const OURS: ReadonlySet<string> = new Set(['ord_1']);
const OTHERS: ReadonlySet<string> = new Set(['ord_2']);

function aList(shown: Partial<LastList>): LastList {
  return { askedAt: noon(30), absent: OTHERS, confirmed: OURS, ...shown };
}

describe('That an edit or a cancel was not done', () => {
  it.each<[boolean, string, LastList | null]>([
    [true, 'shows the order as it is held', aList({})],
    [false, 'leaves the order out', aList({ absent: OURS, confirmed: OTHERS })],
    [false, 'shows it with other terms', aList({ confirmed: OTHERS })],
    [false, 'was asked for before the last one was sent', aList({ askedAt: noon(9) })],
    [false, 'was asked for when it need not have shown it yet', aList({ askedAt: noon(20) })],
    [false, 'was never read', null],
  ])('is confirmed (%s) by a list that %s', (confirmed, _, list) => {
    expect(confirmsNothingDone(list, ORDER, GRACE_MS)).toBe(confirmed);
  });
});

describe('That an order works, as it is held', () => {
  it.each<[boolean, string, LastList | null, number]>([
    [true, 'asked for before the record', aList({}), noon(40)],
    [true, 'asked for a minute before the record', aList({}), noon(90)],
    [false, 'older than that', aList({}), noon(91)],
    [false, 'that shows it otherwise', aList({ confirmed: OTHERS }), noon(40)],
    [false, 'that was never read', null, noon(40)],
  ])('is shown (%s) by a list %s', (listed, _, list, askedAt) => {
    expect(isListedAsHeld(list, ORDER, { askedAt })).toBe(listed);
  });
});
