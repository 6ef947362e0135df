import type { Company, Market } from '../api/answers.js';

/** A typed symbol among those that the exchange lists. */
export type Listing =
  | { readonly kind: 'listed'; readonly company: Company }
  | { readonly kind: 'unlisted' }
  /** The list is not there, or is longer than what was read. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'waiting' };

export function listingIn(
  { data, page }: Pick<Market<readonly Company[]>, 'data' | 'page'>,
  typed: string,
): Listing {
  const symbol = typed.trim().toUpperCase();
  const company = data.find((one) => one.symbol?.toUpperCase() === symbol);
  if (company !== undefined) return { kind: 'listed', company };
  return { kind: page?.hasMore === true ? 'unknown' : 'unlisted' };
}

/** Securities with the text in their symbol or name, those whose symbol begins with it first. */
export function securitiesLike(companies: readonly Company[], text: string): readonly Company[] {
  const needle = text.trim().toLowerCase();
  if (needle.length < 2) return [];
  const has = (of: string | null): boolean => of?.toLowerCase().includes(needle) === true;
  const begins = ({ symbol }: Company): boolean =>
    symbol?.toLowerCase().startsWith(needle) === true;
  const found = companies.filter(
    ({ symbol, name }) => symbol !== null && (has(symbol) || has(name)),
  );
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

/**
 * Whether the exchange's word for the trading of a security says that it does not trade. The interface names no
 * words, so an unknown one is shown and means nothing.
 */
export function isHalted(status: string | null): boolean {
  return status !== null && /suspend|halt|delist|inactiv|closed|frozen/i.test(status);
}
