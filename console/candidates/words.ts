import { add, compare, divide } from '../../src/infra/decimal.js';
import type {
  Break,
  NumberCandidate,
  Order,
  OrderCandidates,
  OrderTrades,
} from '../api/answers.js';
import { grouped, naira } from '../parts/figures.js';

/* What is known of the numbers that may be an order's, in words. It claims no more than the service has been shown. */

export type ShownNumber = Pick<
  NumberCandidate,
  'side' | 'security' | 'units' | 'statusWord' | 'traded'
>;

const FIELDS: Readonly<Record<string, string>> = {
  side: 'side',
  security: 'security',
  units: 'units',
  price: 'price within the limit',
  account: 'account',
  firstSeen: 'new since it was sent',
};

const DIFFERENCES: Readonly<Record<string, string>> = {
  side: 'other side',
  security: 'other security',
  units: 'other units',
  price: 'traded beyond the limit',
  account: 'other account',
  firstSeen: 'was there before it was sent',
};

export function fieldWords(fields: readonly string[]): string {
  return fields.map((one) => FIELDS[one] ?? one).join(', ');
}

export function differenceWords(fields: readonly string[]): string {
  return fields.map((one) => DIFFERENCES[one] ?? one).join(', ');
}

/** Nobody can link what is of another side, security or account. */
export function isImpossible({ differs }: Pick<NumberCandidate, 'differs'>): boolean {
  return differs.some((one) => one === 'side' || one === 'security' || one === 'account');
}

/** `BUY 3,170 SD11PLC`, as far as the exchange has shown it. */
export function termsWords({ side, security, units, traded }: ShownNumber): string {
  if (side === null || security === null) return 'terms not shown yet';
  const shown = units === null ? `(units not shown)` : grouped(units);
  const onlyTrades = units === null && traded.length > 0;
  return onlyTrades ? `${side} ${security}` : `${side} ${shown} ${security}`;
}

/** What has traded under a number; null: no trade of it is known. */
export function tradedWords({ traded, units }: ShownNumber): string | null {
  if (traded.length === 0) return null;
  const total = sumOf(traded, 'units');
  const average = divide(sumOf(traded, 'value'), total, 4);
  const isFull = units !== null && compare(total, units) === 0;
  return `${grouped(total)} at ${naira(average)}${isFull ? ', filled' : ''}`;
}

function sumOf(traded: readonly OrderTrades[], field: 'units' | 'value'): string {
  return traded.reduce((total, one) => add(total, one[field]), '0');
}

/** Those of which nothing speaks against any. */
export function fittingOf({ numbers }: OrderCandidates): readonly NumberCandidate[] {
  return numbers.filter(({ named, differs }) => named && differs.length === 0);
}

export function list(numbers: readonly string[], word: 'and' | 'or'): string {
  const last = numbers.at(-1) ?? '';
  return numbers.length < 2 ? last : `${numbers.slice(0, -1).join(', ')} ${word} ${last}`;
}

const COUNTS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four' };

/** What the searches for the order have come to. */
export function searchWords(found: OrderCandidates): string {
  if (found.kind === null) return 'Nothing of it is searched for: it has a known outcome.';
  const named = found.numbers.filter((one) => one.named).map((one) => one.orderNumber);
  const [only] = named;
  if (named.length > 1) {
    const count = COUNTS[named.length] ?? String(named.length);
    return isTied(found)
      ? `${count} numbers fit: ${list(named, 'and')}. Nothing that the exchange shows tells them apart.`
      : `${count} numbers may be it: ${list(named, 'or')}.`;
  }
  if (only !== undefined) return `One number may be it: ${only}. That it is, nothing proves yet.`;
  if (found.searches === 0) return 'No search has been finished yet.';
  return 'No search has named a number that may be it.';
}

/** Several fit equally: only the exchange can say which. */
export function isTied(found: OrderCandidates): boolean {
  return fittingOf(found).length > 1;
}

/** What a reader who may not do a step is told. */
const THEIRS = 'Operations does this: ';

/**
 * The safe next steps for an order of which something was sent and nothing is proven, the first one first.
 * `mayDecide`: the reader may search and propose (scope recon:write).
 */
