import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
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
      await desk.numbers.compareNumber(shown);
      const told = await desk.open();
      expect(told).toEqual([expect.stringMatching(/trades show SELL \w+ of another account/)]);
      expect(told.join()).not.toContain('CDS-9');
    });
  },
);

describe.each(ENGINES)(
  'an acknowledged number under which trades show another order, on %s',
  (engine: Engine) => {
    let desk: TradeDesk;

    beforeEach(async () => (desk = await TradeDesk.open(engine)));
    afterEach(() => desk.close());

    const placed = (id: string, orderNumber: string, terms: Partial<OrderRow> = {}) =>
      desk.placed(
        anOrderRow({
          id, orderNumber, clientOrderId: id, orderRef: id, numberGrade: 'Acknowledged', ...terms,
        }),
      ); // prettier-ignore
    const doubtOf = async (id: string) => {
      const { store, database } = desk;
      return (await database.units.run((unit) => store.load(unit, id)))?.order.numberDoubt;
    };

    it('makes orders of that account doubtful, too, until the list of the account shows their numbers', async () => {
      await placed('ord_a', '700011', { accountNumber: 'CDS-1' });
      await placed('ord_b', '700012', { accountNumber: 'CDS-2' });
      await placed('ord_c', '700013', { accountNumber: 'CDS-2', side: 'SELL' });
      await placed('ord_d', '700014', { accountNumber: 'CDS-3' });
      const row = aTrade({ orderNumber: '700011', accountNumber: 'CDS-2' });
      const shown = { orderId: 'ord_a', row, isOtherOrder: true, isShared: false, askedAt: NOON };
      await desk.numbers.doubtSwapped({ ...shown, row: { ...row, brokerCode: 'OTHER' } });
      expect(await doubtOf('ord_b')).toBeNull();
      await desk.numbers.doubtSwapped(shown);
      expect(await doubtOf('ord_a')).toBeNull();
      expect(await doubtOf('ord_b')).toBe('AccountList');
      expect([await doubtOf('ord_c'), await doubtOf('ord_d')]).toEqual([null, null]);
    });

    it('is doubtful, and the trade is not booked, where the first that shows it is of more units than the order has', async () => {
      await placed('ord_a', '700011', { accountNumber: 'CDS-1', units: '1000', shownWorkingAt: null });
      const row = { orderNumber: '700011', accountNumber: 'CDS-1', matchingId: 'M9', units: '2407', matchedUnits: '2407' };
      await desk.shown([row]);
      expect(await doubtOf('ord_a')).toBe('OrderEnquiry');
      expect((await desk.fills()).map(({ orderId }) => orderId)).not.toContain('ord_a');
    }); // prettier-ignore

    it.each([
      ['doubtful', { doubtedSince: NOON }, []],
      ['under a doubtful number', { numberDoubt: 'Acknowledgement', numberDoubtedAt: NOON }, []],
      ['doubtful for nothing but that it was not shown', { doubtedSince: NOON, missingSince: NOON }, ['ord_a']],
      ['not doubtful', { doubtedSince: null }, ['ord_a']],
    ] as const)('has its first trade booked, or not yet, where the order is %s', async (_, doubt, booked) => {
      await placed('ord_a', '700011', { accountNumber: 'CDS-1', units: '3200', shownWorkingAt: null, ...doubt });
      const row = { orderNumber: '700011', accountNumber: 'CDS-1', matchingId: 'M9', units: '1507', matchedUnits: '1507' };
      await desk.shown([row]);
      expect((await desk.fills()).map(({ orderId }) => orderId)).toEqual(booked);
    }); // prettier-ignore

    it.each([
      ['nothing has shown it', {}, []],
      ['a record has shown it', { shownWorkingAt: NOON }, ['ord_a']],
      ['an enquiry has shown its number', { numberGrade: 'Enquired' }, ['ord_a']],
      ['a record has shown what is matched', { matchedUnits: '400' }, ['ord_a']],
      ['a record has shown what is pending', { shownPending: '0' }, ['ord_a']],
      ['its day is over', { status: 'Expired', closedAt: NOON }, ['ord_a']],
      ['it was cancelled', { status: 'Cancelled', closedAt: NOON }, []],
      ['the exchange has no record of it', { timesMissing: 1 }, ['ord_a']],
    ] as const)('has its first trade, beyond its limit, booked, or not yet, where %s', async (_, held, booked) => {
      await placed('ord_a', '700011', { accountNumber: 'CDS-1', units: '1800', price: '12.00', shownWorkingAt: null, ...held });
      const row = { orderNumber: '700011', accountNumber: 'CDS-1', matchingId: 'M9', units: '400', matchedUnits: '400' };
      await desk.shown([{ ...row, price: '12.50' }]);
      expect((await desk.fills()).map(({ orderId }) => orderId)).toEqual(booked);
      const { store, database } = desk;
      const state = await database.units.run((unit) => store.load(unit, 'ord_a'));
      expect(state?.order.tradesDifferOn === null).toBe(booked.length > 0);
    }); // prettier-ignore

    it.each([
      ['works, they wait, and people are told', {}, 0],
      ['has ended, they are booked, and people are told', { status: 'Cancelled', closedAt: NOON }, 1],
    ] as const)('whose first trades are beyond its limit: if nothing has shown it in the run after, and it %s', async (_, held, booked) => {
      await placed('ord_a', '700011', { accountNumber: 'CDS-1', units: '1800', price: '12.00', shownWorkingAt: null, ...held });
      const row = { orderNumber: '700011', accountNumber: 'CDS-1', matchingId: 'M9', units: '400', matchedUnits: '400' };
      const shown = [{ ...row, price: '12.50' }];
      await desk.shown(shown);
      expect(await desk.open()).toEqual([]);
      await desk.shown(shown);
      expect((await desk.fills()).length).toBe(booked);
      expect(await desk.open()).toContainEqual(expect.stringMatching(/beyond the limit of 12/));
    }); // prettier-ignore

    it('is not doubtful where a record has shown the order: it was filled with more than it had', async () => {
      const shownWorkingAt = NOON;
      await placed('ord_a', '700011', { accountNumber: 'CDS-1', units: '1000', shownWorkingAt });
      const row = { orderNumber: '700011', accountNumber: 'CDS-1', matchingId: 'M9', units: '2407', matchedUnits: '2407' };
      await desk.shown([row]);
      expect(await doubtOf('ord_a')).toBeNull();
      expect((await desk.fills()).map(({ orderId }) => orderId)).toContain('ord_a');
    }); // prettier-ignore
  },
);

