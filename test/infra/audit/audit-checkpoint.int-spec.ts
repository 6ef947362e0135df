import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { AuditCheckpoint, type Checkpoint } from '../../../src/infra/audit/audit-checkpoint.js';
import { Clock } from '../../../src/infra/runtime/clock.js';
import type { Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { Random } from '../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../src/schema.js';
import { backUp, ENGINES, readyDatabase, temporaryFolder } from '../../support/databases.js';

describe.each(ENGINES)('the mark of the audit chain, on %s', (engine) => {
  const clock = new Clock();
  let url: string;
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    url = await readyDatabase(engine);
    folder = join(temporaryFolder(), 'below', 'checkpoints');
    database = await Database.open(url, SCHEMA, clock);
  });

  afterEach(() => database.close());

  const markOf = (of = database, checkpointDir: string | null = folder): AuditCheckpoint =>
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

  it('tells where the chain is, for its owner only, and follows it', async () => {
    await append(3);
    const mark = markOf();
    expect(await mark.missing()).toBeNull();
    await mark.write();
    expect(written()).toMatchObject({ sequence: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    await append(2);
    await mark.write();
    expect(written().sequence).toBe(5);
    expect(await mark.missing()).toBeNull();
  });

  it('is written again only when the chain has grown', async () => {
    await append(1);
    await markOf().write();
    const before = statSync(fileOf()).ino;
    await markOf().write();
    expect(statSync(fileOf()).ino).toBe(before);
  });

  it('is written by one after another, whoever asks for it meanwhile', async () => {
    await append(1);
    const mark = markOf();
    await Promise.all([mark.write(), append(1).then(() => mark.write()), mark.write()]);
    expect(written().sequence).toBe(2);
  });

  it('is lost to a chain that is shorter, and to one that took another way', async () => {
    await append(2);
    await database.close();
    const restore = await backUp(url);
    database = await Database.open(url, SCHEMA, clock);
    await append(3);
    await markOf().write();
    const mark = written();
    await database.close();
    await restore();
    database = await Database.open(url, SCHEMA, clock);
    expect(await markOf().missing()).toEqual(mark);
    await append(3, 'b');
    expect(await markOf().missing()).toEqual(mark);
    await append(9, 'b');
    expect(await markOf().missing()).toEqual(mark);
    await markOf().write();
    expect(await markOf().missing()).toBeNull();
  });

  it('of several databases may be in one folder', async () => {
    const other = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    await append(5);
    // Two chains that begin with the same words in the same microsecond would be one to the mark.
    await append(2, 'b', other);
    await markOf().write();
    await markOf(other).write();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await markOf().missing()).toBeNull();
    expect(await markOf(other).missing()).toBeNull();
    await other.close();
  });

  it('that cannot be understood is one that no chain holds', async () => {
    await append(2);
    await markOf().write();
    for (const text of ['', '{', 'null', '{"sequence":1}', '{"sequence":"2"}']) {
      writeFileSync(fileOf(), text);
      expect(await markOf().missing()).toMatchObject({ hash: 'unreadable' });
    }
  });

  it('half written beside the old one changes nothing', async () => {
    await append(2);
    await markOf().write();
    writeFileSync(`${fileOf()}.beside`, '{"sequ');
    expect(await markOf().missing()).toBeNull();
  });

  it('that may not be read is told, and never taken for none', async () => {
    await append(2);
    await markOf().write();
    const file = fileOf();
    const elsewhere = join(temporaryFolder(), 'other');
    mkdirSync(join(elsewhere, file.split('/').at(-1) ?? ''), { recursive: true });
    await expect(markOf(database, elsewhere).missing()).rejects.toThrow(/EISDIR/);
  });

  it('is not kept for an empty chain, nor without a folder', async () => {
    await markOf().write();
    expect(() => readdirSync(folder)).toThrow(/ENOENT/);
    await append(1);
    await markOf(database, null).write();
    expect(await markOf(database, null).missing()).toBeNull();
    expect(() => readdirSync(folder)).toThrow(/ENOENT/);
  });
});
