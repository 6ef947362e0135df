import type { Day } from '../../console/api/answers.js';
import { checklistOf, externalText, lostReplies, whyNotSigned } from '../../console/day/day-of.js';

const NOTHING = { executions: 0, units: '0', value: '0' };
const LOST = { id: 'brk_1', type: 'PostUnconfirmed', severity: 'High', assignee: null };
const DAY = {
  tradingDate: '2026-11-26', status: 'Unsettled', readAt: null, signOffs: [],
  closesAt: '2026-11-26T13:30:00.000Z', closableFrom: '2026-11-26T13:40:00.000Z',
  report: {
    facts: { lines: [], totals: { ours: NOTHING, exchange: null }, external: [], orders: { New: 1 } },
    breaks: [{ ...LOST, orderId: 'ord_1', orderNumber: null }, { ...LOST, type: 'OrphanTrade', orderId: null, orderNumber: '7' }],
    resolvedBreaks: [], service: { runs: 1, calls: 2, answered: 2 },
    unsettled: ['the day is not over', '1 order is uncertain'],
  },
} as unknown as Day; // prettier-ignore
const AT_NOON = Date.parse('2026-11-26T11:00:00Z');

describe('A trading day that is not over', () => {
  it('claims no step that is not met, and compares nothing that was not read', () => {
    expect(checklistOf(DAY, AT_NOON).map(({ state, text }) => `${state}: ${text}`)).toEqual([
      'open: The session, or the time for its last trades, is not over yet',
      "later: The exchange's trades have not been read since the close",
      "later: Nothing is compared yet: the exchange's trades are not read",
      'open: 2 breaks of the day are open',
      'later: Not signed by a first person yet',
      'later: Not signed by a second person yet',
    ]);
  });

  it('counts a lost reply, and does not call trades none that nobody has read', () => {
    expect(lostReplies(DAY.report)).toEqual({ all: 1, open: 1 });
    expect(externalText(DAY.report)).toBe(
      "1 break about them today, 1 open; their trades are counted when the exchange's trades are read after the close",
    );
  });

  it('says from when it can be signed, in Lagos, and what is still open', () => {
    expect(whyNotSigned(DAY, AT_NOON)).toBe(
      'It can be signed from 2026-11-26 14:40. Still open: the day is not over; 1 order is uncertain.',
    );
    const idle = { ...DAY, closableFrom: null };
    expect(whyNotSigned(idle, AT_NOON)).toBe('There is nothing to close on this day.');
  });
});
