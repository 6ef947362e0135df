import { Database } from '../../../../src/infra/database/database.js';
import { ApprovalRow } from '../../../../src/orders/break-desk/approval.entity.js';
import { BreakCommentRow } from '../../../../src/orders/breaks/break-comment.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const PROPOSED: ApprovalRow = {
  id: 'apr_1',
  breakId: 'brk_1',
  orderId: null,
  orderVersion: null,
  payload: '{}',
  payloadHash: 'a'.repeat(64),
  state: 'Pending',
  proposedBy: 'key:ada',
  proposedOnBehalfOf: null,
  proposedAt: 1,
  expiresAt: 2,
  decidedBy: null,
  decidedAt: null,
  decision: null,
};
const APPROVED = { state: 'Approved', decidedBy: 'key:bola', decidedAt: 2 } as const;

describe.each(ENGINES)('The database itself makes sure on %s that', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    await database.units.run((unit) => unit.insert(ApprovalRow, PROPOSED));
  });

  afterEach(() => database.close());

  const decide = (patch: Partial<ApprovalRow>) =>
    database.units.run((unit) => unit.update(ApprovalRow, { id: 'apr_1' }, patch));
  const stored = async () => (await database.reading.find(ApprovalRow, 'id = ?', ['apr_1']))[0];

  it.each([
    ['by the proposer', { ...APPROVED, decidedBy: 'key:ada' }],
    ['by nobody', { ...APPROVED, decidedBy: null }],
    ['with another payload', { ...APPROVED, payload: '{"orderNumber":"7"}' }],
    ['under another hash', { ...APPROVED, payloadHash: 'b'.repeat(64) }],
    ['for another break', { ...APPROVED, breakId: 'brk_2' }],
    ['with another proposer', { ...APPROVED, proposedBy: 'key:chidi' }],
    ['proposed for somebody else', { ...APPROVED, proposedOnBehalfOf: 'Chidi' }],
  ])('no proposal is approved %s (H3)', async (_, patch) => {
    await expect(decide(patch)).rejects.toHaveProperty('message');
    expect(await stored()).toEqual(PROPOSED);
  });

  it('no proposal is decided twice', async () => {
    await decide(APPROVED);
    for (const state of ['Pending', 'Rejected', 'Approved'] as const) {
      await expect(decide({ state, decidedBy: 'key:chidi' })).rejects.toHaveProperty('message');
    }
    expect(await stored()).toEqual({ ...PROPOSED, ...APPROVED });
  });

  it('a break has at most one pending proposal (H4)', async () => {
    const second = { ...PROPOSED, id: 'apr_2' };
    const insert = () => database.units.run((unit) => unit.insert(ApprovalRow, second));
    await expect(insert()).rejects.toHaveProperty('message');
    await decide({ state: 'Rejected', decidedBy: 'key:ada', decidedAt: 2 });
    await insert();
  });

  it('proposals and comments are never deleted, and comments never changed', async () => {
    const comment = { id: 'com_1', breakId: 'brk_1', at: 1, author: 'key:ada', text: 'asked them' };
    await database.units.run((unit) => unit.insert(BreakCommentRow, comment));
    for (const statement of [
      'DELETE FROM approvals',
      'DELETE FROM break_comments',
      "UPDATE break_comments SET text = 'never'",
    ]) {
      const run = database.units.run((unit) => unit.execute(statement, []));
      await expect(run).rejects.toHaveProperty('message');
    }
    expect(await database.reading.find(BreakCommentRow, '1 = 1', [])).toEqual([comment]);
  });
});
