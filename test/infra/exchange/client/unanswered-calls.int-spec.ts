import { Database } from '../../../../src/infra/database/database.js';
import { ExchangeCallRow } from '../../../../src/infra/exchange/client/exchange-call.entity.js';
import {
  latestEnd,
  freeAfter,
  holdAllSlots,
  releaseUnanswered,
  UNREAD_MAX_MS,
  keyUsage,
} from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const NOON = Date.UTC(2026, 10, 20, 11);
const TIMEOUT_MS = 10_000;
/** When the answered call started, and when its answer arrived. */
const BEGAN = NOON;
const ANSWERED = NOON + 700;

describe.each(ENGINES)('A call without an answer, on %s', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock(NOON));
  });

  afterEach(() => database.close());

  const call = (id: string, startedAt: number, completedAt: number | null): Promise<void> =>
    database.units.run((unit) =>
      unit.insert(ExchangeCallRow, {
        id, keyId: 'key', lane: 'cancel', endpoint: 'order/cancel', orderId: null, requestId: null,
        claimNumber: null, operator: null, body: '{}', startedAt, completedAt,
        freeAt: startedAt + UNREAD_MAX_MS, unanswered: 1, httpStatus: null, reply: null,
        replyBytes: null, replyDigest: null, isEvidence: 0, failure: 'no reply in time',
        outcome: 'Ambiguous',
      }),
    ); // prettier-ignore

  const release = (): Promise<void> =>
    database.units.run((unit) =>
      releaseUnanswered(unit, { startedAt: BEGAN, at: ANSWERED, timeoutMs: TIMEOUT_MS }),
    );

  it.each([
    ['that had ended when the answered one began', BEGAN - 20_000, BEGAN],
    ['of a process that was killed', BEGAN - latestEnd(0, TIMEOUT_MS), null],
  ])('%s holds its slot a minute longer', async (_, startedAt, completedAt) => {
    await call('one', startedAt, completedAt);
    await release();
    const before = await keyUsage(database.reading, 'key', freeAfter(ANSWERED) - 1);
    expect(before).toMatchObject({ held: 1, unanswered: 0 });
    expect((await keyUsage(database.reading, 'key', freeAfter(ANSWERED))).held).toBe(0);
  });

  it.each([
    ['that ended after the answered one had begun', BEGAN - 9_000, BEGAN + 1],
    ['that may still be on its way', BEGAN - latestEnd(0, TIMEOUT_MS) + 1, null],
  ])('%s holds its slot until another answer', async (_, startedAt, completedAt) => {
    await call('one', startedAt, completedAt);
    await release();
    const later = await keyUsage(database.reading, 'key', freeAfter(ANSWERED) + 60_000);
    expect(later).toMatchObject({ held: 1, unanswered: 1 });
  });

  it('whose slot was free before is not held again', async () => {
    await call('one', BEGAN - UNREAD_MAX_MS - 5_000, BEGAN - UNREAD_MAX_MS);
    await release();
    expect((await keyUsage(database.reading, 'key', ANSWERED)).held).toBe(0);
  });

  it('is held anew from the start of a process if its age is unknown', async () => {
    await call('of the last minute', NOON - 30_000, NOON - 20_000);
    await database.units.run((unit) => holdAllSlots(unit));
    const now = await database.now();
    expect((await keyUsage(database.reading, 'key', now + UNREAD_MAX_MS - 1_000)).held).toBe(1);
  });
});
