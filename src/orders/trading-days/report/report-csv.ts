import { csvRows, type CsvCell } from '../../../infra/csv.js';
import {
  certificateInForce,
  reportInForce,
  type DayLine,
  type DayReport,
  type DayView,
  type Traded,
} from '../day-view.js';
import type { ClientNames } from '../find-client-names.js';
import {
  exchangeSaid,
  inferredNumbersIn,
  namesOf,
  signatureStatus,
  whenClosable,
} from './report-text.js';

/**
 * The report of a trading day for spreadsheets: one table for each kind of row, each with the date, so that the
 * tables of several days can be put together.
 */
interface Table {
  readonly columns: readonly string[];
  readonly rows: (day: DayView, names: ClientNames) => readonly (readonly CsvCell[])[];
}

const TRADED = ['executions', 'units', 'value'];

const TABLES = {
  lines: {
    columns: [
      'accountNumber', 'clientName', 'security', 'side', 'orders', 'ourExecutions', 'ourUnits',
      'ourValue', 'exchangeExecutions', 'exchangeUnits', 'exchangeValue', 'differenceExecutions',
      'differenceUnits', 'differenceValue', 'explainedExecutions', 'explainedUnits', 'explainedValue',
    ],
    rows: (day, names) => facts(day).lines.map((line) => lineCells(line, names)),
  },
  totals: {
    columns: ['whose', ...TRADED],
    rows: (day) => Object.entries(facts(day).totals).map(([whose, sum]) => [whose, ...figures(sum)]),
  },
  external: {
    columns: ['orderNumber', 'accountNumber', 'security', 'side', ...TRADED],
    rows: (day) =>
      facts(day).external.map(({ orderNumber, accountNumber, security, side, ...sum }) => {
        return [orderNumber, accountNumber, security, side, ...figures(sum)];
      }),
  },
  explanations: {
    columns: [
      'breakId', 'orderNumber', 'matchingId', 'accountNumber', 'security', 'side', 'bookedUnits',
      'bookedPrice', 'shownUnits', 'shownPrice', 'reasonCode', 'closedBy', 'text',
    ],
    rows: (day) =>
      (facts(day).explanations ?? []).map(({ trade, ...one }) => [
        one.breakId, trade.orderNumber, trade.matchingId, one.accountNumber, one.security, trade.side,
        trade.booked?.units, trade.booked?.price, trade.shown?.units, trade.shown?.price,
        one.reasonCode, one.closedBy, one.text,
      ]),
  },
  gaps: {
    columns: ['breakId', 'orderId', 'matchedUnits', 'bookedUnits', 'closedBy', 'text'],
    rows: (day) =>
      (facts(day).gaps ?? []).map(({ breakId, orderId, matchedUnits, bookedUnits, closedBy, text }) => {
        return [breakId, orderId, matchedUnits, bookedUnits, closedBy, text];
      }),
  },
  orders: {
    columns: ['status', 'orders'],
    rows: (day) => Object.entries(facts(day).orders),
  },
  breaks: {
    columns: [
      'id', 'type', 'severity', 'state', 'assignee', 'orderId', 'orderNumber', 'openedAt', 'closedAt',
      'closedBy', 'outcome',
    ],
    rows: (day) => breakRows(reportInForce(day).report),
  },
  service: {
    columns: ['runs', 'calls', 'answered'],
    rows: (day) => {
      const { runs, calls, answered } = reportInForce(day).report.service;
      return [[runs, calls, answered]];
    },
  },
  unsettled: {
    columns: ['text'],
    rows: (day) => reportInForce(day).report.unsettled.map((text) => [text]),
  },
  status: {
    columns: ['brokerCode', 'status', 'readAt', 'closableFrom', 'reportHash', 'text'],
    rows: (day) => {
      const { report, reportHash } = reportInForce(day);
      const sentences = [
        ...signatureStatus(day),
        whenClosable(day),
        ...exchangeSaid(report),
        ...inferredNumbersIn(report),
      ];
      const text = sentences.filter((part) => part !== null);
      const times = [day.readAt, day.closableFrom];
      return [[report.brokerCode, day.status, ...times, reportHash, text.join('. ')]];
    },
  },
  signatures: {
    columns: ['revision', 'signedBy', 'signedAt', 'reportHash', 'text'],
    rows: (day) =>
      day.signatures.map(({ revision, signedBy, signedAt, reportHash, text }) => {
        return [revision, signedBy, signedAt, reportHash, text];
      }),
  },
  certificates: {
    columns: [
      'revision', 'state', 'signedBy', 'closedAt', 'reportHash', 'previousHash', 'hash',
    ],
    rows: (day) =>
      day.certificates.map(({ revision, signedBy, closedAt, reportHash, previousHash, hash }) => {
        const state = revision === certificateInForce(day)?.revision ? 'holds' : 'reopened';
        return [revision, state, namesOf(signedBy), closedAt, reportHash, previousHash, hash];
      }),
  },
} as const satisfies Readonly<Record<string, Table>>; // prettier-ignore

export type ReportTable = keyof typeof TABLES;

export const REPORT_TABLES = Object.keys(TABLES) as readonly ReportTable[];

export function csvOf(day: DayView, table: ReportTable, names: ClientNames): string {
  const { columns, rows }: Table = TABLES[table];
  const { tradingDate } = day;
  const cells = rows(day, names).map((row) => [tradingDate, ...row]);
  return csvRows([['date', ...columns], ...cells]);
}

function facts(day: DayView): DayReport['facts'] {
  return reportInForce(day).report.facts;
}

function lineCells(line: DayLine, names: ClientNames): CsvCell[] {
  const { accountNumber, security, side, orders, ours, exchange, difference } = line;
  const explained = line.explained ?? (difference === null ? null : NONE);
  const sums = [ours, exchange, difference, explained].flatMap(figures);
  return [accountNumber, names.get(accountNumber), security, side, orders, ...sums];
}

const NONE: Traded = { executions: 0, units: '0', value: '0' };

/** Empty where the exchange has not been read yet: a text would spoil a column of numbers. */
function figures(traded: Traded | null): CsvCell[] {
  return [traded?.executions, traded?.units, traded?.value];
}

function breakRows({ breaks, resolvedBreaks }: DayReport): CsvCell[][] {
  return [
    ...breaks.map(({ id, type, severity, assignee, orderId, orderNumber }) => {
      return [id, type, severity, 'open', assignee, orderId, orderNumber, null, null, null, null];
    }),
    ...resolvedBreaks.map(({ id, type, severity, orderId, orderNumber, ...end }) => [
      id, type, severity, 'closed', null, orderId, orderNumber, end.openedAt, end.closedAt,
      end.closedBy, end.outcome,
    ]),
  ]; // prettier-ignore
}
