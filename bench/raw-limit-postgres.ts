import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AuditEntryRow, type AuditHeadRow } from '../src/infra/audit/audit-entry.entity.js';
import { AuditSubjectRow } from '../src/infra/audit/audit-subject.entity.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { EntitySql } from '../src/infra/database/entity-sql.js';
import { withNumbers } from '../src/infra/database/units/postgres-units.js';
import { OrderRequestRow } from '../src/orders/order/requests/order-request.entity.js';
import { OrderRow } from '../src/orders/order/order.entity.js';
import { SCHEMA } from '../src/schema.js';
import { type Measured, measuredFrom } from './measured.js';
import { entryAfter, rowsOf, termsOf, type OrderRows } from './order-rows.js';

/**
 * What the driver can do on PostgreSQL with the same rows: one connection, 64 orders to a transaction, a statement
 * for each table, full flush, no HTTP, and nothing read but the head of the audit chain. The orders' rows are made
 * before the clock starts.
 */
const GROUP = 64;
const [databaseUrl = ''] = process.argv.slice(2);
const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
const rows = new EntitySql(dataSource);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
const { rows: settings } = await client.query<{ on: string }>(
  `SELECT current_setting('synchronous_commit') || ' ' || current_setting('fsync') AS on`,
);
if (settings[0]?.on !== 'on on') throw new Error('The raw limit must be as durable as Marina');

async function insert<T extends object>(entity: new () => T, all: readonly T[]): Promise<void> {
  const [sql, values] = rows.insertAll(entity, all);
  await client.query({ name: entity.name, text: withNumbers(sql), values: [...values] });
}

async function storeGroup(group: readonly OrderRows[]): Promise<void> {
  await client.query('BEGIN');
  const found = await client.query<AuditHeadRow>(
    'SELECT sequence, hash FROM audit_head WHERE id = 1 FOR UPDATE',
  );
  let head: Pick<AuditHeadRow, 'sequence' | 'hash'> | undefined = found.rows[0];
  if (head === undefined) throw new Error('The audit chain has no head');
  const entries: AuditEntryRow[] = [];
  for (const { order } of group) {
    const entry = entryAfter(head, order);
    entries.push(entry);
    head = entry;
  }
  await insert(
    OrderRow,
    group.map(({ order }) => order),
  );
  await insert(
    OrderRequestRow,
    group.map(({ request }) => request),
  );
  await insert(AuditEntryRow, entries);
  await insert(
    AuditSubjectRow,
    group.map(({ order }, index) => ({
      sequence: entries[index]?.sequence ?? 0,
      orderId: order.id,
      orderNumber: null,
      accountNumber: order.accountNumber,
      security: order.security,
      tradingDate: order.tradingDate,
    })),
  );
  await client.query('UPDATE audit_head SET sequence = $1, hash = $2 WHERE id = 1', [
    head.sequence,
    head.hash,
  ]);
  await client.query('COMMIT');
}

let number = 0;

async function measure(seconds: number): Promise<Measured> {
  const times: number[] = [];
  let spent = 0;
  while (spent < seconds * 1_000) {
    const group: OrderRows[] = [];
    while (group.length < GROUP) group.push(rowsOf(termsOf(number++)));
    const startedAt = performance.now();
    await storeGroup(group);
    times.push(performance.now() - startedAt);
    spent += times.at(-1) ?? 0;
  }
  return measuredFrom(times, times.length * GROUP, {
    seconds: spent / 1_000,
    cpuSeconds: Number.NaN,
  });
}

// Each message asks for a measurement of that many seconds; the process ends with its channel.
process.on('message', (seconds) => {
  void measure(Number(seconds)).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => {
  void client.end();
  void dataSource.destroy();
});
process.send?.('ready');
