import type { OrderFactType } from '../order/order.js';

/**
 * The history of an order in plain words: one sentence for each fact of the trail, made of what the
 * fact says and nothing else, so that the sentences in sequence are the chain of evidence from the
 * client's intent to the present state.
 */
export type FactBody = Readonly<Record<string, unknown>>;

type Sentence = (says: (field: string) => string, body: FactBody) => string;

const KINDS = ['POST', 'EDIT', 'CANCEL'] as const;

const EVIDENCE: Readonly<Record<string, string>> = {
  postAccepted: 'the exchange took the post',
  postRefused: 'the exchange refused the post, and a search found nothing of the order',
  editAccepted: 'the exchange took the edit',
  cancelAccepted: 'the exchange took the cancel',
  withdrawn: 'it was taken back before it was sent',
  lapsed: 'its trading day ended before it was sent',
  dayEnded: 'its trading day is over, all trades of the day are read, and it works no more',
  seenPosted: 'a record of the exchange shows it posted',
  seenOpen: 'a record of the exchange shows it open',
  seenAmended: 'a record of the exchange shows it amended',
  seenCancelled: 'a record of the exchange shows it cancelled',
  seenFilled: 'a record of the exchange leaves nothing pending',
  tradedInPart: 'executions are booked',
  tradedInFull: 'executions are booked for all units',
  priceShown: 'the exchange shows the price that was held',
};

const GRADES: Readonly<Record<string, string>> = {
  Traded: 'proven by trades',
  Enquired: 'proven by an enquiry of the order',
  Acknowledged: "proven by the exchange's acknowledgement",
  Listed: "proven by the exchange's list",
  Inferred: 'inferred, not proven',
  Calendar: 'by the calendar',
  Operator: 'by our own act',
};

const REQUESTS: Readonly<Record<string, Sentence>> = {
  REQUESTED: (says) => `was asked for${terms(says)}`,
  REPLACED: (says) => `was changed before it was sent${terms(says)}`,
  SENT: (says) => `was sent to the exchange (send ${says('epoch')})${terms(says)}`,
  ACKNOWLEDGED: (says) => `was acknowledged: ${says('reason')}`,
  REFUSED: (says) => `was refused: ${says('reason')}`,
  UNKNOWN: (says) => `has an unknown outcome: ${says('reason')}`,
  SEARCHED: (says) => `was searched for at the exchange: ${says('found')}`,
  NOT_SENT: (says) => `did nothing at the exchange: ${says('reason')}`,
  THROTTLED: (says) =>
    `was answered by a 429, and is sent again; whether it was done nobody knows: ${says('reason')}`,
  WITHDRAWN: (says) => `was taken back unsent: ${says('reason')}`,
};

