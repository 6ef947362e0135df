import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import { BreakRegister } from '../../../src/orders/breaks/break-register.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { BreakSettings } from '../../../src/orders/breaks/break-settings.js';
import { USUAL_DUE_TIMES } from '../../../src/orders/breaks/due-times.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase, type Engine } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const ADA = { name: 'key:ada' };
const BOLA = { name: 'key:bola' };
const STRICT = { critical: 5, high: 30, medium: 60, low: 480 };
const LAX = { critical: 60, high: 120, medium: 480, low: 10_080 };

describe.each(ENGINES)('How soon breaks are due, on %s', (engine: Engine) => {
  let database: Database;
  let settings: BreakSettings;
  let open: (key: string) => Promise<number>;

  beforeEach(async () => {
    const clock = new HandClock();
    const audit = new AuditLog(clock, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    settings = new BreakSettings(database, audit, clock);
    const register = new BreakRegister(clock, new Ids(clock, new Random()), audit);
    /** Minutes within which a break of high severity is due. */
    open = async (key) => {
      const about = { orderId: null, orderNumber: null };
      const finding = { type: 'PriceMismatch', key, detail: 'the price differs' } as const;
      await database.units.run((unit) => register.open(unit, finding, about));
      return dueWithin(key);
    };
  });

  afterEach(() => database.close());

  const dueWithin = async (key: string): Promise<number> => {
    const [row] = await database.reading.find(BreakRow, 'identity LIKE ?', [`%/${key}`]);
    return (row!.dueAt - row!.openedAt) / 60_000;
  };
  const entries = async (): Promise<readonly (readonly [string, string, unknown])[]> => {
    const rows = await database.reading.query<{ type: string; actor: string; body: string }>(
      "SELECT type, actor, body FROM audit_entries WHERE stream = 'break settings' ORDER BY sequence",
    );
    return rows.map(({ type, actor, body }) => [type, actor, JSON.parse(body)]);
  };

  it('is usual until somebody sets it', async () => {
    expect(await settings.inForce()).toEqual({
      version: 0,
      dueTimes: USUAL_DUE_TIMES,
      changedBy: null,
      changedAt: null,
    });
    expect(await open('a')).toBe(60);
  });

  it('holds for breaks that are opened after a change; open ones keep their due time', async () => {
    await open('a');
    await settings.setDueTimes(STRICT, null, ADA);
    expect([await open('b'), await dueWithin('a')]).toEqual([30, 60]);
    await settings.setDueTimes(LAX, null, ADA);
    expect([await open('c'), await dueWithin('b'), await open('a')]).toEqual([120, 30, 60]);
  });

  it('is audited once for each change, with its actor and what was before', async () => {
    await settings.setDueTimes(STRICT, 0, ADA);
    await settings.setDueTimes(STRICT, null, BOLA);
    expect(await settings.setDueTimes(LAX, 1, BOLA)).toMatchObject({ version: 2, dueTimes: LAX });
    expect(await settings.inForce()).toMatchObject({ version: 2, changedBy: 'key:bola' });
    expect(await entries()).toEqual([
      ['DUE_TIMES_SET', 'key:ada', { version: 1, dueTimes: STRICT, before: USUAL_DUE_TIMES }],
      ['DUE_TIMES_SET', 'key:bola', { version: 2, dueTimes: LAX, before: STRICT }],
    ]);
  });

  it('refuses what somebody decided on times that no longer hold, and times that do not fit', async () => {
    await settings.setDueTimes(STRICT, 0, ADA);
    await expect(settings.setDueTimes(LAX, 0, BOLA)).rejects.toThrow(/Version 1 is in force/);
    await expect(settings.setDueTimes({ ...LAX, high: 500 }, 1, BOLA)).rejects.toThrow(
      /dueTimes.high/,
    );
    expect(await settings.inForce()).toMatchObject({ version: 1, dueTimes: STRICT });
    expect(await entries()).toHaveLength(1);
  });

  it('is set by one after the other where two people set it at once', async () => {
    await Promise.all([
      settings.setDueTimes(STRICT, null, ADA),
      settings.setDueTimes(LAX, null, BOLA),
    ]);
    const [first, second] = await entries();
    expect(first?.[2]).toMatchObject({ before: USUAL_DUE_TIMES });
    expect(second?.[2]).toMatchObject({ before: (first?.[2] as { dueTimes: object }).dueTimes });
  });
});
