import {
  certificateInForce,
  reportInForce,
  type DayLine,
  type DayReport,
  type DayView,
  type Traded,
} from './day-view.js';
import { explainedBy, gapIn, namesOf, NOT_READ, signatureStatus } from './report-text.js';

/**
 * The report of a trading day as one table for a spreadsheet. Only `line` rows use the numeric columns
 * of the first sixteen, so that these can be summed; all other rows have columns of their own.
 */
export const LINE_COLUMNS = [
  'accountNumber', 'security', 'side', 'orders', 'ourExecutions', 'ourUnits', 'ourValue',
  'exchangeExecutions', 'exchangeUnits', 'exchangeValue', 'differenceExecutions',
  'differenceUnits', 'differenceValue', 'explainedExecutions', 'explainedUnits', 'explainedValue',
] as const; // prettier-ignore

const FURTHER_COLUMNS = [
  'kind', 'name', 'count', 'units', 'value', 'id', 'orderId', 'orderNumber', 'severity', 'person',
  'revision', 'at', 'reportHash', 'previousHash', 'hash', 'text',
] as const; // prettier-ignore

const COLUMNS = [...LINE_COLUMNS, ...FURTHER_COLUMNS];

type Column = (typeof COLUMNS)[number];

/** Null and absent columns are empty cells. */
type Row = Readonly<Partial<Record<Column, string | number | null>>>;

export function csvOf(day: DayView): string {
  const { report } = reportInForce(day);
  const rows: Row[] = [
    ...report.facts.lines.map(lineRow),
    ...tradedRows(report),
    ...outcomeRows(report),
    ...signedRows(day),
  ];
  const cells = rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '')));
  return [COLUMNS, ...cells].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export function cellsOfLine(line: DayLine): string[] {
  const row = lineRow(line);
  return LINE_COLUMNS.map((column) => String(row[column] ?? ''));
}

function lineRow({ accountNumber, security, side, orders, ...line }: DayLine): Row {
  const { ours, exchange, difference } = line;
  const explained = line.explained ?? { executions: 0, units: '0', value: '0' };
  return {
    accountNumber,
    security,
    side,
    orders,
    ourExecutions: ours.executions,
    ourUnits: ours.units,
    ourValue: ours.value,
    exchangeExecutions: exchange?.executions ?? null,
    exchangeUnits: exchange?.units ?? null,
    exchangeValue: exchange?.value ?? null,
    differenceExecutions: difference?.executions ?? null,
    differenceUnits: difference?.units ?? null,
    differenceValue: difference?.value ?? null,
    explainedExecutions: explained.executions,
    explainedUnits: explained.units,
    explainedValue: explained.value,
    kind: 'line',
  };
}

function figures(traded: Traded | null): Row {
  if (traded === null) return { text: NOT_READ };
  const { executions, units, value } = traded;
  return { count: executions, units, value };
}

function tradedRows({ facts }: DayReport): Row[] {
  const { totals, external, explanations = [], gaps = [] } = facts;
  return [
    { kind: 'total', name: 'ours', ...figures(totals.ours) },
    { kind: 'total', name: 'exchange', ...figures(totals.exchange) },
    ...external.map(({ accountNumber, security, side, orderNumber, ...traded }): Row => {
      const whose = { accountNumber, security, side, orderNumber };
      return { kind: 'external', ...whose, ...figures(traded) };
    }),
    ...explanations.map((one): Row => {
      const { breakId: id, accountNumber, security, trade, reasonCode: name, closedBy } = one;
      const { side, orderNumber } = trade;
      const whose = { accountNumber, security, side, orderNumber };
      return { kind: 'explanation', name, id, ...whose, person: closedBy, text: explainedBy(one) };
    }),
    ...gaps.map((gap): Row => {
      const { breakId: id, orderId, closedBy } = gap;
      return { kind: 'gap', id, orderId, person: closedBy, text: gapIn(gap) };
    }),
  ];
}

function outcomeRows({ facts, breaks, service, unsettled }: DayReport): Row[] {
  return [
    ...Object.entries(facts.orders).map(([name, count]): Row => ({ kind: 'orders', name, count })),
    ...breaks.map(({ type: name, assignee: person, ...found }): Row => {
      return { kind: 'break', name, person, ...found };
    }),
    ...Object.entries(service).map(([name, count]): Row => ({
      kind: 'service',
      name,
      count: Number(count),
    })),
    ...unsettled.map((text): Row => ({ kind: 'unsettled', text })),
  ];
}

function signedRows(day: DayView): Row[] {
  const inForce = certificateInForce(day);
  const { reportHash } = reportInForce(day);
  return [
    { kind: 'status', name: day.status, reportHash, text: signatureStatus(day).join('. ') },
    ...day.signatures.map(
      ({ signedBy: person, signedAt: at, revision, reportHash: of, text }): Row => {
        return { kind: 'signature', person, at, revision, reportHash: of, text };
      },
    ),
    ...day.certificates.map(({ revision, closedAt: at, signedBy, ...hashes }): Row => ({
      kind: 'certificate',
      name: revision === inForce?.revision ? 'holds' : 'reopened',
      revision,
      at,
      person: namesOf(signedBy),
      reportHash: hashes.reportHash,
      previousHash: hashes.previousHash,
      hash: hashes.hash,
    })),
  ];
}

/** RFC 4180. An apostrophe keeps a spreadsheet from running a text as a formula. */
function cell(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const plain = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
