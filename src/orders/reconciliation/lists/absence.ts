import { inBatches } from '../../../infra/runtime/batches.js';
import {
  closeOf,
  isSessionOpen,
  type Sessions,
} from '../../../market/trading-calendar/trading-day.js';
import { FEW_MISSING } from '../../breaks/doubtful-answer.js';
import { isDayOrder } from '../../order/order.js';
import { isWorking } from '../../order/order-status.js';
import type { ListComparisonResult } from './broker-list.js';
import {
  nextDayHasOpened,
  phaseOf,
  type DayOfTrades,
  isCompleteAnswer,
} from '../collect/day-over.js';
import type { AbsenceContext } from '../order-records/absence-context.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';

type DayContext = Pick<AbsenceContext, 'phase' | 'late' | 'closesAt'>;

interface Seen {
  readonly list: ListComparisonResult | null;
  /** The exchange itself has answered that there is no list. */
  readonly saidNone: boolean;
  /** Orders that a list has shown working since the start. */
  readonly listed: ReadonlySet<string>;
  readonly trades: readonly DayOfTrades[];
  readonly sessions: Sessions;
  readonly now: number;
}

/** The absence context of the orders of a run; each day is looked up once, not once for each of its orders. */
export class AbsenceSources {
  private readonly days = new Map<string, DayContext>();

  private readonly tellsPresence: boolean;

  private constructor(
    private readonly orders: ReadonlyMap<string, ReviewedOrder>,
    private readonly seen: Seen,
  ) {
    const { list, listed, sessions, now } = seen;
    const missing = [...(list?.absent ?? [])].filter((id) => listed.has(id)).length;
    this.tellsPresence = isSessionOpen(sessions, now) && missing <= FEW_MISSING;
  }

  static async of(subjects: readonly OrderUnderReview[], seen: Seen): Promise<AbsenceSources> {
    const orders = new Map<string, ReviewedOrder>();
    for await (const slice of inBatches(subjects)) {
      for (const { order } of slice) orders.set(order.id, order);
    }
    return new AbsenceSources(orders, seen);
  }

  of(orderId: string): AbsenceContext {
    const { list, saidNone } = this.seen;
    const order = this.orders.get(orderId);
    const unlisted = list?.absent.has(orderId) === true;
    const differs = list?.differing.has(orderId) === true;
    const isUnexplained = list?.unexplainedWord.has(orderId) === true;
    const contradicted = list?.contradicting.get(orderId) ?? null;
    const shown = {
      wasListed: this.seen.listed.has(orderId),
      tellsPresence: this.tellsPresence && order !== undefined && isWorking(order.status),
      differs,
      contradicted,
      isUnexplained,
      isFirstList: list?.isFirst === true,
      listAskedAt: list?.answer.askedAt ?? null,
    };
    // With nothing left on it, an exchange may answer the question for its list with none.
    const isNone = list === null && saidNone;
    if (order === undefined || !isDayOrder(order)) {
      return {
        absent: unlisted || isNone,
        ...shown,
        phase: 'trading',
        late: false,
        closesAt: null,
      };
    }
    const { phase, late, closesAt } = this.dayOf(order.tradingDate);
    // "There is no list" makes an order doubtful that no enquiry finds either, but ends none before the next session.
    const absent = unlisted || (isNone && (late || phase !== 'over'));
    const cutOff = list !== null && !isCompleteAnswer(list.answer);
    const here = phase === 'over' && cutOff ? 'closing' : phase;
    return { absent, ...shown, phase: here, late, closesAt };
  }

  /** Whether orders whose day is over wait for the enquiry by which they end. */
  waitForTheirEnd(orderIds: Iterable<string>): boolean {
    for (const orderId of orderIds) {
      const { absent, phase, late } = this.of(orderId);
      if (absent && phase === 'over' && !late) return true;
    }
    return false;
  }

  private dayOf(tradingDate: string): DayContext {
    let day = this.days.get(tradingDate);
    if (day === undefined) {
      const { sessions, now, trades } = this.seen;
      const late = nextDayHasOpened(tradingDate, sessions, now);
      const phase = phaseOf(tradingDate, sessions, now, trades);
      day = { late, phase, closesAt: closeOf(sessions, tradingDate) };
      this.days.set(tradingDate, day);
    }
    return day;
  }
}
