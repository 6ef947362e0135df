import { instant } from '../../../src/infra/runtime/clock.js';
import { FindOrders, FindOrdersHandler } from '../../../src/orders/order-queries/find-orders.js';
import { GetOrder, GetOrderHandler } from '../../../src/orders/order-queries/get-order.js';
import { MeasureProofHandler } from '../../../src/orders/operations/measure-proof.js';
import {
  ListWatermarks,
  type Compared,
} from '../../../src/orders/reconciliation/lists/list-watermark.js';
import { noon } from '../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { ALONE, fact, WatermarkDesk } from '../reconciliation/lists/watermark-desk.js';

const YEAR_MS = 365 * 24 * 3_600_000;
const EVERYTHING = new FindOrders({}, null, 10, null);

describe.each(ENGINES)('The list watermark as a proof of orders on %s', (engine: Engine) => {
  let desk: WatermarkDesk;

  beforeEach(async () => {
    desk = await WatermarkDesk.at(await readyDatabase(engine));
    await desk.accept('ord_1', 'ord_2');
  });

  afterEach(() => desk.database.close());

  /** Writes like a program that does not know the watermark, and so does not touch its column. */
  const writeUnaware = (id: string, sets: string): Promise<number> =>
    desk.database.units.run((unit) => unit.execute(`UPDATE orders SET ${sets} WHERE id = ?`, [id]));
  const shownNow = async (): Promise<(string | null)[]> => {
    const found = await new FindOrdersHandler(desk.database, desk.clock).execute(EVERYTHING);
    const one = await new GetOrderHandler(desk.database, desk.clock).execute(
      new GetOrder('ord_1', null),
    );
    return [one, ...found.data.slice(-1)].map(({ evidence }) => evidence.at);
  };

  /** A list that was noted while the clock was a year ahead; it is right again now. */
  const ahead = async (newlyListed: readonly Compared[]): Promise<ListWatermarks> => {
    const askedAt = (await desk.database.now()) + YEAR_MS;
    const clock = new HandClock(desk.clock.now() + YEAR_MS);
    await new ListWatermarks(desk.database, clock).note({
      brokerCode: 'MRNA',
      askedAt,
      revision: 0,
      newlyListed,
    });
    return desk.watermarks;
  };

  it('lapses when a program that does not know it writes a fact', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    await writeUnaware('ord_1', `version = version + 1, asked_at = ${noon(5)}`);
    await desk.note(20, []);
    expect(await desk.order('ord_1')).toMatchObject({ provenAt: noon(0), askedAt: noon(5) });
    await desk.watermarks.leave(['ord_1']);
    expect(await desk.order('ord_1')).toMatchObject({ provenAt: noon(0), askedAt: noon(5) });
    expect(await shownNow()).toEqual([instant(noon(0)), instant(noon(0))]);
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(noon(0)));
  });

  it('does not override a later proof that such a program wrote without a fact', async () => {
    await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    const own = { provenAt: noon(16), askedAt: noon(15) };
    desk.clock.pass(10_000);
    for (const id of ['ord_1', 'ord_2']) {
      await writeUnaware(id, `proven_at = ${own.provenAt}, asked_at = ${own.askedAt}`);
    }
    expect(await desk.order('ord_1')).toMatchObject(own);
    expect(await shownNow()).toEqual([instant(noon(16)), instant(noon(16))]);
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(noon(16)));
    await desk.watermarks.leave(['ord_1']);
    expect(await desk.order('ord_1')).toMatchObject(own);
    await desk.change('ord_2', { facts: [fact] });
    expect(await desk.order('ord_2')).toMatchObject(own);
  });

  it('is read together with the order, as of one moment', async () => {
    await desk.note(10, []);
    const newlyListed = await desk.compared('ord_1');
    const manager = await desk.database.read((one) => Promise.resolve(one));
    const find = manager.find.bind(manager);
    // Another list is noted between the statements of a query, if it has more than one.
    const between = jest.spyOn(manager, 'find').mockImplementation(async (of, options) => {
      const rows = await find(of, options);
      await desk.note(20, newlyListed);
      return rows;
    });
    const shown = await shownNow();
    between.mockRestore();
    for (const at of shown) expect([instant(noon(0)), instant(noon(21))]).toContain(at);
  });

  it('covers no order of another broker', async () => {
    await writeUnaware('ord_1', "broker_code = 'OTHR'");
    await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, ...ALONE });
    await writeUnaware('ord_2', "broker_code = 'OTHR'");
    await desk.watermarks.leave(['ord_2']);
    expect(await desk.order('ord_2')).toMatchObject({ listedVersion: 0, ...ALONE });
  });

  it('covers no order that a later answer has proven', async () => {
    const newlyListed = await desk.compared('ord_1');
    await desk.change('ord_1', { facts: [], order: { askedAt: noon(11) } });
    await desk.note(10, newlyListed);
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, askedAt: noon(11) });
  });

  it('says why it rejects a list', async () => {
    await desk.note(10, []);
    expect(await desk.note(20, [], 7)).toEqual({
      refused: expect.stringContaining('another instance'),
    });
    const revision = await desk.watermarks.revision('MRNA');
    const earlier = { brokerCode: 'MRNA', askedAt: noon(9), revision, newlyListed: [] };
    expect(await desk.watermarks.note(earlier)).toEqual({
      refused: expect.stringContaining('asked for later'),
    });
    expect(await desk.note(20, [])).not.toHaveProperty('refused');
  });

  it('proves nothing while it is from the future, and is replaced by the next list', async () => {
    const watermarks = await ahead(await desk.compared('ord_1'));
    const measured = new MeasureProofHandler(desk.database, desk.clock);
    expect((await measured.execute()).oldestAt).toBe(instant(noon(0)));
    const revision = await watermarks.revision('MRNA');
    expect(await desk.order('ord_1')).toMatchObject(ALONE);
    const askedAt = await desk.database.now();
    const shown = {
      brokerCode: 'MRNA',
      askedAt,
      revision,
      newlyListed: await desk.compared('ord_2'),
    };
    expect(await watermarks.note(shown)).not.toHaveProperty('refused');
    for (const id of ['ord_1', 'ord_2']) expect(await desk.order(id)).toMatchObject({ askedAt });
  });

  it('is never reported as later than now after the clock was set back', async () => {
    await ahead(await desk.compared('ord_1', 'ord_2'));
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(desk.clock.now()));
  });
});
