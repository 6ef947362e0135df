import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { temporaryFolder } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface BreakBody {
  readonly status: string;
  readonly type: string;
  readonly severity: string;
  readonly detail: string;
  readonly outcome: string | null;
}

/** Longer than records may lag behind an edit of ours. */
const SETTLED_MS = 11_000;
const FILTER = 'type=PriceMismatch';

describe('A price that somebody else changes at the exchange', () => {
  let desk: Desk;
  let clock: VirtualClock;

  afterEach(() => desk.close());

  const open = async (
    basePriceMeans: string,
    basePrice: string | null,
    others: Readonly<Record<string, string>> = {},
  ): Promise<OrderBody> => {
    clock = new VirtualClock(Date.parse('2026-11-20T12:00:00Z'));
    const parameters = { basePriceMeans, ...others };
    const exchange = await startSimulator({ seed: 'price', market: 'off', clock, parameters });
    const env: Record<string, string> =
      basePrice === null ? {} : { EXCHANGE_SETTINGS_FILE: settled(basePrice) };
    desk = await Desk.open('sqlite', { exchange, clock, env });
    const { body } = await desk.post({ price: '12.50' });
    return desk.until(body.id, (order) => order.orderNumber !== null);
  };
  const settled = (basePrice: string): string => {
    const path = join(temporaryFolder(), 'settings.json');
    const answers = { basePrice: { value: basePrice } };
    const takenAt = '2026-11-20T11:00:00.000Z';
    writeFileSync(path, JSON.stringify({ version: 1, takenAt, exchange: 'https://x', answers }));
    return path;
  };
  const breaks = (order: OrderBody): Promise<readonly BreakBody[]> =>
    desk.list<BreakBody>(`/v1/breaks?orderId=${order.id}&${FILTER}`);
  const enquired = async (order: OrderBody): Promise<OrderBody> => {
    const asked = await desk.call('POST', `/v1/orders/${order.id}/enquire`);
    expect(asked.status).toBe(200);
    return desk.order(order.id);
  };
  const changedTo = (order: OrderBody, price: number, units = 1_000): Promise<OrderBody> => {
    desk.exchange.exchange.control.editExternally(String(order.orderNumber), units, price);
    clock.jumpTo(clock.now() + SETTLED_MS);
    return enquired(order);
  };

  it.each([
    ['yes', { price: 'Acknowledged', openBreaks: 0 }],
    ['not-always', { price: 'Doubtful', openBreaks: 1 }],
  ] as const)(
    'or by an edit of ours (takes effect: %s) is doubtful only while an enquiry shows the old one',
    async (editTakesEffect, expected) => {
      const order = await open('current-limit', null, { editTakesEffect });
      await desk.edit(order.id, { price: '12.60' });
      clock.jumpTo(clock.now() + SETTLED_MS);
      const { evidence, openBreaks, price } = await enquired(order);
      expect({ price: evidence.price, openBreaks }).toEqual(expected);
      expect(price).toBe('12.60');
    },
  );

  it('back to that of an edit of ours before the last one is doubtful, with a break: the edits since may not have been done', async () => {
    const order = await open('current-limit', null);
    await desk.edit(order.id, { price: '12.60' });
    await desk.edit(order.id, { price: '12.40' });
    const { evidence, openBreaks } = await changedTo(order, 12.6);
    expect(evidence).toMatchObject({ price: 'Doubtful', certain: false });
    expect(openBreaks).toBe(1);
  });

  it('to the limit that the order was posted with is no sign of that, because BasePrice may show it for ever', async () => {
    const order = await open('original-limit', null);
    await desk.edit(order.id, { price: '12.60' });
    await desk.edit(order.id, { price: '12.40' });
    clock.jumpTo(clock.now() + SETTLED_MS);
    expect(await enquired(order)).toMatchObject({ openBreaks: 0, evidence: { certain: true } });
  });

  const closedByTwo = async (order: OrderBody, resolution = 'close'): Promise<void> => {
    const keys: string[] = [];
    for (const name of ['ada', 'bola']) {
      const scopes = ['recon:read', 'recon:write', 'recon:approve'];
      const made = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes },
      });
      keys.push(made.body.secret);
    }
    const [found] = await desk.list<{ id: string }>(`/v1/breaks?orderId=${order.id}&${FILTER}`);
    const body = { resolution, reasonCode: 'Other', text: 'The floor has changed it.' };
    const proposed = await desk.call<{ approvals: readonly { id: string }[] }>(
      'POST',
      `/v1/breaks/${String(found?.id)}/resolve`,
      { body, key: String(keys[0]) },
    );
    expect(proposed.status).toBe(202);
    const approval = String(proposed.body.approvals[0]?.id);
    const path = `/v1/approvals/${approval}/approve`;
    const approved = await desk.call('POST', path, { body: {}, key: String(keys[1]) });
    expect(approved.status).toBe(200);
  };

  it('opens a break with both prices, until ours is shown again, if BasePrice is known', async () => {
    const order = await open('current-limit', 'current-limit');
    const changed = await changedTo(order, 12.6);
    expect(changed).toMatchObject({ price: '12.6', units: '1000', openBreaks: 1 });
    const detail = 'the exchange has a price of 12.6, we had 12.5';
    expect(await breaks(order)).toMatchObject([{ status: 'Open', severity: 'High', detail }]);
    const calls = await desk.list<{ endpoint: string }>(`/v1/orders/${order.id}/calls`);
    expect(calls.map(({ endpoint }) => endpoint)).toContain('order/enquiry');

    expect(await changedTo(order, 12.5)).toMatchObject({ price: '12.5', openBreaks: 0 });
    const outcome = 'the exchange has our price of 12.5 again';
    expect(await breaks(order)).toMatchObject([{ status: 'AutoResolved', outcome }]);
  });

  it('is distinguished from an edit of ours, which ends the break as well', async () => {
    const order = await open('current-limit', 'current-limit');
    const own = await desk.edit(order.id, { price: '12.70' });
    expect(own.body).toMatchObject({ price: '12.70', pending: null });
    clock.jumpTo(clock.now() + SETTLED_MS);
    expect(await enquired(order)).toMatchObject({ price: '12.70', openBreaks: 0 });

    expect(await changedTo(order, 12.6)).toMatchObject({ price: '12.6', openBreaks: 1 });
    await desk.edit(order.id, { price: '12.80' });
    clock.jumpTo(clock.now() + SETTLED_MS);
    expect(await enquired(order)).toMatchObject({ price: '12.80', openBreaks: 0 });
  });

  it('opens another break when it is made again after two people have closed the first', async () => {
    const order = await open('current-limit', 'current-limit');
    await changedTo(order, 12.6);
    await closedByTwo(order);
    expect((await desk.order(order.id)).openBreaks).toBe(0);
    await desk.edit(order.id, { price: '12.50' });
    clock.jumpTo(clock.now() + SETTLED_MS);
    expect(await enquired(order)).toMatchObject({ price: '12.50', openBreaks: 0 });
    expect(await changedTo(order, 12.6)).toMatchObject({ price: '12.6', openBreaks: 1 });
  });

  /** Ours is 12.60 by an edit, the exchange has 12.65, and two people have said that ours is right. */
  const calledRight = async (): Promise<OrderBody> => {
    const order = await open('current-limit', null);
    await desk.edit(order.id, { price: '12.60' });
    clock.jumpTo(clock.now() + SETTLED_MS);
    await enquired(order);
    await changedTo(order, 12.65);
    await closedByTwo(order, 'price-is-right');
    const right = { openBreaks: 0, evidence: { price: 'Inferred', certain: true } };
    expect(await enquired(order)).toMatchObject(right);
    return order;
  };
  const DOUBTED = { openBreaks: 1, evidence: { price: 'Doubtful', certain: false } };

  it('is right as it is held, say two people, who are asked again for another price', async () => {
    const order = await calledRight();
    expect(await changedTo(order, 12.7)).toMatchObject(DOUBTED);
  });

  it('is right as it is held, say two people, who are asked again when the other price comes back after ours was shown', async () => {
    const order = await calledRight();
    expect(await changedTo(order, 12.6)).toMatchObject({ evidence: { price: 'Shown' } });
    expect(await breaks(order)).toMatchObject([{ status: 'AutoResolved' }]);
    expect(await changedTo(order, 12.65)).toMatchObject(DOUBTED);
  });

  it('is right as it is held, say two people, who are asked again also after ours was shown with units of nobody here', async () => {
    const order = await calledRight();
    await changedTo(order, 12.6);
    expect(await changedTo(order, 12.6, 900)).toMatchObject({ units: '900' });
    expect(await changedTo(order, 12.65, 900)).toMatchObject({
      evidence: { price: 'Doubtful', certain: false },
    });
  });

  it('is not suspected while records may lag behind an edit of ours', async () => {
    const order = await open('current-limit', 'current-limit');
    desk.exchange.exchange.control.editExternally(String(order.orderNumber), 1_000, 12.6);
    expect(await enquired(order)).toMatchObject({ price: '12.50', openBreaks: 0 });
  });

  const means = PARAMETER_TABLE.basePriceMeans.values;
  it.each([
    ...means.map((mean) => [mean, null] as const),
    ...means.map((mean) => [mean, 'unknown'] as const),
    ['original-limit', 'original-limit'],
    ['reference-price', 'other'],
  ])(
    'opens no break if BasePrice is the %s and %s is settled, and does not agree with a row',
    async (mean, basePrice) => {
      const shownByRow = mean === 'current-limit' ? { restingRowPrice: 'zero' } : {};
      const order = await open(mean, basePrice, shownByRow);
      expect(await changedTo(order, 12.6)).toMatchObject({ price: '12.50', openBreaks: 0 });
      expect(await breaks(order)).toEqual([]);
    },
  );

  it('opens a break once its row and BasePrice agree on it, though nobody knows what BasePrice is', async () => {
    const order = await open('current-limit', null);
    await changedTo(order, 12.6);
    await desk.pass(30_000);
    expect(await desk.order(order.id)).toMatchObject({
      price: '12.50',
      openBreaks: 1,
      evidence: { certain: false, price: 'Doubtful' },
    });
  });
});
