import { afterEach, describe, expect, it } from '@jest/globals';
import { freshDatabase } from '../support/databases.js';
import { Desk } from '../support/desk.js';

describe('a desk that is asked to stop', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const calls = (endpoint: string): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint).length;

  it('sends nothing that it accepts from then on: the next start does', async () => {
    const databaseUrl = await freshDatabase('sqlite');
    desk = await Desk.open('sqlite', { databaseUrl });
    await desk.reconcile();
    const { control } = desk.exchange.exchange;
    control.queueFault({
      endpoint: 'broker/order/enquiry',
      fault: 'delay',
      when: 'after',
      ms: 900,
    });
    const lists = calls('broker/order/enquiry');
    void desk.reconcile().catch(() => undefined);
    while (calls('broker/order/enquiry') === lists) await new Promise((go) => setTimeout(go, 5));

    const closing = desk.service.app.close();
    const { status, body } = await desk.post({}, 0);
    expect(status).toBe(202);
    await closing;
    expect(calls('order/post')).toBe(0);

    desk = await Desk.open('sqlite', { databaseUrl, exchange: desk.exchange });
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null);
    expect(order.evidence.certain).toBe(true);
    expect(calls('order/post')).toBe(1);
  }, 20_000);
});
