import { actorsIn } from '../../../infra/audit/actor.js';
import { asMoney, grouped, isDecimal } from '../../../infra/decimal.js';
import type { OrderFactType } from '../../order/order.js';
import type { EvidenceGrade } from '../../order/order-status.js';

/**
 * The history of an order in plain sentences: one for each fact of the audit trail, built from that fact
 * alone. Read in sequence they lead from the client's instruction to the present state.
 */
export type FactBody = Readonly<Record<string, unknown>>;

type Sentence = (says: (field: string) => string, body: FactBody) => string;

const KINDS = ['POST', 'EDIT', 'CANCEL'] as const;

const EVIDENCE: Readonly<Record<string, string>> = {
  postAccepted: 'the exchange accepted the order',
  postRefused: 'the exchange refused the order, and a search found no trace of it',
  editAccepted: 'the exchange accepted the edit',
  cancelAccepted: 'the exchange accepted the cancel',
  withdrawn: 'it was withdrawn before it was sent',
  lapsed: 'its trading day ended before it was sent',
  dayEnded: 'its trading day is over, all trades of the day have been read, and it no longer works',
  seenPosted: 'an exchange record shows it as posted',
  seenOpen: 'an exchange record shows it as open',
  seenAmended: 'an exchange record shows it as amended',
  seenCancelled: 'an exchange record shows it as cancelled',
  seenFilled: 'an exchange record shows nothing pending',
  tradedInPart: 'trades for part of it were booked',
  tradedInFull: 'trades for all units were booked',
  priceShown: 'the exchange shows the price we hold',
};

const GRADES: Readonly<Record<string, string>> = {
  Traded: 'proven by trades',
  Enquired: 'proven by an order enquiry',
  Acknowledged: "proven by the exchange's acknowledgement",
  Listed: "proven by the exchange's list",
  Inferred: 'inferred, not proven',
  Calendar: 'by the trading calendar',
  Operator: 'as our own people decided',
} satisfies Record<EvidenceGrade, string>;

/** What two people have decided, where they and not the exchange moved the order. */
const DECIDED: Readonly<Record<string, string>> = {
  postAccepted: 'two of our people decided that it is at the exchange',
  postRefused: 'two of our people decided that it is not at the exchange',
  editAccepted: 'two of our people decided that the edit took effect',
  cancelAccepted: 'two of our people decided that the cancel took effect',
  seenCancelled: 'two of our people decided that it was cancelled at the exchange',
  dayEnded: 'two of our people decided that it ended with its day',
};

/** Of each resolution, what people say with it. */
const RESOLVED: Readonly<Record<string, string>> = {
  close: 'nothing to do',
  'link-number': 'its number at the exchange is',
  'number-is-right': 'its number is right',
  'price-is-right': 'its price is right',
  'not-at-exchange': 'not at the exchange',
  'took-effect': 'it took effect',
  'had-no-effect': 'it had no effect',
  'was-cancelled': 'cancelled at the exchange',
  'has-expired': 'ended with its day',
  'was-filled': 'filled at the exchange',
  'as-shown': 'the trade is as the exchange shows it',
  accept: "another desk's order, number",
  adopt: 'made one of our orders, number',
  link: 'it is one of our orders, number',
};

const REQUESTS: Readonly<Record<string, Sentence>> = {
  REQUESTED: (says) => `was requested${terms(says)}`,
  REPLACED: (says) => `was changed before it was sent${terms(says)}`,
  SENT: (says) => `was sent to the exchange (send ${says('epoch')})${terms(says)}`,
  ACKNOWLEDGED: (says) =>
    says('grade') === 'Operator'
      ? `counts as taken by the exchange, ${decidersOf(says)}: ${says('reason')}`
      : `was acknowledged: ${says('reason')}`,
  REFUSED: (says) =>
    says('grade') === 'Operator'
      ? `counts as not taken by the exchange, ${decidersOf(says)}: ${says('reason')}`
      : `was refused: ${says('reason')}`,
  UNKNOWN: (says) =>
    says('refused') === '1'
      ? `was refused by the exchange, which is being confirmed: ${says('reason')}`
      : `has no known outcome: ${says('reason')}`,
  SEARCHED: (says) => `was looked for at the exchange: ${says('found')}`,
  NOT_SENT: (says) => `did not reach the exchange: ${says('reason')}`,
  THROTTLED: (says) =>
    `was answered with 429 (too many requests), so it is not known whether it took effect: ${says('reason')}`,
  WITHDRAWN: (says) => `was withdrawn before it was sent: ${says('reason')}`,
};

