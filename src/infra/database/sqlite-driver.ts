import type BetterSqlite3 from 'better-sqlite3';
import { createRequire } from 'node:module';

/**
 * SQLite's driver for this Node. Version 12 is built against Node's own headers; those from 24.19 on make its
 * statements abort the process when they are collected outside of any script. Version 13 uses the stable Node-API
 * instead, and needs Node 22; npm leaves it out on Node 20.
 */
const FIRST_WITH_13 = 22;
const major = Number(process.versions.node.split('.')[0]);
export const SQLITE_DRIVER = major >= FIRST_WITH_13 ? 'better-sqlite3-13' : 'better-sqlite3';

export const SqliteDriver = createRequire(import.meta.url)(SQLITE_DRIVER) as typeof BetterSqlite3;
