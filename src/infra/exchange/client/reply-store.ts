import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import type { Reading } from '../../database/reads.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { nextTurn } from '../../runtime/batches.js';
import type { ExchangeCallRow } from './exchange-call.entity.js';
import { ExchangeReplyRow } from './exchange-reply.entity.js';
import type { WireReply } from '../transport/exchange-transport.js';
import {
  apply,
  equalPieces,
  rebuild,
  difference,
  piecesOf,
  type Step,
} from './reply-difference.js';

/** Replies up to this many characters are stored in the row of their call; a digest would save nothing. */
const INLINE_MAX = 1_024;
/** Longer replies may be stored as a difference; shorter ones are only compressed. */
const DIFF_FROM = 8_192;
/** At most so many differences, like git's delta chains: reading a reply means reading all of them. */
export const CHAIN_LENGTH_MAX = 50;
/** A base older than this is not used; the next reply is stored in full. */
const BASE_MAX_AGE_MS = 3_600_000;
/** How long a reply is kept that no call refers to. By then it cannot become a base any more. */
const UNUSED_RETENTION_MS = 24 * BASE_MAX_AGE_MS;
/** Calls or replies deleted by one statement: others wait for it, and it has a limit. */
export const PRUNED_AT_ONCE = 2_000;
/** Characters of replies kept in memory as bases, where each piece counts for a few more. */
const CACHE_MAX = 64 * 1024 * 1024;
const PIECE_COUNTS_FOR = 40;
/** Bytes to digest or compress before yielding to the event loop. */
const BYTES_AT_ONCE = 262_144;

export interface AskedReply {
  /** Replies to the same question resemble each other. Null: store this reply in full. */
  readonly question: string | null;
  readonly reply: Extract<WireReply, { kind: 'Reply' }>;
}

/** A reply ready to be stored. Prepared before the unit of work, to keep that one short. */
export interface PreparedReply {
  readonly columns: Pick<ExchangeCallRow, 'reply' | 'replyBytes' | 'replyDigest'>;
  readonly long: LongReply | null;
}

interface LongReply extends Pick<ExchangeReplyRow, 'digest' | 'base' | 'depth'> {
  /** Null: the reply equals its base and is stored already. */
  readonly content: string | null;
  readonly question: string | null;
  readonly pieces: readonly string[] | null;
}

interface CachedReply {
  readonly digest: string;
  readonly depth: number;
  readonly pieces: readonly string[];
  readonly characters: number;
  /** Monotonic time. */
  readonly cachedAt: number;
}

/**
 * Stores every reply of the exchange byte for byte, and each only once: the list of a large book is
 * requested every few seconds and hardly changes. Short replies are stored in the row of their call. Long
 * ones are stored compressed under their digest, as a difference where most of the reply is unchanged.
 */
@Injectable()
export class ReplyStore {
  /** The last long reply to each question, least recently asked first. */
  private readonly cached = new Map<string, CachedReply>();
  private cachedCharacters = 0;

  constructor(private readonly clock: Clock) {}

  async prepare({ question, reply }: AskedReply): Promise<PreparedReply> {
    const { body } = reply;
    const isPlainText = reply.bytes === undefined && !body.includes('\0');
    if (body.length <= INLINE_MAX && isPlainText) {
      const replyBytes = Buffer.byteLength(body);
      return { columns: { reply: body, replyBytes, replyDigest: null }, long: null };
    }
    const bytes = reply.bytes ?? Buffer.from(body);
    const digest = await digestOf(bytes);
    const columns = { reply: null, replyBytes: bytes.length, replyDigest: digest };
    const hasRows = question !== null && isPlainText && body.length > DIFF_FROM;
    if (!hasRows) return { columns, long: await whole(digest, bytes) };
    const base = this.baseFor(question);
    if (base?.digest === digest) {
      const { pieces, depth } = base;
      return {
        columns,
        long: { digest, base: digest, depth, content: null, question, pieces },
      };
    }
    const pieces = await piecesOf(body);
    if (pieces === null) return { columns, long: await whole(digest, bytes) };
    const changed = base === null ? null : await changedSince(base, pieces, body.length);
    const stored = changed === null ? await whole(digest, bytes) : { digest, ...changed };
    return { columns, long: { ...stored, question, pieces } };
  }

  /** Joins the unit in which the call is completed. */
  async store(unit: Unit, { long }: PreparedReply): Promise<void> {
    if (long === null) return;
    const { digest, base, content, question, pieces } = long;
    let { depth } = long;
    const keptAt = await unit.now();
    if (base !== null) {
      const touch = 'UPDATE exchange_replies SET kept_at = ? WHERE digest = ?';
      const found = await unit.execute(touch, [keptAt, base]);
      if (found === 0) throw new Error(`The base reply ${base} is no longer in the database`);
    }
    if (content !== null) {
      // Another call may have received the same reply before.
      const [row] = await unit.query<{ depth: number }>(
        `INSERT INTO exchange_replies (digest, base, depth, content, kept_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (digest) DO UPDATE SET kept_at = excluded.kept_at RETURNING depth`,
        [digest, base, depth, content, keptAt],
      );
      depth = row?.depth ?? depth;
    }
    if (question === null || pieces === null) return;
    unit.afterCommit(() => this.cache(question, { digest, depth, pieces }));
  }

