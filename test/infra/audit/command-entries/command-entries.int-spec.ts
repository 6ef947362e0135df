import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaveEntry } from '../../../../src/command-trail.js';
import { COMMAND_LINE } from '../../../../src/infra/audit/actor.js';
import { AuditEntryRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { AuditCheckpoint } from '../../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import {
  folderIn,
  type CommandFact,
} from '../../../../src/infra/audit/command-entries/command-entry.js';
import { HandedOverEntries } from '../../../../src/infra/audit/command-entries/handed-over-entries.js';
import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import { Random } from '../../../../src/infra/runtime/ids.js';
import { osUser } from '../../../../src/infra/runtime/os-user.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon } from '../../../support/builders.js';
import {
  ENGINES,
  freshDatabase,
  readyDatabase,
  temporaryFolder,
  type Engine,
} from '../../../support/databases/databases.js';
import { withRoles } from '../../../support/databases/postgres-roles.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { read } from '../../config/settings.js';

const MADE: CommandFact = { type: 'BACKUP_MADE', body: { file: 'marina.db', entries: 1 } };
const DONE = { file: 'marina.db', entries: 1, doneAt: '2026-11-20T11:00:00.000Z' };

/** A desk whose trail has one entry, and the commands beside it. */
class CommandsDesk {
  readonly clock = new HandClock(noon(0));
  readonly logged: string[] = [];
  readonly place: Config;
  private readonly audit = new AuditLog(this.clock, new AuditTail());

  private constructor(
    readonly database: Database,
    databaseUrl: string,
    dataFolder: string,
  ) {
    const env = { MARINA_CHECKPOINT_DIR: temporaryFolder() };
    this.place = { ...read(env), databaseUrl, dataFolder };
  }

  static async open(url: string, dataFolder = temporaryFolder()): Promise<CommandsDesk> {
    const database = await Database.open(url, SCHEMA, new HandClock(noon(0)));
    return new CommandsDesk(database, url, dataFolder);
  }

  async begin(): Promise<void> {
    const first = { type: 'SERVICE_STARTED', body: { url: this.place.databaseUrl } };
    await this.database.units.run((unit) =>
      this.audit.append(unit, 'service', { name: 'system:marina' }, [first]),
    );
  }

  leave(fact = MADE, place: Partial<Config> = {}): Promise<string | null> {
    return leaveEntry({ ...this.place, ...place }, fact, this.clock);
  }

  /** The part of the service that takes what commands have left. */
  service(): HandedOverEntries {
    const logger = new AppLogger(createLogger('warn', (line) => this.logged.push(line)));
    return new HandedOverEntries(this.place, this.database, this.audit, logger);
  }

  /** What the service does each second. */
  async take(): Promise<void> {
    await this.service().take();
  }

  async entries(): Promise<readonly AuditEntryRow[]> {
    return this.database.reading.find(AuditEntryRow, 'sequence > 1 ORDER BY sequence');
  }

