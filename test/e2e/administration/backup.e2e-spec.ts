import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration, backups } from '../../support/administration/guide.js';
import { ask, keyIn, Machine } from '../../support/administration/machine.js';
import type { ServiceProcess } from '../../support/process.js';

/** The names of backups in the documents. */
const NAMED = /marina-\d{8}T\d{6}Z\.db(?!\.age)/g;
const ENCRYPTED = /marina-\d{8}T\d{6}Z\.db\.age/g;
const RECIPIENT = /age1…/g;

function ageIsHere(): boolean {
  try {
    execFileSync('age-keygen', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe('An administrator with SQLite', () => {
  const machine = new Machine();
  let exchange: Simulator;
  let service: ServiceProcess | null = null;
  let key: string;
  let recipient: string;

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'backup', market: 'off' });
    const [install = ''] = administration.block('Install with systemd').split('# After ');
    await machine.done(install.replace('sk_test_…', 'sk_test_simulator'));
    machine.edit('etc/marina/marina.env', (settings) =>
      settings.replace('https://exchange.example', exchange.url),
    );
  });

  afterAll(async () => {
    await service?.end('SIGKILL');
    await exchange.close();
  });

  /** What `/backup/marina` holds of one kind, oldest first. */
  const made = (end: string): readonly string[] =>
    readdirSync(join(machine.root, 'backup/marina'))
      .filter((name) => name.endsWith(end))
      .sort();
  /** Two backups of one second would have the same name. */
  const nextSecond = (): Promise<string> => machine.done('sleep 1');

  it('looks at the schema before an upgrade, and updates it', async () => {
    const check = administration.command('Upgrade', 'marina migrate --check');
    expect(await machine.run(check)).toMatchObject({ status: 6 });
    await machine.done(administration.command('Upgrade', 'marina migrate'));
    key = keyIn(await machine.done('marina keys create --name admin --scopes admin'));
  });

  it('removes what has been kept long enough', async () => {
    await machine.done(administration.command('Retention', 'marina retention --apply'));
    const { status, asked } = await machine.run(administration.block('Retention'));
    expect([status, asked.at(-1)]).toEqual([0, 'systemctl enable --now marina-retention.timer']);
    const unit = machine.read('etc/systemd/system/marina-retention.service');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    expect(await machine.done(command)).toMatch(/^\{"applied":true/);
    const [, cron = ''] = administration.block('Retention', 2).split(/(?<=\*) {2}/);
    await machine.done(cron);
    expect(machine.read('var/lib/marina/retention.log')).toMatch(/^\{"applied":true/);
  });

  it('makes a backup, and tries it', async () => {
    await machine.done(backups.block('Backup of SQLite'));
    const [file = ''] = made('.db');
    await machine.done(backups.block('Try a backup').replace(NAMED, file));
  });

  it('encrypts backups for two recipients, which the identity of one decrypts', async () => {
    const [keygen = '', ...commands] = backups.block('Encrypted backups').trim().split('\n');
    if (ageIsHere()) {
      recipient = /age1\w+/.exec(await machine.done(keygen.replace(/ #.*/, '')))?.[0] ?? '';
    } else {
      const identity = await generateIdentity();
      recipient = await identityToRecipient(identity);
      machine.write('home/admin/marina/restore.key', `${identity}\n`);
    }
    machine.write('media/restore.key', machine.read('home/admin/marina/restore.key'));
    const other = await identityToRecipient(await generateIdentity());
    for (const command of commands) {
      let count = 0;
      await machine.done(
        command.replace(RECIPIENT, () => ((count += 1) === 1 ? recipient : other)),
      );
      await nextSecond();
    }
    expect(made('.db.age')).toHaveLength(2);
  });

  it('checks an encrypted backup with and without its identity, and restores it', async () => {
    const [file = ''] = made('.db.age');
    const block = backups.block('Encrypted backups', 2).replace(ENCRYPTED, file).trim();
    const [blind = '', checked = '', restored = ''] = block.split('\n');
    expect(await machine.run(blind)).toMatchObject({ status: 3 });
    await machine.done(checked);
    await machine.done(`rm -r /var/lib/marina/data/marina.db*; ${restored}`);
  });

  it('replaces the identity of encrypted backups, which the next one by cron is for', async () => {
    const identity = await generateIdentity();
    machine.write('media/restore.key', `${identity}\n`);
    const now = await identityToRecipient(identity);
    machine.edit('etc/marina/marina.env', (text) => `${text}BACKUP_RECIPIENTS=${now}\n`);
    const [schedule = '', cron = ''] = backups.block('Backup of SQLite', 2).split(/(?<=\*) {2}/);
    expect(schedule).toBe('0 * * * *');
    await machine.done(cron);
    expect(machine.read('var/lib/marina/backup.log')).toMatch(/^\{.*\}\n$/);
    const [, checked = ''] = backups.block('Encrypted backups', 2).split('\n');
    await machine.done(checked.replace(ENCRYPTED, made('.db.age').at(-1) ?? ''));
  });

  it('restores a backup beside a database that is there, and the start sends nothing', async () => {
    const [file = ''] = made('.db');
    const restore = backups.command('Restore SQLite', 'npx marina restore').replace(NAMED, file);
    await machine.done(`${restore} --replace`);
    expect(readdirSync(join(machine.root, 'var/lib/marina/data')).join()).toMatch(/\.before-/);
    service = await machine.startUnit();
    const { body } = await ask(service, key, '/health/ready');
    expect(body).toMatchObject({ status: 'paused' });
    const status = await ask(service, key, '/v1/ops/status');
    expect(status.body['restored']).toMatchObject({ since: expect.any(String) });
  });

  it('has a trail that verifies, orders as it has them, and keys as they were', async () => {
    await machine.done('marina audit verify');
    await machine.done(backups.command('Backup of SQLite', 'npx marina audit rebuild'));
    const keys = await machine.done(backups.command('Restore SQLite', 'npx marina keys list'));
    expect(keys).toContain('admin');
  });

  it('decrypts a backup without Marina, and encrypts an export of the trail by a pipe', async () => {
    if (!ageIsHere()) return;
    const decrypt = backups.command('Encrypted backups', 'age --decrypt');
    await machine.done(decrypt.replace(ENCRYPTED, `/backup/marina/${String(made('.db.age')[0])}`));
    expect(machine.read('home/admin/marina/marina.db')).toMatch(/^SQLite format 3/);
    const command = backups.command('Encrypted backups', 'npx marina audit export');
    await machine.done(command.replace(RECIPIENT, recipient));
    expect(machine.read('home/admin/marina/trail.ndjson.age')).toMatch(/^age-encryption\.org/);
  });
});
