import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readConfig } from '../../../../src/infra/config/config.js';
import {
  ExchangeTransport,
  failureOf,
  type WireCall,
} from '../../../../src/infra/exchange/transport/exchange-transport.js';
import type { Place } from '../../../../src/infra/exchange/transport/reply-room.js';
import { nextTurn } from '../../../../src/infra/runtime/batches.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const TIMEOUT_MS = 250;
/** Stands still, so that even a busy machine reaches no deadline. */
const clock = new HandClock(0);

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const CERTIFICATE_CODES = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_PURPOSE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

const servers: Server[] = [];
const transports: ExchangeTransport[] = [];

afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function transportTo(baseUrl: string): ExchangeTransport {
  const transport = new ExchangeTransport(
    readConfig({
      EXCHANGE_BASE_URL: baseUrl,
      EXCHANGE_API_KEYS: 'sk_test_a',
      BROKER_CODE: 'MRNA',
      EXCHANGE_TIMEOUT_MS: String(TIMEOUT_MS),
    }),
    clock,
  );
  transports.push(transport);
  return transport;
}

/** A real HTTP server on loopback that records every request and then behaves as given. */
async function exchange(
  behaves: Behaviour,
  path = '',
): Promise<{ seen: Seen[]; transport: ExchangeTransport }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(parts).toString('utf8') });
      behaves(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { seen, transport: transportTo(`http://127.0.0.1:${port}${path}`) };
}

const POST: WireCall = {
  secret: 'sk_test_secret',
  method: 'POST',
  path: '/v2/vendor/order/post',
  body: '{"clientName":"Ọ̀rọ̀"}',
  operator: 'ada',
  replyBytesMax: 1_000,
};

function status(code: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => response.writeHead(code, headers).end('{"success":false,"message":"no"}');
}

/** Writes piece after piece until the other side disconnects. */
function pour(response: ServerResponse, piece: string, after: () => void = () => undefined): void {
  if (response.destroyed) return;
  response.write(piece, () => {
    after();
    setImmediate(() => pour(response, piece, after));
  });
}

