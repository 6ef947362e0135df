import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ActorName, Id, Instant, Text, Whole } from '../../../infra/formats.js';
import type { OrderNumber, Security } from '../../../market/formats.js';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import type { Reading } from '../../../infra/database/reads.js';
import { instant } from '../../../infra/runtime/clock.js';
import type { BreakType } from '../../breaks/break.js';
import type { ExternalOrderTrades } from '../../breaks/external-order.js';
import type { Decision } from '../../breaks/resolution.js';
import { unitsAfterEdit } from '../../order/changes/amended-terms.js';
import { orderNotFound } from '../../order/order-problems.js';
import { OrderRow } from '../../order/order.entity.js';
import type { RequestKind } from '../../order/requests/order-request.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { ApprovalRow } from '../approval.entity.js';
import { acceptedBy, knownNumbers, type KnownWithBreaks } from './known-numbers.js';
import { fitOf, type FitField, type FitOrder, type SentAs } from './number-fit.js';

/** What became of a search for an order whose post or edit has no known outcome. */
export interface OrderCandidatesView {
  readonly orderId: Id;
  /** What has no known outcome; null: nothing, so that nothing is searched for. */
  readonly kind: RequestKind | null;
  /** When it was first sent. */
  readonly sentAt: Instant | null;
  /** Searches so far. */
  readonly searches: Whole;
  /**
   * What the last one found; null: none has found anything to say yet.
   * @example "more than one number may be it: 700374, 700375"
   */
  readonly found: Text | null;
  /** When it is searched for next, at the earliest. */
  readonly searchDueAt: Instant | null;
  /** The order numbers that the last search has named, and a proposal that waits names. */
  readonly numbers: readonly NumberCandidate[];
}

/** A number at the exchange that may be the order's, with all that is known of it. */
export interface NumberCandidate {
  readonly orderNumber: OrderNumber;
  /**
   * As the exchange spells it; null where nothing has shown it.
   * @example "BUY"
   */
  readonly side: string | null;
  readonly security: Security | null;
  /**
   * As a list has shown it; null: only trades have.
   * @example "3170"
   */
  readonly units: string | null;
  /**
   * The exchange's own word, as a list has shown it last.
   * @example "Open"
   */
  readonly statusWord: string | null;
  /** By day. */
  readonly traded: readonly ExternalOrderTrades[];
  /** When an answer of the exchange first showed it. */
  readonly firstSeenAt: Instant | null;
  /** The newest break about it; null: none. */
  readonly breakId: Id | null;
  readonly breakType: BreakType | null;
  /** That break is still open. */
  readonly breakOpen: boolean;
  /** Who has said that it is another desk's order; null: nobody. */
  readonly acceptedBy: ActorName | null;
  /** What is shown of it and is as in the order. */
  readonly fits: readonly FitField[];
  /** What is shown of it and is not as in the order. */
  readonly differs: readonly FitField[];
  /** The last search has named it. */
  readonly named: boolean;
  /** Proposals about the number that wait for a second person. */
  readonly proposals: readonly Id[];
}

export class GetOrderCandidates extends Query<OrderCandidatesView> {
  constructor(readonly orderId: string) {
    super();
  }
}

@QueryHandler(GetOrderCandidates)
export class GetOrderCandidatesHandler implements IQueryHandler<GetOrderCandidates> {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async execute({ orderId }: GetOrderCandidates): Promise<OrderCandidatesView> {
    const { reading } = this.database;
    const [order] = await reading.find(OrderRow, 'id = ?', [orderId]);
    if (order === undefined) throw orderNotFound();
    const [request] = await reading.find(
      OrderRequestRow,
      "order_id = ? AND state = 'Unknown' ORDER BY id LIMIT 1",
      [orderId],
    );
    if (request === undefined) return { ...NOTHING_UNKNOWN, orderId };
    const waiting = await waitingProposals(reading);
    const named = numbersIn(request.candidates);
    const proposed = waiting.flatMap((one) =>
      one.orderId === orderId && one.orderNumber !== null ? [one.orderNumber] : [],
    );
    const numbers = [...new Set([...named, ...proposed])];
    const { brokerCode } = this.config;
    const { firstSentAt } = request;
    return {
      orderId,
      kind: request.kind,
      sentAt: firstSentAt === null ? null : instant(firstSentAt),
      searches: request.searches,
      found: request.found,
      searchDueAt: instant(request.dueAt),
      numbers: await candidatesOf(reading, brokerCode, { order, request, numbers, waiting }),
    };
  }
}

