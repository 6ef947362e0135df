import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import {
  AuditCheckpoint,
  type Checkpoint,
} from '../../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { Random } from '../../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../../src/schema.js';
import {
  backUp,
  ENGINES,
  readyDatabase,
  temporaryFolder,
} from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe.each(ENGINES)('the audit checkpoint on %s', (engine) => {
  const clock = new HandClock();
  let url: string;
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    url = await readyDatabase(engine);
    folder = join(temporaryFolder(), 'below', 'checkpoints');
    database = await Database.open(url, SCHEMA, clock);
  });

  afterEach(() => database.close());

  const checkpointOf = (of = database, checkpointDir: string | null = folder): AuditCheckpoint =>
    new AuditCheckpoint({ checkpointDir } as Config, of, clock, new Random());

  const append = (count: number, word = 'a', to = database): Promise<void> => {
    const facts = Array.from({ length: count }, (_, n) => ({ type: 'NOTE', body: { word, n } }));
    const log = new AuditLog(clock, new AuditTail());
    return to.units.run((unit) => log.append(unit, 'notes', { name: 'system:test' }, facts));
  };

  const fileOf = (): string => {
    const [name, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    return join(folder, String(name));
  };

  const written = (): Checkpoint => JSON.parse(readFileSync(fileOf(), 'utf8')) as Checkpoint;

  it('records the head of the chain, readable by its owner only, and follows it', async () => {
    await append(3);
    const checkpoint = checkpointOf();
    expect(await checkpoint.missing()).toBeNull();
    await checkpoint.write();
    expect(written()).toMatchObject({ sequence: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    await append(2);
    await checkpoint.write();
    expect(written().sequence).toBe(5);
    expect(await checkpoint.missing()).toBeNull();
  });

  it('is written again only when the chain has grown', async () => {
    await append(1);
    await checkpointOf().write();
    const before = statSync(fileOf()).ino;
    await checkpointOf().write();
    expect(statSync(fileOf()).ino).toBe(before);
  });

  it('is written by one call after another', async () => {
    await append(1);
    const checkpoint = checkpointOf();
    await Promise.all([
      checkpoint.write(),
      append(1).then(() => checkpoint.write()),
      checkpoint.write(),
    ]);
    expect(written().sequence).toBe(2);
  });

  it('is missing from a chain that is shorter or has diverged', async () => {
    await append(2);
    await database.close();
    const restore = await backUp(url);
    database = await Database.open(url, SCHEMA, clock);
    await append(3);
    await checkpointOf().write();
    const checkpoint = written();
    await database.close();
    await restore();
    database = await Database.open(url, SCHEMA, clock);
    expect(await checkpointOf().missing()).toEqual(checkpoint);
    await append(3, 'b');
    expect(await checkpointOf().missing()).toEqual(checkpoint);
    await append(9, 'b');
    expect(await checkpointOf().missing()).toEqual(checkpoint);
    await checkpointOf().write();
    expect(await checkpointOf().missing()).toBeNull();
  });

  it('can share a folder with those of other databases', async () => {
    const other = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    await append(5);
    // A different first entry: two chains whose first entries are identical would share a checkpoint.
    await append(2, 'b', other);
    await checkpointOf().write();
    await checkpointOf(other).write();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await checkpointOf().missing()).toBeNull();
    expect(await checkpointOf(other).missing()).toBeNull();
    await other.close();
  });

  it('counts as missing when it is unreadable', async () => {
    await append(2);
    await checkpointOf().write();
    for (const text of ['', '{', 'null', '{"sequence":1}', '{"sequence":"2"}']) {
      writeFileSync(fileOf(), text);
      expect(await checkpointOf().missing()).toMatchObject({ hash: 'unreadable' });
    }
  });

  it('ignores a half-written file next to the old one', async () => {
    await append(2);
    await checkpointOf().write();
    writeFileSync(`${fileOf()}.beside`, '{"sequ');
    expect(await checkpointOf().missing()).toBeNull();
  });

  it('fails when the file cannot be read, instead of assuming that there is none', async () => {
    await append(2);
    await checkpointOf().write();
    const file = fileOf();
    const elsewhere = join(temporaryFolder(), 'other');
    mkdirSync(join(elsewhere, file.split('/').at(-1) ?? ''), { recursive: true });
    await expect(checkpointOf(database, elsewhere).missing()).rejects.toThrow(/EISDIR/);
  });

  it('is not written for an empty chain or without a folder', async () => {
    await checkpointOf().write();
    expect(() => readdirSync(folder)).toThrow(/ENOENT/);
    await append(1);
    await checkpointOf(database, null).write();
    expect(await checkpointOf(database, null).missing()).toBeNull();
    expect(() => readdirSync(folder)).toThrow(/ENOENT/);
  });
});
