import { connect } from 'node:net';
import { once } from 'node:events';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk } from '../../support/desk.js';
import { type RawAnswer, sendRaw } from '../../support/raw-http.js';

const HOST = 'host: marina\r\nconnection: close\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
const LONGEST = 32 * 1024;

describe('A request with a body', () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open('sqlite');
  });

  afterEach(() => desk.close());

  const send = (text: string): Promise<RawAnswer> =>
    desk.clock.flow(sendRaw(desk.service.address, text));
  /** Only the first byte of its body is sent. */
  const begun = (route: string, caller: string): string =>
    `POST ${route} HTTP/1.1\r\n${HOST}${caller}${JSON_TYPE}content-length: 100\r\n\r\n{`;

  it.each([
    ['no key', ''],
    ['a wrong key', 'authorization: Bearer mk_wrong\r\n'],
    ['no bearer', 'authorization: Basic YTpi\r\n'],
    ['a session that has ended', `cookie: marina_session=${'x'.repeat(43)}\r\n`],
  ])('is refused before that has arrived if its caller has %s', async (_, caller) => {
    const { status, headers, body } = await send(begun('/v1/orders', caller));
    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'www-authenticate': 'Bearer',
      'x-request-id': body['requestId'],
    });
    expect(body).toMatchObject({ code: 'unauthenticated', instance: '/v1/orders' });
    const denied = await desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED');
    expect(denied).toMatchObject([
      {
        actor: 'anonymous',
        body: { code: 'unauthenticated', method: 'POST', route: '/v1/orders' },
      },
    ]);
    const { body: page } = await desk.call<string>('GET', '/metrics', { key: null });
    expect(page).toContain('marina_denials_total{code="unauthenticated"} 1');
  });

  it('is refused for its key, whatever is wrong with its body', async () => {
    const raws = ['{', '{"a":1,"a":2}', `{"a":"${'x'.repeat(LONGEST)}"}`];
    for (const raw of raws) {
      expect((await desk.call('POST', '/v1/orders', { key: null, raw })).status).toBe(401);
    }
  });

  it('is answered before that has arrived if there is no such route', async () => {
    const { status, body } = await send(begun('/v1/nothing', ''));
    expect([status, body['code']]).toEqual([404, 'not-found']);
  });

  it('is refused if the key is revoked while it arrives', async () => {
    const { body: made } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'slow', scopes: ['orders:write'] },
    });
    const order = JSON.stringify(desk.terms());
    const { hostname, port } = new URL(desk.service.address);
    const caller = connect(Number(port), hostname);
    let answer = '';
    caller.setEncoding('utf8').on('data', (part: string) => (answer += part));
    const closed = once(caller, 'close');
    caller.write(
      `POST /v1/orders HTTP/1.1\r\n${HOST}authorization: Bearer ${String(made['secret'])}\r\n${JSON_TYPE}content-length: ${order.length}\r\n\r\n${order.slice(0, 1)}`,
    );
    // On another connection: by now the head of the first has been read.
    expect((await desk.call('DELETE', `/v1/api-keys/${String(made['id'])}`)).status).toBe(204);
    caller.write(order.slice(1));
    await desk.clock.flow(closed);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('may be short alone where it needs no key', async () => {
    const raw = JSON.stringify({ key: 'x'.repeat(1_024) });
    const { status, body } = await desk.call('POST', '/v1/session', { key: null, raw });
    expect([status, body['code']]).toEqual([413, 'body-too-large']);
  });
});
