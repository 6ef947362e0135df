import { fail, type Check } from './check.js';

type Ask = <T>(sql: string, parameters?: unknown[]) => Promise<T[]>;

const NAMES_SHOWN = 5;
export const GIVE_RIGHTS =
  'As a superuser run deploy/postgres/roles.sql in the database once more, or let DATABASE_URL name the role of the service.';
const MIGRATE =
  'Run marina migrate with the address of the owner of the database, then deploy/postgres/roles.sql once more.';

/** What the schema is called where the role may not even look into it. */
const SCHEMA = "coalesce(current_schema(), 'public')";

const CLOSED = `SELECT relname AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(${SCHEMA}) AND relname = ANY($1)
    AND NOT (has_schema_privilege(relnamespace, 'USAGE')
      AND has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT'))
  ORDER BY relname`;

/** What the role of the service may not do on PostgreSQL. Only a problem is worth a line. */
export async function checkRights(
  query: Ask,
  { tables, isEmpty }: { readonly tables: readonly string[]; readonly isEmpty: boolean },
): Promise<Check[]> {
  const closed = (await query<{ name: string }>(CLOSED, [tables])).map(({ name }) => name);
  if (closed.length > 0) {
    const shown = closed.slice(0, NAMES_SHOWN).join(', ');
    const rest = closed.length > NAMES_SHOWN ? `, and ${closed.length - NAMES_SHOWN} more` : '';
    return [fail('rights', `this role may not read, or not add to, ${shown}${rest}`, GIVE_RIGHTS)];
  }
  if (!isEmpty) return [];
  const [row] = await query<{ may: boolean | null }>(
    `SELECT has_schema_privilege(to_regnamespace(${SCHEMA}), 'CREATE') AS may`,
  );
  return row?.may === true ? [] : [fail('rights', 'this role may not make the tables', MIGRATE)];
}
