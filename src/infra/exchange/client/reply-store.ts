import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../runtime/clock.js';
import type { Reading } from '../../database/reads.js';
import type { Unit } from '../../database/unit-of-work.js';
import { nextTurn } from '../../runtime/batches.js';
import type { ExchangeCallRow } from './exchange-call.entity.js';
import { ExchangeReplyRow } from './exchange-reply.entity.js';
import type { WireReply } from './exchange-transport.js';
import { applied, areSame, composed, difference, piecesOf, type Step } from './reply-difference.js';

/** Up to so many characters a reply stands in the row of its call: its digest would take as much room. */
const SHORT_MAX = 1_024;
/** Up to so many characters it is compressed and no more. */
const PLAIN_MAX = 8_192;
/** Differences between a reply and a whole one, as git has it: all of them are read to read it. */
export const LINKS_MAX = 50;
/** After so long a reply is told whole again. */
const BASE_FOR_MS = 3_600_000;
/** What no call refers to is kept for so long: nobody tells differences of it any more. */
const UNUSED_KEPT_MS = 24 * BASE_FOR_MS;
/** Characters of replies that are held to tell differences of them. */
const HELD_MAX = 64 * 1024 * 1024;
/** Bytes that are digested or compressed before others have their turn. */
const BYTES_AT_ONCE = 262_144;

export interface AskedReply {
  /** Replies to one question resemble each other. Null: it is to depend on no other reply. */
  readonly question: string | null;
  readonly reply: Extract<WireReply, { kind: 'Reply' }>;
}

/** A reply as it is to be kept, made before the unit that keeps it: that one is to be short. */
export interface KeptReply {
  readonly columns: Pick<ExchangeCallRow, 'reply' | 'replyBytes' | 'replyDigest'>;
  readonly long: LongReply | null;
}

interface LongReply extends Pick<ExchangeReplyRow, 'digest' | 'base' | 'links'> {
  /** Null: it is the same as the base, and stands there already. */
  readonly content: string | null;
  readonly question: string | null;
  readonly pieces: readonly string[] | null;
}

interface Held {
  readonly digest: string;
  readonly links: number;
  readonly pieces: readonly string[];
  readonly characters: number;
  /** Steady time. */
  readonly heldSince: number;
}

/**
 * Keeps what the exchange has replied, to the byte and once: a list of a large book is asked for every few seconds
 * and is mostly the same. Short replies stand in the row of their call, long ones compressed under their digest, and
 * where most of one was in the reply before, what changed.
 */
@Injectable()
export class ReplyStore {
  /** The last long reply to each question, the one that was asked longest ago first. */
  private readonly held = new Map<string, Held>();
  private heldCharacters = 0;

  constructor(private readonly clock: Clock) {}

  async prepare({ question, reply }: AskedReply): Promise<KeptReply> {
    const { body } = reply;
    const isPlainText = reply.bytes === undefined && !body.includes('\0');
    if (body.length <= SHORT_MAX && isPlainText) {
      const replyBytes = Buffer.byteLength(body);
      return { columns: { reply: body, replyBytes, replyDigest: null }, long: null };
    }
    const bytes = reply.bytes ?? Buffer.from(body);
    const digest = await digestOf(bytes);
    const columns = { reply: null, replyBytes: bytes.length, replyDigest: digest };
    const hasRows = question !== null && isPlainText && body.length > PLAIN_MAX;
    if (!hasRows) return { columns, long: await whole(digest, bytes) };
    const base = this.baseFor(question);
    if (base?.digest === digest) {
      const { pieces, links } = base;
      return { columns, long: { digest, base: digest, links, content: null, question, pieces } };
    }
    const pieces = await piecesOf(body);
    const changed = base === null ? null : await changedSince(base, pieces, body.length);
    const told = changed === null ? await whole(digest, bytes) : { digest, ...changed };
    return { columns, long: { ...told, question, pieces } };
  }

  /** Joins the unit in which the call is completed. */
  async keep(unit: Unit, { long }: KeptReply): Promise<void> {
    if (long === null) return;
    const { digest, base, content, question, pieces } = long;
    let { links } = long;
    const keptAt = await unit.now();
    if (base !== null) {
      const use = 'UPDATE exchange_replies SET kept_at = ? WHERE digest = ?';
      const found = await unit.execute(use, [keptAt, base]);
      if (found === 0) throw new Error(`The reply ${base} is not in the database any more`);
    }
    if (content !== null) {
      // Another call may have been replied the same, then or long ago.
      const [row] = await unit.query<{ links: number }>(
        `INSERT INTO exchange_replies (digest, base, links, content, kept_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (digest) DO UPDATE SET kept_at = excluded.kept_at RETURNING links`,
        [digest, base, links, content, keptAt],
      );
      links = row?.links ?? links;
    }
    if (question === null || pieces === null) return;
    unit.afterCommit(() => this.hold(question, { digest, links, pieces }));
  }

