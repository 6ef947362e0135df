import { RECONCILER } from '../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import {
  FindUnknownOutcomes,
  FindUnknownOutcomesHandler,
} from '../../../src/orders/audit-reports/find-unknown-outcomes.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { stepsOf } from '../../support/databases/query-plans.js';

const ORDERS = 300;
const LIMIT = 50;

describe.each(ENGINES)('Finding unknown outcomes on %s', (engine: Engine) => {
  let database: Database;

  beforeAll(async () => {
    const clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    await database.units.run(async (unit) => {
      for (let order = 0; order < ORDERS; order += 1) {
        const body = { request: `req_${order}`, reason: 'lost' };
        const facts = ['POST_SENT', 'POST_UNKNOWN', 'POST_UNKNOWN', 'POST_ACKNOWLEDGED'];
        await audit.append(
          unit,
          `ord_${order}`,
          RECONCILER,
          facts.map((type) => ({ type, body })),
        );
      }
      if (engine === 'postgres') await unit.execute('ANALYZE');
    });
  });

  afterAll(() => database.close());

  it('of many orders reads what is theirs alone, and each outcome once', async () => {
    const handler = new FindUnknownOutcomesHandler(database);
    let found: readonly { outcome: string | null }[] = [];
    const steps = await stepsOf(database, async () => {
      found = (await handler.execute(new FindUnknownOutcomes({}, LIMIT, null))).data;
    });
    expect(found.map(({ outcome }) => outcome)).toEqual(Array(LIMIT / 2).fill('ACKNOWLEDGED'));
    expect(steps.filter(({ text }) => /audit_entries_stream\b/.test(text)).length).toBeGreaterThan(
      0,
    );
  });
});
