import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { cursorKey, cursorOf, type Page } from '../../infra/http/input/page.js';
import type { AccountNumber } from '../../market/formats.js';
import { REMOVED } from '../order/order.js';

/** A client of ours, by the newest order of the account. */
export interface FoundClientView {
  readonly accountNumber: AccountNumber;
  /**
   * The name on the account.
   * @example "Ada Obi"
   */
  readonly clientName: string;
}

/** Names have no index, so the accounts are looked through in turn: so many for one page. */
const LOOKED_AT_MOST = 2_000;

/** Clients whose name has all the words, in the order of their accounts. */
export class FindClients extends Query<Page<FoundClientView>> {
  constructor(
    readonly name: string,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindClients)
export class FindClientsHandler implements IQueryHandler<FindClients> {
  constructor(private readonly database: Database) {}

  async execute({ name, limit, cursor }: FindClients): Promise<Page<FoundClientView>> {
    const words = wordsIn(name);
    const looked = await this.accountsAfter(cursor === null ? '' : cursorKey(cursor));
    const found = looked.filter(({ accountNumber, clientName }) => {
      const text = clientName.toLowerCase();
      return accountNumber !== REMOVED && words.every((word) => text.includes(word));
    });
    const data = found.slice(0, limit);
    const hasMore = found.length > limit || looked.length === LOOKED_AT_MOST;
    const last = found.length > limit ? data.at(-1) : looked.at(-1);
    const nextCursor = hasMore && last !== undefined ? cursorOf(last.accountNumber) : null;
    return { data, page: { limit, nextCursor, hasMore } };
  }

  /** Two looks into the index of accounts for each of them, however many orders it has. */
  private accountsAfter(after: string): Promise<FoundClientView[]> {
    return this.database.questions.query<FoundClientView>(
      `WITH RECURSIVE found(account) AS (
         SELECT min(account_number) FROM orders WHERE account_number > ?
         UNION ALL
         SELECT (SELECT min(account_number) FROM orders WHERE account_number > found.account)
           FROM found WHERE found.account IS NOT NULL
       )
       SELECT account AS "accountNumber",
              (SELECT client_name FROM orders o WHERE o.account_number = found.account
                ORDER BY o.account_number DESC, o.id DESC LIMIT 1) AS "clientName"
         FROM found WHERE account IS NOT NULL LIMIT ${LOOKED_AT_MOST}`,
      [after],
    );
  }
}

function wordsIn(name: string): readonly string[] {
  return name.toLowerCase().split(/\s+/u).filter(Boolean);
}
