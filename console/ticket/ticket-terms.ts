import { typedDecimal } from '../parts/figures.js';
import { priceProblem, unitsProblem } from './terms.js';
import type { Ticketed } from './warnings.js';

export interface Typed extends Ticketed {
  readonly timeInForce: string;
}

export type Problems = Readonly<Partial<Record<keyof Typed, string>>>;

/** The service takes no longer one. */
const NAME_MAX = 120;

/** Cleans what people type: separators out, upper case where the exchange has it. */
export function termsOf(typed: Typed): Typed {
  return {
    ...typed,
    security: typed.security.trim().toUpperCase(),
    units: typedDecimal(typed.units),
    price: typedDecimal(typed.price),
    accountNumber: typed.accountNumber.trim(),
    clientName: typed.clientName.trim(),
  };
}

/** `isListed`: false if the exchange lists no such security; null: that is not known. */
export function problemsOf(terms: Typed, isListed: boolean | null): Problems {
  const problems: Partial<Record<keyof Typed, string>> = {};
  if (terms.security === '') problems.security = 'Choose a security.';
  else if (isListed === false) problems.security = 'The exchange lists no such security.';
  const units = unitsProblem(terms.units);
  if (units !== null) problems.units = units;
  const price = priceProblem(terms.price);
  if (price !== null) problems.price = price;
  if (terms.accountNumber === '') problems.accountNumber = 'Enter the CDS account.';
  if (terms.clientName === '') problems.clientName = 'Enter the name on the account.';
  else if (terms.clientName.length > NAME_MAX) {
    const length = String(terms.clientName.length);
    problems.clientName = `At most ${String(NAME_MAX)} letters; this has ${length}. Shorten it yourself: a name is never cut.`;
  }
  if (terms.timeInForce === '') problems.timeInForce = 'Choose a duration.';
  return problems;
}

/** What was typed already before anything is sent. */
export function isTouched(typed: Typed, first: Typed): boolean {
  return (Object.keys(first) as (keyof Typed)[]).some((name) => typed[name] !== first[name]);
}
