import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { measuredFrom } from './measured.js';
import { startPostgres } from './postgres-server.js';

/*
 * How one instance hears of the commits of another: by looking, or by LISTEN and NOTIFY. What each costs those who write, in
 * rounds that take turns, and how soon it is heard. Raw connections, so that nothing of Marina is in the figures.
 */
const WRITERS = 3;
const ROUNDS = 4;
const ROUND_MS = 3_000;
/** Rows of a commit, as wide as an entry of the trail. */
const GROUP = 16;
const BODY = 'x'.repeat(900);
const LOOKS_EVERY_MS = [1_000, 250] as const;
const HEARD = 60;

export async function measureNotifications(): Promise<void> {
  const server = await startPostgres();
  try {
    const url = await server.database('notifications');
    const setUp = await connected(url);
    await setUp.query('CREATE TABLE entries (id bigserial PRIMARY KEY, body text NOT NULL)');
    await setUp.end();
    const [plain, notifying] = await commitsPerSecond(url);
    const lines = [
      `${WRITERS} connections that commit ${GROUP} rows at a time, commits a second:`,
      `  without NOTIFY ${plain.toFixed(0)}, with it ${notifying.toFixed(0)}: ${(notifying / plain).toFixed(2)} of that`,
      '',
      `From the answer of a commit until another connection has heard of it, ms (${HEARD} commits):`,
      `  LISTEN                  ${await untilHeard(url, listen, 50)}`,
    ];
    for (const everyMs of LOOKS_EVERY_MS) {
      const name = `a look every ${everyMs} ms`.padEnd(22);
      lines.push(`  ${name}  ${await untilHeard(url, looking(everyMs), everyMs)}`);
    }
    lines.push('', `A look takes ${await lookTakes(url)} ms, beside ${WRITERS} that write`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await server.stop();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The best round of each. */
async function commitsPerSecond(url: string): Promise<readonly [number, number]> {
  const best: [number, number] = [0, 0];
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const notifies = round % 2;
    const done = await writing(url, notifies === 1, () => pause(ROUND_MS));
    const perSecond = (done.commits / done.ms) * 1_000;
    best[notifies] = Math.max(best[notifies] ?? 0, perSecond);
  }
  return best;
}

/** All write until the work is done. */
async function writing(
  url: string,
  notifies: boolean,
  work: () => Promise<unknown>,
): Promise<{ readonly commits: number; readonly ms: number }> {
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => connected(url)));
  const startedAt = performance.now();
  let [isOver, commits] = [false, 0];
  const writers = clients.map(async (client) => {
    while (!isOver) {
      await commit(client, notifies);
      commits += 1;
    }
  });
  await work();
  isOver = true;
  await Promise.all(writers);
  const ms = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.end()));
  return { commits, ms };
}

async function commit(client: pg.Client, notifies: boolean): Promise<void> {
  await client.query('BEGIN');
  await client.query({
    name: 'insert',
    text: 'INSERT INTO entries (body) SELECT $1 FROM generate_series(1, $2::int)',
    values: [BODY, GROUP],
  });
  if (notifies) await client.query("SELECT pg_notify('entries', '')");
  await client.query('COMMIT');
}

/** Calls `heard` for each sign of a commit; answers how to end that. */
type Hearing = (client: pg.Client, heard: () => void) => Promise<() => Promise<void>>;

const listen: Hearing = async (client, heard) => {
  client.on('notification', heard);
  await client.query('LISTEN entries');
  return () => Promise.resolve();
};

function looking(everyMs: number): Hearing {
  return async (client, heard) => {
    let [last, isOver] = [await newest(client), false];
    const looks = (async () => {
      while (!isOver) {
        await pause(everyMs);
        const now = await newest(client);
        if (now !== last) heard();
        last = now;
      }
    })();
    return () => {
      isOver = true;
      return looks;
    };
  };
}

async function newest(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'newest',
    text: 'SELECT id FROM entries ORDER BY id DESC LIMIT 1',
  });
  return rows[0]?.id;
}

async function untilHeard(url: string, hearing: Hearing, withinMs: number): Promise<string> {
  const [writer, hearer] = [await connected(url), await connected(url)];
  let heard = (): void => undefined;
  const end = await hearing(hearer, () => heard());
  const times: number[] = [];
  for (let count = 0; count < HEARD; count += 1) {
    // Commits come at any moment between two looks.
    await pause(Math.random() * withinMs);
    let at = Number.NaN;
    const isHeard = new Promise<void>((done) => {
      heard = () => {
        at = performance.now();
        done();
      };
    });
    await commit(writer, hearing === listen);
    const committedAt = performance.now();
    await isHeard;
    times.push(Math.max(0, at - committedAt));
  }
  await end();
  await Promise.all([writer.end(), hearer.end()]);
  return quantiles(times);
}

async function lookTakes(url: string): Promise<string> {
  const client = await connected(url);
  const times: number[] = [];
  await writing(url, false, async () => {
    for (let count = 0; count < HEARD; count += 1) {
      await pause(5);
      const startedAt = performance.now();
      await newest(client);
      times.push(performance.now() - startedAt);
    }
  });
  await client.end();
  return quantiles(times);
}

function quantiles(times: readonly number[]): string {
  const { p50, p99 } = measuredFrom(times, times.length, { seconds: 1, cpuSeconds: Number.NaN });
  return `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}`;
}