const FACTS: Readonly<Partial<Record<OrderFactType, Sentence>>> = {
  ORDER_RECEIVED: (says) =>
    `The order was received: ${says('side')} ${says('units')} ${says('security')} at ${says('price')}. Its reference at the exchange is ${says('orderRef')}.`,
  ORDER_ADOPTED: (says) =>
    `Two people adopted an order that we did not send: ${says('side')} ${says('units')} ${says('security')} at ${says('price')}, by their account.`,
  POST_REFUSED_BY_LIMIT: (says) =>
    `An order was refused and not stored: ${says('side')} ${says('units')} ${says('security')} at ${says('price')}. ${says('reason')}`,
  POST_REFUSED_BY_LIMIT_AGAIN: (says) =>
    `The same caller's orders were refused by a limit ${says('times')} more times within a minute, and not stored.`,
  EDIT_REFUSED_BY_LIMIT: (says) =>
    `An edit to ${says('units')} units at ${says('price')} was refused and not stored. ${says('reason')}`,
  EDIT_REFUSED_BY_LIMIT_AGAIN: (says) =>
    `The same caller's edits were refused by a limit ${says('times')} more times within a minute.`,
  STATUS_CHANGED: (says) =>
    `The order went from ${says('from')} to ${says('to')}: ${provenBy(says)}.`,
  EVIDENCE_NOT_BELIEVED: (says) =>
    `Evidence that does not fit was recorded and changed nothing (${evidenceOf(says)}${wordOf(says)}). The order stayed ${says('status')}.`,
  ORDER_NUMBER_LINKED: (says) =>
    `The exchange's number for this order is ${says('orderNumber')}${gradeOf(says)}.`,
  ORDER_NUMBER_UNLINKED: (says) =>
    `${says('orderNumber')} turned out not to be this order's number: ${says('why')}.`,
  NUMBER_DOUBTED: (says) =>
    `${says('orderNumber')} may not be this order's number: ${says('reason')}. Nothing is sent for it until that is settled.`,
  ORDER_DOUBTED: (says) => `The state of the order is uncertain: ${says('why')}.`,
  DOUBT_ENDED: (says) => `The state of the order is certain again: ${says('why')}.`,
  PRICE_DOUBTED: (says) =>
    `The price ${says('price')} may not be in force: an enquiry shows a BasePrice of ${says('shown')}.`,
  NUMBER_CONFIRMED: (says) =>
    `${says('orderNumber')} is confirmed as this order's number: ${says('reason')}.`,
  FILL: (says) =>
    `${says('units')} units were traded at ${says('price')} on ${says('tradeDate')} (matching id ${says('matchingId')}).`,
  FILL_REVERSED: (says) =>
    `The execution ${says('matchingId')} of ${says('units')} units at ${says('price')} was reversed: ${whyReversed(says)}.`,
  CROSSED: (says) =>
    `Crossed trade: the other side of ${says('matchingId')} of ${says('tradeDate')} is our order ${says('with')}, ${says('sameAccount') === '1' ? 'for the same account' : 'for another account'}.`,
  MATCHED_UNITS_CHANGED: (says) =>
    `The exchange shows ${says('to')} units matched; before it was ${says('from')}.`,
  TERMS_CHANGED: (says) => `The order is now ${says('units')} units at ${says('price')}.`,
  PROVEN: (says) => `The state of the order is confirmed: ${evidenceOf(says)}${gradeOf(says)}.`,
  CANCEL_CONTESTED: (says) =>
    says('evidence') !== UNSAID
      ? `The cancel was acknowledged, but ${evidenceOf(says)}. It stays uncertain until a record shows how the order ended, or people say so.`
      : says('word') === UNSAID
        ? 'The cancel was acknowledged before any record had shown the edit before it, which may have given the order another number. It stays uncertain until a record shows the cancelled order as it was edited.'
        : `The cancel was acknowledged, but a record still shows the order as "${says('word')}". It stays uncertain until a later record settles it.`,
  LATE_REPLY: (says) =>
    `A late reply to an earlier send was recorded: ${says('class')}, ${says('message')}.`,
  EDITED_BEFORE_SENDING: (says) =>
    `The order was changed before it was sent: ${says('units')} units at ${says('price')}.`,
  BREAK_OPENED: (says) => `A break was opened (${says('breakType')}): ${says('detail')}.`,
  BREAK_CHANGED: (says, body) =>
    body['detail'] === undefined && Array.isArray(body['traded'])
      ? `The break ${says('breakType')} now has other trades: ${tradesOf(body['traded'])}.`
      : `The break ${says('breakType')} now says: ${says('detail')}.`,
  BREAK_CLOSED: (says) => `The break ${says('breakType')} was closed: ${says('outcome')}.`,
  BREAK_ASSIGNED: (says) => `The break ${says('breakType')} was assigned to ${says('assignee')}.`,
  DAY_SIGNED: (says) => `The report of ${says('tradingDate')} was signed.`,
  DAY_CLOSED: (says) => `The trading day ${says('tradingDate')} was closed by ${says('signedBy')}.`,
  DAY_REOPENED: (says) =>
    `The trading day ${says('tradingDate')} differs from its signed revision ${says('revision')} and is open again.`,
  DAY_HOLDS_AGAIN: (says) =>
    `The trading day ${says('tradingDate')} matches its signed revision ${says('revision')} again.`,
  BREAK_COMMENTED: (says) => `Comment on the break ${says('breakType')}: ${says('text')}.`,
  BREAK_RESOLUTION_PROPOSED: (says) =>
    `A resolution of the break ${says('breakType')} was proposed and awaits a second person (${resolutionOf(says)}): ${says('text')}.`,
  BREAK_RESOLUTION_REFUSED: (says) =>
    `“${resolutionOf(says)}” was proposed for the break ${says('breakType')} and refused; nothing changed. Why it was refused: ${whyRefused(says)}. The proposer wrote: ${says('text')}.`,
  BREAK_RESOLVED: (says) =>
    `The break ${says('breakType')} was resolved (${resolutionOf(says)}${proposerOf(says)}): ${says('text')}.`,
  BREAK_REOPENED: (says) => `The break ${says('breakType')} was reopened: ${says('text')}.`,
  ORDER_ENQUIRED: (says) =>
    `The exchange was asked about the order, by its number ${says('orderNumber')}.`,
  BREAK_RECHECKED: (says) =>
    `The break was rechecked: the exchange was asked about ${says('orderNumber')}.`,
  CLIENT_UNMASKED: (says) =>
    `Somebody was shown whose order this is, and said why: ${says('reason')}.`,
  APPROVAL_REJECTED: (says) => `The proposal was rejected: ${says('text')}.`,
  APPROVAL_WITHDRAWN: (says) =>
    `The proposal was withdrawn by its proposer${says('text') === UNSAID ? '' : `: ${says('text')}`}.`,
  APPROVAL_EXPIRED: () => 'The proposal expired undecided.',
  APPROVAL_STALE: (says) => `The proposal can no longer be approved${whyStale(says)}.`,
};

