import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../../src/infra/database/data-source-options.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases/databases.js';

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
