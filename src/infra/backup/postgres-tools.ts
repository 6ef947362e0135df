import { execFile } from 'node:child_process';
import { processEnvironment } from '../config/config.js';

/** The client programs of PostgreSQL, which do the copying. */
export type Tool = 'pg_dump' | 'pg_restore';

/** What they read of the environment: where they are, and how to connect. Our own secrets are not theirs. */
const INHERITED = /^(PATH|HOME|TZ|LANG|LC_.*|PG.*)$/;
/** Of what a program writes when it fails. */
const SAID_MAX = 2_000;
const OUTPUT_MAX = 16 * 1024 * 1024;

/** Runs a program to its end; resolves with what it wrote. `url`: the database that it connects to. */
export async function runTool(
  tool: Tool,
  args: readonly string[],
  url: string | null = null,
): Promise<string> {
  const { address, password } = url === null ? { address: null, password: '' } : connectionOf(url);
  const named = Object.entries(processEnvironment).filter(([name]) => INHERITED.test(name));
  const env = Object.fromEntries(named);
  if (password !== '') env['PGPASSWORD'] = password;
  const all = address === null ? args : [...args, `--dbname=${address}`];
  return new Promise((done, failed) => {
    execFile(tool, all, { env, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) => {
      if (error === null) return done(stdout);
      if (error.code === 'ENOENT') return failed(new Error(missing(tool), { cause: error }));
      failed(new Error(`${tool} failed: ${stderr.trim().slice(-SAID_MAX) || String(error.code)}`));
    });
  });
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

/** Throws unless `pg_dump` is there and can dump a server of this version, as `server_version_num` has it. */
export async function requirePgDump(serverVersion: number): Promise<void> {
  const server = Math.floor(serverVersion / 10_000);
  const said = await runTool('pg_dump', ['--version']);
  const client = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
  if (client >= server) return;
  throw new Error(
    `pg_dump is of PostgreSQL ${client} and cannot dump a server of version ${server}: install the client programs of PostgreSQL ${server} or newer, and name their folder first in PATH`,
  );
}
