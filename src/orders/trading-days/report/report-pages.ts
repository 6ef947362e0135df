import {
  certificateInForce,
  reportInForce,
  type DayLine,
  type DayReport,
  type DayView,
  type Traded,
} from '../day-view.js';
import type { ClientNames } from '../find-client-names.js';
import { grouped, lagosTime, longDate, naira } from '../../../market/figures.js';
import {
  escaped,
  list,
  pairs,
  printedPage,
  section,
  table,
  tableOf,
  type Cell,
  type Column,
  type Tone,
} from '../../../infra/http/printed-page.js';
import {
  exchangeSaid,
  explainedBy,
  gapIn,
  inferredNumbersIn,
  namesOf,
  NOT_READ,
  signatureStatus,
  whenClosable,
} from './report-text.js';
import { minus, NOTHING, sum } from '../traded.js';

export interface PageContext {
  /** Null: the reader may not see them. */
  readonly names: ClientNames | null;
  /** When the page was asked for. */
  readonly at: string;
}

const STATUS_TEXT: Readonly<Record<DayView['status'], string>> = {
  Unsettled: 'Not closed',
  Ready: 'Ready to be signed',
  SignedOnce: 'Signed once',
  Closed: 'Closed',
  Reopened: 'Reopened',
};

const TONES: Readonly<Record<DayView['status'], Tone>> = {
  Unsettled: 'bad',
  Ready: 'doubt',
  SignedOnce: 'doubt',
  Closed: 'good',
  Reopened: 'bad',
};

/** The report of a trading day as a page to print: everything in the certificate is on it. */
export function htmlOf(day: DayView, context: PageContext): string {
  const { report, reportHash } = reportInForce(day);
  return printedPage({
    title: `Trading day ${report.tradingDate}`,
    heading: 'Trading day report',
    subtitle: longDate(report.tradingDate),
    broker: report.brokerCode,
    status: { text: STATUS_TEXT[day.status], tone: TONES[day.status] },
    parts: [
      statusPart(day),
      tradedPart(report, context.names),
      outcomePart(report),
      signedPart(day),
    ],
    notes: notes(day, context),
    digest: ['SHA-256 of the report', reportHash],
  });
}

function statusPart(day: DayView): string {
  const { report } = reportInForce(day);
  const { unsettled } = report;
  const sentences = [
    ...signatureStatus(day, lagosTime),
    whenClosable(day, lagosTime),
    ...exchangeSaid(report),
    ...inferredNumbersIn(report),
  ];
  const state = sentences
    .filter((sentence) => sentence !== null)
    .map((sentence) => `<p>${escaped(sentence)}.</p>`)
    .join('');
  if (day.status === 'Closed') return section('State', state);
  return section('State', state) + section('What stands in the way', list(unsettled));
}

function tradedPart({ facts }: DayReport, names: ClientNames | null): string {
  const { totals, external, explanations = [], gaps = [] } = facts;
  return [
    section('Trades compared with the exchange', comparison(facts, names)),
    section('Differences accepted as booked', list(explanations.map(explainedBy))),
    section('Matched without executions', list(gaps.map(gapIn))),
    section(
      'Executions of other orders under our broker code, in no total',
      totals.exchange === null
        ? `<p class="none">${NOT_READ}</p>`
        : table<(typeof external)[number]>(
            [
              { head: 'Order number', of: (row) => row.orderNumber, as: 'code' },
              { head: 'Account', of: (row) => row.accountNumber ?? 'not shown' },
              { head: 'Security', of: (row) => row.security },
              { head: 'Side', of: (row) => row.side },
              ...FIGURES,
            ],
            external,
          ),
    ),
  ].join('\n');
}

const FIGURES: readonly Column<Traded>[] = [
  { head: 'Trades', of: ({ executions }) => grouped(String(executions)), as: 'figure' },
  { head: 'Units', of: ({ units }) => grouped(units), as: 'figure' },
  { head: 'Value', of: ({ value }) => naira(value), as: 'figure' },
];

function figures(traded: Traded | null, instead = NOT_READ): Cell[] {
  if (traded === null) return [{ text: instead, as: 'absent', span: FIGURES.length }];
  return FIGURES.map(({ of }): Cell => ({ text: of(traded), as: 'figure' }));
}

