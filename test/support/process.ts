import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve as absolute } from 'node:path';

const PROGRAM = absolute('dist/main.js');
/** Only catches processes that hang, on the slowest machine. */
const START_MS = 300_000;
const LOOK_EVERY_MS = 20;

/**
 * Reads are not refused because the machine is slow, or because the process stood still (SIGSTOP); the refusals
 * have tests of their own.
 */
const PATIENT = { OVERLOAD_DELAY_MS: '60000' };

/** What a process needs to start, and whatever moves the clock of the tests (libfaketime, say). */
const INHERITED = /^(PATH|TZ|LD_PRELOAD|FAKETIME.*)$/;

export function inherited(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => INHERITED.test(name));
  return Object.fromEntries(variables.map(([name, value]) => [name, value ?? '']));
}

/** The built service as a separate process, as a process manager would run it. */
export class ServiceProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    private readonly written: { errors: string },
  ) {}

  static start(
    env: Record<string, string>,
    {
      openFiles,
      program = PROGRAM,
      cwd,
    }: { openFiles?: number; program?: string; cwd?: string } = {},
  ): Promise<ServiceProcess> {
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `;
    const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...inherited(), ...PATIENT, PORT: '0', ...env },
    });
    return new Promise((resolve, reject) => {
      const written = { errors: '' };
      const failed = (what: string): void => reject(new Error(`${what}: ${written.errors}`));
      const timer = setTimeout(() => failed('It did not start'), START_MS);
      child.stderr.on('data', (text: Buffer) => (written.errors += text.toString()));
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        failed(`It ended with ${String(code ?? signal)}`);
      });
      createInterface(child.stdout).on('line', (line) => {
        const found = /"address":"([^"]+)"/.exec(line);
        if (found?.[1] === undefined) return;
        clearTimeout(timer);
        resolve(new ServiceProcess(child, found[1], written));
      });
    });
  }

  /** What it has written to standard error. */
  get errors(): string {
    return this.written.errors;
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves once SIGSTOP has stopped the process. */
  async stopped(): Promise<void> {
    while (!stateOf(Number(this.child.pid)).startsWith('T')) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Resolves with the signal or exit code once the process has ended on its own. */
  died(): Promise<string> {
    const { signalCode, exitCode } = this.child;
    if (signalCode !== null || exitCode !== null)
      return Promise.resolve(String(signalCode ?? exitCode));
    return new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    });
  }

  /** Stops it in good order; fails with what it wrote to standard error if it did not end so. */
  async stop(): Promise<void> {
    this.failIfEnded();
    if ((await this.end('SIGTERM')) !== 0) throw this.ended();
  }

  /** As by `kill -9`; fails if it had ended before, which only a defect explains. */
  async kill(): Promise<void> {
    this.failIfEnded();
    await this.end('SIGKILL');
  }

  private failIfEnded(): void {
    if (this.child.exitCode !== null || this.child.signalCode !== null) throw this.ended();
  }

  private ended(): Error {
    const { exitCode, signalCode } = this.child;
    return new Error(`It ended with ${String(exitCode ?? signalCode)}: ${this.written.errors}`);
  }

  /** Ends the process with this signal; resolves with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    return new Promise((resolve) => {
      const { exitCode, signalCode } = this.child;
      if (exitCode !== null || signalCode !== null) resolve(exitCode);
      this.child.removeAllListeners('exit');
      // By then all that it wrote has been read.
      this.child.once('close', (code) => resolve(code));
      this.child.kill(signal);
    });
  }
}

/** The state as `ps` shows it; not every small Linux has `ps`. */
export function stateOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  if (existsSync(file)) return readFileSync(file, 'utf8').split(') ')[1] ?? '';
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}
