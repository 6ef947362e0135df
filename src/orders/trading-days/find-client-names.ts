import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { fillsOfDay } from '../fills/fills-of-day.js';

/** By account number: the clients whose orders are of the day or traded on it. */
export type ClientNames = ReadonlyMap<string, string>;

/**
 * Apart from the report, because not everybody who may read that may see them; so they are not in its hash
 * either.
 */
export class FindClientNames extends Query<ClientNames> {
  constructor(readonly tradingDate: string) {
    super();
  }
}

interface Client {
  readonly account: string;
  readonly name: string;
}

const CLIENT = 'o.account_number AS account, o.client_name AS name';

@QueryHandler(FindClientNames)
export class FindClientNamesHandler implements IQueryHandler<FindClientNames> {
  constructor(private readonly database: Database) {}

  async execute({ tradingDate }: FindClientNames): Promise<ClientNames> {
    const { reading } = this.database;
    const ordered = await reading.query<Client>(
      `SELECT DISTINCT ${CLIENT} FROM orders o WHERE o.trading_date = ?`,
      [tradingDate],
    );
    const traded = await fillsOfDay<Client>(reading, tradingDate, {
      columns: CLIENT,
      joined: 'JOIN orders o ON o.id = f.order_id',
    });
    const names = new Map<string, Set<string>>();
    for (const { account, name } of [...ordered, ...traded]) {
      names.set(account, (names.get(account) ?? new Set()).add(name));
    }
    // Dealers may have spelt one client differently.
    return new Map([...names].map(([account, all]) => [account, [...all].sort().join(' / ')]));
  }
}
