import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from './audit-chain.js';

/** SHA-256 of a value as canonical JSON (RFC 8785), in lower-case hexadecimal. */
export function digestOf(value: Json): string {
  return digestOfText(canonicalJson(value));
}

/** The same for text that is canonical JSON already. */
export function digestOfText(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}

/** Whether a text out of a file or a database is one: it may become the name of a file. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
