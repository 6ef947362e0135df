import { TestEnvironment } from 'jest-environment-node';
import { rmSync } from 'node:fs';
import pg from 'pg';

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
