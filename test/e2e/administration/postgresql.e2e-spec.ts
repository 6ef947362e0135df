import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration, backups } from '../../support/administration/guide.js';
import { ask, keyIn, Machine } from '../../support/administration/machine.js';
import { ClientPostgres, clientLacks } from '../../support/databases/client-postgres.js';
import { withRoles } from '../../support/databases/postgres-roles.js';
import { pause } from '../../support/dealers.js';
import type { ServiceProcess } from '../../support/process.js';

const PASSWORD = 'password-of-the-superuser';
const ADDRESS = 'etc/marina/secrets/database-url';
const ADDITION = 'etc/systemd/system/marina.service.d/postgresql.conf';
const DUMP = /marina-\d{8}T\d{6}Z\.dump/;

const lacking = clientLacks();
const describeHere = lacking === null ? describe : describe.skip;
if (lacking !== null) process.stderr.write(`No administration of PostgreSQL: ${lacking}\n`);

describeHere('An administrator with PostgreSQL', () => {
  const machine = new Machine();
  let exchange: Simulator;
  let server: ClientPostgres;
  let service: ServiceProcess;
  let urls: Awaited<ReturnType<typeof withRoles>>;
  let key: string;
  let beforeMistake: string;

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'postgresql', market: 'off' });
    const [install = ''] = administration.block('Install with systemd').split('# After ');
    await machine.done(install.replace('sk_test_…', 'sk_test_simulator'));
    machine.edit('etc/marina/marina.env', (settings) =>
      settings.replace('https://exchange.example', exchange.url),
    );
    chmodSync(machine.root, 0o711);
    mkdirSync(machine.placed('/backup/wal'));
    chmodSync(machine.placed('/backup/wal'), 0o777);
    const settings = machine.placed(backups.block('To a point in time'));
    server = await ClientPostgres.start({ password: PASSWORD, settings });
    machine.programs = server.bin;
    machine.profile['PGPASSWORD'] = PASSWORD;
    urls = await withRoles(await server.database('marina'));
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await server.stop();
    await exchange.close();
  });

  /** With the address of this server. */
  const here = (text: string): string =>
    text
      .replaceAll('--host=db.example', `--host=127.0.0.1 --port=${server.port}`)
      .replaceAll('@db.example/', `@127.0.0.1:${server.port}/`);
  const dump = (): string =>
    readdirSync(machine.placed('/backup/marina')).find((name) => name.endsWith('.dump')) ?? '';
  const makeKey = (name: string) =>
    ask(service, key, '/v1/api-keys', { method: 'POST', body: { name, scopes: ['orders:read'] } });

  it('moves a database there from SQLite, as the owner of the tables', async () => {
    key = keyIn(await machine.done('marina keys create --name admin --scopes admin'));
    const { username, password } = new URL(urls.owner);
    const move = backups
      .command('Move to PostgreSQL', 'PGPASSWORD=… npx marina move')
      .replace('PGPASSWORD=…', `PGPASSWORD=${password}`)
      .replace('marina@', `${username}@`);
    await machine.done(here(move));
  });

  it('starts the service as the role that owns nothing', async () => {
    machine.write(ADDRESS, urls.app);
    machine.write(ADDITION, machine.read('home/admin/marina/deploy/systemd/postgresql.conf'));
    service = await machine.startUnit();
    expect((await ask(service, key, '/v1/api-keys')).status).toBe(200);
  });

  it('replaces the password of the database', async () => {
    const url = new URL(urls.app);
    const alter = administration.command('Replace secrets', 'ALTER ROLE marina');
    await server.query(alter.replace('marina', url.username).replace('…', 'another-password'));
    url.password = 'another-password';
    machine.write(ADDRESS, url.href);
    await service.stop();
    service = await machine.startUnit();
    expect((await ask(service, key, '/health/ready')).status).toBe(200);
    await expect(server.query('SELECT 1', urls.app)).rejects.toThrow(/password/);
  });

  it('makes a dump beside the service, and tries it in a scratch database', async () => {
    const address = machine.read(ADDRESS);
    machine.write(ADDRESS, urls.verifier);
    await machine.done(backups.block('PostgreSQL'));
    machine.write(ADDRESS, address);
    await server.database('marina_check');
    await machine.done(here(backups.block('PostgreSQL', 2).replace(DUMP, dump())));
  });

  it('copies the whole server, and goes on', async () => {
    await server.query(`CREATE ROLE marina_backup LOGIN REPLICATION PASSWORD '${PASSWORD}'`);
    await machine.done(here(backups.block('To a point in time', 2)));
    await makeKey('before the mistake');
    const [row] = await server.query('SELECT clock_timestamp()::text AS now');
    beforeMistake = String(row?.['now']);
    await makeKey('the mistake');
    await service.stop();
  });

  it('restores the dump into a database of its own, which is older than its checkpoint', async () => {
    const restore = here(backups.block('PostgreSQL', 3).replace(DUMP, dump()));
    const { status, output } = await machine.run(restore);
    expect(output).toContain('The next start sends nothing');
    expect([status, output.match(/^FAIL.*?:/gm)]).toEqual([1, ['FAIL  checkpoint:']]);
  });

  it('restores the server to a point in time, and is told that the trail ends early', async () => {
    const [row] = await server.query('SELECT pg_walfile_name(pg_switch_wal()) AS wal');
    while (!readdirSync(machine.placed('/backup/wal')).includes(String(row?.['wal'])))
      await pause(50);
    await server.stop();
    const data = join(machine.root, 'restored', 'data');
    cpSync(machine.placed('/backup/base'), data, { recursive: true });
    writeFileSync(join(data, 'recovery.signal'), '');
    const settings = machine.placed(backups.block('To a point in time', 3));
    server = await ClientPostgres.startOn(data, {
      password: PASSWORD,
      settings: settings.replace(/(?<=recovery_target_time = ')[^']*/, beforeMistake),
    });
    machine.edit(ADDRESS, (text) => text.replace(/:\d+\//, `:${server.port}/`));
    const verify = backups.command('To a point in time', 'npx marina audit verify');
    expect(await machine.run(verify)).toMatchObject({
      status: 3,
      output: expect.stringMatching(/the trail ends after \d+ entries/),
    });
  });

  it('holds the start by hand where the checkpoints were lost, too', async () => {
    const checkpoints = machine.placed('/var/lib/marina/data/checkpoints');
    rmSync(checkpoints, { recursive: true });
    machine.profile['DATABASE_URL'] = here('postgres://marina@db.example/marina');
    machine.profile['MARINA_CHECKPOINT_DIR'] = checkpoints;
    await machine.done(backups.block('To a point in time', 4));
    service = await machine.startUnit();
    const { body } = await ask(service, key, '/v1/ops/status');
    expect(body['restored']).toMatchObject({ since: expect.any(String) });
    const keys = (await ask(service, key, '/v1/api-keys')).body['data'];
    expect(JSON.stringify(keys)).toContain('before the mistake');
    expect(JSON.stringify(keys)).not.toContain('"the mistake"');
  });
});
