import type { Database } from '../database/database.js';
import { POSTGRES_GUARDS, SQLITE_GUARDS } from '../database/migrations/0001-initial.js';

/** What keeps the trail append-only, and is missing from the database or was changed: names of triggers. */
export async function missingGuards({
  engine,
  reading,
}: Pick<Database, 'engine' | 'reading'>): Promise<readonly string[]> {
  if (engine === 'sqlite') {
    const rows = await reading.query<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE type = 'trigger'",
    );
    const present = new Set(rows.map(({ sql }) => sql));
    return SQLITE_GUARDS.filter((sql) => !present.has(sql)).flatMap(auditTrigger);
  }
  // Pretty: names without their schema, where they mean what our own statements mean by them.
  const rows = await reading.query<{ definition: string; source: string }>(
    `SELECT pg_get_triggerdef(t.oid, true) AS definition, p.prosrc AS source
       FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')`,
  );
  const present = new Set(
    rows.map(({ definition, source }) => guard(definition, source)).filter((one) => one !== null),
  );
  return POSTGRES_GUARDS.flatMap((sql) =>
    present.has(guard(sql, sourceOf(sql)) ?? '') ? [] : auditTrigger(sql),
  );
}

function auditTrigger(sql: string): readonly string[] {
  const name = /^CREATE TRIGGER (audit_\w+)/.exec(sql)?.[1];
  return name === undefined ? [] : [name];
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
  const [, name, events = '', table, rest] = parts;
  return JSON.stringify([name, events.split(' OR ').sort(), table, rest, source]);
}

/** The body of the function that a trigger of ours calls. */
function sourceOf(trigger: string): string {
  const name = /EXECUTE FUNCTION (\w+)\(\)$/.exec(trigger)?.[1];
  const made = POSTGRES_GUARDS.find((sql) => sql.startsWith(`CREATE FUNCTION ${name}()`));
  return made?.split('$$')[1] ?? '';
}
