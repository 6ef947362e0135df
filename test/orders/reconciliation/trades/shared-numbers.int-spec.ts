import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { aRequest } from '../../../support/builders.js';
import { NOON } from '../../../support/time/hand-clock.js';
import { anOrderRow, aTrade } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

describe.each(ENGINES)(
  'an inferred number that the exchange has given to two orders, on %s',
  (engine: Engine) => {
    const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
    const ours = { orderNumber: '700002', accountNumber: 'CDS-1', matchingId: 'M1' };
    const another = { ...ours, side: 'SELL', matchingId: 'M2' } as const;
    let desk: TradeDesk;

    beforeEach(async () => {
      desk = await TradeDesk.open(engine);
      const order = anOrderRow({ ...names, id: 'ord_2', numberGrade: 'Inferred' });
      const post = aRequest({ id: 'req_2', orderId: 'ord_2', kind: 'Post', state: 'Acknowledged' });
      await desk.placed(order, post);
    });

    afterEach(() => desk.close());

    const fillsOf = async (): Promise<readonly string[]> =>
      (await desk.fills())
        .filter(({ orderId, reversedAt }) => orderId === 'ord_2' && reversedAt === null)
        .map(({ matchingId }) => matchingId);

    it("keeps its own trades when another order's are shown later", async () => {
      await desk.shown([ours]);
      await desk.shown([ours, another]);
      expect(await fillsOf()).toEqual(['M1']);
    });

    it("books its own trades where another order's are shown at once", async () => {
      await desk.shown([another, ours]);
      expect(await fillsOf()).toEqual(['M1']);
    });

    it("is unlinked where only another order's trades are shown, or another client's follow", async () => {
      await desk.shown([{ ...ours, accountNumber: null }]);
      expect(await fillsOf()).toEqual(['M1']);
      await desk.shown([{ ...ours, accountNumber: 'CDS-9', matchingId: 'M3' }]);
      expect(await fillsOf()).toEqual([]);
    });

    it("is told of without the other order's account", async () => {
      const row = aTrade({ ...another, accountNumber: 'CDS-9' });
      const shown = { orderId: 'ord_2', row, isOtherOrder: true, isShared: true, askedAt: NOON };
      await desk.booking.compareNumber(shown);
      const told = await desk.open();
      expect(told).toEqual([expect.stringMatching(/trades show SELL \w+ of another account/)]);
      expect(told.join()).not.toContain('CDS-9');
    });
  },
);
