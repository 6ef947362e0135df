import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { temporaryFolder } from '../../support/databases/databases.js';
import { Dealers, killSettings, pause } from '../../support/dealers.js';
import { expectNothingDoubled, expectNothingLost } from '../../support/nothing-lost.js';
import { OwnPostgres } from '../../support/databases/own-postgres.js';
import { ServiceProcess } from '../../support/process.js';
import { TcpProxy } from '../../support/databases/tcp-proxy.js';

/**
 * Several instances of the built service on one PostgreSQL, under load, while they are killed, their connections cut,
 * and the server crashed, stopped and replaced by its standby. The exchange checks no duplicates.
 */
const KILLS = Number(process.env['MARINA_TEST_INSTANCE_KILLS'] ?? 3);
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c'];

let exchange: Simulator;
let proxy: TcpProxy;
let servers: OwnPostgres[] = [];
let instances: Instance[] = [];

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

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.isOver = true;
    const code = (await this.service?.end(signal)) ?? null;
    await this.working;
    return code;
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
  return {
    DATABASE_URL: `postgres://marina:marina@127.0.0.1:${proxy.port}/desk`,
    ...killSettings(exchange.url, KEYS),
    MARINA_CHECKPOINT_DIR: folder,
    MARINA_SIGNING_KEY_FILE: join(folder, 'signing-key.pem'),
  };
}

async function startInstances(count: number, server: OwnPostgres, dealers: Dealers): Promise<void> {
  const env = await environment(server);
  instances = Array.from({ length: count }, () => new Instance(env, dealers));
  // The first makes the schema.
  for (const instance of instances) await instance.start();
}

async function expectAllWell({ accepted }: Dealers): Promise<void> {
  for (const instance of instances) await instance.rest();
  const [{ address } = { address: '' }] = instances;
  while (exchange.exchange.control.orders().length <= 10) await pause(100);
  await expectNothingLost(address, accepted);
  expectNothingDoubled(exchange);
  for (const instance of instances) expect(await instance.end('SIGTERM')).toBe(0);
}

afterEach(async () => {
  for (const instance of instances.splice(0)) await instance.end('SIGKILL');
  await proxy.close();
  await exchange.close();
  for (const server of servers.splice(0)) await server.crash();
});

describe(`Three instances on one PostgreSQL, killed ${KILLS} times while connections are cut and the server crashes`, () => {
  it('lose no acknowledged order, double none at the exchange, keep within 100 calls a minute, and the audit chain holds', async () => {
    const server = await OwnPostgres.create();
    servers = [server];
    await server.start();
    const dealers = new Dealers(2, 20);
    await startInstances(3, server, dealers);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await dealers.accepting(1 + ((kill * 7) % 23));
      await pause((kill * 13) % 60);
      if (kill % 2 === 0) proxy.cut();
      if (kill % 5 === 1) {
        await server.crash();
        await server.start();
      }
      if (kill % 5 === 3) {
        await server.stop();
        await server.start();
      }
      await dealers.accepting(1);
      const killed = instances[(kill * 2) % instances.length];
      await killed?.end('SIGKILL');
      // The others go on meanwhile.
      await dealers.accepting(1);
      await killed?.start();
    }
    await expectAllWell(dealers);
    process.stdout.write(
      `killed ${KILLS}: ${dealers.accepted.length} acknowledged, ${exchange.exchange.control.orders().length} at the exchange, at most ${exchange.exchange.control.worstMinute} calls a minute\n`,
    );
  });
});

describe('Two instances whose PostgreSQL is replaced by its synchronous standby', () => {
  it('go on with the standby: no acknowledged order is lost, none doubled, and the audit chain holds', async () => {
    const primary = await OwnPostgres.create();
    const standby = await primary.standby();
    servers = [primary, standby];
    await primary.start();
    await standby.follow();
    await primary.commitOnStandby();
    const dealers = new Dealers(2, 20);
    await startInstances(2, primary, dealers);
    await dealers.accepting(30);
    // Nobody reaches the primary from now on, whatever it still does.
    proxy.leadTo(null);
    await primary.crash();
    await standby.promote();
    proxy.leadTo(standby.port);
    await dealers.accepting(30);
    await expectAllWell(dealers);
  });
});
