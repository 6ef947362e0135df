import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clientTypes } from './client-types.js';

/**
 * Writes `console/api/openapi.ts`: the types of a client of the API, from the description that the built service
 * serves. A test holds the file against it.
 */

const FILE = fileURLToPath(new URL('../console/api/openapi.ts', import.meta.url));
const service = spawn(process.execPath, ['dist/main.js'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const address = await addressIn(service.stdout);
  const description = await (await fetch(`${address}/openapi.json`)).json();
  writeFileSync(FILE, await clientTypes(description));
} finally {
  service.kill();
}

async function addressIn(output) {
  for await (const line of createInterface({ input: output })) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('The service has ended');
}