describe('One call is one request on the wire', () => {
  it.each([
    [200, {}],
    [307, { location: '/v2/vendor/order/post' }],
    [308, { location: '/v2/vendor/order/post' }],
    [303, { location: '/elsewhere' }],
    [401, { 'www-authenticate': 'Bearer' }],
    [408, { connection: 'close' }],
    [421, {}],
    [425, {}],
    [429, {}],
    [500, {}],
    [503, {}],
  ] as const)('when the exchange answers %d', async (code, headers) => {
    const { seen, transport } = await exchange(status(code, headers));
    expect(await transport.send(POST)).toEqual({
      kind: 'Reply',
      status: code,
      body: '{"success":false,"message":"no"}',
    });
    expect(seen).toHaveLength(1);
  });

  it('and returns, but does not wait for, a pause that the exchange asks for', async () => {
    const { seen, transport } = await exchange(status(429, { 'retry-after': '7' }));
    expect(await transport.send(POST)).toMatchObject({ status: 429, retryAfterMs: 7_000 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['Sat, 28 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 28 Nov 2026 11:59:00 GMT', 0],
    ['soon', 60_000],
    ['-1', 60_000],
  ])('and reads a pause until %s as %d ms', async (until, retryAfterMs) => {
    const headers = { 'retry-after': until, date: 'Sat, 28 Nov 2026 12:00:00 GMT' };
    const { transport } = await exchange(status(429, headers));
    expect(await transport.send(POST)).toMatchObject({ status: 429, retryAfterMs });
  });

  it.each<readonly [string, Behaviour]>([
    ['resets the connection after the request', (response) => response.destroy()],
    ['answers something that is not HTTP', (response) => response.socket?.end('garbage\r\n\r\n')],
    [
      'stops in the middle of the body',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"success":true');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'stops in the middle of a chunked body',
      (response) => {
        response.writeHead(200).write('{"success":true}');
        setImmediate(() => response.destroy());
      },
    ],
  ])('when the exchange %s: it may have been done', async (_what, behaves) => {
    const { seen, transport } = await exchange(behaves);
    expect(await transport.send(POST)).toMatchObject({ kind: 'NoReply' });
    expect(seen).toHaveLength(1);
  });

  it('on a connection that is used again', async () => {
    const { seen, transport } = await exchange(status(200));
    for (let call = 0; call < 3; call += 1) await transport.send(POST);
    expect(seen).toHaveLength(3);
  });

  it('when the exchange drops a kept-alive connection (A2)', async () => {
    let calls = 0;
    const { seen, transport } = await exchange((response) => {
      calls += 1;
      if (calls === 1) response.end('{}');
      else response.destroy();
    });
    await transport.send(POST);
    expect(await transport.send(POST)).toMatchObject({ kind: 'NoReply' });
    expect(seen).toHaveLength(2);
  });
});

describe('A call', () => {
  it('never stands in line behind others that the exchange is slow to answer', async () => {
    const held: ServerResponse[] = [];
    const answerLast: Behaviour = (response) => {
      held.push(response);
      // No call is answered before the last of them has arrived.
      if (held.length === 80) for (const waiting of held) waiting.end('{}');
    };
    const { seen, transport } = await exchange(answerLast);
    const calls = Array.from({ length: 80 }, () => transport.send(POST));
    const replies = await Promise.all(calls);
    expect(replies.map((reply) => reply.kind)).toEqual(Array.from({ length: 80 }, () => 'Reply'));
    expect(seen).toHaveLength(80);
  });
});

describe('The deadline', () => {
  const LATE = {
    kind: 'NoReply',
    failure: `No complete reply within ${TIMEOUT_MS} ms`,
  };

  it('ends a call that is never answered: it may have been done', async () => {
    const { seen, transport } = await exchange(() => clock.pass(TIMEOUT_MS));
    expect(await transport.send(POST)).toEqual(LATE);
    expect(seen).toHaveLength(1);
  });

  it('ends no call before it is reached, and is gone with the call', async () => {
    const { transport } = await exchange((response) => {
      clock.pass(TIMEOUT_MS - 1);
      response.end('{}');
    });
    expect(await transport.send(POST)).toMatchObject({ kind: 'Reply' });
    expect(clock.waiting).toBe(0);
  });

  it('covers the body: a reply that drips is not waited for', async () => {
    const { seen, transport } = await exchange((response) => {
      response.writeHead(200);
      pour(response, ' ', () => clock.pass(TIMEOUT_MS / 10));
    });
    expect(await transport.send({ ...POST, replyBytesMax: 1_000_000 })).toEqual(LATE);
    expect(seen).toHaveLength(1);
  });
});

describe('A reply', () => {
  it.each([
    ['letters of several bytes', Buffer.from('{"ClientName":"Ọlá Adébáyọ̀ €😀"}')],
    ['bytes that are no text', Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0xc3, 0x28, 0xff, 0xe2, 0x82])],
  ])('with %s is read as it stands, wherever it is cut on the way', async (_name, bytes) => {
    const { transport } = await exchange((response) => {
      response.writeHead(200);
      const rest = [...bytes];
      const send = (): void => {
        if (rest.length === 0) response.end();
        else response.write(Buffer.from(rest.splice(0, 1)), () => setImmediate(send));
      };
      send();
    });
    expect(await transport.send(POST)).toMatchObject({ body: bytes.toString('utf8') });
  });

  it('that never ends is cut off at the limit, and proves nothing', async () => {
    const { transport } = await exchange((response) => {
      response.writeHead(200);
      pour(response, 'x'.repeat(500));
    });
    expect(await transport.send(POST)).toEqual({
      kind: 'NoReply',
      failure: 'The reply is longer than 1000 bytes',
    });
  });

  it.each([
    [1_000, 'Reply'],
    [1_001, 'NoReply'],
  ])('of %d bytes where 1000 are allowed is %s', async (length, kind) => {
    const { transport } = await exchange((response) => response.end('x'.repeat(length)));
    expect(await transport.send(POST)).toMatchObject({ kind });
  });

  it('comes whole, also where a character is split between two packets', async () => {
    const bytes = Buffer.from('{"message":"Ọ̀rọ̀"}');
    const { transport } = await exchange((response) => {
      response.writeHead(200).write(bytes.subarray(0, 13));
      setImmediate(() => response.end(bytes.subarray(13)));
    });
    expect(await transport.send(POST)).toMatchObject({ body: '{"message":"Ọ̀rọ̀"}' });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['BR', brotliCompressSync],
  ] as const)(
    'that comes in %s, unasked, is read, and without the key in it',
    async (coding, compress) => {
      const { transport } = await exchange((response, { headers }) => {
        response.writeHead(200, { 'content-encoding': coding });
        response.end(compress(`{"message":"${headers.authorization ?? ''}"}`));
      });
      expect(await transport.send(POST)).toEqual({
        kind: 'Reply',
        status: 200,
        body: '{"message":"Bearer [redacted]"}',
      });
    },
  );

  it('in gzip that grows beyond the limit proves nothing', async () => {
    const { transport } = await exchange((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(50_000_000)));
    });
    const failure = expect.stringContaining('longer than 1000 bytes');
    expect(await transport.send(POST)).toEqual({ kind: 'NoReply', failure });
  });

  it.each([
    ['is none', Buffer.from('no gzip'), 'no gzip'],
    ['is empty', Buffer.alloc(0), ''],
  ])(
    'said to be in gzip, which %s, has its status and its body as it came',
    async (_name, bytes, body) => {
      const { transport } = await exchange((response) => {
        response.writeHead(429, { 'content-encoding': 'gzip', 'retry-after': '7' }).end(bytes);
      });
      const reply = { kind: 'Reply', status: 429, body, retryAfterMs: 7_000 };
      expect(await transport.send(POST)).toEqual(reply);
    },
  );

  it('in gzip that is cut short is no text of the exchange', async () => {
    const { transport } = await exchange((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"success":true}').subarray(0, 20));
    });
    const reply = await transport.send(POST);
    expect(reply).toMatchObject({ kind: 'Reply', status: 200 });
    expect(reply).not.toMatchObject({ body: expect.stringContaining('success') });
  });

  it('without a body is an empty text', async () => {
    const { transport } = await exchange((response) => response.writeHead(204).end());
    expect(await transport.send(POST)).toEqual({ kind: 'Reply', status: 204, body: '' });
  });
});