/** Null for a fact that is not about an order. */
export function explain(type: string, body: FactBody): string | null {
  const sentence = sentenceOf(type, body);
  // What people and the exchange said often ends with a full stop of its own.
  return sentence?.replaceAll(/(?<!\.)([.?!])\.(?!\.)(?=\s|$)/g, '$1') ?? null;
}

function sentenceOf(type: string, body: FactBody): string | null {
  const says = (field: string): string => readable(field, textOf(body[field]));
  const fact = Object.entries(FACTS).find(([name]) => name === type)?.[1];
  if (fact !== undefined) return fact(says, body);
  const kind = KINDS.find((one) => type.startsWith(`${one}_`));
  const request = kind === undefined ? undefined : REQUESTS[type.slice(kind.length + 1)];
  if (kind === undefined || request === undefined) return null;
  return `The ${kind.toLowerCase()} ${request(says, body)}.`;
}

const UNSAID = 'nothing said';

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : UNSAID;
}

const UNITS_FIELDS: ReadonlySet<string> = new Set(['units', 'from', 'to']);
const PRICE_FIELDS: ReadonlySet<string> = new Set(['price', 'shown']);

/** Units grouped, prices in naira, as they are read everywhere else; any other text as it is. */
function readable(field: string, text: string): string {
  if (!isDecimal(text)) return text;
  if (UNITS_FIELDS.has(field)) return grouped(text);
  return PRICE_FIELDS.has(field) ? `₦${asMoney(text)}` : text;
}

