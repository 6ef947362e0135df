import type { Json } from '../../infra/audit/audit-chain.js';
import type { Decision } from '../breaks/resolution.js';

/** The decision as data. */
export function plain({ terms, shown, trade, ...words }: Decision): Record<string, Json> {
  return {
    ...words,
    terms: terms && { ...terms },
    shown: shown && { ...shown },
    trade: trade && (structuredClone(trade) as unknown as Json),
  };
}

/** The decision as the trail tells it: without the client, who is bound in by the payload's hash. */
export function toldOf(decision: Decision): Record<string, Json> {
  const { terms } = decision;
  const told = terms && { price: terms.price, timeInForce: terms.timeInForce };
  return { ...plain(decision), terms: told };
}
