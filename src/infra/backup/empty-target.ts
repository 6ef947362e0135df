import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions, type Schema } from '../database/data-source-options.js';
import { MIGRATION_LOCK } from '../database/database.js';
import { isEmpty } from './postgres-dump.js';

/** What people and extensions make has numbers from here on. */
const FIRST_OBJECT = 16_384;

/** As `DROP` takes them. What hangs on a table, an index or a trigger, goes with it. */
const OBJECTS = `SELECT o.type, o.identity FROM (
    SELECT 'pg_namespace'::regclass AS class, oid FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typtype IN ('e', 'd')
  ) AS found, LATERAL pg_identify_object(found.class, found.oid, 0) AS o
  WHERE found.oid >= ${FIRST_OBJECT} AND o.schema IS DISTINCT FROM 'pg_toast'`;

interface DatabaseObject {
  readonly type: string;
  readonly identity: string;
}

/**
 * An empty PostgreSQL database into which something is restored. It holds the lock of migrations: a service that is
 * started meanwhile waits, and then finds the whole or nothing.
 */
export class EmptyTarget {
  private constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly before: ReadonlySet<string>,
  ) {}

  /** Throws if it is not empty, or if somebody else migrates or restores it. */
  static async hold(url: string, schema: Schema): Promise<EmptyTarget> {
    const nothing = { entities: [], migrations: [] };
    const options = dataSourceOptions(url, nothing, { statementTimeoutMs: 0, poolSize: 2 });
    const source = await new DataSource(options).initialize();
    try {
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      for (const limit of ['statement', 'lock', 'idle_in_transaction_session'])
        await runner.query(`SET LOCAL ${limit}_timeout = 0`);
      const taken: unknown = await runner.query(
        `SELECT 1 WHERE pg_try_advisory_xact_lock(${MIGRATION_LOCK})`,
      );
      if (!Array.isArray(taken) || taken.length === 0)
        throw new Error('A service that starts, or another restore, works on the database');
      if (!(await isEmpty(url, schema)))
        throw new Error('The database is not empty, and was not touched: make a new one');
      const before = new Set((await objectsIn(runner)).map(nameOf));
      return new EmptyTarget(source, runner, before);
    } catch (error) {
      await source.destroy();
      throw error;
    }
  }

  /** What the planner goes by: `pg_restore` leaves it nothing. Beside the transaction, which a failure would end. */
  async analyse(): Promise<void> {
    await this.source.query('ANALYZE');
  }

  /** Takes away what has come since. */
  async empty(): Promise<void> {
    const come = (await objectsIn(this.runner)).filter((one) => !this.before.has(nameOf(one)));
    // What it hangs on may have taken it away already.
    for (const { type, identity } of come)
      await this.runner.query(`DROP ${type} IF EXISTS ${identity} CASCADE`);
    await this.runner.commitTransaction();
  }

  async release(): Promise<void> {
    if (this.runner.isTransactionActive) await this.runner.commitTransaction();
    await this.source.destroy();
  }
}

async function objectsIn(runner: QueryRunner): Promise<readonly DatabaseObject[]> {
  return (await runner.query(OBJECTS)) as readonly DatabaseObject[];
}

function nameOf({ type, identity }: DatabaseObject): string {
  return `${type} ${identity}`;
}
