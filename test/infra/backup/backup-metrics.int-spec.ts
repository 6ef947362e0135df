import { leaveEntry } from '../../../src/command-trail.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { HandedOverEntries } from '../../../src/infra/audit/command-entries/handed-over-entries.js';
import { BackupMetrics } from '../../../src/infra/backup/backup-metrics.js';
import { Database } from '../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../src/infra/observability/logging.js';
import { Metrics } from '../../../src/infra/observability/metrics.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon } from '../../support/builders.js';
import { ENGINES, readyDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { read } from '../config/settings.js';

const LOOKS_AGAIN_MS = 5_000;

describe.each(ENGINES)('The metrics of backups, on %s', (engine) => {
  const clock = new HandClock(noon(0));
  const audit = new AuditLog(clock, new AuditTail());
  const metrics = new Metrics();
  let database: Database;
  let place: ReturnType<typeof read>;

  beforeAll(async () => {
    const databaseUrl = await readyDatabase(engine);
    database = await Database.open(databaseUrl, SCHEMA, clock);
    const env = { MARINA_CHECKPOINT_DIR: temporaryFolder() };
    place = { ...read(env), databaseUrl, dataFolder: temporaryFolder() };
    new BackupMetrics(metrics, database, clock);
    const started = { type: 'SERVICE_STARTED', body: {} };
    await database.units.run((unit) =>
      audit.append(unit, 'service', { name: 'system:marina' }, [started]),
    );
  });

  afterAll(() => database.close());

  /** As `marina backup` leaves it, and the service enters it each second on SQLite. */
  const backedUp = async (bytes: number): Promise<void> => {
    const body = { file: 'marina.db', entries: 1, bytes, sha256: 'x', encrypted: true };
    expect(await leaveEntry(place, { type: 'BACKUP_MADE', body }, clock)).toBeNull();
    const logger = new AppLogger(createLogger('silent'));
    await new HandedOverEntries(place, database, audit, logger).take();
  };
  const shown = async (): Promise<readonly (string | undefined)[]> => {
    clock.pass(LOOKS_AGAIN_MS);
    const page = await metrics.page(true);
    return ['timestamp_seconds', 'size_bytes'].map(
      (name) => new RegExp(`^marina_backup_last_${name} (.*)$`, 'm').exec(page)?.[1],
    );
  };

  it('are 0 until there is one, so that an alert finds that none is made', async () => {
    expect(await shown()).toEqual(['0', '0']);
  });

  it('tell when the last one was done, and how large it is', async () => {
    await backedUp(1_000);
    await shown();
    const at = clock.now() / 1_000;
    await backedUp(2_048);
    clock.pass(3_600_000);
    expect(await shown()).toEqual([String(at), '2048']);
  });

  it('are absent while the database does not answer', async () => {
    clock.pass(LOOKS_AGAIN_MS);
    expect(await metrics.page(false)).not.toMatch(/^marina_backup_/m);
  });
});
