import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../../src/doctor/check.js';
import { examine } from '../../src/doctor/doctor.js';
import { Clock } from '../../src/infra/runtime/clock.js';
import {
  ENGINES,
  type Engine,
  freshDatabase,
  PEPPER,
  setReadOnly,
  temporaryFolder,
} from '../support/databases/databases.js';
import { Desk } from '../support/desk.js';

/** Runs two minutes ahead of another one. */
class FastClock extends Clock {
  constructor(private readonly right: Clock) {
    super();
  }

  override now(): number {
    return this.right.now() + 120_000;
  }

  override after(delayMs: number, action: () => void): () => void {
    return this.right.after(delayMs, action);
  }
}

describe('The doctor beside a running service', () => {
  let desk: Desk;
  let checkpoints: string;
  /** What it was before; null: as it was. */
  let umask: number | null = null;

  afterEach(async () => {
    if (umask !== null) process.umask(umask);
    umask = null;
    await desk.close();
  });

  const open = async (engine: Engine): Promise<void> => {
    // As the service and the command line do at their start. The server of PostgreSQL is another user.
    if (engine === 'sqlite') umask = process.umask(0o077);
    checkpoints = temporaryFolder();
    desk = await Desk.open(engine, { env: { MARINA_CHECKPOINT_DIR: checkpoints } });
    await desk.post();
  };
  const variables = (): Record<string, string> => ({
    DATABASE_URL: desk.config.databaseUrl,
    EXCHANGE_BASE_URL: desk.exchange.url,
    EXCHANGE_API_KEYS: 'sk_test_simulator',
    BROKER_CODE: 'MARINA',
    MARINA_KEY_PEPPER: PEPPER,
    MARINA_CHECKPOINT_DIR: checkpoints,
  });
  const ask = async (changes = {}, clock: Clock = desk.clock): Promise<readonly Check[]> =>
    desk.clock.flow(
      examine({ variables: { ...variables(), ...changes }, nodeVersion: '24.11.0', clock }),
    );
  const asked = (): number =>
    desk.exchange.exchange.control
      .calls()
      .filter(({ endpoint, key }) => endpoint === 'sectors' && key === 'sk_test_simulator').length;
  const named = (checks: readonly Check[], name: string): Check | undefined =>
    checks.find((check) => check.name.startsWith(name));

  it.each(ENGINES)(
    'finds nothing that fails, and makes no call of its keys, on %s',
    async (engine) => {
      await open(engine);
      const before = asked();
      const checks = await ask();
      expect(checks.filter(({ result }) => result === 'fail')).toEqual([]);
      expect(checks.map(({ name }) => name.replace(/ [0-9a-f]{8}$/, ''))).toEqual([
      'node', 'configuration', 'data folder', 'disk space', 'checkpoint folder', 'exchange', 'clock',
      'exchange key', 'database', 'integrity', ...(engine === 'postgres' ? ['connections'] : []),
      'checkpoint', 'signatures', 'audit chain',
    ]); // prettier-ignore
      expect(named(checks, 'exchange key')).toMatchObject({
        result: 'ok',
        detail: expect.stringContaining('a running service uses it; its last call: HTTP 200'),
      });
      expect(named(checks, 'clock')?.result).toBe('ok');
      expect(asked()).toBe(before);
      expect((await desk.post()).status).toBe(201);
    },
  );

  it('says that PostgreSQL takes no writes', async () => {
    await open('postgres');
    const letWrite = await setReadOnly(desk.config.databaseUrl);
    const found = named(await ask(), 'writes');
    await letWrite();
    expect(found).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('a standby, or set to read-only'),
    });
    expect(named(await ask(), 'writes')).toBeUndefined();
  });

  it.each(ENGINES)(
    'asks once with a key that no service has used for a minute, on %s',
    async (engine) => {
      await open(engine);
      await desk.stop();
      await desk.clock.pass(61_000);
      const before = asked();
      expect(named(await ask(), 'exchange key')).toMatchObject({
        result: 'ok',
        detail: 'accepted',
      });
      expect(asked()).toBe(before + 1);
    },
  );

  it('says which files other users can reach, and that they can replace the checkpoint', async () => {
    await open('sqlite');
    const folder = dirname(desk.config.databaseUrl.slice('sqlite:'.length));
    const key = join(folder, 'key-pepper');
    writeFileSync(key, 'x');
    chmodSync(key, 0o644);
    chmodSync(checkpoints, 0o777);
    const checks = await ask();
    expect(named(checks, 'data folder')).toMatchObject({ result: 'fail' });
    expect(named(checks, 'data folder')?.detail).toContain('key-pepper');
    expect(named(checks, 'checkpoint folder')).toMatchObject({ result: 'fail' });
    rmSync(key);
  });

  it('names what is no file in the place of a checkpoint, in each folder that gets them', async () => {
    await open('sqlite');
    const second = temporaryFolder();
    chmodSync(second, 0o777);
    const sinks = { MARINA_CHECKPOINT_SINKS: `${second},https://checkpoints.example` };
    expect(named(await ask(sinks), 'checkpoint sink')).toMatchObject({ result: 'ok', detail: second });
    for (const folder of [second, checkpoints]) mkdirSync(join(folder, 'x.checkpoint'));
    const checks = await ask(sinks);
    for (const [name, folder] of [['checkpoint sink', second], ['checkpoint folder', checkpoints]] as const)
      expect(named(checks, name)).toMatchObject({ result: 'fail', detail: expect.stringContaining(`${folder}/x.checkpoint`) });
  }); // prettier-ignore

  it('says that the database is older than its checkpoint', async () => {
    await open('sqlite');
    await desk.stop();
    const [file = ''] = readdirSync(checkpoints);
    expect(file).toContain('checkpoint');
    const path = join(checkpoints, file);
    expect(named(await ask(), 'checkpoint')).toBeDefined();
    writeFileSync(path, '{"broken');
    const checks = (await ask()).filter(({ name }) => name === 'checkpoint');
    expect(checks).toMatchObject([{ result: 'fail' }]);
  });

  it('says what is wrong with the exchange: its address, the key, the clock', async () => {
    await open('sqlite');
    const refused = await ask({ EXCHANGE_API_KEYS: 'sk_test_unknown' });
    expect(named(refused, 'exchange key')).toMatchObject({ result: 'fail' });
    expect(named(refused, 'exchange key')?.detail).toContain('refuses it');
    expect(JSON.stringify(refused)).not.toContain('sk_test_unknown');
    const nowhere = await ask({ EXCHANGE_BASE_URL: 'http://127.0.0.1:9' });
    expect(named(nowhere, 'exchange')).toMatchObject({ result: 'fail' });
    expect(named(nowhere, 'exchange')?.detail).toContain('did not answer');
    expect(named(await ask({}, new FastClock(desk.clock)), 'clock')).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('ahead of the exchange'),
    });
  });

  it('says what is wrong with the configuration, and what database there is not', async () => {
    await open('sqlite');
    const wrong = await ask({ PORT: 'x', BROKER_CODE: '' });
    expect(wrong.map(({ name, result }) => [name, result])).toEqual([
      ['node', 'ok'],
      ['configuration', 'fail'],
    ]);
    expect(wrong[1]?.detail).toMatch(/PORT.*BROKER_CODE/s);
    const missing = await ask({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'no.db')}` });
    expect(named(missing, 'database')).toMatchObject({ result: 'warn' });
    const empty = { DATABASE_URL: await freshDatabase('postgres') };
    expect(named(await ask(empty), 'database')).toMatchObject({
      result: 'warn',
      detail: expect.stringContaining('empty'),
    });
    const garbage = join(temporaryFolder(), 'no.db');
    writeFileSync(garbage, 'no database at all'.repeat(100), { mode: 0o600 });
    expect(named(await ask({ DATABASE_URL: `sqlite:${garbage}` }), 'database')).toMatchObject({
      result: 'fail',
    });
  });
});
