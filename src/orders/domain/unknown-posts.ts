import { compare } from './decimal.js';
import { Draft } from './draft.js';
import type { RecordEvidence } from './evidence.js';
import type { OrderRequest } from './order-request.js';
import type { Change, Moment, OrderState } from './order.js';
import { kindOfWord, type LearnedWords } from './order-status.js';
import { isFull, proveMatched, refuse, type RecordRules } from './reconcile.js';

/**
 * A post whose outcome is Unknown, and whose incomplete acknowledgement named an order number: the
 * number is ours if an enquiry of it shows our security, side and units.
 */
export function confirmCandidate(
  state: OrderState,
  request: OrderRequest,
  record: RecordEvidence,
  at: Moment,
  words?: LearnedWords,
): Change | null {
  const { order } = state;
  if (request.candidate !== record.orderNumber || record.askedAt <= order.touchedAt) return null;
  const draft = new Draft(state, at);
  const fits =
    record.security === order.security &&
    record.side === order.side &&
    compare(record.units, order.units) === 0;
  if (!fits) {
    draft.raise({
      type: 'IdentityMismatch',
      key: record.orderNumber,
      detail: `order number ${record.orderNumber} of the acknowledgement is ${record.side} ${record.units} ${record.security} at the exchange`,
    });
    return draft.change();
  }
  draft.move(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: 'seen in the order enquiry' });
  draft.link(record.orderNumber);
  draft.set({ askedAt: record.askedAt });
  proveMatched(draft, record, NO_RULES);
  const said = kindOfWord(record.statusWord, words);
  const evidence = isFull(record) ? 'seenFilled' : (said ?? 'postAccepted');
  draft.believe(evidence, 'Enquired', record.statusWord);
  return draft.change();
}

/** Of an order that was just bound nothing older is held that a record could lag behind. */
const NO_RULES: RecordRules = { settleMs: 0 };

/** A post that the exchange has answered with a no, and of which a search found nothing. */
export function confirmRefusal(state: OrderState, request: OrderRequest, at: Moment): Change {
  const draft = new Draft(state, at);
  const reason = request.reason ?? 'refused';
  refuse(draft, request, reason);
  draft.believe('postRefused', 'Inferred');
  return draft.change();
}

/**
 * Whether a "no" may mean that the exchange has the order already: because it is worded as this
 * exchange was seen to refuse a duplicate, or because it sounds like one. The first only adds to
 * the second, so that learning a message never makes a refusal easier to believe.
 */
export function mayBeDuplicate(message: string, template: string | null): boolean {
  return soundsLikeDuplicate(message) || (template !== null && fits(message, template));
}

/** The template has `{names}` where the message varies from order to order. */
function fits(message: string, template: string): boolean {
  const parts = template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's').test(message.trim());
}

/**
 * A "no" that may mean "I have it already" is no evidence of a refusal. Read widely, in codes and in
 * prose; only what plainly speaks of something missing or refused is not one.
 */
export function soundsLikeDuplicate(message: string): boolean {
  const words = message
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/refused|paused|unused|(not|n't|no longer|non) ?exist\w*/g, '');
  return /dupl|already|exist|uniq|used|reuse/.test(words);
}
