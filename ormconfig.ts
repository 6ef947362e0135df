import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { processEnvironment } from './src/infra/config/config.js';
import { dataSourceOptions } from './src/infra/database/data-source-options.js';
import { SCHEMA } from './src/schema.js';

/** The data source of TypeORM's own command line (`npx typeorm … -d ormconfig.ts`). */
export default new DataSource(
  dataSourceOptions(processEnvironment['DATABASE_URL'] ?? 'sqlite:./data/marina.db', SCHEMA),
);
