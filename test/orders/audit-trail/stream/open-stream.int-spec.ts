import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { SYSTEM } from '../../../../src/infra/audit/actor.js';
import type { Scope } from '../../../../src/infra/auth/scope.js';
import { Database } from '../../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import { nextTurn } from '../../../../src/infra/runtime/batches.js';
import { LiveEntries } from '../../../../src/orders/audit-trail/stream/live-entries.js';
import { OpenStream } from '../../../../src/orders/audit-trail/stream/open-stream.js';
import { TrailPace } from '../../../../src/orders/audit-trail/trail-pace.js';
import { SCHEMA } from '../../../../src/schema.js';
import { readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { statementsOf } from '../../../support/databases/query-plans.js';

const MEGABYTE = 1_000_000;

describe('Streams', () => {
  const sockets: Socket[] = [];
  let database: Database;
  let clock: HandClock;
  let log: AuditLog;
  let live: LiveEntries;
  let server: Server;
  let opened: ((stream: { response: ServerResponse; stream: OpenStream }) => void)[];

  beforeEach(async () => {
    clock = new HandClock();
    database = await Database.open(await readyDatabase('sqlite'), SCHEMA, clock);
    const tail = new AuditTail();
    log = new AuditLog(clock, tail);
    live = new LiveEntries(database, tail, clock, new AppLogger(createLogger('silent')));
    const caller = {
      keyId: 'key_1',
      quotaId: 'key_1',
      name: 'ada',
      person: null,
      scopes: new Set<Scope>(['ops:read']),
      accounts: null,
      delegates: false,
    };
    const callerNow = () => Promise.resolve(caller);
    opened = [];
    server = createServer((_, response) => {
      response.writeHead(200);
      const source = { live, database, clock, pace: new TrailPace(clock) };
      const stream = new OpenStream(source, response, {}, callerNow, 0);
      opened.shift()?.({ response, stream });
      void stream.run();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((done) => server.close(done));
    await database.close();
  });

  function append(count: number, text = ''): Promise<void> {
    const facts = Array.from({ length: count }, (_, n) => ({ type: `FACT_${n}`, body: { text } }));
    return database.units.run((unit) => log.append(unit, 'desk', SYSTEM, facts));
  }

  async function listen(): Promise<{
    response: ServerResponse;
    stream: OpenStream;
    reader: Reader;
  }> {
    const made = new Promise<{ response: ServerResponse; stream: OpenStream }>((resolve) =>
      opened.push(resolve),
    );
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
    return { ...(await made), reader: new Reader(socket) };
  }

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await nextTurn();
  }

  it('share one reading of each commit', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => listen()));
    await append(1);
    await until(() => all.every(({ reader }) => reader.count === 1));
    const statements = await database.questions.read((manager) =>
      statementsOf(manager.dataSource, async () => {
        await append(3);
        await until(() => all.every(({ reader }) => reader.count === 4));
      }),
    );
    expect(statements.filter(({ sql }) => sql.includes('audit_subjects'))).toHaveLength(1);
  });

  it('give up a reader that does not read, and hold little for it', async () => {
    const text = 'x'.repeat(5_000);
    for (let batch = 0; batch < 20; batch += 1) await append(200, text);
    const { response, reader } = await listen();
    reader.socket.pause();
    await until(() => response.writableNeedDrain);
    await append(1);
    clock.pass(29_000);
    await until(() => response.writableNeedDrain);
    expect(response.destroyed).toBe(false);
    expect(response.writableLength).toBeLessThan(MEGABYTE);
    clock.pass(1_000);
    await until(() => response.destroyed);
  });

  it('lose nothing when a reader falls further behind than is held for it', async () => {
    const { response, reader } = await listen();
    await append(1);
    await until(() => reader.count === 1);
    reader.socket.pause();
    const text = 'x'.repeat(5_000);
    for (let batch = 0; batch < 20; batch += 1) await append(200, text);
    await until(() => response.writableNeedDrain && live.end === 4_001);
    expect(live.since(1)).toBeNull();
    reader.socket.resume();
    await until(() => reader.count === 4_001);
    expect(reader.isInOrder).toBe(true);
  });

  it('are read by nobody once the last has ended, and by the next from where it is', async () => {
    const first = await listen();
    await append(1);
    await until(() => first.reader.count === 1);
    first.stream.end();
    await until(() => clock.waiting === 0);
    const statements = await database.questions.read((manager) =>
      statementsOf(manager.dataSource, async () => {
        await append(2);
        await nextTurn();
      }),
    );
    expect(statements.filter(({ sql }) => sql.includes('audit_subjects'))).toEqual([]);
    const next = await listen();
    await until(() => next.reader.count === 3);
    await append(1);
    await until(() => next.reader.count === 4);
    expect(next.reader.isInOrder).toBe(true);
  });
});

/** Counts the events that arrive, without holding their text. */
class Reader {
  count = 0;
  isInOrder = true;
  private rest = '';

  constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      const lines = (this.rest + chunk.toString()).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('id: ')) this.note(Number(line.slice(4)));
    });
  }

  private note(sequence: number): void {
    this.count += 1;
    this.isInOrder &&= sequence === this.count;
  }
}