const MIB = 1024 * 1024;
const SHORT = 'x'.repeat(262_143);
const LONG = 'x'.repeat(262_144);

const LONGEST = { ...POST, replyBytesMax: 96 * MIB };

describe('The room for long replies', () => {
  it('is not needed by a short one: no list keeps the answer to a post waiting', async () => {
    const lists: ServerResponse[] = [];
    const { transport } = await exchange((response, { url }) => {
      if (url !== '/list') return response.end(SHORT);
      lists.push(response);
      response.writeHead(200).write(LONG);
    });
    const listed = transport.send({ ...LONGEST, path: '/list' });
    while (transport.roomTaken === 0) await nextTurn();
    expect(await transport.send(LONGEST)).toMatchObject({ kind: 'Reply', body: SHORT });
    for (const list of lists) list.end();
    expect(await listed).toMatchObject({ kind: 'Reply', body: LONG });
  });

  it.each([
    ['as it is', {}, LONG],
    ['in gzip, which is short on the way', { 'content-encoding': 'gzip' }, gzipSync(LONG)],
  ])('is waited for by a long one that comes %s', async (_how, headers, sent) => {
    const bodies: ServerResponse[] = [];
    const ended: string[] = [];
    const { transport } = await exchange((response) => {
      bodies.push(response);
      if (bodies.length === 1) response.writeHead(200).write(LONG);
      else response.writeHead(200, headers).end(sent);
    });
    const listed = transport.send(LONGEST).then(() => ended.push('the list'));
    while (transport.roomTaken === 0) await nextTurn();
    const second = transport.send(LONGEST).then((reply) => {
      ended.push('the second');
      return reply;
    });
    while (transport.repliesWaiting === 0) await nextTurn();
    bodies[0]?.end();
    expect(await second).toMatchObject({ kind: 'Reply', body: LONG });
    await listed;
    expect(ended).toEqual(['the list', 'the second']);
    expect(transport.roomTaken).toBe(0);
  });

  it('is kept for the caller who asks for it, until he leaves it', async () => {
    const { transport } = await exchange((response) => response.end(LONG));
    const places: Place[] = [];
    await transport.send({ ...LONGEST, keepRoom: (place) => places.push(place) });
    expect(transport.roomTaken).toBe(LONG.length);
    for (const place of places) place.leave();
    expect(transport.roomTaken).toBe(0);
  });

  it('is waited for until the deadline: then it is not known what the exchange has answered', async () => {
    const { transport } = await exchange((response, { url }) => {
      if (url === '/list') response.writeHead(200).end(LONG);
      else response.writeHead(200, { 'content-length': 96 * MIB }).write(LONG);
    });
    const places: Place[] = [];
    await transport.send({ ...LONGEST, path: '/list', keepRoom: (place) => places.push(place) });
    const late = transport.send(LONGEST);
    while (transport.repliesWaiting === 0) await nextTurn();
    clock.pass(TIMEOUT_MS);
    const failure = expect.stringContaining('No room for a long reply');
    expect(await late).toEqual({ kind: 'NoReply', failure, isUnread: true });
    expect(transport.repliesWaiting).toBe(0);
    for (const place of places) place.leave();
    expect(transport.roomTaken).toBe(0);
  });

  it.each<readonly [string, Behaviour]>([
    ['breaks off', (response) => response.destroy()],
    ['grows beyond its limit', (response) => void response.end('x'.repeat(2 * MIB))],
  ])('comes free when a long reply %s', async (_what, ends) => {
    const { transport } = await exchange((response, request) => {
      response.writeHead(200).write(LONG, () => ends(response, request));
    });
    expect(await transport.send({ ...POST, replyBytesMax: MIB })).toMatchObject({
      kind: 'NoReply',
    });
    expect(transport.roomTaken).toBe(0);
  });

  it('is not taken by a reply that says itself that it is too long', async () => {
    const { transport } = await exchange((response) => {
      response.writeHead(200, { 'content-length': MIB + 1 }).write('x');
    });
    const failure = `The reply is longer than ${MIB} bytes`;
    expect(await transport.send({ ...POST, replyBytesMax: MIB })).toEqual({
      kind: 'NoReply',
      failure,
    });
  });
});

