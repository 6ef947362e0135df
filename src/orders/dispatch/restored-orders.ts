import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { refuseLateCancels } from '../fills/executions.js';
import { withoutClearance } from '../order/requests/order-request.js';
import type { OrderChange, Moment, OrderState } from '../order/order.js';
import type { ReplyRules } from './call-outcome.js';

/**
 * The database was restored. Since the backup, Queued requests may have been sent and Unknown ones resent:
 * neither is sent now, and the search for both starts after a quiet time.
 */
export function doubtUnsent(state: OrderState, at: Moment, rules: ReplyRules): OrderChange | null {
  const draft = new OrderChangeDraft(state, at);
  const dueAt = at.database + rules.quietMs;
  let isChanged = false;
  for (const request of state.requests) {
    if (request.state !== 'Queued' && request.state !== 'Unknown') continue;
    const unsent = request.state === 'Queued';
    const changes = unsent
      ? {
          claimNumber: request.claimNumber + 1,
          sends: request.sends + 1,
          firstSentAt: Math.min(request.dueAt, at.database),
          reason: FORGOTTEN,
        }
      : {};
    draft.moveRequest(request, 'Unknown', 'UNKNOWN', {
      ...changes,
      resend: withoutClearance(request),
      dueAt,
    });
    isChanged = true;
  }
  if (!isChanged) return null;
  draft.set({ lastOwnChangeAt: at.database });
  refuseLateCancels(draft);
  return draft.change();
}

const FORGOTTEN = 'the database was restored: it may have been sent since the backup';