/** Reversals without a recorded reason were of trades that belong to another order. */
function whyReversed(says: (field: string) => string): string {
  const why = says('why');
  return why === UNSAID ? 'it belongs to another order' : why;
}

function terms(says: (field: string) => string): string {
  const price = says('price');
  return price === UNSAID ? '' : `, ${says('units')} units at ${price}`;
}

function resolutionOf(says: (field: string) => string): string {
  const [name, number] = [says('resolution'), says('orderNumber')];
  const words = RESOLVED[name] ?? name;
  return number === UNSAID ? words.replace(/, number$| is$/, '') : `${words} ${number}`;
}

function proposerOf(says: (field: string) => string): string {
  const by = says('proposedBy');
  return by === UNSAID ? '' : `; proposed by ${personOf(by)}`;
}

const REFUSED_BECAUSE: Readonly<Record<string, string>> = {
  'approval-pending': 'a proposal about this awaits a second person',
  'break-closed': 'the break was closed',
  'resolution-unfit': 'it does not apply to the break',
  'version-stale': 'the break had changed meanwhile',
};

/** Earlier entries have the code alone. */
function whyRefused(says: (field: string) => string): string {
  const [code, detail] = [says('refusedBecause'), says('refusedDetail')];
  if (detail === UNSAID) return REFUSED_BECAUSE[code] ?? code.replaceAll('-', ' ');
  return detail;
}

/** Something else has ended its break, or it does not fit what is known now. */
function whyStale(says: (field: string) => string): string {
  if (says('outcome') !== UNSAID) return `, because its break was closed: ${says('outcome')}`;
  return says('why') === UNSAID ? '' : `: ${says('why')}`;
}

/** Both names, since the entry is by the second alone. */
function decidersOf(says: (field: string) => string): string {
  const by = says('decidedBy');
  if (by === UNSAID) return 'as two of our people decided';
  return `as ${actorsIn(by).map(personOf).join(' and ')} decided`;
}

function personOf(actor: string): string {
  return actor.replace(/^key:/, '');
}

function provenBy(says: (field: string) => string): string {
  const evidence = says('evidence');
  if (says('grade') !== 'Operator') return `${evidenceOf(says)}${gradeOf(says)}`;
  return DECIDED[evidence] ?? evidenceOf(says);
}

function tradesOf(traded: readonly unknown[]): string {
  return traded
    .map((one) => {
      const { side, units, security, orderNumber } = one as FactBody;
      return [side, readable('units', textOf(units)), security, 'under', orderNumber]
        .map(textOf)
        .join(' ');
    })
    .join('; ');
}

function evidenceOf(says: (field: string) => string): string {
  const evidence = says('evidence');
  const version = says('mappingsVersion');
  const by = version === UNSAID ? '' : `, by version ${version} of the status mappings`;
  return `${EVIDENCE[evidence] ?? evidence}${by}`;
}

function gradeOf(says: (field: string) => string): string {
  const grade = GRADES[says('grade')];
  return grade === undefined ? '' : `, ${grade}`;
}

function wordOf(says: (field: string) => string): string {
  const word = says('word');
  return word === UNSAID ? '' : `: "${word}"`;
}