describe('A connection that is never made', () => {
  it('proves that nothing was sent (A2)', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const reply = await transportTo(`http://127.0.0.1:${port}`).send(POST);
    expect(reply).toEqual({ kind: 'NotSent', failure: expect.stringContaining('ECONNREFUSED') });
  });

  it.each(CERTIFICATE_CODES)('for %s proves that nothing was sent', (code) => {
    const error = Object.assign(new Error('no'), { code });
    expect(failureOf(error, { wasMade: false })).toEqual({
      kind: 'NotSent',
      failure: `${code}: no`,
    });
  });
});

describe('A connection that stands', () => {
  it.each(CERTIFICATE_CODES)(
    'and ends with %s, as where TLS asks for certificates again, proves nothing',
    (code) => {
      const error = Object.assign(new Error('no'), { code });
      expect(failureOf(error, { wasMade: true })).toEqual({
        kind: 'NoReply',
        failure: `${code}: no`,
      });
    },
  );
});

describe('A request', () => {
  it('carries the key, the operator and the body as it was written', async () => {
    const { seen, transport } = await exchange(status(200));
    await transport.send(POST);
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/v2/vendor/order/post',
        body: '{"clientName":"Ọ̀rọ̀"}',
        headers: {
          authorization: 'Bearer sk_test_secret',
          'x-api-username': 'ada',
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
      },
    ]);
  });

  it('without an operator or a body has no header for them', async () => {
    const { seen, transport } = await exchange(status(200));
    await transport.send({ ...POST, method: 'GET', body: null, operator: null });
    expect(seen).toMatchObject([{ method: 'GET', body: '' }]);
    expect(seen[0]?.headers).not.toHaveProperty('x-api-username');
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('goes below the path of the base address', async () => {
    const { seen, transport } = await exchange(status(200), '/gateway/');
    await transport.send(POST);
    expect(seen).toMatchObject([{ url: '/gateway/v2/vendor/order/post' }]);
  });
});
