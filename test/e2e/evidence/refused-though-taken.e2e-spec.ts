import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { freshDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** Those that name no order. */
const REFUSALS = ['400', '422', 'success-false'] as const;
const TEN_MINUTES = 600_000;
const AHEAD = 180_000;
/** The searches after a refusal, and what could still show after them. */
const LONG_ENOUGH = 4_000;

let desk: Desk;

const control = () => desk.exchange.exchange.control;

async function open(
  parameters: Partial<ExchangeParameters>,
  env: Record<string, string> = {},
): Promise<void> {
  desk = await Desk.open('sqlite', {
    simulator: { parameters: { tradesAllHoldsRestingRows: 'no', ...parameters } },
    env,
  });
  await desk.reconcile();
}

const taken = (order: Pick<OrderBody, 'orderRef'>): string[] =>
  control()
    .orders()
    .filter(({ orderRef }) => orderRef === order.orderRef)
    .map(({ orderNumber }) => orderNumber);

/** Its number at the exchange, as soon as it is there. */
const numberOf = async (order: OrderBody): Promise<string> =>
  String(
    (
      await desk.eventually(
        () => taken(order),
        (numbers) => numbers.length > 0,
      )
    )[0],
  );

/** Two runs, so far apart that a search counts. */
async function searchedTwice(): Promise<void> {
  for (let search = 0; search < 2; search += 1) {
    await desk.pass(1_000);
    await desk.reconcile();
  }
}

/** Every state that the order is shown in while time passes. */
async function statesOf(id: string, ms = LONG_ENOUGH): Promise<readonly string[]> {
  const states = new Set<string>();
  for (let look = 0; look < 8; look += 1) {
    await desk.pass(ms / 8);
    states.add((await desk.order(id)).status);
  }
  return [...states];
}

const told = (id: string): Promise<readonly { type: string }[]> =>
  desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${id}`);

/** It is not known to be refused, and has a break. */
async function expectDoubt(id: string): Promise<void> {
  const order = await desk.order(id);
  expect(order).toMatchObject({ status: 'New', evidence: { certain: false } });
  expect((await told(id)).map(({ type }) => type)).toContain('PostUnconfirmed');
}

describe('An order that was taken although the exchange refused it', () => {
  afterEach(() => desk.close());

  it.each(REFUSALS)(
    'is never Rejected while a list shows what may be it (%s)',
    async (orderRefusalReply) => {
      await open({ takenPostReply: 'refused', orderRefusalReply });
      const { body } = await desk.post({}, 0);
      expect(await statesOf(body.id)).toEqual(['New']);
      expect(taken(body)).toHaveLength(1);
      await expectDoubt(body.id);
    },
  );

  it('is never Rejected once it was seen, even if it is filled and its trades come late', async () => {
    await open({ takenPostReply: 'refused', tradesLagMs: TEN_MINUTES });
    const { body } = await desk.post({}, 0);
    await desk.pass(1_000);
    control().fill({ orderNumber: await numberOf(body) });
    expect(await statesOf(body.id, 16_000)).toEqual(['New']);
    await expectDoubt(body.id);
  });

  it('is never Rejected if it is filled between the calls for the trades and for the list', async () => {
    await open({ takenPostReply: 'refused' }, { RECONCILE_INTERVAL_MS: '3000000' });
    const { body } = await desk.post({}, 0);
    await desk.pass(1_000);
    control().queueFault({ endpoint: 'broker/order/enquiry', fault: 'delay', ms: 800 });
    const run = desk.reconcile();
    await desk.eventually(
      () => control().calls().at(-1)?.endpoint,
      (endpoint) => endpoint === 'broker/order/enquiry',
    );
    control().fill({ orderNumber: await numberOf(body) });
    await run;
    expect((await desk.order(body.id)).status).toBe('New');
    await desk.pass(1_000);
    await desk.reconcile();
    expect((await desk.order(body.id)).status).toBe('New');
    await expectDoubt(body.id);
  });

  it.each<Partial<ExchangeParameters>>([
    { shareholderListHolds: 'nothing' },
    { shareholderListHolds: 'nothing', emptyListReply: '404' },
    { shareholderListLagMs: TEN_MINUTES },
  ])('is never Rejected because of the list of its account (%j)', async (parameters) => {
    await open({ takenPostReply: 'refused', ...parameters });
    const { body } = await desk.post({}, 0);
    expect(await statesOf(body.id)).toEqual(['New']);
    control().fill({ orderNumber: await numberOf(body), units: 400 });
    expect(await statesOf(body.id)).toEqual(['New']);
    await expectDoubt(body.id);
  });

  it('is no longer Rejected, with a break, as soon as a list shows it', async () => {
    await open({ takenPostReply: 'refused' }, { RECONCILE_INTERVAL_MS: '3000000' });
    const { body } = await desk.post({}, 0);
    const orderNumber = await numberOf(body);
    control().hide(orderNumber, true);
    await searchedTwice();
    expect(await desk.order(body.id)).toMatchObject({ status: 'Rejected' });
    control().hide(orderNumber, false);
    await desk.reconcile();
    await expectDoubt(body.id);
    const { length } = (await told(body.id)).filter(({ type }) => type === 'StatusMismatch');
    expect(length).toBe(1);
  });

  it('is no longer Rejected as soon as a trade of its account shows it', async () => {
    await open(
      { takenPostReply: 'refused', tradesLagMs: 30_000 },
      { RECONCILE_INTERVAL_MS: '3000000' },
    );
    const { body } = await desk.post({}, 0);
    control().fill({ orderNumber: await numberOf(body) });
    await searchedTwice();
    expect(await desk.order(body.id)).toMatchObject({ status: 'Rejected' });
    await desk.pass(30_000);
    await desk.reconcile();
    await expectDoubt(body.id);
  });

  it('stays Rejected while another order of ours explains what is shown', async () => {
    await open({});
    control().queueFault({
      endpoint: 'order/post',
      fault: 'status',
      status: 400,
      body: JSON.stringify({ success: false, message: 'The account is closed' }),
    });
    const { body } = await desk.post({}, 0);
    await desk.until(body.id, ({ status }) => status === 'Rejected');
    const again = await desk.post({ clientOrderId: 'again' });
    await desk.until(again.body.id, ({ status }) => status === 'Open');
    expect(await statesOf(body.id)).toEqual(['Rejected']);
  });
});

describe('A change that was done although the exchange refused it', () => {
  afterEach(() => desk.close());

  /** What became of the request, at every look, while the exchange's records come late. */
  const outcomesOf = async (id: string, kind: string): Promise<readonly string[]> => {
    const outcomes = new Set<string>();
    for (let look = 0; look < 8; look += 1) {
      await desk.pass(2_000);
      await desk.reconcile();
      const { pending } = await desk.order(id);
      outcomes.add(pending === null ? 'ended' : pending.state);
    }
    const events = await desk.list<{ type: string }>(`/v1/orders/${id}/events`);
    return [...outcomes, ...events.map(({ type }) => type).filter((type) => type.startsWith(kind))];
  };

  /** An order that was posted so long ago that records show it. */
  const shown = async (): Promise<string> => {
    const { id } = (await desk.post()).body;
    await desk.pass(10_000);
    await desk.reconcile();
    return id;
  };

  it.each(REFUSALS)('is never Refused: a cancel (%s)', async (orderRefusalReply) => {
    await open({ doneChangeReply: 'refused', orderRefusalReply, enquiryLagMs: 6_000 });
    const id = await shown();
    await desk.cancel(id, {}, 0);
    expect(await outcomesOf(id, 'CANCEL_')).not.toContain('CANCEL_REFUSED');
    expect(await desk.order(id)).toMatchObject({
      status: 'Cancelled',
      evidence: { certain: true },
    });
  });

  it.each(REFUSALS)('is never Refused: an edit (%s)', async (orderRefusalReply) => {
    await open({ doneChangeReply: 'refused', orderRefusalReply, enquiryLagMs: 6_000 });
    const id = await shown();
    await desk.edit(id, { units: '400' }, { prefer: 'wait=0' });
    expect(await outcomesOf(id, 'EDIT_')).not.toContain('EDIT_REFUSED');
    expect(await desk.order(id)).toMatchObject({ units: '400', evidence: { certain: true } });
  });

  it.each<Partial<ExchangeParameters>>([
    { replacedWord: 'as-cancelled' },
    { replacedWord: 'Replaced' },
    { replacedRecord: 'as-it-was' },
    { replacedRecord: 'as-it-was', editTakes: 'price' },
    { replacedRecord: 'as-it-was', editTakes: 'units' },
    { replacedRecord: 'in-enquiries' },
  ])('is never Refused: an edit that gave the order another number (%j)', async (parameters) => {
    await open({ doneChangeReply: 'refused', editKeepsOrderNumber: 'no', ...parameters });
    const id = await shown();
    await desk.edit(id, { units: '400', price: '12.60' }, { prefer: 'wait=0' });
    expect(await outcomesOf(id, 'EDIT_')).not.toContain('EDIT_REFUSED');
    const { pending, evidence } = await desk.order(id);
    expect({ pending, evidence }).toMatchObject({
      pending: { kind: 'Edit', state: 'Unknown' },
      evidence: { certain: false },
    });
    expect((await told(id)).map(({ type }) => type)).toContain('EditUnconfirmed');
  });
});

describe('A post without an answer', () => {
  afterEach(() => desk.close());

  it.each<Partial<ExchangeParameters>>([
    { emptyTradesReply: 'data-null' },
    { emptyTradesReply: 'success-false' },
    { emptyTradesReply: '404' },
    { unreadableRows: 'some' },
  ])('is found on both lists (%j)', async (parameters) => {
    await open(parameters);
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({}, 0);
    const order = await desk.until(body.id, ({ pending }) => pending === null);
    expect(order).toMatchObject({ orderNumber: await numberOf(body), openBreaks: 0 });
  });

  it('is resent even if a row of another broker cannot be read', async () => {
    await open({ unreadableRows: 'some', tradesAllHoldsRestingRows: 'yes' });
    await desk.post({ units: '77' });
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 0);
    await desk.until(body.id, ({ pending }) => pending === null);
    expect(taken(body)).toHaveLength(1);
  });

  it.each<Partial<ExchangeParameters>>([
    { shareholderListHolds: 'nothing' },
    { shareholderListLagMs: TEN_MINUTES },
  ])(
    'is not resent because of the list of its account, if the exchange accepts duplicates (%j)',
    async (parameters) => {
      await open({ duplicateCheck: 'off', ...parameters });
      control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
      const { body } = await desk.post({}, 0);
      await statesOf(body.id, 8_000);
      expect(taken(body)).toHaveLength(1);
    },
  );

  it.each(['refused', 'acknowledged'] as const)(
    'of a process whose clock was ahead is not given up by the next one (%s)',
    async (takenPostReply) => {
      const clock = new VirtualClock();
      const parameters = {
        takenPostReply,
        duplicateCheck: 'off',
        tradesAllHoldsRestingRows: 'no',
      } as const;
      const exchange = await startSimulator({
        seed: 'ahead',
        market: 'off',
        parameters,
        clock: {
          now: () => clock.world,
          after: (delayMs, action) => clock.after(delayMs, action),
        },
      });
      const env = { RECONCILE_INTERVAL_MS: '20000' };
      const databaseUrl = await freshDatabase('sqlite');
      clock.step(AHEAD);
      clock.startProcess();
      desk = await Desk.open('sqlite', { clock, exchange, databaseUrl, env });
      await desk.reconcile();
      if (takenPostReply === 'acknowledged') {
        control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
      }
      const { body } = await desk.post({}, 1);
      await desk.stop();
      clock.step(-AHEAD);
      clock.startProcess();
      desk = await Desk.open('sqlite', { clock, exchange, databaseUrl, env });
      expect(await statesOf(body.id, 2 * AHEAD)).not.toContain('Rejected');
      expect(taken(body)).toHaveLength(1);
    },
  );
});
