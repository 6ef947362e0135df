import type { Database } from '../../../../src/infra/database/database.js';
import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { ACCOUNTS_MAX } from '../../../../src/orders/reconciliation/runs/run-pacing.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { UnknownOutcomeSearch } from '../../../../src/orders/reconciliation/unknown-outcomes/search.js';
import type { RunEvidence } from '../../../../src/orders/reconciliation/lists/run-evidence.js';
import type { OrderUnderReview } from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import type { OrderStore } from '../../../../src/orders/order/order-store.js';
import type { TradingCalendar } from '../../../../src/market/trading-calendar/trading-calendar.js';
import type { SightingRegister } from '../../../../src/orders/order-numbers/sighting-register.js';
import type { ApprovedMappings } from '../../../../src/orders/status-mappings/approved-mappings.js';
import { MappingsInForce } from '../../../../src/orders/status-mappings/mappings-in-force.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { aRequest, noon } from '../../../support/builders.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { aListed, aListComparison, anAnswer, anOrderRow } from '../rows.js';

const searching = new UnknownOutcomeSearch(
  new PollingState(),
  {} as Database,
  {} as OrderStore,
  {} as SightingRegister,
  {} as TradingCalendar,
  read(REAL),
  new HandClock(noon(0)),
  new MappingsInForce({} as Database, read(REAL), {} as ApprovedMappings),
);

/** What a pass was shown whose list has these rows. */
function shown(rows: readonly OrderRecord[]): RunEvidence {
  const list = aListComparison(rows);
  return { list, trades: [{ ...anAnswer([]), date: '2026-11-20' }], tradesAnswered: true };
}

describe('A list of the whole book', () => {
  const ofLength = (length: number): RunEvidence =>
    shown(Array.from({ length }, (_, index) => aListed({ orderNumber: String(700_000 + index) })));

  it.each([50, 100, 200, 250, 500, 1_000, 5_000])(
    'of %d rows may have been cut, and is no proof of what it does not show (D11)',
    (rows) => {
      expect(searching.covers(ofLength(rows))).toBe(false);
    },
  );

  it.each([0, 1, 49, 51, 99, 101, 999])('of %d rows is whole (D11)', (rows) => {
    expect(searching.covers(ofLength(rows))).toBe(true);
  });
});

describe("The list of a client's account", () => {
  const subject = (place: number, unknown: OrderUnderReview['unknown'] = []): OrderUnderReview => ({
    order: anOrderRow({ id: `ord_${place}`, accountNumber: `CDS-${place}` }),
    unknown,
  });
  const inDoubt = (place: number, dueAt: number): OrderUnderReview =>
    subject(place, [aRequest({ orderId: `ord_${place}`, state: 'Unknown', dueAt })]);
  const due = (...subjects: readonly OrderUnderReview[]): readonly string[] =>
    searching.due(subjects, shown([]), ACCOUNTS_MAX).map(({ order }) => order.accountNumber);

  it('is asked for only where something sent has no known outcome (H5)', () => {
    const working = Array.from({ length: 300 }, (_, place) => subject(place));
    expect(due(...working, inDoubt(300, noon(0)))).toEqual(['CDS-300']);
  });

  it('is asked for after the quiet time (H5)', () => {
    const doubts = [30, 29, 10, 25, 31].map((seconds, place) => inDoubt(place, noon(seconds)));
    expect(due(...doubts)).toEqual(['CDS-2', 'CDS-3', 'CDS-1', 'CDS-0']);
    expect(due(inDoubt(0, noon(31)))).toEqual([]);
  });

  it('is shared by the orders of that account, of twelve accounts in a pass at the most (H5)', () => {
    const doubts = Array.from({ length: 30 }, (_, place) => inDoubt(place % 15, noon(place % 15)));
    const accounts = due(...doubts);
    expect(accounts).toHaveLength(24);
    expect(new Set(accounts)).toEqual(new Set(Array.from({ length: 12 }, (_, n) => `CDS-${n}`)));
  });
});
