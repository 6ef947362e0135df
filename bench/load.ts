import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type Measured, measuredFrom, bestOf } from './measured.js';
import { termsOf } from './order-rows.js';

export interface Target {
  readonly url: string;
  readonly key: string;
  /** Processor time that the server has used so far. */
  cpuSeconds(): number;
}

export const CONNECTIONS = 64;
/** With fewer requests than this, the code that handles them is not fully compiled. */
const WARM_UP_LEAST = Number(process.env['BENCH_WARM_UP'] ?? 8_000);
let number = 0;

/**
 * Posts orders without pause on 64 keep-alive connections, each with its own clientOrderId. A round
 * ends only when every request has its answer, so that answers can be compared with what is stored. Any
 * status but 2xx ends the run. Plain sockets, because on a small machine a load generator that uses as
 * much processor time as the server would measure itself.
 */
export class Load {
  /** Total accepted, warm-up included. */
  accepted = 0;
  private readonly rounds: Measured[] = [];

  constructor(private readonly target: Target) {}

  async warmUp(seconds: number): Promise<void> {
    while (this.accepted < WARM_UP_LEAST) await this.send(seconds);
  }

  async measure(seconds: number): Promise<Measured> {
    const round = await this.send(seconds);
    this.rounds.push(round);
    return round;
  }

  /** So many orders a second, each at its time however long those before it take: the times include the waiting. */
  async paced(perSecond: number, seconds: number): Promise<Measured> {
    const free = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => Connection.open(this.target)),
    );
    const connections = [...free];
    const latencies: number[] = [];
    const startedAt = performance.now();
    const due = (index: number): number => startedAt + (index * 1_000) / perSecond;
    const post = async (index: number): Promise<void> => {
      await until(() => free.length > 0);
      const connection = free.pop();
      const status = await connection?.post(JSON.stringify(termsOf(number++)));
      if (status === undefined || status < 200 || status > 299)
        throw new Error(`An order was answered with ${connection?.answer ?? 'nothing'}`);
      latencies.push(performance.now() - due(index));
      if (connection !== undefined) free.push(connection);
    };
    const posts: Promise<void>[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) {
      await until(() => performance.now() >= due(index));
      posts.push(post(index));
    }
    await Promise.all(posts);
    for (const connection of connections) connection.close();
    this.accepted += latencies.length;
    return measuredFrom(latencies, latencies.length, { seconds, cpuSeconds: Number.NaN });
  }

  result(): Measured {
    return bestOf(this.rounds);
  }

  private async send(seconds: number): Promise<Measured> {
    const opening = Array.from({ length: CONNECTIONS }, () => Connection.open(this.target));
    const connections = await Promise.all(opening);
    const latencies: number[] = [];
    const cpuBefore = this.target.cpuSeconds();
    const startedAt = performance.now();
    const until = startedAt + seconds * 1_000;
    const keepSending = async (connection: Connection): Promise<void> => {
      for (let now = performance.now(); now < until;) {
        const status = await connection.post(JSON.stringify(termsOf(number++)));
        if (status < 200 || status > 299)
          throw new Error(`An order was answered with ${connection.answer}`);
        const then = now;
        now = performance.now();
        latencies.push(now - then);
      }
    };
    await Promise.all(connections.map(keepSending));
    const spent = {
      seconds: (performance.now() - startedAt) / 1_000,
      cpuSeconds: this.target.cpuSeconds() - cpuBefore,
    };
    for (const connection of connections) connection.close();
    this.accepted += latencies.length;
    return measuredFrom(latencies, latencies.length, spent);
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** One keep-alive connection with one request at a time, and the minimum of HTTP/1.1 that this needs. */
class Connection {
  /** The last one, whole. */
  answer = '';
  private received = '';
  private answered: ((status: number) => void) | null = null;
  private failed: ((error: Error) => void) | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly head: string,
  ) {
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (text: string) => this.receive(text));
    socket.on('close', () => this.failed?.(new Error('The server has closed a connection')));
    socket.on('error', (error) => this.failed?.(error));
  }

  static async open(target: Target): Promise<Connection> {
    const { hostname, port, pathname, host } = new URL(target.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head =
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${target.key}\r\n` +
      'content-type: application/json\r\ncontent-length: ';
    return new Connection(socket, head);
  }

  /** Resolves with the status of the answer; `body` is ASCII. */
  post(body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(`${this.head}${body.length}\r\n\r\n${body}`, 'latin1');
    });
  }

  private receive(text: string): void {
    this.received += text;
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.received.slice(0, end))?.[1];
    if (length === undefined) this.failed?.(new Error('An answer has no content-length'));
    if (this.received.length < end + 4 + Number(length)) return;
    const status = Number(this.received.slice(9, 12));
    this.answer = this.received;
    this.received = '';
    this.answered?.(status);
  }

  close(): void {
    this.failed = null;
    this.socket.destroy();
  }
}
