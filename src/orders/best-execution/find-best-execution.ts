import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import { compare, divide } from '../../infra/decimal.js';
import type { Id, Instant, LagosDate, Whole } from '../../infra/formats.js';
import { pageOf, type Page } from '../../infra/http/input/page.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { instant } from '../../infra/runtime/clock.js';
import type { Price, Security, Units } from '../../market/formats.js';
import type { Side } from '../order/order.js';
import type { OrderStatus } from '../order/order-status.js';
import { better, qualityAgainst, type ExecutionQuality } from './execution-quality.js';
import { QuoteReader } from './find-quotes.js';
import { callerLeft, idsOfDays, type BestExecutionFilters } from './orders-of-days.js';
import type { RecordedQuote } from './quotes.js';

/** What was executed of an order. */
export interface ExecutionsView {
  readonly count: Whole;
  readonly units: Units;
  /** Four decimals. */
  readonly averagePrice: Price | null;
  readonly lowestPrice: Price | null;
  readonly highestPrice: Price | null;
  /** When the first and the last were booked; the exchange tells no time of a trade. */
  readonly firstBookedAt: Instant | null;
  readonly lastBookedAt: Instant | null;
}

/** An order against the market of its time. */
export interface BestExecutionView {
  readonly orderId: Id;
  /**
   * The caller's own id of the order.
   * @example "web-7731"
   */
  readonly clientOrderId: string;
  /**
   * Null for readers of the trail who may not read orders.
   * @example "C0014321"
   */
  readonly accountNumber: string | null;
  readonly tradingDate: LagosDate;
  readonly side: Side;
  readonly security: Security;
  readonly units: Units;
  /** The limit price, after all edits. */
  readonly price: Price;
  readonly status: OrderStatus;
  readonly receivedAt: Instant;
  /** When its post was first sent; null: never. */
  readonly sentAt: Instant | null;
  readonly executions: ExecutionsView;
  /** The newest recorded quote before it was received, of any day: look at its time. Null: none was recorded. */
  readonly quoteAtReceipt: RecordedQuote | null;
  /** The newest before it was sent. */
  readonly quoteAtSending: RecordedQuote | null;
  /** The first after it was sent. */
  readonly quoteAfterSending: RecordedQuote | null;
  /** The last of its trading day: high, low, average and volume of the day as far as they were recorded. */
  readonly lastQuoteOfDay: RecordedQuote | null;
  /** Against the other side of the quote at sending, else of the one after; null: there is nothing to compare. */
  readonly againstQuote: ExecutionQuality | null;
  /** Against `averagePrice` of the last quote of the day. */
  readonly againstDay: ExecutionQuality | null;
}

interface Reader {
  /** The reader may see whose the orders are. */
  readonly showsClients: boolean;
  /** Nobody waits for the answer any more, and the place that it had among long reads is given to another. */
  readonly hasLeft: () => boolean;
}

/** Orders of some trading days against the market of their time, oldest first. */
export class FindBestExecution extends Query<Page<BestExecutionView>> {
  constructor(
    readonly filters: BestExecutionFilters,
    readonly limit: number,
    readonly cursor: string | null,
    readonly reader: Reader,
  ) {
    super();
  }
}

/** All of them, for a file. Throws if they are more than this. */
export class GetBestExecution extends Query<readonly BestExecutionView[]> {
  constructor(
    readonly filters: BestExecutionFilters,
    readonly reader: Reader,
  ) {
    super();
  }
}

export const IN_A_FILE_MOST = 5_000;
/** Orders that share the quotes that were read for one of them. */
const QUOTES_SHARED_BY = 50;
/** Orders that are read together. Then the event loop has its turn: each takes some statements besides. */
const READ_AT_ONCE = 10;

@QueryHandler(FindBestExecution)
export class FindBestExecutionHandler implements IQueryHandler<FindBestExecution> {
  constructor(private readonly database: Database) {}

  async execute(query: FindBestExecution): Promise<Page<BestExecutionView>> {
    const { filters, limit, cursor, reader } = query;
    const { questions } = this.database;
    const ids = await idsOfDays(questions, filters, { ...reader, cursor, most: limit + 1 });
    const { data, page } = pageOf(ids, limit, (id) => id);
    return { data: await viewsOf(questions, data, reader), page };
  }
}

@QueryHandler(GetBestExecution)
export class GetBestExecutionHandler implements IQueryHandler<GetBestExecution> {
  constructor(private readonly database: Database) {}

  async execute({ filters, reader }: GetBestExecution): Promise<readonly BestExecutionView[]> {
    const { questions } = this.database;
    const part = { ...reader, cursor: null, most: IN_A_FILE_MOST + 1 };
    const ids = await idsOfDays(questions, filters, part);
    if (ids.length > IN_A_FILE_MOST) {
      const message = `must leave at most ${IN_A_FILE_MOST} orders in a file: ask for fewer days`;
      throw fieldProblem('validation-failed', 'to', message);
    }
    return viewsOf(questions, ids, reader);
  }
}

type FoundOrder = Pick<
  BestExecutionView,
  | 'orderId'
  | 'clientOrderId'
  | 'accountNumber'
  | 'tradingDate'
  | 'side'
  | 'security'
  | 'units'
  | 'price'
  | 'status'
> & { readonly createdAt: number; readonly filledUnits: string; readonly filledValue: string };