/** Ours, the exchange's, the difference, and what of it is explained, if anything is. */
function comparison({ lines, totals }: DayReport['facts'], names: ClientNames | null): string {
  if (lines.length === 0) return list([]);
  const hasExplained = lines.some(({ explained }) => explained !== undefined);
  const groups = ['Ours', 'Exchange', 'Difference', ...(hasExplained ? ['Explained'] : [])];
  const texts = ['Account', ...(names === null ? [] : ['Client']), 'Security', 'Side'];
  const head = [
    [
      ...texts.map((text): Cell => ({ text, down: 2 })),
      { text: 'Orders', as: 'figure', down: 2 } satisfies Cell,
      ...groups.map((text): Cell => ({ text, as: 'group', span: FIGURES.length })),
    ],
    groups.flatMap(() => FIGURES.map(({ head: text }): Cell => ({ text, as: 'figure' }))),
  ];
  const row = (line: DayLine): Cell[] => [
    { text: line.accountNumber },
    ...(names === null
      ? []
      : [{ text: names.get(line.accountNumber) ?? '', as: 'name' } satisfies Cell]),
    { text: line.security },
    { text: line.side },
    { text: grouped(String(line.orders)), as: 'figure' },
    ...figures(line.ours),
    ...figures(line.exchange),
    ...figures(line.difference, '–'),
    ...(hasExplained ? figures(line.explained ?? NOTHING) : []),
  ];
  const total: Cell[] = [
    { text: 'Total', span: texts.length },
    { text: grouped(String(lines.reduce((count, { orders }) => count + orders, 0))), as: 'figure' },
    ...figures(totals.ours),
    ...figures(totals.exchange),
    ...figures(totals.exchange === null ? null : minus(totals.exchange, totals.ours), '–'),
    ...(hasExplained ? figures(sum(lines.map(({ explained = NOTHING }) => explained))) : []),
  ];
  return tableOf(head, lines.map(row), [total]);
}

function outcomePart({ facts, breaks, resolvedBreaks, service }: DayReport): string {
  const { runs, calls, answered } = service;
  const order = [
    { head: 'Order', of: ({ orderId }) => orderId ?? '', as: 'code' },
    { head: 'Order number', of: ({ orderNumber }) => orderNumber ?? '', as: 'code' },
  ] satisfies Column<DayReport['breaks' | 'resolvedBreaks'][number]>[];
  const what = [
    { head: 'Break', of: ({ id }) => id, as: 'code' },
    { head: 'Type', of: ({ type }) => type },
    { head: 'Severity', of: ({ severity }) => severity },
  ] satisfies Column<DayReport['breaks' | 'resolvedBreaks'][number]>[];
  return [
    section(
      'Orders by status',
      table(
        [
          { head: 'Status', of: ([status]) => status },
          { head: 'Orders', of: ([, count]) => grouped(String(count)), as: 'figure' },
        ],
        Object.entries(facts.orders),
      ),
    ),
    section(
      'Open breaks',
      table<DayReport['breaks'][number]>(
        [...what, { head: 'Owner', of: ({ assignee }) => assignee ?? 'nobody' }, ...order],
        breaks,
      ),
    ),
    section(
      'Resolved breaks',
      table<DayReport['resolvedBreaks'][number]>(
        [
          ...what,
          { head: 'Opened', of: ({ openedAt }) => lagosTime(openedAt), as: 'time' },
          { head: 'Resolved', of: ({ closedAt }) => lagosTime(closedAt), as: 'time' },
          { head: 'By', of: ({ closedBy }) => closedBy ?? 'evidence' },
          { head: 'Outcome', of: ({ outcome }) => outcome ?? '' },
          ...order,
        ],
        resolvedBreaks,
      ),
    ),
    section(
      'Reconciliation until the close',
      pairs([
        ['Runs', grouped(String(runs))],
        ['Calls to the exchange', grouped(String(calls))],
        ['Answered', grouped(String(answered))],
      ]),
    ),
  ].join('\n');
}

function signedPart(day: DayView): string {
  const inForce = certificateInForce(day);
  return [
    section(
      'Signatures',
      table<DayView['signatures'][number]>(
        [
          { head: 'Revision', of: ({ revision }) => String(revision), as: 'figure' },
          { head: 'Signed by', of: ({ signedBy }) => signedBy },
          { head: 'Signed at', of: ({ signedAt }) => lagosTime(signedAt), as: 'time' },
          { head: 'Comment', of: ({ text }) => text ?? '' },
          { head: 'SHA-256 of the signed report', of: (one) => one.reportHash, as: 'code' },
        ],
        day.signatures,
      ),
    ),
    section(
      'Certificates',
      day.certificates
        .map((one) =>
          pairs([
            ['Revision', `${one.revision}, ${one === inForce ? 'in force' : 'reopened since'}`],
            ['Signed by', namesOf(one.signedBy)],
            ['Closed at', lagosTime(one.closedAt)],
            ['Report', one.reportHash, 'code'],
            ['Previous certificate', one.previousHash, 'code'],
            ['Certificate', one.hash, 'code'],
          ]),
        )
        .join('') || list([]),
    ),
  ].join('\n');
}

function notes(day: DayView, { names, at }: PageContext): string[] {
  const read = day.readAt === null ? NOT_READ : `read at ${lagosTime(day.readAt)}`;
  return [
    `Money is in Naira. Times are those of Lagos (UTC+1). The exchange's trades of the day: ${read}.`,
    ...(names === null
      ? []
      : ['The names of clients are those of the orders; they are no part of what is signed.']),
    `Printed on ${lagosTime(at)}.`,
  ];
}
