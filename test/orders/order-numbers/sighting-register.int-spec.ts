import { Database } from '../../../src/infra/database/database.js';
import { SightingRegister } from '../../../src/orders/order-numbers/sighting-register.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { noon, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { aListed } from '../reconciliation/rows.js';

describe.each(ENGINES)('an order number that the exchange has shown, on %s', (engine: Engine) => {
  let database: Database;
  let sightings: SightingRegister;

  beforeEach(async () => {
    const clock = new HandClock(noon(0));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    sightings = new SightingRegister(database, read(REAL), clock);
  });

  afterEach(() => database.close());

  const spelled = (named: string, since = TODAY): Promise<string> =>
    database.units.run((unit) => sightings.spellingOf(unit, named, since));
  const show = (...numbers: string[]): Promise<void> =>
    sightings.note(
      numbers.map((orderNumber) => aListed({ orderNumber })),
      noon(0),
    );

  it.each(['700006', '0700006', '00700006'])(
    'as %s is spelled as the exchange spells it',
    async (named) => {
      await show('00700006', '00700016');
      expect(await spelled(named)).toBe('00700006');
    },
  );

  it('stays as it is if the exchange has not shown it since that day', async () => {
    await show('00700006');
    expect(await spelled('700007')).toBe('700007');
    expect(await spelled('700006', '2026-12-31')).toBe('700006');
  });

  it('stays as it is if the exchange has two numbers with these digits', async () => {
    await show('00700006', '0700006');
    expect(await spelled('700006')).toBe('700006');
    expect(await spelled('0700006')).toBe('0700006');
  });

  it("and has given to another order since is new as that one's", async () => {
    await sightings.note([aListed({ security: 'SDZARFOOD' })], noon(0));
    await sightings.note([aListed()], noon(60));
    const firstSeen = (terms?: { security: string; side: string }) =>
      database.units.run((unit) => sightings.firstSeen(unit, ['700001'], TODAY, terms));
    const asOurs = await firstSeen({ security: 'SD11PLC', side: 'BUY' });
    expect(asOurs.get('700001')).toMatchObject({ firstSeenAt: noon(60) });
    expect((await firstSeen()).get('700001')).toMatchObject({ firstSeenAt: noon(0) });
    expect((await firstSeen({ security: 'SD11PLC', side: 'SELL' })).size).toBe(0);
  });
});
