import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Measured } from './measured.js';

/** A server of the benchmark, in its own process. */
export interface Running {
  readonly url: string;
  /** Undefined: it has no process of its own. */
  readonly pid: number | undefined;
  /** Processor time used so far; NaN if the system does not report it. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const KEY = 'benchmark-key-0123456789-0123456789';
const LAGOS_OFFSET_MS = 3_600_000;

export const key = KEY;

/** The built service as it is deployed. */
export async function startMarina(
  databaseUrl: string,
  exchangeUrl: string,
  env: Readonly<Record<string, string>> = { TRADING_SESSION: closedNow(), ...UNLIMITED },
  openFiles?: number,
): Promise<Running> {
  const port = await freePort();
  const command = [process.execPath, ...profiling('marina'), builtFile('../../dist/main.js')];
  const limited = ['sh', '-c', `ulimit -n ${openFiles ?? ''} && exec "$@"`, 'sh'];
  const [program = '', ...options] = openFiles === undefined ? command : [...limited, ...command];
  const child = spawn(program, options, {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      EXCHANGE_BASE_URL: exchangeUrl,
      EXCHANGE_API_KEYS: 'sk_test_benchmark',
      BROKER_CODE: 'MARINA',
      MARINA_ADMIN_KEY: KEY,
      MARINA_KEY_PEPPER: 'benchmark-pepper-0123456789-0123456789',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  return running(child, port);
}

/** All load comes from one address with one key. */
export const UNLIMITED = {
  REQUESTS_PER_KEY: '1000000',
  REQUESTS_AT_ONCE_PER_KEY: '1000',
  REQUESTS_AT_ONCE_PER_ADDRESS: '10000',
  REQUESTS_PER_ADDRESS: '1000000',
  QUEUED_POSTS_PER_CALLER: '10000000',
  OVERLOAD_DELAY_MS: '60000',
};

/** The simulated exchange in its own process, mostly without a background market. */
export async function startExchange(market: 'on' | 'off' = 'off'): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [builtFile('../../dist/simulator/main.js')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      SIMULATOR_PORT: String(port),
      SIMULATOR_KEYS: 'sk_test_benchmark=all',
      SIMULATOR_MARKET: market,
    },
  });
  return running(child, port);
}

export async function startPlain(databaseUrl: string): Promise<Running> {
  const port = await freePort();
  const file = builtFile('./plain-service.js');
  const child = spawn(
    process.execPath,
    [...profiling('plain'), file, databaseUrl, String(port), KEY],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return running(child, port);
}

/** The raw measurement in its own process; it measures on request and is otherwise idle. */
export async function startRaw(
  databaseUrl: string,
  program = './raw-limit.js',
): Promise<{ measure(seconds: number): Promise<Measured>; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [builtFile(program), databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('The raw run failed');
  });
  const answer = (): Promise<unknown> =>
    Promise.race([once(child, 'message').then(([message]: unknown[]) => message), ended]);
  await answer();
  return {
    measure: async (seconds) => {
      const measured = answer();
      child.send(seconds);
      return (await measured) as Measured;
    },
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** An exchange that knows nothing and answers every call with 404 at once. */
export async function startSilentExchange(): Promise<Running> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const cpuSeconds = (): number => Number.NaN;
  return { url: `http://127.0.0.1:${portOf(server.address())}`, pid: undefined, cpuSeconds, stop };
}

async function running(child: ChildProcess, port: number): Promise<Running> {
  // A benchmark that fails leaves nothing behind that would slow down the next.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null)
      throw new Error(`A server of the benchmark ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid, cpuSeconds: () => cpuSecondsOf(child.pid), stop };
}

/** Linux reports it in hundredths of a second: user time and system time, fields 14 and 15. */
function cpuSecondsOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid ?? ''}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** A session that is neither open nor about to open, so that orders are held and none is sent. */
function closedNow(): string {
  const hour = new Date(Date.now() + LAGOS_OFFSET_MS).getUTCHours();
  return hour < 12 ? '22:00-23:00' : '02:00-03:00';
}

/** With `BENCH_PROFILE=folder`, writes a CPU profile of each server there. */
function profiling(name: string): string[] {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined
    ? []
    : ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}.cpuprofile`];
}

function builtFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