  get files(): readonly string[] {
    const folder = folderIn(this.place.dataFolder);
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** As the command leaves it on SQLite. */
  put(name: string, text: string): void {
    mkdirSync(folderIn(this.place.dataFolder), { recursive: true });
    writeFileSync(join(folderIn(this.place.dataFolder), name), text);
  }

  text(name: string): string {
    return readFileSync(join(folderIn(this.place.dataFolder), name), 'utf8');
  }
}

describe.each(ENGINES)('What a command has read or copied, on %s', (engine: Engine) => {
  let desk: CommandsDesk;

  beforeEach(async () => {
    desk = await CommandsDesk.open(await readyDatabase(engine));
  });

  afterEach(() => desk.database.close());

  it('is in the trail, with who did it, when, and an id of its own', async () => {
    await desk.begin();
    expect(await desk.leave()).toBeNull();
    expect(await desk.leave()).toBeNull();
    desk.clock.pass(60_000);
    await desk.take();
    const [entry, second] = await desk.entries();
    expect(entry).toMatchObject({
      type: 'BACKUP_MADE',
      actor: COMMAND_LINE.name,
      stream: 'database',
    });
    expect(entry?.requestId).toMatch(/^cmd_[0-9A-Z]{26}$/);
    expect(second?.requestId).not.toBe(entry?.requestId);
    expect(JSON.parse(entry?.body ?? '')).toEqual({ ...DONE, osUser: osUser() });
    expect(desk.files).toEqual([]);
  });

  it('is in no trail that has no entry: there was nothing to read', async () => {
    expect(await desk.leave()).toBeNull();
    await desk.take();
    expect([desk.files, await desk.entries()]).toEqual([[], []]);
  });
});

describe('The entry of a command that an SQLite database is to have', () => {
  let desk: CommandsDesk;

  beforeEach(async () => {
    desk = await CommandsDesk.open(await readyDatabase('sqlite'));
    await desk.begin();
  });

  afterEach(() => desk.database.close());

  it('waits for the service in a file that only its owner can read', async () => {
    await desk.leave();
    expect(await desk.entries()).toEqual([]);
    expect(desk.files).toEqual([expect.stringMatching(/^cmd_[0-9A-Z]{26}\.json$/)]);
    const { mode } = statSync(join(folderIn(desk.place.dataFolder), String(desk.files[0])));
    expect(mode & 0o777).toBe(0o600);
  });

  it('is entered once, also where the service was killed before it could remove the file', async () => {
    await desk.leave();
    const [name = ''] = desk.files;
    const text = desk.text(name);
    await desk.take();
    desk.put(name, text);
    await desk.take();
    expect(await desk.entries()).toHaveLength(1);
    expect(desk.files).toEqual([]);
  });

  it('is entered also where a hundred before it cannot be taken, one look after the other', async () => {
    await desk.leave();
    const [name = ''] = desk.files;
    // Their names sort before it, and no folder can be read or removed as a file.
    for (let n = 0; n < 100; n += 1) {
      const failing = `cmd_${'0'.repeat(24)}${String(n).padStart(2, '0')}.json`;
      mkdirSync(join(folderIn(desk.place.dataFolder), failing));
    }
    const service = desk.service();
    await service.take();
    await service.take();
    expect(await desk.entries()).toHaveLength(1);
    expect(desk.files).not.toContain(name);
    expect(desk.files).toHaveLength(100);
  });

  it('is left alone where it is of another trail, half written or of a kind that commands do not leave', async () => {
    await desk.leave();
    const [name = ''] = desk.files;
    const entry = JSON.parse(desk.text(name)) as object;
    // The id of the entry is random, and may end in one of the letters.
    const others = ['A', 'B', 'C', 'D']
      .map((last) => `${name.slice(0, -6)}${last}.json`)
      .filter((other) => other !== name)
      .slice(0, 3);
    const [foreign = '', broken = '', forged = ''] = others;
    desk.put(foreign, JSON.stringify({ ...entry, trail: 'marina/other' }));
    desk.put(broken, '{"id":');
    desk.put(forged, JSON.stringify({ ...entry, type: 'KEY_CREATED' }));
    desk.put(`${name}.partial`, '{');
    await desk.take();
    expect((await desk.entries()).map(({ type }) => type)).toEqual(['BACKUP_MADE']);
    expect([...desk.files].sort()).toEqual([...others, `${name}.partial`].sort());
    expect(desk.logged).toHaveLength(2);
  });

  it('is not left beside a copy that no service works with, and the command says so', async () => {
    const folder = temporaryFolder();
    await desk.database.read((manager) =>
      manager.query('VACUUM INTO ?', [join(folder, 'copy.db')]),
    );
    const copy = { databaseUrl: `sqlite:${join(folder, 'copy.db')}`, dataFolder: folder };
    expect(await desk.leave(MADE, copy)).toBe(
      'The audit trail has no entry of this: no service has worked with this file',
    );
    expect(readdirSync(folder)).toEqual(['copy.db']);
  });

  it('cannot be left where the data folder is no folder, and the command says so', async () => {
    const dataFolder = join(temporaryFolder(), 'file');
    writeFileSync(dataFolder, '');
    expect(await desk.leave(MADE, { dataFolder })).toMatch(
      /^The audit trail has no entry of this: ENOTDIR/,
    );
  });
});

describe('The entry of a command that a PostgreSQL database is to have', () => {
  let desk: CommandsDesk;

  beforeEach(async () => {
    desk = await CommandsDesk.open(await readyDatabase('postgres'));
    await desk.begin();
  });

  afterEach(() => desk.database.close());

  it('is written by the command, without the service', async () => {
    await desk.leave();
    expect(await desk.entries()).toHaveLength(1);
  });

  it('is left to the service where the database is older than its checkpoint: it is compared first', async () => {
    const { clock, database, place } = desk;
    await new AuditCheckpoint(place, database, clock, new Random()).write();
    const [name = ''] = readdirSync(String(place.checkpointDir));
    const file = join(String(place.checkpointDir), name);
    const head = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...head, sequence: 7, hash: 'b'.repeat(64) }));
    expect(await desk.leave()).toMatch(/no entry of this yet \(it is older than its checkpoint\)/);
    expect(await desk.entries()).toEqual([]);
    await desk.take();
    expect(await desk.entries()).toHaveLength(1);
  });

  it('is left to the service where the tables are those of an earlier release: a command that reads does not migrate', async () => {
    await desk.database.units.run((unit) =>
      unit.execute('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)'),
    );
    expect(await desk.leave()).toMatch(/its schema is of another release/);
    expect(await desk.entries()).toEqual([]);
  });
});

describe('The entry of a command whose role may only read', () => {
  let desk: CommandsDesk;
  let verifier: string;

  beforeEach(async () => {
    const superuser = await freshDatabase('postgres');
    const urls = await withRoles(superuser);
    desk = await CommandsDesk.open(urls.owner);
    await desk.begin();
    verifier = urls.verifier;
  });

  afterEach(() => desk.database.close());

  it('is left to the service where its data folder is here', async () => {
    expect(await desk.leave(MADE, { databaseUrl: verifier })).toMatch(
      /no entry of this yet \(permission denied/,
    );
    await desk.take();
    expect(await desk.entries()).toHaveLength(1);
  });

  it('is missing where that is elsewhere, and the command says so', async () => {
    const elsewhere = { databaseUrl: verifier, dataFolder: join(temporaryFolder(), 'data') };
    expect(await desk.leave(MADE, elsewhere)).toMatch(
      /^The audit trail has no entry of this: permission denied/,
    );
    expect(existsSync(elsewhere.dataFolder)).toBe(false);
  });
});
