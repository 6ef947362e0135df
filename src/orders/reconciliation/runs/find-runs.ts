import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Id, Instant, LagosDate, Whole } from '../../../infra/formats.js';
import type { Json } from '../../../infra/audit/audit-chain.js';
import { instant } from '../../../infra/runtime/clock.js';
import { Database } from '../../../infra/database/database.js';
import { cursorKey, pageOf, type Page } from '../../../infra/http/input/page.js';
import { problem } from '../../../infra/http/problems/problem.js';
import type { AccountNumber } from '../../../market/formats.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { ACCOUNT_LIST, type AskedQuestion } from '../collect/exchange-poller.js';
import type { RunScope } from '../collect/scope.js';
import { ReconciliationRunRow } from './reconciliation-run.entity.js';

export interface RunView {
  readonly id: Id;
  /**
   * Why it ran.
   * @example "asked for"
   */
  readonly cause: string;
  /** The one `accountNumber`, `security` or list of `orderIds` that it looked at; null: everything. */
  readonly scope: RunScope | null;
  /** Nothing was written; `preview` shows what would have changed. */
  readonly dryRun: boolean;
  readonly startedAt: Instant;
  readonly finishedAt: Instant;
  /** The day in Lagos on which the run began. */
  readonly tradingDate: LagosDate;
  /** Calls to the exchange, each a slot of the rate budget. */
  readonly calls: Whole;
  /** Calls that gave a usable answer. */
  readonly answered: Whole;
  /** Orders looked at. */
  readonly orders: Whole;
  /** Those of them that changed, or would have. */
  readonly changed: Whole;
  /** Executions booked, or that would have been. */
  readonly fills: Whole;
  /** Breaks opened, or that would have been; null for runs that did not count them. */
  readonly opened: Whole | null;
  /** Breaks closed, or that would have been; null for runs that did not count them. */
  readonly closed: Whole | null;
  /** Each question, and what came back. */
  readonly asked: readonly AskedView[];
  /** As of when its answers are. */
  readonly cutOffs: CutOffsView | null;
  /** The whole book had been read by then; null if any part was missing. */
  readonly coveredAt: Instant | null;
  /** The broker's list had been read whole by then; null if it was not. */
  readonly listedAt: Instant | null;
  /**
   * Of a dry run, the first hundred of each: `orders`, and breaks `opened`, `changed` and `closed`;
   * null in the list of runs.
   */
  readonly preview: Json;
}

export interface AskedView {
  /**
   * The trades of a day, the broker's list, an order and why, or the list of an account.
   * @example "account list"
   */
  readonly what: string;
  /** Whose list it was; null: of no account. */
  readonly accountNumber: AccountNumber | null;
  /**
   * How many rows came back, or why none did.
   * @example "12 rows"
   */
  readonly answer: string;
}

/** What happened by then is in the answer; what happened later may not be. */
export interface CutOffsView {
  /** When the broker's list was asked for; null: none was, or none was answered. */
  readonly list: Instant | null;
  /** When the trades of each day were asked for, of those that were answered. */
  readonly trades: readonly { readonly tradingDate: LagosDate; readonly askedAt: Instant }[];
}

/** Reconciliation runs, newest first. */
export class FindRuns extends Query<Page<RunView>> {
  constructor(
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindRuns)
export class FindRunsHandler implements IQueryHandler<FindRuns> {
  constructor(private readonly database: Database) {}

  execute({ limit, cursor }: FindRuns): Promise<Page<RunView>> {
    const before = cursor === null ? null : cursorKey(cursor);
    return this.database.questions.read(async (manager) => {
      const query = manager.createQueryBuilder(ReconciliationRunRow, 'r').orderBy('r.id', 'DESC');
      if (before !== null) query.where('r.id < :before', { before });
      const page = pageOf(await query.limit(limit + 1).getMany(), limit, (row) => row.id);
      // A preview may be long, so only a single run shows it.
      const brief = page.data.map((row) => ({ ...runView(row), preview: null }));
      return { data: brief, page: page.page };
    });
  }
}

/** One run. */
export class GetRun extends Query<RunView> {
  constructor(readonly runId: string) {
    super();
  }
}

@QueryHandler(GetRun)
export class GetRunHandler implements IQueryHandler<GetRun> {
  constructor(private readonly database: Database) {}

  async execute({ runId }: GetRun): Promise<RunView> {
    const [row] = await this.database.questions.find(ReconciliationRunRow, 'id = ?', [runId]);
    if (row === undefined) throw problem('not-found', 'There is no such run.');
    return runView(row);
  }
}

export function runView(row: ReconciliationRunRow): RunView {
  return {
    ...row,
    scope: parsed(row.scope) as RunScope | null,
    dryRun: row.dryRun === 1,
    startedAt: instant(row.startedAt),
    finishedAt: instant(row.finishedAt),
    tradingDate: tradingDateOf(row.startedAt),
    asked: (JSON.parse(row.asked) as readonly AskedQuestion[]).map(askedView),
    cutOffs: row.cutOffs === null ? null : cutOffsView(row.cutOffs),
    coveredAt: row.coveredAt === null ? null : instant(row.coveredAt),
    listedAt: row.listedAt === null ? null : instant(row.listedAt),
    preview: parsed(row.preview),
  };
}

/** Runs were once stored with the account in the text, where no mask finds it. */
function askedView({ what, accountNumber, answer }: AskedQuestion): AskedView {
  const before = `${ACCOUNT_LIST} `;
  const account = what.startsWith(before) ? what.slice(before.length) : (accountNumber ?? null);
  if (account === null) return { what, accountNumber: null, answer };
  // The exchange may repeat the account where it says why there is no list.
  const named = answer.replaceAll(account, '[account]');
  return { what: ACCOUNT_LIST, accountNumber: account, answer: named };
}

function parsed(text: string | null): Json {
  return text === null ? null : (JSON.parse(text) as Json);
}

function cutOffsView(text: string): CutOffsView {
  const { list, trades } = JSON.parse(text) as StoredCutOffs;
  return {
    list: list === null ? null : instant(list),
    trades: trades.map((day) => ({ ...day, askedAt: instant(day.askedAt) })),
  };
}

interface StoredCutOffs {
  readonly list: number | null;
  readonly trades: readonly { readonly tradingDate: string; readonly askedAt: number }[];
}
