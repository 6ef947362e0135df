import type { SqlValue } from '../../infra/database/unit-of-work.js';

/** What a run looks at when it is not everything: one of these. */
export type Scope =
  | { readonly accountNumber: string }
  | { readonly security: string }
  | { readonly orderIds: readonly string[] };

/**
 * The condition that keeps rows of `orders` to a scope. `watched`: the condition of the orders that a
 * pass looks at by itself; orders that are named are looked at whatever has become of them.
 */
export function within(
  scope: Scope | null,
  watched: string,
  values: readonly SqlValue[],
): readonly [where: string, values: readonly SqlValue[]] {
  if (scope === null) return [watched, values];
  if ('orderIds' in scope) {
    return [`id IN (${scope.orderIds.map(() => '?').join(', ')})`, scope.orderIds];
  }
  const [column, value] =
    'security' in scope ? ['security', scope.security] : ['account_number', scope.accountNumber];
  return [`(${watched}) AND ${column} = ?`, [...values, value]];
}
