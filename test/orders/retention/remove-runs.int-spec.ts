import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../src/infra/audit/verification/audit-verifier.js';
import { Database } from '../../../src/infra/database/database.js';
import { startOfDay, type Sessions } from '../../../src/market/trading-calendar/trading-day.js';
import { ReconciliationRunRow } from '../../../src/orders/reconciliation/runs/reconciliation-run.entity.js';
import { LegalHoldRow } from '../../../src/orders/retention/legal-hold.entity.js';
import {
  findRemovableRuns,
  runCutoffOf,
  RunRemoval,
} from '../../../src/orders/retention/remove-runs.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const HOUR_MS = 3_600_000;
const CUTOFF = '2026-11-05';
/** A Wednesday whose report is signed, a Thursday whose is not, and a Sunday. */
const SIGNED = '2026-10-28';
const UNSIGNED = '2026-10-29';
const SUNDAY = '2026-11-01';
const SESSIONS: Sessions = {
  usual: { opensAt: 600, closesAt: 870 },
  exceptions: new Map(),
};

it('keeps as many whole days as it is told', () => {
  expect(runCutoffOf('2026-11-20', 15)).toBe('2026-11-05');
  expect(runCutoffOf('2026-03-01', 1)).toBe('2026-02-28');
});

describe.each(ENGINES)('The removal of runs on %s', (engine: Engine) => {
  let database: Database;
  let audit: AuditLog;

  beforeEach(async () => {
    const clock = new HandClock();
    audit = new AuditLog(clock, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    await verdict(SIGNED, 'DAY_CLOSED');
  });

  afterEach(() => database.close());

  const verdict = (tradingDate: string, type: string): Promise<void> =>
    database.units.run(async (unit) => {
      const topic = { stream: 'trading days', about: { tradingDate } };
      await audit.append(unit, topic, SYSTEM, [{ type, body: { tradingDate } }]);
    });

  /** On schedule; reads everything, and finds nothing. */
  const aRun = (id: string, at: number, changes: Partial<ReconciliationRunRow> = {}) =>
    database.units.run((unit) =>
      unit.insert(ReconciliationRunRow, {
        id, cause: 'schedule', scope: null, dryRun: 0, startedAt: at, finishedAt: at + 1, calls: 3, answered: 3,
        orders: 5, changed: 0, fills: 0, opened: 0, closed: 0, asked: '[]', cutOffs: null, coveredAt: at, listedAt: at,
        preview: null, ...changes,
      }),
    ); // prettier-ignore

  const ids = async (): Promise<readonly string[]> => {
    const rows = await database.reading.find(ReconciliationRunRow, '1 = 1 ORDER BY id');
    return rows.map(({ id }) => id);
  };
  const preview = () => findRemovableRuns(database.reading, SESSIONS, CUTOFF);
  const remove = () => new RunRemoval(database, audit).apply(SESSIONS, CUTOFF, SYSTEM);
  const removals = async (): Promise<readonly unknown[]> => {
    const rows = await database.reading.find(AuditEntryRow, "type = 'RUNS_REMOVED' ORDER BY sequence"); // prettier-ignore
    return rows.map(({ body }) => JSON.parse(body) as unknown);
  };

  it('takes old runs that found nothing, and says of which day in a trail that verifies', async () => {
    for (const day of [SIGNED, SUNDAY, CUTOFF])
      for (const hour of [1, 2, 3]) await aRun(`${day}-${hour}`, startOfDay(day) + hour * HOUR_MS);
    const found = { cutoff: CUTOFF, runs: 4, openDays: 0, onHold: false };
    expect(await preview()).toEqual(found);
    expect(await ids()).toHaveLength(9);
    expect(await remove()).toEqual(found);
    const firsts = [`${SIGNED}-1`, `${SUNDAY}-1`];
    expect(await ids()).toEqual([...firsts, `${CUTOFF}-1`, `${CUTOFF}-2`, `${CUTOFF}-3`].sort());
    expect(await removals()).toEqual([
      { tradingDate: SIGNED, runs: 2, calls: 6 },
      { tradingDate: SUNDAY, runs: 2, calls: 6 },
    ]);
    expect(await database.read((manager) => verifyChain(manager))).toMatchObject({ valid: true });
    expect(await remove()).toMatchObject({ runs: 0 });
    expect(await removals()).toHaveLength(2);
  });

  it.each([
    ['was asked for', { cause: 'asked for' }],
    ['had a scope', { scope: '{"security":"SD11PLC"}' }],
    ['was a dry run', { dryRun: 1 }],
    ['lacked an answer', { answered: 2 }],
    ['changed an order', { changed: 1 }],
    ['booked a fill', { fills: 1 }],
    ['opened a break', { opened: 1 }],
    ['closed a break', { closed: 1 }],
    ['did not count its breaks', { opened: null, closed: null }],
  ])('keeps a run that %s', async (_what, changes) => {
    const at = startOfDay(SIGNED) + HOUR_MS;
    await aRun('first', at);
    await aRun('found', at + 1, changes);
    expect(await remove()).toMatchObject({ runs: 0 });
    expect(await ids()).toEqual(['first', 'found']);
  });

  it('keeps every run while any legal hold is in force', async () => {
    const asked = JSON.stringify([{ what: 'order 700001: its status', answer: 'Open' }]);
    const at = startOfDay(SIGNED) + HOUR_MS;
    await aRun('first', at);
    await aRun('order', at + 1, { asked });
    await aRun('other', at + 2);
    const hold = {
      id: 'hold_1',
      accountNumber: 'C1',
      orderId: null,
      reason: 'a case',
      placedBy: 'ada',
      placedAt: at,
    };
    const open = { ...hold, releasedBy: null, releasedAt: null, releaseReason: null };
    await database.units.run((unit) => unit.insert(LegalHoldRow, open));
    expect(await preview()).toMatchObject({ runs: 0, onHold: true });
    expect(await remove()).toMatchObject({ runs: 0, onHold: true });
    expect(await ids()).toEqual(['first', 'order', 'other']);
    await database.units.run((unit) =>
      unit.update(LegalHoldRow, { id: 'hold_1' }, { releasedAt: at }),
    );
    expect(await remove()).toMatchObject({ runs: 2, onHold: false });
  });

  it('keeps the runs of a day that is opened again just before it would remove them', async () => {
    await aRun('a', startOfDay(SIGNED) + 1);
    await aRun('b', startOfDay(SIGNED) + 2);
    const { units } = database;
    const runAlone = units.runAlone.bind(units);
    jest.spyOn(units, 'runAlone').mockImplementationOnce(async (work) => {
      await verdict(SIGNED, 'DAY_REOPENED');
      return runAlone(work);
    });
    expect(await remove()).toMatchObject({ runs: 0 });
    expect(await ids()).toEqual(['a', 'b']);
  });

  it('keeps what a search relies on: the first run of a day that read everything, and that which read the list', async () => {
    const at = startOfDay(SIGNED);
    await aRun('a-blind', at + 1, { coveredAt: null, listedAt: null });
    await aRun('b-list', at + 2, { coveredAt: null });
    await aRun('c-all', at + 3);
    await aRun('d-all', at + 4);
    // It ends on the next day.
    await aRun('e-late', at + 24 * HOUR_MS - 1, {
      coveredAt: at + 24 * HOUR_MS + 5,
      listedAt: at + 24 * HOUR_MS + 6,
    });
    expect(await remove()).toMatchObject({ runs: 2 });
    expect(await ids()).toEqual(['b-list', 'c-all', 'e-late']);
  });

  it('keeps the runs of a day whose report is not signed, or was reopened', async () => {
    await aRun('a', startOfDay(SIGNED) + 1);
    await aRun('b', startOfDay(SIGNED) + 2);
    await aRun('c', startOfDay(UNSIGNED) + 1);
    await aRun('d', startOfDay(UNSIGNED) + 2);
    await verdict(SIGNED, 'DAY_REOPENED');
    expect(await remove()).toMatchObject({ runs: 0, openDays: 2 });
    await verdict(SIGNED, 'DAY_HOLDS_AGAIN');
    expect(await remove()).toMatchObject({ runs: 1, openDays: 1 });
    expect(await ids()).toEqual(['a', 'c', 'd']);
  });

  it('takes many in small units of work', async () => {
    const at = startOfDay(SUNDAY);
    await database.units.run(async (unit) => {
      const columns = 'id, cause, dry_run, started_at, finished_at, calls, answered, orders, changed, fills, opened, closed, asked'; // prettier-ignore
      const row = (n: number): string => `('r${n}', 'schedule', 0, ${at + n}, ${at + n}, 1, 1, 0, 0, 0, 0, 0, '[]')`; // prettier-ignore
      const rows = Array.from({ length: 2_500 }, (_, n) => row(n)).join(', ');
      await unit.execute(`INSERT INTO reconciliation_runs (${columns}) VALUES ${rows}`, []);
    });
    expect(await remove()).toMatchObject({ runs: 2_500 });
    expect(await removals()).toMatchObject([{ runs: 1_000 }, { runs: 1_000 }, { runs: 500 }]);
  });
});
