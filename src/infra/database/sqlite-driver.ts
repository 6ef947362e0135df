import type BetterSqlite3 from 'better-sqlite3';
import { createRequire } from 'node:module';

/**
 * The SQLite driver for this version of Node. With Node 24.19 and later, version 12 can abort the process
 * when a statement is garbage-collected. Version 13 uses the stable Node-API but needs Node 22, so npm
 * leaves it out on Node 20.
 */
const FIRST_WITH_13 = 22;
const major = Number(process.versions.node.split('.')[0]);
export const SQLITE_DRIVER = major >= FIRST_WITH_13 ? 'better-sqlite3-13' : 'better-sqlite3';

export const SqliteDriver = createRequire(import.meta.url)(SQLITE_DRIVER) as typeof BetterSqlite3;
