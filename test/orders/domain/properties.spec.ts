import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { add, compare } from '../../../src/orders/domain/decimal.js';
import type { Change, OrderState } from '../../../src/orders/domain/order.js';
import { isClosed } from '../../../src/orders/domain/order-status.js';
import { anyDay, Day, keyOf, type AnyDay, type Event } from './any-day.js';

const RUNS = { numRuns: 400 };

/** Lives any day and looks at the order before and after each event. */
function everyDay(
  look: (day: Day, before: OrderState, change: Change | null, event: Event) => void,
): void {
  fc.assert(
    fc.property(anyDay, (plan: AnyDay) => {
      const day = new Day(plan);
      for (const event of plan.events) {
        const before = day.state;
        const change = day.live(event);
        look(day, before, change, event);
      }
    }),
    RUNS,
  );
}

/** Replies that prove that a request did nothing at the exchange. */
const PROVABLY_NOTHING = ['KeyRefused', 'ScopeRefused', 'RateRefused', 'NotSent'];

const sum = (units: readonly string[]): string => units.reduce(add, '0');

describe('Whatever happens to an order', () => {
  it('at most one request of it is on its way', () => {
    everyDay((day) => {
      expect(day.state.requests.filter((request) => request.state === 'Sent').length).toBeLessThan(
        2,
      );
    });
  });

  it('nothing of a closed order is sent, and nothing of it waits to be', () => {
    everyDay(({ state }, before, change) => {
      const states = state.requests.map((request) => request.state);
      if (isClosed(state.order.status)) expect(states).not.toContain('Queued');
      if (!isClosed(before.order.status)) return;
      for (const request of change?.requests ?? []) expect(request.state).not.toBe('Sent');
    });
  });

  it('a closed order has the moment it was closed, and no other order has one', () => {
    everyDay(({ state: { order } }) => {
      expect(order.closedAt !== null).toBe(isClosed(order.status));
    });
  });

  it('matched units never fall', () => {
    everyDay((day, before) => {
      expect(
        compare(day.state.order.matchedUnits, before.order.matchedUnits),
      ).toBeGreaterThanOrEqual(0);
    });
  });

  it('the units filled are the sum of the executions booked, and not above the units matched', () => {
    everyDay(({ state: { order }, booked }) => {
      expect(order.filledUnits).toBe(sum([...booked.values()].map((row) => row.units)));
      expect(compare(order.filledUnits, order.matchedUnits)).toBeLessThanOrEqual(0);
    });
  });

  it('no trade is turned away but one of another side', () => {
    everyDay((day, _before, change, event) => {
      if (event.does !== 'trade' || change === null) return;
      for (const row of event.rows) {
        expect(day.booked.has(keyOf(row))).toBe(row.side === 'BUY');
      }
    });
  });

  it('it is Rejected by a confirmed refusal of its post alone', () => {
    everyDay((day, before, _change, event) => {
      if (day.state.order.status === before.order.status) return;
      expect(day.state.order.status === 'Rejected').toBe(event.does === 'refuse');
    });
  });

  it('it is Cancelled only by a dealer before it is sent, an acknowledgement, or a record', () => {
    everyDay((day, before, _change, event) => {
      const { status } = day.state.order;
      if (status === before.order.status || status !== 'Cancelled') return;
      expect(['cancel', 'claim', 'reply', 'record']).toContain(event.does);
      // Taken back here: its post provably never had an effect, and a cancel was asked meanwhile.
      if (day.state.order.grade === 'Operator') {
        expect(day.state.order.orderNumber).toBeNull();
        return;
      }
      if (event.does === 'reply' && !event.plain) {
        expect(event.reply).toMatchObject({ class: 'Acknowledged', statusWord: 'Cancelled' });
      }
      if (event.does === 'record') expect(event.record.statusWord).toBe('Cancelled');
    });
  });

  it('a request is Refused only after a "no" of the exchange, or once the order is closed', () => {
    everyDay((day, _before, change) => {
      for (const request of change?.requests ?? []) {
        if (request.state !== 'Refused') continue;
        expect(request.saidNo === 1 || isClosed(day.state.order.status)).toBe(true);
      }
    });
  });

  it('no reply but a complete acknowledgement moves it, or one that lets it be taken back', () => {
    everyDay((day, before, change, event) => {
      if (event.does !== 'reply' || event.plain || change === null) return;
      const moves = ['status', 'units', 'price', 'orderNumber'].filter(
        (name) => name in change.order,
      );
      if (moves.length === 0) return;
      if (day.state.order.grade === 'Operator') {
        // It never left and a cancel was waiting: what moved it is the dealer's word.
        expect(moves).toEqual(['status']);
        expect(PROVABLY_NOTHING).toContain(event.reply.class);
        expect(before.requests.map((request) => request.kind)).toContain('Cancel');
        return;
      }
      if (day.state.order.grade === 'Traded' && event.reply.class !== 'Acknowledged') {
        // Its edit provably never arrived, and all units of before are traded, or more: they moved it.
        const { filledUnits, units } = day.state.order;
        expect(moves).toEqual(['status']);
        expect(PROVABLY_NOTHING).toContain(event.reply.class);
        expect(compare(filledUnits, units)).toBeGreaterThanOrEqual(0);
        return;
      }
      expect(event.reply).toMatchObject({ class: 'Acknowledged', numberTaken: false });
      expect(event.reply.orderRef === null || event.reply.orderRef === before.order.orderRef).toBe(
        true,
      );
      expect(['Posted', 'Amended', 'Cancelled']).toContain(event.reply.statusWord);
    });
  });

  it('its status, terms, fills and number never change without a fact that says so', () => {
    const facts: Readonly<Record<string, readonly string[]>> = {
      status: ['STATUS_CHANGED'],
      units: ['TERMS_CHANGED', 'EDITED_BEFORE_SENDING'],
      price: ['TERMS_CHANGED', 'EDITED_BEFORE_SENDING'],
      filledUnits: ['FILL'],
      matchedUnits: ['FILL', 'MATCHED_UNITS_CHANGED'],
      orderNumber: ['ORDER_NUMBER_LINKED'],
      grade: ['STATUS_CHANGED', 'PROVEN'],
    };
    everyDay((day, before, change) => {
      const now = new Map<string, unknown>(Object.entries(day.state.order));
      for (const [field, was] of Object.entries(before.order)) {
        const names = facts[field];
        if (names === undefined || now.get(field) === was) continue;
        expect(change?.facts.some((fact) => names.includes(fact.type))).toBe(true);
      }
    });
  });

  it('every move of a request leaves a fact', () => {
    everyDay((_day, _before, change) => {
      const moves =
        change?.facts.filter((fact) => 'epoch' in fact.body && 'units' in fact.body) ?? [];
      const told = new Set(moves.map((fact) => fact.body['request']));
      expect(told.size).toBe(change?.requests.length ?? 0);
    });
  });

  it('an epoch never goes back, so a reply always knows its claim', () => {
    everyDay((day, { requests }) => {
      for (const { id, epoch } of requests) {
        expect(day.requests.get(id)?.epoch).toBeGreaterThanOrEqual(epoch);
      }
    });
  });

  it('its number, once known, is never lost', () => {
    everyDay((day, before) => {
      if (before.order.orderNumber !== null) expect(day.state.order.orderNumber).not.toBeNull();
    });
  });
});
