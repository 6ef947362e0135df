import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * The benchmark `pass` with 100,000 working orders, in its own process, because the size is fixed at
 * the start.
 */
export async function measureLargePass(): Promise<void> {
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const env = { ...process.env, BENCH_ORDERS: '100000' };
  const [code] = (await once(fork(main, ['pass'], { env }), 'exit')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}
