import { grouped } from '../parts/figures.js';
import { isDecimal, compare, decimalPlaces, significantDigits } from '../../src/infra/decimal.js';
import { separatorProblem } from '../parts/figures.js';

/** What ticket and edit can tell about terms before they are sent, of `typedDecimal`; the service checks them again. */
export function unitsProblem(text: string): string | null {
  if (text === '') return 'Enter the units.';
  const separated = unitsSeparatorProblem(text);
  if (separated !== null) return separated;
  return /^[1-9]\d{0,14}$/.test(text) ? null : 'Whole units, 1 to 15 digits.';
}

const NAME_MAX = 120;

/** A longer one is refused, not cut: a cut name would be that of nobody. */
export function nameProblem(text: string): string | null {
  if (text === '') return 'Enter the name on the account.';
  if (text.length <= NAME_MAX) return null;
  return `At most ${String(NAME_MAX)} characters; these are ${grouped(String(text.length))}.`;
}

export function priceProblem(text: string): string | null {
  if (text === '') return 'Enter the limit price.';
  const separated = separatorProblem(text);
  if (separated !== null) return separated;
  if (!/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/.test(text) || !isDecimal(text)) {
    return 'A price such as 12.50, at most 6 places.';
  }
  if (compare(text, '0') <= 0) return 'The price must be above 0.';
  return significantDigits(text) > 15 || decimalPlaces(text) > 6
    ? 'At most 15 digits in all.'
    : null;
}

/** Units have no decimals, so nothing is to be written with a point. */
function unitsSeparatorProblem(text: string): string | null {
  return separatorProblem(text) === null
    ? null
    : 'Whole units: a comma or a blank only separates thousands, as in 12,500.';
}
