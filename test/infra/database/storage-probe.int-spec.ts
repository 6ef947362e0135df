import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, freshDatabase } from '../../support/databases/databases.js';
import { Gate } from '../../support/time/gate.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe.each(ENGINES)('The probe of a database on %s whose writes fail', (engine) => {
  it('waits only once in the queue, however often it is due, and finds that writes succeed', async () => {
    const database = await Database.open(await freshDatabase(engine), SCHEMA, new HandClock());
    const slow = new Gate();
    const write = database.units.run(() => slow.opened);
    database.commits.failed(Object.assign(new Error('the disk is full'), { code: '53100' }));
    let commits = 0;
    database.commits.listen(() => (commits += 1));
    const probes = [1, 2, 3].map(() => database.probeStorage());
    slow.open();
    await Promise.all([write, ...probes]);
    // On PostgreSQL the probe has a commit of its own.
    expect(commits).toBe(engine === 'sqlite' ? 1 : 2);
    expect(database.storageProblem).toBeNull();
    await database.close();
  });
});
