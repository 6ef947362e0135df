import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { AuditSubjectRow } from '../../infra/audit/audit-subject.entity.js';
import { OrderRow } from './order.entity.js';

/*
 * The exchange may take one account in either case and with other separators, so that a client's orders can have several
 * spellings of it. Whoever searches by one of them finds what has any.
 */

const SEPARATORS = [' ', '-', '.', '/', '_'];

/** What spellings have in common, in SQL: as the indexes `…_account_spellings` have it. */
function keyOf(accountNumber: string): string {
  return SEPARATORS.reduce(
    (sql, separator) => `replace(${sql}, '${separator}', '')`,
    `upper(${accountNumber})`,
  );
}

/** Whether both are spellings of one account. */
export function isSameSpelledAccount(one: string, other: string): boolean {
  const key = (account: string): string =>
    [...account]
      .filter((letter) => !SEPARATORS.includes(letter))
      .join('')
      .toUpperCase();
  return key(one) === key(other);
}

/** As orders spell the account; as it was asked for, if none has it. */
export async function spellingsInOrders(
  manager: EntityManager,
  accountNumber: string,
): Promise<readonly string[]> {
  const ofOrders = await spellingsIn(
    () => manager.createQueryBuilder<ObjectLiteral>(OrderRow, 'o'),
    accountNumber,
  );
  return ofOrders.length > 0 ? ofOrders : [accountNumber];
}

/** The same, and as people have spelled it who asked for it without an order. */
export async function spellingsOf(
  manager: EntityManager,
  accountNumber: string,
): Promise<readonly string[]> {
  const ofOrders = await spellingsInOrders(manager, accountNumber);
  const asked = await spellingsIn(
    () =>
      manager
        .createQueryBuilder<ObjectLiteral>(AuditSubjectRow, 'o')
        .where('o.accountNumber IS NOT NULL AND o.orderId IS NULL'),
    accountNumber,
  );
  return [...new Set([...ofOrders, ...asked])];
}

/** One look into the index for each spelling, however many rows have it. */
async function spellingsIn(
  rows: () => SelectQueryBuilder<ObjectLiteral>,
  accountNumber: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const next = await rows()
      .select('MIN(o.accountNumber)', 'spelling')
      .andWhere(`${keyOf('o.accountNumber')} = ${keyOf(':accountNumber')}`, { accountNumber })
      .andWhere('o.accountNumber > :last', { last: found.at(-1) ?? '' })
      .getRawOne<{ spelling: string | null }>();
    const spelling = next?.spelling ?? null;
    if (spelling === null) return found;
    found.push(spelling);
  }
}
