import { readConfig } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { Unit } from '../../../../src/infra/database/units/unit-of-work.js';
import type { CallJournal } from '../../../../src/infra/exchange/client/call-journal.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { SCHEMA } from '../../../../src/schema.js';
import { PEPPER, readyDatabase } from '../../../support/databases/databases.js';
import { callJournal, exchangeKeys } from '../../../support/journal.js';
import { stopTime } from '../../../support/databases/database-time.js';
import { Gate } from '../../../support/time/gate.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js';

const OPEN: WireReply = {
  kind: 'Reply',
  status: 200,
  body: '{"success":true,"message":"ok","data":{"OrderNo":1,"Status":"Open"}}',
};

describe('Three instances on one PostgreSQL', () => {
  const databases: Database[] = [];

  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
  });

  async function instance(
    databaseUrl: string,
    keys: string,
    send: () => Promise<WireReply>,
  ): Promise<CallJournal> {
    const clock = new HandClock();
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      EXCHANGE_API_KEYS: keys,
      BROKER_CODE: 'MRNA',
      MARINA_KEY_PEPPER: PEPPER,
    });
    const database = await Database.open(databaseUrl, SCHEMA, clock);
    databases.push(database);
    const ground = { config, database, clock };
    const registered = exchangeKeys(ground);
    await registered.register();
    return callJournal(ground, { send }, registered);
  }

  const wish = { endpoint: 'order/enquiry', lane: 'cancel', body: '{}', operator: null } as const;

  it.each([
    ['one key', 'sk_test_a', 100],
    ['two keys', 'sk_test_a,sk_test_b', 200],
  ])('share the minute of %s', async (_keys, secrets, slots) => {
    const databaseUrl = await readyDatabase('postgres');
    await stopTime(databaseUrl, NOON);
    let sent = 0;
    const send = (): Promise<WireReply> => {
      sent += 1;
      return Promise.resolve(OPEN);
    };
    const journals: CallJournal[] = [];
    for (let place = 0; place < 3; place += 1) {
      journals.push(await instance(databaseUrl, secrets, send));
    }
    const burst = (length: number) =>
      Promise.all(Array.from({ length }, async (_, call) => journals[call % 3]?.read(wish)));
    // Not all at once, because so many calls may never be without an answer.
    const first = 0.6 * slots;
    const answers = [...(await burst(first)), ...(await burst(240 - first))];
    expect(sent).toBe(slots);
    expect(answers.filter((answer) => answer !== undefined && 'why' in answer)).toHaveLength(
      240 - slots,
    );
  });

  it('do not deadlock over the keys, whatever rows the other units of each have locked', async () => {
    const databaseUrl = await readyDatabase('postgres');
    const send = () => Promise.resolve(OPEN);
    const journals = [
      await instance(databaseUrl, 'sk_test_a', send),
      await instance(databaseUrl, 'sk_test_a', send),
    ] as const;
    const [one, two] = databases.map(({ units }) => units);
    await one?.run((unit) => unit.execute('CREATE TABLE orders_of_a_test (id integer)'));
    await one?.run((unit) => unit.execute('INSERT INTO orders_of_a_test VALUES (1)'));
    let runs = 0;
    const lockOrder = (unit: Unit): Promise<unknown> => {
      runs += 1;
      return unit.query('SELECT id FROM orders_of_a_test FOR UPDATE');
    };
    const holds = { order: new Gate(), keys: new Gate() };
    const recordAsker = async (): Promise<void> => {
      runs += 1;
      holds.keys.open();
      await holds.order.opened;
    };
    await Promise.all([
      one?.run(async (unit) => {
        await lockOrder(unit);
        holds.order.open();
        await holds.keys.opened;
      }),
      journals[0].read(wish),
      journals[1].read({ ...wish, recordAsker }),
      two?.run(lockOrder),
    ]);
    expect(runs).toBe(3);
  });

  it('lose nothing to deadlocks while their keys are refused and accepted again', async () => {
    const databaseUrl = await readyDatabase('postgres');
    await stopTime(databaseUrl, NOON);
    const replies: readonly WireReply[] = [
      OPEN,
      { kind: 'Reply', status: 403, body: '{"success":false,"message":"no permission"}' },
      { kind: 'Reply', status: 200, body: '{"success":true,"odd":1}' },
      { kind: 'NoReply', failure: 'timeout' },
    ];
    let turn = 0;
    const send = (): Promise<WireReply> => {
      turn += 1;
      return Promise.resolve(replies[turn % replies.length] ?? OPEN);
    };
    const journals = [
      await instance(databaseUrl, 'sk_test_a,sk_test_b', send),
      await instance(databaseUrl, 'sk_test_a,sk_test_b', send),
    ];
    const endpoints = ['order/enquiry', 'daily/trades', 'security/quote'] as const;
    const calls = Array.from({ length: 120 }, async (_, call) =>
      journals[call % 2]?.read({ ...wish, endpoint: endpoints[call % 3] ?? 'order/enquiry' }),
    );
    await expect(Promise.all(calls)).resolves.toHaveLength(120);
  });
});
