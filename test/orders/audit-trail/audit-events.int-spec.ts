import type { Actor } from '../../../src/infra/audit/actor.js';
import { AuditLog, type Topic } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import {
  AuditEvents,
  AuditEventsHandler,
  type AuditPage,
} from '../../../src/orders/audit-trail/audit-events.js';
import type { AuditFilters } from '../../../src/orders/audit-trail/find-entries.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock, NOON } from '../../support/time/hand-clock.js';

const DESK: Actor = { name: 'key:front end', keyId: 'key_1' };
const ALL: AuditPage = { limit: 50, cursor: null };

describe.each(ENGINES)('the audit trail on %s', (engine: Engine) => {
  let database: Database;
  let log: AuditLog;
  let clock: HandClock;

  beforeEach(async () => {
    clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    log = new AuditLog(clock, new AuditTail());
  });

  afterEach(() => database.close());

  /** One entry for each type. */
  function append(topic: Topic, types: string, actor = DESK): Promise<void> {
    const facts = types.split(' ').map((type) => ({ type, body: {} }));
    return database.units.run((unit) => log.append(unit, topic, actor, facts));
  }

  const pageOf = (filters: AuditFilters, page = ALL) =>
    new AuditEventsHandler(database).execute(new AuditEvents(filters, page));

  async function typesOf(filters: AuditFilters, page = ALL): Promise<string> {
    return (await pageOf(filters, page)).data.map(({ type }) => type).join(' ');
  }

  it('is searched by the person whom a caller acted for', async () => {
    await append('desk', 'ONE', { ...DESK, onBehalfOf: 'Ngozi' });
    await append('desk', 'TWO');
    await append('desk', 'THREE', { ...DESK, onBehalfOf: 'Bola' });
    expect(await typesOf({ onBehalfOf: 'Ngozi' })).toBe('ONE');
    expect(await typesOf({ onBehalfOf: 'Bola' })).toBe('THREE');
    expect(await typesOf({ onBehalfOf: 'Ada' })).toBe('');
  });

  it('is searched by what its entries are about, whatever their streams', async () => {
    const order = { orderId: 'ord_1', accountNumber: 'C1', security: 'SD11PLC' };
    await append({ stream: 'ord_1', about: { ...order, tradingDate: '2026-11-20' } }, 'ONE TWO');
    await append({ stream: 'ord_2', about: { ...order, orderId: 'ord_2' } }, 'OTHER');
    await append({ stream: 'breaks', about: { ...order, orderNumber: '7001' } }, 'BREAK');
    await append({ stream: 'trading days', about: { tradingDate: '2026-11-20' } }, 'DAY');
    await append('keys', 'KEY');
    expect(await typesOf({ orderId: 'ord_1' })).toBe('ONE TWO BREAK');
    expect(await typesOf({ accountNumber: 'C1' })).toBe('ONE TWO OTHER BREAK');
    expect(await typesOf({ security: 'SD11PLC' })).toBe('ONE TWO OTHER BREAK');
    expect(await typesOf({ orderNumber: '7001' })).toBe('BREAK');
    expect(await typesOf({ tradingDate: '2026-11-20' })).toBe('ONE TWO DAY');
    expect(await typesOf({ accountNumber: 'C1', type: 'BREAK' })).toBe('BREAK');
    expect(await typesOf({ types: ['TWO', 'BREAK'] })).toBe('TWO BREAK');
    expect(await typesOf({ types: ['TWO', 'BREAK'], orderNumber: '7001' })).toBe('BREAK');
    expect(await typesOf({ types: ['ONE', 'OTHER'], orderId: 'ord_2' })).toBe('OTHER');
    expect(await typesOf({ accountNumber: 'C2' })).toBe('');
    const [, , , , about] = (await pageOf({})).data.map(({ orderId }) => orderId);
    expect(about).toBeNull();
    expect((await pageOf({ type: 'BREAK' })).data[0]?.orderId).toBe('ord_1');
  });

  it('is read forwards and backwards, page by page, without gap or repetition', async () => {
    await append('desk', 'A B C D E');
    const read = async (order: 'asc' | 'desc'): Promise<string> => {
      const pages: string[] = [];
      for (let cursor: string | null = null; ;) {
        const { data, page } = await pageOf({}, { limit: 2, cursor, afterSequence: 1, order });
        pages.push(data.map(({ type }) => type).join(''));
        cursor = page.nextCursor;
        if (cursor === null) return pages.join(' ');
      }
    };
    expect(await read('asc')).toBe('BC DE');
    expect(await read('desc')).toBe('ED CB');
  });

  it('is searched by time even where the clock was set back', async () => {
    const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();
    const moments = [0, 10, 20, 5, 15, 30, 40];
    let now = 0;
    for (const minutes of moments) {
      clock.pass((minutes - now) * 60_000);
      now = minutes;
      await append('desk', `T${minutes}`);
    }
    expect(await typesOf({ from: at(10), to: at(30) })).toBe('T10 T20 T15');
    expect(await typesOf({ from: at(5), to: at(6) })).toBe('T5');
    expect(await typesOf({ from: at(30) })).toBe('T30 T40');
    expect(await typesOf({ to: at(10) })).toBe('T0 T5');
    expect(await typesOf({ from: at(31), to: at(39) })).toBe('');
    expect(await typesOf({ from: at(40), to: at(10) })).toBe('');
    expect(await typesOf({ from: '0000-01-01T00:00:00.000Z' })).toBe('T0 T10 T20 T5 T15 T30 T40');
    expect(await typesOf({ to: '9999-12-31T23:59:59.999Z', type: 'T40' })).toBe('T40');
  });
});
