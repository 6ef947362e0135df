import { Database } from '../../../src/infra/database/database.js';
import { findEntries, type AuditFilters } from '../../../src/orders/audit-trail/find-entries.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { stepsOf } from '../../support/databases/query-plans.js';

const ENTRIES = 20_000;
const LIMIT = 51;
/** As many entries as one statement looks through. */
const PART = 5_000;

/** An entry a second; one order for each ten entries, one account for each hundred orders. */
const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ENTRIES})`;
const digits = (value: string): string => `substr(CAST(100 + ${value} AS text), 2)`;
const AT = `'2026-11-20T0' || (i / 3600) || ':' || ${digits('(i / 60) % 60')} || ':' || ${digits('i % 60')} || '.000Z'`;
const FILL: readonly string[] = [
  `${NUMBERS} INSERT INTO audit_entries (sequence, stream, stream_sequence, at, actor, on_behalf_of,
      request_id, type, body, previous_hash, hash, schema_version)
    SELECT i, 'ord_' || (i / 10), i % 10, ${AT},
      CASE WHEN i % 2 = 0 THEN 'system:reconciler' ELSE 'key:' || (i % 101) END,
      CASE WHEN i % 5 = 0 THEN 'person ' || (i % 7) END, 'req-' || i,
      CASE WHEN i % 1000 = 0 THEN 'RARE' ELSE 'FACT_' || (i % 3) END, '{}', '', '', 1 FROM n`,
  `${NUMBERS} INSERT INTO audit_subjects
    SELECT i, 'ord_' || (i / 10), CASE WHEN i % 500 = 0 THEN CAST(i AS text) END, 'C' || (i / 1000),
      'S' || (i % 4), '2026-11-' || (10 + i / 5000) FROM n`,
  `${NUMBERS} INSERT INTO audit_numbers SELECT 'N' || (i % 1000), i FROM n WHERE i % 2 = 0`,
  `UPDATE audit_head SET sequence = ${ENTRIES}, latest_at = '2026-11-20T05:33:20.000Z', step_back_ms = 1500`,
];

/** Empty here, or of one row: scanned for that reason. */
const OTHERS: readonly string[] = ['orders', 'order_numbers', 'audit_head'];

const MIDDLE = { from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T03:00:20.000Z' };
const FILTERS: readonly (readonly [string, AuditFilters, number])[] = [
  ['orderId', { orderId: 'ord_1500' }, 10],
  ['orderNumber', { orderNumber: '19500' }, 1],
  ['a number that entries only name', { orderNumber: 'N4' }, 20],
  ['such a number of an order', { orderNumber: 'N4', orderId: 'ord_1900' }, 1],
  ['accountNumber', { accountNumber: 'C19' }, LIMIT],
  ['security', { security: 'S3' }, LIMIT],
  ['tradingDate', { tradingDate: '2026-11-13' }, LIMIT],
  ['actor', { actor: 'key:55' }, LIMIT],
  ['an actor of every second entry', { actor: 'system:reconciler' }, LIMIT],
  ['onBehalfOf', { onBehalfOf: 'person 5' }, LIMIT],
  ['type', { type: 'RARE' }, 20],
  ['a type of every third entry', { type: 'FACT_1' }, LIMIT],
  ['requestId', { requestId: 'req-19999' }, 1],
  ['from', { from: '2026-11-20T05:33:00.000Z' }, 21],
  ['to', { to: '2026-11-20T00:00:10.000Z' }, 9],
  ['from and to', MIDDLE, 20],
  ['a rare type of a common actor', { type: 'RARE', actor: 'system:reconciler' }, 20],
  ['an account and times', { accountNumber: 'C10', ...MIDDLE }, 20],
  ['an account without entries', { accountNumber: 'C1999' }, 0],
  ['no filter', {}, LIMIT],
];

describe.each(ENGINES)('Finding audit entries on %s', (engine: Engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    for (const sql of FILL) await database.units.run((unit) => unit.execute(sql));
    if (engine === 'postgres') await database.units.run((unit) => unit.execute('ANALYZE'));
  });

  afterAll(() => database.close());

  it.each(FILTERS)(
    'by %s reads a range of an index, forwards and backwards',
    async (...[, filters, count]) => {
      for (const descending of [false, true]) {
        const range = { after: 0, before: ENTRIES + 1, descending, limit: LIMIT };
        let found = 0;
        const steps = await stepsOf(database, () =>
          database.questions.read(async (manager) => {
            found = (await findEntries(manager, filters, range)).length;
          }),
        );
        expect(found).toBe(count);
        const inTrail = steps.filter(({ table }) => !OTHERS.includes(table));
        expect(inTrail.length).toBeGreaterThan(0);
        expect(inTrail.filter(({ isScan, rows }) => isScan || rows > 4 * LIMIT)).toEqual([]);
      }
    },
  );

  it.each<[string, AuditFilters, number]>([
    ['no entry meets both', { actor: 'system:reconciler', security: 'S1' }, 0],
    ['few meet both', { type: 'FACT_1', actor: 'system:reconciler', security: 'S2' }, LIMIT],
  ])(
    'by filters that leave many each is done in parts, where %s, forwards and backwards',
    async (_, filters, count) => {
      for (const descending of [false, true]) {
        const range = { after: 0, before: Number.MAX_SAFE_INTEGER, descending, limit: LIMIT };
        let found: readonly number[] = [];
        const steps = await stepsOf(database, () =>
          database.questions.read(async (manager) => {
            found = (await findEntries(manager, filters, range)).map(({ sequence }) => sequence);
          }),
        );
        expect(found).toHaveLength(count);
        const sorted = [...new Set(found)].sort((a, b) => (descending ? b - a : a - b));
        expect(found).toEqual(sorted);
        // PostgreSQL may read a table as short as this one whole.
        if (engine === 'postgres') continue;
        expect(steps.filter(({ table, isScan }) => !OTHERS.includes(table) && isScan)).toEqual([]);
        const reads = steps.filter(({ table }) => table === 'e');
        if (count === 0) expect(reads.length).toBeGreaterThanOrEqual(ENTRIES / PART);
      }
    },
  );

  it('by filters that leave many each leaves out none, whatever the page', async () => {
    const filters = { type: 'FACT_1', actor: 'system:reconciler', tradingDate: '2026-11-12' };
    const whole = await database.questions.read((manager) =>
      findEntries(manager, filters, {
        after: 0,
        before: ENTRIES + 1,
        descending: false,
        limit: ENTRIES,
      }),
    );
    const pages: number[] = [];
    for (let after = 0; ; after = pages.at(-1) ?? 0) {
      const range = { after, before: ENTRIES + 1, descending: false, limit: LIMIT };
      const page = await database.questions.read((manager) => findEntries(manager, filters, range));
      if (page.length === 0) break;
      pages.push(...page.map(({ sequence }) => sequence));
    }
    expect(whole.length).toBeGreaterThan(LIMIT);
    expect(pages).toEqual(whole.map(({ sequence }) => sequence));
  });
});
