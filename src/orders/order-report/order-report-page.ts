import {
  list,
  pairs,
  printedPage,
  section,
  table,
  type Tone,
} from '../../infra/http/printed-page.js';
import { instant } from '../../infra/runtime/clock.js';
import { multiply } from '../../infra/decimal.js';
import { grouped, lagosTime, naira } from '../../market/figures.js';
import type { BreakView } from '../break-desk/break-view.js';
import type { EventView } from '../audit-trail/audit-events.js';
import type { EvidenceGrade } from '../order/order-status.js';
import type { FillView } from '../order-queries/order-history.js';
import type { OrderView } from '../order-queries/order-view.js';
import { ROWS_MAX, type OrderReport, type ReportedCall } from './get-order-report.js';

/*
 * The history of one order on paper, for somebody who has never seen the system: what it is and how that is known, all
 * that happened in sentences, and how to hold the page against the audit trail. Pure.
 */

const STATUS: Readonly<Record<OrderView['status'], string>> = {
  New: 'accepted here, and not known to be at the exchange',
  Posted: 'at the exchange, which has not shown it as working yet',
  Open: 'working at the exchange',
  Amended: 'working at the exchange, with terms that were edited',
  Filled: 'traded in full',
  Cancelled: 'cancelled',
  Rejected: 'refused by the exchange, or never sent',
  Expired: 'ended with its trading day',
};

const GRADES: Readonly<Record<string, string>> = {
  Traded: 'trades of the exchange',
  Enquired: 'an answer of the exchange about this very order',
  Acknowledged: "the exchange's acknowledgement",
  Listed: "a list of the exchange's orders",
  Inferred: 'inference, not proof',
  Calendar: 'the trading calendar',
  Operator: 'a decision of our own people',
} satisfies Record<EvidenceGrade, string>;

const KNOWN: Readonly<Record<string, string>> = {
  Acknowledged: 'acknowledged by the exchange',
  Shown: 'shown by a record of the exchange',
  Inferred: 'inferred: it fits, and is not proven',
  Operator: 'named by two people here',
  Doubtful: 'doubtful: something speaks against it',
};

const NOT_SHOWN = 'not shown to this reader, who may not read orders';

export interface PageContext {
  /** When the page was asked for. */
  readonly at: string;
  /** Whether the reader may see whose order it is, and the calls made for it. */
  readonly showsOrder: boolean;
  readonly showsBreaks: boolean;
}

export function orderReportPage(report: OrderReport, context: PageContext): string {
  const { order, events } = report;
  const client = context.showsOrder
    ? `${order.clientName}, account ${order.accountNumber}`
    : NOT_SHOWN;
  const last = events.at(-1);
  return printedPage({
    title: `Order ${order.clientOrderId}`,
    heading: `Order ${order.clientOrderId}`,
    subtitle: `${order.side === 'BUY' ? 'Buy' : 'Sell'} ${grouped(order.units)} ${order.security} at ${naira(order.price)}`,
    broker: order.brokerCode,
    status: { text: order.status, tone: toneOf(order) },
    parts: [
      section('The order', summary(order, client)),
      section('What is open', openPoints(report, context)),
      section('What happened', table(EVENTS, events)),
      section('Executions', table(FILLS, report.fills)),
      ...(context.showsBreaks
        ? [section('Differences with the exchange', table(BREAKS, report.breaks))]
        : []),
      ...(context.showsOrder ? [section('Calls to the exchange', table(CALLS, report.calls))] : []),
    ],
    notes: notes(report, context),
    digest: [`SHA-256 of entry ${last?.sequence ?? 0}, the last one above`, last?.hash ?? ''],
  });
}

function toneOf({ evidence, openBreaks }: OrderView): Tone {
  if (!evidence.certain) return 'bad';
  return openBreaks > 0 ? 'doubt' : 'good';
}

function summary(order: OrderView, client: string): string {
  const { evidence } = order;
  const acted = order.onBehalfOf === null ? '' : `, for ${order.onBehalfOf}`;
  return pairs([
    ['Status', `${order.status}: ${STATUS[order.status]}`],
    ['Client', client],
    ['Ordered', `${grouped(order.units)} units at ${naira(order.price)}, ${order.timeInForce}`],
    ['Matched', `${grouped(order.matchedUnits)} units${averageOf(order)}`],
    ['Left', `${grouped(order.pendingUnits)} units`],
    ['Trading day', order.tradingDate],
    ['Received', `${lagosTime(order.createdAt)}, from ${order.createdBy}${acted}`],
    ['Ended', order.closedAt === null ? 'not yet' : lagosTime(order.closedAt)],
    ['Last proven', provenBy(evidence)],
    ['Number at the exchange', knownAs(order.orderNumber, evidence.number)],
    ['Limit', knownAs(naira(order.price), evidence.price)],
    ['Our reference', order.orderRef, 'code'],
    ['Our id', order.id, 'code'],
  ]);
}

function averageOf({ averagePrice }: OrderView): string {
  return averagePrice === null ? '' : `, ${naira(averagePrice)} on average`;
}

