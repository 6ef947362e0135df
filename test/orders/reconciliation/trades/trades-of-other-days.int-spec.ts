import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { NOON } from '../../../support/time/hand-clock.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { anOrderRow } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

describe.each(ENGINES)('Trades that more than one day has to do with, on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
  });

  afterEach(() => desk.close());

  const OTHER = { matchingId: 'M2' };
  const EARLY = { matchingId: 'M9', tradeDate: '2026-11-19', orderNumber: '700002' };
  const OWN_DAY = { date: '2026-11-19' };
  const bookedEarly = async (): Promise<void> => {
    await desk.placed(
      anOrderRow({
        id: 'ord_2', clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002',
        tradingDate: '2026-11-19', timeInForce: 'Good Till Cancel',
      }),
    ); // prettier-ignore
    await desk.shown([EARLY, OTHER]);
    const booked = (await desk.fills()).map(({ matchingId }) => matchingId);
    expect(booked.sort()).toEqual(['M2', 'M9']);
  };

  it('does not take one for gone that another day has shown first, and its own shows', async () => {
    await bookedEarly();
    for (let pass = 0; pass < 5; pass += 1) {
      await desk.shown([EARLY], OWN_DAY);
      await desk.shown([OTHER]);
      desk.clock.pass(15_000);
    }
    expect(await desk.breaks()).toEqual([]);
  });

  it.each([
    ['waits where nothing showed that order after its day', { missingSince: NOON - 1 }, []],
    ['waits while its number is in doubt for that', { numberDoubt: 'LaterDay' as const }, []],
    ['is booked where it never was missed', {}, ['M9']],
  ])('of today under the number of a day order of yesterday %s', async (_, changes, booked) => {
    await desk.placed(
      anOrderRow({
        id: 'ord_2', clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002',
        tradingDate: '2026-11-19', status: 'Open', shownWorkingAt: NOON - 2, ...changes,
      }),
    ); // prettier-ignore
    await desk.shown([{ matchingId: 'M9', orderNumber: '700002' }]);
    expect((await desk.fills()).map(({ matchingId }) => matchingId)).toEqual(booked);
  });

  it('takes one for gone that another day has shown first, and then none (E10)', async () => {
    await bookedEarly();
    expect(await desk.shown([], OWN_DAY)).toEqual(['M9']);
    for (let pass = 0; pass < 5; pass += 1) {
      await desk.shown([], OWN_DAY);
      await desk.shown([OTHER]);
      desk.clock.pass(15_000);
    }
    expect(await desk.open()).toHaveLength(1);
    expect(await desk.shown([], OWN_DAY)).toEqual([]);
  });

  it('holds what people have said of one of long ago, while its day is asked for (F5, F6)', async () => {
    await desk.shown([{}, OTHER]);
    await desk.passes(4, [OTHER]);
    const [found] = await desk.breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) =>
      unit.update(BreakRow, { id: String(found?.id) }, { ...said, openedAt: 1, seenAt: 1 }),
    );
    desk.clock.pass(12 * 86_400_000);
    await desk.passes(4, [OTHER]);
    expect(await desk.breaks()).toHaveLength(1);
    expect(await desk.shown([OTHER])).toEqual([]);
  });
});
