import { isStringObject } from 'node:util/types';
import { Worker } from 'node:worker_threads';
import { LosslessNumber } from 'lossless-json';
import { ROWS_COMPARED } from '../schema/schema-drift.js';
import { field, isRecord, parseWire, type Wire } from '../schema/wire.js';

/**
 * Parses replies: a short one at once, a long one in a thread of its own, so that nothing waits for a list of a
 * hundred thousand orders. Either way the result is what {@link parseWire} says of the text. The thread ends with
 * the reply, and its memory goes with it.
 */
const LONG_FROM = 262_144;

/** What somebody makes of each row: parsed rows take several times the room of what is read of them. */
export type ReadRow = (row: Wire) => unknown;

/** The rows of a long list, each read as soon as it arrived. */
export interface LongRows {
  /** The list in the parsed reply; it has only as many rows as are compared with the document. */
  readonly first: Wire;
  readonly read: readonly unknown[];
}

export interface ParsedReply {
  /** Undefined when it is no JSON. */
  readonly body: Wire | undefined;
  /** Null where there is no long list, or nobody reads its rows. */
  readonly long: LongRows | null;
}

export async function parseReply(
  text: string,
  readRow: ReadRow | null = null,
  longFrom = LONG_FROM,
): Promise<ParsedReply> {
  if (text.length < longFrom) return { body: parseWire(text), long: null };
  const thread = startThread();
  try {
    return await parseInThread(thread, text, readRow);
  } finally {
    void thread.terminate();
  }
}

export function startThread(): Worker {
  return new Worker(new URL('./reply-parser.thread.js', import.meta.url));
}

/** What the thread hands over; its numbers are numbers and String objects. */
type Piece =
  | { readonly kind: 'NoJson' }
  /** Nested too deeply for a message. */
  | { readonly kind: 'TooDeep' }
  | { readonly kind: 'Rows'; readonly rows: readonly unknown[] }
  | {
      readonly kind: 'Last';
      readonly rows: readonly unknown[];
      /** Everything but the rows. */
      readonly body: unknown;
      /** Where the rows belong; empty where there is no list. */
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
    if (piece.kind === 'NoJson') return { body: undefined, long: null };
    if (piece.kind === 'TooDeep') return { body: parseWire(text), long: null };
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
    thread.once('messageerror', () => resolve({ kind: 'TooDeep' }));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that parses a reply has ended')));
    thread.postMessage(message);
  });
}

/** In place: what came from the thread is ours. */
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