  /** After a failure to store it: the next reply to that question is stored in full. */
  forget({ long }: PreparedReply): void {
    const question = long?.question ?? null;
    if (question !== null) this.evict(question);
  }

  /**
   * Deletes some of the old replies that no call and no other reply refers to, and returns how many. A base can be deleted
   * only after the replies that depend on it: there may be more to delete until none was.
   */
  prune(unit: Unit, now: number): Promise<number> {
    return unit.execute(
      `DELETE FROM exchange_replies WHERE digest IN (
         SELECT r.digest FROM exchange_replies r WHERE r.kept_at < ?
           AND NOT EXISTS (SELECT 1 FROM exchange_calls c WHERE c.reply_digest = r.digest)
           AND NOT EXISTS (SELECT 1 FROM exchange_replies later WHERE later.base = r.digest)
         LIMIT ?) AND kept_at < ?`,
      // Once more: another instance may have kept it again meanwhile.
      [now - UNUSED_RETENTION_MS, PRUNED_AT_ONCE, now - UNUSED_RETENTION_MS],
    );
  }

  private baseFor(question: string): CachedReply | null {
    const cached = this.cached.get(question);
    if (cached === undefined) return null;
    return this.clock.steady() - cached.cachedAt > BASE_MAX_AGE_MS ? null : cached;
  }

  private cache(question: string, reply: Pick<CachedReply, 'digest' | 'depth' | 'pieces'>): void {
    this.evict(question);
    const characters = reply.pieces.reduce(
      (sum, piece) => sum + piece.length + PIECE_COUNTS_FOR,
      0,
    );
    this.cached.set(question, { ...reply, characters, cachedAt: this.clock.steady() });
    this.cachedCharacters += characters;
    for (const oldest of this.cached.keys()) {
      if (this.cachedCharacters <= CACHE_MAX) return;
      this.evict(oldest);
    }
  }

  private evict(question: string): void {
    this.cachedCharacters -= this.cached.get(question)?.characters ?? 0;
    this.cached.delete(question);
  }
}

/** The reply of a call, byte for byte; null if there was none. */
export async function replyOf(
  reading: Pick<Reading, 'query'>,
  call: Pick<ExchangeCallRow, 'reply' | 'replyDigest'>,
): Promise<Buffer | null> {
  if (call.replyDigest === null) return call.reply === null ? null : Buffer.from(call.reply);
  return rebuildReply(
    call.replyDigest,
    await reading.query<StoredReply>(CHAIN_SQL, [call.replyDigest]),
  );
}

/** SHA-256 of the reply as it is kept, in hexadecimal; null: there was none. */
export function digestOfReply({
  reply,
  replyDigest,
}: Pick<ExchangeCallRow, 'reply' | 'replyDigest'>): string | null {
  if (replyDigest !== null || reply === null) return replyDigest;
  return createHash('sha256').update(reply).digest('hex');
}

export type StoredReply = Pick<ExchangeReplyRow, 'digest' | 'content'>;

/** A reply and the chain of its bases, the full one first. */
export const CHAIN_SQL = `
  WITH RECURSIVE chain AS (
    SELECT digest, base, depth, content FROM exchange_replies WHERE digest = ?
    UNION ALL
    SELECT r.digest, r.base, r.depth, r.content
      FROM exchange_replies r JOIN chain ON r.digest = chain.base
  )
  SELECT digest, content FROM chain ORDER BY depth`;

export function rebuildReply(digest: string, chain: readonly StoredReply[]): Buffer {
  const [first, ...later] = chain.map(({ content }) => gunzipSync(Buffer.from(content, 'base64')));
  if (first === undefined) throw new Error(`The reply ${digest} is not in the database`);
  const steps = later.map((bytes) => JSON.parse(bytes.toString()) as readonly Step[]);
  const bytes = steps.length === 0 ? first : Buffer.from(rebuild(first.toString(), steps));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== digest) throw new Error(`The stored reply ${digest} does not match its digest`);
  return bytes;
}

async function whole(digest: string, bytes: Buffer): Promise<LongReply> {
  const content = await compressed(bytes);
  return { digest, base: null, depth: 0, content, question: null, pieces: null };
}

/** Null if storing the difference would not save enough. */
async function changedSince(
  base: CachedReply,
  pieces: readonly string[],
  characters: number,
): Promise<Pick<LongReply, 'base' | 'depth' | 'content'> | null> {
  if (base.depth >= CHAIN_LENGTH_MAX) return null;
  const steps = await difference(base.pieces, pieces);
  const text = JSON.stringify(steps);
  if (text.length * 2 > characters) return null;
  // Check that the difference rebuilds the reply before we rely on it.
  if (!(await equalPieces(apply(base.pieces, steps), pieces))) return null;
  const content = await compressed(Buffer.from(text));
  return { base: base.digest, depth: base.depth + 1, content };
}

async function digestOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(bytes)) hash.update(slice);
  return hash.digest('hex');
}

/** Compresses slice by slice: concatenated gzip members decompress as one. */
async function compressed(bytes: Buffer): Promise<string> {
  const parts: Buffer[] = [];
  for await (const slice of slicesOf(bytes)) parts.push(gzipSync(slice));
  return Buffer.concat(parts).toString('base64');
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    if (start > 0) await nextTurn();
    yield bytes.subarray(start, start + BYTES_AT_ONCE);
  }
}
