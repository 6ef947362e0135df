import type { Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { ApprovalRow } from '../../../src/orders/break-desk/approval.entity.js';
import { BreakCommentRow } from '../../../src/orders/breaks/break-comment.entity.js';
import {
  GetBreak,
  GetBreakHandler,
  SHOWN_MAX,
} from '../../../src/orders/break-desk/find-breaks.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { aBreakRow } from '../../support/builders.js';
import { HandClock } from '../../support/time/hand-clock.js';

const PROPOSED = {
  breakId: 'brk_1',
  orderId: null,
  orderVersion: null,
  payload: '{}',
  payloadHash: 'a'.repeat(64),
  proposedBy: 'key:ada',
  proposedOnBehalfOf: null,
  proposedAt: 1,
  expiresAt: 2,
  decision: null,
};
const REJECTED = { state: 'Rejected', decidedBy: 'key:ada', decidedAt: 2 } as const;

describe.each(ENGINES)('A break on which somebody goes on writing, on %s,', (engine) => {
  let database: Database;

  beforeAll(async () => {
    const clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    await database.units.run(async (unit) => {
      await unit.insert(BreakRow, aBreakRow({ id: 'brk_1' }));
      for (let n = 0; n <= SHOWN_MAX; n += 1) {
        const id = String(n).padStart(4, '0');
        const said = { breakId: 'brk_1', at: n, author: 'key:ada', text: `comment ${n}` };
        await unit.insert(BreakCommentRow, { id: `com_${id}`, ...said });
        const end = n === SHOWN_MAX ? ({ state: 'Pending', decidedBy: null, decidedAt: null } as const) : REJECTED; // prettier-ignore
        await unit.insert(ApprovalRow, { id: `apr_${id}`, ...PROPOSED, ...end });
      }
    });
  });

  afterAll(() => database.close());

  it('shows the newest comments and proposals, oldest first, so that its answer does not grow without end', async () => {
    const handler = new GetBreakHandler(database, new HandClock(), {
      brokerCode: 'MRNA',
    } as Config);
    const { comments, approvals } = await handler.execute(new GetBreak('brk_1'));
    expect(comments).toHaveLength(SHOWN_MAX);
    expect(comments[0]?.text).toBe('comment 1');
    expect(comments.at(-1)?.text).toBe(`comment ${SHOWN_MAX}`);
    expect(approvals).toHaveLength(SHOWN_MAX);
    expect(approvals.at(-1)?.state).toBe('Pending');
  });
});