export function stepsFor(
  order: Order,
  found: OrderCandidates | null,
  mayDecide: boolean,
): readonly string[] {
  const steps = allSteps(order, found);
  return steps.map(({ text, by }) =>
    by === 'operations' && !mayDecide ? `${THEIRS}${lowered(text)}` : text,
  );
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

interface Step {
  readonly text: string;
  readonly by: 'anybody' | 'operations';
}

const anybody = (text: string): Step => ({ text, by: 'anybody' });
const operations = (text: string): Step => ({ text, by: 'operations' });

function allSteps(order: Order, found: OrderCandidates | null): readonly Step[] {
  const { pending, orderNumber, evidence, orderRef } = order;
  if (evidence.certain) return [anybody('Nothing: the exchange has shown what became of it.')];
  if (pending?.kind === 'Post' && orderNumber === null) {
    const named = (found?.numbers ?? []).filter((one) => one.named).map((one) => one.orderNumber);
    if (named.length > 0) return stepsOfNamed(orderRef, named);
    return pending.refused ? stepsOfRefused(orderRef) : stepsOfPost(orderRef);
  }
  if (evidence.number === 'Inferred' && pending?.state !== 'Unknown')
    return stepsOfInferred(orderRef, orderNumber ?? '');
  if (pending?.kind === 'Cancel') {
    return [
      anybody('Ask the exchange: one enquiry of the order shows whether it still works.'),
      anybody('Until then it may still fill: tell the client so.'),
      operations('If the enquiry does not settle it, two people decide on the break.'),
    ];
  }
  return [
    anybody('Ask the exchange: one enquiry of the order usually settles it.'),
    operations('If it does not, compare both sides in the break, and two people decide.'),
  ];
}

/** Of numbers that may be its own. */
function stepsOfNamed(orderRef: string, named: readonly string[]): readonly Step[] {
  const [only = ''] = named;
  if (named.length > 1) {
    return [
      operations(
        `Ask the exchange, by telephone, which of ${list(named, 'and')} carries our reference ${orderRef}.`,
      ),
      operations('Link that number. A second person approves it; until then nothing changes.'),
      operations(
        "The other number is then nobody's here: find out which desk keyed it, and accept it as theirs.",
      ),
      anybody(
        'Until then do not send the order again: it may be filled. A cancel may be asked for; it waits until the number is proven.',
      ),
    ];
  }
  return [
    operations(
      `Ask the exchange, by telephone, whether ${only} carries our reference ${orderRef}.`,
    ),
    operations(
      `If it does, link ${only}; a second person approves it. Marina may prove it by itself before.`,
    ),
    anybody('Until then do not send the order again: it may be filled.'),
  ];
}

/** The order has a number because it fits; no enquiry can prove it. */
function stepsOfInferred(orderRef: string, orderNumber: string): readonly Step[] {
  return [
    operations(
      `Ask the exchange, by telephone, whether ${orderNumber} is this order, our reference ${orderRef}.`,
    ),
    operations(
      'Then say in its break that the number is right, or name the right one. A second person approves it. The break opens after twenty seconds.',
    ),
    anybody(
      'Until then do not send the order again: it may be filled. A cancel may be asked for; it waits until the number is proven.',
    ),
  ];
}

/** The exchange has said no. It is looked for, because a "no" alone has proven wrong before. */
function stepsOfRefused(orderRef: string): readonly Step[] {
  return [
    anybody(
      'Wait: Marina does not send it again. It looks for it in the lists and trades, and when nothing shows it, the order becomes Rejected.',
    ),
    anybody('Do not send it again before it is Rejected; after that a new order is safe.'),
    operations('Search now, if you need to know at once: it costs a few calls.'),
    operations(
      `If it stays like this, ask the exchange whether it has our reference ${orderRef}: if it does, link the number that it names; if not, declare the order not placed. Both take two people.`,
    ),
  ];
}

function stepsOfPost(orderRef: string): readonly Step[] {
  return [
    anybody(
      'Wait a moment: a late reply may still arrive, and Marina searches the lists and trades by itself.',
    ),
    operations('Search now, if you need to know at once: it costs a few calls.'),
    anybody(
      'Do not send it again yourself. Marina may do so, under the same reference, and only after two searches have found nothing.',
    ),
    operations(
      `If the exchange says that it has our reference ${orderRef}, link the number that it names; if it says that it has not, declare the order not placed. Both take two people.`,
    ),
  ];
}

/** What the breaks about a number, newest first, show of it; null: nothing. */
export function shownOf(breaks: readonly Pick<Break, 'shown' | 'traded'>[]): ShownNumber | null {
  const listed = breaks.find(({ shown }) => shown !== null)?.shown ?? null;
  const traded = breaks.find((one) => one.traded.length > 0)?.traded ?? [];
  const [first] = traded;
  if (listed === null && first === undefined) return null;
  return {
    side: listed?.side ?? first?.side ?? null,
    security: listed?.security ?? first?.security ?? null,
    units: listed?.units ?? null,
    statusWord: listed?.statusWord ?? null,
    traded,
  };
}

/** Those who have decided something, as a record names them; a name may have a comma itself. */
export const namesIn = (actors: string): string =>
  list(
    actors.split(/, (?=key:|system:)/).map((actor) => actor.replace(/^key:/, '')),
    'and',
  );