/**
 * An order, its executions and its entries are read without a turn of the event loop between, so that on SQLite they are
 * of one moment. Quotes can come later: recorded ones never change.
 */
async function viewsOf(
  reading: Reading,
  ids: readonly Id[],
  { showsClients, hasLeft }: Reader,
): Promise<readonly BestExecutionView[]> {
  const views: BestExecutionView[] = [];
  for await (const many of inBatches(ids, QUOTES_SHARED_BY)) {
    const quotes = new QuoteReader(reading);
    for await (const few of inBatches(many, READ_AT_ONCE)) {
      if (hasLeft()) throw callerLeft();
      const [orders, moments, fills] = await Promise.all([
        ordersOf(reading, few),
        momentsOf(reading, few),
        fillsOf(reading, few),
      ]);
      for (const order of orders) {
        const { orderId } = order;
        const booked = fills.get(orderId) ?? [];
        const view = await viewOf(order, { moments: moments.get(orderId), fills: booked, quotes });
        views.push(showsClients ? view : { ...view, accountNumber: null });
      }
    }
  }
  return views;
}

/** In the order of the ids. */
async function ordersOf(reading: Reading, ids: readonly Id[]): Promise<readonly FoundOrder[]> {
  const { marks, values } = inList(ids);
  const rows = await reading.query<FoundOrder>(
    `SELECT id AS "orderId", client_order_id AS "clientOrderId", account_number AS "accountNumber",
       trading_date AS "tradingDate", side, security, units, price, status, created_at AS "createdAt",
       filled_units AS "filledUnits", filled_value AS "filledValue"
     FROM orders WHERE id IN (${marks})`,
    values,
  );
  const byId = new Map(rows.map((row) => [row.orderId, row] as const));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Moments {
  /** Sequences of its entries: the trail's order holds whatever the clocks said. */
  readonly received: number;
  readonly sent: number | null;
  readonly sentAt: string | null;
}

async function momentsOf(
  reading: Reading,
  ids: readonly Id[],
): Promise<ReadonlyMap<string, Moments>> {
  const { marks, values } = inList(ids);
  const rows = await reading.query<{ stream: string; received: number }>(
    `SELECT stream, sequence AS received FROM audit_entries WHERE stream IN (${marks}) AND stream_sequence = 1`,
    values,
  );
  // Not by the index of types, which has those of all orders.
  const sent = await reading.query<{ stream: string; sequence: number; at: string }>(
    `SELECT stream, sequence, at FROM audit_entries
       WHERE stream IN (${marks}) AND COALESCE(type, '') = 'POST_SENT' ORDER BY sequence DESC`,
    values,
  );
  const first = new Map(sent.map((entry) => [entry.stream, entry] as const));
  return new Map(
    rows.map(({ stream, received }) => {
      const { sequence = null, at = null } = first.get(stream) ?? {};
      return [stream, { received, sent: sequence, sentAt: at }] as const;
    }),
  );
}

interface BookedFill {
  readonly orderId: string;
  readonly price: string;
  readonly observedAt: number;
}

/** By order, oldest first. */
async function fillsOf(
  reading: Reading,
  ids: readonly Id[],
): Promise<ReadonlyMap<string, readonly BookedFill[]>> {
  const { marks, values } = inList(ids);
  const rows = await reading.query<BookedFill>(
    `SELECT order_id AS "orderId", price, observed_at AS "observedAt" FROM fills
       WHERE order_id IN (${marks}) AND reversed_at IS NULL ORDER BY observed_at`,
    values,
  );
  const byOrder = new Map<string, BookedFill[]>();
  for (const fill of rows) {
    const booked = byOrder.get(fill.orderId);
    if (booked === undefined) byOrder.set(fill.orderId, [fill]);
    else booked.push(fill);
  }
  return byOrder;
}

interface About {
  readonly moments: Moments | undefined;
  readonly fills: readonly BookedFill[];
  readonly quotes: QuoteReader;
}

async function viewOf(
  { createdAt, filledUnits, filledValue, ...order }: FoundOrder,
  { moments, fills, quotes }: About,
): Promise<BestExecutionView> {
  const { security, side, tradingDate } = order;
  const { received = null, sent = null, sentAt = null } = moments ?? {};
  const averagePrice = filledUnits === '0' ? null : divide(filledValue, filledUnits, 4);
  const prices = fills.map(({ price }) => price).sort(compare);
  const times = fills.map(({ observedAt }) => instant(observedAt));
  const quoteAtSending = await quotes.before(sent, security);
  const quoteAfterSending = await quotes.after(sent, sentAt, security);
  const lastQuoteOfDay = await quotes.lastOn(tradingDate, security);
  return {
    ...order,
    receivedAt: instant(createdAt),
    sentAt,
    executions: {
      count: fills.length,
      units: filledUnits,
      averagePrice,
      lowestPrice: prices[0] ?? null,
      highestPrice: prices.at(-1) ?? null,
      firstBookedAt: times[0] ?? null,
      lastBookedAt: times.at(-1) ?? null,
    },
    quoteAtReceipt: await quotes.before(received, security),
    quoteAtSending,
    quoteAfterSending,
    lastQuoteOfDay,
    againstQuote:
      qualityAgainst(side, averagePrice, quoteAtSending) ??
      qualityAgainst(side, averagePrice, quoteAfterSending),
    againstDay:
      averagePrice === null
        ? null
        : better(side, averagePrice, lastQuoteOfDay?.averagePrice ?? null),
  };
}
