import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { canonicalJson } from '../../../src/infra/audit/audit-chain.js';
import { digestOf } from '../../../src/infra/audit/digest.js';
import { isAsProposed, type Proposal } from '../../../src/infra/audit/find-proposal.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';

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
    const body = { approval: 'apr_1', break: 'brk_1', payloadHash: PROPOSAL.payloadHash };
    const fact = { type: 'BREAK_RESOLUTION_PROPOSED', body };
    await database.units.run((unit) => log.append(unit, 'ord_1', { name: 'key:ada' }, [fact]));
  });

  afterEach(() => database.close());

  const holds = (changed: Partial<Proposal>, about = { approval: 'apr_1', break: 'brk_1' }) =>
    isAsProposed(database.reading, 'BREAK_RESOLUTION_PROPOSED', about, { ...PROPOSAL, ...changed });

  it('is as the trail has it', async () => {
    expect(await holds({})).toBe(true);
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
    expect(await holds(changed)).toBe(false);
  });

  it('is not believed under another id, or for another break', async () => {
    expect(await holds({}, { approval: 'apr_2', break: 'brk_1' })).toBe(false);
    expect(await holds({}, { approval: 'apr_1', break: 'brk_2' })).toBe(false);
  });
});
