import { existsSync } from 'node:fs';
import { sqlitePath } from './infra/config/config.js';
import { readWithoutLock } from './infra/database/database.js';
import { schemaStateOf, type SchemaState } from './infra/database/schema-version.js';
import { SCHEMA } from './schema.js';

/** `marina migrate --check`, also beside a running service. */
export async function schemaState(databaseUrl: string): Promise<SchemaState> {
  const path = sqlitePath(databaseUrl);
  if (path !== null && !existsSync(path)) return schemaStateOf(() => Promise.resolve([]), SCHEMA);
  return readWithoutLock(databaseUrl, SCHEMA, (manager) =>
    schemaStateOf((sql) => manager.query(sql), SCHEMA),
  );
}

/**
 * The exit code of `marina migrate --check`, for scripts: an upgrade stops all instances only where it must. 1 is left to
 * failures, such as a database that cannot be reached, so that nothing is stopped for them.
 */
export function schemaExitCode({ kind, rolling }: SchemaState): number {
  if (kind === 'current' || kind === 'expanded') return 0;
  if (kind === 'too-new') return 4;
  return rolling ? 5 : 6;
}

export function schemaText({ kind, version, wanted, pending, rolling }: SchemaState): string {
  switch (kind) {
    case 'absent':
      return 'there is no schema yet: the first start makes it';
    case 'current':
      return `the schema is up to date (${version})`;
    case 'expanded':
      return `the schema is that of a newer release (${version}; this one has ${wanted}), which this release can work with`;
    case 'too-new':
      return `this release (schema ${wanted}) cannot work with schema ${version}: use the release that made it, or a newer one`;
    case 'behind':
      return [
        `schema ${version}, and this release has ${wanted}. Pending: ${pending.join(', ')}`,
        rolling
          ? 'instances of the present release can go on while they are upgraded one by one'
          : 'stop every instance first: the present release cannot work with the new schema',
      ].join('\n');
  }
}
