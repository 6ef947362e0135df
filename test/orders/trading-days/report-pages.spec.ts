import { describe, expect, it } from '@jest/globals';
import type {
  CertificateView,
  DayReport,
  DayView,
} from '../../../src/orders/trading-days/day-view.js';
import { csvOf } from '../../../src/orders/trading-days/report-csv.js';
import { htmlOf } from '../../../src/orders/trading-days/report-pages.js';

const DATE = '2026-11-20';
const ZERO = { executions: 0, units: '0', value: '0' };
const TRADED = { executions: 2, units: '800', value: '10000' };
const REPORT: DayReport = {
  tradingDate: DATE,
  facts: {
    lines: [
      {
        accountNumber: '=C1', security: 'SD11PLC', side: 'BUY', orders: 2, ours: TRADED,
        exchange: TRADED, difference: ZERO,
      },
    ],
    totals: { ours: TRADED, exchange: { executions: 3, units: '801', value: '10012.5' } },
    external: [
      {
        orderNumber: '900001', accountNumber: null, security: 'SD11PLC', side: 'SELL',
        executions: 1, units: '70', value: '875',
      },
    ],
    gaps: [
      {
        breakId: 'brk_2', orderId: 'ord_2', matchedUnits: '9', bookedUnits: '4',
        text: 'The floor says so.', closedBy: 'ada, bola',
      },
    ],
    orders: { Expired: 1, Filled: 4 },
  },
  breaks: [
    {
      id: 'brk_1', type: 'StatusMismatch', severity: 'High', assignee: '=cmd()', orderId: 'ord_1',
      orderNumber: '700001',
    },
  ],
  service: { runs: 11, calls: 222, answered: 221 },
  unsettled: [],
}; // prettier-ignore
const FIRST: CertificateView = {
  tradingDate: DATE, revision: 1, report: REPORT, reportHash: 'a'.repeat(64),
  signedBy: ['key:ada', 'key:bola'], closedAt: '2026-11-20T14:00:00.000Z',
  previousHash: '0'.repeat(64), hash: 'c'.repeat(64),
}; // prettier-ignore
const SIGNATURES = ['key:ada', 'key:bola'].map((signedBy, index) => ({
  revision: 1,
  reportHash: FIRST.reportHash,
  signedBy,
  signedAt: `2026-11-20T13:5${index}:00.000Z`,
  text: index === 0 ? 'Looked at, "all" of it.' : null,
}));

const CLOSED: DayView = {
  tradingDate: DATE, status: 'Closed', report: { ...REPORT, facts: { ...REPORT.facts, lines: [] } },
  reportHash: 'b'.repeat(64), readAt: null, closableFrom: '2026-11-20T13:40:00.000Z', signOffs: [], signatures: SIGNATURES, reopened: null,
  certificate: FIRST, certificates: [FIRST],
}; // prettier-ignore
const REOPENED: DayView = {
  ...CLOSED,
  status: 'Reopened',
  report: { ...REPORT, unsettled: ['1 lines differ'] },
  reopened: FIRST,
};
const AGAIN = { signedBy: 'key:chidi', signedAt: '2026-11-20T15:00:00.000Z', text: null };
const SIGNED_ONCE: DayView = {
  ...REOPENED,
  status: 'SignedOnce',
  signOffs: [AGAIN],
  signatures: [...SIGNATURES, { revision: 2, reportHash: CLOSED.reportHash, ...AGAIN }],
};

/** Parsed by RFC 4180: one object a row, by column name. */
function table(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => head.length));
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, column) => [name, cells[column] ?? ''])),
  );
}

