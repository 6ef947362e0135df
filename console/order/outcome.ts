import { compare, isDecimal } from '../../src/infra/decimal.js';
import type { Order } from '../api/answers.js';
import { CallError, isUnanswered } from '../api/call.js';
import { grouped, naira, valueOf } from '../parts/figures.js';
import type { Outcome } from '../parts/outcome.js';
import { refusalOf, refusedAs } from '../parts/refusal.js';

/** What is proven of a post, an edit or a cancel once the service has answered; never more than that. */
export function outcomeOfPost(order: Order): Outcome {
  const { pending, status, orderNumber, reason } = order;
  if (pending?.kind === 'Post') return outcomeOfPending(order);
  if (status === 'Rejected')
    return { tone: 'bad', text: `Rejected by the exchange: ${reason ?? 'no reason given'}.` };
  if (status === 'Cancelled' || status === 'Expired') {
    return {
      tone: 'info',
      text: `${status} before it was posted${reason === null ? '' : `: ${reason}`}.`,
    };
  }
  if (!order.evidence.certain) return UNPROVEN;
  return { tone: 'good', text: `${status}, no. ${orderNumber ?? 'not known yet'}.` };
}

/** Whether a post that got this answer, or none, may have been stored all the same. */
export function mayBeStored(error: unknown): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500);
}

export const MAY_BE_STORED: Outcome = {
  tone: 'doubt',
  text: 'The order may have been stored, or not. Send the same again: it keeps its id, so it cannot become two orders.',
};

/** A ticket keeps its id, so the same one can be sent again without harm. */
export function refusalOfPost(error: unknown): Outcome {
  if (error instanceof CallError && error.code === 'idempotency-key-reused') {
    const text =
      'Not sent as it is now: what you sent before was stored. Look for it among the orders.';
    return { tone: 'doubt', text };
  }
  if (!mayBeStored(error)) return refusedAs(error);
  const said = isUnanswered(error) ? 'Marina did not answer' : refusalOf(error).replace(/\.$/, '');
  return { tone: 'doubt', text: `${said}. ${MAY_BE_STORED.text}` };
}

/** Of a ticket that was changed after it may have been stored. */
export function storedAsBefore(order: Order): Outcome {
  return {
    tone: 'doubt',
    text: `Not sent as it is now: what you sent before was stored, ${sentenceOf(order)}. Edit or cancel that one.`,
  };
}

export function outcomeOfEdit(order: Order, asked: { units: string; price: string }): Outcome {
  if (order.pending !== null) return outcomeOfPending(order);
  const isAsAsked =
    isSameDecimal(order.units, asked.units) && isSameDecimal(order.price, asked.price);
  const now = `${grouped(order.units)} at ${naira(order.price)}`;
  if (isAsAsked) return { tone: 'good', text: `Edited: now ${now}.` };
  return { tone: 'bad', text: `Not edited: still ${now}. ${order.reason ?? ''}`.trim() };
}

/** What happened to the order while an edit was typed, by whom if a person asked for it, and what can be done now. */
export function changedFirst(seen: Order, now: Order, by: string | null): string {
  const terms = ({ units, price }: Order): string => `${grouped(units)} at ${naira(price)}`;
  const changes: string[] = [];
  if (terms(seen) !== terms(now)) changes.push(`it was ${terms(seen)} and is now ${terms(now)}`);
  if (seen.matchedUnits !== now.matchedUnits)
    changes.push(`${grouped(now.matchedUnits)} units are matched now`);
  if (seen.status !== now.status) changes.push(`it is ${now.status} now`);
  if (now.pending !== null) changes.push(`a ${now.pending.kind.toLowerCase()} is under way`);
  const what =
    changes.length === 0 ? 'the order is at another number or state' : changes.join('; ');
  const next =
    notWorking(now) ?? 'Your edit is kept: press again to make it of the order as it is now.';
  const who = by === null ? 'The order has changed meanwhile' : `${by} was first`;
  return `Not edited. ${who}: ${what}. ${next}`;
}

/** Whether an edit still means what it meant: the same terms, as much matched, and nothing else asked for. */
export function isAsSeen(seen: Order, now: Order): boolean {
  const isSame = (['orderNumber', 'units', 'price', 'matchedUnits'] as const).every(
    (field) => seen[field] === now[field],
  );
  return isSame && seen.pending === null && now.pending === null && now.closedAt === null;
}

