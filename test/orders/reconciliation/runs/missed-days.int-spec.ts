import { pino } from 'pino';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../../src/infra/database/database.js';
import { DeskSwitch } from '../../../../src/orders/desk-switch/desk-switch.js';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import { MissedDays } from '../../../../src/orders/reconciliation/runs/missed-days.js';
import type { RunStart } from '../../../../src/orders/reconciliation/runs/run-input.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { VirtualClock } from '../../../support/time/virtual-clock.js';

const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const TUESDAY = '2026-11-17';
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const FRIDAY = '2026-11-20';

describe.each(ENGINES)('the trading days that a desk has missed, on %s', (engine: Engine) => {
  let database: Database;
  let desk: DeskSwitch;
  let days: MissedDays;
  let sessions: Sessions;

  beforeEach(async () => {
    const clock = new VirtualClock(lagos(`${TUESDAY}T12:00`));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    desk = new DeskSwitch(database, audit, clock, new AppLogger(pino({ level: 'silent' })));
    days = new MissedDays(desk);
    sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };
    await settle(`${TUESDAY}T12:00`, []);
  });

  afterEach(() => database.close());

  const startAt = (time: string): RunStart => ({
    id: 'run_1',
    startedAt: lagos(time),
    sessions,
  });
  const settle = (time: string, dates: readonly string[], list = true): Promise<void> =>
    days.noteRead(startAt(time), { dates, list });
  const owed = (time: string): Promise<readonly string[]> => days.owed(startAt(time));
  const readUntil = async (): Promise<string | null> => (await desk.read()).tradesReadUntil;

  it('are none on the day on which it begins (E13)', async () => {
    expect(await readUntil()).toBe('2026-11-16');
    expect(await owed(`${TUESDAY}T14:39`)).toEqual([]);
  });

  it('begin with the first that was not read ten minutes after its close, the oldest first (E13)', async () => {
    await settle(`${TUESDAY}T14:39`, [TUESDAY]);
    expect(await owed(`${TUESDAY}T14:40`)).toEqual([TUESDAY]);
    expect(await owed('2026-11-21T12:00')).toEqual([TUESDAY, WEDNESDAY, THURSDAY, FRIDAY]);
  });

  it('count as read one after the other, and none is asked for twice (E13)', async () => {
    await settle(`${FRIDAY}T09:00`, [WEDNESDAY]);
    expect(await readUntil()).toBe('2026-11-16');
    expect(await owed(`${FRIDAY}T09:00`)).toEqual([TUESDAY, THURSDAY]);
    await settle(`${FRIDAY}T09:01`, [TUESDAY]);
    expect(await readUntil()).toBe(WEDNESDAY);
    await settle(`${FRIDAY}T09:02`, [THURSDAY], false);
    expect(await readUntil()).toBe(WEDNESDAY);
    expect(await owed(`${FRIDAY}T09:03`)).toEqual([]);
    await settle(`${FRIDAY}T09:03`, []);
    expect(await readUntil()).toBe(THURSDAY);
    const facts = await database.reading.query<{ body: string }>(
      "SELECT body FROM audit_entries WHERE type = 'TRADING_DAYS_READ' ORDER BY sequence",
    );
    expect(facts.map(({ body }) => JSON.parse(body) as unknown).slice(1)).toEqual([
      { until: WEDNESDAY, missed: [TUESDAY, WEDNESDAY], run: 'run_1' },
      { until: THURSDAY, missed: [THURSDAY], run: 'run_1' },
    ]);
  });

  it('are none when each is read on its own evening (E13)', async () => {
    await settle(`${TUESDAY}T14:41`, [TUESDAY], false);
    await settle(`${WEDNESDAY}T20:00`, [WEDNESDAY]);
    expect(await readUntil()).toBe(WEDNESDAY);
    expect(await owed(`${THURSDAY}T10:00`)).toEqual([]);
  });

  it('are no holidays, and half days from their own close on (E13, F4)', async () => {
    sessions = {
      ...sessions,
      exceptions: new Map([
        [TUESDAY, null],
        [WEDNESDAY, { opensAt: 600, closesAt: 720 }],
      ]),
    };
    expect(await owed(`${WEDNESDAY}T12:09`)).toEqual([]);
    expect(await owed(`${WEDNESDAY}T12:10`)).toEqual([WEDNESDAY]);
  });

  it('are asked for in bundles, so that no pass takes the whole minute (E13)', async () => {
    expect(await owed('2027-03-01T09:00')).toHaveLength(20);
  });
});
