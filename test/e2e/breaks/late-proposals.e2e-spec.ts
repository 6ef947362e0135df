import { Desk } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface BreakBody {
  readonly id: string;
  readonly status: string;
  readonly approvals: readonly { readonly state: string }[];
}

const WHY = { reasonCode: 'KnownExternal', text: 'The treasury desk has keyed it.' };

describe('A proposal that was not decided in time', () => {
  it('does not block a new one (H3)', async () => {
    const morning = Date.parse('2026-11-19T09:00:00+01:00');
    const clock = new VirtualClock(morning);
    const desk = await Desk.open('sqlite', { clock });
    try {
      const { control } = desk.exchange.exchange;
      const placed = { side: 'BUY', security: 'SD11PLC', units: 400, price: 12.5 } as const;
      const { orderNumber } = control.placeExternal({
        ...placed,
        accountNumber: 'C0012345',
        brokerCode: 'MARINA',
      });
      await desk.reconcile();
      const { id } = await desk.openBreak<BreakBody>(`orderNumber=${orderNumber}`);
      const propose = () =>
        desk.call<BreakBody>('POST', `/v1/breaks/${id}/resolve`, {
          body: { ...WHY, resolution: 'accept' },
        });
      expect((await propose()).status).toBe(202);
      expect(await propose()).toMatchObject({ status: 409, body: { code: 'approval-pending' } });
      clock.jumpTo(morning + 9 * 3_600_000);
      const anew = await propose();
      expect(anew.status).toBe(202);
      expect(anew.body.approvals.map(({ state }) => state)).toEqual(['Expired', 'Pending']);
      expect(anew.body.status).toBe('AwaitingApproval');
    } finally {
      await desk.close();
    }
  });
});