export function outcomeOfCancel(order: Order): Outcome {
  if (order.status === 'Cancelled') {
    const matched =
      order.matchedUnits === '0' ? '' : ` ${grouped(order.matchedUnits)} units had been matched.`;
    return { tone: 'good', text: `Cancelled.${matched}` };
  }
  if (order.status === 'Filled') return { tone: 'bad', text: 'Too late: the order is filled.' };
  if (order.pending !== null) return outcomeOfPending(order);
  if (order.status === 'Rejected' || order.status === 'Expired') {
    return { tone: 'info', text: `The order is ${order.status.toLowerCase()}.` };
  }
  return {
    tone: 'bad',
    text: `Not cancelled: the order is ${order.status}. ${order.reason ?? ''}`.trim(),
  };
}

const UNPROVEN: Outcome = {
  tone: 'doubt',
  text: 'Sent, not proven. Do not send it again: Marina keeps asking the exchange what became of it.',
};

/** The exchange has said no; that counts once it is confirmed. */
function refusalWords({ kind, reason }: NonNullable<Order['pending']>): string {
  const what = kind === 'Post' ? 'it' : `the ${kind.toLowerCase()}`;
  const words = (reason ?? 'without words').replace(/\.$/, '');
  return `The exchange refused ${what}: ${words}. This is being confirmed; do not send it again yet.`;
}

function outcomeOfPending({ pending }: Order): Outcome {
  if (pending === null) return UNPROVEN;
  if (pending.refused) {
    const more = pending.kind === 'Cancel' ? ' The order may still fill.' : '';
    return { tone: 'bad', text: `${refusalWords(pending)}${more}` };
  }
  const what = pending.kind.toLowerCase();
  if (pending.state === 'Queued') {
    const why = pending.reason === null ? '' : ` It waits: ${pending.reason}.`;
    return { tone: 'info', text: `The ${what} is accepted and not sent yet.${why}` };
  }
  if (pending.state === 'Sent' && pending.kind === 'Cancel') {
    return { tone: 'doubt', text: 'Cancel requested, not proven. The order may still fill.' };
  }
  if (pending.kind === 'Cancel') {
    return {
      tone: 'doubt',
      text: 'Cancel sent, its outcome is not known. The order may still fill.',
    };
  }
  return UNPROVEN;
}

/** `12.5` and `12.50`. */
export function isSameDecimal(a: string, b: string): boolean {
  return isDecimal(a) && isDecimal(b) ? compare(a, b) === 0 : a === b;
}

/** `BUY 10,000 SD11PLC at ₦12.50 = ₦125,000.00` */
export function sentenceOf(terms: {
  readonly side: string;
  readonly units: string;
  readonly security: string;
  readonly price: string;
}): string {
  const { side, units, security, price } = terms;
  return `${side} ${grouped(units)} ${security} at ${naira(price)} = ${naira(valueOf(units, price))}`;
}

/** What the evidence of an order means, as a sentence. */
export function evidenceWords(order: Order): string {
  const { evidence, pending, gap, orderNumber } = order;
  if (pending?.refused === true) return refusalWords(pending);
  if (pending?.state === 'Unknown') {
    return UNKNOWN[pending.kind] ?? 'Its outcome is not known.';
  }
  if (evidence.number === 'Inferred') {
    return `Order ${orderNumber ?? ''} at the exchange fits it. Nothing proves that it is ours: ours may be lost.`;
  }
  if (!evidence.certain) return 'The newest evidence does not fit what we hold. It is not certain.';
  if (gap !== null) {
    return `${grouped(gap.units)} units are matched without an execution that shows their price.`;
  }
  if (pending?.state === 'Queued') return `Not sent yet. ${sentence(pending.reason)}`;
  if (pending?.state === 'Sent')
    return `The ${pending.kind.toLowerCase()} is on its way to the exchange.`;
  if (order.status === 'Rejected' && evidence.grade === 'Inferred') {
    return 'The exchange refused it, and a search found no trace of it.';
  }
  const how = GRADES[evidence.grade ?? ''];
  if (how !== undefined && evidence.number === 'Operator') {
    return `${how}; that ${orderNumber ?? 'this'} is its number, two of our people decided.`;
  }
  return how === undefined ? 'Nothing of it has been shown by the exchange yet.' : `${how}.`;
}

