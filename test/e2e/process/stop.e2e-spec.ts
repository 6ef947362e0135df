import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { KILL_ADMIN, killSettings, pause } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';

const WAITING = 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass';

let exchange: Simulator;
let service: ServiceProcess;
let holder: pg.Client;

beforeEach(async () => {
  exchange = await startSimulator({ seed: 'stop' });
  const folder = temporaryFolder();
  const url = await freshDatabase('postgres');
  service = await ServiceProcess.start({
    DATABASE_URL: url,
    ...killSettings(exchange.url, ['sk_test_simulator']),
    MARINA_CHECKPOINT_DIR: folder,
    MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
  });
  holder = new pg.Client({ connectionString: url });
  await holder.connect();
});

afterEach(async () => {
  await service.end('SIGKILL');
  await holder.end();
  await exchange.close();
});

async function isListening(): Promise<boolean> {
  const { port, hostname } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('A service that stops', () => {
  it('answers what it has taken, and closes each connection with its answer, so that none holds it up', async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE audit_exports IN ACCESS EXCLUSIVE MODE');
    const answer = fetch(`${service.address}/v1/audit/exports`, {
      headers: { authorization: `Bearer ${KILL_ADMIN}` },
    });
    while ((await holder.query(WAITING, ['audit_exports'])).rows.length === 0) await pause(20);
    const stopped = service.stop();
    while (await isListening()) await pause(20);
    await holder.query('COMMIT');
    const { status, headers } = await answer;
    await stopped;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
  });

  it('says at once that it is not ready, while it waits for a run', async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE reconciliation_runs IN SHARE MODE');
    while ((await holder.query(WAITING, ['reconciliation_runs'])).rows.length === 0)
      await pause(20);
    const stopped = service.stop();
    let answer = await fetch(`${service.address}/health/ready`);
    for (; answer.status === 200; answer = await fetch(`${service.address}/health/ready`))
      await pause(20);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'stopping' }),
    ]);
    await holder.query('COMMIT');
    await stopped;
  });
});
