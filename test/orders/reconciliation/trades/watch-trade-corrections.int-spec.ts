import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { once } from '../../../../src/orders/reconciliation/trades/trade-evidence.js';
import { TODAY } from '../../../support/builders.js';
import { NOON } from '../../../support/time/hand-clock.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { aTrade } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

describe.each(ENGINES)("a day's trades beside what is booked of them on %s", (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
  });

  afterEach(() => desk.close());

  const GONE = `the trade M1 of ${TODAY} is no longer shown; it is booked as 40 at 12.45`;
  const OTHER = { matchingId: 'M2', pendingUnits: '4920' };
  const many = () =>
    Array.from({ length: 30 }, (_, n) => ({
      matchingId: `M${n}`, units: '1', pendingUnits: String(4_999 - n),
    })); // prettier-ignore

  it('tells of one that answer after answer leaves out, and ends it when it is shown again (E10)', async () => {
    await desk.shown([{}, OTHER]);
    await desk.passes(2, [OTHER]);
    expect(await desk.open()).toEqual([]);
    await desk.passes(2, [OTHER]);
    expect(await desk.open()).toEqual([GONE]);
    await desk.passes(3, [OTHER]);
    expect(await desk.open()).toEqual([GONE]);
    await desk.shown([{}, OTHER]);
    expect(await desk.open()).toEqual([]);
    expect(await desk.breaks()).toMatchObject([
      { status: 'AutoResolved', outcome: 'the exchange shows the trade as it is booked' },
    ]);
    expect(await desk.fills()).toMatchObject([{ reversedAt: null }, { reversedAt: null }]);
  });

  it('does not tell of one that is left out now and then (E10)', async () => {
    await desk.shown([{}, OTHER]);
    for (let turn = 0; turn < 4; turn += 1) {
      await desk.passes(2, [OTHER]);
      await desk.passes(1, [{}, OTHER]);
    }
    expect(await desk.breaks()).toEqual([]);
  });

  it('tells of each that the exchange denies again and again, doubts none before, and answers what people keep', async () => {
    await desk.shown([{}]);
    expect(await desk.denials(2)).toEqual(new Set());
    expect(await desk.breaks()).toEqual([]);
    await desk.denials(2);
    expect(await desk.open()).toEqual([GONE]);
    const [found] = await desk.breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) => unit.update(BreakRow, { id: String(found?.id) }, said));
    expect(await desk.denials(1)).toEqual(new Set(['ord_1']));
    expect(await desk.open()).toEqual([]);
    await desk.shown([{}]);
    expect(await desk.open()).toEqual([]);
  });

  it('tells of the day, and of no trade, where the exchange denies many', async () => {
    await desk.shown(many());
    await desk.denials(4);
    expect(await desk.breaks()).toMatchObject([{ orderId: null, kind: 'IncompleteDay' }]);
  });

  it('does not count answers that may not be whole', async () => {
    await desk.shown([{}, OTHER]);
    for (let pass = 0; pass < 6; pass += 1) {
      await desk.shown([OTHER], { odd: 1 });
      desk.clock.pass(15_000);
    }
    expect(await desk.breaks()).toEqual([]);
  });

  it('tells of the day, and of no trade, when most of them are left out: the answers are doubted (D3, E10)', async () => {
    const all = many();
    await desk.shown(all);
    await desk.passes(2, all.slice(0, 3));
    expect(await desk.breaks()).toEqual([]);
    await desk.passes(4, all.slice(0, 3));
    expect(await desk.breaks()).toMatchObject([
      { type: 'FillMismatch', severity: 'Critical', orderId: null, closedAt: null },
    ]);
    await desk.shown(all);
    expect(await desk.open()).toEqual([]);
    await desk.passes(4, all.slice(2));
    expect(await desk.open()).toHaveLength(2);
  });

  it('tells of no trade of an earlier day of which nothing is shown any more, but of the day', async () => {
    await desk.shown([{}]);
    await desk.readSinceClose();
    desk.clock.pass(86_400_000);
    await desk.shown([{}]);
    await desk.passes(4, []);
    expect(await desk.breaks()).toMatchObject([{ type: 'FillMismatch', orderId: null }]);
    await desk.shown([{}]);
    expect(await desk.open()).toEqual([]);
  });

  it('tells of the only one of an earlier day of which other trades are shown: the exchange shows that day', async () => {
    const others = { orderNumber: '700099', matchingId: 'M9', accountNumber: 'CDS-9' };
    await desk.shown([{}, others]);
    desk.clock.pass(86_400_000);
    await desk.shown([{}, others]);
    await desk.passes(4, [others]);
    expect(await desk.open()).toContain(GONE);
  });

  it('tells nothing where no earlier day was ever shown: the exchange may not show any (D3)', async () => {
    await desk.shown([{}]);
    await desk.readSinceClose();
    desk.clock.pass(86_400_000);
    await desk.passes(4, []);
    expect(await desk.breaks()).toEqual([]);
  });

  it('tells of each that only an empty list has answered since the close: nothing else settles the day (F6)', async () => {
    await desk.shown([{}]);
    desk.clock.pass(86_400_000);
    await desk.passes(2, []);
    expect(await desk.breaks()).toEqual([]);
    await desk.passes(2, []);
    expect(await desk.open()).toEqual([GONE]);
    // Of the day's other orders it proves nothing.
    expect(desk.followed).toBeNull();
    await desk.shown([{}]);
    expect(await desk.open()).toEqual([]);
    expect(desk.followed).toEqual(new Set());
  });

  it('proves nothing of an earlier day that is shown empty where nothing is booked of it either', async () => {
    desk.clock.pass(86_400_000);
    await desk.shown([]);
    expect(desk.followed).toBeNull();
  });

  it('answers of an empty earlier day also the orders of which people have decided what was not booked', async () => {
    const unread = [{ matchingId: null }];
    await desk.shown(unread);
    await desk.shown(unread);
    desk.clock.pass(86_400_000);
    const [found] = await desk.breaks();
    expect(found).toMatchObject({ kind: 'NoMatchingId', closedAt: null });
    expect(await desk.changes.keptOf(TODAY)).toEqual(new Set());
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) => unit.update(BreakRow, { id: String(found?.id) }, said));
    expect(await desk.changes.keptOf(TODAY)).toEqual(new Set(['ord_1']));
  });

  it('tells of an order that a trade made uncertain in the last answer of its day, where later ones show none', async () => {
    await desk.shown([{ matchingId: null }]);
    expect(await desk.breaks()).toEqual([]);
    desk.clock.pass(86_400_000);
    await desk.shown([]);
    expect(await desk.breaks()).toMatchObject([{ kind: 'StrayTrade', closedAt: null }]);
    expect(await desk.changes.keptOf(TODAY)).toEqual(new Set());
  });

  it('takes what people have decided of something else for no decision on it', async () => {
    await desk.shown([{ matchingId: null }]);
    await desk.shown([{ matchingId: null }]);
    desk.clock.pass(86_400_000);
    const [found] = await desk.breaks();
    const said = { status: 'Resolved', closedAt: NOON, kind: 'MatchedExceedsUnits' } as const;
    await desk.database.units.run((unit) => unit.update(BreakRow, { id: String(found?.id) }, said));
    expect(await desk.changes.keptOf(TODAY)).toEqual(new Set());
  });

  it('tells of the day where only empty lists have answered since the close for many', async () => {
    await desk.shown(many());
    desk.clock.pass(86_400_000);
    await desk.passes(4, []);
    expect(await desk.breaks()).toMatchObject([{ orderId: null, kind: 'IncompleteDay' }]);
  });

  it('holds what people have said of a doubted day until it is shown whole, however long', async () => {
    const all = many();
    await desk.shown(all);
    await desk.passes(4, all.slice(0, 3));
    const [found] = await desk.breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) =>
      unit.update(BreakRow, { id: String(found?.id) }, { ...said, seenAt: 1 }),
    );
    await desk.passes(4, all.slice(0, 3));
    expect(await desk.breaks()).toHaveLength(1);
    await desk.shown(all);
    expect(await desk.breaks()).toMatchObject([{ status: 'AutoResolved' }]);
  });

  it('tells of the next one that is left out, also where few are booked (E10)', async () => {
    const all = ['M1', 'M2', 'M3', 'M4', 'M5'].map((matchingId, n) => ({
      matchingId, pendingUnits: String(4_960 - n * 40),
    })); // prettier-ignore
    await desk.shown(all);
    desk.clock.pass(86_400_000);
    await desk.passes(4, all.slice(1));
    await desk.passes(4, all.slice(2));
    await desk.passes(4, all.slice(3));
    expect(await desk.open()).toHaveLength(3);
  });

  it('counts what is left out as shown until it is told of, and while the day is doubted (F6)', async () => {
    const all = many();
    await desk.shown(all);
    expect(await desk.shown(all.slice(1))).toEqual(['M0']);
    desk.clock.pass(31_000);
    await desk.passes(2, all.slice(1));
    expect(await desk.shown(all.slice(1))).toEqual([]);
    expect(await desk.shown(all.slice(20))).toHaveLength(19);
  });

  it('does not take one for gone whose row cannot be read', async () => {
    await desk.shown([{}, OTHER]);
    await desk.passes(5, [{ price: null }, OTHER]);
    expect(await desk.breaks()).toEqual([]);
    expect(await desk.shown([{ price: null }, OTHER])).toEqual(['M1']);
  });

  it('ends the doubt of a day when answers are believed again, though they still leave one out', async () => {
    const all = many();
    await desk.shown(all);
    await desk.passes(4, all.slice(0, 3));
    expect(await desk.open()).toHaveLength(1);
    await desk.passes(5, all.slice(1));
    expect(await desk.open()).toMatchObject([expect.stringContaining('M0')]);
  });

  it('tells of one that stands twice, neither time as it is booked (E3, E10)', async () => {
    await desk.shown([{}]);
    await desk.shown([{ units: '41' }, { units: '42' }]);
    expect(await desk.open()).toEqual([
      'the trade M1 stands twice, also as 42 at 12.45',
      'the trade M1 now reads 41 at 12.45; it is booked as 40 at 12.45',
    ]);
  });

  it('lets what people have said of one lapse when it is shown as booked, and tells of it anew (E10)', async () => {
    await desk.shown([{}, OTHER]);
    await desk.passes(4, [OTHER]);
    const [found] = await desk.breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) => unit.update(BreakRow, { id: String(found?.id) }, said));
    await desk.passes(4, [OTHER]);
    expect(await desk.breaks()).toHaveLength(1);
    await desk.shown([{}, OTHER]);
    expect(await desk.breaks()).toMatchObject([{ status: 'AutoResolved', resolution: 'close' }]);
    await desk.passes(4, [OTHER]);
    expect(await desk.open()).toEqual([GONE]);
  });

  it('of one that stands twice takes the way in which it is booked, wherever that stands (E3, F6)', async () => {
    await desk.shown([{}]);
    const answer = [aTrade({ units: '41' }), aTrade({})];
    const traded = await desk.booking.executionsOf(answer, TODAY);
    const { doubled } = await desk.booked(traded);
    expect(await once(traded.executions, doubled)).toMatchObject([{ units: '40' }]);
  });

  it('tells of each way in which one reads, and ends the way before (E10)', async () => {
    await desk.shown([{}]);
    await desk.shown([{ units: '41' }]);
    expect(await desk.open()).toEqual([
      'the trade M1 now reads 41 at 12.45; it is booked as 40 at 12.45',
    ]);
    await desk.shown([{ price: '12.40' }]);
    expect(await desk.open()).toEqual([
      'the trade M1 now reads 40 at 12.40; it is booked as 40 at 12.45',
    ]);
    await desk.passes(4, [OTHER]);
    expect(await desk.open()).toEqual([GONE]);
    await desk.shown([{}, OTHER]);
    expect(await desk.open()).toEqual([]);
  });

  it('tells once of one that stands twice, and does not take it for changed (E3)', async () => {
    await desk.shown([{}, { units: '41' }]);
    await desk.shown([{}, { units: '41' }]);
    await desk.shown([{ units: '41' }, {}]);
    expect(await desk.open()).toEqual(['the trade M1 stands twice, also as 41 at 12.45']);
  });

  it('keeps one that is taken back, counts it no more, and books it again when it is shown again', async () => {
    await desk.shown([{}, OTHER]);
    await desk.store.change('ord_1', RECONCILER, (state) => {
      const [fill] = taken;
      return reversed(state.order.filledUnits, fill);
    });
    const standing = async (matchingId: string): Promise<boolean[]> =>
      (await desk.fills())
        .filter((fill) => fill.matchingId === matchingId)
        .map(({ reversedAt }) => reversedAt === null)
        .sort();
    expect([await standing('M1'), await standing('M2')]).toEqual([[false], [true]]);
    await desk.passes(4, [OTHER]);
    expect(await desk.breaks()).toEqual([]);
    await desk.shown([{}, OTHER]);
    expect([await standing('M1'), await standing('M2')]).toEqual([[false, true], [true]]);
    expect(await desk.open()).toEqual([
      'the trade M1, which was reversed, is shown again, as 40 at 12.45, and booked',
    ]);
  });

  const taken = [
    {
      tradeDate: TODAY, matchingId: 'M1', orderNumber: '700001', side: 'BUY' as const,
      security: 'SD11PLC', units: '40', price: '12.45', shownFor: TODAY,
    },
  ] as const; // prettier-ignore
  const reversed = (filledUnits: string, fill: (typeof taken)[0]) => ({
    order: { filledUnits: String(Number(filledUnits) - 40) },
    requests: [], fills: [], reversals: [fill], links: [], unlinks: [], breaksOpened: [], breakTypesClosed: [],
    breaksClosed: [], facts: [{ type: 'FILL_REVERSED' as const, body: { why: 'a test' } }],
  }); // prettier-ignore

  it('ends what it told of one that is not booked any more', async () => {
    await desk.shown([{ units: '41' }]);
    await desk.store.change('ord_1', RECONCILER, () =>
      reversed('41', { ...taken[0], units: '41' } as never),
    );
    await desk.shown([{}]);
    await desk.shown([{ units: '41' }]);
    const AGAIN = 'the trade M1, which was reversed, is shown again, as 40 at 12.45, and booked';
    expect(await desk.open()).toEqual([
      AGAIN,
      'the trade M1 now reads 41 at 12.45; it is booked as 40 at 12.45',
    ]);
    await desk.store.change('ord_1', RECONCILER, () => reversed('40', taken[0]));
    await desk.shown([{ units: '41' }]);
    expect(await desk.open()).toEqual([AGAIN, AGAIN.replace('40', '41')]);
    expect((await desk.breaks()).map(({ outcome }) => outcome)).toContain(
      'the trade is no longer booked as the break says',
    );
  });

  it('takes nothing back that is not booked so: nothing is half written', async () => {
    await desk.shown([{}]);
    const wrong = { ...taken[0], orderNumber: '700009' };
    const change = desk.store.change('ord_1', RECONCILER, () => reversed('40', wrong as never));
    await expect(change).rejects.toThrow('is not booked on ord_1');
    expect(await desk.fills()).toMatchObject([{ reversedAt: null }]);
  });

  it('does not tell again of what people have said stands, however long ago they said it', async () => {
    await desk.shown([{}, OTHER]);
    await desk.passes(4, [OTHER]);
    const [found] = await desk.breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) =>
      unit.update(BreakRow, { id: String(found?.id) }, { ...said, seenAt: 1 }),
    );
    await desk.passes(4, [OTHER]);
    expect(await desk.breaks()).toHaveLength(1);
  });
});
