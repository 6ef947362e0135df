import type { Database } from '../database/database.js';
import { POSTGRES_GUARDS, SQLITE_GUARDS } from '../database/migrations/0001-initial.js';

/** What keeps the trail append-only, and is missing from the database or was changed: names of triggers and functions. */
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
  const rows = await reading.query<{ name: string; source: string }>(
    `SELECT t.tgname AS name, p.prosrc AS source FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND p.prosrc LIKE '%RAISE EXCEPTION%'`,
  );
  const present = new Set(rows.filter(({ source }) => isOurs(source)).map(({ name }) => name));
  return POSTGRES_GUARDS.flatMap(auditTrigger).filter((name) => !present.has(name));
}

function auditTrigger(sql: string): readonly string[] {
  const name = /^CREATE TRIGGER (audit_\w+)/.exec(sql)?.[1];
  return name === undefined ? [] : [name];
}

/** The body of one of the functions that refuse. */
function isOurs(source: string): boolean {
  return POSTGRES_GUARDS.some((sql) => sql.includes('CREATE FUNCTION') && sql.includes(source));
}
