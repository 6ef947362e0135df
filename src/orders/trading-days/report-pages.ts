import {
  certificateInForce,
  reportInForce,
  type DayLine,
  type DayReport,
  type DayView,
  type Traded,
} from './day-view.js';
import { cellsOfLine, LINE_COLUMNS } from './report-csv.js';
import { explainedBy, gapIn, namesOf, NOT_READ, signatureStatus } from './report-text.js';

const STYLE = `@page{size:A4 landscape;margin:10mm}body{font:11px sans-serif}table{border-collapse:collapse}
td,th{border:1px solid #999;padding:2px 5px;text-align:left;overflow-wrap:anywhere}tr{break-inside:avoid}h2{font-size:13px;break-after:avoid}`;

/** The report of a trading day as a page to print: everything in the certificate is on it. */
export function htmlOf(day: DayView): string {
  const { report, reportHash } = reportInForce(day);
  const title = `Trading day ${escaped(report.tradingDate)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>${STYLE}</style></head>
<body><h1>${title}: ${day.status}</h1>
${signatureStatus(day)
  .map((sentence) => `<p>${escaped(sentence)}</p>`)
  .join('\n')}
${tradedPart(report)}
${outcomePart(report)}
${signedPart(day)}
<p>SHA-256 of the report: ${escaped(reportHash)}</p>
</body></html>
`;
}

function tradedPart({ facts }: DayReport): string {
  const { lines, totals, external, explanations = [], gaps = [] } = facts;
  return [
    section('Comparison with the exchange', table(LINE_COLUMNS, lines.map(cellsOf))),
    section(
      'Totals',
      table(
        ['', ...TRADED],
        [
          ['ours', ...figures(totals.ours)],
          ['exchange', ...figures(totals.exchange)],
        ],
      ),
    ),
    section('Differences accepted as booked', list(explanations.map(explainedBy))),
    section('Matched without executions', list(gaps.map(gapIn))),
    section(
      'External executions, in no total',
      table(
        ['orderNumber', 'accountNumber', 'security', 'side', ...TRADED],
        external.map(({ orderNumber, accountNumber, security, side, ...traded }) => [
          orderNumber,
          accountNumber ?? '',
          security,
          side,
          ...figures(traded),
        ]),
      ),
    ),
  ].join('\n');
}

function cellsOf(line: DayLine): string[] {
  const cells = cellsOfLine(line);
  const place = LINE_COLUMNS.indexOf('exchangeExecutions');
  return line.exchange === null ? cells.with(place, NOT_READ) : cells;
}

function outcomePart({ facts, breaks, service, unsettled }: DayReport): string {
  const statuses = Object.entries(facts.orders).map(([status, count]) => `${status}: ${count}`);
  const { runs, calls, answered } = service;
  return [
    section('Orders by status', list(statuses)),
    section(
      'Unresolved breaks',
      table(
        ['id', 'type', 'severity', 'owner', 'orderId', 'orderNumber'],
        breaks.map(({ id, type, severity, assignee, orderId, orderNumber }) => [
          id,
          type,
          severity,
          assignee ?? 'nobody',
          orderId ?? '',
          orderNumber ?? '',
        ]),
      ),
    ),
    section(
      'Service until the close',
      list([`runs: ${runs}`, `calls: ${calls}`, `answered: ${answered}`]),
    ),
    section('Why the day cannot be signed', list(unsettled)),
  ].join('\n');
}

function signedPart(day: DayView): string {
  const inForce = certificateInForce(day);
  return [
    section(
      'Signatures',
      table(
        ['revision', 'signedBy', 'signedAt', 'text', 'reportHash'],
        day.signatures.map(({ revision, signedBy, signedAt, text, reportHash }) => [
          String(revision),
          signedBy,
          signedAt,
          text ?? '',
          reportHash,
        ]),
      ),
    ),
    section(
      'Certificates',
      table(
        ['revision', '', 'signedBy', 'closedAt', 'reportHash', 'previousHash', 'hash'],
        day.certificates.map(({ revision, signedBy, closedAt, reportHash, previousHash, hash }) => [
          String(revision),
          revision === inForce?.revision ? 'holds' : 'reopened',
          namesOf(signedBy),
          closedAt,
          reportHash,
          previousHash,
          hash,
        ]),
      ),
    ),
  ].join('\n');
}

const TRADED = ['executions', 'units', 'value'] as const;

function figures(traded: Traded | null): string[] {
  if (traded === null) return [NOT_READ, '', ''];
  const { executions, units, value } = traded;
  return [String(executions), units, value];
}

function section(name: string, content: string): string {
  return `<h2>${escaped(name)}</h2>${content}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return NONE;
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

function list(items: readonly string[]): string {
  if (items.length === 0) return NONE;
  return `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
}

/** On paper an empty section could be one that was left out. */
const NONE = '<p>None</p>';

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (mark) => names[mark] ?? mark);
}
