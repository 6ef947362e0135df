import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processEnvironment, type Config } from './infra/config/config.js';

/** The bundled exchange simulator, running as its own process on a free loopback port. */
export interface BundledExchange {
  readonly url: string;
  /** An order that the simulated market will soon fill. */
  readonly suggestion: SuggestedOrder;
  stop(): void;
}

export interface SuggestedOrder {
  readonly security: string;
  readonly side: 'BUY' | 'SELL';
  readonly units: string;
  readonly price: string;
}

const PROGRAM = fileURLToPath(new URL('./simulator/main.js', import.meta.url));
const START_MS = 15_000;

export async function bundledExchange(config: Config): Promise<BundledExchange> {
  const child = spawn(process.execPath, [PROGRAM], {
    // The simulator notices by this channel that we are gone, even after kill -9.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Ctrl-C signals the whole process group, but calls in flight still need the exchange.
    detached: true,
    env: {
      ...processEnvironment,
      SIMULATOR_PORT: '0',
      SIMULATOR_KEYS: config.exchangeKeys.map((key) => `${key.secret}=all`).join(','),
      SIMULATOR_STATE: join(config.dataFolder, 'simulator.json'),
    },
  });
  const ready = await firstMessage(child);
  return { ...ready, stop: () => child.kill('SIGTERM') };
}

function firstMessage(child: ChildProcess): Promise<Omit<BundledExchange, 'stop'>> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`The bundled exchange simulator did not start: ${why}`));
    };
    const timer = setTimeout(() => fail(`it was not ready within ${START_MS} ms`), START_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it exited with code ${String(code)}`));
    child.once('message', (message) => {
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(message as Omit<BundledExchange, 'stop'>);
    });
    if (child.stdout !== null) createInterface(child.stdout).on('line', () => undefined);
  });
}
