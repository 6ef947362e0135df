import type {
  Answer,
  EnquiryApi,
  NoAnswer,
  OrderRecord,
  TradeRow,
} from '../../../infra/exchange/api/enquiry-api.js';
import type { Lane } from '../../../infra/exchange/keys/rate-limiter.js';
import type { Question } from './enquiry-ranking.js';
import type { ReviewedOrder } from './orders-under-review.js';

type Answered<T> = Promise<Answer<T> | NoAnswer>;

/** From when the answers of a run are, in database time. */
export interface CutOffs {
  /** Null: there was no list. */
  readonly list: number | null;
  readonly trades: readonly { readonly tradingDate: string; readonly askedAt: number }[];
}

/** An order for which the list of its account is asked. */
export type AccountOwner = Pick<ReviewedOrder, 'id' | 'accountNumber'>;
/** By account number; an account is missing when its list was not asked for. */
export type AccountLists = ReadonlyMap<string, Answer<OrderRecord> | NoAnswer>;

/** What a run wants to know next. None of it depends on the answer to another part. */
export interface Questions {
  /** Days whose trades are asked for, in this order. */
  readonly trades?: readonly string[];
  readonly list?: boolean;
  readonly orders?: readonly Question[];
  /** One order of each account whose list is asked for. */
  readonly accounts?: readonly AccountOwner[];
}

/** What the exchange answered to {@link Questions}. What was not asked any more is missing. */
export interface ExchangeSnapshot {
  readonly trades: ReadonlyMap<string, Answer<TradeRow> | NoAnswer>;
  /** Null: not asked for. */
  readonly list: Answer<OrderRecord> | NoAnswer | null;
  readonly orders: readonly AnsweredEnquiry[];
  readonly accounts: AccountLists;
}

export interface AnsweredEnquiry {
  readonly question: Question;
  readonly answer: Answer<OrderRecord> | NoAnswer;
}

/** A question of a run, and what came back. */
export interface AskedQuestion {
  readonly what: string;
  /** Whose list it was, apart from the text so that it can be masked; undefined: of no account. */
  readonly accountNumber?: string;
  readonly answer: string;
}

/** Whose slots of the rate budget a run takes. */
export interface RunLanes {
  /** For lists, trades and orders. */
  readonly reads: Lane;
  /** For what became of requests without an answer. */
  readonly searches: Lane;
  /** For the broker's list when `reads` has no room: where it cannot wait. */
  readonly listFallback?: Lane;
}

export const FULL_RUN_LANES: RunLanes = { reads: 'reconcile', searches: 'resolve' };
/** An acknowledged cancel that is not done shows in the list, and is certain until then. */
export const CONFIRMING_LANES: RunLanes = { ...FULL_RUN_LANES, listFallback: 'resolve' };
/** Callers may ask for these at will: they leave slots to full runs, and all of those that searches have. */
export const AD_HOC_LANES: RunLanes = { reads: 'ad-hoc', searches: 'ad-hoc' };

/** Calls that wait for the exchange side by side: more would only wait for each other there. */
const AT_ONCE = 8;

export const ACCOUNT_LIST = 'account list';

