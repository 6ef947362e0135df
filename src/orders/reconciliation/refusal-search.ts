import { Injectable } from '@nestjs/common';
import { RECONCILER } from '../../infra/auth/actor.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Answer, OrderRecord, TradeRow } from '../../infra/exchange/enquiry-api.js';
import type { OrderRequest } from '../domain/order-request.js';
import { confirmRefusal, mayBeDuplicate } from '../domain/unknown-posts.js';
import { OrderStore } from '../store/order-store.js';
import type { OrderRow } from '../store/order.entity.js';
import { couldBe, tradeCouldBe } from './candidate.js';
import type { ListReading } from './record-booking.js';
import type { Subject } from './subjects.js';

export interface DueRefusal {
  readonly order: OrderRow;
  readonly request: OrderRequest;
}

const DUE_MAX = 3;

/**
 * A post that was answered with the documented "no". How the exchange words a refusal is not
 * documented, and a proxy may have delivered the post twice, so the no is believed only after the
 * quiet time, when the trades, the broker's list and the account's list, all asked later, show no
 * order of no known owner that could be it. A no that sounds like "I have it already" never is.
 */
@Injectable()
export class RefusalSearch {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly config: Config,
  ) {}

  due(
    subjects: readonly Subject[],
    list: ListReading,
    trades: readonly Answer<TradeRow>[],
    today: string,
  ): DueRefusal[] {
    // A list that misses orders which should be on it, or holds rows that could not be read, is no
    // ground to conclude from absence.
    if (list.unexplained > 0 || list.answer.odd > 0) return [];
    if (trades.some((answer) => answer.odd > 0)) return [];
    const message = this.config.exchangeSettings?.duplicateMessage ?? null;
    const due: DueRefusal[] = [];
    for (const { order, unknown } of subjects) {
      for (const request of unknown) {
        if (request.kind !== 'Post' || request.saidNo !== 1) continue;
        if (mayBeDuplicate(request.reason ?? '', message) || order.tradingDate !== today) continue;
        const asked = [list.answer, ...trades];
        if (trades.length > 0 && asked.every((answer) => answer.askedAt >= request.dueAt)) {
          due.push({ order, request });
        }
      }
    }
    return due.slice(0, DUE_MAX);
  }

  /** True when the refusal is now believed. */
  async confirm(
    { order, request }: DueRefusal,
    list: ListReading,
    trades: readonly Answer<TradeRow>[],
    account: Answer<OrderRecord>,
  ): Promise<boolean> {
    if (account.odd > 0) return false;
    const numbers = [
      ...list.strangers.filter((row) => couldBe(order, row)),
      ...account.rows.filter((row) => couldBe(order, row)),
      ...trades.flatMap((answer) => answer.rows.filter((row) => tradeCouldBe(order, row))),
    ].map((row) => row.orderNumber);
    if (await this.anyUnowned(order, numbers)) return false;
    await this.store.change(order.id, RECONCILER, (state, at) => {
      const open = state.requests.find((candidate) => candidate.id === request.id);
      return open?.state === 'Unknown' ? confirmRefusal(state, open, at) : null;
    });
    return true;
  }

  private anyUnowned(order: OrderRow, numbers: readonly string[]): Promise<boolean> {
    return this.database.units.run(async (unit) => {
      for (const number of new Set(numbers)) {
        const [link] = await unit.query(
          'SELECT 1 FROM order_numbers WHERE broker_code = ? AND order_number = ?',
          [order.brokerCode, number],
        );
        if (link === undefined) return true;
      }
      return false;
    });
  }
}
