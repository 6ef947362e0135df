import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/databases/databases.js';
import { pause } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';

type Row = Readonly<Record<string, unknown>>;

/** A new demo, as `npm start` runs it, but for its pace. */
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  service = await ServiceProcess.start({
    DATABASE_URL: `sqlite:${join(folder, 'marina.db')}`,
    EXCHANGE_QUIET_MS: '500',
    EXCHANGE_TAKES_LATE_MS: '0',
    RECONCILE_INTERVAL_MS: '500',
  });
  // It listens before it has made the keys of the demo; this one is made before that of the administrator.
  while (!existsSync(join(folder, 'demo-key-administrator'))) await pause(20);
  key = readFileSync(join(folder, 'demo-key-operations'), 'utf8').trim();
});

afterAll(() => service.end('SIGTERM'));

async function rows(path: string): Promise<readonly Row[]> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.address}${path}`, { headers });
  return ((await answer.json()) as { data: readonly Row[] }).data;
}

/** Until the list shows all of these; at last what it shows. */
async function showing(path: string, wanted: readonly object[]): Promise<void> {
  const isThere = (found: readonly Row[], one: object): boolean =>
    found.some((row) => Object.entries(one).every(([field, value]) => row[field] === value));
  let found = await rows(path);
  for (let times = 0; times < 600 && !wanted.every((one) => isThere(found, one)); times += 1) {
    await pause(100);
    found = await rows(path);
  }
  expect(found).toEqual(expect.arrayContaining(wanted.map((one) => expect.objectContaining(one))));
}

it('opens on orders in every stage of their lives, one of them not proven', async () => {
  await showing('/v1/orders', [
    { status: 'Open', units: '10000', matchedUnits: '4000' },
    { status: 'Filled', units: '2500' },
    { status: 'Amended', units: '4500' },
    { status: 'Cancelled' },
    { status: 'New', units: '3170' },
  ]);
});

it('opens on breaks to look at, and a resolution that waits for a second person', async () => {
  await showing('/v1/breaks', [
    { type: 'PostUnconfirmed', status: 'Open' },
    { type: 'OrphanTrade', status: 'Open' },
    { type: 'UnknownAtExchange', status: 'AwaitingApproval' },
  ]);
});

it('leaves the market where nothing of it trades by itself', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const working = (await rows('/v1/orders')).filter(({ pendingUnits }) => pendingUnits !== '0');
  const symbols = new Set(working.map(({ security }) => String(security)));
  expect(symbols.size).toBe(1);
  for (const symbol of symbols) {
    const answer = await fetch(`${service.address}/v1/market/quotes/${symbol}`, { headers });
    const { data } = (await answer.json()) as { data: { lastPrice: string } };
    const away = working.map(({ price }) => Math.abs(Number(price) / Number(data.lastPrice) - 1));
    expect(Math.min(...away)).toBeGreaterThan(0.05);
  }
});
