/** The part of jest's report that the summary uses. */
export interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly wasInterrupted: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
    }[];
  }[];
}

export interface TestRun {
  readonly root: string;
  readonly seed: number;
  readonly ended: { readonly status: number | null; readonly signal: string | null };
}

export function summaryOf(
  report: TestReport | null,
  run: TestRun,
): { readonly text: string; readonly exitCode: number };
