import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { backup, restore } from '../../../src/backup-commands.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { AuditCheckpoint } from '../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import { checkBackup, type CheckedBackup } from '../../../src/infra/backup/check-backup.js';
import { makeBackup, type Backup } from '../../../src/infra/backup/make-backup.js';
import { digestOfFile, manifestPath } from '../../../src/infra/backup/manifest.js';
import { damageOfDump } from '../../../src/infra/backup/postgres-dump.js';
import { EmptyTarget } from '../../../src/infra/backup/empty-target.js';
import { connectionOf, requireTools } from '../../../src/infra/backup/postgres-tools.js';
import { restoreBackup } from '../../../src/infra/backup/restore-backup.js';
import { readConfig, type Config } from '../../../src/infra/config/config.js';
import { Database, readWithoutLock } from '../../../src/infra/database/database.js';
import { Random } from '../../../src/infra/runtime/ids.js';
import { osUser } from '../../../src/infra/runtime/os-user.js';
import { SCHEMA } from '../../../src/schema.js';
import { ClientPostgres, clientLacks } from '../../support/databases/client-postgres.js';
import { freshDatabase, PEPPER, temporaryFolder } from '../../support/databases/databases.js';
import { withRoles } from '../../support/databases/postgres-roles.js';
import { pause } from '../../support/dealers.js';
import { toldToEnd } from '../../support/told-to-end.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { newAgeKey } from './age-key.js';

const lacking = clientLacks();
const describeHere = lacking === null ? describe : describe.skip;
if (lacking !== null) process.stderr.write(`No backup of PostgreSQL: ${lacking}\n`);

const PATH = process.env['PATH'] ?? '';

/** A folder with these programs alone, whatever they say. */
function inPath(programs: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  process.env['PATH'] = `${folder}:/bin`;
  return folder;
}

const saying = (tool: string, version: string): string => `echo '${tool} (PostgreSQL) ${version}'`;

describe('The programs of PostgreSQL', () => {
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  it('are asked for by name when they are not there', async () => {
    process.env['PATH'] = temporaryFolder();
    await expect(requireTools(180_004)).rejects.toThrow(/pg_dump is not there: install the client/);
  });

  it.each([
    ['15.18 (Debian 15.18-0+deb12u1)', 180_004, /pg_dump is of PostgreSQL 15 .* version 18/],
    ['18.1', 180_004, null],
    ['19beta1', 180_004, null],
    ['of another make', 180_004, /cannot dump/],
  ])('of version %s, for a server of version %i: %s', async (said, server, expected) => {
    inPath({ pg_dump: saying('pg_dump', said), pg_restore: saying('pg_restore', '18.1') });
    const asked = requireTools(server);
    await (expected === null
      ? expect(asked).resolves.toBeUndefined()
      : expect(asked).rejects.toThrow(expected));
  });

  it('are refused where only pg_restore is too old', async () => {
    inPath({ pg_dump: saying('pg_dump', '18.1'), pg_restore: saying('pg_restore', '17.2') });
    await expect(requireTools(180_004)).rejects.toThrow(/pg_restore .* 17 and cannot read the dump .* 18/);
  }); // prettier-ignore

  it('get nothing to read, so that they cannot wait for an answer', async () => {
    const version = `cat; ${saying('pg_dump', '18.1')}`;
    inPath({ pg_dump: version, pg_restore: version });
    await expect(requireTools(180_004)).resolves.toBeUndefined();
  });

  it.each([
    ['is too old', 'echo "pg_restore: error: unsupported version (1.16) in file header" >&2; exit 1', /unsupported version/],
    ['is killed', 'kill -9 $$', /SIGKILL/],
  ])('say nothing about a dump where pg_restore %s', async (_, text, expected) => {
    inPath({ pg_restore: text });
    await expect(damageOfDump('one.dump')).rejects.toThrow(expected);
  }); // prettier-ignore

  it('say nothing about a dump where pg_restore may not be run', async () => {
    const folder = inPath({ pg_restore: 'exit 0' });
    chmodSync(join(folder, 'pg_restore'), 0o644);
    process.env['PATH'] = folder;
    await expect(damageOfDump('one.dump')).rejects.toThrow(/EACCES/);
  });

  it('say that a dump is damaged where pg_restore ends with an error', async () => {
    inPath({ pg_restore: 'echo "could not read from input file: end of file" >&2; exit 1' });
    expect(await damageOfDump('one.dump')).toEqual([expect.stringMatching(/cannot be read: .* end of file/)]);
  }); // prettier-ignore

  it.each([
    ['postgres://marina:a%2Fb@h:5433/d?sslmode=verify-full', 'postgres://marina@h:5433/d?sslmode=verify-full', 'a/b'],
    ['postgres:///d?host=/run&user=m&password=p', 'postgres:///d?host=%2Frun&user=m', 'p'],
    ['postgres://h/d', 'postgres://h/d', ''],
  ])('get %s without its password', (url, address, password) => {
    expect(connectionOf(url)).toEqual({ address, password });
  }); // prettier-ignore
});

