import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The worker thread of `long-reads`. Plain JavaScript, because tests run from the sources and a worker is started from
 * its file as it is. Its connection cannot write.
 */
const { driver, path, timeout } = workerData;
const STATEMENTS_MAX = 200;
/** Handed over at a time: the service unpacks a few quickly, and lets others go first before the next. */
const ROWS_AT_ONCE = 1_000;
const database = new (createRequire(import.meta.url)(driver))(path, { readonly: true, timeout });
const statements = new Map();
let left = [];

/** A question, or nothing but the wish for more rows of the last one. */
parentPort.on('message', ({ sql, parameters }) => {
  try {
    if (sql === undefined) {
      handOver();
      return;
    }
    const statement = prepared(sql);
    left = statement.raw().all(...parameters);
    handOver(statement.columns().map(({ name }) => name));
  } catch (error) {
    parentPort.postMessage({ message: error.message, code: error.code });
  }
});

function handOver(names) {
  const rows = left.slice(0, ROWS_AT_ONCE);
  left = left.slice(ROWS_AT_ONCE);
  parentPort.postMessage({ names, rows, hasMore: left.length > 0 });
}

function prepared(sql) {
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = database.prepare(sql);
    // Lists of values make a text for each number of them.
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value);
    statements.set(sql, statement);
  }
  return statement;
}