function provenBy({ grade, at }: OrderView['evidence']): string {
  if (grade === null || at === null) return 'by nothing yet';
  return `${lagosTime(at)}, by ${GRADES[grade] ?? grade}`;
}

function knownAs(value: string | null, proof: string | null): string {
  if (value === null) return 'not known';
  return proof === null ? value : `${value}, ${KNOWN[proof] ?? proof}`;
}

function openPoints({ order, breaks }: OrderReport, { showsBreaks }: PageContext): string {
  const { evidence, pending, reason } = order;
  return list([
    ...(evidence.certain ? [] : ['What is said of the order here is not certain.']),
    ...(pending === null
      ? []
      : [
          `A request to ${pending.kind.toLowerCase()} it is ${pending.state.toLowerCase()} since ${lagosTime(pending.since)}${pending.reason === null ? '' : `: ${pending.reason}`}.`,
        ]),
    ...(reason === null ? [] : [`The last refusal said: ${reason}`]),
    ...breaks
      .filter(({ closedAt }) => showsBreaks && closedAt === null)
      .map(({ type, detail }) => `An open difference (${type}): ${detail}`),
  ]);
}

const EVENTS = [
  { head: 'Entry', of: ({ sequence }: EventView) => String(sequence), as: 'figure' },
  { head: 'When', of: ({ at }: EventView) => lagosTime(at), as: 'time' },
  {
    head: 'Who',
    of: ({ actor, onBehalfOf }: EventView) =>
      onBehalfOf === null ? actor : `${actor}, for ${onBehalfOf}`,
  },
  { head: 'What', of: ({ explanation, type }: EventView) => explanation ?? type },
] as const;

const FILLS = [
  { head: 'Matching id', of: ({ matchingId }: FillView) => matchingId, as: 'code' },
  { head: 'Trade date', of: ({ tradeDate }: FillView) => tradeDate },
  { head: 'First seen', of: ({ observedAt }: FillView) => lagosTime(observedAt), as: 'time' },
  { head: 'Units', of: ({ units }: FillView) => grouped(units), as: 'figure' },
  { head: 'Price', of: ({ price }: FillView) => naira(price), as: 'figure' },
  {
    head: 'Value',
    of: ({ units, price }: FillView) => naira(multiply(units, price)),
    as: 'figure',
  },
  {
    head: 'Counts',
    of: ({ reversedAt }: FillView) =>
      reversedAt === null ? 'yes' : `reversed at ${lagosTime(reversedAt)}`,
  },
] as const;

const BREAKS = [
  { head: 'Type', of: ({ type }: BreakView) => type },
  { head: 'Severity', of: ({ severity }: BreakView) => severity },
  { head: 'What', of: ({ detail }: BreakView) => detail },
  { head: 'Opened', of: ({ openedAt }: BreakView) => lagosTime(openedAt), as: 'time' },
  {
    head: 'Ended',
    of: ({ closedAt }: BreakView) => (closedAt === null ? 'open' : lagosTime(closedAt)),
    as: 'time',
  },
  {
    head: 'By',
    of: ({ closedAt, closedBy }: BreakView) => closedBy ?? (closedAt === null ? '' : 'evidence'),
  },
  { head: 'Outcome', of: ({ outcome }: BreakView) => outcome ?? '' },
] as const;

const CALLS = [
  { head: 'Sent', of: ({ startedAt }: ReportedCall) => lagosTime(instant(startedAt)), as: 'time' },
  { head: 'To', of: ({ endpoint }: ReportedCall) => endpoint },
  {
    head: 'Answered',
    of: ({ completedAt }: ReportedCall) =>
      completedAt === null ? 'no' : lagosTime(instant(completedAt)),
    as: 'time',
  },
  {
    head: 'HTTP',
    of: ({ httpStatus }: ReportedCall) => (httpStatus === null ? '' : String(httpStatus)),
    as: 'figure',
  },
  { head: 'Taken as', of: ({ outcome, failure }: ReportedCall) => outcome ?? failure ?? '' },
  { head: 'Call', of: ({ id }: ReportedCall) => id, as: 'code' },
] as const;

function notes({ events, isCut, isMoving }: OrderReport, context: PageContext): string[] {
  const [first, last] = [events[0]?.sequence ?? 0, events.at(-1)?.sequence ?? 0];
  return [
    'Money is in Naira. Times are those of Lagos (UTC+1). The exchange gives executions a date and no time, so an execution may be older than when it was first seen.',
    `"What happened" has the entries of the audit trail about this order, ${first} to ${last}; each entry holds the hash of the one before it. Whoever has an export of the trail (the command marina audit export) can verify them with the file verifier/marina-verify.mjs, which needs nothing else of this system.`,
    ...(isCut
      ? [
          `A section has more than ${ROWS_MAX} rows: of the differences the newest are shown, of the rest the oldest; the export has all.`,
        ]
      : []),
    ...(isMoving
      ? ['The order changed while this page was made: its parts may be of different moments.']
      : []),
    ...(context.showsOrder && context.showsBreaks
      ? []
      : ['Sections that this reader may not see are left out.']),
    `Printed on ${lagosTime(context.at)}.`,
  ];
}
