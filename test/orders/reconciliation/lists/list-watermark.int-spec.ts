import { MeasureProofHandler } from '../../../../src/orders/operations/measure-proof.js';
import { isConfirmedByList } from '../../../../src/orders/order/last-proof.js';
import type { Compared } from '../../../../src/orders/reconciliation/lists/list-watermark.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { noon } from '../../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../../support/databases/databases.js';
import { ALONE, fact, WatermarkDesk, proofAt } from './watermark-desk.js';

describe.each(ENGINES)('the watermark on %s', (engine: Engine) => {
  let desk: WatermarkDesk;

  beforeEach(async () => {
    desk = await WatermarkDesk.at(await readyDatabase(engine));
    await desk.accept('ord_1', 'ord_2');
  });

  afterEach(() => desk.database.close());

  it('proves what is on it once for all, and again with every list that follows', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    expect(await desk.order('ord_1')).toMatchObject(proofAt(10));
    expect(await desk.order('ord_2')).toMatchObject(ALONE);
    await desk.note(20, []);
    expect(await desk.order('ord_1')).toMatchObject(proofAt(20));
    expect(await desk.order('ord_2')).toMatchObject(ALONE);
  });

  it('tells at which revision it is with the list and what was put on it, or why it is not', async () => {
    const both = await desk.compared('ord_1', 'ord_2');
    await desk.change('ord_2', { order: { timesMissing: 1 } });
    const first = await desk.note(10, both);
    const revision = await desk.watermarks.revision('MRNA');
    expect(first).toEqual({ revision, entered: new Set(['ord_1']) });
    const second = await desk.note(20, []);
    expect(second).toEqual({ revision: revision + 1, entered: new Set() });
    expect(await desk.note(30, [], 1)).toEqual({ refused: expect.stringContaining('another') });
  });

  it('leaves to an order that is taken off it what it has proven', async () => {
    await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    await desk.watermarks.leave(['ord_1']);
    await desk.note(20, []);
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, ...proofAt(10) });
    expect(await desk.order('ord_2')).toMatchObject({ listedVersion: 1, ...proofAt(20) });
    await desk.watermarks.leave(['ord_1']);
    expect(await desk.order('ord_1')).toMatchObject(proofAt(10));
  });

  it.each([
    ['a fact', { facts: [fact] }, 2],
    ['a heartbeat', { facts: [], order: { timesMissing: 1 } }, 1],
  ])('is left with %s that is written of an order', async (_name, changes, version) => {
    await desk.note(10, await desk.compared('ord_1'));
    await desk.change('ord_1', changes);
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 0, version, ...proofAt(10) });
    await desk.note(20, []);
    expect(await desk.order('ord_1')).toMatchObject(proofAt(10));
  });

  it('is left with a break of an order that people have ended', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    await desk.database.units.run((unit) => desk.store.recount(unit, 'ord_1'));
    expect(await desk.order('ord_1')).toMatchObject({
      listedVersion: 0,
      version: 2,
      ...proofAt(10),
    });
  });

  it('is not left with a decision that writes nothing', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    await desk.change('ord_1', { facts: [] });
    expect(await desk.order('ord_1')).toMatchObject({ listedVersion: 1, ...proofAt(10) });
  });

  it('says when a list has last shown an order working, which writing the order does not undo', async () => {
    const [first, second] = await desk.compared('ord_1', 'ord_2');
    if (first === undefined || second === undefined) throw new Error('There are no orders');
    await desk.note(10, [first, { ...second, isShownWorking: false }]);
    const shownWorkingAt = async () =>
      [await desk.order('ord_1'), await desk.order('ord_2')].map((order) => order.shownWorkingAt);
    expect(await shownWorkingAt()).toEqual([noon(10), null]);
    await desk.note(15, []);
    await desk.change('ord_1', { facts: [{ type: 'PROVEN', body: {} }] });
    expect(await shownWorkingAt()).toEqual([noon(15), null]);
    await desk.note(20, await desk.compared('ord_1', 'ord_2'));
    expect(await shownWorkingAt()).toEqual([noon(20), noon(20)]);
    await desk.note(30, []);
    await desk.watermarks.leave(['ord_1']);
    await desk.note(40, []);
    expect(await shownWorkingAt()).toEqual([noon(30), noon(40)]);
  });

  it('takes nothing of which anything was written since it was compared', async () => {
    const both = await desk.compared('ord_1', 'ord_2');
    await desk.change('ord_1', { facts: [fact] });
    await desk.change('ord_2', { facts: [], order: { lastOwnChangeAt: noon(10) } });
    await desk.note(10, both);
    expect([await desk.order('ord_1'), await desk.order('ord_2')]).toMatchObject([
      { listedVersion: 0, ...ALONE },
      { listedVersion: 0, ...ALONE },
    ]);
  });

  it.each(['its first list', 'a list', 'orders on it'])(
    'is not written by an instance that has read it before another noted %s',
    async (noted) => {
      const first = await desk.compared('ord_1');
      if (noted !== 'its first list') await desk.note(5, []);
      const before = await desk.watermarks.revision('MRNA');
      await desk.note(10, noted === 'orders on it' ? first : []);
      const revision = noted === 'orders on it' ? before + 1 : before;
      await desk.note(20, await desk.compared('ord_2'), revision);
      expect(await desk.order('ord_2')).toMatchObject({ listedVersion: 0, ...ALONE });
      if (noted === 'orders on it') expect(await desk.order('ord_1')).toMatchObject(proofAt(10));
    },
  );

  it('is not written by a list that was asked for before the one that is noted', async () => {
    await desk.note(10, await desk.compared('ord_1'));
    const revision = await desk.watermarks.revision('MRNA');
    const newlyListed = await desk.compared('ord_2');
    await desk.watermarks.note({ brokerCode: 'MRNA', askedAt: noon(9), revision, newlyListed });
    expect(await desk.order('ord_1')).toMatchObject(proofAt(10));
    expect(await desk.order('ord_2')).toMatchObject({ listedVersion: 0, ...ALONE });
  });

  it('tells how old the proof of the working orders is', async () => {
    const handler = new MeasureProofHandler(desk.database, desk.clock);
    await desk.note(90, await desk.compared('ord_1'));
    expect(await handler.execute()).toEqual({
      working: 2,
      withinMinute: 1,
      oldestAt: new Date(noon(0)).toISOString(),
    });
    await desk.note(95, await desk.compared('ord_2'));
    const oldestAt = new Date(noon(96)).toISOString();
    expect(await handler.execute()).toEqual({ working: 2, withinMinute: 2, oldestAt });
  });
});

