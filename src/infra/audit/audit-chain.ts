import { createHash } from 'node:crypto';
import { CompactRange } from './checkpoints/merkle-tree.js';
import { CHILDREN, NODE_HEIGHT } from './checkpoints/tree-nodes.js';

/**
 * The hash chain of the audit trail, small enough to be reimplemented in another language.
 *
 * hash = SHA-256( 0x00 || leaf ), in lower-case hexadecimal.
 * leaf = the fields below in this order, each as four bytes of length (big-endian, counting UTF-8
 *        bytes) followed by its UTF-8 bytes; a missing value is a length of zero:
 *   schemaVersion, previousHash, sequence, stream, streamSequence, at, clockOffsetMs, actor,
 *   keyId, onBehalfOf, sourceAddress, requestId, type, cause, approval, body
 * Numbers are decimal digits. `body` is RFC 8785 canonical JSON. The first entry's previousHash is
 * 64 zeros. The 0x00 makes `hash` a Merkle leaf of RFC 6962, so that trees can be built on it.
 */
export const SCHEMA_VERSION = 1;
export const GENESIS = '0'.repeat(64);

export interface ChainedEntry {
  readonly sequence: number;
  readonly stream: string;
  readonly streamSequence: number;
  readonly at: string;
  readonly clockOffsetMs: number | null;
  readonly actor: string;
  readonly keyId: string | null;
  readonly onBehalfOf: string | null;
  readonly sourceAddress: string | null;
  readonly requestId: string | null;
  readonly type: string;
  readonly cause: number | null;
  readonly approval: string | null;
  readonly body: string;
  readonly previousHash: string;
  readonly schemaVersion: number;
}

export function hashOf(entry: ChainedEntry): string {
  const leaf = [
    entry.schemaVersion,
    entry.previousHash,
    entry.sequence,
    entry.stream,
    entry.streamSequence,
    entry.at,
    entry.clockOffsetMs,
    entry.actor,
    entry.keyId,
    entry.onBehalfOf,
    entry.sourceAddress,
    entry.requestId,
    entry.type,
    entry.cause,
    entry.approval,
    entry.body,
  ];
  const parts: Buffer[] = [Buffer.of(0)];
  for (const field of leaf) {
    const bytes = Buffer.from(field === null ? '' : String(field), 'utf8');
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

/** A number is never empty, but SQLite keeps any value in any column. */
const NEVER_EMPTY = [
  'clockOffsetMs', 'keyId', 'onBehalfOf', 'requestId', 'cause', 'approval',
] as const satisfies readonly (keyof ChainedEntry)[]; // prettier-ignore

/** An empty text has the hash of null, so somebody could write the one for the other. Only source addresses were empty once. */
export function hasEmptyText(entry: ChainedEntry): boolean {
  return NEVER_EMPTY.some((name) => (entry[name] as unknown) === '');
}

export interface Verdict {
  readonly valid: boolean;
  readonly entries: number;
  readonly firstBadSequence: number | null;
  /** Roots of the tree, in hexadecimal, at the sizes that were asked for, up to the first bad entry. */
  readonly roots?: Readonly<Record<number, string>>;
  /** Hashes of the subtrees over 256 entries that were read, in hexadecimal, by position, up to the first bad entry. */
  readonly subtrees?: Readonly<Record<number, string>>;
}

/** Checks entries in order of sequence, in any number of batches. */
export class ChainVerifier {
  private entries = 0;
  private previousHash = GENESIS;
  private firstBad: number | null = null;
  private readonly roots: Record<number, string> = {};
  private readonly subtrees: Record<number, string> = {};
  private readonly tree = new CompactRange(({ height, hash }) => {
    if (height === NODE_HEIGHT) this.subtrees[this.entries / CHILDREN - 1] = hash.toString('hex');
  });

  constructor(private readonly sizes: ReadonlySet<number> = new Set()) {}

  /** `isText` is false if what is stored is not the text that was read. */
  add(entry: ChainedEntry & { readonly hash: string }, isText = true): void {
    if (this.firstBad !== null) return;
    this.entries += 1;
    const holds =
      isText &&
      !hasEmptyText(entry) &&
      entry.sequence === this.entries &&
      entry.previousHash === this.previousHash &&
      hashOf(entry) === entry.hash;
    if (!holds) this.firstBad = this.entries;
    this.previousHash = entry.hash;
    if (!holds || this.sizes.size === 0) return;
    this.tree.append(Buffer.from(entry.hash, 'hex'));
    if (this.sizes.has(this.entries)) this.roots[this.entries] = this.tree.root().toString('hex');
  }

  /** `head` is the end of the chain according to the database; a truncated tail shows as a missing sequence. */
  verdict(head: { readonly sequence: number; readonly hash: string }): Verdict {
    const { entries } = this;
    const endsAtHead = head.sequence === entries && head.hash === this.previousHash;
    const cut = Math.min(head.sequence, entries) + 1;
    const firstBadSequence = this.firstBad ?? (endsAtHead ? null : cut);
    const verdict = { valid: firstBadSequence === null, entries, firstBadSequence };
    return this.sizes.size === 0
      ? verdict
      : { ...verdict, roots: this.roots, subtrees: this.subtrees };
  }
}

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [k: string]: Json };

/**
 * RFC 8785 canonical JSON for audit bodies: keys in UTF-16 order, no white space.
 * Numbers must be safe integers; money and quantities are texts.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error('Numbers in an audit body must be whole; write decimals as texts');
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => (member as Json | undefined) !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Undefined if it is no JSON: whoever can write the database can write any text. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The body of an entry; empty if it is no object. */
export function bodyOf(text: string): Readonly<Record<string, unknown>> {
  return Object(jsonIn(text)) as Readonly<Record<string, unknown>>;
}