describeHere('A backup of a PostgreSQL database', () => {
  const clock = new HandClock();
  let server: ClientPostgres;
  let count = 0;
  let config: Config;
  let folder: string;
  let database: Database;

  beforeAll(async () => {
    server = await ClientPostgres.start();
  });

  afterAll(() => server.stop());

  beforeEach(async () => {
    process.env['PATH'] = `${server.bin}:${PATH}`;
    count += 1;
    const url = await server.database(`desk_${count}`);
    folder = temporaryFolder();
    config = readConfig({
      DATABASE_URL: url,
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      MARINA_KEY_PEPPER: PEPPER,
    });
    database = await Database.open(url, SCHEMA, clock);
    await append(5);
  });

  afterEach(async () => {
    process.env['PATH'] = PATH;
    await database.close();
  });

  const append = (entries: number): Promise<void> => {
    const facts = Array.from({ length: entries }, (_, n) => ({ type: 'NOTE', body: { n } }));
    const log = new AuditLog(clock, new AuditTail());
    return database.units.run((unit) => log.append(unit, 'notes', { name: 'system:test' }, facts));
  };

  const backUp = (): Promise<Backup> =>
    makeBackup(config, SCHEMA, { out: folder, version: '1.2.3', clock });

  const check = async (file: string, scratch?: string): Promise<CheckedBackup> =>
    checkBackup(file, config, SCHEMA, {
      scratch: scratch === undefined ? null : await server.database(scratch),
    });

  it('is a dump with a manifest, for its owner alone, and good in another database', async () => {
    const { path, manifest } = await backUp();
    await append(3);
    await new AuditCheckpoint(config, database, clock, new Random()).write();
    expect(readdirSync(folder).sort()).toEqual([path, manifestPath(path)].map((one) => one.slice(folder.length + 1)).sort());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(path).toMatch(/marina-\d{8}T\d{6}Z\.dump$/);
    expect(manifest).toMatchObject({
      engine: 'postgres',
      entries: 5,
      bytes: statSync(path).size,
      sha256: await digestOfFile(path),
    });
    const checked = await check(path, `scratch_${count}`);
    expect(checked).toMatchObject({ problems: [], isTrailVerified: true, entriesBehind: 3 });
  }); // prettier-ignore

  it('is in the trail of the database, and not in its own, once the command has made it', async () => {
    const { data, ok } = await backup(config, { out: folder });
    const { manifest } = data as Backup;
    const entries = await database.reading.query<{ actor: string; body: string }>(
      "SELECT actor, body FROM audit_entries WHERE type = 'BACKUP_MADE'",
    );
    expect([ok, manifest.entries]).toEqual([true, 5]);
    const { file, bytes, sha256 } = manifest;
    expect(entries.map(({ body }) => JSON.parse(body) as object)).toEqual([
      {
        file,
        entries: 5,
        bytes,
        sha256,
        encrypted: false,
        doneAt: expect.any(String),
        osUser: osUser(),
      },
    ]);
    expect(entries[0]?.actor).toBe('system:command-line');
  });

  it('says without another database that the trail in it was not verified', async () => {
    const { path } = await backUp();
    expect(await check(path)).toMatchObject({
      problems: [],
      isTrailVerified: false,
      outside: null,
    });
    const { data, text, ok } = await restore(config, path, { check: true });
    expect([ok, text]).toEqual([null, expect.stringContaining('is NOT known')]);
    expect(data).toMatchObject({ good: null });
    const env = { ...process.env, DATABASE_URL: config.databaseUrl, MARINA_KEY_PEPPER: PEPPER };
    const checking = spawn(process.execPath, ['dist/cli.js', 'restore', '--check', path], { env, stdio: 'ignore' }); // prettier-ignore
    expect(await once(checking, 'exit')).toEqual([3, null]);
  });

  it('leaves the database that is named for the check alone, if it is not empty', async () => {
    const { path } = await backUp();
    const checked = checkBackup(path, config, SCHEMA, { scratch: config.databaseUrl });
    await expect(checked).rejects.toThrow(/is not empty, and was not touched/);
  });

  it('is encrypted where it has recipients, and good in another database once it is decrypted', async () => {
    const { recipient, file: identityFile } = await newAgeKey();
    const recipients = [recipient];
    config = { ...config, backup: { recipients, identityFile } };
    const { path, manifest } = await backUp();
    expect(path).toMatch(/\.dump\.age$/);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(manifest).toMatchObject({ engine: 'postgres', encrypted: true, recipients });
    expect(readFileSync(path).includes('PGDMP')).toBe(false);
    const scratch = await server.database(`decrypted_${count}`);
    const source = { name: 'BACKUP_IDENTITY_FILE', path: identityFile };
    const checked = await checkBackup(path, config, SCHEMA, { scratch, identity: source });
    expect(checked).toMatchObject({ problems: [], isTrailVerified: true });
    const unread = await restore(config, path, { check: true });
    expect([unread.ok, unread.text]).toEqual([null, expect.stringContaining('--scratch')]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is found to be damaged, also where its manifest was written anew', async () => {
    const { path, manifest } = await backUp();
    truncateSync(path, manifest.bytes - 200);
    expect((await check(path)).problems).toEqual([expect.stringContaining('not the one that its manifest')]);
    const anew = { ...manifest, bytes: manifest.bytes - 200, sha256: await digestOfFile(path) };
    writeFileSync(manifestPath(path), JSON.stringify(anew));
    expect((await check(path)).problems).toEqual([expect.stringContaining('it cannot be read')]);
  }); // prettier-ignore

  it('is not kept if the trail does not hold', async () => {
    await database.units.run(async (unit) => {
      await unit.query("SET LOCAL session_replication_role = 'replica'");
      await unit.execute("UPDATE audit_entries SET body = '{}' WHERE sequence = 3", []);
    });
    await expect(backUp()).rejects.toThrow(/its audit trail: the chain does not hold/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is of one moment, which is the one of its manifest, while entries are written', async () => {
    const bin = join(temporaryFolder(), 'bin');
    mkdirSync(bin);
    const mark = join(bin, 'started');
    // Says that it has started, and waits until it may go on.
    const script = `#!/bin/sh\ncase "$1" in --version) ;; *) touch ${mark}; while [ -e ${mark} ]; do sleep 0.05; done;; esac\nexec ${server.bin}/pg_dump "$@"\n`;
    writeFileSync(join(bin, 'pg_dump'), script, { mode: 0o755 });
    process.env['PATH'] = `${bin}:${server.bin}:${PATH}`;
    const making = backUp();
    while (!readdirSync(bin).includes('started')) await pause(20);
    await append(4);
    execFileSync('rm', [mark]);
    const { path, manifest } = await making;
    expect(manifest.entries).toBe(5);
    expect(await check(path, `moment_${count}`)).toMatchObject({ problems: [] });
  });

  it('ends pg_dump when it is told to end, and leaves nothing', async () => {
    const bin = temporaryFolder();
    const mark = join(bin, 'pid');
    const script = `#!/bin/sh\ncase "$1" in --version) exec ${server.bin}/pg_dump "$@";; esac\necho $$ > ${mark}.new; mv ${mark}.new ${mark}; exec sleep 600\n`;
    writeFileSync(join(bin, 'pg_dump'), script, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${server.bin}:${PATH}`, DATABASE_URL: config.databaseUrl, MARINA_KEY_PEPPER: PEPPER };
    const making = spawn(process.execPath, ['dist/cli.js', 'backup', '--out', folder], { env, stdio: 'ignore' });
    const ended = once(making, 'exit');
    while (making.exitCode === null && !readdirSync(bin).includes('pid')) await pause(20);
    making.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    const pid = Number(readFileSync(mark, 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(readdirSync(folder)).toEqual([]);
  }); // prettier-ignore

  it('leaves nothing when it is told to end while the trail is examined', async () => {
    const env = { DATABASE_URL: config.databaseUrl, MARINA_KEY_PEPPER: PEPPER };
    const told = { point: 'copy-half-examined', signal: 'SIGTERM', env, folder } as const;
    const { code, files } = await toldToEnd(['backup', '--out', folder], told);
    expect([code, files]).toEqual([1, [expect.stringMatching(/\.dump\.partial$/)]]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never lets pg_dump ask for a password, and shows none in its arguments', async () => {
    const bin = temporaryFolder();
    const seen = join(bin, 'seen');
    const script = `#!/bin/sh\necho "$@" >> ${seen}\nenv | grep PGPASSWORD= >> ${seen}.env\nexec ${server.bin}/pg_dump "$@"\n`;
    writeFileSync(join(bin, 'pg_dump'), script, { mode: 0o755 });
    process.env['PATH'] = `${bin}:${server.bin}:${PATH}`;
    await backUp();
    expect(readFileSync(seen, 'utf8')).toMatch(/--no-password .*--format=custom/);
    expect(readFileSync(seen, 'utf8')).not.toContain('secret-of-the-url');
    expect(readFileSync(`${seen}.env`, 'utf8')).toContain('PGPASSWORD=secret-of-the-url');
  });

  /** A configuration with another, new database. */
  const elsewhere = async (name: string): Promise<Config> => ({
    ...config,
    databaseUrl: await server.database(`${name}_${count}`),
  });

  /** What somebody could have made in a database: tables, functions, types. */
  const objectsIn = (url: string): Promise<readonly string[]> =>
    readWithoutLock(url, SCHEMA, async (_, reading) => {
      const rows = await reading.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE oid >= 16384 AND relkind <> 't'
         UNION SELECT proname FROM pg_proc WHERE oid >= 16384
         UNION SELECT nspname FROM pg_namespace WHERE oid >= 16384 AND nspname !~ '^pg_'`,
      );
      return rows.map(({ name }) => name);
    });

  const missingIn = async ({ databaseUrl, checkpointDir }: Config) => {
    const restored = await Database.open(databaseUrl, SCHEMA, clock);
    const checkpoint = new AuditCheckpoint(
      { checkpointDir } as Config,
      restored,
      clock,
      new Random(),
    );
    try {
      return await checkpoint.missing();
    } finally {
      await restored.close();
    }
  };

  it('is restored into an empty database, which the next start doubts', async () => {
    const { path } = await backUp();
    await new AuditCheckpoint(config, database, clock, new Random()).write();
    const into = await elsewhere('restored');
    const { ok, text } = await restore(into, path, {});
    expect([ok, text]).toEqual([true, expect.stringMatching(/^restored postgres:.*: 5 audit entries/)]);
    expect(text).not.toContain('secret-of-the-url');
    expect(await missingIn(into)).toMatchObject({
      sequence: 5,
      hash: expect.stringContaining('restored from a backup'),
    });
  }); // prettier-ignore

  it('is restored beside a newer checkpoint, which tells what is forgotten', async () => {
    const { path } = await backUp();
    await append(3);
    await new AuditCheckpoint(config, database, clock, new Random()).write();
    const into = await elsewhere('older');
    const restored = await restoreBackup(path, { config: into, schema: SCHEMA }, { replace: false, clock });
    expect(restored).toMatchObject({ problems: [], entriesBehind: 3, keyPepper: null, former: null });
    expect(await missingIn(into)).toMatchObject({ sequence: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  }); // prettier-ignore

  it('is restored by the role that owns the tables, for the one of the service to read', async () => {
    const { path } = await backUp();
    const { owner, app } = await withRoles(await server.database(`roles_${count}`));
    expect(await restore({ ...config, databaseUrl: owner }, path, {})).toMatchObject({ ok: true });
    const read = readWithoutLock(app, SCHEMA, (_, reading) =>
      reading.query('SELECT sequence FROM audit_entries'),
    );
    expect(await read).toHaveLength(5);
  });

  it('is decrypted for its restore, and only where an identity is named', async () => {
    const { recipient, file: identity } = await newAgeKey();
    config = { ...config, backup: { recipients: [recipient], identityFile: null } };
    const { path } = await backUp();
    const into = await elsewhere('secret');
    await expect(restore(into, path, {})).rejects.toThrow(/must name the file with the identity/);
    expect(await restore(into, path, { identity })).toMatchObject({ ok: true });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is not restored into a database that is not empty, nor in place of one', async () => {
    const { path } = await backUp();
    await expect(restore(config, path, {})).rejects.toThrow(/is not empty, and was not touched/);
    await expect(restore(config, path, { replace: true })).rejects.toThrow(/--replace is for SQLite/);
  }); // prettier-ignore

  it('leaves the database empty, and its checkpoint as it was, where what was restored is not good', async () => {
    const { path, manifest } = await backUp();
    await new AuditCheckpoint(config, database, clock, new Random()).write();
    const marks = String(config.checkpointDir);
    const before = readdirSync(marks).map((name) => readFileSync(join(marks, name), 'utf8'));
    const into = await elsewhere('not_good');
    for (const change of [{ lastHash: 'f'.repeat(64) }, { sha256: 'f'.repeat(64) }]) {
      writeFileSync(manifestPath(path), JSON.stringify({ ...manifest, ...change }));
      await expect(restore(into, path, {})).rejects.toThrow(/not good, and nothing was changed/);
      expect(await objectsIn(into.databaseUrl)).toEqual([]);
    }
    const after = readdirSync(marks).map((name) => readFileSync(join(marks, name), 'utf8'));
    expect(after).toEqual(before);
    writeFileSync(manifestPath(path), JSON.stringify(manifest));
    expect(await restore(into, path, {})).toMatchObject({ ok: true });
  }); // prettier-ignore

  it('leaves the database empty where pg_restore fails half-way, or the command is told to end', async () => {
    const { path } = await backUp();
    const into = await elsewhere('told');
    const bin = temporaryFolder();
    // Reads all but the end of the dump, once its tables are made.
    const cut = `for file; do :; done; head -c -200 "$file" | exec ${server.bin}/pg_restore "$1" "$2" "$3" "$4"`;
    const whole = `exec ${server.bin}/pg_restore "$@"`;
    const fails = `#!/bin/sh\ncase "$*" in *--single-transaction*) ${cut};; *) ${whole};; esac\n`;
    writeFileSync(join(bin, 'pg_restore'), fails, { mode: 0o755 });
    process.env['PATH'] = `${bin}:${server.bin}:${PATH}`;
    await expect(restore(into, path, {})).rejects.toThrow(/pg_restore failed/);
    expect(await objectsIn(into.databaseUrl)).toEqual([]);
    process.env['PATH'] = `${server.bin}:${PATH}`;
    const env = { DATABASE_URL: into.databaseUrl, MARINA_KEY_PEPPER: PEPPER, MARINA_CHECKPOINT_DIR: temporaryFolder() };
    const told = { point: 'copy-half-examined', signal: 'SIGTERM', env, folder } as const;
    expect(await toldToEnd(['restore', path], told)).toMatchObject({ code: 1, said: expect.stringContaining('Stopped by SIGTERM') });
    expect(await objectsIn(into.databaseUrl)).toEqual([]);
    expect(readdirSync(env.MARINA_CHECKPOINT_DIR)).toEqual([]);
  }); // prettier-ignore

  it('lets a service that is started meanwhile wait, and a second restore not begin', async () => {
    const { path } = await backUp();
    const into = await elsewhere('waiting');
    const held = await EmptyTarget.hold(into.databaseUrl, SCHEMA);
    const opening = Database.open(into.databaseUrl, SCHEMA, clock);
    await expect(restore(into, path, {})).rejects.toThrow(/another restore, works on the database/);
    const isOpen = opening.then(() => true);
    expect(await Promise.race([isOpen, pause(50).then(() => false)])).toBe(false);
    await held.release();
    await (await opening).close();
  });
});

it('refuses a dump where a copy of SQLite is restored', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'one.dump');
  writeFileSync(file, 'PGDMP');
  const manifest = { format: 'marina-backup/1', engine: 'postgres', madeAt: '2026-11-20T11:00:00.000Z', entries: 0, bytes: 5, sha256: '' };
  writeFileSync(manifestPath(file), JSON.stringify(manifest));
  const config = readConfig({ DATABASE_URL: await freshDatabase('sqlite') });
  await expect(restore(config, file, {})).rejects.toThrow(/is a dump of PostgreSQL, and DATABASE_URL names/);
}); // prettier-ignore
