import {
  chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync,
  writeFileSync,
} from 'node:fs'; // prettier-ignore
import { dirname, join } from 'node:path';
import { move } from '../../../src/backup-commands.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { AuditCheckpoint } from '../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import { makeBackup, type Backup } from '../../../src/infra/backup/make-backup.js';
import { digestOfFile, manifestPath } from '../../../src/infra/backup/manifest.js';
import { checkBackup, type CheckedBackup } from '../../../src/infra/backup/check-backup.js';
import { restoreBackup, type Restored } from '../../../src/infra/backup/restore-backup.js';
import { readConfig, sqlitePath, type Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { Random } from '../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../src/schema.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe('A backup of an SQLite database', () => {
  const clock = new HandClock();
  let config: Config;
  let path: string;
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    const url = await freshDatabase('sqlite');
    path = sqlitePath(url) ?? '';
    folder = temporaryFolder();
    config = readConfig({ DATABASE_URL: url, MARINA_CHECKPOINT_DIR: temporaryFolder() });
    database = await Database.open(url, SCHEMA, clock);
    await append(5);
  });

  afterEach(() => database.close().catch(() => undefined));

  const append = (count: number, word = 'a'): Promise<void> => {
    const facts = Array.from({ length: count }, (_, n) => ({ type: 'NOTE', body: { word, n } }));
    const log = new AuditLog(clock, new AuditTail());
    return database.units.run((unit) => log.append(unit, 'notes', { name: 'system:test' }, facts));
  };

  const writeCheckpoint = (): Promise<void> =>
    new AuditCheckpoint(config, database, clock, new Random()).write();

  const backUp = (out = folder): Promise<Backup> =>
    makeBackup(config, SCHEMA, { out, version: '1.2.3', clock });

  const check = (file: string): Promise<CheckedBackup> => checkBackup(file, config, SCHEMA);

  const restore = (file: string, replace = false): Promise<Restored> =>
    restoreBackup(file, { config, schema: SCHEMA }, { replace, clock });

  const entriesNow = async (): Promise<number> => {
    const [row] = await database.reading.query<{ count: number }>(
      'SELECT count(*) AS count FROM audit_entries',
    );
    return row?.count ?? 0;
  };

  it('holds one moment of the trail, which the service goes on writing', async () => {
    const { path: file, manifest } = await backUp();
    await append(3);
    const copy = new SqliteDriver(file, { readonly: true });
    const head = copy.prepare('SELECT sequence, hash FROM audit_head').get();
    copy.close();
    expect(head).toEqual({ sequence: manifest.entries, hash: manifest.lastHash });
    expect(manifest.entries).toBe(5);
    expect(await entriesNow()).toBe(8);
    expect(await check(file)).toMatchObject({ problems: [] });
  });

  it('is two files for their owner only, of which the manifest says what the other one holds', async () => {
    const { path: file, manifest } = await backUp();
    expect(readdirSync(folder).sort()).toEqual([
      'marina-20261120T110000Z.db',
      'marina-20261120T110000Z.db.manifest.json',
    ]);
    for (const one of [file, manifestPath(file)]) expect(statSync(one).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(manifestPath(file), 'utf8'))).toEqual(manifest);
    expect(manifest).toMatchObject({
      marina: '1.2.3',
      madeAt: '2026-11-20T11:00:00.000Z',
      bytes: statSync(file).size,
      schema: expect.stringMatching(/^[A-Z][A-Za-z]+\d{13}$/),
      entries: 5,
      lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('replaces no file, and is refused beside the secrets that protect it', async () => {
    const { path: file } = await backUp();
    const before = readFileSync(file);
    await expect(backUp(file)).rejects.toThrow(`${file} exists already`);
    expect(readFileSync(file).equals(before)).toBe(true);
    await expect(backUp(dirname(path))).rejects.toThrow(/is the data folder/);
    await expect(backUp(join(folder, 'none', 'x.db'))).rejects.toThrow(/There is no folder/);
  });

  it('is not kept when the trail of the copy does not hold, and leaves nothing', async () => {
    const owner = new SqliteDriver(path);
    owner.exec('DROP TRIGGER audit_entries_no_update');
    owner.exec("UPDATE audit_entries SET body = '{}' WHERE sequence = 3");
    owner.close();
    await expect(backUp()).rejects.toThrow(/its audit trail: the chain does not hold/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is known to be damaged, to have no manifest, or to be of another history', async () => {
    const { path: file } = await backUp();
    const damaged = join(folder, 'damaged.db');
    copyFileSync(manifestPath(file), manifestPath(damaged));
    const bytes = readFileSync(file);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(damaged, bytes);
    expect((await check(damaged)).problems).toEqual([
      'the file is not the one that its manifest was written for',
    ]);
    rmSync(manifestPath(damaged));
    await expect(check(damaged)).rejects.toThrow(/cannot be read/);
    await writeCheckpoint();
    const marks = String(config.checkpointDir);
    const outside = join(marks, String(readdirSync(marks)[0]));
    const text = readFileSync(outside, 'utf8');
    writeFileSync(outside, text.replace(/"hash":"\w{64}"/, `"hash":"${'0'.repeat(64)}"`));
    expect((await check(file)).problems.join()).toContain('entry 5 is another one');
  });

  it.each([
    { database: null },
    { database: 'f'.repeat(64) },
    { entries: 9_999_999 },
    { lastHash: null },
  ])('is not good with a manifest that tells what the file does not: %j', async (change) => {
    const { path: file, manifest } = await backUp();
    writeFileSync(manifestPath(file), JSON.stringify({ ...manifest, ...change }));
    const [field = ''] = Object.keys(change);
    const problem = `its manifest has another \`${field}\` than the file`;
    expect((await check(file)).problems).toEqual([problem]);
    await database.close();
    await expect(restore(file, true)).rejects.toThrow(problem);
  });

  it.each(['-wal', '-journal'])('is not good with a %s file beside it', async (end) => {
    const { path: file } = await backUp();
    const link = join(temporaryFolder(), 'link.db');
    symlinkSync(file, link);
    copyFileSync(manifestPath(file), manifestPath(link));
    expect(await check(link)).toMatchObject({ problems: [] });
    writeFileSync(`${file}${end}`, '');
    const problems = [expect.stringContaining(`${file}${end} is beside it`)];
    for (const one of [file, link]) expect(await check(one)).toMatchObject({ problems });
  });

  it('is not good with a broken trail that a log beside it mends', async () => {
    const { path: file, manifest } = await backUp();
    const forged = join(temporaryFolder(), 'forged.db');
    const owner = new SqliteDriver(file);
    const read = (sql: string): string => String(Object.values(owner.prepare(sql).get() ?? {})[0]);
    const body = read('SELECT body FROM audit_entries WHERE sequence = 3');
    const guard = read("SELECT sql FROM sqlite_master WHERE name = 'audit_entries_no_update'");
    owner.exec('PRAGMA journal_mode = wal; DROP TRIGGER audit_entries_no_update');
    owner.exec("UPDATE audit_entries SET body = '{}' WHERE sequence = 3");
    owner.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    owner.exec(`UPDATE audit_entries SET body = '${body}' WHERE sequence = 3; ${guard}`);
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${forged}${end}`);
    owner.close();
    const [bytes, sha256] = [statSync(forged).size, await digestOfFile(forged)];
    writeFileSync(manifestPath(forged), JSON.stringify({ ...manifest, bytes, sha256 }));
    const problems = [expect.stringContaining(`${forged}-wal is beside it`)];
    expect(await check(forged)).toMatchObject({ problems });
    rmSync(`${forged}-wal`);
    expect((await check(forged)).problems.join()).toContain('the chain does not hold');
  });

  it('can be restored where an interrupted restore has left its files', async () => {
    const { path: file } = await backUp();
    await database.close();
    for (const end of ['', '-wal', '-journal']) writeFileSync(`${path}.restoring${end}`, 'left');
    expect(await restore(file, true)).toMatchObject({ problems: [] });
    expect(readdirSync(dirname(path)).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it.each(['yesterday', '2026-11-20', '\u001b[2J', 7, null])(
    'has no manifest that says it was made at %j',
    async (madeAt) => {
      const { path: file, manifest } = await backUp();
      writeFileSync(manifestPath(file), JSON.stringify({ ...manifest, madeAt }));
      await expect(check(file)).rejects.toThrow('is no manifest of the form marina-backup/1');
    },
  );

  it('has a manifest that is not written through a link', async () => {
    const victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'kept');
    const file = join(folder, 'x.db');
    symlinkSync(victim, `${manifestPath(file)}.partial`);
    await backUp(file);
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(await check(file)).toMatchObject({ problems: [] });
  });

  it('says how far behind the newest checkpoint outside it is, and which secrets are not here', async () => {
    const { path: file } = await backUp();
    expect(await check(file)).toMatchObject({ problems: [], outside: null, entriesBehind: 0 });
    clock.pass(90_000);
    await append(4);
    await writeCheckpoint();
    const names = readdirSync(folder);
    expect(await check(file)).toMatchObject({
      problems: [],
      outside: { entries: 9 },
      entriesBehind: 4,
      behindMs: 90_000,
      keyPepper: null,
    });
    expect(readdirSync(folder)).toEqual(names);
    await database.units.run((unit) =>
      unit.execute("INSERT INTO key_store (id, pepper_fingerprint) VALUES (1, 'of another')"),
    );
    const later = await backUp(join(folder, 'later.db'));
    expect(await check(later.path)).toMatchObject({ problems: [], keyPepper: false });
  });

  it('is restored where no database is, or an empty one, and never beside a service', async () => {
    const { path: file } = await backUp();
    await expect(restore(file, true)).rejects.toThrow(/Another Marina process/);
    await database.close();
    await expect(restore(file)).rejects.toThrow(/holds a database. Nothing was changed/);
    rmSync(path);
    await (await Database.open(config.databaseUrl, SCHEMA, clock)).close();
    expect(await restore(file)).toMatchObject({ path, former: null, problems: [] });
    rmSync(path);
    await restore(file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    database = await Database.open(config.databaseUrl, SCHEMA, clock);
    expect(await entriesNow()).toBe(5);
    expect(readdirSync(dirname(path)).filter((name) => /restoring|before/.test(name))).toEqual([]);
  });

  it('replaces a database only by moving it aside, with all that its log still holds', async () => {
    const { path: file } = await backUp();
    await append(3);
    // As after kill -9: the newest commits are only in the write-ahead log.
    const killed = join(temporaryFolder(), 'killed.db');
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${killed}${end}`);
    await database.close();
    for (const end of ['', '-wal']) copyFileSync(`${killed}${end}`, `${path}${end}`);
    const { former } = await restore(file, true);
    expect(existsSync(`${path}-wal`)).toBe(false);
    database = await Database.open(config.databaseUrl, SCHEMA, clock);
    expect(await entriesNow()).toBe(5);
    await database.close();
    database = await Database.open(`sqlite:${String(former)}`, SCHEMA, clock);
    expect(await entriesNow()).toBe(8);
  });

  it('is not restored when it is damaged: what is there stays', async () => {
    const { path: file } = await backUp();
    await database.close();
    const before = readFileSync(path);
    chmodSync(file, 0o600);
    writeFileSync(file, readFileSync(file).subarray(0, -4096));
    await expect(restore(file, true)).rejects.toThrow(/The backup is not good/);
    rmSync(file);
    mkdirSync(file);
    await expect(restore(file, true)).rejects.toThrow(
      /not the one that its manifest was written for/,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}.restoring`)).toBe(false);
  });

  it.each([
    'postgres://marina:secret@db.example/marina',
    'postgres://db.example/m?password=secret',
  ])('is no place for a password in arguments: move --to %s is refused', async (to) => {
    await expect(move(config, { to })).rejects.toThrow('--to must not hold a password');
  });

  it('makes the next start doubt the database, also when nothing outside is newer', async () => {
    const { path: file } = await backUp();
    await writeCheckpoint();
    await database.close();
    rmSync(path);
    await restore(file);
    database = await Database.open(config.databaseUrl, SCHEMA, clock);
    const checkpoint = new AuditCheckpoint(config, database, clock, new Random());
    expect(await checkpoint.missing()).toMatchObject({
      sequence: 5,
      hash: expect.stringContaining('restored from a backup'),
    });
    expect(await check(file)).toMatchObject({ problems: [] });
  });
});
