import type { TradeRow } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { ApprovalRow } from '../../../../src/orders/break-desk/approval.entity.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { tradeIn } from '../../../../src/orders/breaks/break-register.js';
import { TODAY } from '../../../support/builders.js';
import { NOON } from '../../../support/time/hand-clock.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { aTrade } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

type Row = Partial<TradeRow>;

const PROPOSED = {
  id: 'apr_1', orderId: 'ord_1', orderVersion: 1, payload: '{}', payloadHash: 'f'.repeat(64), state: 'Pending' as const,
  proposedBy: 'key:ada', proposedOnBehalfOf: null, proposedAt: NOON, expiresAt: NOON + 86_400_000,
  decidedBy: null, decidedAt: null, decision: null,
}; // prettier-ignore

describe.each(ENGINES)('A trade that two people leave out of the book on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
  });

  afterEach(() => desk.close());

  /** Of an order of 5000 units: nothing can have left so many pending. */
  const TOO_MUCH: Row = { matchingId: 'M1', units: '3000', pendingUnits: '4000' };
  const NEXT: Row = { matchingId: 'M2', units: '1000', matchedUnits: '4000', pendingUnits: '1000' };
  const opened = async (matchingId: string): Promise<BreakRow | undefined> =>
    (await desk.breaks()).find((row) => tradeIn(row)?.matchingId === matchingId);
  const leaveOut = async (matchingId: string): Promise<void> => {
    const id = String((await opened(matchingId))?.id);
    const decision = {
      status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const,
    }; // prettier-ignore
    await desk.database.units.run((unit) => unit.update(BreakRow, { id }, decision));
  };
  const booked = async (): Promise<string[]> =>
    (await desk.fills()).map(({ matchingId, units }) => `${matchingId} ${units}`);
  const answered = async (rows: readonly Row[]) =>
    desk.booked(await desk.booking.executionsOf(rows.map(aTrade), TODAY));

  it('says nothing about the other trades of its order: they are booked', async () => {
    await desk.shown([TOO_MUCH, NEXT]);
    expect(await booked()).toEqual([]);
    expect(await desk.open()).toHaveLength(2);
    await leaveOut('M1');
    const { doubtful } = await answered([TOO_MUCH, NEXT]);
    expect(await booked()).toEqual(['M2 1000']);
    expect([await desk.open(), doubtful]).toEqual([[], new Set()]);
    const THEN = { matchingId: 'M3', units: '1000', pendingUnits: '3000' };
    await desk.shown([TOO_MUCH, NEXT, THEN]);
    expect(await booked()).toEqual(['M2 1000', 'M3 1000']);
    expect(await desk.breaks()).toHaveLength(2);
  });

  it('is not booked while the second person has yet to decide about it', async () => {
    await desk.shown([TOO_MUCH, NEXT]);
    const breakId = String((await opened('M2'))?.id);
    await desk.database.units.run((unit) => unit.insert(ApprovalRow, { ...PROPOSED, breakId }));
    await leaveOut('M1');
    const { doubtful, unbooked } = await answered([TOO_MUCH, NEXT]);
    expect(doubtful).toEqual(new Set(['ord_1']));
    expect(unbooked.map(({ matchingId }) => matchingId).sort()).toEqual(['M1', 'M2']);
    expect(await booked()).toEqual([]);
    await desk.database.units.run((unit) =>
      unit.update(ApprovalRow, { breakId }, { state: 'Rejected' }),
    );
    await answered([TOO_MUCH, NEXT]);
    expect(await booked()).toEqual(['M2 1000']);
    expect((await opened('M2'))?.outcome).toBe('it fits the order now, and it is booked');
  });

  it('is not booked when what stood beside it is shown no more', async () => {
    await desk.shown([TOO_MUCH, NEXT]);
    await leaveOut('M2');
    await leaveOut('M1');
    expect((await answered([NEXT])).unbooked).toMatchObject([{ matchingId: 'M2' }]);
    expect(await booked()).toEqual([]);
    expect(await desk.breaks()).toHaveLength(2);
  });

  it('may be repeated: what equals it except for its matching id is not booked either', async () => {
    await desk.shown([TOO_MUCH, NEXT]);
    await leaveOut('M1');
    await leaveOut('M2');
    await desk.passes(2, [NEXT, { ...NEXT, matchingId: 'M4' }]);
    expect(await booked()).toEqual([]);
    expect(await desk.open()).toMatchObject([expect.stringContaining('the trade M4')]);
  });

  it('is told of anew when it is shown with other terms', async () => {
    await desk.shown([TOO_MUCH]);
    await leaveOut('M1');
    await desk.shown([TOO_MUCH]);
    expect(await desk.open()).toEqual([]);
    await desk.shown([{ ...TOO_MUCH, price: '12.50' }]);
    expect(await booked()).toEqual([]);
    expect(await desk.breaks()).toHaveLength(2);
  });

  it('is no trade of the day where they call it a copy, and one that is not booked otherwise', async () => {
    const left = { units: '3000', pendingUnits: '2000' };
    const all = [
      { ...left, matchingId: 'A' },
      { ...left, matchingId: 'B' },
    ];
    const held = await answered(all);
    expect([...held.copies].join()).toContain('"B"');
    await leaveOut('B');
    const after = await answered(all);
    expect([...after.copies].join()).toContain('"B"');
    expect([after.unbooked, after.doubtful]).toEqual([[], new Set()]);
    await desk.booking.endDoubts(TODAY, new Set());
    expect((await opened('B'))?.status).toBe('AutoResolved');
    expect((await answered(all)).doubtful).toEqual(new Set());
    expect(await booked()).toEqual(['A 3000']);
    expect(await desk.open()).toEqual([]);
    // What they have called one stays one when the other is shown no more.
    await answered([{ ...left, matchingId: 'B' }]);
    expect(await booked()).toEqual(['A 3000']);
  });

  it('is booked although they called it a copy, once a record proves a second trade', async () => {
    const left = { units: '1000', pendingUnits: null };
    const all = ['A', 'B'].map((matchingId) => ({ ...left, matchingId }));
    await desk.passes(2, all);
    await leaveOut('B');
    await answered(all);
    expect(await booked()).toEqual(['A 1000']);
    await desk.database.units.run((unit) =>
      unit.update(OrderRow, { id: 'ord_1' }, { matchedUnits: '2000' }),
    );
    await answered(all);
    expect(await booked()).toEqual(['A 1000', 'B 1000']);
  });

  it('may be each of those beside an impossible one, also where what is matched is the sum so far', async () => {
    const { unbooked } = await answered([TOO_MUCH, NEXT]);
    expect(unbooked.map(({ matchingId }) => matchingId)).toEqual(['M1', 'M2']);
    expect((await desk.breaks()).map(({ kind }) => kind)).toEqual(['InvalidRow', 'InvalidRow']);
    const ofNext = (await desk.breaks()).map(tradeIn).find((trade) => trade?.matchingId === 'M2');
    expect(ofNext).toMatchObject({
      booked: null,
      shown: { units: '1000', price: '12.45' },
    });
  });

  it('may be one whose own quantities do not agree, of which nobody can say how much was traded', async () => {
    const odd = { ...TOO_MUCH, matchedUnits: '3500' };
    await desk.shown([odd, NEXT]);
    expect((await desk.breaks()).map(tradeIn)).toMatchObject([
      { matchingId: 'M1', isUnclear: true },
      { matchingId: 'M2' },
    ]);
    await leaveOut('M1');
    await desk.shown([odd, NEXT]);
    expect(await booked()).toEqual(['M2 1000']);
  });

  it('is none of another security: that is another order', async () => {
    await desk.shown([TOO_MUCH, { ...NEXT, security: 'SD22PLC' }]);
    expect(await desk.breaks()).toMatchObject([
      { kind: 'InvalidRow' },
      { type: 'IdentityMismatch', trade: null },
    ]);
  });

  it('stays left out however long no answer has shown it', async () => {
    const odd = { units: '4000', matchedUnits: '3000', pendingUnits: '1000' };
    await desk.shown([odd]);
    const [found] = await desk.breaks();
    const decision = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await desk.database.units.run((unit) =>
      unit.update(BreakRow, { id: String(found?.id) }, { ...decision, seenAt: 1 }),
    );
    await desk.shown([odd]);
    expect(await desk.breaks()).toHaveLength(1);
  });
});
