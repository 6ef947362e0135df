import type { Logger } from 'pino';
import { tradingDateOf, type Sessions } from '../../../market/trading-calendar/trading-day.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import type { Answer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { type AppLogger } from '../../../infra/observability/logging.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { inList } from '../../../infra/database/in-list.js';
import { doubtSharedNumber } from '../../order-numbers/number-proof.js';
import { reportStillListed } from '../order-records/day-end.js';
import { graceMsOf } from '../order-records/record-rules.js';
import { NO_HISTORY, type EnquiryHistory } from '../order-records/enquiry-history.js';
import { identityOf } from '../../breaks/break.js';
import { LASTING_DISPUTE } from '../order-records/presence-disputes.js';
import {
  CONTRADICTED,
  LISTS_DOUBTED,
  contradictingLists,
  doesListContradict,
} from '../plan/enquiry-outcome.js';
import {
  LISTS_BREAK,
  doubtEnd,
  doubtUnanswered,
  endListDoubt,
} from '../order-records/unexplained-status.js';
import { type ListWatermarks } from '../lists/list-watermark.js';
import { type MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { ListComparison, type ListComparisonResult, type News } from '../lists/broker-list.js';
import { endedOrdersShown, type EndedOrderShown } from '../lists/ended-orders-shown.js';
import { rowsByNumber } from '../collect/list-rows.js';
import type { PollingState } from '../collect/polling-state.js';
import { reassignedNumbers } from '../lists/reassigned-numbers.js';
import { type ExternalOrders } from '../external-orders/external-orders.js';
import type { OrderUnderReview } from '../collect/orders-under-review.js';
import { type RecordWriter } from './record-writer.js';
import {
  countWorking,
  doListsContradict,
  isContradictedForLong,
  isEndUpheld,
} from './closed-but-listed.js';

/** Compares the broker's list with our orders, and writes what it says of them. */
export class ListApplication {
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly watermarks: ListWatermarks,
    private readonly externalOrders: ExternalOrders,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly mappings: MappingsInForce,
    private readonly polling: PollingState,
    logger: AppLogger,
  ) {
    this.logger = logger.for('records');
  }

  /** The revision of the list watermark; read it before the orders that a list is compared with. */
  watermark(): Promise<number> {
    return this.watermarks.revision(this.config.brokerCode);
  }

  /** `watermark`: see {@link watermark}. Answers what the list shows of the subjects and of orders that are not ours. */
  async apply(
    answer: Answer<OrderRecord>,
    subjects: readonly OrderUnderReview[],
    { sessions, watermark: revision }: { readonly sessions: Sessions; readonly watermark: number },
  ): Promise<ListComparisonResult> {
    const { brokerCode } = this.config;
    if (!this.polling.hasReadList) await this.takeUpDisputes();
    const { rows, conflicting } = await rowsByNumber(answer.rows, brokerCode);
    const today = tradingDateOf(this.clock.now());
    const rules = {
      mappings: this.mappings.mappings,
      sessions,
      silent: this.ordersWith('silences'),
      disputed: this.ordersWith('disputed'),
      today,
      passedOn: await reassignedNumbers(
        this.database.reading,
        { brokerCode, today, rows },
        subjects,
      ),
      conflicting,
      answersLateMs: this.config.exchangeAnswersLateMs,
    };
    const compared = new ListComparison(rows, answer.askedAt, rules, answer.callId);
    for await (const slice of inBatches(subjects)) {
      for (const subject of slice) compared.add(subject);
    }
    await this.watermarks.leave(compared.left);
    for (const orderId of compared.lingering) await this.noteStillListed(orderId);
    const changed = await this.applyNews(compared.news);
    for (const shared of compared.shared) {
      await this.writer.decide(shared.orderId, (state, at) => doubtSharedNumber(state, shared, at));
    }
    const { askedAt } = answer;
    const { newlyListed, absent, unexplained, differing, unexplainedWord, ofAccount } = compared;
    const { contradicting, confirmed } = compared;
    const noted = await this.watermarks.note({ brokerCode, askedAt, revision, newlyListed });
    if ('refused' in noted) this.logger.warn({ askedAt, ...noted }, 'a list proves nothing');
    const others = await notLookedAt(rows, compared.looked);
    const externalRows = await this.externalOrders.among(others, answer.answeredAt);
    const filled = await endedOrdersShown(this.database.reading, others, { ...rules, brokerCode });
    for (const { orderId, works } of filled) if (works) compared.differing.add(orderId);
    const contradicted = await this.withoutNextOwners(compared.contradicted);
    const endsUpheld = await this.doubtEnds([...contradicted, ...filled], askedAt);
    for (const orderId of compared.explained) await this.writer.decide(orderId, endListDoubt);
    for (const { orderId, works } of filled)
      if (works && isContradictedForLong(this.polling, orderId, this.clock))
        contradicting.set(orderId, 'Terms');
    const endedShown = filled
      .filter(
        ({ orderId, works, hasOpenBreak }) => !hasOpenBreak && !(works && endsUpheld.has(orderId)),
      )
      .map(({ orderId, orderNumber }) => ({ orderId, orderNumber }));
    const numbers = { conflicting, ofAccount };
    const enquired = { unexplained, differing, contradicting, unexplainedWord };
    for (const orderId of confirmed) this.polling.listed.add(orderId);
    const ours = { changed, absent, confirmed, ...enquired };
    const shown = { ...ours, externalRows, endedShown, endsUpheld, ...numbers };
    return { answer, isFirst: !this.polling.hasReadList, ...shown };
  }

  /** What lists and enquiries disputed before this process started. */
  private async takeUpDisputes(): Promise<void> {
    const rows = await this.database.reading.query<{ id: string; identity: string }>(
      `SELECT o.id AS id, b.identity AS identity FROM breaks b JOIN orders o ON o.id = b.order_id
        WHERE b.closed_at IS NULL AND b.type = ? AND o.status IN ('Posted', 'Open', 'Amended')`,
      [LISTS_BREAK.type],
    );
    for (const { id, identity } of rows) {
      if (identity !== identityOf(id, LISTS_BREAK)) continue;
      const history = this.polling.histories.get(id) ?? NO_HISTORY;
      this.polling.histories.set(id, { ...history, ...LASTING_DISPUTE });
      this.polling.listed.add(id);
    }
  }

  private ordersWith(count: 'silences' | 'disputed'): ReadonlySet<string> {
    const orders = new Set<string>();
    for (const [id, history] of this.polling.histories) if (history[count] > 0) orders.add(id);
    return orders;
  }

  private async applyNews(news: readonly News[]): Promise<Set<string>> {
    const changed = new Set<string>();
    for await (const few of inBatches(news, this.database.concurrentUnits)) {
      const applied = few.map(async ({ orderId, record }) => {
        if (await this.writer.apply(orderId, { record })) changed.add(orderId);
      });
      await Promise.all(applied);
    }
    return changed;
  }

  /** What works under the numbers of these is another order, people have said. */
  private async withoutNextOwners(
    shown: readonly EndedOrderShown[],
  ): Promise<readonly EndedOrderShown[]> {
    const left = new Set<string>();
    for await (const slice of inBatches(shown)) {
      const { marks, values } = inList(slice.map(({ orderId }) => orderId));
      const rows = await this.database.reading.query<{ id: string }>(
        `SELECT id FROM orders WHERE id IN (${marks}) AND number_left_at IS NOT NULL`,
        values,
      );
      for (const { id } of rows) left.add(id);
    }
    return shown.filter(({ orderId }) => !left.has(orderId));
  }

  /** Answers those that enquiries have shown ended often enough for now. */
  private async doubtEnds(
    shown: readonly EndedOrderShown[],
    askedAt: number,
  ): Promise<ReadonlySet<string>> {
    const { polling, clock } = this;
    const graceMs = graceMsOf(this.config);
    const endsUpheld = new Set<string>();
    const working = shown.filter(({ works }) => works);
    countWorking(polling, new Set(working.map(({ orderId }) => orderId)), clock);
    for (const { orderId, row, isByRecords } of working) {
      const ended = { orderId, isByRecords, graceMs };
      if (isEndUpheld(polling, ended, clock)) endsUpheld.add(orderId);
      if (endsUpheld.has(orderId) && !doListsContradict(polling, ended, clock)) continue;
      const isLasting = isContradictedForLong(polling, orderId, clock);
      const { orderNumber, units, statusWord: word } = row;
      const detail = `the broker's list shows ${orderNumber} as ${word}, ${units} units, and it was taken to be over`;
      const doubt = { isLasting, detail, word, askedAt, graceMs };
      await this.writer.decide(orderId, (state, at) => doubtEnd(state, at, doubt));
    }
    return endsUpheld;
  }

  /** Orders that a second list in a row contradicts, and that there was no room to enquire, are not certain. */
  async doubtUnasked(
    list: ListComparisonResult | null,
    subjects: readonly OrderUnderReview[],
    asked: ReadonlySet<string>,
  ): Promise<void> {
    if (list === null) return;
    const { histories } = this.polling;
    const contradicts = (orderId: string, history: EnquiryHistory): boolean =>
      doesListContradict(
        {
          contradicted: list.contradicting.get(orderId) ?? null,
          absent: list.absent.has(orderId),
        },
        history,
      );
    for (const [orderId, history] of histories) {
      if (history.contradicted === 0 || contradicts(orderId, history)) continue;
      histories.set(orderId, { ...history, contradicted: 0 });
    }
    for (const { order } of subjects) {
      const { id, certain } = order;
      // A list may have a word of its own for every order: what is uncertain already costs nothing more.
      const history = histories.get(id) ?? NO_HISTORY;
      if (certain === 0 || asked.has(id) || !contradicts(id, history)) continue;
      const contradicted = contradictingLists(history, { isFirstList: list.isFirst });
      histories.set(id, { ...history, contradicted });
      if (contradicted < LISTS_DOUBTED) continue;
      await this.writer.decide(id, (state, at) => doubtUnanswered(state, at, CONTRADICTED));
    }
  }

  /** Once per order: the break stays open until evidence or a person closes it. */
  private async noteStillListed(orderId: string): Promise<void> {
    if (this.polling.stillListed.has(orderId)) return;
    await this.writer.decide(orderId, reportStillListed);
    this.polling.stillListed.add(orderId);
  }
}

async function notLookedAt(
  rows: ReadonlyMap<string, OrderRecord>,
  looked: ReadonlySet<string>,
): Promise<readonly OrderRecord[]> {
  const others: OrderRecord[] = [];
  for await (const slice of inBatches([...rows.values()])) {
    for (const row of slice) if (!looked.has(row.orderNumber)) others.push(row);
  }
  return others;
}
