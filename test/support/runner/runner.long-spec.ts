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
    const files = {
      'hangs.spec.js': `it('hangs', () => new Promise(() => setInterval(() => {}, 1000)));`,
      'blocks.spec.js': `it('blocks', () => { for (;;); });`,
      'one.spec.js': PASSES,
      'other.spec.js': PASSES,
    };
    const results = resultsOf(files, { limitMs: 20_000 });
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

  it('fails a file that passed, and whose process ends while another project’s file runs', () => {
    const files = {
      'leaves.spec.js': `it('leaves', () => { setTimeout(() => process.exit(0), 10).unref(); });`,
      'waits.spec.js': `it('waits', () => new Promise((done) => setTimeout(done, 2000)));`,
    };
    const projects = [String.raw`leaves\.spec\.js$`, String.raw`waits\.spec\.js$`];
    const results = resultsOf(files, { projects, processes: 1 });
    expect(results['leaves.spec.js']).toEqual(['failed', expect.stringContaining('ended with 0')]);
    expect(results['waits.spec.js']).toEqual(['passed', '']);
  });

  /** Status and message by the file's name; `projects`: the files of each, as patterns. */
  function resultsOf(
    files: Record<string, string>,
    { limitMs = 600_000, processes = 2, projects = [String.raw`\.spec\.js$`] } = {},
  ) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const common = { rootDir: folder, runner: RUNNER, transform: {} };
    const config = {
      rootDir: folder,
      projects: projects.map((testRegex) => ({ ...common, testRegex })),
    };
    const report = join(folder, 'report.json');
    const { stderr } = spawnSync(
      process.execPath,
      [
        JEST,
        '--config',
        JSON.stringify(config),
        '-w',
        String(processes),
        '--json',
        `--outputFile=${report}`,
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, MARINA_TEST_FILE_LIMIT_MS: String(limitMs), FORCE_COLOR: '0' },
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
