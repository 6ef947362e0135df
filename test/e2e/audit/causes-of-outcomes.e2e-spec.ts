import { createHash } from 'node:crypto';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { Database } from '../../../src/infra/database/database.js';
import { findReplayDifferences } from '../../../src/orders/order-queries/find-replay-differences.js';
import { Desk } from '../../support/desk.js';
import { ENGINES } from '../../support/databases/databases.js';

interface Entry {
  readonly sequence: number;
  readonly type: string;
  readonly cause: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

describe.each(ENGINES)('What the trail says of the calls for an order, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine, { env: { EDIT_UNITS_MEAN: 'total' } });
  });
  afterEach(() => desk.close());

  const entriesOf = (id: string): Promise<readonly Entry[]> =>
    desk.list<Entry>(`/v1/audit/events?orderId=${id}&limit=200`);

  it('leads from each outcome to its sending, and from that to whoever asked', async () => {
    const { body } = await desk.post({ units: '1000' });
    const { id } = body;
    await desk.until(id, ({ status }) => status === 'Open' || status === 'Posted');
    await desk.edit(id, { units: '900' });
    await desk.cancel(id);
    await desk.until(id, ({ status }) => status === 'Cancelled');
    const entries = await entriesOf(id);
    const causeOf = (type: string): string | undefined => {
      const { cause } = entries.find((one) => one.type === type) ?? {};
      return entries.find(({ sequence }) => sequence === cause)?.type;
    };
    expect(causeOf('POST_SENT')).toBe('ORDER_RECEIVED');
    expect(causeOf('POST_ACKNOWLEDGED')).toBe('POST_SENT');
    expect(causeOf('ORDER_NUMBER_LINKED')).toBe('POST_SENT');
    expect(causeOf('EDIT_SENT')).toBe('EDIT_REQUESTED');
    expect(causeOf('EDIT_ACKNOWLEDGED')).toBe('EDIT_SENT');
    expect(causeOf('CANCEL_SENT')).toBe('CANCEL_REQUESTED');
    expect(causeOf('CANCEL_ACKNOWLEDGED')).toBe('CANCEL_SENT');
  });

  it('leads from each outcome to its own sending, where a post is sent more than once', async () => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: '401' });
    const { body } = await desk.post({}, 0);
    await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    const entries = await entriesOf(body.id);
    const sent = entries.filter(({ type }) => type === 'POST_SENT');
    const outcomes = ['POST_UNKNOWN', 'POST_ACKNOWLEDGED'].map((wanted) =>
      entries.find(({ type }) => type === wanted),
    );
    expect(sent).toHaveLength(2);
    expect(outcomes.map((entry) => entry?.cause)).toEqual(sent.map(({ sequence }) => sequence));
  });

  it('names the call of an outcome and the digest of the reply that is kept', async () => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const lost = await desk.post({}, 0);
    await desk.until(lost.body.id, ({ pending }) => pending?.state === 'Unknown');
    const { body } = await desk.post({ units: '200' });
    const { id } = body;
    await desk.until(id, ({ orderNumber }) => orderNumber !== null);
    const outcomeOf = async (order: string, type: string): Promise<Entry['body'] | undefined> =>
      (await entriesOf(order)).find((one) => one.type === type)?.body;
    const [call] = await desk.service.app
      .get(Database)
      .reading.query<{ id: string; reply: string }>(
        `SELECT id, reply FROM exchange_calls WHERE order_id = ? AND endpoint = 'order/post'`,
        [id],
      );
    const replyDigest = createHash('sha256')
      .update(call?.reply ?? '')
      .digest('hex');
    const acknowledged = { callId: call?.id, httpStatus: 200, replyDigest };
    expect(await outcomeOf(id, 'POST_ACKNOWLEDGED')).toMatchObject(acknowledged);
    expect(await outcomeOf(lost.body.id, 'POST_UNKNOWN')).toMatchObject({
      callId: expect.stringMatching(/^call_/) as unknown,
      httpStatus: null,
      replyDigest: null,
    });
  });

  /** The call that an entry names, by its endpoint, and whether it has the digest of the reply that is kept. */
  const calledBy = async (entry: Entry | undefined): Promise<readonly [unknown, boolean]> => {
    const { callId, replyDigest } = entry?.body ?? {};
    const [call] = await desk.service.app
      .get(Database)
      .reading.query<{ endpoint: string; reply: string | null; digest: string | null }>(
        'SELECT endpoint, reply, reply_digest AS digest FROM exchange_calls WHERE id = ?',
        [String(callId)],
      );
    const kept = createHash('sha256')
      .update(call?.reply ?? '')
      .digest('hex');
    return [call?.endpoint, replyDigest === (call?.digest ?? kept)];
  };
  const moveOf = async (id: string, to: string): Promise<Entry | undefined> =>
    (await entriesOf(id)).find(
      ({ type, body: says }) => type === 'STATUS_CHANGED' && says['to'] === to,
    );

  it('names the call whose reply showed another status, or an execution', async () => {
    const { body } = await desk.post({ units: '1000' });
    const { id } = body;
    const open = await desk.until(id, ({ status }) => status === 'Open');
    const orderNumber = String(open.orderNumber);
    desk.exchange.exchange.control.fill({ orderNumber, units: 400 });
    await desk.until(id, ({ matchedUnits }) => matchedUnits === '400');
    expect(await calledBy(await moveOf(id, 'Posted'))).toEqual(['order/post', true]);
    const opened = await calledBy(await moveOf(id, 'Open'));
    expect(opened).toEqual([expect.stringMatching(/order|broker/), true]);
    const fill = (await entriesOf(id)).find(({ type }) => type === 'FILL');
    expect(await calledBy(fill)).toEqual([expect.stringContaining('trade'), true]);
  });

  /** What a rebuild finds so many days from now. */
  const rebuilt = async (days = 0) => {
    const now = desk.clock.now() + days * 86_400_000;
    const database = desk.service.app.get(Database);
    const { differences } = await database.read((manager) => findReplayDifferences(manager, now));
    return differences;
  };
  const inDatabase = (sql: string, value: string) =>
    desk.clock.flow(desk.service.app.get(Database).units.run((unit) => unit.execute(sql, [value])));

  describe('whose reply showed the status of an order', () => {
    let orderId: string;
    let callId: string;
    let ofTheCall: object;

    beforeEach(async () => {
      orderId = (await desk.post({ units: '1000' })).body.id;
      await desk.until(orderId, ({ status }) => status === 'Open');
      callId = String((await moveOf(orderId, 'Open'))?.body['callId']);
      ofTheCall = { orderId, details: [{ trail: expect.stringContaining(callId) as unknown }] };
      expect(await rebuilt()).toEqual([]);
    });

    const REMOVE = `UPDATE exchange_calls SET body = '[removed]', reply = '[removed]', reply_digest = NULL WHERE id = ?`;
    const removal = (cutoff: string, calls: number) =>
      desk.clock.flow(
        desk.service.app.get(Database).units.run(async (unit) => {
          const fact = { type: 'CLIENTS_REMOVED', body: { cutoff, orders: 0, calls, samples: 1 } };
          await desk.service.app.get(AuditLog).append(unit, 'retention', SYSTEM, [fact]);
        }),
      );

    it('are contradicted by another reply, in a rebuild', async () => {
      const change = `UPDATE exchange_calls SET reply = '{}', reply_digest = NULL WHERE id = ?`;
      await inDatabase(change, callId);
      expect(await rebuilt()).toMatchObject([ofTheCall]);
      expect(await rebuilt(8)).toMatchObject([ofTheCall]);
    });

    it('may be gone once lists are deleted, and not before', async () => {
      await inDatabase('DELETE FROM exchange_calls WHERE id = ?', callId);
      expect(await rebuilt()).toMatchObject([ofTheCall]);
      expect(await rebuilt(6)).toMatchObject([ofTheCall]);
      expect(await rebuilt(7)).toEqual([]);
    });

    it('may have lost their reply to a removal of clients that reaches the call, and to nothing else', async () => {
      await inDatabase(REMOVE, callId);
      expect(await rebuilt()).toMatchObject([ofTheCall]);
      await removal('2020-01-01', 5);
      await removal('2030-01-01', 0);
      expect(await rebuilt()).toMatchObject([ofTheCall]);
      await removal('2030-01-01', 5);
      expect(await rebuilt()).toEqual([]);
    });
  });

  it('contradicts a reply that was changed in the database, in a rebuild', async () => {
    const { body } = await desk.post({ units: '200' });
    await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    expect(await rebuilt()).toEqual([]);
    await inDatabase(`UPDATE exchange_calls SET reply = '{}' WHERE endpoint = ?`, 'order/post');
    const [difference] = await rebuilt();
    expect(difference).toMatchObject({ orderId: body.id, fields: ['calls'] });
    expect(difference?.details).toMatchObject([
      { trail: expect.stringContaining('a reply with status 200') as unknown },
    ]);
  });

  it.each([
    [
      'to another order',
      'order_id',
      "UPDATE exchange_calls SET order_id = 'ord_other' WHERE id = ?",
    ],
    ['to no order', 'order_id', 'UPDATE exchange_calls SET order_id = NULL WHERE id = ?'],
    [
      'to another request',
      'request_id',
      "UPDATE exchange_calls SET request_id = 'req_other' WHERE id = ?",
    ],
    ['to no request', 'request_id', 'UPDATE exchange_calls SET request_id = NULL WHERE id = ?'],
  ])('contradicts a post whose call was moved %s, in a rebuild', async (_, column, move) => {
    const { body } = await desk.post({ units: '200' });
    await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    const acknowledged = (await entriesOf(body.id)).find(
      ({ type }) => type === 'POST_ACKNOWLEDGED',
    );
    const callId = String(acknowledged?.body['callId']);
    await inDatabase(move, callId);
    const trail = expect.stringContaining(callId) as unknown;
    const table = expect.stringContaining(column === 'order_id' ? 'order' : 'request') as unknown;
    expect(await rebuilt()).toMatchObject([
      { orderId: body.id, fields: ['calls'], details: [{ trail, table }] },
    ]);
  });
});
