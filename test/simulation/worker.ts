import 'reflect-metadata';
import type { Load } from './plans/plan.js';
import { SeedRun } from './run-seed.js';
import { Template } from './template.js';
import type { SeedReport } from './seed-report.js';

/** A process that runs the seeds it is handed, one by one, and tells of each. */
export interface Errand {
  readonly seed: number;
  readonly doubting: boolean;
  readonly load: Load;
  readonly weeks: number;
}

export type Answer =
  | { readonly seed: number; readonly report: SeedReport }
  /** The simulation itself has failed. */
  | { readonly seed: number; readonly load: Load; readonly failure: string };

const template = await Template.make();

process.on('message', (errand: Errand) => {
  const { seed, doubting, load, weeks } = errand;
  SeedRun.of(seed, { template, doubting, load, weeks }).then(
    (report) => process.send?.({ seed, report } satisfies Answer),
    (error: unknown) => {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ seed, load, failure } satisfies Answer);
    },
  );
});
// An end by signal leaves no folder behind either.
for (const end of ['disconnect', 'SIGTERM'] as const) process.on(end, () => process.exit(0));
process.send?.('ready');
