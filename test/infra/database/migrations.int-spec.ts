import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../../src/infra/database/data-source-options.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases/databases.js';

const SINCE: readonly string[] = ['MissingSince1796900000000', 'ShownWorking1797000000000'];
/** Those that a row must have, and the one that says since when it was doubted. */
const ORDER_COLUMNS = {
  sqlite: `SELECT name FROM pragma_table_info('orders') WHERE "notnull" = 1 AND dflt_value IS NULL OR name = 'doubted_since'`,
  postgres: `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'orders'
    AND table_schema = current_schema() AND (is_nullable = 'NO' AND column_default IS NULL OR column_name = 'doubted_since')`,
} as const;

describe.each(ENGINES)('the migrations on %s', (engine: Engine) => {
  let dataSource: DataSource;

  beforeEach(async () => {
    dataSource = new DataSource(dataSourceOptions(await freshDatabase(engine), SCHEMA));
    await dataSource.initialize();
  });

  afterEach(() => dataSource.destroy());

  it('make from nothing what the entities describe: nothing is left to be synchronised', async () => {
    await dataSource.runMigrations({ transaction: 'each' });
    const left = await dataSource.driver.createSchemaBuilder().log();
    expect(left.upQueries.map((query) => query.query)).toEqual([]);
  });

  it('are the only way to a schema: without them everything is left to be made', async () => {
    const left = await dataSource.driver.createSchemaBuilder().log();
    const tables = left.upQueries.filter((query) => query.query.startsWith('CREATE TABLE'));
    expect(tables).toHaveLength(SCHEMA.entities.length);
  });

  it('run once: a second time does nothing', async () => {
    const first = await dataSource.runMigrations({ transaction: 'each' });
    const second = await dataSource.runMigrations({ transaction: 'each' });
    expect(first.length).toBeGreaterThan(0);
    expect(second).toEqual([]);
    const [head] = await dataSource.query<{ sequence: number; hash: string }[]>(
      'SELECT sequence, hash FROM audit_head',
    );
    expect(head).toEqual({ sequence: 0, hash: '0'.repeat(64) });
  });

  it('take an order for missing that an older release has doubted as that', async () => {
    const before = dataSource.migrations.filter(({ name }) => !SINCE.includes(name ?? ''));
    const older = new DataSource({
      ...dataSource.options,
      migrations: before.map(({ constructor }) => constructor),
    });
    await older.initialize();
    await older.runMigrations({ transaction: 'each' });
    const columns = await older.query<{ name: string }[]>(ORDER_COLUMNS[engine]);
    const given: Readonly<Record<string, string>> = { doubted_since: '7' };
    const insert = (id: string, misses: string, status = 'Open'): Promise<unknown> => {
      const values = columns.map(({ name }) =>
        name === 'id' || name.endsWith('_id') || name.endsWith('_ref')
          ? `'${id}'`
          : name === 'misses'
            ? misses
            : name === 'status'
              ? `'${status}'`
              : (given[name] ?? '0'),
      );
      const names = columns.map(({ name }) => name);
      return older.query(`INSERT INTO orders (${names.join()}) VALUES (${values.join()})`);
    };
    await insert('missing', '2');
    await insert('doubted', '1');
    await insert('waiting', '0', 'New');
    await older.destroy();
    await dataSource.runMigrations({ transaction: 'each' });
    const rows = await dataSource.query<{ id: string; missing_since: unknown }[]>(
      'SELECT id, missing_since FROM orders ORDER BY id',
    );
    expect(rows.map(({ id, missing_since }) => [id, Number(missing_since)])).toEqual([
      ['doubted', 0],
      ['missing', 7],
      ['waiting', 0],
    ]);
    // Nobody knows of what was sent whether an answer has shown it working: it is not doubted for it.
    expect(await dataSource.query('SELECT id FROM orders WHERE shown_working_at IS NULL')).toEqual([
      { id: 'waiting' },
    ]);
  });

  it('have no way back that would lose records', async () => {
    await dataSource.runMigrations({ transaction: 'each' });
    await expect(dataSource.undoLastMigration()).rejects.toThrow(/cannot be reverted/);
  });

  it('leave nothing behind when one of them fails half way', async () => {
    class HalfWay1999000000000 {
      readonly name = 'HalfWay1999000000000';
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE half (id integer)');
        throw new Error('power cut');
      }
      down(): Promise<void> {
        return Promise.resolve();
      }
    }
    const broken = new DataSource({ ...dataSource.options, migrations: [HalfWay1999000000000] });
    await broken.initialize();
    await expect(broken.runMigrations({ transaction: 'each' })).rejects.toThrow('power cut');
    await broken.destroy();
    await expect(dataSource.query('SELECT id FROM half')).rejects.toThrow(/half/);
  });
});

describe('The connections that migrate, move and dump', () => {
  it('have no limit for a statement where the database has one of its own', async () => {
    const url = await freshDatabase('postgres');
    const connect = (): Promise<DataSource> =>
      new DataSource(
        dataSourceOptions(url, { entities: [], migrations: [] }, { statementTimeoutMs: 0 }),
      ).initialize();
    const first = await connect();
    await first.query(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '5s'`,
    );
    await first.destroy();
    const next = await connect();
    expect(await next.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    await next.destroy();
  });
});
