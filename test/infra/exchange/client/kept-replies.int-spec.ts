import { readConfig } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import type {
  CallJournal,
  ReservedCall,
} from '../../../../src/infra/exchange/client/call-journal.js';
import { ExchangeCallRow } from '../../../../src/infra/exchange/client/exchange-call.entity.js';
import type {
  WireCall,
  WireReply,
} from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { Place } from '../../../../src/infra/exchange/transport/reply-room.js';
import { SEND_WINDOW_MS } from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { Metrics } from '../../../../src/infra/observability/metrics.js';
import { SCHEMA } from '../../../../src/schema.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { callJournal, exchangeKeys } from '../../../support/journal.js';
import { PEPPER } from '../../../support/databases/databases.js';

const ACK =
  '{"success":true,"message":"Order posted","data":{"OrderNo":"700001","status":"Posted"}}';

const POST = { endpoint: 'order/post', lane: 'trade', body: '{}', operator: null } as const;

/** Sleeping moves the clock. */
class SleepingClock extends HandClock {
  slept = 0;

  override async sleep(ms: number): Promise<void> {
    this.slept += ms;
    this.pass(ms);
    await this.whileAsleep();
  }

  whileAsleep: () => Promise<unknown> = () => Promise.resolve();
}

describe('a call to the exchange', () => {
  let database: Database;
  let clock: SleepingClock;
  let journal: CallJournal;
  let metrics: Metrics;
  let sent = 0;
  let body = ACK;
  let reply: WireReply | null = null;
  let roomLeft: boolean | null = null;

  beforeEach(async () => {
    clock = new SleepingClock(Date.UTC(2026, 10, 20, 11));
    database = await Database.open('sqlite::memory:', SCHEMA, clock);
    const config = readConfig({
      EXCHANGE_BASE_URL: 'http://x.example',
      EXCHANGE_API_KEYS: 'sk_test_a',
      BROKER_CODE: 'M',
      MARINA_KEY_PEPPER: PEPPER,
    });
    const keys = exchangeKeys({ config, database, clock });
    await keys.register();
    sent = 0;
    body = ACK;
    reply = null;
    roomLeft = null;
    const send = ({ keepRoom }: WireCall): Promise<WireReply> => {
      sent += 1;
      if (roomLeft === false) keepRoom?.(new Place(1, () => (roomLeft = true)));
      return Promise.resolve(reply ?? { kind: 'Reply', status: 200, body });
    };
    metrics = new Metrics();
    journal = callJournal({ config, database, clock }, { send }, keys, metrics);
  });

  afterEach(() => database.close());

  const reserve = async (isMutation: boolean): Promise<ReservedCall> => {
    const about = isMutation ? { orderId: 'ord_1', request: { id: 'req_1', claimNumber: 1 } } : {};
    const reservation = await database.units.runAlone((unit) =>
      journal.reserve(unit, { ...POST, ...about }),
    );
    if (reservation.call === null) throw new Error(reservation.why);
    return reservation.call;
  };

  const row = async (call: ReservedCall): Promise<ExchangeCallRow> =>
    database.read((manager) => manager.findOneByOrFail(ExchangeCallRow, { id: call.id }));

  const lose = (): Promise<number> =>
    database.units.run((unit) =>
      unit.execute(
        "CREATE TRIGGER away BEFORE UPDATE ON exchange_calls BEGIN SELECT RAISE(ABORT, 'away'); END",
      ),
    );

  const find = (): Promise<number> =>
    database.units.run((unit) => unit.execute('DROP TRIGGER away'));

  it('is not sent after its window, because the process was frozen or its event loop blocked', async () => {
    const call = await reserve(true);
    clock.pass(SEND_WINDOW_MS + 1);
    const { outcome } = await journal.send(call);
    expect(sent).toBe(0);
    expect(outcome.class).toBe('NotSent');
    expect(await row(call)).toMatchObject({
      outcome: 'NotSent',
      failure: 'too much time passed between reservation and sending',
      httpStatus: null,
    });
  });

  it('is sent until the end of its window', async () => {
    const call = await reserve(true);
    clock.pass(SEND_WINDOW_MS);
    await journal.send(call);
    expect(sent).toBe(1);
  });

  it('that posts is sent once, however long its reply waits for the database', async () => {
    const call = await reserve(true);
    await lose();
    let sleeps = 0;
    clock.whileAsleep = async () => {
      sleeps += 1;
      if (sleeps === 5) await find();
    };
    await journal.send(call);
    expect(sleeps).toBe(5);
    expect(sent).toBe(1);
    expect(await row(call)).toMatchObject({ httpStatus: 200, reply: ACK });
  });

  it('that posts gives up storing its reply after half a minute, and its claim is swept', async () => {
    const call = await reserve(true);
    await lose();
    await expect(journal.send(call)).rejects.toMatchObject({ message: 'away' });
    expect(clock.slept).toBeGreaterThan(25_000);
    expect(clock.slept).toBeLessThanOrEqual(30_000);
    expect(sent).toBe(1);
    expect(await row(call)).toMatchObject({ httpStatus: null, completedAt: null });
  });

  it('has its reply stored even if its rows cannot be read', async () => {
    const rows = '{"OrderNo":1},'.repeat(30_000);
    body = `{"success":true,"data":[${rows}{}]}`;
    const call = await reserve(false);
    const readRow = () => {
      throw new Error('a row that nobody can read');
    };
    const reading = journal.send({ ...call, spec: { ...call.spec, readRow } });
    await expect(reading).rejects.toMatchObject({ message: 'a row that nobody can read' });
    expect(await row(call)).toMatchObject({ httpStatus: 200, replyBytes: body.length });
  });

  it('that only reads does not retry storing: it can be asked again', async () => {
    const call = await reserve(false);
    await lose();
    await expect(journal.send(call)).rejects.toMatchObject({ message: 'away' });
    expect(clock.slept).toBe(0);
  });

  it('adds what its long reply takes in the database to the metrics, once it is there', async () => {
    const written = async (): Promise<number> => {
      const page = await metrics.page(true);
      return Number(/^marina_exchange_reply_stored_bytes_total\{.*\} (\d+)$/m.exec(page)?.[1] ?? 0);
    };
    await journal.send(await reserve(true));
    expect(await written()).toBe(0);
    body = `{"success":true,"message":"${'a'.repeat(2_000)}"}`;
    const call = await reserve(false);
    await lose();
    await expect(journal.send(call)).rejects.toMatchObject({ message: 'away' });
    expect(await written()).toBe(0);
    await find();
    await journal.send(await reserve(false));
    const [stored] = await database.reading.query<{ bytes: number }>(
      'SELECT length(content) AS bytes FROM exchange_replies',
    );
    expect(await written()).toBe(stored?.bytes);
  });

  it('has the room of its long reply until that is stored', async () => {
    const call = await reserve(true);
    roomLeft = false;
    await lose();
    clock.whileAsleep = async () => {
      expect(roomLeft).toBe(false);
      await find();
    };
    await journal.send(call);
    expect(clock.slept).toBeGreaterThan(0);
    expect(roomLeft).toBe(true);
  });

  it('leaves the room of a long reply that cannot be stored', async () => {
    const call = await reserve(false);
    roomLeft = false;
    await lose();
    await expect(journal.send(call)).rejects.toMatchObject({ message: 'away' });
    expect(roomLeft).toBe(true);
  });

  it('whose reply we had no room for has an unknown outcome, and stops no posts as a silent exchange would', async () => {
    for (const [isUnread, stopped] of [
      [{ isUnread: true }, false],
      [{}, true],
    ] as const) {
      reply = { kind: 'NoReply', failure: 'No room', ...isUnread };
      for (let calls = 0; calls < 5; calls += 1) {
        const { outcome } = await journal.send(await reserve(true));
        expect(outcome).toMatchObject({ class: 'Ambiguous', message: 'No room' });
      }
      const next = await database.units.runAlone((unit) => journal.reserve(unit, POST));
      expect(next.call === null).toBe(stopped);
    }
  });
});
