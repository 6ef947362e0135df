import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { temporaryFolder } from '../../support/databases/databases.js';

/** What needs root, systemd or a registry; all else of the guide is run as it is written, below a folder of its own. */
const STUBS = `
set -euo pipefail
useradd() { :; }
systemctl() { :; }
git() { :; }
tar() { cat > /dev/null; }
npm() { echo "npm $*"; }
sudo() { [ "$1 $2" = '-u marina' ]; shift 2; "$@"; }
install() {
  local count=$#
  while ((count > 0)); do
    case $1 in
      -o | -g) shift 2; count=$((count - 2)) ;;
      *) set -- "$@" "$1"; shift; count=$((count - 1)) ;;
    esac
  done
  command install "$@"
}
`;
const PLACES = [
  '/opt/marina',
  '/etc/marina',
  '/etc/systemd',
  '/var/lib/marina',
  '/usr/local/bin',
  '/backup',
];
const IS_SET = '# After EXCHANGE_BASE_URL and the rest of marina.env are set:';

interface Ran {
  readonly status: number;
  readonly output: string;
}

/** The first block of code below a heading. */
function blockOf(document: string, heading: string): string {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  return /^```\n([^]*?)^```$/m.exec(section)?.[1] ?? '';
}

describe("Whoever follows the administrators' guide", () => {
  const guide = readFileSync('docs/administration.md', 'utf8');
  const backups = readFileSync('docs/backup.md', 'utf8');
  const [install = '', start = ''] = blockOf(guide, 'Install with systemd').split(IS_SET);
  let root: string;
  let exchange: Simulator;

  beforeAll(async () => {
    root = temporaryFolder();
    exchange = await startSimulator({ seed: 'administration' });
    for (const place of ['/opt', '/etc/systemd/system', '/usr/local/bin', '/backup/marina'])
      mkdirSync(join(root, place), { recursive: true });
  });

  afterAll(() => exchange.close());

  /** In the folder, also where the text is that of an installed file. */
  const placed = (text: string): string =>
    PLACES.reduce((now, place) => now.replaceAll(place, `${root}${place}`), text);
  /** Not synchronously: the exchange is in this process. */
  const run = (script: string): Promise<Ran> => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { HOME, PATH: `${root}/usr/local/bin:${PATH}` };
    return new Promise((resolve) => {
      execFile('bash', ['-c', STUBS + placed(script)], { env }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  };
  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(root, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  it('has an installation whose doctor finds nothing wrong, and a first key', async () => {
    const installed = await run(install.replace('sk_test_…', 'sk_test_simulator'));
    expect(installed).toEqual({
      status: 0,
      output: 'npm ci --workspaces=false\nnpm run build\nnpm prune --omit=dev --workspaces=false\n',
    });
    for (const part of ['dist', 'node_modules', 'package.json'])
      symlinkSync(resolve(part), join(root, 'opt/marina', part));
    edit('usr/local/bin/marina', placed);
    edit('etc/marina/marina.env', (text) => text.replace('https://exchange.example', exchange.url));
    const { status, output } = await run(start);
    expect([status, output]).toEqual([0, expect.stringContaining('mk_')]);
    expect(output).not.toMatch(/^FAIL/m);
  });

  it('can give every command that the guide names without a choice of its own', async () => {
    const named = [...guide.matchAll(/`(marina [a-z -]+)`/g)].map(([, command = '']) => command);
    const commands = [...new Set(named)].filter((command) => command !== 'marina move');
    expect(commands.length).toBeGreaterThan(4);
    for (const command of commands) {
      const { status, output } = await run(command);
      expect([command, status, output]).toEqual([command, 0, expect.any(String)]);
    }
  });

  it('has a backup that can be restored', async () => {
    const backup = blockOf(backups, 'Backup of SQLite').replace('npx ', '');
    expect(await run(backup)).toMatchObject({ status: 0 });
    const [made = ''] = readdirSync(join(root, 'backup/marina')).filter((name) =>
      name.endsWith('.db'),
    );
    const NAME = /marina-\d{8}T\d{6}Z\.db/;
    expect(made).toMatch(NAME);
    const tried = blockOf(backups, 'Try a backup').replace('npx ', '').replace(NAME, made);
    expect(await run(tried)).toMatchObject({ status: 0 });
    const [restored = ''] = /(?<=`npx )marina restore \S+\.db(?=`)/.exec(backups) ?? [];
    expect(await run(`${restored.replace(NAME, made)} --replace`)).toMatchObject({ status: 0 });
    expect(await run('marina audit verify')).toMatchObject({ status: 0 });
  });
});
