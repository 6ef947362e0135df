import { isUtf8 } from 'node:buffer';
import { hash as digest } from 'node:crypto';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A worker thread of `chain-verification`. Plain JavaScript, because tests run from the sources and a worker is
 * started from its file as it is. It reads pieces of the chain through a connection of its own, which cannot write,
 * and hashes them as `audit-chain.ts` and `merkle-tree.ts` say. `chain-pieces.ts` has the types of its messages.
 */
const BATCH = 500;
const COLUMNS = [
  'schema_version', 'previous_hash', 'sequence', 'stream', 'stream_sequence', 'at', 'clock_offset_ms', 'actor', 'key_id',
  'on_behalf_of', 'source_address', 'request_id', 'type', 'cause', 'approval', 'body',
]; // prettier-ignore
const [PREVIOUS_HASH, SEQUENCE, HASH] = [1, 2, COLUMNS.length];
/** Up to the head and not to the end of the piece: what follows a gap must be seen. */
const ENTRIES = `SELECT ${COLUMNS.join(', ')}, hash FROM audit_entries
  WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`;
const BEFORE = 'SELECT hash FROM audit_entries WHERE sequence = ?';
/** Of SQLite alone. */
const BYTES = `SELECT ${COLUMNS.map((name) => `CAST(${name} AS BLOB)`).join(', ')}
  FROM audit_entries WHERE sequence = ?`;
/** Of these columns, which may be null, none was ever empty: an empty text has the hash of null. */
const NEVER_EMPTY = ['clock_offset_ms', 'key_id', 'on_behalf_of', 'request_id', 'cause', 'approval'].map((name) =>
  COLUMNS.indexOf(name),
); // prettier-ignore
/** Stored subtrees have 256 entries, as in `tree-nodes.ts`. */
const NODE_HEIGHT = 8;
const NODE_ENTRIES = 2 ** NODE_HEIGHT;
const GENESIS = '0'.repeat(64);
const NICENESS = 10;
/** Characters of a hash, and then some. */
const SHORT = 72;

lowerPriority();
const database = await open(workerData);
parentPort.on('message', async (piece) => {
  if (piece !== 'end') return parentPort.postMessage(await verify(piece));
  await database.close();
  parentPort.close();
});

/** Orders go first. Elsewhere than on Linux this would be about the whole process. */
function lowerPriority() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it: then the thread works at the usual priority.
  }
}

async function open({ driver, path, url }) {
  if (path !== null) {
    const sqlite = new (createRequire(import.meta.url)(driver))(path, { readonly: true });
    const statements = new Map(
      [ENTRIES, BEFORE, BYTES].map((sql) => [sql, sqlite.prepare(sql).raw()]),
    );
    const rows = (sql, ...values) => statements.get(sql).all(...values);
    return { rows, bytes: (sequence) => rows(BYTES, sequence)[0], close: () => sqlite.close() };
  }
  const { default: pg } = await import('pg');
  const options = '-c default_transaction_read_only=on';
  // A server that falls silent must not keep everybody from verifying.
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };
  const client = new pg.Client({ connectionString: url, options, ...limits });
  await client.connect();
  // All values as the texts that are hashed.
  const types = { getTypeParser: () => (text) => text };
  const rows = async (sql, ...values) =>
    (await client.query({ text: numbered(sql), values, rowMode: 'array', types })).rows;
  // A database in UTF-8 takes nothing else.
  return { rows, bytes: () => [], close: () => client.end() };
}

function numbered(sql) {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
}

async function verify({ after, end, head, sizes, edge }) {
  const before = after === 0 ? GENESIS : (await database.rows(BEFORE, after))[0]?.[0];
  const wanted = new Set(sizes);
  /** The right edge of the tree. */
  const peaks = [...edge];
  const edges = {};
  const subtrees = {};
  let entries = after;
  let previousHash = before;
  let firstBad = null;
  while (entries < end && firstBad === null) {
    const rows = await database.rows(ENTRIES, entries, head, Math.min(BATCH, end - entries));
    if (rows.length === 0) break;
    for (const row of rows) {
      entries += 1;
      const isNext = Number(row[SEQUENCE]) === entries && row[PREVIOUS_HASH] === previousHash;
      if (!isNext || hasEmptyText(row) || hashOf(row) !== row[HASH] || !isText(row)) {
        firstBad = entries;
        break;
      }
      previousHash = row[HASH];
      const subtree = grow(peaks, previousHash);
      if (subtree !== null) subtrees[entries / NODE_ENTRIES - 1] = subtree;
      if (wanted.has(entries)) edges[entries] = [...peaks];
    }
  }
  return {
    after,
    before: before ?? null,
    entries,
    last: previousHash,
    firstBad,
    edge: peaks,
    edges,
    subtrees,
  };
}

/** As in `audit-chain.ts`. */
function hasEmptyText(row) {
  for (const column of NEVER_EMPTY) if (row[column] === '') return true;
  return false;
}

/** As in `audit-verifier.ts`. */
function isText(row) {
  let isDoubtful = false;
  for (const value of row) {
    if (typeof value === 'string') isDoubtful ||= value.includes('\ufffd');
    else if (Buffer.isBuffer(value)) return false;
  }
  if (!isDoubtful) return true;
  const bytes = database.bytes(row[SEQUENCE]);
  return bytes?.every((value) => value === null || isUtf8(value)) ?? false;
}

/** The bytes that are hashed, of one entry after the other. */
let leaf = Buffer.alloc(65_536);

function hashOf(row) {
  let size = 1;
  for (let column = 0; column < COLUMNS.length; column += 1) {
    const value = row[column];
    const text = value === null ? '' : String(value);
    // UTF-8 takes at most three bytes for each of its units.
    if (leaf.length < size + 4 + text.length * 3) {
      leaf = Buffer.concat([leaf, Buffer.alloc(leaf.length + text.length * 3)]);
    }
    const bytes = write(text, size + 4);
    leaf[size] = bytes >>> 24;
    leaf[size + 1] = bytes >>> 16;
    leaf[size + 2] = bytes >>> 8;
    leaf[size + 3] = bytes;
    size += 4 + bytes;
  }
  return digest('sha256', leaf.subarray(0, size), 'hex');
}

/** Answers how many bytes it wrote. Most texts are short and ASCII: a call for each would take twice as long. */
function write(text, at) {
  if (text.length > SHORT) return leaf.write(text, at);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return leaf.write(text, at);
    leaf[at + index] = unit;
  }
  return text.length;
}

/** Answers the hash of the stored subtree that becomes whole with this entry, if one does. */
function grow(peaks, hash) {
  let subtree = null;
  let peak = { height: 0, hash };
  while (peaks.at(-1)?.height === peak.height) {
    peak = { height: peak.height + 1, hash: nodeHash(peaks.pop().hash, peak.hash) };
    if (peak.height === NODE_HEIGHT) subtree = peak.hash;
  }
  peaks.push(peak);
  return subtree;
}

const node = Buffer.alloc(65, 1);

function nodeHash(left, right) {
  node.write(left, 1, 'hex');
  node.write(right, 33, 'hex');
  return digest('sha256', node, 'hex');
}
