import { ConfigError, type Config } from '../../config/config.js';
import type { Database } from '../database.js';
import { DatabaseOwnerRow } from './database-owner.entity.js';
import { isUniqueViolation, type Unit } from '../units/unit-of-work.js';

/**
 * A database belongs to the environment and the broker of the first service that starts on it, a live one also
 * to that exchange: order numbers, keys and client orders of one mean nothing in another, and a key that a demo
 * has printed must never open a live desk. Test exchanges come and go under other addresses.
 */
export async function claimDatabase(
  { units }: Pick<Database, 'units'>,
  { environment, brokerCode, exchangeBaseUrl }: Config,
): Promise<void> {
  const wanted = { id: 1, environment, brokerCode, exchange: exchangeBaseUrl ?? '' };
  const claim = async (unit: Unit): Promise<DatabaseOwnerRow> => {
    const [owner] = await unit.find(DatabaseOwnerRow, 'id = 1', []);
    if (owner === undefined) await unit.insert(DatabaseOwnerRow, wanted);
    return owner ?? wanted;
  };
  const owner = await units.run(claim).catch((error: unknown) => {
    // Another instance has started at the same moment.
    if (isUniqueViolation(error)) return units.run(claim);
    throw error;
  });
  const problems = differences(owner, wanted);
  if (problems.length > 0) throw new ConfigError(problems);
}

function differences(owner: DatabaseOwnerRow, wanted: DatabaseOwnerRow): readonly string[] {
  const problems: string[] = [];
  const compare = (name: string, theirs: string, ours: string): void => {
    if (theirs === ours) return;
    problems.push(`${name} is ${ours}, but the database of DATABASE_URL belongs to ${theirs}`);
  };
  compare('MARINA_ENV', owner.environment, wanted.environment);
  compare('BROKER_CODE', owner.brokerCode, wanted.brokerCode);
  if (owner.environment === 'live' && wanted.environment === 'live')
    compare('EXCHANGE_BASE_URL', owner.exchange, wanted.exchange);
  return problems;
}
