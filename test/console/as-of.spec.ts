import type { AuditEvent, Break, ExchangeCall, Fill, Order } from '../../console/api/answers.js';
import {
  breaksAsOf,
  callsAsOf,
  differencesOf,
  fillsAsOf,
  momentsOf,
  placeOf,
  searchedBy,
  stepped,
} from '../../console/order/as-of.js';

const at = (second: number): string => `2026-11-20T10:00:0${String(second)}.000Z`;
const MOMENTS = momentsOf([{ at: at(3) }, { at: at(1) }, { at: at(3) }, { at: at(5) }]);

describe('Looking back at an order', () => {
  it('goes through the moments at which something was recorded, each once', () => {
    expect(MOMENTS).toEqual([at(1), at(3), at(5)]);
    expect([at(0), at(1), at(2), at(5), at(9)].map((one) => placeOf(MOMENTS, one))).toEqual([
      -1, 0, 0, 2, 2,
    ]);
  });

  it('starts before the last of them, stops at the first, and ends with now', () => {
    expect(stepped(MOMENTS, null, 'earlier')).toBe(at(3));
    expect(stepped(MOMENTS, at(3), 'earlier')).toBe(at(1));
    expect(stepped(MOMENTS, at(1), 'earlier')).toBe(at(1));
    expect(stepped(MOMENTS, at(4), 'earlier')).toBe(at(3));
    expect(stepped(MOMENTS, at(0), 'later')).toBe(at(1));
    expect(stepped(MOMENTS, at(4), 'later')).toBe(at(5));
    expect(stepped(MOMENTS, at(5), 'later')).toBeNull();
    expect(stepped(MOMENTS, null, 'later')).toBeNull();
    expect(stepped([], null, 'earlier')).toBeNull();
  });

  it('names what has changed since', () => {
    const then = {
      status: 'Open', units: '1000', price: '12.5', matchedUnits: '0', averagePrice: null, openBreaks: 0,
      orderNumber: '7', pending: { kind: 'Cancel' }, evidence: { certain: true },
    } as unknown as Order; // prettier-ignore
    const now = {
      ...then, status: 'Cancelled', matchedUnits: '300', pending: null, price: '12.50',
    } as Order; // prettier-ignore
    expect(differencesOf(then, then)).toEqual([]);
    expect(differencesOf(then, now)).toEqual([
      { name: 'Status', then: 'Open', now: 'Cancelled' },
      { name: 'Under way', then: 'cancel', now: 'nothing' },
      { name: 'Matched', then: '—', now: '300' },
    ]);
  });

  it('has the numbers that the last search had named by then', () => {
    const found = '700374, 700375 may be it';
    const events = [
      { at: at(1), type: 'POST_REQUESTED', body: {} },
      { at: at(2), type: 'POST_UNKNOWN', body: { reason: 'other side closed' } },
      { at: at(3), type: 'POST_SEARCHED', body: { found, candidates: ['700374', '700375'] } },
      { at: at(4), type: 'BREAK_CHANGED', body: {} },
      { at: at(5), type: 'POST_SEARCHED', body: { found: 'nothing of it', candidates: [] } },
      { at: at(6), type: 'EDIT_REQUESTED', body: {} },
    ] as unknown as AuditEvent[];
    expect(searchedBy(events, 'Post', at(2))).toBeNull();
    const both = { found, numbers: ['700374', '700375'] };
    expect([at(3), at(4)].map((one) => searchedBy(events, 'Post', one))).toEqual([both, both]);
    expect(searchedBy(events, 'Post', at(9))).toEqual({ found: 'nothing of it', numbers: [] });
    expect(searchedBy(events, 'Edit', at(9))).toBeNull();
  });

  it('leaves out what was not known yet, and takes back what has ended since', () => {
    const fills = [
      { id: 'a', observedAt: at(1), reversedAt: at(4) },
      { id: 'b', observedAt: at(3), reversedAt: at(3) },
      { id: 'c', observedAt: at(5), reversedAt: null },
    ] as Fill[];
    expect(fillsAsOf(fills, null)).toBe(fills);
    expect(fillsAsOf(fills, at(3)).map(({ id, reversedAt }) => [id, reversedAt])).toEqual([
      ['a', null],
      ['b', at(3)],
    ]);
    const calls = [{ startedAt: at(1), completedAt: at(4), httpStatus: 200 }] as ExchangeCall[];
    expect(callsAsOf(calls, at(3))).toMatchObject([{ completedAt: null, httpStatus: null }]);
    expect(callsAsOf(calls, at(4))).toEqual(calls);
    const breaks = [{ openedAt: at(2), closedAt: at(4) }] as Break[];
    expect(breaksAsOf(breaks, at(1))).toEqual([]);
    expect(breaksAsOf(breaks, at(3))).toMatchObject([{ closedAt: null }]);
  });
});
