import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { digestOf } from '../../../src/infra/audit/digest.js';
import { Database } from '../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../src/infra/observability/logging.js';
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
import { ApprovedMappings } from '../../../src/orders/status-mappings/approved-mappings.js';
import { GetStatusMappingsHandler } from '../../../src/orders/status-mappings/find-status-mappings.js';
import { MappingsInForce } from '../../../src/orders/status-mappings/mappings-in-force.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { noon } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const ADA = { name: 'key:ada' };
const BOLA = { name: 'key:bola' };

describe.each(ENGINES)('A version of the status mappings on %s', (engine: Engine) => {
  let database: Database;
  let clock: HandClock;
  let desk: StatusMappingDesk;
  let inForce: MappingsInForce;
  let now: GetStatusMappingsHandler;
  let audit: AuditLog;
  let logged: string[];

  beforeEach(async () => {
    clock = new HandClock(noon(0));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    logged = [];
    const logger = new AppLogger(createLogger('error', (line) => logged.push(line)));
    const approved = new ApprovedMappings(logger);
    audit = new AuditLog(clock, new AuditTail());
    desk = new StatusMappingDesk(database, audit, clock, approved);
    inForce = new MappingsInForce(database, read(REAL), approved);
    now = new GetStatusMappingsHandler(database, read(REAL), clock, approved);
  });

  afterEach(() => database.close());

  const propose = (word: string, meaning: MappedStatus, seen: number | null = null) =>
    new ProposeStatusMappingsHandler(desk).execute(
      new ProposeStatusMappings([{ word, meaning }], 'They told us.', seen, ADA),
    );
  const decide = (version: number, approve: boolean, actor = BOLA, hash: string | null = null) =>
    new DecideStatusMappingsHandler(desk, inForce, read(REAL)).execute(
      new DecideStatusMappings(version, approve, null, hash, actor),
    );
  const rows = (): Promise<StatusMappingRow[]> =>
    database.reading.find(StatusMappingRow, '1 = 1 ORDER BY version');
  const entries = async () => {
    const all = await database.reading.find(AuditEntryRow, '1 = 1 ORDER BY sequence');
    return all.map(({ type, cause, approval }) => [type, cause, approval]);
  };
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
    expect(await entries()).toEqual([
      ['STATUS_WORDS_PROPOSED', null, null],
      ['STATUS_WORDS_APPROVED', 1, 'status-words/1'],
      ['STATUS_WORDS_PROPOSED', null, null],
      ['STATUS_WORDS_REJECTED', 3, 'status-words/2'],
      ['STATUS_WORDS_PROPOSED', null, null],
      ['STATUS_WORDS_APPROVED', 5, 'status-words/3'],
    ]);
  });

  it('names in the trail the proposal that has expired', async () => {
    await propose('Parked', 'Open');
    clock.pass(8 * 3_600_000);
    await propose('Parked', 'Open');
    expect(await entries()).toEqual([
      ['STATUS_WORDS_PROPOSED', null, null],
      ['STATUS_WORDS_EXPIRED', 1, 'status-words/1'],
      ['STATUS_WORDS_PROPOSED', null, null],
    ]);
  });

  it('may be rejected where the trail does not have its proposal, and names no entry then', async () => {
    const { version } = aForgery();
    const open = { expiresAt: clock.now() + 1, decidedBy: null, decidedAt: null };
    await insert(aForgery({ state: 'Pending', ...open }));
    await decide(version, false);
    expect(await entries()).toEqual([['STATUS_WORDS_REJECTED', null, `status-words/${version}`]]);
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

  const FORGED = { parked: 'Cancelled' };
  /** What somebody who can write the table alone can add to it. */
  const aForgery = (changes: Partial<StatusMappingRow> = {}): StatusMappingRow => ({
    version: 2, words: JSON.stringify(FORGED), reason: 'r', state: 'Approved', decision: null,
    payloadHash: digestOf({ version: 2, words: FORGED, reason: 'r' }), proposedBy: 'key:ada',
    proposedOnBehalfOf: null, proposedAt: 1, expiresAt: 2, decidedBy: 'key:bola', decidedAt: 1, ...changes,
  }); // prettier-ignore
  const insert = (row: StatusMappingRow) =>
    database.units.run((unit) => unit.insert(StatusMappingRow, row));
  const noted = (name: string, type: string, body: object) =>
    database.units.run((unit) =>
      audit.append(unit, 'status words', { name }, [
        { type, body: body as Record<string, string> },
      ]),
    );

  it('is not used, and the one before stays in force, where the trail has no such version', async () => {
    await propose('Parked', 'Open');
    await decide(1, true);
    await insert(aForgery());
    await insert(aForgery({ version: 3, words: 'not JSON' }));
    expect(await words()).toEqual([1, ['parked', 'Open']]);
    expect(await words()).toEqual([1, ['parked', 'Open']]);
    expect((await now.execute()).inForce).toMatchObject({ version: 1 });
    expect(logged.map((line) => /Version \d/.exec(line)?.[0])).toEqual(['Version 3', 'Version 2']);
    expect(await propose('Frozen', 'Nothing', 1)).toBe(4);
    await decide(4, true);
    expect(await words()).toEqual([4, ['frozen', 'Nothing']]);
  });

  it.each([
    ['was proposed alone', null],
    ['was approved by its proposer', 'KEY:ADA', 'KEY:ADA'],
    ['was approved by somebody else than in the table', 'key:chidi'],
  ])('is not used if by the trail it %s', async (_, approver, decidedBy = 'key:bola') => {
    const { version, payloadHash, reason, proposedBy } = aForgery();
    const proposal = { version, words: FORGED, reason, payloadHash };
    await noted('key:ada', 'STATUS_WORDS_PROPOSED', proposal);
    const decision = { version, payloadHash, proposedBy, decision: null };
    if (approver !== null) await noted(approver, 'STATUS_WORDS_APPROVED', decision);
    await insert(aForgery({ decidedBy }));
    expect(await words()).toEqual([0]);
  });

  it('stays as two people agreed on it when the table is changed, and is not read from there again', async () => {
    await propose('Parked', 'Open');
    await decide(1, true);
    expect(await words()).toEqual([1, ['parked', 'Open']]);
    const table = engine === 'postgres' ? ' ON status_mappings' : '';
    await database.units.run(async (unit) => {
      await unit.execute(`DROP TRIGGER status_mappings_decided_once${table}`);
      await unit.execute(`UPDATE status_mappings SET words = '{"parked":"Cancelled"}'`);
    });
    expect((await now.execute()).inForce).toMatchObject({ version: 0 });
    expect(await words()).toEqual([1, ['parked', 'Open']]);
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
