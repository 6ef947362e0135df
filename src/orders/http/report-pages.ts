import type { DayLine, DayReport, Explanation, Traded } from '../day-view.js';

/** The report of a trading day as a table: for a spreadsheet, and to be printed. */
const HEAD = [
  'accountNumber', 'security', 'side', 'orders', 'ourExecutions', 'ourUnits', 'ourValue',
  'exchangeExecutions', 'exchangeUnits', 'exchangeValue', 'differenceExecutions',
  'differenceUnits', 'differenceValue', 'explainedExecutions', 'explainedUnits', 'explainedValue',
]; // prettier-ignore

function cellsOf({ accountNumber, security, side, orders, ...line }: DayLine): string[] {
  const traded = ({ executions, units, value }: Traded): string[] => [
    String(executions),
    units,
    value,
  ];
  return [
    accountNumber ?? '',
    security,
    side,
    String(orders),
    ...traded(line.ours),
    ...traded(line.exchange),
    ...traded(line.difference),
    ...traded(line.explained ?? { executions: 0, units: '0', value: '0' }),
  ];
}

/** RFC 4180. A text that a spreadsheet would take for a formula is told apart by an apostrophe. */
export function csvOf({ facts }: DayReport): string {
  const cell = (text: string): string => {
    const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
    const plain = isFormula ? `'${text}` : text;
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return [HEAD, ...facts.lines.map(cellsOf)]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

export function htmlOf(report: DayReport, reportHash: string, signedBy: readonly string[]): string {
  const { tradingDate, facts, breaks, unsettled } = report;
  const external = facts.external.map(
    ({ orderNumber, side, units, security }) => `${orderNumber}: ${side} ${units} ${security}`,
  );
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  const list = (items: readonly string[]): string =>
    `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
  const statuses = Object.entries(facts.orders).map(([status, count]) => `${status}: ${count}`);
  const explained = (facts.explanations ?? []).map(explainedBy);
  const gaps = (facts.gaps ?? []).map(
    ({ orderId, matchedUnits, bookedUnits, text, closedBy }) =>
      `${orderId}: ${matchedUnits} matched, ${bookedUnits} booked; ${text ?? ''} (${closedBy ?? ''})`,
  );
  const open = breaks.map(
    ({ type, severity, assignee, orderId, orderNumber }) =>
      `${type} (${severity}), ${orderId ?? `number ${orderNumber ?? '?'}`}, ${assignee ?? 'nobody'}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trading day ${escaped(tradingDate)}</title>
<style>body{font:12px sans-serif}table{border-collapse:collapse}td,th{border:1px solid #999;padding:2px 6px;text-align:right}</style></head>
<body><h1>Trading day ${escaped(tradingDate)}</h1>
<p>${signedBy.length > 0 ? `Signed by ${escaped(signedBy.join(' and '))}` : 'Not signed by two'}</p>
<table>${row(HEAD, 'th')}${facts.lines.map((line) => row(cellsOf(line), 'td')).join('')}</table>
<h2>Trades that differ and stand</h2>${list(explained)}<h2>Matched without executions</h2>${list(gaps)}<h2>Executed for other desks, in no total</h2>${list(external)}<h2>Orders</h2>${list(statuses)}<h2>Unresolved breaks</h2>${list(open)}<h2>Unsettled</h2>${list(unsettled)}
<p>SHA-256 of the report: ${reportHash}</p>
</body></html>
`;
}

function explainedBy({ breakId, trade, text, closedBy }: Explanation): string {
  const { matchingId, orderNumber, booked, shown } = trade;
  const reads = shown === null ? 'shown no more' : `shown as ${shown.units} at ${shown.price}`;
  return `${orderNumber}, ${matchingId}: booked as ${booked.units} at ${booked.price}, ${reads}; ${text ?? ''} (${breakId}, ${closedBy ?? ''})`;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (mark) => names[mark] ?? mark);
}
