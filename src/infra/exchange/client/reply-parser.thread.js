import { parentPort } from 'node:worker_threads';
import { parse } from 'lossless-json';

/**
 * The worker thread of `reply-parser`. Plain JavaScript, because tests run from the sources and a worker
 * is started from its file as it is.
 *
 * It parses a text and hands it over in pieces on request: the rows of the list in batches, and the rest
 * of the reply with the last batch.
 */
const ROWS_AT_ONCE = 500;

let reply = null;

parentPort.on('message', ({ text }) => {
  if (text !== undefined) reply = parsed(text);
  try {
    parentPort.postMessage(nextPiece());
  } catch {
    parentPort.postMessage({ kind: 'TooDeep' });
  }
});

/** The list is in `data`, or for paged replies in `data.data`. */
function parsed(text) {
  try {
    const body = parse(text, undefined, numberOf);
    const place = [['data'], ['data', 'data']].find((path) => Array.isArray(valueAt(body, path)));
    if (place === undefined) return { body, place: [], rows: [], next: 0 };
    const rows = valueAt(body, place);
    valueAt(body, place.slice(0, -1)).data = [];
    return { body, place, rows, next: 0 };
  } catch {
    return null;
  }
}

/** A LosslessNumber does not survive a message. String objects do, and JSON never contains one. */
function numberOf(digits) {
  return String(Number(digits)) === digits ? Number(digits) : new String(digits);
}

function valueAt(body, path) {
  return path.reduce(
    (value, name) => (value !== null && typeof value === 'object' ? value[name] : undefined),
    body,
  );
}

function nextPiece() {
  if (reply === null) return { kind: 'NoJson' };
  const { body, place, rows, next } = reply;
  const piece = rows.slice(next, next + ROWS_AT_ONCE);
  reply.next += ROWS_AT_ONCE;
  if (reply.next < rows.length) return { kind: 'Rows', rows: piece };
  reply = null;
  return { kind: 'Last', rows: piece, body, place };
}
