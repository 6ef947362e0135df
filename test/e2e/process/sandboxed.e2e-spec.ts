import { ServiceProcess } from '../../support/process.js';
import { readyDatabase, temporaryFolder } from '../../support/databases/databases.js';

/** What a sandbox that forbids the system call makes of it. */
const FORBIDDEN = `data:text/javascript,
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  os.setPriority = () => { throw new Error('uv_os_setpriority returned EPERM'); };
  syncBuiltinESMExports();`;
const KEY = 'admin-key-of-a-sandbox-0123456789';

describe('A service whose threads may not lower their priority', () => {
  let service: ServiceProcess;

  beforeEach(async () => {
    service = await ServiceProcess.start({
      DATABASE_URL: await readyDatabase('sqlite'),
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      MARINA_ADMIN_KEY: KEY,
      NODE_OPTIONS: `--import=${encodeURI(FORBIDDEN.replaceAll(/\s+/g, ' '))}`,
    });
  });
  afterEach(() => service.kill());

  it('verifies, exports and answers what it reads in threads all the same', async () => {
    const statusOf = async (method: string, path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${KEY}` };
      const answer = await fetch(`${service.address}${path}`, { method, headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await statusOf('POST', '/v1/audit/verifications')).toBe(200);
    expect(await statusOf('GET', '/v1/trading-days/2026-11-20')).toBe(200);
    expect(await statusOf('GET', '/v1/audit/export?format=ndjson')).toBe(200);
  });
});
