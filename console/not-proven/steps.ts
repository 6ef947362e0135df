import type { Order } from '../api/answers.js';

/** The safe next steps for an order whose state is not certain, the first one first. */
export function stepsFor({ pending, orderNumber, evidence }: Order): readonly string[] {
  if (evidence.certain) return ['Nothing: the exchange has shown what became of it.'];
  if (pending?.kind === 'Post' && orderNumber === null) {
    return [
      'Wait for the quiet time: a reply may still arrive, and Marina then searches the lists and trades by itself.',
      'Search now: one run over the lists and the trades, a few calls of the budget.',
      'If two searches find nothing, Marina resends the same bytes under the same reference, once.',
      'If you see it at the exchange, link its number; if the exchange says it is not there, declare it not placed. Both take two people.',
    ];
  }
  if (pending?.kind === 'Cancel') {
    return [
      'Ask the exchange: one enquiry of the order shows whether it still works.',
      'Until then it may still fill: tell the client so.',
      'If the enquiry does not settle it, two people decide on the break.',
    ];
  }
  return [
    'Ask the exchange: one enquiry of the order usually settles it.',
    'If it does not, compare both sides in the break, and two people decide.',
  ];
}