interface Searched {
  readonly order: OrderRow;
  /** Of unknown outcome. */
  readonly request: OrderRequestRow;
  readonly numbers: readonly string[];
  readonly waiting: readonly WaitingProposal[];
}

export async function candidatesOf(
  reading: Reading,
  brokerCode: string,
  { order, request, numbers, waiting }: Searched,
): Promise<readonly NumberCandidate[]> {
  const known = await knownNumbers(reading, brokerCode, numbers, order.tradingDate);
  const { sentEntry, firstSentAt } = request;
  // Clocks of two processes do not tell which was first; the trail does.
  const isOfThisProcess = false;
  const sent = firstSentAt === null ? null : { sentAt: firstSentAt, sentEntry, isOfThisProcess };
  const named = numbersIn(request.candidates);
  return known.map((one) => ({
    ...candidateOf(wantedBy(order, request), one, sent),
    named: named.includes(one.orderNumber),
    proposals: waiting.flatMap(({ id, orderNumber }) =>
      orderNumber === one.orderNumber ? [id] : [],
    ),
  }));
}

const NOTHING_UNKNOWN = {
  kind: null, sentAt: null, searches: 0, found: null, searchDueAt: null, numbers: [],
} as const; // prettier-ignore

/** What an order would be if the request was done; of an edit its number may also show only what was left. */
function wantedBy(order: OrderRow, request: OrderRequestRow): readonly FitOrder[] {
  if (request.kind !== 'Edit') return [order];
  const price = request.price ?? order.price;
  return unitsAfterEdit(order, request).map((units) => ({ ...order, units, price }));
}

function candidateOf(
  wanted: readonly FitOrder[],
  known: KnownWithBreaks,
  sent: SentAs | null,
): Omit<NumberCandidate, 'named' | 'proposals'> {
  const fitted = wanted.map((order) => fitOf(order, known, sent));
  const closest = fitted.toSorted((a, b) => a.differs.length - b.differs.length)[0];
  const { terms = null, fits = [], differs = [] } = closest ?? {};
  const [newest] = known.breaks;
  const firstSeenAt = known.seen[0]?.firstSeenAt ?? null;
  return {
    orderNumber: known.orderNumber,
    side: terms?.side ?? null,
    security: terms?.security ?? null,
    units: terms?.units ?? null,
    statusWord: known.shown?.statusWord ?? null,
    traded: known.traded,
    firstSeenAt: firstSeenAt === null ? null : instant(firstSeenAt),
    breakId: newest?.id ?? null,
    breakType: newest?.type ?? null,
    breakOpen: newest !== undefined && newest.closedAt === null,
    acceptedBy: acceptedBy(known),
    fits,
    differs,
  };
}

export interface WaitingProposal {
  readonly id: string;
  readonly breakId: string;
  readonly proposedBy: string;
  readonly orderId: string | null;
  readonly resolution: Decision['resolution'];
  readonly orderNumber: string | null;
  readonly expiresAt: number;
}

/** Few: one for each break at most. */
export async function waitingProposals(reading: Reading): Promise<readonly WaitingProposal[]> {
  const rows = await reading.find(ApprovalRow, "state = 'Pending' ORDER BY id", []);
  return rows.map(({ payload, ...row }) => {
    const { resolution, orderNumber } = JSON.parse(payload) as Decision;
    return { ...row, resolution, orderNumber };
  });
}

/** Which numbers may be that of which order of unknown outcome, by the last searches. */
export interface NamedNumbers {
  readonly ofOrder: ReadonlyMap<string, readonly string[]>;
  readonly ofNumber: ReadonlyMap<string, readonly string[]>;
}

export async function namedNumbers(reading: Reading): Promise<NamedNumbers> {
  const rows = await reading.query<{ orderId: string; candidates: string }>(
    `SELECT order_id AS "orderId", candidates FROM order_requests
      WHERE state = 'Unknown' AND candidates IS NOT NULL ORDER BY id`,
  );
  const ofOrder = new Map<string, string[]>();
  const ofNumber = new Map<string, string[]>();
  for (const { orderId, candidates } of rows) {
    for (const number of numbersIn(candidates)) {
      addTo(ofOrder, orderId, number);
      addTo(ofNumber, number, orderId);
    }
  }
  return { ofOrder, ofNumber };
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function numbersIn(candidates: string | null): readonly string[] {
  return candidates === null ? [] : candidates.split(' ');
}
