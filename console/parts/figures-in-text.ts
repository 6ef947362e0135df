import { grouped, naira } from './figures.js';

/*
 * Sentences about breaks are stored with plain figures, and some decisions compare them. They are made readable only here.
 * An order number or a matching id is a row of digits, too, so a figure is known by the words around it.
 */

const FIGURE = String.raw`(?<![\w.,₦])\d+(?:\.\d+)?(?!\w|[.,:-]\d)`;

function anyOf(...contexts: readonly string[]): RegExp {
  return new RegExp(contexts.map((one) => one.replaceAll('#', FIGURE)).join('|'), 'g');
}

const UNITS = anyOf(
  '(?<=\\b(?:BUY|SELL|Buy|Sell) )#(?= [A-Z])',
  '#(?=(?: of \\d+)? units\\b)',
  '#(?= (?:are |were |was )?(?:traded|matched|booked|pending|proven)\\b(?! beyond))',
  '(?<=\\b(?:of|as|reads) )#(?= at \\d)',
  '(?<=\\btrades have shown )#',
  '(?<=\\bunits(?: at the exchange)?, (?:and )?(?:we have|we had|ours has|the order has|nobody here has changed) )#',
  '(?<=\\bbooked, and the order has )#',
  '(?<=\\bunits after the edit to )#',
  '(?<=\\bof an order of )#',
);

const PRICES = anyOf(
  '(?<=\\d at )#',
  '(?<=\\b(?:resting|traded|(?:BUY|SELL|Buy|Sell) [\\d,.]+ \\w+) at )#',
  '(?<=\\b(?:limit|price|BasePrice) of )#',
  '(?<=\\bBasePrice )#',
  '(?<=\\blimit of the order, )#',
  '(?<=\\blimit of [\\d.]+ under \\S+, ours is )#',
  '(?<=\\bresting at [\\d.]+, we have )#',
  '(?<=\\bprice of [\\d.]+, we had )#',
  '(?<=\\band shows )#(?= instead of \\d)',
  '(?<=\\band shows [\\d.]+ instead of )#',
  '(?<=\\bedit to )#(?= was\\b)',
  '(?<=\\bedit of ours has set )#',
);

/** `the exchange has 1000 units, we have 900` as `the exchange has 1,000 units, we have 900`, and prices in naira. */
export function withFigures(text: string): string {
  return text.replace(UNITS, grouped).replace(PRICES, naira);
}
