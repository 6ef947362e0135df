import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Clock } from '../../../src/infra/runtime/clock.js';
import { Database } from '../../../src/infra/database/database.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import type {
  ExternalOrder,
  ExternalOrderTrades,
} from '../../../src/orders/breaks/external-order.js';
import type { Resolution } from '../../../src/orders/breaks/resolution.js';
import { BreakRegister } from '../../../src/orders/breaks/break-register.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { ExternalOrderBreaks } from '../../../src/orders/order-numbers/external-order-breaks.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';

const SHOWN: ExternalOrder = { side: 'BUY', security: 'SD11PLC', units: '100', statusWord: 'Open' };
const TRADED: ExternalOrderTrades = {
  tradeDate: TODAY,
  orderNumber: '900001',
  accountNumber: 'CDS-9',
  security: 'SD11PLC',
  side: 'BUY',
  executions: 1,
  units: '40',
  value: '500',
};
const HOUR = 3_600;

class Wall extends Clock {
  seconds = 0;
  private readings = 0;
  /** No two readings are equal, so that what is written later has the later id. */
  override now(): number {
    this.readings += 1;
    return noon(this.seconds) + this.readings;
  }
}

describe.each(ENGINES)('a break of an external order on %s', (engine: Engine) => {
  let database: Database;
  let externalBreaks: ExternalOrderBreaks;
  let wall: Wall;

  beforeEach(async () => {
    wall = new Wall();
    const audit = new AuditLog(wall, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, wall);
    const register = new BreakRegister(wall, new Ids(wall, new Random()), audit);
    externalBreaks = new ExternalOrderBreaks(register, audit, wall);
  });

  afterEach(() => database.close());

  const show = (changes: Partial<ExternalOrder> = {}, number = '900001'): Promise<boolean> => {
    const shown = { ...SHOWN, ...changes };
    const detail = `${shown.side} ${shown.units} ${shown.security} (${shown.statusWord})`;
    const finding = { type: 'UnknownAtExchange', detail } as const;
    return database.units.run((unit) => externalBreaks.openForListed(unit, finding, number, shown));
  };
  const breaks = (): Promise<BreakRow[]> => database.reading.find(BreakRow, '1 = 1 ORDER BY id');
  const end = async (resolution: Resolution | null): Promise<void> => {
    const status = resolution === null ? ('AutoResolved' as const) : ('Resolved' as const);
    const [open] = await database.reading.find(BreakRow, 'closed_at IS NULL');
    const ended = { status, closedAt: wall.now(), resolution };
    await database.units.run((unit) => unit.update(BreakRow, { id: String(open?.id) }, ended));
  };
  const facts = async (): Promise<string[]> => {
    const entries = await database.reading.find(AuditEntryRow, '1 = 1 ORDER BY sequence');
    return entries.map((entry) => entry.type);
  };

  it('is one per order number (H1)', async () => {
    expect([await show(), await show(), await show({}, '900002')]).toEqual([true, false, true]);
    expect((await breaks()).map((row) => row.orderNumber)).toEqual(['900001', '900002']);
  });

  it('is updated while somebody edits the order elsewhere (H1)', async () => {
    await show();
    expect(await show({ units: '250', statusWord: 'Amended' })).toBe(false);
    expect(await breaks()).toMatchObject([{ detail: 'BUY 250 SD11PLC (Amended)', version: 2 }]);
    expect(await facts()).toEqual(['BREAK_OPENED', 'BREAK_CHANGED']);
  });

  it.each(['accept', 'close'] as const)(
    'that ended with %s is opened again by other terms, but not by fills or status words (H1, H3)',
    async (resolution) => {
      await show();
      await end(resolution);
      expect(await show({ statusWord: 'Filled' })).toBe(false);
      expect(await show({ units: '100.0' })).toBe(false);
      expect(await show({ units: '90' })).toBe(true);
      await end('accept');
      expect(await show({ units: '90', side: 'SELL' })).toBe(true);
    },
  );

  it('is new when its number was linked to an order of ours, and no longer is (A12)', async () => {
    for (const how of [null, 'link'] as const) {
      expect(await show()).toBe(true);
      await end(how);
    }
    expect(await show()).toBe(true);
  });

  it('is new on a later day, when numbers may have started again (H1)', async () => {
    await show();
    await end('accept');
    wall.seconds = 18 * HOUR;
    expect(await show()).toBe(true);
  });

  it('is the same after midnight if it was seen all the time (H1)', async () => {
    await show();
    await end('accept');
    for (wall.seconds = 0; wall.seconds < 18 * HOUR; wall.seconds += HOUR / 4) {
      expect(await show()).toBe(false);
    }
  });

  it('counts as listed if a list of today has shown its number (H1)', async () => {
    const isListed = (units: string, number = '900001') =>
      externalBreaks.isListed(database.reading, number, { ...SHOWN, units });
    expect(await isListed('100')).toBe(false);
    await show();
    // Opened by a trade, which may be of any day.
    const finding = { type: 'OrphanTrade', key: 'BUY SD11PLC', detail: 'was traded' } as const;
    await database.units.run((unit) => externalBreaks.openForTraded(unit, finding, '900002'));
    expect(await isListed('100', '900002')).toBe(false);
    expect([await isListed('100'), await isListed('250')]).toEqual([true, true]);
    wall.seconds = 18 * HOUR;
    expect([await isListed('100'), await isListed('250')]).toEqual([false, false]);
    // A row that is listed overnight may have been left behind.
    await show();
    expect([await isListed('100.0'), await isListed('250')]).toEqual([true, false]);
  });

  it('keeps the trades of the order when a later answer shows fewer (E8, E10)', async () => {
    await show();
    const [row] = await breaks();
    const note = (...trades: readonly ExternalOrderTrades[]) =>
      database.units.run((unit) => externalBreaks.noteTrades(unit, String(row?.id), trades));
    await note(TRADED);
    await note({ ...TRADED, executions: 2, units: '70', value: '875' });
    await note(TRADED);
    await note();
    const [after] = await breaks();
    const traded = JSON.parse(String(after?.traded)) as unknown;
    expect(traded).toEqual([{ ...TRADED, executions: 2, units: '70', value: '875' }]);
    expect(await facts()).toEqual(['BREAK_OPENED', 'BREAK_CHANGED', 'BREAK_CHANGED']);
    const entries = await database.reading.find(AuditEntryRow, '1 = 1');
    expect(entries.filter(({ body }) => body.includes('CDS-9'))).toEqual([]);
  });
});