/** Asks the exchange the questions of one run, and records each with what came of it. */
export class ExchangePoller {
  readonly asked: AskedQuestion[] = [];
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
    /** True once the desk is asked to stop: nothing more is asked then. */
    private readonly isCutShort: () => boolean,
    private readonly lanes: RunLanes = FULL_RUN_LANES,
  ) {}

  get cutOffs(): CutOffs {
    const trades = [...this.tradesAskedAt].map(([tradingDate, askedAt]) => ({
      tradingDate,
      askedAt,
    }));
    return { list: this.listAskedAt, trades };
  }

  async collect(questions: Questions): Promise<ExchangeSnapshot> {
    const trades = new Map<string, Answer<TradeRow> | NoAnswer>();
    for (const date of questions.trades ?? []) {
      if (!this.isCutShort()) trades.set(date, await this.trades(date));
    }
    const list = questions.list === true && !this.isCutShort() ? await this.list() : null;
    const orders = await this.orders(questions.orders ?? []);
    const accounts = await this.accounts(questions.accounts ?? []);
    return { trades, list, orders, accounts };
  }

  private async trades(date: string): Answered<TradeRow> {
    const answer = await this.ask({ what: `trades ${date}` }, () =>
      this.enquiries.trades(date, { lane: this.lanes.reads }),
    );
    if (answer.kind === 'Answer') this.tradesAskedAt.set(date, answer.askedAt);
    return answer;
  }

  private async list(): Answered<OrderRecord> {
    const answer = await this.ask({ what: 'broker list' }, async () => {
      const { reads, listFallback } = this.lanes;
      const first = await this.enquiries.broker(this.brokerCode, { lane: reads });
      if (!hadNoRoom(first) || listFallback === undefined) return first;
      return this.enquiries.broker(this.brokerCode, { lane: listFallback });
    });
    if (answer.kind === 'Answer') this.listAskedAt = answer.askedAt;
    return answer;
  }

  private async orders(questions: readonly Question[]): Promise<readonly AnsweredEnquiry[]> {
    const answered: AnsweredEnquiry[] = [];
    for (const question of questions) {
      if (this.isCutShort()) break;
      answered.push({ question, answer: await this.order(question) });
    }
    return answered;
  }

  private order({ orderNumber, orderId, reason }: Question): Answered<OrderRecord> {
    const lane = reason === 'unknown-outcome' ? this.lanes.searches : this.lanes.reads;
    return this.ask({ what: `order ${orderNumber}: ${reason}` }, () =>
      this.enquiries.order(orderNumber, { lane, orderId }),
    );
  }

  /** The lists of these accounts, side by side, as far as there is room for them. */
  private async accounts(owners: readonly AccountOwner[]): Promise<AccountLists> {
    const lists = new Map<string, Answer<OrderRecord> | NoAnswer>();
    for (let from = 0; from < owners.length && !this.isCutShort(); from += AT_ONCE) {
      const some = owners.slice(from, from + AT_ONCE);
      const answers = await Promise.all(some.map((owner) => this.account(owner)));
      for (const [index, { accountNumber }] of some.entries()) {
        const answer = answers[index];
        if (answer !== undefined) lists.set(accountNumber, answer);
      }
      if (answers.some(hadNoRoom)) break;
    }
    return lists;
  }

  private account({ id, accountNumber }: AccountOwner): Answered<OrderRecord> {
    const question = { what: ACCOUNT_LIST, accountNumber };
    return this.ask(question, () =>
      this.enquiries.account(accountNumber, { lane: this.lanes.searches, orderId: id }),
    );
  }

  private async ask<T>(
    question: Omit<AskedQuestion, 'answer'>,
    call: () => Answered<T>,
  ): Answered<T> {
    const answer = await call();
    this.wanted += 1;
    if (!hadNoRoom(answer)) this.calls += 1;
    if (answer.kind === 'Answer') this.answered += 1;
    this.asked.push({ ...question, answer: textOf(answer) });
    return answer;
  }
}

export function hadNoRoom(answer: Answer<unknown> | NoAnswer): boolean {
  return answer.kind === 'NoAnswer' && answer.why === 'NoBudget';
}

/** There was no room to ask now, and there will be: a key may ask. */
export function isShortOfRoom(answer: Answer<unknown> | NoAnswer): boolean {
  return hadNoRoom(answer) && !('isForbidden' in answer);
}

function textOf(answer: Answer<unknown> | NoAnswer): string {
  if (answer.kind === 'NoAnswer') return `${answer.why}: ${answer.detail}`;
  const odd = answer.odd === 0 ? '' : `, ${answer.odd} unreadable`;
  return `${answer.rows.length} rows${odd}`;
}
