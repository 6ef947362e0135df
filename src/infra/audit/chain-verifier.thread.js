import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

/**
 * The worker thread of `chain-verification`. Plain JavaScript, because tests run from the sources and a worker is
 * started from its file as it is. It reads the chain through a connection of its own, which cannot write, and hashes
 * it as `audit-chain.ts` says.
 */
const BATCH = 2_000;
const COLUMNS = [
  'schema_version', 'previous_hash', 'sequence', 'stream', 'stream_sequence', 'at', 'clock_offset_ms', 'actor', 'key_id',
  'on_behalf_of', 'source_address', 'request_id', 'type', 'cause', 'approval', 'body',
]; // prettier-ignore
const HEAD = 'SELECT sequence, hash FROM audit_head WHERE id = 1';
const ENTRIES = `SELECT ${COLUMNS.join(', ')}, hash FROM audit_entries
  WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ${BATCH}`;
const BEYOND = 'SELECT sequence FROM audit_entries WHERE sequence > ? LIMIT 1';

const sizes = new Set(workerData.sizes);
/** The right edge of the tree of RFC 6962, as in `merkle-tree.ts`. */
const peaks = [];
const roots = {};

const database = await open(workerData);
try {
  parentPort.postMessage(await verify());
} finally {
  await database.close();
}

async function open({ driver, path, url }) {
  if (path !== null) {
    const sqlite = new (createRequire(import.meta.url)(driver))(path, { readonly: true });
    const all = (sql, values = []) => sqlite.prepare(sql).all(...values);
    return { all, close: () => sqlite.close() };
  }
  // As the service does: our 64-bit columns are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const options = '-c default_transaction_read_only=on';
  // A server that falls silent must not keep everybody from verifying.
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };
  const client = new pg.Client({ connectionString: url, options, ...limits });
  await client.connect();
  const all = async (sql, values = []) => (await client.query(numbered(sql), values)).rows;
  return { all, close: () => client.end() };
}

function numbered(sql) {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
}

async function verify() {
  const [head] = await database.all(HEAD);
  let entries = 0;
  let previousHash = '0'.repeat(64);
  for (;;) {
    const batch = await database.all(ENTRIES, [entries, head.sequence]);
    for (const entry of batch) {
      entries += 1;
      const isNext = entry.sequence === entries && entry.previous_hash === previousHash;
      if (!isNext || hashOf(entry) !== entry.hash) return verdict(entries, entries);
      previousHash = entry.hash;
      if (sizes.size > 0) grow(entries, entry.hash);
    }
    if (batch.length === 0) break;
  }
  if (entries !== head.sequence || previousHash !== head.hash)
    return verdict(entries, Math.min(head.sequence, entries) + 1);
  return verdict(entries, await firstBeyondHead());
}

/** Null unless somebody set the head back. Appends between the two looks move it as well, so look again. */
async function firstBeyondHead() {
  for (;;) {
    const [now] = await database.all(HEAD);
    const [more] = await database.all(BEYOND, [now.sequence]);
    if (more === undefined) return null;
    const [again] = await database.all(HEAD);
    if (again.sequence === now.sequence) return now.sequence + 1;
  }
}

function verdict(entries, firstBadSequence) {
  const found = { valid: firstBadSequence === null, entries, firstBadSequence };
  return sizes.size === 0 ? found : { ...found, roots };
}

function grow(size, leaf) {
  let height = 0;
  let hash = Buffer.from(leaf, 'hex');
  for (; peaks.at(-1)?.height === height; height += 1) hash = nodeHash(peaks.pop().hash, hash);
  peaks.push({ height, hash });
  if (!sizes.has(size)) return;
  const root = peaks.map((peak) => peak.hash).reduceRight((right, left) => nodeHash(left, right));
  roots[size] = root.toString('hex');
}

function nodeHash(left, right) {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

function hashOf(entry) {
  const parts = [Buffer.of(0)];
  for (const name of COLUMNS) {
    const bytes = Buffer.from(entry[name] === null ? '' : String(entry[name]), 'utf8');
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}
