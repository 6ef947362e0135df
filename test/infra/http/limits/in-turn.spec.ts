import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { answerInTurn } from '../../../../src/infra/http/limits/in-turn.js';

const get = (path: string): string => `GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

describe('Requests that a connection sends without waiting for answers', () => {
  let server: Server;
  let caller: Socket;
  let worked: { readonly path: string; readonly response: ServerResponse }[] = [];

  afterEach(() => {
    caller.destroy();
    server.close();
    worked = [];
  });

  const send = async (text: string): Promise<void> => {
    server = createServer((request, response) => {
      worked.push({ path: request.url ?? '', response });
      server.emit('worked');
    });
    answerInTurn(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const first = new Promise((resolve) => server.once('worked', resolve));
    caller = connect((server.address() as AddressInfo).port, '127.0.0.1', () => caller.write(text));
    caller.on('error', () => undefined);
    await first;
  };

  it('are worked on one at a time, and answered in their order', async () => {
    await send(get('a') + get('b') + get('c'));
    let received = '';
    caller.on('data', (part: Buffer) => (received += part.toString()));
    for (const path of ['/a', '/b', '/c']) {
      expect(worked.map((one) => one.path).at(-1)).toBe(path);
      const more = new Promise((resolve) => server.once('worked', resolve));
      worked.at(-1)?.response.end(`answer to ${path}`);
      if (path !== '/c') await more;
    }
    while (!received.includes('answer to /c')) await new Promise((r) => caller.once('data', r));
    expect(received.match(/answer to \/./g)).toEqual(
      ['/a', '/b', '/c'].map((path) => `answer to ${path}`),
    );
  });

  it('end the connection when a thousand arrive, and are not worked on', async () => {
    const closed = send(get('a').repeat(1_000)).then(
      () => new Promise((resolve) => caller.once('close', resolve)),
    );
    await closed;
    expect(worked).toHaveLength(1);
  });

  it('are not worked on after an answer that ends the connection', async () => {
    await send(get('a') + get('b'));
    caller.resume();
    const closed = new Promise((resolve) => caller.once('close', resolve));
    worked[0]?.response.setHeader('connection', 'close').end();
    await closed;
    expect(worked.map(({ path }) => path)).toEqual(['/a']);
  });
});
