import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { ask, Machine } from '../../support/administration/machine.js';
import { type Engine, freshDatabase } from '../../support/databases/databases.js';
import type { ServiceProcess } from '../../support/process.js';

const BACKUP = /marina-\d{8}T\d{6}Z\.db/;

describe('An administrator who upgrades with systemd', () => {
  let exchange: Simulator;
  let machine: Machine;
  let service: ServiceProcess | null = null;

  beforeEach(async () => {
    exchange = await startSimulator({ seed: 'upgrade', market: 'off' });
    machine = new Machine();
  });

  afterEach(async () => {
    await service?.end('SIGKILL');
    service = null;
    await exchange.close();
  });

  const install = async (engine: Engine): Promise<void> => {
    const [files = ''] = administration.block('Install with systemd').split('# After ');
    await machine.done(files.replace('sk_test_…', 'sk_test_simulator'));
    machine.edit('etc/marina/marina.env', (settings) =>
      settings.replace('https://exchange.example', exchange.url),
    );
    if (engine === 'postgres') {
      machine.write('etc/marina/secrets/database-url', await freshDatabase('postgres'));
      await machine.done(
        'mkdir /etc/systemd/system/marina.service.d && cp deploy/systemd/postgresql.conf /etc/systemd/system/marina.service.d',
      );
    }
    service = await machine.startUnit();
  };
  const current = (): string => readlinkSync(join(machine.root, 'opt/marina/current'));
  const readiness = async (): Promise<unknown> => {
    const { body } = await ask(service!, 'none', '/health/ready');
    return body['status'];
  };
  const stop = async (): Promise<void> => {
    await service?.stop();
    service = null;
  };

  it('may take a package in place of the sources', async () => {
    await machine.done('tar --create --gzip --file=marina-0.1.0.tgz --transform=s,^,package/, *');
    const output = await machine.done(administration.block('Install with systemd', 2));
    expect(output).toBe('npm ci --workspaces=false --omit=dev\n');
    expect(readdirSync(join(machine.root, 'opt/marina/0.1.0'))).toContain('dist');
  });

  it('fetches the version beside the one that runs, stops that on SQLite, and goes back both ways', async () => {
    await install('sqlite');
    const fetched = await machine.done(administration.block('Upgrade with systemd'));
    expect(fetched).toContain('the schema is up to date');
    expect([current(), await readiness()]).toEqual(['0.1.0', 'ready']);
    await stop();
    const { status, output, asked } = await machine.run(
      administration.block('Upgrade with systemd', 2),
    );
    expect([status, output]).toEqual([0, expect.not.stringMatching(/^FAIL/m)]);
    expect([current(), asked]).toEqual([
      '0.2.0',
      ['systemctl stop marina', 'systemctl start marina'],
    ]);
    service = await machine.startUnit();
    expect(await readiness()).toBe('ready');

    await machine.done(administration.block('Upgrade with systemd', 4));
    expect(current()).toBe('0.1.0');
    await stop();
    const [backup = ''] = readdirSync(join(machine.root, 'backup/marina'));
    await machine.done(administration.block('Upgrade with systemd', 5).replace(BACKUP, backup));
    service = await machine.startUnit();
    expect(await readiness()).toBe('paused');
  });

  it('migrates beside the instances on PostgreSQL, and restarts one after the other', async () => {
    await install('postgres');
    const [fetch = ''] = administration
      .block('Upgrade with systemd')
      .split('sudo -u marina marina backup');
    await machine.done(fetch);
    const { status, asked } = await machine.run(administration.block('Upgrade with systemd', 3));
    expect([status, current(), asked]).toEqual([
      0,
      '0.2.0',
      ['systemctl restart marina', expect.stringContaining('/health/ready')],
    ]);
    await stop();
    service = await machine.startUnit();
    expect(await readiness()).toBe('ready');
  });
});
