import type { Id, Instant } from '../../../infra/formats.js';
import { instant } from '../../../infra/runtime/clock.js';
import type { Answer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';

/** What came of asking the exchange about the order of a break. */
export interface Recheck {
  /** The call that was spent. */
  readonly callId: Id;
  readonly askedAt: Instant;
  readonly answeredAt: Instant;
  /**
   * For people: what the exchange said, and why the break has taken nothing from it.
   * @example "The exchange shows BUY 1000 SD11PLC, Open."
   */
  readonly said: string;
}

/** Why the record of a number that is none of ours says nothing of the order that the break is about. */
export type NotTaken = 'perhaps-ours' | 'other-broker' | 'not-listed';

const WHY_NOT: Readonly<Record<NotTaken, string>> = {
  'perhaps-ours':
    'The number is, or may be, that of an order of ours, so the break has taken nothing from it.',
  'other-broker':
    'That is an order under the code of another broker, so the break has taken nothing from it.',
  'not-listed':
    'No list of today has shown that order under our broker code, so the break has taken nothing from it.',
};

export function recheckOf(
  { callId, askedAt, answeredAt, rows }: Answer<OrderRecord>,
  notTaken: NotTaken | null,
): Recheck {
  const [row] = rows;
  const shown =
    row === undefined ? 'The exchange answered with a record that cannot be read.' : textOf(row);
  const said = notTaken === null ? shown : `${shown} ${WHY_NOT[notTaken]}`;
  return { callId, askedAt: instant(askedAt), answeredAt: instant(answeredAt), said };
}

function textOf(row: OrderRecord): string {
  const { side, units, security, statusWord, matchedUnits, pendingUnits } = row;
  const matched = matchedUnits === null ? '' : `, ${matchedUnits} matched`;
  const pending = pendingUnits === null ? '' : `, ${pendingUnits} pending`;
  return `The exchange shows ${side} ${units} ${security} as ${statusWord}${matched}${pending}.`;
}
