import { Database, sqliteHandle } from '../../../src/infra/database/database.js';
import { readyDatabase, setReadOnly, shutOut } from '../../support/databases/databases.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';
import { Desk, type OrderBody } from '../../support/desk.js';

const LAST_WRITE_FAILED = 'the last write to the database failed: nothing can be stored';
const TAKES_NO_WRITES = 'the database takes no writes: nothing can be stored';

describe('When the storage fails', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const readiness = () => desk.call('GET', '/health/ready');
  const metrics = async () => (await desk.call<string>('GET', '/metrics')).body;
  const posts = (order: OrderBody): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.body.includes(order.orderRef))
      .length;

  it('because the disk is full, orders are refused before they are acknowledged, and accepted again without a restart', async () => {
    desk = await Desk.open('sqlite');
    const { units } = desk.service.app.get(Database);
    const pragma = (text: string) =>
      units.run((unit) => unit.query<Record<string, number>>(`PRAGMA ${text}`));
    const [used] = await pragma('page_count');
    await pragma(`max_page_count = ${Number(used?.['page_count'])}`);
    const taken: OrderBody[] = [];
    const refused: string[] = [];
    for (let count = 0; count < 300 && refused.length < 3; count += 1) {
      const clientOrderId = `full-${count}`;
      const { status, body } = await desk.post({ clientOrderId, units: String(count + 1) }, 0);
      if (status === 202) taken.push(body);
      else {
        expect(status).toBe(503);
        expect(body).toMatchObject({ code: 'storage-unavailable' });
        refused.push(clientOrderId);
      }
    }
    expect(refused).toHaveLength(3);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { status: 'not ready', database: 'down', problems: [LAST_WRITE_FAILED] },
    });
    await pragma('max_page_count = 1000000');
    await desk.pass(2_500);
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { database: 'up', problems: [] },
    });
    for (const clientOrderId of refused) {
      expect(await desk.list(`/v1/orders?clientOrderId=${clientOrderId}`)).toEqual([]);
    }
    const again = await desk.post({ clientOrderId: refused[0] });
    expect([201, 202]).toContain(again.status);
    for (const order of [...taken.slice(-3), again.body]) {
      await desk.until(
        order.id,
        (seen) => seen.orderNumber !== null || seen.pending?.state === 'Unknown',
        20_000,
      );
      expect(posts(order)).toBe(1);
    }
    const verdict = await desk.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
  });

  it('while only reads succeed, it is not ready until a write does, although nobody sends an order', async () => {
    desk = await Desk.open('sqlite');
    const handle = sqliteHandle(desk.service.app.get(Database)['writer']);
    handle.pragma('query_only = ON');
    expect((await desk.post({}, 0)).status).toBe(503);
    for (let seconds = 0; seconds < 15; seconds += 5) {
      await desk.pass(5_000);
      expect(await readiness()).toMatchObject({
        status: 503,
        body: { problems: [LAST_WRITE_FAILED] },
      });
      expect(await metrics()).toContain('\nmarina_database_up 0\n');
    }
    handle.pragma('query_only = OFF');
    await desk.pass(2_500);
    expect((await readiness()).status).toBe(200);
    expect(await metrics()).toContain('\nmarina_database_up 1\n');
  });

  it('because PostgreSQL takes no writes, it says so, and goes on when it takes them again', async () => {
    desk = await Desk.open('postgres');
    const letWrite = await setReadOnly(desk.config.databaseUrl);
    expect(await desk.post({ clientOrderId: 'away' }, 0)).toMatchObject({
      status: 503,
      body: { code: 'storage-unavailable' },
    });
    await desk.pass(5_000);
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { problems: expect.arrayContaining([TAKES_NO_WRITES]) },
    });
    expect(await metrics()).toContain('\nmarina_database_up 0\n');
    await letWrite();
    await desk.pass(5_000);
    expect(await readiness()).toMatchObject({ status: 200, body: { database: 'up' } });
    expect((await desk.post({ clientOrderId: 'away' })).status).toBe(201);
  });

  it('because the server of PostgreSQL dies without a word, an order is refused, and the next one taken by the server that follows it', async () => {
    const url = new URL(await readyDatabase('postgres'));
    const proxy = await TcpProxy.open(Number(url.port));
    url.port = String(proxy.port);
    desk = await Desk.open('postgres', { databaseUrl: url.href });
    proxy.freeze();
    const refused = await desk.post({ clientOrderId: 'silent' }, 0);
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage-unavailable' } });
    proxy.leadAnew();
    expect((await desk.post({ clientOrderId: 'silent' })).status).toBe(201);
    await desk.pass(5_000);
    expect((await readiness()).status).toBe(200);
    await desk.stop();
    await proxy.close();
  });

  it('a reply that arrives meanwhile is kept, and stored when the database is back', async () => {
    desk = await Desk.open('postgres');
    desk.exchange.exchange.control.queueFault({
      endpoint: 'order/post', fault: 'delay', when: 'after', ms: 700,
    }); // prettier-ignore
    const { body } = await desk.post({}, 0);
    await desk.eventually(
      () => posts(body),
      (sent) => sent > 0,
    );
    const letIn = await shutOut(desk.config.databaseUrl);
    await desk.pass(1_500);
    expect((await desk.call('GET', '/health/ready')).status).toBe(503);
    expect((await desk.post({ clientOrderId: 'away' }, 0)).status).toBe(503);
    await letIn();
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null, 15_000);
    expect(order).toMatchObject({ openBreaks: 0, evidence: { certain: true } });
    expect(posts(body)).toBe(1);
    expect(await desk.list('/v1/orders?clientOrderId=away')).toEqual([]);
    expect((await desk.post({ clientOrderId: 'away' })).status).toBe(201);
  });
});
