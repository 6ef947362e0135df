import {
  certificateInForce,
  reportInForce,
  type DayLine,
  type DayReport,
  type DayView,
  type Traded,
} from './day-view.js';
import type { ClientNames } from './find-client-names.js';
import { grouped, lagosTime, longDate, naira } from './report-figures.js';
import {
  escaped,
  list,
  pairs,
  section,
  table,
  tableOf,
  type Cell,
  type Column,
} from './report-html.js';
import {
  explainedBy,
  gapIn,
  namesOf,
  NOT_READ,
  signatureStatus,
  whenClosable,
} from './report-text.js';
import { minus, NOTHING, sum } from './traded.js';

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

const STYLE = `@page{size:A4 landscape;margin:12mm 10mm 14mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif;color:#555}}
*{box-sizing:border-box}
body{font:9pt/1.35 "Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans",sans-serif;color:#111;margin:0 auto;padding:8mm;max-width:297mm;background:#fff}
header{display:flex;align-items:flex-end;gap:8mm;border-bottom:2px solid #111;padding-bottom:2mm}
h1{font-size:17pt;line-height:1.2;margin:0}header p{margin:0}.grow{flex:1}.broker{text-align:right}
.status{font-size:11pt;font-weight:bold;border:1.5px solid;padding:1mm 3mm;white-space:nowrap}
.Closed{color:#17602f}.Ready,.SignedOnce{color:#7a4b00}.Unsettled,.Reopened{color:#8f1d14}
h2{font-size:11pt;margin:5mm 0 1.5mm;break-after:avoid}section p{margin:0 0 1mm}
table{border-collapse:collapse;width:100%}.narrow{width:auto;min-width:60mm}
.wide{font-size:7.5pt}.wide th,.wide td{padding:.8mm 1mm}.wide td:first-child{white-space:nowrap}.group{text-align:center;border-left:1px solid #999}thead{display:table-header-group}
tr,dl,li{break-inside:avoid}
th,td{border-bottom:.5px solid #bbb;padding:1mm 1.5mm;text-align:left;vertical-align:top}
th.code{font:inherit;font-weight:600}
th{background:#eee;border-bottom:1px solid #555;font-weight:600;vertical-align:bottom}
.foot td{border-top:1px solid #111;border-bottom:0;font-weight:bold}
.figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.code{font-family:"DejaVu Sans Mono","Liberation Mono",Consolas,monospace;font-size:.86em}td.code,td.time{white-space:nowrap}
dd.code{overflow-wrap:anywhere}
.absent{text-align:center;color:#666;font-style:italic;white-space:nowrap}.none{color:#666;margin:0}
ul{margin:0;padding-left:5mm}dl{display:grid;grid-template-columns:max-content 1fr;gap:.5mm 4mm;margin:0 0 3mm}dt{color:#555}dd{margin:0}
footer{margin-top:6mm;border-top:.5px solid #bbb;padding-top:2mm;color:#444;font-size:8pt}
@media print{body{padding:0;max-width:none;print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;

/** The report of a trading day as a page to print: everything in the certificate is on it. */
export function htmlOf(day: DayView, context: PageContext): string {
  const { report, reportHash } = reportInForce(day);
  const title = `Trading day ${report.tradingDate}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><header><div class="grow"><h1>Trading day report</h1><p>${escaped(longDate(report.tradingDate))}</p></div>
<p class="broker">Broker<br><b>${escaped(report.brokerCode)}</b></p><p class="status ${day.status}">${STATUS_TEXT[day.status]}</p></header>
${statusPart(day)}
${tradedPart(report, context.names)}
${outcomePart(report)}
${signedPart(day)}
<footer>${notes(day, context)
    .map((note) => `<p>${escaped(note)}</p>`)
    .join(
      '',
    )}<p>SHA-256 of the report: <span class="code">${escaped(reportHash)}</span></p></footer>
</body></html>
`;
}

function statusPart(day: DayView): string {
  const { unsettled } = reportInForce(day).report;
  const sentences = [...signatureStatus(day, lagosTime), whenClosable(day, lagosTime)];
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
    ...(names === null ? [] : [{ text: names.get(line.accountNumber) ?? '' }]),
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
