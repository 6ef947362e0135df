import { typedDecimal } from '../parts/figures.js';
import { nameProblem, priceProblem, unitsProblem } from './terms.js';
import type { Ticketed } from './warnings.js';

export interface Typed extends Ticketed {
  readonly timeInForce: string;
}

export type Problems = Readonly<Partial<Record<keyof Typed, string>>>;

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
  const name = nameProblem(terms.clientName);
  if (name !== null) problems.clientName = name;
  if (terms.timeInForce === '') problems.timeInForce = 'Choose a duration.';
  return problems;
}
