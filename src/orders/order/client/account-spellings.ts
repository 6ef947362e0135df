/*
 * The exchange may take one account in either case and with other separators, so that a client's orders can have several
 * spellings of it. Whoever searches by one of them finds what has any: by what all have in common, which indexes have as
 * it is here (`…_account_key`), so that it does not matter how many spellings there are.
 */

const SEPARATORS = [' ', '-', '.', '/', '_'];

/** What the spellings of an account have in common; of a column or a parameter, in SQL. */
export function spellingKey(accountNumber: string): string {
  return SEPARATORS.reduce(
    (sql, separator) => `replace(${sql}, '${separator}', '')`,
    `upper(${accountNumber})`,
  );
}

/** Whether both are spellings of one account; of columns or parameters, in SQL. */
export function isSameAccountInSql(one: string, other: string): string {
  return `${spellingKey(one)} = ${spellingKey(other)}`;
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
