import { Dispatcher } from '../../../src/orders/dispatch/dispatcher.js';
import { Desk, type OrderBody } from '../../support/desk.js';

describe('An order that cannot be sent yet', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const callsOf = (order: OrderBody): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.body.includes(order.orderRef))
      .length;

  it('is visibly held outside the session, and can be edited and withdrawn without a call (A17)', async () => {
    desk = await Desk.open('sqlite', { env: { TRADING_SESSION: '20:00-20:30' } });
    const { status, body } = await desk.post({}, 1);
    expect(status).toBe(202);
    expect(body.pending).toMatchObject({ kind: 'Post', state: 'Queued' });
    expect(Date.parse(String(body.pending?.notBefore))).toBeGreaterThan(desk.clock.now());
    const edited = await desk.edit(body.id, { price: '12.60' });
    expect(edited.body).toMatchObject({ status: 'New', price: '12.60' });
    const withdrawn = await desk.cancel(body.id, { reason: 'not today' });
    expect(withdrawn.status).toBe(200);
    expect(withdrawn.body).toMatchObject({
      status: 'Cancelled',
      reason: 'not today',
      pending: null,
    });
    expect(withdrawn.body.evidence).toMatchObject({ grade: 'Operator', certain: true });
    expect(callsOf(body)).toBe(0);
  });

  it.each([
    ['always', ['Post', 'Post', 'Edit', 'Cancel']],
    ['20:00-20:30', ['Edit', 'Cancel']],
  ])(
    'is looked for at once only when it may be sent: in the session %s',
    async (session, looked) => {
      desk = await Desk.open('sqlite', { env: { TRADING_SESSION: session } });
      const dispatcher = desk.service.app.get(Dispatcher);
      const wake = dispatcher.wake.bind(dispatcher);
      const woken: string[] = [];
      dispatcher.wake = (...kinds) => {
        woken.push(...(kinds[0] ?? []));
        return wake(...kinds);
      };
      const { body } = await desk.post({}, 1);
      await desk.post({ clientOrderId: 'second' }, 1);
      await desk.edit(body.id, { price: '12.60' });
      await desk.cancel(body.id);
      expect(woken).toEqual(looked);
    },
  );

  it('waits for the rate budget: the exchange never gets more than 100 calls in a minute', async () => {
    desk = await Desk.open('sqlite');
    const began = desk.clock.now();
    const burst = Array.from({ length: 140 }, (_, index) =>
      desk.post({ units: String(index + 1) }, 0),
    );
    const posted = await Promise.all(burst);
    expect(posted.every((answer) => answer.status === 202)).toBe(true);
    const { control } = desk.exchange.exchange;
    await desk.eventually(
      () => control.calls().length,
      (calls) => calls >= 90,
    );
    await desk.pass(1_500);
    // The minute of the burst is not over yet.
    expect(desk.clock.now() - began).toBeLessThan(20_000);
    expect(control.calls().length).toBeGreaterThanOrEqual(90);
    expect(control.worstMinute).toBeLessThanOrEqual(100);
    expect(control.calls().filter((call) => call.status === 429)).toHaveLength(0);
    const working = await desk.list<OrderBody>('/v1/orders?status=Posted,Open&limit=1');
    const cancelled = await desk.cancel(String(working[0]?.id));
    expect(cancelled.body.status).toBe('Cancelled');
  });

  it('waits, and is not rejected, while the exchange refuses our key', async () => {
    desk = await Desk.open('sqlite', { simulator: { keys: { sk_test_other: ['all'] } } });
    const { body } = await desk.post({}, 2);
    expect(body).toMatchObject({ status: 'New', pending: { kind: 'Post', state: 'Queued' } });
    expect(body.evidence.certain).toBe(true);
    interface Status {
      readonly keys: readonly { readonly state: string; readonly httpStatus: string }[];
      readonly waitingFor: string;
    }
    const status = async (): Promise<Status> =>
      (await desk.call<Status>('GET', '/v1/ops/status')).body;
    expect((await status()).keys[0]).toMatchObject({ state: 'Refused', httpStatus: '401' });
    // Until then it waits for the broker's list, which the same key cannot read.
    await desk.eventually(status, ({ waitingFor }) => waitingFor.includes('refuses key'));
  });
});
