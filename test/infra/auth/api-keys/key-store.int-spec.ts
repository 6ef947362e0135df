import { claimKeyStore } from '../../../../src/infra/auth/api-keys/key-store.js';
import { Database } from '../../../../src/infra/database/database.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, PEPPER, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe.each(ENGINES)('The keys of a database on %s', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
  });

  afterEach(() => database.close());

  it('are used with the pepper that they were made with, and no other', async () => {
    await claimKeyStore(database, PEPPER);
    await claimKeyStore(database, PEPPER);
    await expect(claimKeyStore(database, `${PEPPER}x`)).rejects.toThrow(/^.*\n.*MARINA_KEY_PEPPER/);
    await claimKeyStore(database, PEPPER);
  });

  it('have the pepper of one of two that start at the same moment', async () => {
    const peppers = [PEPPER, `${PEPPER}x`];
    const claims = await Promise.allSettled(peppers.map((one) => claimKeyStore(database, one)));
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('do not tell their pepper', async () => {
    await claimKeyStore(database, PEPPER);
    const rows = await database.reading.query('SELECT * FROM key_store');
    expect(JSON.stringify(rows)).not.toContain(PEPPER);
  });
});
