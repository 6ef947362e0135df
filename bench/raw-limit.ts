import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { AuditEntryRow } from '../src/infra/audit/audit-entry.entity.js';
import { sqlitePath } from '../src/infra/config/config.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { EntitySql } from '../src/infra/database/entity-sql.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderRow } from '../src/orders/order/order.entity.js';
import { SCHEMA } from '../src/schema.js';
import { type Measured, measuredFrom } from './measured.js';
import { entryAfter, rowsOf, termsOf, type OrderRows } from './order-rows.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';

/**
 * The maximum the same driver can do with the same rows: prepared statements, 64 orders per
 * transaction, full flush, no HTTP, nothing asynchronous. The rows of the orders are prepared before
 * the clock starts. The audit entry needs the previous one, so it is built and hashed during the
 * measurement.
 */
const GROUP = 64;
const [databaseUrl = ''] = process.argv.slice(2);
const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
await dataSource.runMigrations({ transaction: 'each' });
const rows = new EntitySql(dataSource);
const database = new SqliteDriver(sqlitePath(databaseUrl) ?? '');
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('recursive_triggers = ON');

const begin = database.prepare('BEGIN IMMEDIATE');
const commit = database.prepare('COMMIT');
const readHead = database.prepare<[], { sequence: number; hash: string }>(
  'SELECT sequence, hash FROM audit_head WHERE id = 1',
);
const writeHead = database.prepare('UPDATE audit_head SET sequence = ?, hash = ? WHERE id = 1');
const insertion = <T extends object>(entity: new () => T): ((row: T) => void) => {
  const statement = database.prepare(rows.insert(entity, new entity())[0]);
  return (row) => void statement.run(...rows.insert(entity, row)[1]);
};
const insertOrder = insertion(OrderRow);
const insertRequest = insertion(OrderRequestRow);
const insertEntry = insertion(AuditEntryRow);

function storeGroup(group: readonly OrderRows[]): void {
  begin.run();
  let head = readHead.get();
  if (head === undefined) throw new Error('The audit chain has no head');
  for (const { order, request } of group) {
    insertOrder(order);
    insertRequest(request);
    const entry = entryAfter(head, order);
    insertEntry(entry);
    writeHead.run(entry.sequence, entry.hash);
    head = entry;
  }
  commit.run();
}

let number = 0;

function measure(seconds: number): Measured {
  const times: number[] = [];
  let spent = 0;
  let cpu = 0;
  while (spent < seconds * 1_000) {
    const group: OrderRows[] = [];
    while (group.length < GROUP) group.push(rowsOf(termsOf(number++)));
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    storeGroup(group);
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu += user + system;
    spent += times.at(-1) ?? 0;
  }
  if (database.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error('The raw limit must be as durable as Marina');
  }
  return measuredFrom(times, times.length * GROUP, {
    seconds: spent / 1_000,
    cpuSeconds: cpu / 1e6,
  });
}

// Each message asks for a measurement of that many seconds; the process ends with its channel.
process.on('message', (seconds) => process.send?.(measure(Number(seconds))));
process.on('disconnect', () => {
  database.close();
  void dataSource.destroy();
});
process.send?.('ready');
