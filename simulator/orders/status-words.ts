/*
 * Which word stands for which state of an order. The document shows only Posted, Amended, Cancelled and
 * Open; every other word is a guess, so there are several vocabularies. With `documented` no other word
 * ever appears: a filled order still says Open.
 */
import type { Order, OrderVersion } from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';

interface Vocabulary {
  readonly open: string;
  readonly amended: string;
  readonly partly: string;
  readonly filled: string;
  readonly cancelled: string;
  readonly expired: string;
}

const VOCABULARIES: Readonly<Record<ExchangeParameters['statusWords'], Vocabulary>> = {
  plain: {
    open: 'Open',
    amended: 'Open',
    partly: 'Open',
    filled: 'Filled',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  documented: {
    open: 'Open',
    amended: 'Open',
    partly: 'Open',
    filled: 'Open',
    cancelled: 'Cancelled',
    expired: 'Cancelled',
  },
  partial: {
    open: 'Open',
    amended: 'Open',
    partly: 'Partially Filled',
    filled: 'Filled',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  matched: {
    open: 'Open',
    amended: 'Open',
    partly: 'Partially Matched',
    filled: 'Matched',
    cancelled: 'Cancelled',
    expired: 'Lapsed',
  },
  executed: {
    open: 'Open',
    amended: 'Replaced',
    partly: 'Part Executed',
    filled: 'Executed',
    cancelled: 'Canceled',
    expired: 'Expired',
  },
  upper: {
    open: 'OPEN',
    amended: 'AMENDED',
    partly: 'PARTIALLY FILLED',
    filled: 'FILLED',
    cancelled: 'CANCELLED',
    expired: 'EXPIRED',
  },
  codes: {
    open: 'O',
    amended: 'A',
    partly: 'PF',
    filled: 'F',
    cancelled: 'C',
    expired: 'X',
  },
  'posted-amended': {
    open: 'Posted',
    amended: 'Amended',
    partly: 'Open',
    filled: 'Filled',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
};

/** The status word in an order record. */
export function recordStatus(
  parameters: ExchangeParameters,
  order: Order,
  version: OrderVersion,
): string {
  if (order.statusWord !== null) return order.statusWord;
  const words = VOCABULARIES[parameters.statusWords];
  switch (version.state) {
    case 'Filled':
      return words.filled;
    case 'Cancelled':
      return words.cancelled;
    case 'Replaced':
      return parameters.replacedWord === 'Replaced' ? 'Replaced' : words.cancelled;
    case 'Expired':
    case 'Removed':
      return words.expired;
    case 'Working':
      if (version.matched > 0) return words.partly;
      return version.amended ? words.amended : words.open;
  }
}

/** The status word in an acknowledgement, which may be spelled differently from records. */
export function ackStatus(parameters: ExchangeParameters, word: string): string {
  if (parameters.ackSpelling === 'upper') return word.toUpperCase();
  return parameters.ackSpelling === 'lower' ? word.toLowerCase() : word;
}
