import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { DISPATCHER } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { actorOfOutcome } from '../../../src/orders/dispatch/call-evidence.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe.each(ENGINES)('What led to the outcome of a call, on %s', (engine) => {
  let database: Database;

  beforeEach(async () => {
    const clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    const sent = (request: string, epoch: number) => ({
      type: 'POST_SENT',
      body: { request, epoch },
    });
    const facts = [sent('req_1', 1), sent('req_1', 2), sent('req_2', 1)];
    await database.units.run((unit) => audit.append(unit, 'ord_1', DISPATCHER, facts));
  });
  afterEach(() => database.close());

  const causeOf = async (id: string, claimNumber: number) => {
    const sent = { id, orderId: 'ord_1', kind: 'Post' } as const;
    const { cause } = await actorOfOutcome(database.reading, sent, claimNumber);
    const [entry] = await database.reading.query<{ body: string }>(
      'SELECT body FROM audit_entries WHERE sequence = ?',
      [typeof cause === 'number' ? cause : -1],
    );
    return entry === undefined ? null : (JSON.parse(entry.body) as unknown);
  };

  it.each([
    ['req_1', 1],
    ['req_1', 2],
    ['req_2', 1],
  ])('is the sending of %s under its claim %i, however late the reply came', async (id, claim) => {
    expect(await causeOf(id, claim)).toEqual({ request: id, epoch: claim });
  });

  it('is not guessed where no entry tells of that sending', async () => {
    expect(await causeOf('req_1', 3)).toBeNull();
  });
});
