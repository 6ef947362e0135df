import fc from '../../support/seeded-fast-check.js';
import { add, compare } from '../../../src/infra/decimal.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import {
  isEndDoubted,
  type OrderChange,
  type OrderState,
} from '../../../src/orders/order/order.js';
import { isClosed } from '../../../src/orders/order/order-status.js';
import { anyDay, Day, keyOf, type AnyDay, type Event } from './any-day.js';

const RUNS = { numRuns: 400 };

/** Plays random days and checks the order before and after each event. */
function everyDay(
  look: (day: Day, before: OrderState, change: OrderChange | null, event: Event) => void,
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

/** What proves that a request did nothing at the exchange. */
const PROVABLY_NOTHING = ['NotSent'];

/** A change of when to look next is no transition. */
function isMove(request: OrderRequest, before: OrderState): boolean {
  const held = before.requests.find(({ id }) => id === request.id);
  return (
    held === undefined ||
    held.state !== request.state ||
    held.found !== request.found ||
    held.units !== request.units ||
    held.price !== request.price
  );
}

const sum = (units: readonly string[]): string => units.reduce(add, '0');

const overfills = ({ breaksOpened: raise }: OrderChange): readonly (string | undefined)[] =>
  raise.filter(({ key }) => key === 'overfilled').map(({ detail }) => detail);

/** The breaks of an order that is Filled by these trades; null: too few to be Filled. */
function overfillsOf(traded: string, units: string): readonly string[] | null {
  if (compare(traded, units) < 0) return null;
  return compare(traded, units) === 0 ? [] : [`${traded} units are traded of an order of ${units}`];
}

/** Whether a record has opened the order or changed its units after its last trade. */
function recordedSinceItsLastTrade({ changes }: Day): boolean {
  const facts = changes.flatMap((change) => change.facts);
  return (
    facts.findLastIndex(({ type }) => type === 'FILL') <
    facts.findLastIndex(
      ({ type, body }) =>
        (type === 'TERMS_CHANGED' && body['request'] === null) ||
        (type === 'STATUS_CHANGED' && body['grade'] === 'Enquired'),
    )
  );
}

describe('Whatever happens to an order', () => {
  it('at most one of its requests is in flight', () => {
    everyDay((day) => {
      expect(day.state.requests.filter((request) => request.state === 'Sent').length).toBeLessThan(
        2,
      );
    });
  });

  it('no request of a closed order is sent, and none is queued but a cancel while its end is in doubt', () => {
    everyDay(({ state }, before, change) => {
      const queued = state.requests.filter((request) => request.state === 'Queued');
      for (const { id, kind } of isClosed(state.order.status) ? queued : []) {
        const isNew = !before.requests.some((request) => request.id === id);
        expect([kind, isEndDoubted(state.order)]).toEqual(['Cancel', true]);
        expect(isNew ? isEndDoubted(before.order) : isClosed(before.order.status)).toBe(true);
      }
      if (!isClosed(before.order.status)) return;
      for (const request of change?.requests ?? []) expect(request.state).not.toBe('Sent');
    });
  });

  it('a closed order, and no other, has a time of closing', () => {
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

  it('its filled units are the sum of its executions, and not above its matched units', () => {
    everyDay(({ state: { order }, booked }) => {
      expect(order.filledUnits).toBe(sum([...booked.values()].map((row) => row.units)));
      expect(compare(order.filledUnits, order.matchedUnits)).toBeLessThanOrEqual(0);
    });
  });

  it('every trade is booked except one of the other side', () => {
    everyDay((day, _before, change, event) => {
      if (event.does !== 'trade' || change === null) return;
      for (const row of event.rows) {
        expect(day.booked.has(keyOf(row))).toBe(row.side === 'BUY');
      }
    });
  });

  it('it is Rejected only by a confirmed refusal of its post', () => {
    everyDay((day, before, _change, event) => {
      if (day.state.order.status === before.order.status) return;
      expect(day.state.order.status === 'Rejected').toBe(event.does === 'search');
    });
  });

  it('it is Cancelled only by a dealer before it is sent, an acknowledgement, or a record', () => {
    everyDay((day, before, _change, event) => {
      const { status } = day.state.order;
      if (status === before.order.status || status !== 'Cancelled') return;
      expect(['cancel', 'claim', 'reply', 'record']).toContain(event.does);
      // Withdrawn: its post provably had no effect, and a cancel was waiting.
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

  it('a request is Refused only after a refusal, once the order is closed, or after two sends in vain', () => {
    everyDay((day, _before, change) => {
      for (const request of change?.requests ?? []) {
        if (request.state !== 'Refused') continue;
        const inVain = request.kind !== 'Post' && request.sends === 2;
        const closed = isClosed(day.state.order.status);
        expect(request.refusalPending === 1 || closed || inVain).toBe(true);
      }
    });
  });

  it('only a complete acknowledgement moves it, or a reply that lets it be withdrawn', () => {
    everyDay((day, before, change, event) => {
      if (event.does !== 'reply' || event.plain || change === null) return;
      const moves = ['status', 'units', 'price', 'orderNumber'].filter(
        (name) => name in change.order,
      );
      if (moves.length === 0) return;
      if (day.state.order.grade === 'Operator') {
        // It was never sent and a cancel was waiting: the dealer moved it.
        expect(moves).toEqual(['status']);
        expect(PROVABLY_NOTHING).toContain(event.reply.class);
        expect(before.requests.map((request) => request.kind)).toContain('Cancel');
        return;
      }
      if (day.state.order.grade === 'Traded' && event.reply.class !== 'Acknowledged') {
        // No edit is open any more, and the trades cover its units: they moved it.
        expect(moves).toEqual(['status']);
        expect(PROVABLY_NOTHING).toContain(event.reply.class);
        const traded = sum([...day.booked.values()].map((row) => row.units));
        expect(overfills(change)).toEqual(overfillsOf(traded, day.state.order.units));
        // Its last trade did not close it, because an edit might have added units.
        const inTheAir = before.requests.find(
          ({ kind, state }) => kind === 'Edit' && state === 'Sent',
        );
        if (compare(inTheAir?.units ?? '0', traded) <= 0)
          expect(recordedSinceItsLastTrade(day)).toBe(true);
        return;
      }
      expect(event.reply).toMatchObject({ class: 'Acknowledged', numberTaken: false });
      expect(event.reply.orderRef === null || event.reply.orderRef === before.order.orderRef).toBe(
        true,
      );
      expect(['Posted', 'Amended', 'Cancelled']).toContain(event.reply.statusWord);
    });
  });

  it('its status, terms, fills and number never change without a fact', () => {
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

  it('every transition of a request leaves a fact', () => {
    everyDay((_day, before, change) => {
      const moves =
        change?.facts.filter((fact) => 'epoch' in fact.body && 'units' in fact.body) ?? [];
      const reported = new Set(moves.map((fact) => fact.body['request']));
      const moved = (change?.requests ?? []).filter((request) => isMove(request, before));
      for (const { id } of moved) expect(reported.has(id)).toBe(true);
      // A late answer that proves nothing is news of a request that stays Unknown.
      const others = [...reported].filter((id) => !moved.some((request) => request.id === id));
      for (const other of others)
        expect(before.requests.find(({ id }) => id === other)?.state).toBe('Unknown');
    });
  });

  it('a claim number never goes back, so that a reply belongs to one claim', () => {
    everyDay((day, { requests }) => {
      for (const { id, claimNumber } of requests) {
        expect(day.requests.get(id)?.claimNumber).toBeGreaterThanOrEqual(claimNumber);
      }
    });
  });

  it('its number, once known, is never lost', () => {
    everyDay((day, before) => {
      if (before.order.orderNumber !== null) expect(day.state.order.orderNumber).not.toBeNull();
    });
  });
});