describe('The CSV of a trading day', () => {
  const rowsOf = (day: DayView, kind: string) =>
    table(csvOf(day)).filter((row) => row['kind'] === kind);

  it('has the columns of the lines first, with figures for the lines alone', () => {
    const [head, line, ...rest] = csvOf(CLOSED).split('\r\n');
    expect(head).toMatch(
      /^accountNumber,security,side,orders,ourExecutions,ourUnits,ourValue,exchangeExecutions,exchangeUnits,exchangeValue,differenceExecutions,differenceUnits,differenceValue,explainedExecutions,explainedUnits,explainedValue,kind,/,
    );
    expect(line).toMatch(/^'=C1,SD11PLC,BUY,2,2,800,10000,2,800,10000,0,0,0,0,0,0,line,/);
    for (const row of rest.filter((text) => text !== '')) {
      expect(row.split(',').slice(3, 16)).toEqual(new Array(13).fill(''));
    }
  });

  it('has totals, external executions, orders by status, and the service', () => {
    expect(rowsOf(CLOSED, 'total')).toMatchObject([
      { name: 'ours', count: '2', units: '800', value: '10000' },
      { name: 'exchange', count: '3', units: '801', value: '10012.5' },
    ]);
    expect(rowsOf(CLOSED, 'external')).toMatchObject([
      { orderNumber: '900001', security: 'SD11PLC', side: 'SELL', units: '70', value: '875' },
    ]);
    expect(rowsOf(CLOSED, 'gap')).toMatchObject([{ id: 'brk_2', orderId: 'ord_2' }]);
    expect(rowsOf(CLOSED, 'orders')).toMatchObject([
      { name: 'Expired', count: '1' },
      { name: 'Filled', count: '4' },
    ]);
    expect(rowsOf(CLOSED, 'service')).toMatchObject([
      { name: 'runs', count: '11' },
      { name: 'calls', count: '222' },
      { name: 'answered', count: '221' },
    ]);
  });

  it('has unresolved breaks with their owners, and nothing that a spreadsheet would run', () => {
    expect(rowsOf(CLOSED, 'break')).toMatchObject([
      {
        name: 'StatusMismatch',
        id: 'brk_1',
        severity: 'High',
        person: "'=cmd()",
        orderId: 'ord_1',
      },
    ]);
  });

  it('has the signatures and the certificate', () => {
    expect(rowsOf(CLOSED, 'signature')).toMatchObject([
      { person: 'key:ada', at: '2026-11-20T13:50:00.000Z', text: 'Looked at, "all" of it.' },
      { person: 'key:bola', revision: '1', reportHash: FIRST.reportHash },
    ]);
    expect(rowsOf(CLOSED, 'certificate')).toMatchObject([
      { name: 'holds', revision: '1', hash: FIRST.hash, previousHash: FIRST.previousHash },
    ]);
    expect(rowsOf(CLOSED, 'status')).toMatchObject([{ name: 'Closed' }]);
  });

  it.each([REOPENED, SIGNED_ONCE])(
    'says that the day was signed and has been reopened: $status',
    (day) => {
      expect(rowsOf(day, 'certificate')).toMatchObject([{ name: 'reopened', hash: FIRST.hash }]);
      const [status] = rowsOf(day, 'status');
      expect(status?.['name']).toBe(day.status);
      expect(status?.['text']).toContain('Reopened: it was signed by key:ada and key:bola');
      expect(rowsOf(day, 'unsettled')).toMatchObject([{ text: '1 lines differ' }]);
    },
  );
});

describe('The printed page of a trading day', () => {
  /** The text on paper, cells separated by a bar. */
  const paper = (day: DayView): string =>
    htmlOf(day)
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<\/t[dh]>/g, ' | ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  it('shows everything in the certificate', () => {
    const page = paper(CLOSED);
    for (const text of [
      'Signed by key:ada and key:bola; closed at 2026-11-20T14:00:00.000Z as revision 1',
      'ours | 2 | 800 | 10000 |',
      'exchange | 3 | 801 | 10012.5 |',
      '900001 | | SD11PLC | SELL | 1 | 70 | 875 |',
      'ord_2: 9 matched, 4 booked; The floor says so. (ada, bola)',
      'Expired: 1',
      'brk_1 | StatusMismatch | High | =cmd() | ord_1 | 700001 |',
      'runs: 11 calls: 222 answered: 221',
      '1 | key:ada | 2026-11-20T13:50:00.000Z | Looked at, &quot;all&quot; of it. |',
      `1 | holds | key:ada and key:bola | ${FIRST.closedAt} | ${FIRST.reportHash} | ${FIRST.previousHash} | ${FIRST.hash} |`,
      `SHA-256 of the report: ${FIRST.reportHash}`,
    ]) {
      expect(page).toContain(text);
    }
  });

  it.each([REOPENED, SIGNED_ONCE])(
    'says that the day was signed and has been reopened: $status',
    (day) => {
      const page = paper(day);
      expect(page).toContain('Not signed by two');
      expect(page).toContain(
        `Reopened: it was signed by key:ada and key:bola and closed at ${FIRST.closedAt} as revision 1 (certificate ${FIRST.hash}), and is no longer what was signed`,
      );
      expect(page).toContain('1 | reopened | key:ada and key:bola |');
      expect(page).toContain('1 lines differ');
      expect(page.includes('Signed once: by key:chidi at 2026-11-20T15:00:00.000Z')).toBe(
        day === SIGNED_ONCE,
      );
    },
  );
});
