import { createHash } from 'node:crypto';

/**
 * The reference under which the exchange knows an order. A pure function of the order's id, so that a
 * resend after a restart or by another instance has the same reference and the exchange's own check for
 * duplicates is a second safeguard. Ids are random, so references never collide with those of other
 * instances or of restored backups; the first letter keeps test and live apart.
 *
 * Form: 20 characters: T or L, 18 of digest (90 bits), 1 check character. The interface states neither
 * length nor alphabet, so it is short and plain.
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
 * In place of the reference of an adopted order, which records do not show. Unique, and never a reference
 * that could be sent.
 */
export function adoptedRefOf(orderId: string): string {
  return `ADOPTED-${orderId}`;
}

/** Whether the text can be one of our references: a mistyped one cannot. */
export function isOrderRef(text: string): boolean {
  return (
    /^[LT][0-9A-HJKMNP-TV-Z]{19}$/.test(text) && text.endsWith(checkCharacter(text.slice(0, -1)))
  );
}

/** Luhn's algorithm modulo 32: detects any one changed character and almost any two swapped. */
function checkCharacter(text: string): string {
  let sum = 0;
  for (let index = text.length - 1, factor = 2; index >= 0; index -= 1, factor = 3 - factor) {
    const product = factor * valueOf(text.charAt(index));
    sum += Math.floor(product / 32) + (product % 32);
  }
  return ALPHABET.charAt((32 - (sum % 32)) % 32);
}

/** The alphabet has no L, which only stands for "live"; it counts as 1. */
function valueOf(character: string): number {
  return character === 'L' ? 1 : ALPHABET.indexOf(character);
}
