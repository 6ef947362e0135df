import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = process.cwd();

function node(...args: readonly string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: ROOT });
}

const simulate = (...args: readonly string[]) => {
  const main = JSON.stringify(resolve('build/test/simulation/main.js'));
  const program = `import(${main}).then(async ({ main }) => process.exit(await main(${JSON.stringify(args)})))`;
  return node('--eval', program);
};

describe('Whoever does not know the options of a program', () => {
  it('is told those of the simulation', () => {
    const { status, stdout } = simulate('--help');
    expect(stdout).toMatch(/^Usage: npm run simulate -- /);
    for (const option of ['--seeds', '--load', '--trace', '--canaries'])
      expect(stdout).toContain(option);
    expect(status).toBe(0);
  });

  it('is told them also after one that there is not, and nothing is simulated', () => {
    const { status, stdout, stderr } = simulate('--seedz', '7');
    expect(stderr).toContain("Unknown option '--seedz'");
    expect(stderr).toContain('Usage: npm run simulate -- ');
    expect([status, stdout]).toEqual([2, '']);
  });

  it.each(['check', 'test', 'sbom'])('is told those of npm run %s', (script) => {
    const { status, stdout } = node(`scripts/${script}.js`, '--help');
    expect(stdout).toMatch(/^Usage: npm (run |test)/);
    expect(status).toBe(0);
  });

  it.each(['audit', 'keys create', 'restore', 'conformance', 'doctor', 'move'])(
    'is told those of every command by marina %s --help, which does nothing else',
    (command) => {
      const { status, stdout } = node('dist/cli.js', ...command.split(' '), '--help');
      expect(stdout).toMatch(/^Usage: marina /);
      expect(status).toBe(0);
    },
  );

  it('runs no step of the check that there is not: it would pass', () => {
    const { status, stderr } = node('scripts/check.js', 'test');
    expect(stderr).toContain('There is no step test.');
    expect(status).toBe(2);
  });
});
