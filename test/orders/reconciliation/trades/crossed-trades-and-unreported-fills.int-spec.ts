import { AuditEntryRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { reportUnreportedFills } from '../../../../src/orders/reconciliation/trades/report-unreported-fills.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { anOrderRow } from '../rows.js';
import { TradeDesk } from './trade-desk.js';

describe.each(ENGINES)(
  'trades of two orders of ours, and what is matched beside them, on %s',
  (engine: Engine) => {
    let desk: TradeDesk;

    beforeEach(async () => {
      desk = await TradeDesk.open(engine);
    });

    afterEach(() => desk.close());

    it.each([
      ['another account', 'CDS-2', 0],
      ['the same account', 'CDS-1', 1],
    ])('notes once that both sides are ours, of %s (E2)', async (_, accountNumber, sameAccount) => {
      const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
      await desk.placed(anOrderRow({ ...names, id: 'ord_2', side: 'SELL', accountNumber }));
      await desk.shown([{}, { orderNumber: '700002', side: 'SELL', accountNumber }]);
      await desk.shown([{}, { orderNumber: '700002', side: 'SELL', accountNumber }]);
      const crossed = await desk.database.read((manager) =>
        manager.findBy(AuditEntryRow, { type: 'CROSSED' }),
      );
      expect(crossed).toHaveLength(1);
      const [entry] = crossed;
      const other = entry?.stream === 'ord_1' ? 'ord_2' : 'ord_1';
      expect(JSON.parse(String(entry?.body))).toMatchObject({
        matchingId: 'M1',
        with: other,
        sameAccount,
      });
      expect(await desk.fills()).toHaveLength(2);
    });

    it('notes one of many that are booked at once (E2)', async () => {
      const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
      await desk.placed(anOrderRow({ ...names, id: 'ord_2', side: 'SELL' }));
      await desk.shown([{ orderNumber: '700002', side: 'SELL', matchingId: 'M149', units: '1' }]);
      await desk.shown(
        Array.from({ length: 150 }, (_, n) => ({
          matchingId: `M${n}`, units: '1', pendingUnits: String(4_999 - n),
        })), // prettier-ignore
      );
      const crossed = await desk.database.read((m) => m.findBy(AuditEntryRow, { type: 'CROSSED' }));
      expect(crossed).toHaveLength(1);
    });

    it('does not take another trade with the same id for the other side (E2)', async () => {
      const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
      await desk.placed(anOrderRow({ ...names, id: 'ord_2', side: 'SELL' }));
      await desk.shown([{}, { orderNumber: '700002', side: 'SELL', units: '39' }]);
      const crossed = await desk.database.read((m) => m.findBy(AuditEntryRow, { type: 'CROSSED' }));
      expect(crossed).toEqual([]);
      expect(await desk.fills()).toHaveLength(2);
    });

    it('tells of what is matched and not booked only after ten minutes, until it is explained (E6)', async () => {
      const matched = (units: string) =>
        desk.store.change('ord_1', RECONCILER, (state, moment) => {
          const draft = new OrderChangeDraft(state, moment);
          draft.set({ matchedUnits: units });
          draft.fact('MATCHED_UNITS_CHANGED', { from: '0', to: units });
          return draft.change();
        });
      const told = async (ageMs: number): Promise<string[]> => {
        await reportUnreportedFills(desk.database, desk.aged(ageMs), desk.wall.now() + ageMs);
        return desk.open();
      };
      await matched('100');
      expect(await told(9 * 60_000)).toEqual([]);
      const GAP = 'the exchange says 100 are matched, and its trades have shown 0';
      expect(await told(11 * 60_000)).toEqual([GAP]);
      expect(await told(12 * 60_000)).toEqual([GAP]);
      await desk.shown([{}]);
      expect(await desk.open()).toEqual([]);
      expect(await told(13 * 60_000)).toEqual([
        'the exchange says 100 are matched, and its trades have shown 40',
      ]);
      await desk.shown([{}, { matchingId: 'M2', units: '60' }]);
      expect(await desk.open()).toEqual([]);
      expect(await told(14 * 60_000)).toEqual([]);
    });
  },
);
