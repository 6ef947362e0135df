import { execFile, type ExecFileException } from 'node:child_process';
import { processEnvironment } from '../config/config.js';

/** The client programs of PostgreSQL, which do the copying. */
export type Tool = 'pg_dump' | 'pg_restore';

/** What they read of the environment: where they are, and how to connect. Our own secrets are not theirs. */
const INHERITED = /^(PATH|HOME|TZ|LANG|LC_.*|PG.*)$/;
/** Of what a program writes when it fails. */
const SAID_MAX = 2_000;
const OUTPUT_MAX = 16 * 1024 * 1024;
/** What ends us must end them: a dump keeps its snapshot open. */
const ENDS = ['exit', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const;
/** Of a file that a newer program has written. */
const TOO_OLD = 'unsupported version';

/** A program ran to its end and found something wrong, other than with itself. */
export class ToolFailed extends Error {}

const running = new Set<Promise<unknown>>();

/** Resolves once no program runs any more. */
export async function toolsEnded(): Promise<void> {
  await Promise.allSettled(running);
}

/** Runs a program to its end; resolves with what it wrote. `url`: the database that it connects to. */
export async function runTool(
  tool: Tool,
  args: readonly string[],
  url: string | null = null,
): Promise<string> {
  const run = toItsEnd(tool, args, url);
  running.add(run);
  try {
    return await run;
  } finally {
    running.delete(run);
  }
}

async function toItsEnd(tool: Tool, args: readonly string[], url: string | null): Promise<string> {
  const { address, password } = url === null ? { address: null, password: '' } : connectionOf(url);
  const named = Object.entries(processEnvironment).filter(([name]) => INHERITED.test(name));
  // Their messages are looked into.
  const env: Record<string, string | undefined> = { ...Object.fromEntries(named), LC_ALL: 'C' };
  if (password !== '') env['PGPASSWORD'] = password;
  // Nobody could answer a prompt.
  const all = address === null ? args : ['--no-password', `--dbname=${address}`, ...args];
  return new Promise((done, failed) => {
    let isStopped = false;
    const child = execFile(tool, all, { env, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      for (const end of ENDS) process.off(end, stop);
      if (isStopped) failed(new Error(`${tool} was stopped`, { cause: error }));
      else if (error === null) done(stdout);
      else failed(failureOf(tool, error, stderr));
    });
    const stop = (): void => {
      isStopped = true;
      child.kill();
    };
    for (const end of ENDS) process.once(end, stop);
    child.stdin?.end();
  });
}

function failureOf(tool: Tool, error: ExecFileException, stderr: string): Error {
  if (error.code === 'ENOENT') return new Error(missing(tool), { cause: error });
  const said = `${tool} failed: ${stderr.trim().slice(-SAID_MAX) || String(error.signal ?? error.code)}`;
  const isOfItself = typeof error.code !== 'number' || stderr.includes(TOO_OLD);
  return isOfItself ? new Error(said, { cause: error }) : new ToolFailed(said);
}

function missing(tool: Tool): string {
  return `${tool} is not there: install the client programs of PostgreSQL, of the server's version or newer, and name their folder in PATH`;
}

/** Every user of the machine can see arguments, so the password goes by the environment. */
export function connectionOf(url: string): { address: string; password: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password) || parsed.searchParams.get('password');
  parsed.password = '';
  parsed.searchParams.delete('password');
  // Only for our own driver.
  parsed.searchParams.delete('uselibpqcompat');
  return { address: parsed.href, password: password ?? '' };
}

/** Throws unless both programs are there and can dump a server of this version, as `server_version_num` has it. */
export async function requireTools(serverVersion: number): Promise<void> {
  const server = Math.floor(serverVersion / 10_000);
  for (const tool of ['pg_dump', 'pg_restore'] as const) {
    const said = await runTool(tool, ['--version']);
    const client = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
    if (client >= server) continue;
    const what = tool === 'pg_dump' ? 'dump a server' : 'read the dump of a server';
    throw new Error(
      `${tool} is of PostgreSQL ${client} and cannot ${what} of version ${server}: install the client programs of PostgreSQL ${server} or newer, and name their folder first in PATH`,
    );
  }
}
