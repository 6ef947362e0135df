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
/** Twice the documented rows that the longest reply has room for. */
const ROWS_MAX = 250_000;
/**
 * Commas, which are one less than the values of each list and record: counted before memory is taken for any. 125,000
 * documented rows of 20 values, which fill the longest reply. Values take the memory, not bytes: in work, one takes a
 * hundred of them.
 */
const COMMAS_MAX = 2_500_000;
/** Values of a row, and of the rest of a reply: whoever takes them has no thread of its own. */
const ROW_VALUES_MAX = 500;
const REST_VALUES_MAX = 20_000;
/**
 * Different shapes of all records in the rows together: names of fields, in their order. Those documented have a few. Whoever
 * takes thousands of shapes from a thread has nothing else done for many seconds.
 */
const SHAPES_MAX = 1_000;

let reply = null;

parentPort.on('message', ({ text }) => {
  if (text !== undefined) reply = parsed(text);
  try {
    parentPort.postMessage(nextPiece());
  } catch {
    parentPort.postMessage({ kind: 'Unreadable' });
  }
});

/** The list is in `data`, or for paged replies in `data.data`. */
function parsed(text) {
  if (!hasCommasWithin(text, COMMAS_MAX)) return UNREADABLE;
  try {
    const body = parse(text, undefined, numberOf);
    const place = [['data'], ['data', 'data']].find((path) => Array.isArray(valueAt(body, path)));
    if (place === undefined)
      return isWithin(body, REST_VALUES_MAX) ? { body, place: [], rows: [], next: 0 } : UNREADABLE;
    const rows = valueAt(body, place);
    if (rows.length > ROWS_MAX) return UNREADABLE;
    valueAt(body, place.slice(0, -1)).data = [];
    const shapes = new Set();
    const isReadable =
      isWithin(body, REST_VALUES_MAX) &&
      rows.every((row) => isWithin(row, ROW_VALUES_MAX, shapes) && shapes.size <= SHAPES_MAX);
    return isReadable ? { body, place, rows, next: 0 } : UNREADABLE;
  } catch {
    return null;
  }
}

/** Such a reply is none that is documented. */
const UNREADABLE = null;

function hasCommasWithin(text, most) {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0 && count <= most; at = text.indexOf(',', at + 1))
    count += 1;
  return count <= most;
}

/** Whether it has at most so many values, at any depth. Adds the shapes of its records to `shapes`. */
function isWithin(whole, most, shapes) {
  const left = [whole];
  for (let count = 0; left.length > 0;) {
    const value = left.pop();
    if (value === null || typeof value !== 'object' || value instanceof String) continue;
    const held = Object.values(value);
    count += held.length;
    if (count > most) return false;
    if (shapes !== undefined && !Array.isArray(value))
      shapes.add(JSON.stringify(Object.keys(value)));
    for (const one of held) left.push(one);
  }
  return true;
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
