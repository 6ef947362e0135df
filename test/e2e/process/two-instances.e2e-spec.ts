import { join } from 'node:path';
import { SchedulerLease } from '../../../src/infra/database/ownership/scheduler-lease.js';
import { ExchangeTransport } from '../../../src/infra/exchange/transport/exchange-transport.js';
import { RunContexts } from '../../../src/orders/reconciliation/runs/run-context.js';
import { readyDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

describe('Two instances on one PostgreSQL', () => {
  let one: Desk;
  let other: Desk;

  beforeAll(async () => {
    const folder = temporaryFolder();
    const databaseUrl = await readyDatabase('postgres');
    const env = {
      MARINA_CHECKPOINT_DIR: folder,
      MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
      EDIT_UNITS_MEAN: 'total',
    };
    one = await Desk.open('postgres', { databaseUrl, env });
    const { exchange, clock } = one;
    other = await Desk.open('postgres', { databaseUrl, env, exchange, clock });
  });

  afterAll(async () => {
    await other.stop();
    await one.exchange.close();
    await one.clock.end();
  });

  const polling = (desk: Desk) => desk.service.app.get(SchedulerLease).isHeld;
  const ordersAtExchange = () => one.exchange.exchange.control.orders();

  it('take and send an order once that both are asked for at the same time', async () => {
    const body = one.terms({ clientOrderId: 'both' });
    const ask = (desk: Desk) => desk.call<{ id: string }>('POST', '/v1/orders', { body });
    const [first, second] = await Promise.all([ask(one), ask(other)]);
    expect([first.status, second.status].sort()).toEqual([200, 202]);
    expect(first.body.id).toBe(second.body.id);
    await one.until(first.body.id, ({ pending }) => pending === null);
    expect(ordersAtExchange()).toHaveLength(1);
  });

  it('edit and cancel what the other has posted', async () => {
    const { body: posted } = await one.post({ units: '500' });
    expect((await other.edit(posted.id, { units: '900' })).body.units).toBe('900');
    await one.cancel(posted.id);
    const order = await other.until(
      posted.id,
      ({ status, evidence }) => status === 'Cancelled' && evidence.certain,
    );
    expect(order).toMatchObject({ units: '900', openBreaks: 0 });
  });

  it('let one of them poll the exchange, which also sees what the other has sent', async () => {
    const [polls, waits] = polling(one) ? [one, other] : [other, one];
    expect(polling(waits)).toBe(false);
    const runs = jest.spyOn(waits.service.app.get(RunContexts), 'forRun');
    const { body: posted } = await waits.post({ units: '600' });
    const shown = await polls.until(posted.id, ({ evidence }) => evidence.grade !== 'Acknowledged');
    expect(shown.status).toBe('Open');
    await polls.pass(10_000);
    expect(runs).not.toHaveBeenCalled();
    expect([polling(polls), polling(waits)]).toEqual([true, false]);
    await waits.cancel(posted.id);
    await polls.until(
      posted.id,
      ({ status, evidence }) => status === 'Cancelled' && evidence.certain,
    );
  });

  it('let the other poll when the exchange answers nothing to the one that did', async () => {
    const [polls, waits] = polling(one) ? [one, other] : [other, one];
    const { body: posted } = await polls.post({ units: '650' });
    await polls.until(posted.id, ({ evidence }) => evidence.grade !== 'Acknowledged');
    const cutOff = jest
      .spyOn(polls.service.app.get(ExchangeTransport), 'send')
      .mockResolvedValue({ kind: 'NotSent', failure: 'ECONNREFUSED' });
    for (let waited = 0; polling(polls) && waited < 60_000; waited += 1_000)
      await polls.pass(1_000);
    await polls.pass(5_000);
    expect([polling(polls), polling(waits)]).toEqual([false, true]);
    await waits.cancel(posted.id);
    await waits.until(
      posted.id,
      ({ status, evidence }) => status === 'Cancelled' && evidence.certain,
    );
    cutOff.mockRestore();
  });

  it('leave nothing behind when one of them stops', async () => {
    one.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body: lost } = await one.post({ units: '700' }, 0);
    await one.until(lost.id, ({ pending }) => pending?.state === 'Unknown');
    const { body: waiting } = await one.post({ units: '800' }, 0);
    await one.stop();
    for (const { id } of [lost, waiting]) {
      const { orderNumber } = await other.until(id, ({ pending }) => pending === null);
      expect(ordersAtExchange().filter((at) => at.orderNumber === orderNumber)).toHaveLength(1);
    }
    expect(polling(other)).toBe(true);
    expect(ordersAtExchange()).toHaveLength(6);
    const { body } = await other.call('POST', '/v1/audit/verifications');
    expect(body).toMatchObject({ valid: true, problems: [] });
  });
});
