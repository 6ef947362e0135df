import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import {
  DecideStatusMappings,
  DecideStatusMappingsHandler,
} from '../../../src/orders/status-mappings/decide-status-mappings.js';
import {
  ProposeStatusMappings,
  ProposeStatusMappingsHandler,
} from '../../../src/orders/status-mappings/propose-status-mappings.js';
import type { MappedStatus } from '../../../src/orders/order/order-status.js';
import { StatusMappingRow } from '../../../src/orders/status-mappings/status-mapping.entity.js';
import { StatusMappingDesk } from '../../../src/orders/status-mappings/status-mapping-desk.js';
import { MappingsInForce } from '../../../src/orders/status-mappings/mappings-in-force.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { noon } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';

const ADA = { name: 'key:ada' };
const BOLA = { name: 'key:bola' };

describe.each(ENGINES)('A version of the status mappings on %s', (engine: Engine) => {
  let database: Database;
  let clock: HandClock;
  let desk: StatusMappingDesk;
  let inForce: MappingsInForce;

  beforeEach(async () => {
    clock = new HandClock(noon(0));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    desk = new StatusMappingDesk(database, new AuditLog(clock, new AuditTail()), clock);
    inForce = new MappingsInForce(database, read(REAL));
  });

  afterEach(() => database.close());

  const propose = (word: string, meaning: MappedStatus, seen: number | null = null) =>
    new ProposeStatusMappingsHandler(desk).execute(
      new ProposeStatusMappings([{ word, meaning }], 'They told us.', seen, ADA),
    );
  const decide = (version: number, approve: boolean, actor = BOLA, hash: string | null = null) =>
    new DecideStatusMappingsHandler(desk, inForce).execute(
      new DecideStatusMappings(version, approve, null, hash, actor),
    );
  const rows = (): Promise<StatusMappingRow[]> =>
    database.reading.find(StatusMappingRow, '1 = 1 ORDER BY version');
  const words = async (): Promise<[number, ...(readonly [string, string])[]]> => {
    await inForce.refresh();
    return [inForce.mappings.version, ...inForce.mappings.meanings];
  };

  it('is in force once somebody else has approved it, and every version is kept', async () => {
    expect(await words()).toEqual([0]);
    await propose('Parked', 'Open');
    expect(await words()).toEqual([0]);
    await decide(1, true);
    expect(await words()).toEqual([1, ['parked', 'Open']]);
    await propose('Frozen', 'Nothing', 1);
    await decide(2, false);
    await propose('__proto__', 'Nothing');
    await decide(3, true);
    expect(await words()).toEqual([3, ['__proto__', 'Nothing']]);
    expect((await rows()).map((row) => [row.state, row.proposedBy, row.decidedBy])).toEqual([
      ['Approved', 'key:ada', 'key:bola'],
      ['Rejected', 'key:ada', 'key:bola'],
      ['Approved', 'key:ada', 'key:bola'],
    ]);
    const entries = await database.reading.find(AuditEntryRow, '1 = 1 ORDER BY sequence');
    expect(entries.map((entry) => entry.type)).toEqual([
      'STATUS_WORDS_PROPOSED', 'STATUS_WORDS_APPROVED',
      'STATUS_WORDS_PROPOSED', 'STATUS_WORDS_REJECTED',
      'STATUS_WORDS_PROPOSED', 'STATUS_WORDS_APPROVED',
    ]); // prettier-ignore
  });

  it('is proposed one at a time, also concurrently, and against the version in force', async () => {
    const all = await Promise.allSettled([propose('A', 'Open'), propose('B', 'Open')]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(propose('C', 'Open')).rejects.toMatchObject({ code: 'approval-pending' });
    await decide(1, true);
    await expect(propose('D', 'Open', 0)).rejects.toMatchObject({ code: 'version-stale' });
    await propose('D', 'Open', 1);
  });

  it('is approved by somebody else, once, in time, and with the payload that was read', async () => {
    await propose('Parked', 'Open');
    await expect(decide(1, true, ADA)).rejects.toMatchObject({ code: 'second-person-needed' });
    await expect(decide(1, true, BOLA, '0'.repeat(64))).rejects.toMatchObject({
      code: 'approval-stale',
    });
    await expect(decide(2, true)).rejects.toMatchObject({ code: 'not-found' });
    const decided = await Promise.allSettled([decide(1, true), decide(1, false)]);
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(decide(1, true)).rejects.toMatchObject({ code: 'approval-decided' });
    await propose('Frozen', 'Nothing');
    clock.pass(8 * 3_600_000);
    await expect(decide(2, true)).rejects.toMatchObject({ code: 'approval-expired' });
    await propose('Frozen', 'Nothing');
    expect((await rows()).map((row) => row.state).slice(1)).toEqual(['Expired', 'Pending']);
  });

  it('is not approved as the table says where the trail says something else', async () => {
    await propose('Parked', 'Open');
    const table = engine === 'postgres' ? ' ON status_mappings' : '';
    await database.units.run(async (unit) => {
      await unit.execute(`DROP TRIGGER status_mappings_decided_once${table}`);
      await unit.execute(`UPDATE status_mappings SET words = '{"parked":"Cancelled"}'`);
    });
    await expect(decide(1, true)).rejects.toMatchObject({ code: 'approval-stale' });
    expect(await rows()).toMatchObject([{ state: 'Pending' }]);
  });

  it.each<[string, Partial<StatusMappingRow>]>([
    ['with another payload', { state: 'Approved', decidedBy: 'key:bola', words: '{}' }],
    ['by the proposer', { state: 'Approved', decidedBy: 'key:ada' }],
    ['by nobody', { state: 'Approved' }],
  ])('is never approved %s: the database refuses it', async (_, patch) => {
    await propose('Parked', 'Open');
    const change = database.units.run((unit) =>
      unit.update(StatusMappingRow, { version: 1 }, patch),
    );
    await expect(change).rejects.toHaveProperty('message');
    await decide(1, true);
    const later = database.units.run((unit) =>
      unit.update(StatusMappingRow, { version: 1 }, { state: 'Rejected' }),
    );
    await expect(later).rejects.toHaveProperty('message');
    const gone = database.units.run((unit) => unit.execute('DELETE FROM status_mappings'));
    await expect(gone).rejects.toHaveProperty('message');
  });
});
