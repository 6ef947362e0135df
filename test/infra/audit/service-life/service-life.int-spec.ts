import { AuditEntryRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { ClockSteps } from '../../../../src/infra/audit/service-life/clock-steps.js';
import { ServiceLife } from '../../../../src/infra/audit/service-life/service-life.js';
import { readConfig } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import { Ids, InstanceId, Random } from '../../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, ENGINES, freshDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe.each(ENGINES)('the life of a service in the trail, on %s', (engine: Engine) => {
  const clock = new HandClock();
  const config = readConfig({});
  let database: Database;
  let log: string[];

  beforeEach(async () => {
    log = [];
    database = await Database.open(await freshDatabase(engine), SCHEMA, clock);
  });

  afterEach(() => database.close());

  const service = () => {
    const audit = new AuditLog(clock, new AuditTail());
    const logger = new AppLogger(createLogger('info', (line) => log.push(line)));
    const steps = new ClockSteps(database, audit, clock, logger);
    return new ServiceLife(
      database,
      audit,
      new InstanceId(new Ids(clock, new Random())),
      config,
      steps,
      logger,
    );
  };
  const entries = async () =>
    (await database.reading.find(AuditEntryRow, '1 = 1 ORDER BY sequence')).map(
      ({ type, actor, cause, body }) => ({ type, actor, cause, body: JSON.parse(body) as object }),
    );

  it('says what starts, and that it stopped, once', async () => {
    const life = service();
    await life.start('1.2.3');
    await life.stop();
    await life.stop();
    const instance: unknown = expect.stringMatching(/^ins_/);
    expect(await entries()).toEqual([
      {
        type: 'SERVICE_STARTED',
        actor: 'system:marina',
        cause: null,
        body: {
          instance,
          version: '1.2.3',
          schema: SCHEMA.migrations.length,
          environment: 'test',
          database: engine,
          configDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
          lastStart: null,
          lastStop: null,
        },
      },
      {
        type: 'SERVICE_STOPPED',
        actor: 'system:marina',
        cause: 1,
        body: { instance, reason: 'asked' },
      },
    ]);
  });

  it('says whether the trail has the stop of the instance that started last', async () => {
    const [killed, stopped, last] = [service(), service(), service()];
    await killed.start('1');
    await stopped.start('1');
    await stopped.stop();
    await last.start('1');
    expect(await entries()).toMatchObject([
      { body: { lastStart: null, lastStop: null } },
      { body: { lastStart: 1, lastStop: 'missing' } },
      { cause: 2 },
      { body: { lastStart: 2, lastStop: 'recorded' } },
    ]);
  });

  it('says of instances side by side which one stops', async () => {
    const [one, other] = [service(), service()];
    await Promise.all([one.start('1'), other.start('1')]);
    other.startFailed();
    await other.stop();
    const [first, second, stop] = await entries();
    expect([first, second]).toMatchObject([
      { body: { lastStart: null } },
      { body: { lastStart: 1, lastStop: 'missing' } },
    ]);
    expect(stop).toMatchObject({ cause: 2, body: { reason: 'start-failed' } });
    expect(second!.body).toMatchObject({ instance: (stop!.body as { instance: string }).instance });
  });

  it('says nothing of the stop of what has not started', async () => {
    await service().stop();
    expect(await entries()).toEqual([]);
  });

  it('fails to start when the trail takes no entry, and stops all the same', async () => {
    const life = service();
    await life.start('1');
    await database.units.run((unit) => unit.execute('ALTER TABLE audit_head RENAME TO gone'));
    await expect(service().start('1')).rejects.toThrow(/audit_head/);
    await life.stop();
    expect(log.join()).toContain('stop not in the trail');
  });
});
