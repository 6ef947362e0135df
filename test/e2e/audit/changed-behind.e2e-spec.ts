import { Database } from '../../../src/infra/database/database.js';
import { findReplayDifferences } from '../../../src/orders/order-queries/find-replay-differences.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface Break {
  readonly type: string;
  readonly detail: string;
}

describe.each(ENGINES)('What was changed in the database and not by Marina, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine);
  });

  afterEach(() => desk.close());

  const turn = (to: 'pause' | 'resume', more: object = {}) =>
    desk.call('POST', `/v1/ops/${to}`, { body: { reason: 'a drill', ...more } });

  const inDatabase = (statement: string, values: readonly (string | number)[] = []) =>
    desk.service.app.get(Database).units.run((unit) => unit.execute(statement, values));

  const callsOf = (endpoint: string): readonly { body: string }[] =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint);

  const heldBecause = async ({ id }: OrderBody): Promise<string> => {
    const told = await desk.eventually(
      async () =>
        (await desk.list<Break>(`/v1/breaks?orderId=${id}&status=Open`))
          .map(({ detail }) => detail)
          .find((detail) => detail.includes('the database was changed')),
      (detail) => detail !== undefined,
    );
    return told ?? '';
  };

  /** A post that waits for the desk to resume. */
  const queuedPost = async (): Promise<OrderBody> => {
    await turn('pause');
    return (await desk.post({ units: '100' }, 0)).body;
  };

  const working = async (): Promise<OrderBody> => {
    const { id } = (await desk.post({ units: '100' })).body;
    return desk.until(id, ({ status }) => status === 'Open');
  };

  it.each([
    ['units', "UPDATE orders SET units = '900000' WHERE id = ?", 'units 100, not 900000'],
    ['client', "UPDATE orders SET account_number = 'C0099999' WHERE id = ?", 'another client'],
    ['day', "UPDATE orders SET trading_date = '2026-11-19' WHERE id = ?", 'not 2026-11-19'],
    [
      'operator',
      "UPDATE order_requests SET operator = 'Chief' WHERE order_id = ?",
      'another operator',
    ],
  ])('is not posted where it is the %s of an order', async (_, statement, why) => {
    const order = await queuedPost();
    await inDatabase(statement, [order.id]);
    await turn('resume');
    expect(await heldBecause(order)).toContain(why);
    // It is looked at again every minute.
    await desk.pass(130_000);
    expect(callsOf('order/post')).toEqual([]);
  });

  it('keeps no other order waiting where the version of one was changed, nor that one', async () => {
    const order = await queuedPost();
    await inDatabase('UPDATE orders SET version = version + 1 WHERE id = ?', [order.id]);
    await turn('resume');
    expect((await desk.post({ units: '300' })).body.orderNumber).not.toBeNull();
    await desk.until(order.id, ({ orderNumber }) => orderNumber !== null);
    expect(callsOf('order/post')).toHaveLength(2);
  });

  it('holds that order alone, and a new edit by its dealer sends it', async () => {
    const order = await queuedPost();
    await inDatabase("UPDATE orders SET units = '900000' WHERE id = ?", [order.id]);
    await turn('resume');
    await heldBecause(order);
    const other = (await desk.post({ units: '300' })).body;
    expect(other.orderNumber).not.toBeNull();
    await desk.edit(order.id, { units: '200' }, { prefer: 'wait=0' });
    await desk.until(order.id, ({ orderNumber }) => orderNumber !== null);
    expect(callsOf('order/post').map(({ body }) => /"units":"(\d+)"/.exec(body)?.[1])).toEqual([
      '300',
      '200',
    ]);
    expect(await desk.list<Break>(`/v1/breaks?orderId=${order.id}&status=Open`)).toEqual([]);
  });

  it('sends no post once more that was acknowledged', async () => {
    const order = await working();
    await inDatabase("UPDATE order_requests SET state = 'Queued', due_at = 0 WHERE order_id = ?", [order.id]); // prettier-ignore
    expect(await heldBecause(order)).toContain('POST_ACKNOWLEDGED as the last entry');
    expect(callsOf('order/post')).toHaveLength(1);
  });

  it('sends no edit of other units, and a rebuild from the trail finds it', async () => {
    const order = await working();
    await turn('pause');
    await desk.edit(order.id, { units: '200' }, { prefer: 'wait=0' });
    await inDatabase("UPDATE order_requests SET units = '900000' WHERE order_id = ? AND kind = 'Edit'", [order.id]); // prettier-ignore
    const database = desk.service.app.get(Database);
    const { differences } = await desk.clock.flow(
      database.read((manager) => findReplayDifferences(manager, desk.clock.now())),
    );
    const details = [
      { field: 'pending', trail: expect.stringContaining('200'), table: expect.stringContaining('900000') },
      { field: 'requests', trail: expect.stringContaining('no such Edit'), table: expect.stringContaining('900000 units') },
    ]; // prettier-ignore
    const fields = ['pending', 'requests'];
    expect(differences).toEqual([{ orderId: order.id, fields, details }]);
    await turn('resume');
    expect(await heldBecause(order)).toContain('units 200, not 900000');
    expect(callsOf('order/edit')).toEqual([]);
  });

  it('cancels no order of another number', async () => {
    const order = await working();
    await inDatabase("UPDATE orders SET order_number = '799999' WHERE id = ?", [order.id]);
    await desk.cancel(order.id, {}, 0);
    expect(await heldBecause(order)).toContain(
      `orderNumber ${order.orderNumber ?? ''}, not 799999`,
    );
    expect(callsOf('order/cancel')).toEqual([]);
  });

  it('does not resume a desk that a person has paused; a person does', async () => {
    const order = await queuedPost();
    await inDatabase('UPDATE desk SET paused_at = NULL');
    const { waitingFor } = await desk.eventually(
      async () => (await desk.call<{ waitingFor: string | null }>('GET', '/v1/ops/status')).body,
      (status) => status.waitingFor !== null && !status.waitingFor.includes('paused by'),
    );
    expect(waitingFor).toContain('the database was changed');
    expect(callsOf('order/post')).toEqual([]);
    await turn('resume');
    await desk.until(order.id, ({ orderNumber }) => orderNumber !== null);
    expect(callsOf('order/post')).toHaveLength(1);
  });
});