  /** Whatever went wrong in keeping it: the next reply to that question is told whole. */
  forget({ long }: KeptReply): void {
    const question = long?.question ?? null;
    if (question !== null) this.drop(question);
  }

  /** Lets go what no call and no other reply refers to. */
  async prune(unit: Unit, now: number): Promise<void> {
    // What the last one of a chain was told of is free only when that one is gone.
    for (let link = 0; link <= LINKS_MAX; link += 1) {
      const gone = await unit.execute(
        `DELETE FROM exchange_replies WHERE kept_at < ?
           AND NOT EXISTS (SELECT 1 FROM exchange_calls c
             WHERE c.reply_digest = exchange_replies.digest)
           AND NOT EXISTS (SELECT 1 FROM exchange_replies later
             WHERE later.base = exchange_replies.digest)`,
        [now - UNUSED_KEPT_MS],
      );
      if (gone === 0) return;
    }
  }

  private baseFor(question: string): Held | null {
    const held = this.held.get(question);
    if (held === undefined || this.clock.steady() - held.heldSince > BASE_FOR_MS) return null;
    return held;
  }

  private hold(question: string, reply: Pick<Held, 'digest' | 'links' | 'pieces'>): void {
    this.drop(question);
    const characters = reply.pieces.reduce((sum, piece) => sum + piece.length, 0);
    this.held.set(question, { ...reply, characters, heldSince: this.clock.steady() });
    this.heldCharacters += characters;
    for (const oldest of this.held.keys()) {
      if (this.heldCharacters <= HELD_MAX) return;
      this.drop(oldest);
    }
  }

  private drop(question: string): void {
    this.heldCharacters -= this.held.get(question)?.characters ?? 0;
    this.held.delete(question);
  }
}

/** The reply of a call, to the byte; null where there was none. */
export async function replyOf(
  reading: Pick<Reading, 'query'>,
  call: Pick<ExchangeCallRow, 'reply' | 'replyDigest'>,
): Promise<Buffer | null> {
  if (call.replyDigest === null) return call.reply === null ? null : Buffer.from(call.reply);
  return restored(call.replyDigest, await reading.query<StoredReply>(CHAIN, [call.replyDigest]));
}

export type StoredReply = Pick<ExchangeReplyRow, 'digest' | 'content'>;

/** A reply and all that it is told of, the whole one first. */
export const CHAIN = `
  WITH RECURSIVE chain AS (
    SELECT digest, base, links, content FROM exchange_replies WHERE digest = ?
    UNION ALL
    SELECT r.digest, r.base, r.links, r.content
      FROM exchange_replies r JOIN chain ON r.digest = chain.base
  )
  SELECT digest, content FROM chain ORDER BY links`;

export function restored(digest: string, chain: readonly StoredReply[]): Buffer {
  const [first, ...later] = chain.map(({ content }) => gunzipSync(Buffer.from(content, 'base64')));
  if (first === undefined) throw new Error(`The reply ${digest} is not in the database`);
  const steps = later.map((bytes) => JSON.parse(bytes.toString()) as readonly Step[]);
  const bytes = steps.length === 0 ? first : Buffer.from(composed(first.toString(), steps));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== digest) throw new Error(`What is kept of the reply ${digest} is another one`);
  return bytes;
}

async function whole(digest: string, bytes: Buffer): Promise<LongReply> {
  const content = await compressed(bytes);
  return { digest, base: null, links: 0, content, question: null, pieces: null };
}

/** Null where it does not pay. */
async function changedSince(
  base: Held,
  pieces: readonly string[],
  characters: number,
): Promise<Pick<LongReply, 'base' | 'links' | 'content'> | null> {
  if (base.links >= LINKS_MAX) return null;
  const told = await difference(base.pieces, pieces);
  const steps = JSON.stringify(told);
  // Whatever is wrong with a difference: the whole reply is right.
  if (steps.length * 2 > characters || !(await areSame(applied(base.pieces, told), pieces))) {
    return null;
  }
  const content = await compressed(Buffer.from(steps));
  return { base: base.digest, links: base.links + 1, content };
}

async function digestOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(bytes)) hash.update(slice);
  return hash.digest('hex');
}

/** Slice by slice: gzip reads files that were put together as one. */
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
