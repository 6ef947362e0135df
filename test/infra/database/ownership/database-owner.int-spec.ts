import { readConfig, type Config } from '../../../../src/infra/config/config.js';
import { claimDatabase } from '../../../../src/infra/database/ownership/database-owner.js';
import { Database } from '../../../../src/infra/database/database.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const TEST: Config = { ...readConfig({}), exchangeBaseUrl: 'http://127.0.0.1:9' };
const LIVE: Config = { ...TEST, environment: 'live', exchangeBaseUrl: 'https://exchange.example' };

describe.each(ENGINES)('A database on %s', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
  });

  afterEach(() => database.close());

  it('belongs to the environment and broker of the first service on it', async () => {
    await claimDatabase(database, TEST);
    await claimDatabase(database, TEST);
    await expect(claimDatabase(database, LIVE)).rejects.toThrow('MARINA_ENV is live');
    const other = { ...TEST, brokerCode: 'OTHER' };
    await expect(claimDatabase(database, other)).rejects.toThrow('BROKER_CODE is OTHER');
  });

  it('of a test may see its exchange under another address', async () => {
    await claimDatabase(database, TEST);
    await claimDatabase(database, { ...TEST, exchangeBaseUrl: 'http://127.0.0.1:10' });
  });

  it('that is live belongs to its exchange', async () => {
    await claimDatabase(database, LIVE);
    const moved = { ...LIVE, exchangeBaseUrl: 'https://elsewhere.example' };
    await expect(claimDatabase(database, moved)).rejects.toThrow(
      'EXCHANGE_BASE_URL is https://elsewhere',
    );
  });

  it('belongs to one of two that start at the same moment', async () => {
    const both = [TEST, { ...TEST, brokerCode: 'OTHER' }];
    const claims = await Promise.allSettled(both.map((config) => claimDatabase(database, config)));
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
