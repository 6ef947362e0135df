import { createHash } from 'node:crypto';

/** Eight hexadecimal digits of a digest: enough to tell keys apart, and they reveal nothing of the key. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`marina-exchange-key/${secret}`).digest('hex').slice(0, 8);
}
