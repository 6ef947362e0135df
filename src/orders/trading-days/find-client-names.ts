import type { Reading } from '../../infra/database/reads.js';
import { fillsOfDay } from '../fills/fills-of-day.js';

/** By account number: the clients whose orders are of the day or traded on it. */
export type ClientNames = ReadonlyMap<string, string>;

interface Client {
  readonly account: string;
  readonly name: string;
}

const CLIENT = 'o.account_number AS account, o.client_name AS name';

/**
 * Apart from the report, because not everybody who may read that may see them; so they are not in its hash
 * either.
 */
export async function findClientNames(reading: Reading, tradingDate: string): Promise<ClientNames> {
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
