import { createHash } from 'node:crypto';

/**
 * The reference under which the exchange knows an order. A pure function of the stored intent: any
 * number of repeats, by a restart or another instance, gives the same reference, and the exchange's
 * own check for duplicates becomes a second lock. The intent's id is random, so references of other
 * instances and of restored backups never meet; the first letter keeps test and live apart.
 *
 * Form: 20 characters, upper-case letters and digits: T or L, 18 of digest (90 bits), 1 to check.
 * The interface states neither length nor alphabet, so it is kept short and plain.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGEST_LENGTH = 18;

export function orderRefOf(orderId: string, environment: 'live' | 'test'): string {
  const digest = createHash('sha256')
    .update(`marina-order-ref/1/${environment}/${orderId}`)
    .digest();
  let text = environment === 'live' ? 'L' : 'T';
  for (let index = 0; index < DIGEST_LENGTH; index += 1) {
    text += ALPHABET.charAt((digest[index] ?? 0) & 31);
  }
  return text + checkCharacter(text);
}

/**
 * Stands where the reference would, of an order that we never posted: unique as the id is, and no
 * reference that could be sent. What the exchange knows the order by is not shown by its records.
 */
export function adoptedRefOf(orderId: string): string {
  return `ADOPTED-${orderId}`;
}

/** Whether the text can be a reference of ours: a mistyped one cannot. */
export function isOrderRef(text: string): boolean {
  return (
    /^[LT][0-9A-HJKMNP-TV-Z]{19}$/.test(text) && text.endsWith(checkCharacter(text.slice(0, -1)))
  );
}

/** Luhn's algorithm modulo 32: any one changed character, and almost any two swapped, is noticed. */
function checkCharacter(text: string): string {
  let sum = 0;
  for (let index = text.length - 1, factor = 2; index >= 0; index -= 1, factor = 3 - factor) {
    const product = factor * valueOf(text.charAt(index));
    sum += Math.floor(product / 32) + (product % 32);
  }
  return ALPHABET.charAt((32 - (sum % 32)) % 32);
}

/** The alphabet has no L, which only stands for "live"; it counts as the 1 it looks like. */
function valueOf(character: string): number {
  return character === 'L' ? 1 : ALPHABET.indexOf(character);
}
