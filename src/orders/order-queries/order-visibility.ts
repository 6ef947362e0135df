import {
  actorOf,
  boundAccountsOf,
  isAllowed,
  type AuthenticatedRequest,
} from '../../infra/auth/api-key.guard.js';
import type { OrderView } from './order-view.js';

/** Whether the caller may see any order that there is, so that nobody needs to look whose it is. */
export function seesEveryOrder(request: AuthenticatedRequest): boolean {
  return isAllowed(request, 'orders:read') && boundAccountsOf(request) === null;
}

/**
 * Whether the caller may see, and so act on, this order of an account that its key is for. A key that posts but does
 * not read orders has only its own: the answers to its edits and cancels would show it the clients of others.
 */
export function maySee(
  request: AuthenticatedRequest,
  order: Pick<OrderView, 'createdBy'>,
): boolean {
  return isAllowed(request, 'orders:read') || order.createdBy === actorOf(request).name;
}
