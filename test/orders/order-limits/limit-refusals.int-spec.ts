import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import type { Unit } from '../../../src/infra/database/units/unit-of-work.js';
import { AppLogger, createLogger } from '../../../src/infra/observability/logging.js';
import { LimitRefusals } from '../../../src/orders/order-limits/limit-refusals.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const ADA = { name: 'key:ada', keyId: 'key_1' };

describe.each(ENGINES)('Posts that a limit refuses, on %s', (engine) => {
  let database: Database;
  let refusals: LimitRefusals;

  beforeEach(async () => {
    const clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    refusals = new LimitRefusals(database, audit, clock, new AppLogger(createLogger('silent')));
  });

  afterEach(() => database.close());

  const refuse = (unit: Unit): Promise<void> =>
    refusals.recordPost(unit, { accountNumber: 'C1' }, ADA, { units: '5001' });
  const entries = (): Promise<readonly { readonly type: string; readonly body: string }[]> =>
    database.reading.query('SELECT type, body FROM audit_entries ORDER BY sequence');

  it('count only once they are committed', async () => {
    for (let undone = 0; undone < 70; undone += 1) {
      const undo = database.units.run(async (unit) => {
        await refuse(unit);
        throw new Error('undone');
      });
      await expect(undo).rejects.toThrow('undone');
    }
    for (let posts = 0; posts < 63; posts += 1) await database.units.run(refuse);
    expect(await entries()).toHaveLength(60);
    await refusals.beforeApplicationShutdown();
    const [last] = (await entries()).slice(60);
    expect(last).toMatchObject({ type: 'POST_REFUSED_BY_LIMIT_AGAIN' });
    expect(JSON.parse(last!.body)).toEqual({ times: 3 });
  });
});
