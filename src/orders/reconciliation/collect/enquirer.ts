import type {
  Answer,
  EnquiryApi,
  NoAnswer,
  OrderRecord,
  TradeRow,
} from '../../../infra/exchange/api/enquiry-api.js';
import type { Question } from './poll-plan.js';
import type { SubjectOrder } from './subjects.js';

type Answered<T> = Promise<Answer<T> | NoAnswer>;

/** From when the answers of a run are, in database time. */
export interface CutOffs {
  /** Null: there was no list. */
  readonly list: number | null;
  readonly trades: readonly { readonly tradingDate: string; readonly askedAt: number }[];
}

/** An order for which the list of its account is asked. */
export type AccountOwner = Pick<SubjectOrder, 'id' | 'accountNumber'>;
/** By account number; an account is missing when its list was not asked for. */
export type AccountLists = ReadonlyMap<string, Answer<OrderRecord> | NoAnswer>;

/** Calls that wait for the exchange side by side: more would only wait for each other there. */
const AT_ONCE = 8;

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
    readonly brokerCode: string,
    /** True once the desk is asked to stop. */
    protected readonly isCutShort: () => boolean,
  ) {}

  get cutOffs(): CutOffs {
    const trades = [...this.tradesAskedAt].map(([tradingDate, askedAt]) => ({
      tradingDate,
      askedAt,
    }));
    return { list: this.listAskedAt, trades };
  }

  /** Told which days' trades are asked for, before the first of them is; then the list is, if at all. */
  prepareLists(_dates: Iterable<string>, _withList: boolean): Promise<void> {
    return Promise.resolve();
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

  /** The single orders that are enquired next: those that were chosen. */
  prepareOrders(chosen: readonly Question[]): Promise<readonly Question[]> {
    return Promise.resolve(chosen);
  }

  order(question: Question): Answered<OrderRecord> {
    const { orderNumber, orderId, doubt } = question;
    const lane = doubt === 'unknown-outcome' ? 'resolve' : 'reconcile';
    return this.ask(`order ${orderNumber}: ${doubt}`, () =>
      this.enquiries.order(orderNumber, { lane, orderId }),
    );
  }

  /** The lists of these accounts, side by side, as far as there is room for them. */
  async accounts(owners: readonly AccountOwner[]): Promise<AccountLists> {
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

  protected account({ id, accountNumber }: AccountOwner): Answered<OrderRecord> {
    return this.ask(`account list ${accountNumber}`, () =>
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
 * rehearsal's unit, which must wait for no exchange. What does not hang on another answer is asked at
 * once: it costs one rehearsal instead of one each.
 */
export class RecallingEnquirer extends Enquirer {
  private readonly answers = new Map<string, Answer<unknown> | NoAnswer>();
  /** A later rehearsal would choose by another time: it keeps to what the first one chose. */
  private chosen: readonly Question[] | null = null;

  override prepareLists(dates: Iterable<string>, withList: boolean): Promise<void> {
    const trades = [...dates].map((date) => () => this.trades(date));
    return this.askAtOnce(withList ? [...trades, () => this.list()] : trades);
  }

  override async prepareOrders(chosen: readonly Question[]): Promise<readonly Question[]> {
    this.chosen ??= chosen;
    await this.askAtOnce(this.chosen.map((question) => () => this.order(question)));
    return this.chosen;
  }

  override async accounts(owners: readonly AccountOwner[]): Promise<AccountLists> {
    await this.askAtOnce(owners.map((owner) => () => this.account(owner)));
    return super.accounts(owners);
  }

  protected override ask<T>(what: string, question: () => Answered<T>): Answered<T> {
    const known = this.answers.get(what);
    if (known !== undefined) return Promise.resolve(known as Answer<T> | NoAnswer);
    const ask = async (): Promise<void> => {
      this.answers.set(what, await super.ask(what, question));
    };
    return Promise.reject(new NotAskedYet(ask));
  }

  private async askAtOnce(questions: readonly (() => Promise<unknown>)[]): Promise<void> {
    const open: (() => Promise<void>)[] = [];
    for (const question of questions) {
      await question().catch((error: unknown) => open.push(askOf(error)));
    }
    if (open.length === 0 || this.isCutShort()) return;
    throw new NotAskedYet(async () => {
      for (const ask of open) if (!this.isCutShort()) await ask();
    });
  }
}

class NotAskedYet extends Error {
  constructor(readonly ask: () => Promise<void>) {
    super('A question that a rehearsal has come to');
  }
}

/** How to ask what a rehearsal has come to; any other error goes on. */
export function askOf(error: unknown): () => Promise<void> {
  if (!(error instanceof NotAskedYet)) throw error;
  return error.ask;
}

export function hadNoRoom(answer: Answer<unknown> | NoAnswer): boolean {
  return answer.kind === 'NoAnswer' && answer.why === 'NoBudget';
}

function textOf(answer: Answer<unknown> | NoAnswer): string {
  if (answer.kind === 'NoAnswer') return `${answer.why}: ${answer.detail}`;
  const odd = answer.odd === 0 ? '' : `, ${answer.odd} unreadable`;
  return `${answer.rows.length} rows${odd}`;
}
