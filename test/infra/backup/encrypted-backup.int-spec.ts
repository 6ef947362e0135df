import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { backup, restore } from '../../../src/backup-commands.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { checkBackup, type CheckedBackup } from '../../../src/infra/backup/check-backup.js';
import { makeBackup, type Backup } from '../../../src/infra/backup/make-backup.js';
import { digestOfFile, manifestPath } from '../../../src/infra/backup/manifest.js';
import { restoreBackup } from '../../../src/infra/backup/restore-backup.js';
import { readConfig, sqlitePath, type Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { toldToEnd } from '../../support/told-to-end.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { newAgeKey, type AgeKey } from './age-key.js';

function ageIsHere(): boolean {
  try {
    execFileSync('age', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const itWithAge = ageIsHere() ? it : it.skip;

describe('An encrypted backup of an SQLite database', () => {
  const clock = new HandClock();
  let key: AgeKey;
  let env: Record<string, string>;
  let config: Config;
  let folder: string;
  let path: string;

  beforeEach(async () => {
    key = await newAgeKey();
    folder = temporaryFolder();
    env = {
      DATABASE_URL: await freshDatabase('sqlite'),
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      BACKUP_RECIPIENTS: key.recipient,
    };
    config = readConfig(env);
    path = sqlitePath(config.databaseUrl) ?? '';
    const database = await Database.open(config.databaseUrl, SCHEMA, clock);
    const facts = Array.from({ length: 5 }, (_, n) => ({ type: 'NOTE', body: { n } }));
    const log = new AuditLog(clock, new AuditTail());
    await database.units.run((unit) => log.append(unit, 'notes', { name: 'system:test' }, facts));
    await database.close();
  });

  const backUp = (given = config): Promise<Backup> =>
    makeBackup(given, SCHEMA, { out: folder, version: '1.2.3', clock });

  const identityIn = (file: string) => ({ name: '--identity', path: file });

  const check = (file: string, identity: string | null = key.file): Promise<CheckedBackup> =>
    checkBackup(file, config, SCHEMA, {
      identity: identity === null ? null : identityIn(identity),
    });

  const entriesIn = async (url: string): Promise<number> => {
    const database = await Database.open(url, SCHEMA, clock);
    const rows = await database.reading.query('SELECT sequence FROM audit_entries');
    await database.close();
    return rows.length;
  };

  it('is one file of age and its manifest, and leaves no plain copy', async () => {
    const { path: file, manifest } = await backUp();
    expect(readdirSync(folder).sort()).toEqual([
      'marina-20261120T110000Z.db.age',
      'marina-20261120T110000Z.db.age.manifest.json',
    ]);
    const bytes = readFileSync(file);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(bytes.includes('SQLite format 3')).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(manifest).toMatchObject({
      encrypted: true,
      recipients: [key.recipient],
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      plain: { bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      entries: 5,
    });
  });

  it('can be read with the identity of each of its recipients, and with no other', async () => {
    const second = await newAgeKey();
    const other = await newAgeKey();
    const recipients = [key.recipient, second.recipient];
    const { path: file } = await backUp({ ...config, backup: { ...config.backup, recipients } });
    for (const identity of [key.file, second.file])
      expect(await check(file, identity)).toMatchObject({ problems: [], isTrailVerified: true });
    await expect(check(file, other.file)).rejects.toThrow(
      /--identity must name an identity that the backup is encrypted for: .* has none/,
    );
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is found to be damaged without its identity, and otherwise nothing is known of it', async () => {
    const { path: file, manifest } = await backUp();
    expect(await check(file, null)).toMatchObject({ problems: [], isTrailVerified: false });
    const unknown = await restore(config, file, { check: true });
    expect(unknown).toMatchObject({ ok: null, data: { good: null } });
    expect(unknown.text).toContain('NOT known, because it is encrypted');
    truncateSync(file, manifest.bytes - 1);
    expect((await check(file, null)).problems).toEqual([
      'the file is not the one that its manifest was written for',
    ]);
  });

  it('is not good where its manifest was written anew for a damaged file, or for other content', async () => {
    const { path: file, manifest } = await backUp();
    const plain = { ...manifest.plain, sha256: 'f'.repeat(64) };
    writeFileSync(manifestPath(file), JSON.stringify({ ...manifest, plain }));
    expect((await check(file)).problems.join()).toContain('the file is not the one that');
    truncateSync(file, manifest.bytes - 1);
    const anew = { ...manifest, bytes: manifest.bytes - 1, sha256: await digestOfFile(file) };
    writeFileSync(manifestPath(file), JSON.stringify(anew));
    expect((await check(file)).problems.join()).toMatch(/^it cannot be decrypted: /);
    writeFileSync(manifestPath(file), JSON.stringify({ ...anew, encrypted: false }));
    expect((await check(file)).problems.join()).toContain('it cannot be read');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is restored with its identity alone', async () => {
    const { path: file } = await backUp();
    rmSync(path);
    await expect(restore(config, file, {})).rejects.toThrow(
      /BACKUP_IDENTITY_FILE or --identity must name the file/,
    );
    expect(existsSync(`${path}.restoring`)).toBe(false);
    const identityFile = key.file;
    const { ok } = await restore(
      { ...config, backup: { ...config.backup, identityFile } },
      file,
      {},
    );
    expect(ok).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await entriesIn(config.databaseUrl)).toBe(5);
  });

  it.each([
    ['is not there', null, /must be the path of a readable file: ENOENT/],
    ['is empty', '# nothing\n\n', /must name a file with an age identity/],
    ['holds something else', 'one\n', /line 1 of .* is none/],
    ['is encrypted itself', '-----BEGIN AGE ENCRYPTED FILE-----\n', /is encrypted itself/],
    ['is too large', '#'.repeat(100_000), /it is too large/],
  ])('asks for its identity by name where the file of it %s', async (_, content, expected) => {
    const { path: file } = await backUp();
    const wrong = join(temporaryFolder(), 'wrong.key');
    if (content !== null) writeFileSync(wrong, content);
    const said = await check(file, wrong).catch(String);
    expect(said).toMatch(expected);
    expect(said).toContain('--identity');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is refused for a recipient that is none, without a word of what may be a secret', async () => {
    const mistyped = `${key.recipient.slice(0, -1)}${key.recipient.endsWith('q') ? 'p' : 'q'}`;
    for (const recipient of [mistyped, key.identity, 'ssh-ed25519 AAAA']) {
      const said = await backup(config, { out: folder, recipient: [key.recipient, recipient] }).catch(String);
      expect(said).toContain('--recipient entry 2');
      expect(said).not.toContain(recipient);
    }
    expect(readdirSync(folder)).toEqual([]);
  }); // prettier-ignore

  it('is made in plain, as before, where nobody is to receive it', async () => {
    const plain = readConfig({ ...env, BACKUP_RECIPIENTS: '' });
    const { path: file, manifest } = await backUp(plain);
    expect(file).toMatch(/\.db$/);
    expect(manifest).toMatchObject({ encrypted: false });
    // As an older release has written it.
    const { encrypted, ...older } = manifest;
    writeFileSync(manifestPath(file), JSON.stringify(older));
    expect([encrypted, await check(file, null)]).toMatchObject([false, { problems: [] }]);
  });

  it('is not checked over a file of another check', async () => {
    const { path: file } = await backUp();
    writeFileSync(`${file}.partial`, 'of another');
    await expect(check(file)).rejects.toThrow(/partial exists: another command is writing it/);
    expect(readFileSync(`${file}.partial`, 'utf8')).toBe('of another');
  });

  itWithAge('can be decrypted by the standard tool of age, and restored where that has encrypted it', async () => {
    const { path: file, manifest } = await backUp();
    const plain = join(temporaryFolder(), 'plain.db');
    execFileSync('age', ['--decrypt', '--identity', key.file, '--output', plain, file]);
    expect(await digestOfFile(plain)).toBe(manifest.plain?.sha256);
    rmSync(file);
    execFileSync('age', ['--encrypt', '--recipient', key.recipient, '--output', file, plain]);
    const anew = { ...manifest, bytes: statSync(file).size, sha256: await digestOfFile(file) };
    writeFileSync(manifestPath(file), JSON.stringify(anew));
    rmSync(path);
    await restoreBackup(file, { config, schema: SCHEMA }, { replace: false, clock, identity: identityIn(key.file) });
    expect(await entriesIn(config.databaseUrl)).toBe(5);
  }); // prettier-ignore

  it.each([
    ['while it is examined', 'copy-half-examined', 'SIGINT', 1],
    ['while its manifest is written', 'checkpoint-half-way', 'SIGTERM', 3],
  ] as const)('leaves nothing when it is told to end %s', async (_, point, signal, files) => {
    const args = ['backup', '--out', folder];
    const { code, said, ...meanwhile } = await toldToEnd(args, { point, signal, env, folder });
    expect([code, said]).toEqual([1, `Stopped by ${signal}: nothing of it was kept\n`]);
    expect(meanwhile.files).toHaveLength(files);
    expect(meanwhile.files.filter((name) => !name.endsWith('.partial'))).toEqual([]);
    expect(meanwhile.modes).toEqual(meanwhile.files.map(() => 0o600));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([['--check'], []])('leaves no plain copy when a restore %s is told to end', async (...option) => {
    const { path: file } = await backUp();
    rmSync(path);
    const args = ['restore', file, '--identity', key.file, ...option];
    const told = { point: 'copy-half-examined', signal: 'SIGTERM', env, folder } as const;
    expect(await toldToEnd(args, told)).toMatchObject({ code: 1 });
    expect(readdirSync(folder)).toHaveLength(2);
    expect([path, `${path}.restoring`].filter((one) => existsSync(one))).toEqual([]);
  }); // prettier-ignore
});
