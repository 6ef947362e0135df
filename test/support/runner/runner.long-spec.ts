import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('runner.js', import.meta.url));
const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');

const PASSES = `it('passes', () => { expect(1).toBe(1); });`;

describe('the tests’ runner', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marina-runner-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the result of every file', () => {
    expect(
      resultsOf({
        'passes.spec.js': PASSES,
        'fails.spec.js': `it('fails', () => { expect(1).toBe(2); });`,
        'no-test.spec.js': `throw new Error('cannot be loaded');`,
      }),
    ).toEqual({
      'passes.spec.js': ['passed', ''],
      'fails.spec.js': ['failed', expect.stringContaining('Expected: 2')],
      'no-test.spec.js': ['failed', expect.stringContaining('cannot be loaded')],
    });
  });

  it('fails a file that hangs, and runs the others', () => {
    const results = resultsOf({
      'hangs.spec.js': `it('hangs', () => new Promise(() => setInterval(() => {}, 1000)));`,
      'blocks.spec.js': `it('blocks', () => { for (;;); });`,
      'one.spec.js': PASSES,
      'other.spec.js': PASSES,
    });
    expect(results['hangs.spec.js']).toEqual(['failed', expect.stringContaining('it hangs')]);
    expect(results['blocks.spec.js']).toEqual(['failed', expect.stringContaining('it hangs')]);
    expect(results['one.spec.js']).toEqual(['passed', '']);
    expect(results['other.spec.js']).toEqual(['passed', '']);
  });

  it('fails a file whose process ends, and runs the others in a new one', () => {
    const results = resultsOf({
      'exits.spec.js': `it('exits', () => process.exit(0));`,
      'killed.spec.js': `it('is killed', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });`,
      'one.spec.js': PASSES,
      'other.spec.js': PASSES,
    });
    expect(results['exits.spec.js']).toEqual(['failed', expect.stringContaining('ended with 0')]);
    expect(results['killed.spec.js']).toEqual([
      'failed',
      expect.stringContaining('ended with SIGKILL'),
    ]);
    expect(results['one.spec.js']).toEqual(['passed', '']);
    expect(results['other.spec.js']).toEqual(['passed', '']);
  });

  /** Status and message by the file's name, with two processes for all files. */
  function resultsOf(files: Record<string, string>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = {
      rootDir: folder,
      runner: RUNNER,
      transform: {},
      testRegex: String.raw`\.spec\.js$`,
    };
    const report = join(folder, 'report.json');
    const { stderr } = spawnSync(
      process.execPath,
      [JEST, '--config', JSON.stringify(config), '-w', '2', '--json', `--outputFile=${report}`],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, MARINA_TEST_FILE_LIMIT_MS: '15000', FORCE_COLOR: '0' },
      },
    );
    const { testResults } = JSON.parse(readOr(report, stderr)) as {
      testResults: { name: string; status: string; message: string }[];
    };
    return Object.fromEntries(
      testResults.map(({ name, status, message }) => [
        name.slice(folder.length + 1),
        [status, message],
      ]),
    );
  }
});

function readOr(path: string, text: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(text);
  }
}
