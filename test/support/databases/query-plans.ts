import type { DataSource, EntityManager } from 'typeorm';
import type { Database } from '../../../src/infra/database/database.js';

/** One step of a plan on a table. */
interface Step {
  readonly table: string;
  readonly text: string;
  /** It reads rows in the order of no index; on SQLite, which does not count rows, also that it sorts them. */
  readonly isScan: boolean;
  /** How many rows it read; only PostgreSQL counts them. */
  readonly rows: number;
}

/** What the database does for each statement of a question, by its own explanation. */
export async function stepsOf(
  database: Database,
  ask: () => Promise<unknown>,
): Promise<readonly Step[]> {
  return database.questions.read(async (manager) => {
    const statements = await statementsOf(manager.dataSource, ask);
    const steps: Step[] = [];
    for (const { sql, parameters } of statements) {
      const read = database.engine === 'sqlite' ? sqliteSteps : postgresSteps;
      steps.push(...(await read(manager, sql, parameters)));
    }
    return steps;
  });
}

interface Statement {
  readonly sql: string;
  readonly parameters: unknown[];
}

export async function statementsOf(
  source: DataSource,
  ask: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const before = source.logger;
  source.logger = Object.assign(Object.create(before) as typeof before, {
    logQuery: (sql: string, parameters: unknown[] = []) => statements.push({ sql, parameters }),
  });
  try {
    await ask();
  } finally {
    source.logger = before;
  }
  return statements.filter(({ sql }) => sql.startsWith('SELECT'));
}

async function sqliteSteps(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<Step[]> {
  const rows = await manager.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
  return rows.map(({ detail }) => ({
    table: /^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? '',
    text: detail,
    isScan: /^SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE/.test(detail),
    rows: 0,
  }));
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function postgresSteps(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<Step[]> {
  const [row] = await manager.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    parameters,
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => [...flat(Plan)].map(postgresStep));
}

function* flat(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* flat(child);
}

function postgresStep(node: PlanNode): Step {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = node;
  return {
    table,
    text: `${type} ${table} ${index} ${node['Index Cond'] ?? ''}`,
    isScan: type === 'Seq Scan',
    rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  };
}
