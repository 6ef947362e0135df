import { summaryOf, type TestReport } from '../../scripts/test-summary.js';

const WELL = { status: 0, signal: null };
const BADLY = { status: 1, signal: null };

const PASSED: TestReport = {
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 0,
  wasInterrupted: false,
  testResults: [
    {
      name: '/clone/build/test/a.spec.js',
      status: 'passed',
      message: '',
      assertionResults: [{ status: 'passed', ancestorTitles: ['An order'], title: 'is kept' }],
    },
  ],
};

function of(report: TestReport | null, ended: { status: number | null; signal: string | null }) {
  const { text, exitCode } = summaryOf(report, { root: '/clone', seed: 7, ended });
  return { lines: text.split('\n').slice(0, -1), exitCode };
}

describe('The end of a test run', () => {
  it('is one line of totals when everything passed', () => {
    expect(of(PASSED, WELL)).toEqual({ lines: ['2 passed, 0 failed, 2 skipped'], exitCode: 0 });
  });

  it('names each failed test, and the command that runs it alone with the same seed', () => {
    const [file] = PASSED.testResults;
    const assertionResults = [
      { status: 'passed', ancestorTitles: ['An order'], title: 'is kept' },
      { status: 'failed', ancestorTitles: ["An order's price"], title: '(A1) is kept' },
    ];
    const report = {
      ...PASSED,
      numFailedTests: 1,
      testResults: [{ name: '', message: 'why', ...file, status: 'failed', assertionResults }],
    };
    expect(of(report, BADLY)).toEqual({
      lines: [
        "failed: test/a.spec.ts: An order's price (A1) is kept",
        String.raw`  MARINA_TEST_SEED=7 npm test -- test/a.spec.ts -t 'An order'\''s price \(A1\) is kept'`,
        'to repeat all tests with the same seed: MARINA_TEST_SEED=7 npm test',
        '2 passed, 1 failed, 2 skipped',
      ],
      exitCode: 1,
    });
  });

  it.each([
    [['An order', 'is kept'], '(beforeEach)', " -t 'An order is kept'"],
    [['An order'], '(beforeAll)', " -t 'An order'"],
    [[], '(afterAll)', ''],
  ])('repeats the tests of a hook that failed (%j, %s)', (ancestorTitles, title, only) => {
    const assertionResults = [{ status: 'failed', ancestorTitles, title }];
    const file = { name: '/clone/build/test/a.spec.js', status: 'failed', message: 'why' };
    const report = { ...PASSED, numFailedTests: 1, testResults: [{ ...file, assertionResults }] };
    expect(of(report, BADLY).lines.slice(0, 2)).toEqual([
      `failed: test/a.spec.ts: ${[...ancestorTitles, title].join(' ')}`,
      `  MARINA_TEST_SEED=7 npm test -- test/a.spec.ts${only}`,
    ]);
  });

  it('names a file that could not be loaded, as one failure', () => {
    const message =
      '  ● Test suite failed to run\n\n    Cannot find module ./b\n\n      at x\n  at y';
    const file = {
      name: '/clone/build/test/b.spec.js',
      status: 'failed',
      message,
      assertionResults: [],
    };
    const testResults = [...PASSED.testResults, file];
    const report = { ...PASSED, numRuntimeErrorTestSuites: 1, testResults };
    expect(of(report, BADLY)).toEqual({
      lines: [
        'failed outside its tests: test/b.spec.ts',
        '  Cannot find module ./b',
        '  MARINA_TEST_SEED=7 npm test -- test/b.spec.ts',
        'to repeat all tests with the same seed: MARINA_TEST_SEED=7 npm test',
        '2 passed, 1 failed, 2 skipped',
      ],
      exitCode: 1,
    });
  });

  it.each([
    ['jest wrote no report and ended with 1', null, BADLY],
    ['jest wrote no report and ended with 0', null, WELL],
    ['jest was ended by SIGKILL', null, { status: null, signal: 'SIGKILL' }],
    ['jest was ended by SIGTERM', PASSED, { status: null, signal: 'SIGTERM' }],
    ['jest was interrupted: not every test was run', { ...PASSED, wasInterrupted: true }, WELL],
    ['no test file was found', { ...PASSED, testResults: [] }, BADLY],
    ['jest ended with 1, but no test failed', PASSED, BADLY],
  ])('says as a failure: %s', (why, report, ended) => {
    const { lines, exitCode } = of(report, ended);
    expect(lines[0]).toBe(why);
    expect(lines.at(-1)).toContain(' 1 failed, ');
    expect(exitCode).toBe(1);
  });
});
