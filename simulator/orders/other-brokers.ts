/*
 * The brokers and clients of the background market. Their codes differ from those of any client, as
 * long as no client posts under one of them.
 */
import { DAY_ORDER, type OrderTerms, type Side } from './order-ledger.js';
import type { SeededRandom } from '../seeded-random.js';

export const OTHER_BROKER_CODES: readonly string[] = [
  'ATLB',
  'BNUE',
  'CRSS',
  'DLTA',
  'EKOS',
  'GRNF',
  'KNTC',
  'SHRN',
];

const CLIENTS: readonly string[] = [
  'Palm Grove Nominees',
  'Bright Future Pensions',
  'Harmattan Fund',
  'Delta Cooperative',
  'Sunrise Trustees',
  'Kano Traders Union',
  'River State Savings',
  'Plateau Investment Club',
];

export function termsOfOther(
  random: SeededRandom,
  security: string,
  side: Side,
  units: number,
  price: number,
): OrderTerms {
  return {
    orderRef: '',
    side,
    security,
    timeInForce: DAY_ORDER,
    accountNumber: `X${String(random.between(1, 99_999_999)).padStart(9, '0')}`,
    brokerCode: random.pick(OTHER_BROKER_CODES),
    clientName: random.pick(CLIENTS),
    units,
    price,
  };
}
