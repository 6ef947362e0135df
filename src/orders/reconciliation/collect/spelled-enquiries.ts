import { Injectable } from '@nestjs/common';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import {
  EnquiryApi,
  type Answer,
  type EnquiryOptions,
  type NoAnswer,
  type OrderRecord,
  type TradeRow,
} from '../../../infra/exchange/api/enquiry-api.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { asKnown } from '../../order-numbers/number-spellings.js';

type Answered<T> = Answer<T> | NoAnswer;

/** The enquiries of runs: their answers name each number in the one spelling in which we know it. */
@Injectable()
export class SpelledEnquiries {
  constructor(
    private readonly enquiries: EnquiryApi,
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  order(orderNumber: string, options: EnquiryOptions): Promise<Answered<OrderRecord>> {
    return this.enquiries.order(orderNumber, options);
  }

  async broker(brokerCode: string, options: EnquiryOptions): Promise<Answered<OrderRecord>> {
    return this.spelled(await this.enquiries.broker(brokerCode, options), this.today);
  }

  async account(accountNumber: string, options: EnquiryOptions): Promise<Answered<OrderRecord>> {
    return this.spelled(await this.enquiries.account(accountNumber, options), this.today);
  }

  async trades(tradeDate: string, options: EnquiryOptions): Promise<Answered<TradeRow>> {
    return this.spelled(await this.enquiries.trades(tradeDate, options), tradeDate);
  }

  private async spelled<T extends { readonly orderNumber: string }>(
    answer: Answered<T>,
    day: string,
  ): Promise<Answered<T>> {
    if (answer.kind === 'NoAnswer') return answer;
    const { brokerCode } = this.config;
    const rows = await asKnown(this.database.reading, answer.rows, { brokerCode, day });
    return rows === answer.rows ? answer : { ...answer, rows };
  }

  private get today(): string {
    return tradingDateOf(this.clock.now());
  }
}
