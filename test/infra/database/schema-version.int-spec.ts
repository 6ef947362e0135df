import { DataSource } from 'typeorm';
import { schemaStateOf } from '../../../src/infra/database/schema-version.js';
import { dataSourceOptions } from '../../../src/infra/database/data-source-options.js';
import { Database } from '../../../src/infra/database/database.js';
import { schemaExitCode, schemaState, schemaText } from '../../../src/schema-commands.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, freshDatabase, readyDatabase } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';
import { HandClock } from '../../support/time/hand-clock.js';

const WANTED = SCHEMA.migrations.length;

/** What the migrations of the next release do to the database. */
async function upgraded(
  url: string,
  statements: readonly string[],
  servedFrom: number,
): Promise<void> {
  const source = await new DataSource(
    dataSourceOptions(url, { ...SCHEMA, migrations: [] }),
  ).initialize();
  const noted = `version = ${WANTED + 1}, served_from = ${servedFrom}`;
  for (const statement of [
    ...statements,
    `UPDATE schema_version SET ${noted}`,
    "INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'Next1999000000000')",
  ])
    await source.query(statement);
  await source.destroy();
}

describe.each(ENGINES)('A schema on %s', (engine) => {
  it('says which releases can work with it, as the last migration has noted', async () => {
    const source = new DataSource(dataSourceOptions(await readyDatabase(engine), SCHEMA));
    await source.initialize();
    const noted = await source.query<object[]>('SELECT version, served_from FROM schema_version');
    await source.destroy();
    expect(noted).toEqual([{ version: WANTED, served_from: SCHEMA.servedFrom }]);
  });

  it('that the next release has expanded is left alone, and works', async () => {
    const url = await readyDatabase(engine);
    await upgraded(
      url,
      [
        'ALTER TABLE order_requests ADD COLUMN venue text',
        'ALTER TABLE orders ADD COLUMN weight integer NOT NULL DEFAULT 0',
        'CREATE TABLE venues (id text PRIMARY KEY NOT NULL)',
      ],
      WANTED,
    );
    let log = '';
    const desk = await Desk.open(engine, {
      databaseUrl: url,
      env: { LOG_LEVEL: 'warn' },
      log: (line) => (log += line),
    });
    try {
      const { status, body } = await desk.post();
      expect([status, (await desk.cancel(body.id)).body.status]).toEqual([201, 'Cancelled']);
      expect(log).toContain('the schema is that of a newer release');
      expect(await schemaState(url)).toMatchObject({ kind: 'expanded', version: WANTED + 1 });
    } finally {
      await desk.close();
    }
  });

  it('that is too new is refused before anything is written', async () => {
    const url = await readyDatabase(engine);
    await upgraded(url, [], WANTED + 1);
    await expect(Database.open(url, SCHEMA, new HandClock())).rejects.toThrow(
      `The database has schema ${WANTED + 1}, which this release (schema ${WANTED}) cannot work with`,
    );
    expect((await schemaState(url)).kind).toBe('too-new');
  });

  it('is absent, behind, and then current', async () => {
    const url = await freshDatabase(engine);
    const check = async (): Promise<object> => {
      const { kind, version, pending, rolling } = await schemaState(url);
      return { kind, version, pending: pending.length, rolling };
    };
    expect(await check()).toEqual({ kind: 'absent', version: 0, pending: WANTED, rolling: false });
    const migrations = SCHEMA.migrations.slice(0, 5);
    const older = new DataSource(dataSourceOptions(url, { ...SCHEMA, migrations }));
    await older.initialize();
    await older.runMigrations({ transaction: 'each' });
    await older.destroy();
    expect(await check()).toEqual({
      kind: 'behind',
      version: 5,
      pending: WANTED - 5,
      rolling: SCHEMA.servedFrom <= 5,
    });
    const database = await Database.open(url, SCHEMA, new HandClock());
    expect(database.found?.kind).toBe('behind');
    await database.close();
    expect(await check()).toEqual({ kind: 'current', version: WANTED, pending: 0, rolling: true });
  });
});

describe('An upgrade', () => {
  const state = (servedFrom: number): ReturnType<typeof schemaStateOf> =>
    schemaStateOf((sql) => Promise.resolve((sql.includes('migrations') ? OLD : []) as never), {
      ...SCHEMA,
      servedFrom,
    });
  const OLD = SCHEMA.migrations.slice(0, 5).map(({ name }) => ({ name }));

  it.each([
    [5, 'instances of the present release can go on', 5],
    [6, 'stop every instance first', 6],
  ])(
    'to a schema that serves releases from %d says: %s (exit code %d)',
    async (servedFrom, text, code) => {
      const found = await state(servedFrom);
      expect(schemaText(found)).toContain(text);
      expect(schemaExitCode(found)).toBe(code);
    },
  );

  it('is told from a failure by its exit code, which is never 1', async () => {
    const found = await state(5);
    const kinds = ['absent', 'behind', 'current', 'expanded', 'too-new'] as const;
    const codes = kinds.map((kind) => schemaExitCode({ ...found, kind, rolling: false }));
    expect(codes).toEqual([6, 6, 0, 0, 4]);
  });
});