const FACTS: Readonly<Partial<Record<OrderFactType, Sentence>>> = {
  ORDER_RECEIVED: (says) =>
    `The order was taken: ${says('side')} ${says('units')} ${says('security')} at ${says('price')}, to be known to the exchange as ${says('orderRef')}.`,
  ORDER_ADOPTED: (says) =>
    `The order of another desk was made ours, by two people: ${says('side')} ${says('units')} ${says('security')} at ${says('price')}, as they say; it was not sent by us.`,
  STATUS_CHANGED: (says) =>
    `The order went from ${says('from')} to ${says('to')}: ${evidenceOf(says)}${gradeOf(says)}.`,
  EVIDENCE_NOT_BELIEVED: (says) =>
    `Evidence that does not fit was kept and moved nothing (${evidenceOf(says)}${wordOf(says)}); the order stayed ${says('status')}.`,
  ORDER_NUMBER_LINKED: (says) =>
    `The exchange's order number ${says('orderNumber')} is this order${gradeOf(says)}.`,
  ORDER_NUMBER_UNLINKED: (says) =>
    `The order number ${says('orderNumber')} is not this order after all: ${says('why')}.`,
  NUMBER_DOUBTED: (says) =>
    `Whether ${says('orderNumber')} is this order's number is doubtful: ${says('reason')}. Nothing is sent by it.`,
  ORDER_DOUBTED: (says) => `What is held of the order is not certain: ${says('why')}.`,
  DOUBT_ENDED: (says) => `What is held of the order is certain again: ${says('why')}.`,
  PRICE_DOUBTED: (says) =>
    `Whether the price of ${says('price')} is in force is doubtful: an enquiry shows ${says('shown')}, the limit before the edit.`,
  NUMBER_CONFIRMED: (says) =>
    `${says('orderNumber')} is this order's number again: ${says('reason')}.`,
  FILL: (says) =>
    `${says('units')} units were traded at ${says('price')} on ${says('tradeDate')} (matching id ${says('matchingId')}).`,
  FILL_REVERSED: (says) =>
    `The execution ${says('matchingId')} of ${says('units')} units at ${says('price')} was taken back: ${whyTakenBack(says)}.`,
  CROSSED: (says) =>
    `The other side of the trade ${says('matchingId')} of ${says('tradeDate')} is an order of ours as well, ${says('with')}, ${says('sameAccount') === '1' ? 'of the same account' : 'of another account'}.`,
  MATCHED_UNITS_CHANGED: (says) =>
    `The exchange shows ${says('to')} units matched, ${says('from')} before.`,
  TERMS_CHANGED: (says) => `The order is now ${says('units')} units at ${says('price')}.`,
  PROVEN: (says) => `What was held is confirmed: ${evidenceOf(says)}${gradeOf(says)}.`,
  CANCEL_CONTESTED: (says) =>
    `A record shows the order working, "${says('word')}", though its cancel was acknowledged: nothing is certain until another one decides.`,
  LATE_REPLY: (says) =>
    `A reply to an earlier send came late and was kept: ${says('class')}, ${says('message')}.`,
  EDITED_BEFORE_SENDING: (says) =>
    `The order was changed before it was sent: ${says('units')} units at ${says('price')}.`,
  BREAK_OPENED: (says) => `A break was opened (${says('breakType')}): ${says('detail')}.`,
  BREAK_CHANGED: (says) => `The break ${says('breakType')} now says: ${says('detail')}.`,
  BREAK_CLOSED: (says) => `The break ${says('breakType')} was closed: ${says('outcome')}.`,
  BREAK_ASSIGNED: (says) => `The break ${says('breakType')} was given to ${says('assignee')}.`,
  DAY_SIGNED: (says) => `The report of ${says('tradingDate')} was signed.`,
  DAY_CLOSED: (says) => `The trading day ${says('tradingDate')} was closed by ${says('signedBy')}.`,
  DAY_REOPENED: (says) =>
    `The trading day ${says('tradingDate')} is no longer what was signed as revision ${says('revision')}: it is open again.`,
  DAY_HOLDS_AGAIN: (says) =>
    `The trading day ${says('tradingDate')} is again what was signed as revision ${says('revision')}.`,
  BREAK_COMMENTED: (says) => `Of the break ${says('breakType')} was said: ${says('text')}.`,
  BREAK_RESOLUTION_PROPOSED: (says) =>
    `How the break ${says('breakType')} ends was proposed, for a second person to approve (${resolutionOf(says)}): ${says('text')}.`,
  BREAK_RESOLVED: (says) =>
    `The break ${says('breakType')} was resolved (${resolutionOf(says)}): ${says('text')}.`,
  BREAK_REOPENED: (says) => `The break ${says('breakType')} was opened again: ${says('text')}.`,
  APPROVAL_REJECTED: (says) => `The proposal was rejected: ${says('text')}.`,
  APPROVAL_EXPIRED: () => 'The proposal expired before anybody decided it.',
  APPROVAL_STALE: () => 'The proposal no longer fitted the order when it was to be approved.',
};

/** Null for a fact that is not about an order. */
export function explain(type: string, body: FactBody): string | null {
  const says = (field: string): string => textOf(body[field]);
  const fact = Object.entries(FACTS).find(([name]) => name === type)?.[1];
  if (fact !== undefined) return fact(says, body);
  const kind = KINDS.find((one) => type.startsWith(`${one}_`));
  const request = kind === undefined ? undefined : REQUESTS[type.slice(kind.length + 1)];
  if (kind === undefined || request === undefined) return null;
  return `The ${kind.toLowerCase()} ${request(says, body)}.`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : 'nothing said';
}

/** What was taken back before the reason was kept was of another order. */
function whyTakenBack(says: (field: string) => string): string {
  const why = says('why');
  return why === 'nothing said' ? "it is not this order's" : why;
}

function terms(says: (field: string) => string): string {
  const price = says('price');
  return price === 'nothing said' ? '' : `, ${says('units')} units at ${price}`;
}

function resolutionOf(says: (field: string) => string): string {
  const [name, number] = [says('resolution'), says('orderNumber')];
  return number === 'nothing said' ? name : `${name} ${number}`;
}

function evidenceOf(says: (field: string) => string): string {
  const evidence = says('evidence');
  const version = says('wordsVersion');
  const by = version === 'nothing said' ? '' : `, by version ${version} of its status words`;
  return `${EVIDENCE[evidence] ?? evidence}${by}`;
}

function gradeOf(says: (field: string) => string): string {
  const grade = GRADES[says('grade')];
  return grade === undefined ? '' : `, ${grade}`;
}

function wordOf(says: (field: string) => string): string {
  const word = says('word');
  return word === 'nothing said' ? '' : `: "${word}"`;
}
