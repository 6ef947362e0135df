import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { instant } from '../../../src/infra/runtime/clock.js';
import { FindOrders, FindOrdersHandler } from '../../../src/orders/order-queries/find-orders.js';
import { GetOrder, GetOrderHandler } from '../../../src/orders/order-queries/get-order.js';
import { MeasureProofHandler } from '../../../src/orders/operations/measure-proof.js';
import {
  ListWatermarks,
  type Compared,
} from '../../../src/orders/reconciliation/lists/list-watermark.js';
import { noon } from '../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';
import { ALONE, fact, ListingDesk } from '../reconciliation/lists/listing-desk.js';

const YEAR_MS = 365 * 24 * 3_600_000;
const EVERYTHING = new FindOrders({}, 10, null);

describe.each(ENGINES)('the list as a proof of orders on %s', (engine: Engine) => {
  let desk: ListingDesk;

  beforeEach(async () => {
    desk = await ListingDesk.at(await readyDatabase(engine));
    await desk.accept('ord_1', 'ord_2');
  });

  afterEach(() => desk.database.close());

  /** As a program writes that does not know of lists: it leaves the columns that it does not know. */
  const writeAsBefore = (id: string, sets: string): Promise<number> =>
    desk.database.units.run((unit) => unit.execute(`UPDATE orders SET ${sets} WHERE id = ?`, [id]));
  const shownNow = async (): Promise<(string | null)[]> => {
    const found = await new FindOrdersHandler(desk.database, desk.clock).execute(EVERYTHING);
    const one = await new GetOrderHandler(desk.database, desk.clock).execute(new GetOrder('ord_1'));
    return [one, ...found.data.slice(-1)].map(({ evidence }) => evidence.at);
  };

  /** A list that was noted while the clock was a year ahead; it is set right since. */
  const ahead = async (again: readonly Compared[]): Promise<ListWatermarks> => {
    const askedAt = (await desk.database.now()) + YEAR_MS;
    const clock = new HandClock(desk.clock.now() + YEAR_MS);
    await new ListWatermarks(desk.database, clock).note({
      brokerCode: 'MRNA',
      askedAt,
      revision: 0,
      again,
    });
    return desk.listings;
  };

  it('is left with a fact that is written by a program which does not know of lists', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    await writeAsBefore('ord_1', `version = version + 1, asked_at = ${noon(5)}`);
    await desk.note(20, []);
    expect(await desk.order('ord_1')).toMatchObject({ provenAt: noon(0), askedAt: noon(5) });
    await desk.listings.leave(['ord_1']);
    expect(await desk.order('ord_1')).toMatchObject({ provenAt: noon(0), askedAt: noon(5) });
    expect(await shownNow()).toEqual([instant(noon(0)), instant(noon(0))]);
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(noon(0)));
  });

  it('takes nothing back from an answer that such a program has used since without a fact', async () => {
    await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    const own = { provenAt: noon(16), askedAt: noon(15) };
    desk.clock.pass(10_000);
    for (const id of ['ord_1', 'ord_2']) {
      await writeAsBefore(id, `proven_at = ${own.provenAt}, asked_at = ${own.askedAt}`);
    }
    expect(await desk.order('ord_1')).toMatchObject(own);
    expect(await shownNow()).toEqual([instant(noon(16)), instant(noon(16))]);
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(noon(16)));
    await desk.listings.leave(['ord_1']);
    expect(await desk.order('ord_1')).toMatchObject(own);
    await desk.change('ord_2', { facts: [fact] });
    expect(await desk.order('ord_2')).toMatchObject(own);
  });

  it('is shown with an order as both are at one moment', async () => {
    await desk.note(10, []);
    const again = await desk.compared('ord_1');
    const manager = await desk.database.read((one) => Promise.resolve(one));
    const find = manager.find.bind(manager);
    // Another list is noted between two statements of a question, if it has two.
    const between = jest.spyOn(manager, 'find').mockImplementation(async (of, options) => {
      const rows = await find(of, options);
      await desk.note(20, again);
      return rows;
    });
    const shown = await shownNow();
    between.mockRestore();
    for (const at of shown) expect([instant(noon(0)), instant(noon(21))]).toContain(at);
  });

  it('takes no order of another broker, and lets such a one go', async () => {
    await writeAsBefore('ord_1', "broker_code = 'OTHR'");
    await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, ...ALONE });
    await writeAsBefore('ord_2', "broker_code = 'OTHR'");
    await desk.listings.leave(['ord_2']);
    expect(await desk.order('ord_2')).toMatchObject({ listedVersion: 0, ...ALONE });
  });

  it('takes no order of which a later answer was used than the list', async () => {
    const again = await desk.compared('ord_1');
    await desk.change('ord_1', { facts: [], order: { askedAt: noon(11) } });
    await desk.note(10, again);
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, askedAt: noon(11) });
  });

  it('says why it notes no list', async () => {
    await desk.note(10, []);
    expect(await desk.note(20, [], 7)).toEqual({
      refused: expect.stringContaining('another instance'),
    });
    const revision = await desk.listings.revision('MRNA');
    const earlier = { brokerCode: 'MRNA', askedAt: noon(9), revision, again: [] };
    expect(await desk.listings.note(earlier)).toEqual({
      refused: expect.stringContaining('asked for later'),
    });
    expect(await desk.note(20, [])).not.toHaveProperty('refused');
  });

  it('proves nothing when it is from the future, and whatever is listed then is proven by the next', async () => {
    const listings = await ahead(await desk.compared('ord_1'));
    const measured = new MeasureProofHandler(desk.database, desk.clock);
    expect((await measured.execute()).oldestAt).toBe(instant(noon(0)));
    const revision = await listings.revision('MRNA');
    expect(await desk.order('ord_1')).toMatchObject(ALONE);
    const askedAt = await desk.database.now();
    const shown = { brokerCode: 'MRNA', askedAt, revision, again: await desk.compared('ord_2') };
    expect(await listings.note(shown)).not.toHaveProperty('refused');
    for (const id of ['ord_1', 'ord_2']) expect(await desk.order(id)).toMatchObject({ askedAt });
  });

  it('is told as no younger than now by a clock that was set back since', async () => {
    await ahead(await desk.compared('ord_1', 'ord_2'));
    const { oldestAt } = await new MeasureProofHandler(desk.database, desk.clock).execute();
    expect(oldestAt).toBe(instant(desk.clock.now()));
  });
});
