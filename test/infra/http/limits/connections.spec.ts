import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  connectionsThatFit,
  limitConnections,
  answerLate,
  untilNeeded,
} from '../../../../src/infra/http/limits/connections.js';

const MOST = 4;
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const SLOW_BODY = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{';

const never = new Promise<void>(() => undefined);

class Caller {
  received = '';
  readonly closed: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (part: Buffer) => (this.received += part.toString()));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Resolves once the server has the connection. */
  static async connect(server: Server, text = '', from = '127.0.0.1'): Promise<Caller> {
    const { port } = server.address() as AddressInfo;
    const accepted = new Promise((resolve) => server.once('connection', resolve));
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const caller = new Caller(socket);
    await accepted;
    if (text !== '') socket.write(text);
    return caller;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.readableEnded;
  }

  send(text: string): void {
    this.socket.write(text);
  }

  async answered(): Promise<string> {
    while (this.received === '' && this.isOpen) await new Promise((resolve) => this.socket.once('data', resolve)); // prettier-ignore
    return this.received;
  }

  pause(): void {
    this.socket.pause();
  }
}

describe('When every connection is in use', () => {
  let server: Server;

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const serve = async (answer: RequestListener): Promise<void> => {
    server = createServer(answer);
    limitConnections(server, MOST);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  };

  const idle = async (count: number, text = '', from?: string): Promise<Caller[]> => {
    const callers: Caller[] = [];
    for (let n = 0; n < count; n += 1) callers.push(await Caller.connect(server, text, from));
    return callers;
  };

  it.each([
    ['that send nothing', ''],
    ['that send their headers slowly', 'GET / HTTP/1.1\r\nx'],
    ['that send their bodies slowly', SLOW_BODY],
  ])('by callers %s, a new one is answered in place of the oldest', async (_, text) => {
    await serve((_request, response) => response.end('served'));
    const [first, second, ...others] = await idle(MOST + 1, text);
    await first?.closed;
    const new1 = await Caller.connect(server, GET);
    expect(await new1.answered()).toContain('served');
    await second?.closed;
    expect(others.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
  });

  it('by one address, a new one takes the place of one from there', async () => {
    await serve((_request, response) => response.end('served'));
    const [other] = await idle(1, '', '127.0.0.2');
    const [first] = await idle(MOST - 1);
    await idle(1);
    await first?.closed;
    expect(other?.isOpen).toBe(true);
  });

  it('by requests that are worked on, none of these ends: a new one is told to come back', async () => {
    const held: ServerResponse[] = [];
    await serve((_request, response) => {
      held.push(response);
      server.emit('held');
    });
    const callers: Caller[] = [];
    for (let n = 0; n < MOST; n += 1) {
      const isHeld = new Promise((resolve) => server.once('held', resolve));
      callers.push(await Caller.connect(server, GET));
      await isHeld;
    }
    const extra = await Caller.connect(server, GET);
    const answer = await extra.answered();
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n.*"code":"overloaded"/s);
    for (const response of held) response.end('served');
    for (const caller of callers) expect(await caller.answered()).toContain('served');
  });

  it('by callers who do not read their answers, a new one is answered', async () => {
    let stalled = 0;
    await serve((request, response) => {
      if (request.url === '/small') {
        response.end('served');
        return;
      }
      response.end(Buffer.alloc(50_000_000));
      stalled += 1;
      server.emit('stalled');
    });
    for (let n = 0; n < MOST; n += 1) {
      const isStalled = new Promise((resolve) => server.once('stalled', resolve));
      const caller = await Caller.connect(server);
      caller.pause();
      caller.send(GET);
      await isStalled;
    }
    expect(stalled).toBe(MOST);
    const late = await Caller.connect(server, GET.replace('/ ', '/small '));
    expect(await late.answered()).toContain('served');
  });

  it('by wrong keys that are answered late, a new caller is answered in place of the first of them', async () => {
    await serve((request, response) => {
      if (request.url === '/wrong') void answerLate(request, never);
      else response.end('served');
      server.emit('begun');
    });
    const [resting] = await idle(1);
    const guessing: Caller[] = [];
    for (let n = 1; n < MOST; n += 1) {
      const begun = new Promise((resolve) => server.once('begun', resolve));
      guessing.push(await Caller.connect(server, GET.replace('/ ', '/wrong ')));
      await begun;
    }
    const honest = await Caller.connect(server, GET);
    expect(await honest.answered()).toContain('served');
    expect(guessing.map(({ isOpen }) => isOpen)).toEqual([false, true, true]);
    // Its next request would be lost with the connection.
    expect(resting?.isOpen).toBe(true);
  });

  it('by requests that were answered late and are worked on now, none of these ends', async () => {
    const waits: (() => void)[] = [];
    const held: ServerResponse[] = [];
    await serve((request, response) => {
      if (request.url === '/other') {
        response.end('served');
        return;
      }
      const wait = new Promise<void>((resolve) => waits.push(resolve));
      void answerLate(request, wait).then(() => {
        held.push(response);
        server.emit('held');
      });
      server.emit('begun');
    });
    const callers: Caller[] = [];
    for (let n = 0; n < MOST; n += 1) {
      const begun = new Promise((resolve) => server.once('begun', resolve));
      callers.push(await Caller.connect(server, GET));
      await begun;
      const isHeld = new Promise((resolve) => server.once('held', resolve));
      waits[n]?.();
      await isHeld;
    }
    const extra = await Caller.connect(server, GET.replace('/ ', '/other '));
    expect(await extra.answered()).toMatch(/^HTTP\/1\.1 503 .*"code":"overloaded"/s);
    for (const response of held) response.end('served');
    for (const caller of callers) expect(await caller.answered()).toContain('served');
  });

  it('by callers who wait for the exchange, the one that waits longest is answered at once for a new one', async () => {
    await serve((request, response) => {
      if (request.url === '/wait')
        untilNeeded(request).addEventListener('abort', () => response.end('not answered yet'));
      else response.end('served');
      server.emit('begun');
    });
    const waiting: Caller[] = [];
    for (let n = 0; n < MOST; n += 1) {
      const begun = new Promise((resolve) => server.once('begun', resolve));
      waiting.push(await Caller.connect(server, GET.replace('/ ', '/wait ')));
      await begun;
    }
    const other = await Caller.connect(server, GET);
    expect(await other.answered()).toContain('served');
    const [first, ...others] = waiting;
    expect(await first?.answered()).toMatch(/connection: close\r\n.*not answered yet/is);
    expect(others.map(({ received }) => received)).toEqual(['', '', '']);
  });

  it('by connections that are kept alive, those used last stay', async () => {
    await serve((_request, response) => response.end('served'));
    const callers = await idle(MOST);
    callers[0]?.send(GET);
    await callers[0]?.answered();
    await idle(1);
    await callers[1]?.closed;
    expect(callers[0]?.isOpen).toBe(true);
  });
});

describe('As many connections fit', () => {
  it.each([
    ['Max open files            1024                 1024                 files', 768],
    ['Max open files            1048576              1048576              files', 10_000],
    ['', 768],
  ])('as open files allow: %s', (limits, most) => {
    expect(connectionsThatFit(limits)).toBe(most);
  });
});
