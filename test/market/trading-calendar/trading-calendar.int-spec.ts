import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import { TradingCalendar } from '../../../src/market/trading-calendar/trading-calendar.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { ENGINES, readyDatabase, type Engine } from '../../support/databases/databases.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const ADA = { name: 'key:ada' };
const EID = {
  tradingDate: '2026-11-24',
  kind: 'Holiday',
  session: null,
  name: 'Eid al-Fitr',
} as const;
const EVE = { ...EID, kind: 'HalfDay', session: '10:00-12:00', name: 'Eve' } as const;

describe.each(ENGINES)('The trading calendar on %s', (engine: Engine) => {
  let database: Database;
  let calendar: TradingCalendar;

  beforeEach(async () => {
    const clock = new VirtualClock(Date.parse('2026-11-20T11:00:00Z'));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    calendar = new TradingCalendar(database, audit, read(REAL), clock);
  });

  afterEach(() => database.close());

  const facts = async (): Promise<readonly (readonly [string, string, unknown])[]> => {
    const rows = await database.reading.query<{ type: string; actor: string; body: string }>(
      'SELECT type, actor, body FROM audit_entries ORDER BY sequence',
    );
    return rows.map(({ type, actor, body }) => [type, actor, JSON.parse(body)]);
  };

  it('audits each change once, with its actor and the previous entry (F4)', async () => {
    await calendar.set(EID, ADA);
    await calendar.set(EID, { name: 'key:bola' });
    await calendar.set(EVE, ADA);
    expect(await calendar.remove(EID.tradingDate, ADA)).toBe(true);
    expect(await calendar.remove(EID.tradingDate, ADA)).toBe(false);
    expect(await facts()).toEqual([
      ['CALENDAR_DAY_SET', 'key:ada', { ...EID, before: null }],
      ['CALENDAR_DAY_SET', 'key:ada', { ...EVE, before: EID }],
      ['CALENDAR_DAY_REMOVED', 'key:ada', EVE],
    ]);
    expect((await calendar.sessions()).exceptions.size).toBe(0);
  });

  it('takes effect at once, also in a unit of work that is under way', async () => {
    await calendar.set(EVE, ADA);
    const hours = { opensAt: 600, closesAt: 720 };
    expect((await calendar.sessions()).exceptions.get(EVE.tradingDate)).toEqual(hours);
    const inside = await database.units.run((unit) => calendar.sessions(unit, EVE.tradingDate));
    expect(inside.exceptions.get(EVE.tradingDate)).toEqual(hours);
    const later = await database.units.run((unit) => calendar.sessions(unit, '2026-11-25'));
    expect(later.exceptions.size).toBe(0);
  });

  it('serialises two concurrent entries of one date', async () => {
    await Promise.all([calendar.set(EID, ADA), calendar.set(EVE, { name: 'key:bola' })]);
    const [first, second] = await facts();
    expect(first?.[2]).toMatchObject({ before: null });
    expect(second?.[2]).toMatchObject({ before: { tradingDate: EID.tradingDate } });
  });

  it('refuses changes of a day that is over, and a session in which no order could be sent', async () => {
    const over = { ...EID, tradingDate: '2026-11-19' };
    expect(() => calendar.set(over, ADA)).toThrow(/is over/);
    expect(() => calendar.remove('2026-11-19', ADA)).toThrow(/is over/);
    expect(() => calendar.set({ ...EVE, session: '08:00-10:00' }, ADA)).toThrow(/usual opening/);
    await calendar.set({ ...EID, tradingDate: '2026-11-20' }, ADA);
    expect(await facts()).toHaveLength(1);
  });
});
