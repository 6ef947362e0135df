import { RECONCILER } from '../../infra/auth/actor.js';
import { type Clock } from '../../infra/clock.js';
import { type Config } from '../../infra/config.js';
import { type Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import type { Answer, OrderRecord } from '../../infra/exchange/enquiry-api.js';
import type { OrderRequest } from '../domain/order-request.js';
import { type TradingCalendar } from '../../market/trading-calendar.js';
import { closeOf, startOfDay } from '../../market/trading-day.js';
import { canonical } from '../domain/decimal.js';
import type { Change, Moment, Order } from '../domain/order.js';
import { conclude, type Found, type Wanted } from '../domain/search.js';
import { concludeEdit, mayBeReplaced, unitsAfterEdit } from '../domain/unknown-edits.js';
import { concludePost, type SearchRules } from '../domain/unknown-posts.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { type OrderStore, type StoredOrder } from '../store/order-store.js';
import { OrderRow } from '../store/order.entity.js';
import { type StrangerBook } from '../store/stranger-book.js';
import { type WordsInForce } from '../store/words-in-force.js';
import { isWhole } from './day-over.js';
import type { Subject, SubjectOrder } from './subjects.js';
import type { Shown } from './shown.js';
import { sightingsOf } from './sightings.js';

export interface DueSearch {
  readonly order: SubjectOrder;
  readonly request: OrderRequest;
}

/** Searches of one pass: each costs an enquiry of the account. */
const DUE_MAX = 3;

/** What may have put an order at the exchange under a number that is not known yet. */
const UNRESOLVED =
  "state IN ('Sent', 'Unknown') AND kind IN ('Post', 'Edit') AND first_sent_at IS NOT NULL";

/**
 * Looks for the order of a request whose outcome is Unknown, once the quiet time is over: in the
 * day's trades, the broker's list and the list of its account, all asked later than that. An order
 * that works is on both lists, one that was filled is in the trades: so the trades and one list, read
 * whole, are what absence needs. What is seen goes to the pure `conclude`; what follows from it is
 * written in one unit with the order.
 */
export class Searching {
  private readonly rules: SearchRules;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly strangers: StrangerBook,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly learned: WordsInForce,
  ) {
    this.rules = {
      repost: config.repostUnknown,
      repostWithinMs: config.repostWithinMs,
      quietMs: config.exchangeQuietMs,
      duplicateMessage: config.exchangeSettings?.duplicateMessage ?? null,
    };
  }

  /**
   * Whether a pass was shown what works and what was traded, so that a number it did not show was
   * not there. Nothing but a list shows that: a refusal or a broken reply in its place may hide any
   * number, though it may be all that a broker without an order is answered.
   */
  covers(shown: Shown): boolean {
    const { list } = shown;
    return showsTrades(shown) && list !== null && list.unexplained === 0 && isWhole(list.answer);
  }

  due(subjects: readonly Subject[], shown: Shown): DueSearch[] {
    if (!showsTrades(shown)) return [];
    const askedAt = Math.min(...answersOf(shown).map((answer) => answer.askedAt));
    const due: DueSearch[] = [];
    const read = new Set(shown.trades.map(({ date }) => date));
    for (const { order, unknown } of subjects) {
      if (!read.has(order.tradingDate)) continue;
      for (const request of unknown) {
        if (request.again === 1 || askedAt < request.dueAt) continue;
        const replaced = request.kind === 'Edit' && mayBeReplaced(order, this.learned.words);
        if (request.kind === 'Post' || replaced) due.push({ order, request });
      }
    }
    return due.sort((a, b) => a.request.dueAt - b.request.dueAt).slice(0, DUE_MAX);
  }

  /** True when something has become known. `account`: null when its list was not to be had. */
  async settle(
    { order, request }: DueSearch,
    shown: Shown,
    account: Answer<OrderRecord> | null,
  ): Promise<boolean> {
    if (account !== null) {
      await this.strangers.note(account.rows, account.answeredAt);
    }
    return this.database.units.run(async (unit) => {
      const state = await this.store.load(unit, order.id);
      const open = state?.requests.find((one) => one.id === request.id);
      if (state === null || open?.state !== 'Unknown' || open.epoch !== request.epoch) return false;
      const found = await this.search(unit, state, open, shown, account);
      const at = await this.store.moment(unit);
      const change = this.conclude(state, open, found, at);
      await this.store.write(unit, state, change, RECONCILER);
      return change.facts.length > 0;
    });
  }

  private conclude(state: StoredOrder, open: OrderRequest, found: Found, at: Moment): Change {
    return open.kind === 'Edit'
      ? concludeEdit(state, open, found, at, {
          quietMs: this.rules.quietMs,
          words: this.learned.words,
        })
      : concludePost(state, open, found, at, this.rules);
  }

  private async search(
    unit: Unit,
    state: StoredOrder,
    request: OrderRequest,
    shown: Shown,
    account: Answer<OrderRecord> | null,
  ): Promise<Found> {
    const { order } = state;
    const { tradingDate } = order;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    const wanted = wantedOf(state, request);
    const { brokerCode } = this.config;
    const looked = { order, wanted, shown, account };
    const sightings = await sightingsOf(unit, this.strangers, brokerCode, looked);
    const others = (await this.unresolved(unit)).filter((one) => one.requestId !== request.id);
    const peers = [wanted, ...others.filter((other) => isAlike(other, wanted))];
    return conclude(wanted, {
      sightings,
      complete: showsTrades(shown) && (isTrusted(state.order, account, shown) || isKnown(shown)),
      dayOver: this.clock.now() >= closeOf(sessions, tradingDate),
      accountRead: account !== null,
      coveredBefore: await coveredBefore(unit, state.order, wanted.sentAt),
      peers: peers.sort((a, b) => a.sentAt - b.sentAt || (a.requestId < b.requestId ? -1 : 1)),
      rivals: others.filter((other) => !isAlike(other, wanted)),
    });
  }

  private async unresolved(unit: Unit): Promise<Wanted[]> {
    const requests = await unit.find(OrderRequestRow, UNRESOLVED);
    const orders = await unit.find(
      OrderRow,
      `id IN (SELECT order_id FROM order_requests WHERE ${UNRESOLVED})`,
    );
    const byId = new Map(orders.map((order) => [order.id, order]));
    return requests.flatMap((request) => {
      const order = byId.get(request.orderId);
      return order === undefined ? [] : [wantedOf({ order, requests: [], breaks: [] }, request)];
    });
  }
}

