import { getMetadataArgsStorage } from 'typeorm';
import type { Schema } from '../../database/data-source-options.js';
import type { Database } from '../../database/database.js';
import { POSTGRES_GUARDS, SQLITE_GUARDS } from '../../database/migrations/0001-initial.js';
import type { Reading } from '../../database/reads.js';

/** Names of triggers. */
export interface Guards {
  /** What keeps the trail, approvals, certificates and comments from being changed, and is missing or was changed. */
  readonly missing: readonly string[];
  /** Triggers and rules on our tables that Marina has not made: they may write what nobody asked for. */
  readonly foreign: readonly string[];
  /** Row policies on our tables, and views in place of them: they may hide what is stored. */
  readonly hiding: readonly string[];
}

export async function guardsOf({
  engine,
  schema,
  reading,
}: Pick<Database, 'engine' | 'schema' | 'reading'>): Promise<Guards> {
  const tables = new Set(tablesOf(schema));
  const [guards, triggers] =
    engine === 'sqlite'
      ? [SQLITE_GUARDS.map(sqliteGuard), await sqliteTriggers(reading)]
      : [POSTGRES_GUARDS.flatMap(postgresGuard), await postgresTriggers(reading)];
  const present = new Set(triggers.map(({ definition }) => definition));
  const missing = guards.filter(({ definition }) => !present.has(definition));
  const ours = new Set(guards.map(({ name, table }) => `${name} ${table}`));
  const foreign = triggers.filter(
    ({ name, table, isRule = false }) =>
      tables.has(table) && (isRule || !ours.has(`${name} ${table}`)),
  );
  const hiding = engine === 'sqlite' ? await sqliteViews(reading) : await postgresHiding(reading);
  return {
    missing: missing.map(({ name }) => name),
    foreign: foreign.map(({ name, table }) => `${name} on ${table}`),
    hiding: hiding.filter(({ table }) => tables.has(table)).map(({ name }) => name),
  };
}

/** What may hide rows of a table. */
interface Hiding {
  readonly name: string;
  readonly table: string;
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  /** What it does, in one text. */
  readonly definition: string;
  /** A rule of PostgreSQL: Marina has none. */
  readonly isRule?: boolean;
}

function tablesOf({ entities }: Pick<Schema, 'entities'>): readonly string[] {
  const { tables } = getMetadataArgsStorage();
  return tables.flatMap(({ target, name }) =>
    entities.some((entity) => entity === target) && name !== undefined ? [name] : [],
  );
}

function sqliteGuard(sql: string): Trigger {
  const [, name = '', table = ''] =
    /^CREATE TRIGGER (\w+) BEFORE (?:INSERT|UPDATE|DELETE) ON (\w+)/.exec(sql) ?? [];
  return { name, table, definition: sql };
}

async function sqliteTriggers(reading: Reading): Promise<readonly Trigger[]> {
  const rows = await reading.query<{ name: string; table: string; sql: string }>(
    `SELECT name, lower(tbl_name) AS "table", sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name`,
  );
  return rows.map(({ name, table, sql }) => ({ name, table, definition: sql }));
}

async function sqliteViews(reading: Reading): Promise<readonly Hiding[]> {
  const rows = await reading.query<{ table: string }>(
    `SELECT lower(name) AS "table" FROM sqlite_master WHERE type = 'view' ORDER BY name`,
  );
  return rows.map(({ table }) => ({ name: `a view in place of ${table}`, table }));
}

function postgresGuard(sql: string): readonly Trigger[] {
  const [, name, table] = /^CREATE TRIGGER (\w+) BEFORE .+? ON (\w+)/s.exec(sql) ?? [];
  if (name === undefined || table === undefined) return [];
  return [{ name, table, definition: guard(sql, sourceOf(sql)) ?? sql }];
}

/** Those that fire. The catalogs are named in full: a search path may put others before them. */
async function postgresTriggers(reading: Reading): Promise<readonly Trigger[]> {
  // Pretty: names without their schema, where they mean what our own statements mean by them.
  const rows = await reading.query<{
    name: string;
    table: string;
    definition: string;
    source: string;
  }>(
    `SELECT t.tgname AS name, c.relname AS "table", pg_catalog.pg_get_triggerdef(t.oid, true) AS definition, p.prosrc AS source
       FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid
       JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND pg_catalog.pg_table_is_visible(c.oid)
      ORDER BY t.tgname`,
  );
  // A rule writes as a trigger does.
  const rules = await reading.query<{ name: string; table: string }>(
    `SELECT r.rulename AS name, c.relname AS "table"
       FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
      WHERE r.rulename <> '_RETURN' AND r.ev_enabled IN ('O', 'A') AND pg_catalog.pg_table_is_visible(c.oid)
      ORDER BY r.rulename`,
  );
  return [
    ...rows.map(({ name, table, definition, source }) => ({
      name,
      table,
      definition: guard(definition, source) ?? definition,
    })),
    ...rules.map((rule) => ({ ...rule, definition: '', isRule: true })),
  ];
}

async function postgresHiding(reading: Reading): Promise<readonly Hiding[]> {
  const policies = await reading.query<Hiding>(
    `SELECT p.polname AS name, c.relname AS "table"
       FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid
      WHERE pg_catalog.pg_table_is_visible(c.oid) ORDER BY p.polname`,
  );
  const views = await reading.query<{ table: string }>(
    `SELECT relname AS "table" FROM pg_catalog.pg_class
      WHERE relkind IN ('v', 'm', 'f') AND pg_catalog.pg_table_is_visible(oid) ORDER BY relname`,
  );
  return [
    ...policies.map(({ name, table }) => ({ name: `the row policy ${name} on ${table}`, table })),
    ...views.map(({ table }) => ({ name: `a view in place of ${table}`, table })),
  ];
}

const TRIGGER = /^CREATE TRIGGER (\w+) BEFORE (.+) ON (\w+) (FOR EACH .+)$/s;

/**
 * Name, events, table, level, WHEN and function of a trigger, and what the function does, in one text. PostgreSQL has
 * an order of its own for the events. Null: it is no trigger that fires before a statement on a table that is found
 * without its schema.
 */
function guard(definition: string, source: string): string | null {
  const parts = TRIGGER.exec(definition.replace(/\s+/g, ' '));
  if (parts === null) return null;
  const [, name, events = '', table, rest = ''] = parts;
  return JSON.stringify([name, events.split(' OR ').sort(), table, asWritten(rest), source]);
}

/** PostgreSQL prints a condition with casts, and in letters of its own. */
function asWritten(condition: string): string {
  return condition
    .replace(/::(?:text|integer|bigint)\b/g, '')
    .replace(/'(-?\d+)'/g, '$1')
    .replace(/\b(?:OLD|NEW|COALESCE)\b/g, (word) => word.toLowerCase());
}

/** The body of the function that a trigger of ours calls. */
function sourceOf(trigger: string): string {
  const name = /EXECUTE FUNCTION (\w+)\(\)$/.exec(trigger)?.[1];
  const made = POSTGRES_GUARDS.find((sql) => sql.startsWith(`CREATE FUNCTION ${name}()`));
  return made?.split('$$')[1] ?? '';
}
