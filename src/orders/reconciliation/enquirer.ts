import type { Answer, EnquiryApi, NoAnswer } from '../../infra/exchange/enquiry-api.js';
import type { OrderRecord, TradeRow } from '../../infra/exchange/enquiry-api.js';
import type { OrderRow } from '../store/order.entity.js';
import type { Question } from './poll-plan.js';

type Answered<T> = Promise<Answer<T> | NoAnswer>;

/** From when the answers of a run are, in database time. */
export interface CutOffs {
  /** Null: there was no list. */
  readonly list: number | null;
  readonly trades: readonly { readonly tradingDate: string; readonly askedAt: number }[];
}

/** Asks the questions of one pass, and notes each with what came of it. */
export class Enquirer {
  readonly asked: { readonly what: string; readonly answer: string }[] = [];
  /** Calls made. */
  calls = 0;
  /** Calls made, and those there was no room for. */
  wanted = 0;
  answered = 0;
  private listAskedAt: number | null = null;
  private readonly tradesAskedAt = new Map<string, number>();

  constructor(
    private readonly enquiries: Pick<EnquiryApi, 'trades' | 'broker' | 'order' | 'account'>,
    private readonly brokerCode: string,
  ) {}

  get cutOffs(): CutOffs {
    const trades = [...this.tradesAskedAt].map(([tradingDate, askedAt]) => ({
      tradingDate,
      askedAt,
    }));
    return { list: this.listAskedAt, trades };
  }

  async trades(date: string): Answered<TradeRow> {
    const answer = await this.ask(`trades ${date}`, () =>
      this.enquiries.trades(date, { lane: 'reconcile' }),
    );
    if (answer.kind === 'Answer') this.tradesAskedAt.set(date, answer.askedAt);
    return answer;
  }

  async list(): Answered<OrderRecord> {
    const answer = await this.ask('broker list', () =>
      this.enquiries.broker(this.brokerCode, { lane: 'reconcile' }),
    );
    if (answer.kind === 'Answer') this.listAskedAt = answer.askedAt;
    return answer;
  }

  order(question: Question): Answered<OrderRecord> {
    const { orderNumber, orderId, doubt } = question;
    const lane = doubt === 'unknown-outcome' ? 'resolve' : 'reconcile';
    return this.ask(nameOf(question), () => this.enquiries.order(orderNumber, { lane, orderId }));
  }

  /** Told which orders are enquired next, whatever each answer is. */
  prepare(_questions: readonly Question[], _isCutShort: () => boolean): Promise<void> {
    return Promise.resolve();
  }

  account({ id, accountNumber }: OrderRow): Answered<OrderRecord> {
    return this.ask(`account list for ${id}`, () =>
      this.enquiries.account(accountNumber, { lane: 'resolve', orderId: id }),
    );
  }

  /** `what` names one question of a pass and no other. */
  protected async ask<T>(what: string, question: () => Answered<T>): Answered<T> {
    const answer = await question();
    this.wanted += 1;
    if (!hadNoRoom(answer)) this.calls += 1;
    if (answer.kind === 'Answer') this.answered += 1;
    this.asked.push({ what, answer: textOf(answer) });
    return answer;
  }
}

/**
 * Answers a rehearsal from what was asked already. A new question ends it, to be asked outside of the
 * rehearsal's unit, which must wait for no exchange.
 */
export class RecallingEnquirer extends Enquirer {
  private readonly answers = new Map<string, Answer<unknown> | NoAnswer>();

  protected override ask<T>(what: string, question: () => Answered<T>): Answered<T> {
    const known = this.answers.get(what);
    if (known !== undefined) return Promise.resolve(known as Answer<T> | NoAnswer);
    const ask = async (): Promise<void> => {
      this.answers.set(what, await super.ask(what, question));
    };
    return Promise.reject(new NotAskedYet(ask));
  }

  /** Asked all at once, they cost one rehearsal instead of one each. */
  override prepare(questions: readonly Question[], isCutShort: () => boolean): Promise<void> {
    if (questions.every((question) => this.answers.has(nameOf(question)))) return Promise.resolve();
    const ask = async (): Promise<void> => {
      for (const question of questions) {
        if (isCutShort()) return;
        await this.order(question).catch(askNow);
      }
    };
    return Promise.reject(new NotAskedYet(ask));
  }
}

class NotAskedYet extends Error {
  constructor(readonly ask: () => Promise<void>) {
    super('A question that a rehearsal has come to');
  }
}

/** Asks what a rehearsal has come to; any other error goes on. */
export async function askNow(error: unknown): Promise<void> {
  if (!(error instanceof NotAskedYet)) throw error;
  await error.ask();
}

export function hadNoRoom(answer: Answer<unknown> | NoAnswer): boolean {
  return answer.kind === 'NoAnswer' && answer.why === 'NoBudget';
}

function nameOf({ orderNumber, doubt }: Question): string {
  return `order ${orderNumber}: ${doubt}`;
}

function textOf(answer: Answer<unknown> | NoAnswer): string {
  if (answer.kind === 'NoAnswer') return `${answer.why}: ${answer.detail}`;
  const odd = answer.odd === 0 ? '' : `, ${answer.odd} unreadable`;
  return `${answer.rows.length} rows${odd}`;
}
