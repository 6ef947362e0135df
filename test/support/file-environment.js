import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { rmSync } from 'node:fs';
import pg from 'pg';

/**
 * Each test file has an AsyncLocalStorage of the test runner, which Node 20 and 22 keep enabled for ever: every promise
 * that a later file makes would visit all of them.
 */
const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runAndNote(...args) {
  enabled.add(this);
  return Reflect.apply(run, this, args);
};

/** Node's environment; deletes a test file's leftovers after the last of its hooks. */
export default class FileEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.marinaLeftovers = { folders: [], databases: [] };
  }

  async teardown() {
    const { folders, databases } = this.global.marinaLeftovers;
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await dropped(databases);
    for (const storage of enabled) storage.disable();
    enabled.clear();
    await super.teardown();
  }
}

async function dropped(databases) {
  if (databases.length === 0) return;
  const client = new pg.Client({
    connectionString: `${process.env.MARINA_TEST_POSTGRES}/postgres`,
  });
  await client.connect();
  for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
}
