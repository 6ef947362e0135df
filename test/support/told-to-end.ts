import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pause } from './dealers.js';
import { stateOf } from './process.js';

interface Told {
  readonly point: string;
  readonly signal: NodeJS.Signals;
  readonly env: Readonly<Record<string, string>>;
  /** Whose files are looked at while it stands still. */
  readonly folder: string;
}

/** Runs the command line until it stands still at a fault point, tells it to end there, and lets it go on. */
export async function toldToEnd(
  args: readonly string[],
  { point, signal, env, folder }: Told,
): Promise<{ code: unknown; said: string; files: readonly string[]; modes: readonly number[] }> {
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env, MARINA_FAULT_POINT: `${point}:1:stop` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  while (child.exitCode === null && !stateOf(Number(child.pid)).startsWith('T')) await pause(20);
  const files = readdirSync(folder);
  const modes = files.map((name) => statSync(join(folder, name)).mode & 0o777);
  child.kill(signal);
  child.kill('SIGCONT');
  const [code] = await ended;
  return { code, said: await said, files, modes };
}
