import type {
  CertificateView,
  DayReport,
  DayView,
} from '../../../../src/orders/trading-days/day-view.js';
import type { ClientNames } from '../../../../src/orders/trading-days/find-client-names.js';
import {
  csvOf,
  REPORT_TABLES,
  type ReportTable,
} from '../../../../src/orders/trading-days/report/report-csv.js';
import { grouped, lagosTime, naira } from '../../../../src/market/figures.js';
import { htmlOf } from '../../../../src/orders/trading-days/report/report-pages.js';

const DATE = '2026-11-20';
const ZERO = { executions: 0, units: '0', value: '0' };
const TRADED = { executions: 2, units: '800', value: '10000' };
const REPORT: DayReport = {
  brokerCode: 'ARM',
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
  resolvedBreaks: [
    {
      id: 'brk_3', type: 'PostUnconfirmed', severity: 'High', orderId: 'ord_3', orderNumber: '700003',
      openedAt: '2026-11-20T09:00:00.000Z', closedAt: '2026-11-20T09:00:30.000Z',
      closedBy: 'ada, bola', outcome: 'Seen on the <floor>.',
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
  reportHash: 'b'.repeat(64), readAt: null, closableFrom: '2026-11-20T13:40:00.000Z', closesAt: '2026-11-20T13:30:00.000Z', signOffs: [], signatures: SIGNATURES, reopened: null,
  certificate: FIRST, certificates: [FIRST],
}; // prettier-ignore
const REOPENED: DayView = {
  ...CLOSED,
  status: 'Reopened',
  report: { ...REPORT, unsettled: ['1 line differs'] },
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

const STATUSES = { Reopened: 1 };
const NAMES = new Map([['=C1', 'Ada <Obi> & Sons']]);
const UNREAD: DayView = {
  ...CLOSED,
  status: 'Unsettled',
  signatures: [],
  certificate: null,
  certificates: [],
  report: {
    ...REPORT,
    facts: {
      ...REPORT.facts,
      lines: REPORT.facts.lines.map((line) => ({ ...line, exchange: null, difference: null })),
      totals: { ours: TRADED, exchange: null },
      external: [],
    },
    unsettled: ['the day is not over'],
  },
};

describe('The CSV of a trading day', () => {
  const rowsOf = (day: DayView, name: ReportTable) => table(csvOf(day, name, NAMES));

  it.each(REPORT_TABLES)('has the date in each row of %s', (name) => {
    for (const day of [CLOSED, REOPENED]) {
      for (const row of rowsOf(day, name)) expect(row['date']).toBe(DATE);
    }
  });

  it('has figures for each line, and the client', () => {
    const [head, line] = csvOf(CLOSED, 'lines', NAMES).split('\r\n');
    expect(head).toBe(
      '"date","accountNumber","clientName","security","side","orders","ourExecutions","ourUnits","ourValue","exchangeExecutions","exchangeUnits","exchangeValue","differenceExecutions","differenceUnits","differenceValue","explainedExecutions","explainedUnits","explainedValue"',
    );
    expect(line).toBe(
      `"2026-11-20","'=C1","Ada <Obi> & Sons","SD11PLC","BUY","2","2","800","10000","2","800","10000","0","0","0","0","0","0"`,
    );
  });

  it('has no figures of the exchange before it is read', () => {
    const [, line] = csvOf(UNREAD, 'lines', new Map()).split('\r\n');
    expect(line).toBe(
      `"2026-11-20","'=C1","","SD11PLC","BUY","2","2","800","10000"${',""'.repeat(9)}`,
    );
    expect(rowsOf(UNREAD, 'totals')).toMatchObject([
      { whose: 'ours', executions: '2' },
      { whose: 'exchange', executions: '', units: '', value: '' },
    ]);
  });

  it('has totals, external executions, orders by status, and the service', () => {
    expect(rowsOf(CLOSED, 'totals')).toMatchObject([
      { whose: 'ours', executions: '2', units: '800', value: '10000' },
      { whose: 'exchange', executions: '3', units: '801', value: '10012.5' },
    ]);
    expect(rowsOf(CLOSED, 'external')).toMatchObject([
      { orderNumber: '900001', security: 'SD11PLC', side: 'SELL', units: '70', value: '875' },
    ]);
    expect(rowsOf(CLOSED, 'gaps')).toMatchObject([{ breakId: 'brk_2', orderId: 'ord_2' }]);
    expect(rowsOf(CLOSED, 'orders')).toMatchObject([
      { status: 'Expired', orders: '1' },
      { status: 'Filled', orders: '4' },
    ]);
    expect(rowsOf(CLOSED, 'service')).toMatchObject([
      { runs: '11', calls: '222', answered: '221' },
    ]);
  });

  it('has open breaks with their owners, resolved ones, and nothing that a spreadsheet would run', () => {
    expect(rowsOf(CLOSED, 'breaks')).toMatchObject([
      {
        type: 'StatusMismatch',
        id: 'brk_1',
        severity: 'High',
        state: 'open',
        assignee: "'=cmd()",
        orderId: 'ord_1',
      },
      { id: 'brk_3', state: 'closed', closedBy: 'ada, bola', outcome: 'Seen on the <floor>.' },
    ]);
  });

  it('has the signatures and the certificate', () => {
    expect(rowsOf(CLOSED, 'signatures')).toMatchObject([
      {
        signedBy: 'key:ada',
        signedAt: '2026-11-20T13:50:00.000Z',
        text: 'Looked at, "all" of it.',
      },
      { signedBy: 'key:bola', revision: '1', reportHash: FIRST.reportHash },
    ]);
    expect(rowsOf(CLOSED, 'certificates')).toMatchObject([
      { state: 'holds', revision: '1', hash: FIRST.hash, previousHash: FIRST.previousHash },
    ]);
    expect(rowsOf(CLOSED, 'status')).toMatchObject([{ status: 'Closed', brokerCode: 'ARM' }]);
  });

  it.each([REOPENED, SIGNED_ONCE])(
    'says that the day was signed and has been reopened: $status',
    (day) => {
      expect(rowsOf(day, 'certificates')).toMatchObject([{ state: 'reopened', hash: FIRST.hash }]);
      const [status] = rowsOf(day, 'status');
      expect(status?.['status']).toBe(day.status);
      expect(status?.['text']).toContain('Reopened: it was signed by key:ada and key:bola');
      expect(rowsOf(day, 'unsettled')).toMatchObject([{ text: '1 line differs' }]);
    },
  );
});

describe('The printed page of a trading day', () => {
  const AT = '2026-11-20T16:00:00.000Z';
  const page = (day: DayView, names: ClientNames | null = NAMES) => htmlOf(day, { names, at: AT });
  /** The text on paper, cells separated by a bar. */
  const paper = (day: DayView, names?: ClientNames | null): string =>
    page(day, names)
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<\/(t[dh]|dt|dd)>/g, ' | ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  it('shows everything in the certificate, as people in Lagos read it', () => {
    const text = paper(CLOSED);
    for (const part of [
      'Friday, 20 November 2026 Broker ARM Closed',
      'Signed by key:ada and key:bola; closed at 20 Nov 2026, 15:00:00 as revision 1.',
      '=C1 | Ada &lt;Obi&gt; &amp; Sons | SD11PLC | BUY | 2 | 2 | 800 | ₦10,000.00 | 2 | 800 | ₦10,000.00 | 0 | 0 | ₦0.00 |',
      'Total | 2 | 2 | 800 | ₦10,000.00 | 3 | 801 | ₦10,012.50 | 1 | 1 | ₦12.50 |',
      '900001 | not shown | SD11PLC | SELL | 1 | 70 | ₦875.00 |',
      'ord_2: 9 matched, 4 booked; The floor says so. (ada, bola)',
      'Expired | 1 |',
      'brk_1 | StatusMismatch | High | =cmd() | ord_1 | 700001 |',
      'brk_3 | PostUnconfirmed | High | 20 Nov 2026, 10:00:00 | 20 Nov 2026, 10:00:30 | ada, bola | Seen on the &lt;floor&gt;. | ord_3 | 700003 |',
      'Runs | 11 | Calls to the exchange | 222 | Answered | 221 |',
      '1 | key:ada | 20 Nov 2026, 14:50:00 | Looked at, &quot;all&quot; of it. |',
      `Revision | 1, in force | Signed by | key:ada and key:bola | Closed at | 20 Nov 2026, 15:00:00 | Report | ${FIRST.reportHash} | Previous certificate | ${FIRST.previousHash} | Certificate | ${FIRST.hash} |`,
      `SHA-256 of the report: ${FIRST.reportHash}`,
      'Printed on 20 Nov 2026, 17:00:00.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('stands in the way');
  });

  it('says that the exchange has not been read, and from when the day can be closed', () => {
    const text = paper(UNREAD);
    expect(text).toContain(
      'Can be closed from 20 Nov 2026, 14:40:00, once nothing stands in the way.',
    );
    expect(text).toContain('What stands in the way the day is not over');
    expect(text).toContain('| 2 | 800 | ₦10,000.00 | not read yet | – |');
    expect(text).toContain('Total | 2 | 2 | 800 | ₦10,000.00 | not read yet | – |');
    expect(text).toContain('The exchange&#39;s trades of the day: not read yet.');
  });

  it('shows clients only to those who may see them', () => {
    expect(paper(CLOSED, null)).toContain('=C1 | SD11PLC | BUY |');
    expect(page(CLOSED, null)).not.toContain('Client');
  });

  it('escapes every text', () => {
    const nasty = `<img src=x onerror="alert('1')">&`;
    const texts = (value: unknown): unknown =>
      typeof value === 'string'
        ? /^(\d|-|[a-c]{64}$)/.test(value) || value in STATUSES
          ? value
          : nasty
        : Array.isArray(value)
          ? value.map(texts)
          : value !== null && typeof value === 'object'
            ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, texts(one)]))
            : value;
    const shown = page(texts(REOPENED) as DayView, new Map([[nasty, nasty]]));
    expect(shown).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
    expect(shown).not.toContain('<img');
    expect(shown).not.toContain('onerror="');
  });

  it.each([REOPENED, SIGNED_ONCE])(
    'says that the day was signed and has been reopened: $status',
    (day) => {
      const text = paper(day);
      expect(text).toContain('Not signed by two');
      expect(text).toContain(
        `Reopened: it was signed by key:ada and key:bola and closed at 20 Nov 2026, 15:00:00 as revision 1 (certificate ${FIRST.hash}), and is no longer what was signed`,
      );
      expect(text).toContain('Revision | 1, reopened since |');
      expect(text).toContain('1 line differs');
      expect(text.includes('Signed once: by key:chidi at 20 Nov 2026, 16:00:00')).toBe(
        day === SIGNED_ONCE,
      );
    },
  );
});

describe('Figures for people', () => {
  it.each([
    ['0', '₦0.00'],
    ['75140', '₦75,140.00'],
    ['-75140.5', '-₦75,140.50'],
    ['123456789012.3456', '₦123,456,789,012.3456'],
  ])('show %s Naira as %s', (value, shown) => {
    expect(naira(value)).toBe(shown);
  });

  it.each([
    ['999', '999'],
    ['-1000', '-1,000'],
    ['1234567', '1,234,567'],
  ])('show %s units as %s', (value, shown) => {
    expect(grouped(value)).toBe(shown);
  });

  it('show an instant by the clock of Lagos, past midnight too', () => {
    expect(lagosTime('2026-12-31T23:00:59.999Z')).toBe('1 Jan 2027, 00:00:59');
  });
});
