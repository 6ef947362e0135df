import { Database } from '../../../src/infra/database/database.js';
import { asHeld, asKnown } from '../../../src/orders/order-numbers/number-spellings.js';
import { SightingRegister } from '../../../src/orders/order-numbers/sighting-register.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { noon, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { aListed } from '../reconciliation/rows.js';

const BEFORE = '2026-11-19';

describe.each(ENGINES)('an order number that an answer shows, on %s', (engine: Engine) => {
  let database: Database;
  let sightings: SightingRegister;
  const config = read(REAL);
  const scope = { brokerCode: config.brokerCode, day: TODAY };

  beforeEach(async () => {
    const clock = new HandClock(noon(0));
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    sightings = new SightingRegister(database, config, clock);
  });

  afterEach(() => database.close());

  const hold = (
    orderNumber: string,
    day = TODAY,
    brokerCode = scope.brokerCode,
  ): Promise<unknown> =>
    database.units.run((unit) =>
      unit.execute(
        `INSERT INTO order_numbers (id, order_id, broker_code, trading_date, order_number, linked_at)
          VALUES (?, ?, ?, ?, ?, 0)`,
        [`${day}${orderNumber}`, `ord_${orderNumber}`, brokerCode, day, orderNumber],
      ),
    );
  const see = (...numbers: string[]): Promise<void> =>
    sightings.note(
      numbers.map((orderNumber) => aListed({ orderNumber })),
      noon(0),
    );
  const shown = async (...numbers: string[]): Promise<string[]> => {
    const rows = numbers.map((orderNumber) => ({ orderNumber }));
    return (await asKnown(database.reading, rows, scope)).map(({ orderNumber }) => orderNumber);
  };

  it.each([
    ['700006', '000700006'],
    ['000700006', '700006'],
    ['000700006', '00700006'],
    ['000700006', '000700006'],
  ])('is %s where an order holds it, shown as %s', async (held, written) => {
    await hold(held);
    expect(await shown(written, '700007')).toEqual([held, '700007']);
    expect(await asHeld(database.reading, written, scope)).toBe(held);
  });

  it('is as it was first seen that day where no order holds it', async () => {
    await see('000700006', '700007');
    expect(await shown('700006', '0700007')).toEqual(['000700006', '700007']);
    expect(await asHeld(database.reading, '700006', scope)).toBe('700006');
  });

  it('is as an order holds it, whatever was seen', async () => {
    await see('000700006');
    await hold('700006');
    expect(await shown('000700006')).toEqual(['700006']);
  });

  it('stays as it is where one answer shows both: they may be two orders', async () => {
    await hold('700006');
    expect(await shown('700006', '000700006')).toEqual(['700006', '000700006']);
  });

  it('stays as it is where two orders of one day hold it, and is that of the later day', async () => {
    await hold('700006');
    await hold('0700006');
    await hold('700007', BEFORE);
    await hold('0700007');
    expect(await shown('000700006', '000700007')).toEqual(['000700006', '0700007']);
  });

  it('stays as it is where another broker, or a later day, has it otherwise', async () => {
    await hold('700006', TODAY, 'OTHR');
    await hold('700007', '2026-12-31');
    expect(await shown('000700006', '000700007')).toEqual(['000700006', '000700007']);
  });
});