describe('the watermark of two instances at one database', () => {
  const ROUNDS = 20;
  let one: WatermarkDesk;
  let two: WatermarkDesk;

  beforeEach(async () => {
    const url = await readyDatabase('postgres');
    one = await WatermarkDesk.at(url);
    two = await WatermarkDesk.at(url);
    await one.accept('ord_1', 'ord_2');
  });

  afterEach(async () => {
    await one.database.close();
    await two.database.close();
  });

  const orders = () => one.database.reading.find(OrderRow, 'version > 0 ORDER BY id');
  const compared = async (id: string): Promise<Compared[]> =>
    (await orders())
      .filter((order) => order.id === id)
      .map(({ version }) => ({ id, version, isShownWorking: true }));
  const shown = async (seconds: number, id: string) => ({
    brokerCode: 'MRNA',
    askedAt: noon(seconds),
    revision: await one.watermarks.revision('MRNA'),
    newlyListed: await compared(id),
  });

  it('is written by the first of them, and proves nothing that only the other has compared', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [first, second] = [await shown(round, 'ord_1'), await shown(round, 'ord_2')];
      await Promise.all([one.watermarks.note(first), two.watermarks.note(second)]);
      const listed = (await orders()).filter(isConfirmedByList);
      expect(listed).toHaveLength(1);
      await one.watermarks.leave(['ord_1', 'ord_2']);
    }
  });

  it('has no order on it that one has written while the other noted the list', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const list = await shown(round, 'ord_1');
      await Promise.all([one.watermarks.note(list), two.change('ord_1', { facts: [fact] })]);
      expect(await orders()).toMatchObject([
        { listedVersion: 0, version: round + 1 },
        { listedVersion: 0 },
      ]);
    }
  });
});
