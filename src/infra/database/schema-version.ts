import type { DataSource, MigrationInterface } from 'typeorm';
import { errorCode } from './units/unit-of-work.js';

/*
 * Which releases can work with which schema. The version of a schema is the number of migrations that have made it.
 * Each migration notes it, and the oldest version whose release can work with the result, so that an older release
 * can decide about what it does not know (decision 53).
 */

export interface SchemaVersions {
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** As the last migration notes it. */
  readonly servedFrom: number;
}

export interface SchemaState {
  /**
   *   `absent`     no service has started on the database
   *   `behind`     migrations are pending
   *   `current`    as this release makes it
   *   `expanded`   by a newer release, and this one can work with it
   *   `too-new`    this release cannot work with it
   */
  readonly kind: 'absent' | 'behind' | 'current' | 'expanded' | 'too-new';
  /** Of the database; 0 without a schema. */
  readonly version: number;
  /** Of this release. */
  readonly wanted: number;
  readonly pending: readonly string[];
  /** Whether instances that serve the database now can go on after the pending migrations. */
  readonly rolling: boolean;
}

/** On PostgreSQL, of a role that may not make or change tables, as that of the service should be. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Another role has to migrate first. */
export class MayNotMigrate extends Error {
  constructor({ pending: { length } }: SchemaState, cause: unknown) {
    super(
      `Migrations are pending (${length}), and this role of the database may not do them: run \`marina migrate\` as the owner of the tables`,
      { cause },
    );
  }
}

export type Ask = <T>(sql: string) => Promise<readonly T[]>;

/** Instances cannot be started on it; a restart does not mend that. */
export class SchemaTooNew extends Error {
  constructor({ version, wanted }: SchemaState) {
    super(
      `The database has schema ${version}, which this release (schema ${wanted}) cannot work with: start the release that made it, or a newer one`,
    );
  }
}

/** Only reads. */
export async function schemaStateOf(ask: Ask, schema: SchemaVersions): Promise<SchemaState> {
  const names = Object.values(schema.migrations).map(({ name }) => name);
  const wanted = names.length;
  const rows = await unlessAbsent(ask<{ name: string }>('SELECT name FROM migrations'));
  const found = new Set(rows.map(({ name }) => name));
  const pending = names.filter((name) => !found.has(name));
  const [noted] = await unlessAbsent(
    ask<Noted>('SELECT version, served_from AS "servedFrom" FROM schema_version'),
  );
  const version = noted?.version ?? found.size;
  const rolling = version >= schema.servedFrom;
  const state = { version, wanted, pending, rolling };
  if (found.size === 0) return { ...state, kind: 'absent', rolling: false };
  const isUnknown = found.size > wanted - pending.length;
  if (!isUnknown) return { ...state, kind: pending.length === 0 ? 'current' : 'behind' };
  // Whoever lacks migrations of its own beside foreign ones is no older release of the same line.
  const serves = pending.length === 0 && noted !== undefined && noted.servedFrom <= wanted;
  return { ...state, kind: serves ? 'expanded' : 'too-new', rolling: serves };
}

/** Brings the schema up to this release; leaves that of a newer one alone, or throws {@link SchemaTooNew}. */
export async function migrate(source: DataSource, schema: SchemaVersions): Promise<SchemaState> {
  const ask: Ask = (sql) => source.query(sql);
  const state = await schemaStateOf(ask, schema);
  if (state.kind === 'too-new') throw new SchemaTooNew(state);
  if (state.kind !== 'absent' && state.kind !== 'behind') return state;
  try {
    await source.runMigrations({ transaction: 'each' });
  } catch (error) {
    throw errorCode(error) === INSUFFICIENT_PRIVILEGE ? new MayNotMigrate(state, error) : error;
  }
  return state;
}

interface Noted {
  readonly version: number;
  readonly servedFrom: number;
}

async function unlessAbsent<T>(answer: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await answer;
  } catch (error) {
    if (/no such table|does not exist/.test(String(error))) return [];
    throw error;
  }
}
