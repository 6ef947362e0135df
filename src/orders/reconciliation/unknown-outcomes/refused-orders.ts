import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Database } from '../../../infra/database/database.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { Answer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { isOtherSide, isSameAccount, type Order } from '../../order/order.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { doubtAbsence, namedIn } from './unknown-posts.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { type OrderStore } from '../../order/order-store.js';
import { type SightingRegister } from '../../order-numbers/sighting-register.js';
import type { PollingState } from '../collect/polling-state.js';
import { loadRefused, type ReviewedOrder } from '../collect/orders-under-review.js';
import type { RunEvidence } from '../lists/run-evidence.js';
import type { UnknownOutcomeSearch } from './search.js';

/** An order considered refused, and numbers that may be it. */
export interface DueRefusal {
  readonly order: ReviewedOrder;
  readonly numbers: readonly string[];
}

/** Orders considered refused that one run searches for. */
const REFUSED_MAX = 3;
/** How long a number is not compared again with a refused order that it did not match. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Orders that were taken not to be at the exchange, because it refused them and nothing was there, or because people have
 * said so, and what is shown since. What people knew when they decided does not ask them again.
 */
export class RefusedOrders {
  /** Monotonic time of the last comparison of each number with each refused order. */
  private readonly lookedAt: Map<string, number>;

  constructor(
    polling: Pick<PollingState, 'refusalsLookedAt'>,
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly sightings: SightingRegister,
    private readonly clock: Clock,
    private readonly searches: UnknownOutcomeSearch,
  ) {
    this.lookedAt = polling.refusalsLookedAt;
  }

  /** Those of which something is shown that may be one. Each number that is shown is looked at now and then. */
  async due(shown: RunEvidence): Promise<DueRefusal[]> {
    const { reading } = this.database;
    const dates = shown.trades.map(({ date }) => date);
    const today = tradingDateOf(this.clock.now());
    const orders = await loadRefused(reading, [...new Set([today, ...dates])]);
    const due: DueRefusal[] = [];
    for (const order of orders) {
      const numbers = await this.perhapsIts(order, shown);
      const now = this.clock.steady();
      const isDue = (number: string): boolean => {
        const at = this.lookedAt.get(`${order.id} ${number}`);
        return at === undefined || now - at >= LOOK_AGAIN_MS;
      };
      if (!numbers.some(isDue)) continue;
      due.push({ order, numbers });
      if (due.length >= REFUSED_MAX) break;
    }
    return due;
  }

  /** True when the refusal has become doubtful. */
  async doubt(
    { order, numbers }: DueRefusal,
    shown: RunEvidence,
    account: Answer<OrderRecord> | null,
  ): Promise<boolean> {
    await this.searches.noteNumbers(order, account);
    for (const number of numbers) {
      this.lookedAt.set(`${order.id} ${number}`, this.clock.steady());
    }
    return this.database.units.runOn(order.id, async (unit) => {
      const state = await this.store.load(unit, order.id);
      const posts = await unit.find(
        OrderRequestRow,
        "order_id = ? AND kind = 'Post' AND state = 'Refused'",
        [order.id],
      );
      const [post] = posts;
      if (state === null || post === undefined) return false;
      const news = await this.unknownToPeople(unit, state.order, post, numbers);
      const whole = { ...state, requests: [...posts, ...state.requests] };
      const found = await this.searches.search(unit, whole, post, {
        shown,
        account,
        enquired: null,
      });
      if (news !== null && !namedIn(found).some((number) => news.has(number))) return false;
      const change = doubtAbsence(whole, post, found, await this.store.moment(unit));
      if (change === null) return false;
      await this.store.write(unit, whole, change, RECONCILER);
      return true;
    });
  }

  /** Of an order about which people have decided, the numbers that were first shown since; null: of any other. */
  private async unknownToPeople(
    unit: Unit,
    { grade, tradingDate, security, side }: Order,
    { since, candidates }: OrderRequestRow,
    numbers: readonly string[],
  ): Promise<ReadonlySet<string> | null> {
    if (grade !== 'Operator') return null;
    const terms = { security, side };
    const seen = await this.sightings.firstSeen(unit, numbers, tradingDate, terms);
    const known = new Set(candidates?.split(' '));
    return new Set(
      numbers.filter(
        (number) => !known.has(number) && (seen.get(number)?.firstSeenAt ?? since) > since,
      ),
    );
  }

  /**
   * Numbers that are shown with all that a record shows of the order, or traded for its account. A trade alone, which may be
   * of any order of the client, does not ask people again.
   */
  private async perhapsIts(order: ReviewedOrder, { list, trades }: RunEvidence): Promise<string[]> {
    const listed = list?.externalRows.filter((row) => couldBe(order, row)) ?? [];
    const mayBeTraded = order.grade === 'Operator' ? [] : trades;
    const traded = mayBeTraded.flatMap(({ rows }) =>
      rows.filter(
        (row) =>
          row.security === order.security &&
          row.accountNumber !== null &&
          isSameAccount(row.accountNumber, order.accountNumber) &&
          !isOtherSide(row.side, order.side),
      ),
    );
    const numbers = [...new Set([...listed, ...traded].map(({ orderNumber }) => orderNumber))];
    const owners = await this.sightings.ownersOf(this.database.reading, numbers);
    return numbers.filter((number) => {
      const owner = owners.get(number);
      return owner === undefined || owner.earlier !== null;
    });
  }
}
