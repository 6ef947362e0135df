import type {
  Answer,
  NoAnswer,
  OrderRecord,
} from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import {
  accountShows,
  noteAccountLook,
} from '../../../../src/orders/reconciliation/apply/account-looks.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { anOrder, aRequest, aState, noon } from '../../../support/builders.js';
import { aListed, anAnswer } from '../rows.js';

type Look = readonly [second: number, answer: Answer<OrderRecord> | NoAnswer];

const SHOWN = anAnswer([aListed()]);
const LOST: NoAnswer = {
  kind: 'NoAnswer',
  why: 'NoReply',
  isExplicit: false,
  detail: '',
  retryAt: null,
};
const NO_ROOM: NoAnswer = { ...LOST, why: 'NoBudget', retryAt: noon(60) };
const NO_KEY: NoAnswer = { ...LOST, why: 'NoBudget', isForbidden: true };

/** What these looks say of the order 700001, whose lost cancel may be sent again since `dueAt`. */
function shows(looks: readonly Look[], dueAt = noon(0), unknown: Partial<OrderRequest> = {}) {
  const known = new PollingState();
  const order = anOrder();
  for (const [second, answer] of looks)
    noteAccountLook(known, order, { answer, askedAt: noon(second), mappings: NO_MAPPINGS });
  const cancel = aRequest({ kind: 'Cancel', state: 'Unknown', dueAt, ...unknown });
  return accountShows(known, aState({ order, requests: [cancel] }), { askedAt: noon(300) });
}

const each = (answer: Look[1], ...seconds: readonly number[]): readonly Look[] =>
  seconds.map((second) => [second, answer]);

describe('The list of the account of an order whose cancel may be sent again', () => {
  it('shows it, or does not, since the cancel may be sent again', () => {
    expect(shows([])).toBe('NotAsked');
    expect(shows([[1, SHOWN]])).toBe('Shown');
    expect(shows([[1, anAnswer([])]])).toBe('NotShown');
    expect(shows([[1, SHOWN]], noon(2))).toBe('NotAsked');
  });

  it.each([
    ['Cancelled', null],
    ['Open', '0'],
    ['Withdrawn', null],
  ])('does not show it where its row has ended: %s, %s left', (statusWord, pendingUnits) => {
    expect(shows([[1, anAnswer([aListed({ statusWord, pendingUnits })])]])).toBe('NotShown');
  });

  it('is not answered after three questions without an answer', () => {
    expect(shows(each(LOST, 1, 31))).toBe('NotAsked');
    expect(shows(each(LOST, 1, 31, 61))).toBe('NotAnswered');
    expect(shows([...each(LOST, 1, 31), [61, SHOWN], [91, LOST]])).toBe('NotAsked');
  });

  it('has still to be asked where there was no room in the budget, however often', () => {
    expect(shows(each(NO_ROOM, 1, 6, 11, 16))).toBe('NotAsked');
    expect(shows([[1, SHOWN], ...each(NO_ROOM, 6, 11, 16)])).toBe('Shown');
    expect(shows([...each(LOST, 1, 31), ...each(NO_ROOM, 61, 66)])).toBe('NotAsked');
  });

  it('is not answered where no key may ask for it three times, however the lost answers before', () => {
    expect(shows(each(NO_KEY, 1, 31))).toBe('NotAsked');
    expect(shows([...each(LOST, 1, 31), [61, NO_KEY]])).toBe('NotAsked');
    expect(shows(each(NO_KEY, 1, 31, 61))).toBe('NotAnswered');
  });

  it('is asked anew for each cancel: what was not answered before does not count', () => {
    expect(shows(each(LOST, 1, 31, 61), noon(60))).toBe('NotAsked');
    expect(shows(each(NO_KEY, 1, 31, 61), noon(60))).toBe('NotAsked');
    expect(shows(each(LOST, 1, 31, 61, 91, 121), noon(60))).toBe('NotAnswered');
  });
});
