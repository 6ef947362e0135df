import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ANSWER_BYTES_MAX, boundedFetch } from '../../../../src/infra/auth/oidc/bounded-fetch.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function provider(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const OPTIONS = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const;

describe('An answer of the identity provider', () => {
  it('is as it was sent', async () => {
    const url = await provider((response) =>
      response
        .writeHead(400, { 'x-its': 'own', 'content-type': 'application/json' })
        .end('{"a":1}'),
    );
    const answer = await boundedFetch(url, OPTIONS);
    expect([answer.status, answer.headers.get('x-its')]).toEqual([400, 'own']);
    expect(await answer.json()).toEqual({ a: 1 });
  });

  it('may have no body', async () => {
    const url = await provider((response) => response.writeHead(204).end());
    expect(await (await boundedFetch(url, OPTIONS)).text()).toBe('');
  });

  it('is given up where it is too long, before all of it has come', async () => {
    let leave: () => void = () => undefined;
    const left = new Promise<void>((done) => (leave = done));
    const url = await provider((response) => {
      response.once('close', leave);
      const pour = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(pour));
      };
      pour();
    });
    const answer = await boundedFetch(url, OPTIONS);
    await expect(answer.text()).rejects.toThrow(`longer than ${ANSWER_BYTES_MAX} bytes`);
    await left;
  });

  it('counts as what it becomes, where it is compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(ANSWER_BYTES_MAX + 1));
    const url = await provider((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const answer = await boundedFetch(url, OPTIONS);
    await expect(answer.text()).rejects.toThrow('longer than');
  });
});
