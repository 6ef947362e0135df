import type { DeskFacts, SendFacts } from '../../../src/orders/dispatch/send-gates.js';
import { decideSend, type Sending } from '../../../src/orders/dispatch/send-policy.js';
import { at, TODAY } from '../../support/builders.js';

/** A desk that holds nothing back. */
export const OPEN_DESK: DeskFacts = {
  isSessionOpen: true,
  databaseDay: TODAY,
  hold: null,
  missedDays: [],
  isBrokerListRead: true,
  waitedForBrokerListMs: 0,
};

export const RULES = {
  editUnitsMean: 'unknown',
  isNumberReassigned: false,
  lastEntry: 100,
} as const;

type Given = Pick<SendFacts, 'state' | 'request'> & Partial<SendFacts>;

export function factsFor(given: Given): SendFacts {
  const moment = given.at ?? at();
  const desk = { ...OPEN_DESK, databaseDay: moment.today };
  return { at: moment, rules: RULES, desk, trail: { kind: 'Same' }, ...given };
}

/** With an open desk nothing waits. */
export function sendOrDrop(given: Given): Exclude<Sending, { readonly kind: 'Wait' }> {
  const sending = decideSend(factsFor(given));
  if (sending.kind === 'Wait') throw new Error(sending.why);
  return sending;
}
