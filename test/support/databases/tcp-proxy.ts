import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pause } from '../dealers.js';

/** What PostgreSQL sends when a connection can take questions, and when an administrator ends it. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const FIELDS = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const ENDED = Buffer.concat([
  Buffer.from([0x45, 0, 0, 0, FIELDS.length + 4]),
  Buffer.from(FIELDS, 'latin1'),
]);

/** A way to a server on this machine that can be cut, can be slow, can fall silent, and can lead elsewhere. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private resetBy: string | null = null;
  private delayMs = 0;
  private isFrozen = false;
  /** The server has yet to end the next connection that is ready. */
  endsNext = false;

  private constructor(
    private readonly server: Server,
    private target: number | null,
  ) {}

  static async open(target: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on('connection', (socket) => proxy.forward(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections; new ones are made. Answers how many ends of connections there were. */
  cut(): number {
    const { size } = this.sockets;
    for (const socket of this.sockets) socket.destroy();
    return size;
  }

  /** From now on whatever goes either way is that late. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** As a machine that loses its power: connections stay open, and nothing comes through, nor by new ones. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.unpipe();
  }

  /** New connections work again; whatever was frozen stays so, as another machine has the address now. */
  leadAnew(): void {
    this.isFrozen = false;
  }

  /** Resets the connection of whoever sends this text, which the server still gets. */
  resetAfter(text: string): void {
    this.resetBy = text;
  }

  /** The next connection is ended by the server as soon as it is ready: the client reads both at once. */
  endNextWhenReady(): void {
    this.endsNext = true;
  }

  /** Ends all connections; new ones lead to that port, or nowhere. */
  leadTo(target: number | null): void {
    this.target = target;
    this.cut();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(socket: Socket): void {
    if (this.target === null) {
      socket.destroy();
      return;
    }
    if (this.isFrozen) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      return;
    }
    const other = connect(this.target, '127.0.0.1');
    socket.on('data', (sent) => {
      if (this.resetBy === null || !sent.includes(this.resetBy)) return;
      this.resetBy = null;
      socket.resetAndDestroy();
    });
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        another.destroy();
      });
      one.pipe(this.delayed()).pipe(another);
    }
  }

  private delayed(): Transform {
    return new Transform({
      transform: (sent: Buffer, _, done) => {
        const isReady = this.endsNext && sent.subarray(-READY.length).equals(READY);
        if (isReady) this.endsNext = false;
        const all = isReady ? Buffer.concat([sent, ENDED]) : sent;
        if (this.delayMs === 0) done(null, all);
        else void pause(this.delayMs).then(() => done(null, all));
      },
    });
  }
}
