import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../support/databases/databases.js';
import { inherited, ServiceProcess } from '../../support/process.js';

/** All that `npm pack` may find: without the sources, which it would make ready first. */
const REPOSITORY = [
  'bin', 'console/dist', 'deploy', 'dist', 'docs', 'scripts', 'test/package.json',
  'package.json', 'package-lock.json', 'CHANGELOG.md', 'LICENSE', 'README.md',
]; // prettier-ignore
/** What running does not need and has no program: half of the packages' size. */
const NOT_RUN = /\.(map|d\.[cm]?ts)$/;

/** What whoever has set it up in the repository itself may have there. */
const SECRETS = [
  'deploy/container/.env', 'deploy/container/.env.live', 'deploy/container/live.env.local', 'deploy/container/tls.key',
  'deploy/proxy/key.pem', 'deploy/container/secrets/exchange-api-keys', 'deploy/container/data/marina.db',
  'deploy/systemd/marina.db', 'deploy/kubernetes/secret.yaml', 'dist/data/demo-key-admin', 'docs/adr/.env',
]; // prettier-ignore

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dev?: true; readonly devOptional?: true; readonly link?: true }>
  >;
}

describe('The package that npm pack makes', () => {
  const folder = join(temporaryFolder(), 'package');
  let service: ServiceProcess | null = null;

  afterAll(() => service?.end('SIGKILL'));

  const npm = (cwd: string, ...command: string[]): string =>
    execFileSync('npm', command, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  it('has what is built and what an administrator needs, and no sources', () => {
    const sources = temporaryFolder();
    for (const path of REPOSITORY) cpSync(path, join(sources, path), { recursive: true });
    for (const path of SECRETS) {
      mkdirSync(dirname(join(sources, path)), { recursive: true });
      writeFileSync(join(sources, path), 'secret');
    }
    npm(sources, 'pack', '--loglevel=error');
    const [tarball = ''] = readdirSync(sources).filter((name) => name.endsWith('.tgz'));
    execFileSync('tar', [
      '--extract',
      '--file',
      join(sources, tarball),
      '--directory',
      dirname(folder),
    ]);
    // Of the repository it would count before the lock file.
    expect(existsSync(join(sources, 'npm-shrinkwrap.json'))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([
      'CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'console', 'deploy', 'dist', 'docs',
      'npm-shrinkwrap.json', 'package.json', 'scripts',
    ]); // prettier-ignore
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['deploy/systemd/marina.service', 'docs/backup.md']),
    );
    expect(files.filter((name) => SECRETS.includes(name))).toEqual([]);
    expect(files.filter((name) => /\.(map|ts)$|^scripts\/(?!ready|start)/.test(name))).toEqual([]);
  });

  it('has a lock file that npm ci takes, with the packages that were tested', () => {
    const lock = readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8');
    expect(lock).toBe(readFileSync('package-lock.json', 'utf8'));
    // It asks no registry: whatever the lock file lacked would be missed here.
    const options = ['--workspaces=false', '--omit=dev', '--offline', '--dry-run'];
    expect(() => npm(folder, 'ci', ...options, '--loglevel=error')).not.toThrow();
  });

  it('runs with its production packages alone, elsewhere than the repository', async () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
    const needed = Object.entries(packages).filter(
      ([path, { dev, devOptional, link }]) =>
        path.startsWith('node_modules/') && !dev && !devOptional && !link && existsSync(path),
    );
    for (const [path] of needed) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const filter = (file: string): boolean =>
        !NOT_RUN.test(file) && !file.slice(path.length).includes('/node_modules');
      cpSync(path, join(folder, path), { recursive: true, filter });
    }
    const cwd = temporaryFolder();
    service = await ServiceProcess.start({}, { program: join(folder, 'dist/main.js'), cwd });
    for (const page of ['/health/ready', '/console', '/openapi.json']) {
      const answer = await fetch(`${service.address}${page}`);
      expect([page, answer.status]).toEqual([page, 200]);
    }
    const command = [join(folder, 'bin/marina.js'), 'audit', 'verify', '--json'];
    const output = execFileSync(process.execPath, command, {
      cwd,
      env: inherited(),
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toMatchObject({ valid: true });
    await service.stop();
    rmSync(folder, { recursive: true });
  });
});