function wantedOf(state: StoredOrder, request: OrderRequest): Wanted {
  const { accountNumber, security, side, price } = state.order;
  return {
    requestId: request.id,
    accountNumber,
    security,
    side,
    units: (request.kind === 'Edit' ? unitsAfterEdit(state, request) : [state.order.units]).map(
      canonical,
    ),
    price: canonical(request.price ?? price),
    sentAt: request.firstSentAt ?? 0,
  };
}

function isAlike(a: Wanted, b: Wanted): boolean {
  const key = ({ accountNumber, security, side, units, price }: Wanted): string =>
    JSON.stringify([accountNumber, security, side, units, price]);
  return key(a) === key(b);
}

/** The account's list is whole when it has those of its orders that the broker's list has. */
function isTrusted(order: Order, account: Answer<OrderRecord> | null, { list }: Shown): boolean {
  if (account === null || !isWhole(account)) return false;
  const shown = new Set(account.rows.map((row) => row.orderNumber));
  const expected = list?.ofAccount.get(order.accountNumber) ?? [];
  return expected.every((orderNumber) => shown.has(orderNumber));
}

/** The broker's list is whole when it has every order of ours that should be on it. */
function isKnown({ list }: Shown): boolean {
  return list !== null && list.unexplained === 0 && isWhole(list.answer);
}

function showsTrades({ trades, tradesAnswered }: Shown): boolean {
  return tradesAnswered && trades.every((answer) => answer.odd === 0);
}

function answersOf({ list, trades }: Shown): readonly Answer<unknown>[] {
  return list === null ? trades : [list.answer, ...trades];
}

async function coveredBefore(unit: Unit, order: Order, sentAt: number): Promise<boolean> {
  const [row] = await unit.query<{ one: number }>(
    'SELECT 1 AS one FROM reconciliation_runs WHERE covered_at < ? AND covered_at >= ? LIMIT 1',
    [sentAt, startOfDay(order.tradingDate)],
  );
  return row !== undefined;
}
