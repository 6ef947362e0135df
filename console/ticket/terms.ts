import { isDecimal, compare, decimalPlaces, significantDigits } from '../../src/infra/decimal.js';

/** What the ticket can tell about its terms before they are sent; the service checks them again. */
export function unitsProblem(text: string): string | null {
  if (text === '') return 'Enter the units.';
  return /^[1-9]\d{0,14}$/.test(text) ? null : 'Whole units, 1 to 15 digits.';
}

export function priceProblem(text: string): string | null {
  if (text === '') return 'Enter the limit price.';
  if (!/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/.test(text) || !isDecimal(text)) {
    return 'A price such as 12.50, at most 6 places.';
  }
  if (compare(text, '0') <= 0) return 'The price must be above 0.';
  return significantDigits(text) > 15 || decimalPlaces(text) > 6
    ? 'At most 15 digits in all.'
    : null;
}
