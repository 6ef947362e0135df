import { PROBLEMS } from '../../../src/infra/http/problems/problem.js';
import { ADMIN_KEY, Desk } from '../../support/desk.js';
import { type RawAnswer, sendRaw } from '../../support/raw-http.js';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';

const HOST = 'host: marina\r\nconnection: close\r\n';
const KEY = `authorization: Bearer ${ADMIN_KEY}\r\n`;
const JSON_TYPE = 'content-type: application/json\r\n';

/** What is sent, its status, its code, and what `detail` says. */
const ODD: readonly (readonly [string, string, number, string])[] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed-request'],
  ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['an unknown version', `GET / HTTP/9.9\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400, 'malformed-request'],
  [
    'a header with a space in its name',
    `GET / HTTP/1.1\r\n${HOST}a b: x\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'a zero byte in a header',
    `GET / HTTP/1.1\r\n${HOST}a: x\u0000y\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'headers of 20 KB',
    `GET / HTTP/1.1\r\n${HOST}a: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
  [
    'an address of 20 KB',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
    431,
    'headers-too-large',
  ],
  ['no Host', 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed-request'],
  [
    'two hosts',
    `GET /health/live HTTP/1.1\r\n${HOST}host: other\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'the same host twice',
    `GET /health/live HTTP/1.1\r\n${HOST}Host: marina\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'two lengths',
    `POST /v1/orders HTTP/1.1\r\n${HOST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    400,
    'malformed-request',
  ],
  [
    'a length beside chunks',
    `POST /v1/orders HTTP/1.1\r\n${HOST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
    400,
    'malformed-request',
  ],
  ...[
    'GET /v1/orders',
    'POST /v1/orders',
    'POST /v1/session',
    'POST /v1/nothing',
    'POST /health/live',
  ].map(
    (line) =>
      [
        `a body in chunks: ${line}`,
        `${line} HTTP/1.1\r\n${HOST}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
        411,
        'length-required',
      ] as const,
  ),
  [
    'a chunk without a length',
    `POST /v1/orders HTTP/1.1\r\n${HOST}${JSON_TYPE}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'malformed-request',
  ],
  [
    'a path with a broken escape',
    `GET /v1/orders/%E0%A4%A HTTP/1.1\r\n${HOST}\r\n`,
    400,
    'malformed-request',
  ],
  [
    'an id of 300 letters',
    `GET /v1/orders/${'x'.repeat(300)} HTTP/1.1\r\n${HOST}${KEY}\r\n`,
    400,
    'malformed-request',
  ],
  ['two keys', `GET /v1/orders HTTP/1.1\r\n${HOST}${KEY}${KEY}\r\n`, 400, 'malformed-request'],
  [
    'a path with an encoded letter',
    `GET /%6detrics HTTP/1.1\r\n${HOST}\r\n`,
    400,
    'malformed-request',
  ],
  [
    'a body that is no UTF-8',
    `POST /v1/orders HTTP/1.1\r\n${HOST}${KEY}${JSON_TYPE}content-length: 18\r\n\r\n{"clientName":"\xe9"}`,
    400,
    'malformed-body',
  ],
  [
    'a body in another charset',
    `POST /v1/orders HTTP/1.1\r\n${HOST}${KEY}content-type: application/json; charset=iso-8859-1\r\ncontent-length: 2\r\n\r\n{}`,
    415,
    'unsupported-media-type',
  ],
  ...['gzip', 'br', 'deflate, gzip'].map((encoding): [string, string, number, string] => [
    `a body in ${encoding}`,
    `POST /v1/orders HTTP/1.1\r\n${HOST}${KEY}${JSON_TYPE}content-encoding: ${encoding}\r\ncontent-length: 2\r\n\r\n{}`,
    415,
    'unsupported-media-type',
  ]),
];

const KNOWN: readonly (readonly [string, string, string])[] = [
  ['DELETE', '/v1/orders', 'GET, HEAD, POST'],
  ['PUT', '/v1/orders/ord_x', 'GET, HEAD, PATCH'],
  ['OPTIONS', '/v1/orders/ord_x', 'GET, HEAD, PATCH'],
  ['TRACE', '/v1/orders/ord_x', 'GET, HEAD, PATCH'],
  ['PROPFIND', '/v1/orders/ord_x', 'GET, HEAD, PATCH'],
  ['GET', '/v1/orders/ord_x/cancel?x=1', 'POST'],
  ['PATCH', '/v1/breaks/bulk', 'GET, HEAD, POST'],
  ['POST', '/v1/trading-calendar/2026-11-20', 'DELETE, GET, HEAD, PUT'],
  ['POST', '/health/live', 'GET, HEAD'],
  ['POST', '/openapi.json', 'GET, HEAD'],
  ['POST', '/problems', 'GET, HEAD'],
  ['POST', '/v1/audit/export', 'GET'],
];

describe('HTTP itself', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { API_DOCS: 'on' } });
  });

  afterAll(() => desk.close());

  const send = (text: string): Promise<RawAnswer> =>
    desk.clock.flow(sendRaw(desk.service.address, text));

  it.each(ODD)('refuses %s with a problem', async (_, text, status, code) => {
    const { headers, body, ...answer } = await send(text);
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/problem\+json/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/base-uri 'none';.*frame-ancestors 'none'/),
      'strict-transport-security': expect.stringMatching(/^max-age=31536000; includeSubDomains/),
      'x-request-id': body['requestId'],
    });
    expect(body).toMatchObject({
      type: `/problems/${code}`,
      status,
      code,
      detail: expect.stringMatching(/\w/),
      instance: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      errors: expect.any(Array),
    });
  });

  it('takes an old request without a Host, and one that expects what nobody knows', async () => {
    expect((await send('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
    const text = `GET /health/live HTTP/1.1\r\n${HOST}expect: the-unexpected\r\n\r\n`;
    expect((await send(text)).status).toBe(200);
  });

  it.each([
    ['headers', 'headersTimeout', `POST /v1/orders HTTP/1.1\r\n${HOST}a: `],
    [
      'its body',
      'requestTimeout',
      `POST /v1/orders HTTP/1.1\r\n${HOST}${KEY}${JSON_TYPE}content-length: 2\r\n\r\n{`,
    ],
  ] as const)('waits only so long for a caller who is slow with %s', async (_, limit, text) => {
    const server = desk.service.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    expect({ headersTimeout, requestTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
    });
    try {
      Object.assign(server, { headersTimeout: 0, requestTimeout: 0, [limit]: 1 });
      // Nothing here waits for the virtual clock: Node.js measures these times itself.
      expect(await sendRaw(desk.service.address, text)).toMatchObject({
        status: 408,
        body: { code: 'request-timeout', type: '/problems/request-timeout' },
      });
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });

  it('leaves no file open when a caller asks for many and goes without reading one', async () => {
    const file = 'swagger-ui-bundle.js';
    const { hostname, port } = new URL(desk.service.address);
    const caller = connect(Number(port), hostname);
    await desk.clock.flow(new Promise((resolve) => caller.once('connect', resolve)));
    caller.write(`GET /docs/${file} HTTP/1.1\r\nhost: marina\r\n\r\n`.repeat(8));
    // The first answer has begun, and it is not read.
    await desk.clock.flow(new Promise((resolve) => caller.once('readable', resolve)));
    caller.destroy();
    await desk.eventually(
      () => openFiles(file),
      (count) => count === 0,
    );
  });

  it('writes the API description once, and names its version', async () => {
    const first = await desk.call('GET', '/openapi.json', { key: null });
    const etag = String(first.headers.get('etag'));
    expect(first.headers.get('content-security-policy')).toMatch(/;font-src 'self';/);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = `GET /openapi.json HTTP/1.1\r\n${HOST}if-none-match: ${etag}\r\n\r\n`;
    expect((await send(again)).status).toBe(304);
    expect((await desk.call('GET', '/docs-yaml', { key: null })).status).toBe(404);
  });

  it.each(['/console', '/console/marina.svg', '/docs', '/problems', '/metrics'])(
    'names the charset of %s',
    async (path) => {
      const headers = { accept: 'text/html' };
      const page = await desk.call('GET', path, { key: null, headers });
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^(text|image)\/.*; ?charset=utf-8$/i);
    },
  );

  it('takes a body whose encoding is none', async () => {
    const text = `POST /v1/orders HTTP/1.1\r\n${HOST}${KEY}${JSON_TYPE}content-encoding: identity\r\ncontent-length: 2\r\n\r\n{}`;
    expect(await send(text)).toMatchObject({ status: 400, body: { code: 'validation-failed' } });
  });

  it.each(KNOWN)('answers %s %s with 405 and what it allows', async (method, path, allowed) => {
    for (const key of ['', KEY]) {
      const { status, headers, body } = await send(
        `${method} ${path} HTTP/1.1\r\n${HOST}${key}\r\n`,
      );
      expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: allowed });
      expect(body).toMatchObject({
        code: 'method-not-allowed',
        detail: expect.stringContaining(allowed),
      });
    }
  });

  it.each([
    '/v1/stream',
    '/v1/audit/export',
    '/v1/audit/export?format=zip',
    '/v1/audit/exports/exp_x/file',
    '/v1/audit/proofs?sequence=1',
    '/v1/orders/ord_x/report',
  ])('answers HEAD %s with 405, and leaves nothing in the trail', async (path) => {
    const newest = async (): Promise<unknown> =>
      (
        await desk.list<{ type: string; explanation: string }>(
          '/v1/audit/events?order=desc&limit=2',
        )
      ).find(
        // Asking for the newest is itself a read.
        ({ type, explanation }) => type !== 'AUDIT_READ' || explanation !== 'The trail was read.',
      );
    const before = await newest();
    expect(before).toBeDefined();
    const { status, headers } = await send(`HEAD ${path} HTTP/1.1\r\n${HOST}${KEY}\r\n`);
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET' });
    expect(await newest()).toEqual(before);
  });

  it('still answers HEAD of reads that cost little', async () => {
    expect((await send(`HEAD /v1/orders HTTP/1.1\r\n${HOST}${KEY}\r\n`)).status).toBe(200);
  });

  it.each(['/v1/none', '/v1/orders/', '/v1/orders/x/y/z', '/v1//orders', '/'])(
    'knows no method of %s',
    async (path) => {
      const { status, body } = await send(`DELETE ${path} HTTP/1.1\r\n${HOST}\r\n`);
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'not-found' });
    },
  );

  it.each(
    ['surprise', 'constructor', 'toString', '__proto__', 'hasOwnProperty'].flatMap((name) =>
      [
        '/v1/orders',
        '/v1/orders/ord_x',
        '/v1/breaks',
        '/v1/audit/events',
        '/problems',
        '/problems/internal',
        '/openapi.json',
        '/health/live',
        '/health/ready',
        '/metrics',
      ].map((path): [string, string] => [name, path]),
    ),
  )('takes %s for an unknown query name of %s', async (name, path) => {
    const answer = await desk.call<{ errors: readonly { field: string }[] }>(
      'GET',
      `${path}?${name}=1`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }) => field)).toContain(name);
  });

  it.each(['constructor', 'toString', 'valueOf'])('takes %s for an unknown field', async (name) => {
    const raw = `{"${name}":"1",${JSON.stringify(desk.terms()).slice(1)}`;
    const answer = await desk.call<{ errors: readonly { field: string }[] }>('POST', '/v1/orders', {
      raw,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }) => field)).toContain(name);
  });

  it.each(Object.entries(PROBLEMS))('explains %s', async (code, [status, title]) => {
    const { body } = await desk.call('GET', `/problems/${code}`, { key: null });
    expect(body).toMatchObject({ type: `/problems/${code}`, code, status, title });
    expect(String(body['explanation'])).toMatch(/^[A-Z].{20,}\.$/s);
    expect(body['explanation']).not.toBe(title);
    const page = await desk.call<string>('GET', `/problems/${code}`, {
      key: null,
      headers: { accept: 'text/html,*/*' },
    });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).toContain(code);
  });

  it('lists every problem, and knows no other', async () => {
    const { body } = await desk.call<{ data: readonly { code: string }[] }>('GET', '/problems', {
      key: null,
    });
    expect(body.data.map(({ code }) => code)).toEqual(Object.keys(PROBLEMS));
    for (const code of ['none', 'constructor', '__proto__']) {
      expect((await desk.call('GET', `/problems/${code}`, { key: null })).status).toBe(404);
    }
  });
});

/** How often this process has the file open. */
function openFiles(name: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).endsWith(name);
    } catch {
      return false;
    }
  }).length;
}

describe('With API_DOCS off', () => {
  it('there is no page of the API, and still its description', async () => {
    const desk = await Desk.open('sqlite', { env: { API_DOCS: 'off' } });
    const statusOf = async (path: string): Promise<number> =>
      (await desk.call('GET', path, { key: null })).status;
    expect(await statusOf('/docs')).toBe(404);
    expect(await statusOf('/openapi.json')).toBe(200);
    await desk.close();
  });
});
