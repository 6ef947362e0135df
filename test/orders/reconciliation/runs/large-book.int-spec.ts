import { instant } from '../../../../src/infra/runtime/clock.js';
import { MeasureProofHandler } from '../../../../src/orders/operations/measure-proof.js';
import {
  loadOrdersUnderReview,
  refreshed,
} from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { noon } from '../../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../../support/databases/databases.js';
import { ALONE, WatermarkDesk } from '../lists/watermark-desk.js';
import { anOrderRow } from '../rows.js';

/** More than one slice, statement and page of each kind. */
const MANY = 2_100;
const ids = Array.from({ length: MANY }, (_, n) => `ord_${String(n).padStart(4, '0')}`);
const LOOKED = {
  sessions: { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() },
  now: noon(0),
  scope: null,
} as const;

describe.each(ENGINES)('A book of many orders on %s', (engine: Engine) => {
  let desk: WatermarkDesk;

  beforeEach(async () => {
    desk = await WatermarkDesk.at(await readyDatabase(engine));
    await desk.database.units.run(async (unit) => {
      for (const id of ids) {
        await unit.insert(OrderRow, anOrderRow({ id, clientOrderId: id, orderRef: id, ...ALONE }));
      }
    });
  });

  afterEach(() => desk.database.close());

  const listed = async (): Promise<number> => {
    const sql = 'SELECT count(*) AS n FROM orders WHERE listed_version = version';
    const [row] = await desk.database.reading.query<{ n: number | string }>(sql);
    return Number(row?.n);
  };

  it('is put on the watermark whole, whatever the order of its rows, and taken off it', async () => {
    const compared = ids.map((id) => ({ id, version: 1, isShownWorking: true })).reverse();
    const noted = await desk.note(10, compared);
    expect('entered' in noted && noted.entered).toEqual(new Set(ids));
    expect(await listed()).toBe(MANY);
    await desk.watermarks.leave(ids.slice(1));
    expect(await listed()).toBe(1);
  });

  it('is read whole, and read again whole where everything has changed', async () => {
    const before = await loadOrdersUnderReview(desk.database.reading, LOOKED);
    expect(before.map(({ order }) => order.id).sort()).toEqual(ids);
    await desk.database.units.run((unit) => unit.execute('UPDATE orders SET misses = 1', []));
    const now = await refreshed(desk.database.reading, before, new Set(ids));
    expect(now.map(({ order }) => order.id).sort()).toEqual(ids);
    expect(now.filter(({ order }) => order.timesMissing !== 1)).toEqual([]);
  });

  it('has the ages of its proofs measured whole', async () => {
    const measure = () => new MeasureProofHandler(desk.database, desk.clock).execute();
    const oldestAt = instant(noon(0));
    expect(await measure()).toEqual({ working: MANY, withinMinute: MANY, oldestAt });
    const last = ids.slice(-1).map((id) => ({ id, version: 1, isShownWorking: true }));
    await desk.note(120, last);
    expect(await measure()).toEqual({ working: MANY, withinMinute: 1, oldestAt });
    await desk.note(
      130,
      ids.slice(0, -1).map((id) => ({ id, version: 1, isShownWorking: true })),
    );
    const proven = { working: MANY, withinMinute: MANY, oldestAt: instant(noon(131)) };
    expect(await measure()).toEqual(proven);
  });
});
