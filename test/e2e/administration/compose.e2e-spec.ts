import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { parse } from 'yaml';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { ask, keyIn, Machine, variablesIn } from '../../support/administration/machine.js';
import { ClientPostgres, clientLacks } from '../../support/databases/client-postgres.js';
import type { ServiceProcess } from '../../support/process.js';

const FOLDER = 'opt/marina/deploy/container';
const DUMP = /marina-\d{8}T\d{6}Z\.dump\.age/;
const ARE_SET = '# After EXCHANGE_BASE_URL and the rest of marina.env are set:';

const lacking = clientLacks();
const describeHere = lacking === null ? describe : describe.skip;
if (lacking !== null) process.stderr.write(`No PostgreSQL in a container: ${lacking}\n`);

describeHere('An administrator who installs with Compose', () => {
  const machine = new Machine('/opt/marina');
  let exchange: Simulator;
  let server: ClientPostgres;
  let service: ServiceProcess;
  let key: string;
  let identity: string;

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'compose', market: 'off' });
    identity = await generateIdentity();
    machine.write('usr/local/bin/marina', readFileSync('deploy/container/marina', 'utf8'));
    await machine.done('chmod +x /usr/local/bin/marina && ln -s /opt/marina /app');
    mkdirSync(dirname(machine.placed('/run/secrets')), { recursive: true });
    symlinkSync(join(machine.root, FOLDER, 'secrets'), machine.placed('/run/secrets'));
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await server.stop();
    await exchange.close();
  });

  /** As the image, `compose.yaml` and `marina.env` have it. */
  const contain = (): void => {
    const { services } = parse(machine.read(`${FOLDER}/compose.yaml`)) as {
      services: { marina: { environment: Record<string, string> } };
    };
    const settings = variablesIn(machine.read(`${FOLDER}/marina.env`));
    machine.writeContainer({ ...settings, ...services.marina.environment });
  };
  const startDatabase = async (): Promise<void> => {
    const socketFolder = machine.placed('/var/run/postgresql');
    mkdirSync(socketFolder, { recursive: true });
    const password = machine.read(`${FOLDER}/secrets/postgres-password`).trim();
    await machine.done(`chmod o+x ${machine.root}`);
    server = await ClientPostgres.start({ password, socketFolder });
    await server.database('marina');
    machine.programs = server.bin;
    machine.profile['PGHOST'] = socketFolder;
  };

  it('makes the secrets, finds nothing wrong with the doctor, and makes a first key', async () => {
    const [secrets = '', start = ''] = administration.block('Install with Compose').split(ARE_SET);
    await machine.done(secrets.replace('sk_test_…', 'sk_test_simulator'));
    const recipient = await identityToRecipient(identity);
    machine.edit(`${FOLDER}/marina.env`, (settings) =>
      settings
        .replace('https://exchange.example', exchange.url)
        .replace(/^#BACKUP_RECIPIENTS=.*$/m, `BACKUP_RECIPIENTS=${recipient}`),
    );
    await startDatabase();
    contain();
    const { status, output, asked } = await machine.run(`cd deploy/container\n${start}`);
    expect([status, output]).toEqual([0, expect.stringContaining('mk_')]);
    expect(output).not.toMatch(/^FAIL/m);
    expect(asked).toEqual(['build', 'up --detach', 'ps'].map((what) => `docker compose ${what}`));
    key = keyIn(output);
  });

  it('has a service that the first key opens', async () => {
    service = await machine.startContainer('.');
    expect((await ask(service, key, '/v1/ops/status')).status).toBe(200);
  });

  it('has encrypted backups made by cron', async () => {
    await machine.done(administration.command('Install with Compose', 'install -d'));
    const [, cron = ''] = administration.block('Install with Compose', 2).split(/(?<=\*) {2}/);
    await ask(service, key, '/v1/api-keys', {
      method: 'POST',
      body: { name: 'before the backup', scopes: ['orders:read'] },
    });
    await machine.done(cron);
    expect(machine.read('var/log/marina-backup.log')).toContain('.dump.age');
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    expect(metrics).toMatch(/^marina_backup_last_timestamp_seconds [1-9]/m);
  });

  it('removes what has been kept long enough by cron, beside the service', async () => {
    const [, cron = ''] = administration.block('Retention', 3).split(/(?<=\*) {2}/);
    await machine.done(cron);
    expect(machine.read('var/log/marina-retention.log')).toMatch(/^\{"applied":true/);
  });

  it('is upgraded by an image of its own, after a backup', async () => {
    const upgrade = administration.block('Upgrade with Compose');
    const { status, output, asked } = await machine.run(`cd deploy/container\n${upgrade}`);
    expect([status, output]).toEqual([0, expect.stringContaining('the schema is up to date')]);
    expect(output).not.toMatch(/^FAIL/m);
    expect(asked).toEqual(
      ['build', 'stop marina', 'up --detach'].map((what) => `docker compose ${what}`),
    );
  });

  it('restores a backup into a new database, whose next start sends nothing', async () => {
    await service.stop();
    const [file = ''] = readdirSync(machine.placed('/srv/marina-backup'));
    machine.write(`${FOLDER}/restore.key`, `${identity}\n`);
    const restore = administration.block('Install with Compose', 3).replace(DUMP, file);
    const { status, output, asked } = await machine.run(`cd deploy/container\n${restore}`);
    expect([status, output]).toEqual([0, expect.stringContaining('The next start sends nothing')]);
    expect(asked).toEqual(['docker compose stop marina', 'docker compose up --detach']);
  });
});
