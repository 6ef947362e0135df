import { execFile } from 'node:child_process';
import {
  cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../databases/databases.js';
import { ServiceProcess } from '../process.js';
import { COMMANDS, HARMLESS, PLACES } from './stand-ins.js';

const PLACE = new RegExp(String.raw`(?<![\w.}-])(${PLACES.join('|')})(?![\w-])`, 'g');
const ABSOLUTE = /(?<![\w.}/:-])\/[a-z][\w./-]*/g;
const FOLDERS = [
  'etc/systemd/system',
  'opt',
  'usr/local/bin',
  'var/log',
  'backup/marina',
  'srv',
  'run/marina',
];
const BUILT = ['dist', 'node_modules', 'package.json'];
const UNIT = 'etc/systemd/system/marina.service';

export interface Ran {
  readonly status: number;
  readonly output: string;
  /** What was asked of systemd, the container engine or the cluster. */
  readonly asked: readonly string[];
}

type Variables = Record<string, string>;

/** The machine of an administrator: a folder that has the repository, and to which commands are confined. */
export class Machine {
  readonly root = temporaryFolder();
  /** Before the other folders of programs. */
  programs = '';
  /** Written for every command, like what a user has in the profile. */
  readonly profile: Variables = {};

  /** `sources`: where the repository lies. */
  constructor(private readonly sources = '/home/admin/marina') {
    for (const folder of FOLDERS) mkdirSync(join(this.root, folder), { recursive: true });
    const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' });
    for (const file of files.map((name) => join('deploy', name))) {
      if (statSync(file).isFile()) this.write(join(sources, file), readFileSync(file, 'utf8'));
    }
    for (const part of BUILT) symlinkSync(resolve(part), join(this.root, sources, part));
    this.write('container.env', '');
  }

  /** The text with the folders of this machine. */
  placed(text: string): string {
    return text.replace(PLACE, `${this.root}$1`);
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  write(file: string, text: string): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.placed(text));
  }

  edit(file: string, change: (text: string) => string): void {
    this.write(file, change(this.read(file)));
  }

  /** Runs commands in the folder of the repository. Not synchronously: the exchange is in this process. */
  run(script: string): Promise<Ran> {
    const { PATH = '', HOME = '' } = process.env;
    const asked = join(this.root, 'asked');
    writeFileSync(asked, '');
    const env = {
      HOME,
      PATH: [this.placed('/usr/local/bin'), this.programs, PATH].filter(Boolean).join(':'),
      ASKED: asked,
      CONTAINER: this.root,
      ...this.profile,
    };
    const cwd = join(this.root, this.sources);
    const commands = this.placed(script);
    for (const [path] of commands.matchAll(ABSOLUTE)) {
      if (!path.startsWith(this.root) && !HARMLESS.some((one) => one === path))
        throw new Error(`${path} would be a path of the real machine: ${script}`);
    }
    return new Promise((done) => {
      execFile('bash', ['-c', COMMANDS + commands], { env, cwd }, (error, stdout, stderr) =>
        done({
          status: error === null ? 0 : Number(error.code),
          output: stdout + stderr,
          asked: readFileSync(asked, 'utf8').split('\n').slice(0, -1),
        }),
      );
    });
  }

  /** Runs commands that must succeed; resolves with what they wrote. */
  async done(script: string): Promise<string> {
    const { status, output } = await this.run(script);
    if (status !== 0) throw new Error(`Exit code ${status} of ${script}: ${output}`);
    return output;
  }

  /** Starts the service as systemd would, by the installed unit. */
  startUnit(): Promise<ServiceProcess> {
    const folder = `${join(this.root, UNIT)}.d`;
    const additions = readdirSync(dirname(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.conf'))
      .map((name) => readFileSync(join(dirname(folder), name), 'utf8'));
    const unit = [this.read(UNIT), ...additions].join('\n');
    const all = (name: string): string[] =>
      [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const credentials = join(this.root, 'credentials');
    rmSync(credentials, { recursive: true, force: true });
    for (const [name = '', file = ''] of all('LoadCredential').map((one) => one.split(':')))
      cpSync(file, join(credentials, name));
    const own = all('Environment').join('\n').replaceAll('%d', credentials);
    const settings = all('EnvironmentFile').map((file) => readFileSync(file, 'utf8'));
    const [, program = ''] = (all('ExecStart')[0] ?? '').split(' ');
    const [cwd = ''] = all('WorkingDirectory');
    const env = { ...variablesIn(own), ...variablesIn(settings.join('\n')) };
    return ServiceProcess.start(env, { program, cwd });
  }

  /** Starts the service as in a container that has these variables. */
  startContainer(folder: string): Promise<ServiceProcess> {
    const env = { ...variablesIn(this.read('container.env')), HOST: '127.0.0.1', PORT: '0' };
    return ServiceProcess.start(env, { cwd: join(this.root, folder) });
  }

  /** What the service in a container gets, and the command line beside it. */
  writeContainer(variables: Variables): void {
    const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"\n`);
    this.write('container.env', lines.join(''));
  }
}

/** The lines `NAME=value`, of which the value may be quoted. */
export function variablesIn(text: string): Variables {
  const lines = text.matchAll(/^([A-Z_]+)=(?:"(.*)"|(.*))$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]),
  );
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Calls the API with a key. */
export async function ask(
  { address }: { readonly address: string },
  key: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<Answer> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      connection: 'close',
      // Orders are answered when the exchange has answered.
      prefer: 'wait=60',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}

/** The secret of a key, which `keys create` and `keys rotate` show once. */
export function keyIn(output: string): string {
  return /\bmk_[\w-]+/.exec(output)?.[0] ?? '';
}
