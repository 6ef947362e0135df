import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { temporaryFolder } from '../../support/databases/databases.js';
import { Dealers, killSettings, pause, wallTime, type Wait } from '../../support/dealers.js';
import { expectNothingDoubled, expectNothingLost } from '../../support/nothing-lost.js';
import { OwnPostgres } from '../../support/databases/own-postgres.js';
import { withRoles } from '../../support/databases/postgres-roles.js';
import { ServiceProcess } from '../../support/process.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';

/**
 * Several instances of the built service on one PostgreSQL, under load, while they are killed, their connections cut,
 * and the server crashed, stopped and replaced by its standby. The exchange checks no duplicates.
 */
const KILLS = Number(process.env['MARINA_TEST_INSTANCE_KILLS'] ?? 3);
const FAILOVERS = Number(process.env['MARINA_TEST_FAILOVERS'] ?? 1);
/** Depends on the machine, so it is only asserted where it is asked for. */
const LONGEST_WAIT_MS = limitIn(process.env['MARINA_TEST_LONGEST_WAIT_MS']);
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c'];

let exchange: Simulator;
let proxy: TcpProxy;
let servers: OwnPostgres[] = [];
let instances: Instance[] = [];
let turn = 0;

function limitIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** An instance with dealers of its own, who start again with it. */
class Instance {
  private service: ServiceProcess | null = null;
  private working: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(
    private readonly env: Record<string, string>,
    private readonly dealers: Dealers,
  ) {}

  get address(): string {
    return this.service?.address ?? '';
  }

  async start(): Promise<void> {
    this.service = await ServiceProcess.start(this.env);
    this.isOver = false;
    this.working = this.dealers.run(this.address, () => this.isOver);
  }

  async kill(): Promise<void> {
    this.isOver = true;
    await this.service?.kill();
    await this.working;
  }

  /** Whatever has become of it. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.service?.end('SIGKILL');
    await this.working;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.service?.stop();
    await this.working;
  }

  async rest(): Promise<void> {
    this.isOver = true;
    await this.working;
  }
}

async function environment(server: OwnPostgres): Promise<Record<string, string>> {
  proxy = await TcpProxy.open(server.port);
  exchange = await startSimulator({
    seed: 'several',
    keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
    parameters: { duplicateCheck: 'off' },
  });
  const folder = temporaryFolder();
  await server.query('CREATE DATABASE desk');
  const { owner, app } = await withRoles(`postgres://marina:marina@127.0.0.1:${server.port}/desk`);
  // As an administrator does before the first start.
  await (await Database.open(owner, SCHEMA, new HandClock())).close();
  return {
    DATABASE_URL: app.replace(`:${server.port}/`, `:${proxy.port}/`),
    ...killSettings(exchange.url, KEYS),
    MARINA_CHECKPOINT_DIR: folder,
    MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
  };
}

async function startInstances(count: number, server: OwnPostgres, dealers: Dealers): Promise<void> {
  const env = await environment(server);
  instances = Array.from({ length: count }, () => new Instance(env, dealers));
  for (const instance of instances) await instance.start();
}

async function expectAllWell({ accepted }: Dealers): Promise<void> {
  for (const instance of instances) await instance.rest();
  const [{ address } = { address: '' }] = instances;
  while (exchange.exchange.control.orders().length <= 10) await pause(100);
  await expectNothingLost(address, accepted);
  expectNothingDoubled(exchange);
  for (const instance of instances) await instance.stop();
}

afterEach(async () => {
  for (const instance of instances.splice(0)) await instance.end();
  await proxy.close();
  await exchange.close();
  for (const server of servers.splice(0)) await server.crash();
});

/** When the instances had no database, because its server was restarted or replaced. */
class Outages {
  readonly all: Wait[] = [];

  constructor(private primary: OwnPostgres) {}

  /** The server ends as by a loss of power, or in good order, and starts again. */
  async restart(how: 'crash' | 'stop'): Promise<void> {
    await this.while(async () => {
      await this.primary[how]();
      await this.primary.start();
    });
  }

  /** A synchronous standby takes the place of the server, which nobody reaches any more, whatever it still does. */
  async failOver(dealers: Dealers): Promise<void> {
    const old = this.primary;
    const standby = await this.while(async () => {
      await old.stop();
      const copy = await old.standby();
      await old.start();
      return copy;
    });
    servers.push(standby);
    await standby.follow();
    await old.commitOnStandby();
    await dealers.accepting(30);
    await this.while(async () => {
      proxy.leadTo(null);
      await old.crash();
      await standby.promote();
      this.primary = standby;
      proxy.leadTo(standby.port);
    });
    await dealers.accepting(30);
  }

  private async while<T>(work: () => Promise<T>): Promise<T> {
    const from = wallTime();
    const result = await work();
    this.all.push({ from, until: wallTime() });
    return result;
  }
}

/** How much longer than the outages in its time an order has waited for its acknowledgement, at most. */
function longestWaitMs({ waits }: Dealers, { all }: Outages): number {
  const beyond = waits.map(({ from, until }) =>
    all.reduce(
      (left, outage) =>
        left - Math.max(0, Math.min(until, outage.until) - Math.max(from, outage.from)),
      until - from,
    ),
  );
  return Math.max(...beyond);
}

describe(`Three instances on one PostgreSQL, killed ${KILLS} times while connections are cut and slow, the server crashes, and its standby replaces it ${FAILOVERS} times`, () => {
  it('lose no acknowledged order, double none at the exchange, keep within 100 calls a minute, and the audit chain holds', async () => {
    const server = await OwnPostgres.create();
    servers = [server];
    await server.start();
    const outages = new Outages(server);
    const dealers = new Dealers(2, 20, () => liveAddress());
    await startInstances(3, server, dealers);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await dealers.accepting(1 + ((kill * 7) % 23));
      await pause((kill * 13) % 60);
      if (kill % 4 === 2) proxy.delay(1 + (kill % 10));
      if (kill % 2 === 0) proxy.cut();
      if (kill % 5 === 1) await outages.restart('crash');
      if (kill % 5 === 3) await outages.restart('stop');
      await dealers.accepting(1);
      const killed = instances[(kill * 2) % instances.length];
      await killed?.kill();
      // The others go on meanwhile.
      await dealers.accepting(1);
      await killed?.start();
      proxy.delay(0);
      if (isTimeToFailOver(kill)) await outages.failOver(dealers);
    }
    await expectAllWell(dealers);
    const longest = longestWaitMs(dealers, outages);
    process.stdout.write(
      `killed ${KILLS}, failed over ${FAILOVERS}: ${dealers.accepted.length} acknowledged, ${exchange.exchange.control.orders().length} at the exchange, at most ${exchange.exchange.control.worstMinute} calls a minute, no order waited more than ${Math.ceil(longest)} ms longer than the outage\n`,
    );
    if (LONGEST_WAIT_MS !== null) expect(longest).toBeLessThanOrEqual(LONGEST_WAIT_MS);
  });
});

/** Spread evenly over the kills; the last follows the last kill. */
function isTimeToFailOver(kill: number): boolean {
  return Math.floor(((kill + 1) * FAILOVERS) / KILLS) > Math.floor((kill * FAILOVERS) / KILLS);
}

/** In turn; null: none is there any more. */
function liveAddress(): string | null {
  turn += 1;
  return instances[turn % instances.length]?.address ?? null;
}
