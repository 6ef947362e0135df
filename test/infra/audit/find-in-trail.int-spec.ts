import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { canonicalJson } from '../../../src/infra/audit/audit-chain.js';
import { digestOf } from '../../../src/infra/audit/digest.js';
import { findProposal, type Proposal } from '../../../src/infra/audit/find-in-trail.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const DECISION = { break: 'brk_1', resolution: 'not-at-exchange' };
const PROPOSAL: Proposal = {
  proposedBy: 'key:ada',
  proposedOnBehalfOf: null,
  payload: canonicalJson(DECISION),
  payloadHash: digestOf(DECISION),
};
const ANOTHER = { ...DECISION, resolution: 'had-no-effect' };

describe.each(ENGINES)('A proposal that waits for a second person, on %s,', (engine) => {
  let database: Database;
  const clock = new HandClock();

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const log = new AuditLog(clock, new AuditTail());
    const { payloadHash } = PROPOSAL;
    const body = { approval: 'apr_1', break: 'brk_1', breakType: 'PostUnconfirmed', payloadHash };
    const fact = { type: 'BREAK_RESOLUTION_PROPOSED', body };
    await database.units.run((unit) => log.append(unit, 'ord_1', { name: 'key:ada' }, [fact]));
  });

  afterEach(() => database.close());

  const ENTRY = {
    type: 'BREAK_RESOLUTION_PROPOSED',
    stream: 'ord_1',
    says: { approval: 'apr_1', break: 'brk_1', breakType: 'PostUnconfirmed' },
  };
  const found = (changed: Partial<Proposal>, entry: typeof ENTRY = ENTRY) =>
    findProposal(database.reading, entry, { ...PROPOSAL, ...changed });

  it('is as the trail has it', async () => {
    expect(await found({})).toEqual({ sequence: 1, actor: 'key:ada', onBehalfOf: null });
  });

  it.each([
    ['another payload', { payload: canonicalJson(ANOTHER) }],
    [
      'another payload and its hash',
      { payload: canonicalJson(ANOTHER), payloadHash: digestOf(ANOTHER) },
    ],
    ['another proposer', { proposedBy: 'key:bola' }],
    ['somebody whom it was proposed for', { proposedOnBehalfOf: 'Chidi' }],
  ])('is not believed with %s', async (_, changed) => {
    expect(await found(changed)).toBeNull();
  });

  it.each([
    ['id', { ...ENTRY, says: { ...ENTRY.says, approval: 'apr_2' } }],
    ['break', { ...ENTRY, says: { ...ENTRY.says, break: 'brk_2' } }],
    ['kind of break', { ...ENTRY, says: { ...ENTRY.says, breakType: 'MissingAtExchange' } }],
    ['order', { ...ENTRY, stream: 'ord_2' }],
  ])('is not believed of another %s', async (_, entry) => {
    expect(await found({}, entry)).toBeNull();
  });
});
