import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { Database } from '../../../src/infra/database/database.js';
import { ENGINES, freshDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const INTERVAL_MS = 5_000;
const ENV = {
  RECONCILE_INTERVAL_MS: String(INTERVAL_MS),
  EXCHANGE_QUIET_MS: '2000',
  EXCHANGE_TIMEOUT_MS: '1500',
};

describe('What the exchange says but does not do', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const atExchange = ({ orderRef }: OrderBody) =>
    control()
      .orders()
      .filter((seen) => seen.orderRef === orderRef);
  const isOver = (order: OrderBody): boolean =>
    order.status === 'Cancelled' && order.evidence.certain;

  it.each(PARAMETER_TABLE.cancelTakesEffect.values)(
    'an ineffective cancel (takes effect: %s) is certain for at most two intervals, even if nothing else works',
    async (cancelTakesEffect) => {
      desk = await Desk.open('sqlite', {
        env: ENV,
        simulator: { parameters: { cancelTakesEffect } },
      });
      const { body } = await desk.post();
      await desk.pass(30_000);
      const cancelled = await desk.cancel(body.id);
      expect(cancelled.body).toMatchObject({ status: 'Cancelled' });
      await desk.pass(2 * INTERVAL_MS);
      const [seen] = atExchange(body);
      const isDone = seen?.status === 'Cancelled';
      expect(isDone).toBe(cancelTakesEffect === 'yes');
      expect(isOver(await desk.order(body.id))).toBe(isDone);
      await desk.pass(2 * INTERVAL_MS);
      const later = await desk.order(body.id);
      expect(later).toMatchObject(
        isDone
          ? { status: 'Cancelled', openBreaks: 0, evidence: { grade: 'Enquired', certain: true } }
          : { status: 'Open', openBreaks: 1, evidence: { grade: 'Enquired', certain: false } },
      );
    },
  );

  const REFUSALS = ['401', '402', '403', '429'] as const;

  it.each(
    REFUSALS.flatMap((fault) => [
      { fault, when: 'before', status: 'Cancelled' } as const,
      { fault, when: 'after', status: 'Posted' } as const,
    ]),
  )(
    'a post that met a $fault $when it was taken, and is cancelled, ends as it is at the exchange',
    async ({ fault, when, status }) => {
      desk = await Desk.open('sqlite', { env: ENV });
      await desk.reconcile();
      control().queueFault({ endpoint: 'order/post', fault, when });
      const { body } = await desk.post();
      expect(body).toMatchObject({ status: 'New', evidence: { certain: false } });
      await desk.cancel(body.id, {}, 0);
      expect(isOver(await desk.order(body.id))).toBe(false);
      const order = await desk.until(body.id, (seen) => seen.status !== 'New', 180_000);
      expect(order.status).toBe(status);
      expect(atExchange(body)).toHaveLength(when === 'after' ? 1 : 0);
    },
  );

  it('a post that met a 429 is no longer Cancelled, with a break, once a list shows it', async () => {
    desk = await Desk.open('sqlite', { env: ENV });
    await desk.reconcile();
    control().queueFault({ endpoint: 'order/post', fault: '429', when: 'after' });
    const { body } = await desk.post();
    const number = String(atExchange(body)[0]?.orderNumber);
    control().hide(number, true);
    await desk.cancel(body.id, {}, 0);
    const isCancelled = await desk.until(body.id, ({ status }) => status !== 'New', 180_000);
    expect(isCancelled.status).toBe('Cancelled');
    control().hide(number, false);
    const again = await desk.until(body.id, ({ status }) => status !== 'Cancelled', 180_000);
    expect(again).toMatchObject({ status: 'New', evidence: { certain: false } });
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=StatusMismatch&orderId=${body.id}`,
    );
    expect(detail).toBe(
      `${number} may be it, though it was taken to be cancelled before the exchange had it; a cancel that is still wanted has to be asked for again`,
    );
    await desk.pass(180_000);
    expect(await desk.order(body.id)).toMatchObject({ status: 'New', orderNumber: null });
    expect(atExchange(body)).toHaveLength(1);
  });

  it('a post that met a 429 and was not taken is resent, and is at the exchange once', async () => {
    desk = await Desk.open('sqlite', {
      env: ENV,
      simulator: { parameters: { duplicateCheck: 'off' } },
    });
    await desk.reconcile();
    control().queueFault({ endpoint: 'order/post', fault: '429' });
    const { body } = await desk.post();
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null, 180_000);
    expect(order.evidence.certain).toBe(true);
    expect(atExchange(body)).toHaveLength(1);
  });

  it.each(REFUSALS)(
    'a post that met a %s and was taken is not resent, even if the exchange accepts duplicates',
    async (fault) => {
      desk = await Desk.open('sqlite', {
        env: ENV,
        simulator: { parameters: { duplicateCheck: 'off' } },
      });
      await desk.reconcile();
      control().queueFault({ endpoint: 'order/post', fault, when: 'after' });
      const { body } = await desk.post();
      await desk.until(body.id, (seen) => seen.orderNumber !== null, 180_000);
      expect(atExchange(body)).toHaveLength(1);
    },
  );

  it.each(['401', '402', '403'] as const)(
    'an edit that met a %s and was done is certain only when the exchange shows it',
    async (fault) => {
      desk = await Desk.open('sqlite', { env: ENV });
      await desk.reconcile();
      const { body } = await desk.post({ units: '1000' });
      await desk.until(body.id, ({ status }) => status === 'Open', 60_000);
      control().queueFault({ endpoint: 'order/edit', fault, when: 'after' });
      const edited = await desk.edit(body.id, { units: '400' });
      expect(edited.body).toMatchObject({ evidence: { certain: false }, openBreaks: 1 });
      const order = await desk.until(body.id, ({ units }) => units === '400', 180_000);
      expect(order).toMatchObject({ pending: null, openBreaks: 0 });
      expect(
        control()
          .calls()
          .filter(({ endpoint }) => endpoint === 'order/edit'),
      ).toHaveLength(1);
    },
  );

  it('a refused cancel of a number that an edit has replaced is not Refused', async () => {
    desk = await Desk.open('sqlite', {
      env: ENV,
      simulator: { parameters: { editKeepsOrderNumber: 'no', tradesAllHoldsRestingRows: 'yes' } },
    });
    await desk.reconcile();
    const { body } = await desk.post();
    await desk.pass(15_000);
    control().queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
    await desk.edit(body.id, { units: '800' }, { prefer: 'wait=0' });
    await desk.pass(2_000);
    await desk.cancel(body.id, {}, 0);
    await desk.until(body.id, (seen) => seen.orderNumber !== body.orderNumber, 120_000);
    await desk.pass(60_000);
    const order = await desk.order(body.id);
    const cancels = control()
      .calls()
      .filter((call) => call.endpoint === 'order/cancel');
    expect(cancels.map((call) => call.orderNumber)).toEqual([body.orderNumber]);
    expect(order).toMatchObject({ pending: { kind: 'Cancel' }, evidence: { certain: false } });
    expect(order.openBreaks).toBeGreaterThan(0);
  });
});

describe('An edit whose reply was lost, and that gave its order a new number', () => {
  it.each(PARAMETER_TABLE.listsHoldClosedOrders.values)(
    'is found by that number if the old one is Replaced, and lists hold closed orders: %s',
    async (listsHoldClosedOrders) => {
      const parameters = { editKeepsOrderNumber: 'no', replacedWord: 'Replaced' } as const;
      const desk = await Desk.open('sqlite', {
        env: ENV,
        simulator: { parameters: { ...parameters, listsHoldClosedOrders } },
      });
      await desk.reconcile();
      const { body } = await desk.post();
      await desk.pass(15_000);
      const { control } = desk.exchange.exchange;
      control.queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
      await desk.edit(body.id, { units: '800' }, { prefer: 'wait=0' });
      await desk.pass(20_000);
      const works = control
        .orders()
        .find((seen) => seen.orderRef === body.orderRef && seen.units === 800);
      expect(await desk.order(body.id)).toMatchObject({
        orderNumber: String(works?.orderNumber),
        units: '800',
        pending: null,
        openBreaks: 0,
      });
      // Nothing proves the number.
      await desk.pass(30_000);
      await desk.openBreak(`orderId=${body.id}&type=IdentityMismatch`);
      await desk.close();
    },
  );
});

describe('An edit that is acknowledged under the old number, and gave its order a new one', () => {
  const { replacedWord: words, listsHoldClosedOrders: lists } = PARAMETER_TABLE;
  const exchanges = words.values.flatMap((replacedWord) =>
    lists.values.map((listsHoldClosedOrders) => ({ replacedWord, listsHoldClosedOrders })),
  );

  it.each(exchanges)(
    'leaves it uncertain with a break, never Cancelled, if the old number is $replacedWord and lists hold closed orders: $listsHoldClosedOrders',
    async (parameters) => {
      const desk = await Desk.open('sqlite', {
        env: ENV,
        simulator: {
          parameters: { editKeepsOrderNumber: 'no', newNumberShown: 'no', ...parameters },
        },
      });
      await desk.reconcile();
      const { body } = await desk.post();
      await desk.pass(15_000);
      await desk.edit(body.id, { units: '800' });
      for (let waited = 0; waited < 60_000; waited += 2_000) {
        await desk.pass(2_000);
        expect((await desk.order(body.id)).status).not.toBe('Cancelled');
      }
      const order = await desk.order(body.id);
      expect(order.evidence.certain).toBe(false);
      expect(order.openBreaks).toBeGreaterThan(0);
      await desk.close();
    },
  );
});

describe('A cancel made elsewhere', () => {
  it.each(PARAMETER_TABLE.listsHoldClosedOrders.values)(
    'is believed of an order that lists have shown since its edit, if they hold closed orders: %s',
    async (listsHoldClosedOrders) => {
      const desk = await Desk.open('sqlite', {
        env: ENV,
        simulator: { parameters: { listsHoldClosedOrders } },
      });
      await desk.reconcile();
      const { body } = await desk.post();
      await desk.pass(15_000);
      await desk.edit(body.id, { units: '800' });
      await desk.pass(60_000);
      const { orderNumber } = await desk.order(body.id);
      desk.exchange.exchange.control.cancelExternally(String(orderNumber));
      await desk.pass(30_000);
      expect(await desk.order(body.id)).toMatchObject({
        status: 'Cancelled',
        openBreaks: 0,
        evidence: { certain: true },
      });
      await desk.close();
    },
  );
});

describe.each(ENGINES)('A lost claim, on %s', (engine) => {
  /** An order whose post was claimed by a dead process, an hour ahead of the present clock. */
  const lostClaim = async (desk: Desk, clock: VirtualClock): Promise<string> => {
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'to have one unsent' } });
    const { body } = await desk.post({}, 0);
    await desk.service.app
      .get(Database)
      .units.run((unit) =>
        unit.execute(
          "UPDATE order_requests SET state = 'Sent', sends = 1, epoch = 1, claimed_at = ?",
          [clock.now() + 3_600_000],
        ),
      );
    return body.id;
  };

  it('is swept even after the clock was set back', async () => {
    const clock = new VirtualClock();
    const desk = await Desk.open(engine, { clock, env: ENV });
    const id = await lostClaim(desk, clock);
    const order = await desk.until(id, (seen) => seen.pending?.state === 'Unknown', 30_000);
    expect(order).toMatchObject({ openBreaks: 1, evidence: { certain: false } });
    await desk.close();
  });

  it('is swept at the start if no other process can exist', async () => {
    const clock = new VirtualClock();
    const databaseUrl = await freshDatabase(engine);
    const before = await Desk.open(engine, { clock, databaseUrl, env: ENV });
    const id = await lostClaim(before, clock);
    const { exchange } = before;
    await before.stop();
    const desk = await Desk.open(engine, { clock, databaseUrl, exchange, env: ENV });
    // If several processes may share the database, the claim may be another one's.
    if (engine === 'postgres') await desk.pass(30_000);
    expect((await desk.order(id)).pending).toMatchObject({ kind: 'Post', state: 'Unknown' });
    await desk.close();
  });
});
