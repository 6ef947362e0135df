import { isStringObject } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import { LosslessNumber } from 'lossless-json';
import { ROWS_COMPARED } from '../schema/schema-drift.js';
import { field, isRecord, parseWire, type Wire } from '../schema/wire.js';

/**
 * Parses replies: short ones directly, long ones in a worker thread, so that a list of a hundred thousand
 * orders does not block the event loop. Both give the same result as {@link parseWire}, but for what is too large
 * to be handed over: a row of hundreds of values, or tens of thousands beside the rows. Each long reply
 * gets its own thread, which frees its memory when it ends.
 */
export const LONG_FROM = 262_144;

/** Converts a row as it arrives; a parsed row takes several times the memory of the converted one. */
export type ReadRow = (row: Wire) => unknown;

/** The rows of a long list, each converted as soon as it arrived. */
export interface LongRows {
  /** The list in the parsed reply, cut to the rows that are checked for schema drift. */
  readonly first: Wire;
  readonly read: readonly unknown[];
}

export interface ParsedReply {
  /** Undefined when the text is not JSON, or a long one has a row or a rest that no documented reply has. */
  readonly body: Wire | undefined;
  /** Null when there is no long list, or no `readRow` was given. */
  readonly long: LongRows | null;
}

export async function parseReply(
  text: string,
  readRow: ReadRow | null = null,
  longFrom = LONG_FROM,
): Promise<ParsedReply> {
  if (text.length < longFrom) return { body: parseWire(text), long: null };
  const parsed = lastLong.then(() => parseAlone(text, readRow));
  lastLong = parsed.catch(() => undefined);
  return parsed;
}

/** One long reply is parsed at a time: each may take {@link HEAP_MB}. */
let lastLong: Promise<unknown> = Promise.resolve();

async function parseAlone(text: string, readRow: ReadRow | null): Promise<ParsedReply> {
  const thread = startThread();
  try {
    return await parseInThread(thread, text, readRow);
  } finally {
    void thread.terminate();
  }
}

/** A documented list of 64 MiB fits, and not into 300. What takes more ends the thread, and not the service. */
const HEAP_MB = 1_024;

export function startThread(heapMb = HEAP_MB): Worker {
  return new Worker(new URL('./reply-parser.thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
}

/** A message of the thread. Numbers arrive as numbers or String objects. */
type Piece =
  | { readonly kind: 'NoJson' }
  /** Nested too deeply to be sent as a message, or too large for the thread's memory; no reply of the document is. */
  | { readonly kind: 'Unreadable' }
  | { readonly kind: 'Rows'; readonly rows: readonly unknown[] }
  | {
      readonly kind: 'Last';
      readonly rows: readonly unknown[];
      /** The reply without the rows. */
      readonly body: unknown;
      /** The path of the rows in the reply; empty when there is no list. */
      readonly place: readonly string[];
    };

export async function parseInThread(
  thread: Worker,
  text: string,
  readRow: ReadRow | null,
): Promise<ParsedReply> {
  const first: Wire[] = [];
  const read: unknown[] = [];
  for (let piece = await ask(thread, { text }); ; piece = await ask(thread, {})) {
    if (piece.kind === 'NoJson' || piece.kind === 'Unreadable')
      return { body: undefined, long: null };
    for (const row of piece.rows.map(withNumbers)) {
      if (readRow === null || first.length < ROWS_COMPARED) first.push(row);
      if (readRow !== null) read.push(readRow(row));
    }
    if (piece.kind === 'Rows') continue;
    const body = withRows(withNumbers(piece.body), piece.place, first);
    const isRead = readRow !== null && piece.place.length > 0;
    return { body, long: isRead ? { first, read } : null };
  }
}

function ask(thread: Worker, message: { readonly text?: string }): Promise<Piece> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.once('message', resolve);
    thread.once('messageerror', () => resolve({ kind: 'Unreadable' }));
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ kind: 'Unreadable' });
      else reject(error);
    });
    thread.once('exit', () => reject(new Error('The reply parser thread exited unexpectedly')));
    thread.postMessage(message);
  });
}

/** Restores {@link LosslessNumber}s in place; the value came from a message, so nobody else has it. */
function withNumbers(value: unknown): Wire {
  if (typeof value === 'number' || isStringObject(value)) return new LosslessNumber(String(value));
  if (typeof value === 'object' && value !== null) {
    const held = value as Record<string, unknown>;
    for (const name of Object.keys(held)) {
      const of = held[name];
      if (typeof of === 'number' || typeof of === 'object') held[name] = withNumbers(of);
    }
  }
  return value as Wire;
}

function withRows(body: Wire, place: readonly string[], rows: readonly Wire[]): Wire {
  const [name, ...below] = place;
  if (name === undefined || !isRecord(body)) return body;
  const held = below.length === 0 ? rows : withRows(field(body, name) ?? null, below, rows);
  return { ...body, [name]: held };
}
