import type { OrderRow } from '../../order/order.entity.js';

/**
 * What a run looks at when it is not everything: one of these.
 * @example { "security": "SD11PLC" }
 */
export type RunScope =
  | AttributeScope
  | {
      /** These orders. */
      readonly orderIds: readonly string[];
    };

/**
 * Orders that have this in common, as far as they still matter.
 * @example { "security": "SD11PLC" }
 */
export type AttributeScope =
  | {
      /** Orders of this account. */
      readonly accountNumber: string;
    }
  | {
      /** Orders of this security. */
      readonly security: string;
    };

export function isWithin(
  scope: AttributeScope,
  order: Pick<OrderRow, 'accountNumber' | 'security'>,
): boolean {
  return 'security' in scope
    ? order.security === scope.security
    : order.accountNumber === scope.accountNumber;
}
