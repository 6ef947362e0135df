import type { NoAnswer } from '../../../infra/exchange/api/enquiry-api.js';
import type { Reading } from '../../../infra/database/reads.js';
import { inList } from '../../../infra/database/in-list.js';
import { isSameAccount } from '../../order/order.js';
import type { AccountLists } from '../collect/exchange-poller.js';

/** Of a list, the numbers that are looked up: enough to see whether it has the orders of one account. */
const LOOKED_AT_MOST = 500;

/**
 * The list of an account says whose a number is only if it has the orders of that account alone. One that shows a number which we
 * know to be that of another account's order has ignored its filter, and says nothing of any of its rows.
 */
export async function withoutUnfiltered(
  reading: Reading,
  brokerCode: string,
  lists: AccountLists,
): Promise<AccountLists> {
  const filtered = new Map(lists);
  for (const [accountNumber, answer] of lists) {
    if (answer.kind !== 'Answer') continue;
    const numbers = answer.rows.map(({ orderNumber }) => orderNumber).slice(0, LOOKED_AT_MOST);
    const others = await accountsOfWorking(reading, brokerCode, numbers);
    const other = others.find((owner) => !isSameAccount(owner.accountNumber, accountNumber));
    if (other !== undefined) filtered.set(accountNumber, ignored(other.orderNumber));
  }
  return filtered;
}

function ignored(orderNumber: string): NoAnswer {
  const detail = `it shows ${orderNumber}, which is the number of another account's order`;
  return { kind: 'NoAnswer', why: 'NoRecord', isExplicit: false, detail, retryAt: null };
}

interface Owner {
  readonly orderNumber: string;
  readonly accountNumber: string;
}

/** Of orders that work, and whose number is neither inferred nor doubtful. */
async function accountsOfWorking(
  reading: Reading,
  brokerCode: string,
  numbers: readonly string[],
): Promise<readonly Owner[]> {
  if (numbers.length === 0) return [];
  const { marks, values } = inList(numbers);
  return reading.query<Owner>(
    `SELECT order_number AS "orderNumber", account_number AS "accountNumber" FROM orders
      WHERE order_number IN (${marks}) AND broker_code = ? AND closed_at IS NULL
        AND number_grade <> 'Inferred' AND number_doubt IS NULL AND fewer_shown_at IS NULL`,
    [...values, brokerCode],
  );
}