/** What is not certain of an order, in a few words beside its mark. */
export function doubtWords(order: Order): string {
  const { pending, status } = order;
  if (pending?.refused === true) {
    const what = pending.kind === 'Post' ? 'refused' : `${pending.kind.toLowerCase()} refused`;
    return `${what} by the exchange, being checked`;
  }
  if (pending?.state === 'Unknown') {
    const lost = `the reply to the ${pending.kind.toLowerCase()} was lost`;
    return isPostUnknown(order) ? `status not known: ${lost}` : `${lost}; it was ${status} before`;
  }
  return `last confirmed: ${status}`;
}

/**
 * Why an edit or a cancel that is asked for now is not sent at once; null: it is. The service takes it and sends it
 * as soon as it may.
 */
export function waitsUntil(order: Order): string | null {
  const { pending, evidence, orderNumber } = order;
  if (isPostUnknown(order)) {
    return pending?.refused === true
      ? 'The exchange refused this order, and that is being checked. Nothing is sent now: what you ask for waits, and is dropped when the order turns out to be rejected.'
      : 'It is not known whether the exchange has this order, and what of it has matched. Nothing is sent now: what you ask for waits until it is known. What is filled by then stays filled.';
  }
  if (evidence.number === 'Inferred' || evidence.number === 'Doubtful') {
    return `Nothing proves that ${orderNumber ?? 'its number'} is the number of this order. Nothing is sent now: what you ask for waits until that is proven.`;
  }
  if (pending?.kind === 'Edit' && pending.state === 'Unknown') {
    return 'It is not known whether the edit before took effect. Nothing is sent now: what you ask for waits until it is known. Until then the order may fill.';
  }
  return null;
}

/** What is not known. What the call ended with is a detail, which the order shows further down. */
const UNKNOWN: Readonly<Record<string, string>> = {
  Post: 'It was sent, and no reply says whether the exchange has it: it may be working or filled there, or not be there at all.',
  Edit: 'Its edit was sent, and no reply says whether it took effect.',
  Cancel:
    'Its cancel was sent, and no reply says whether it took effect: the order may still fill.',
};

/** Nothing of the order is known but what we sent: neither its number nor what has matched. */
export function isPostUnknown({ pending, orderNumber }: Order): boolean {
  return pending?.kind === 'Post' && pending.state === 'Unknown' && orderNumber === null;
}

function sentence(text: string | null): string {
  if (text === null || text === '') return '';
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

const GRADES: Readonly<Record<string, string>> = {
  Traded: 'Proven by its trades',
  Enquired: 'Proven by an enquiry of this order',
  Acknowledged: "Proven by the exchange's acknowledgement",
  Listed: "Proven by the exchange's list of our orders",
  Inferred: 'Inferred from other facts, not proven',
  Calendar: 'Ended by the trading calendar',
  Operator: 'Decided by our own people, not shown by the exchange',
};

/** What the age of the evidence is the age of, in the head of an order. */
export function proofWord({ evidence, status }: Order): string {
  if (!evidence.certain) return 'last proof';
  if (evidence.grade === 'Inferred') return status === 'Rejected' ? 'refused' : 'inferred';
  return PROOFS[evidence.grade ?? ''] ?? 'proven';
}

const PROOFS: Readonly<Record<string, string>> = {
  Calendar: 'by calendar',
  Operator: 'decided',
};

export function numberWords(how: string | null): string {
  return NUMBERS[how ?? ''] ?? 'not known yet';
}

const NUMBERS: Readonly<Record<string, string>> = {
  Acknowledged: 'acknowledged by the exchange',
  Shown: 'shown by a record of the exchange',
  Inferred: 'inferred, not proven',
  Operator: 'decided by two of our people',
  Doubtful: 'doubtful',
};

export const CLOSED: ReadonlySet<string> = new Set(['Filled', 'Cancelled', 'Rejected', 'Expired']);

/** Why an order cannot be edited or cancelled now; null: it can. */
export function notWorking(order: Order): string | null {
  if (CLOSED.has(order.status))
    return `The order is ${order.status.toLowerCase()}: nothing works at the exchange any more.`;
  if (order.pending?.kind === 'Cancel') return 'A cancel of this order is already under way.';
  return null;
}

type Named = Pick<Order, 'orderNumber' | 'clientOrderId' | 'side' | 'units' | 'security'>;

/** `700001, BUY 1,000 SD11PLC`: by the exchange's number, or by its client's id while it has none. */
export function orderName({ orderNumber, clientOrderId, side, units, security }: Named): string {
  return `${orderNumber ?? clientOrderId}, ${side} ${grouped(units)} ${security}`;
}