describe.each(ENGINES)(
  'a number that an order of an earlier day has, and that today another order is shown under, on %s',
  (engine: Engine) => {
    const row = aTrade({ orderNumber: '700003', side: 'SELL', accountNumber: 'CDS-9' });
    const resting = { matchingId: null, units: '0', matchedUnits: '0', pendingUnits: '100' };
    let desk: TradeDesk;

    beforeEach(async () => (desk = await TradeDesk.open(engine)));
    afterEach(() => desk.close());

    const numberAfter = async (held: Partial<OrderRow>, shown = row, isOtherOrder = true) => {
      const names = { id: 'ord_3', clientOrderId: 'web-3', orderRef: 'ref-3', orderNumber: '700003' };
      const post = aRequest({ id: 'req_3', orderId: 'ord_3', kind: 'Post', state: 'Acknowledged' });
      await desk.placed(anOrderRow({ ...names, numberGrade: 'Operator', status: 'Posted', ...held }), post);
      const compared = { orderId: 'ord_3', isOtherOrder, isShared: false, askedAt: NOON };
      await desk.numbers.compareNumber({ ...compared, row: shown });
      const { store, database } = desk;
      const state = await database.units.run((unit) => store.load(unit, 'ord_3'));
      const { orderNumber, status, numberDoubt } = state?.order ?? {};
      return { orderNumber, status, numberDoubt };
    }; // prettier-ignore

    const doubted = { orderNumber: '700003', status: 'Posted', numberDoubt: 'DailyTrades' };
    const unlinked = { orderNumber: null, status: 'New', numberDoubt: null };
    const atAnother = aTrade({ ...resting, orderNumber: '700003', price: '1.23' });

    it.each([
      ['people have named', { numberGrade: 'Operator' }],
      ['was inferred', { numberGrade: 'Inferred' }],
      ['was acknowledged', { numberGrade: 'Acknowledged' }],
    ] as const)('is in doubt and stays the one that %s', async (_, held) => {
      expect(await numberAfter({ ...held, tradingDate: '2026-11-19' })).toEqual(doubted);
      expect(await desk.open()).toEqual([expect.stringMatching(/trades show SELL/)]);
    });

    it('stays the inferred one although it is shown with another limit', async () => {
      const held = { numberGrade: 'Inferred', tradingDate: '2026-11-19' } as const;
      expect(await numberAfter(held, atAnother, false)).toEqual(doubted);
    });

    it.each([
      ['that was given it today', {}],
      ['that lives longer than its day', { tradingDate: '2026-11-19', timeInForce: 'GTC' }],
    ])('is taken from an order %s', async (_, held) => {
      expect(await numberAfter(held)).toEqual(unlinked);
    });
  },
);
