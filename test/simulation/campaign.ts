import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Load } from './plans/plan.js';
import type { SeedReport } from './seed-report.js';
import type { Answer, Errand } from './worker.js';

/** Many seeds, shared out among worker processes one by one. */
export interface Campaign {
  readonly seeds: readonly number[];
  /** The seeds take turns with them. */
  readonly loads: readonly Load[];
  /** How many weeks each seed of the load `week` has. */
  readonly weeks: number;
  readonly parallel: number;
  /** Another built tree than this one. */
  readonly folder: string | null;
  readonly stopAtViolation: boolean;
  /** How often progress is told; null for never. */
  readonly reportSeconds: number | null;
}

export interface BadSeed {
  readonly seed: number;
  readonly load: Load;
  readonly why: readonly string[];
  readonly details: readonly string[];
}

export interface CampaignResult {
  readonly reports: readonly SeedReport[];
  /** How many seeds were run a second time. */
  readonly twice: number;
  readonly bad: readonly BadSeed[];
  readonly seconds: number;
  readonly parallel: number;
  readonly weeks: number;
}

/** The first of so many seeds is run twice, in different processes, the second time with real time passing. */
const TWICE_EVERY = 100;
/** Only catches seeds that hang: a week takes half a minute alone, and many times that on a busy machine. */
const SEED_SECONDS_MAX = 3_600;
/** What thousands of applications leave behind in one process is let go with it. */
const SEEDS_OF_A_WORKER = 250;

export async function runCampaign(campaign: Campaign): Promise<CampaignResult> {
  const startedAt = performance.now();
  const reports: SeedReport[] = [];
  const bad: BadSeed[] = [];
  const roots = new Map<number, string>();
  let twice = 0;
  const errands = errandsOf(campaign);
  const take = (answer: Answer): void => {
    if ('failure' in answer) {
      const { seed, load, failure } = answer;
      bad.push({ seed, load, why: ['the simulation itself failed'], details: [failure] });
      return;
    }
    const { report } = answer;
    const before = roots.get(report.seed);
    if (before !== undefined) {
      twice += 1;
      if (before !== report.root) {
        const details = [`${before} and ${report.root}`];
        bad.push({ ...of(report), why: ['not the same twice'], details });
      }
      return;
    }
    roots.set(report.seed, report.root);
    reports.push(report);
    if (report.violations.length === 0) return;
    const why = [...new Set(report.violations.map(({ invariant }) => invariant))];
    const details = report.violations.map(({ invariant, detail }) => `${invariant}: ${detail}`);
    bad.push({ ...of(report), why, details });
  };
  const next = (): Errand | undefined =>
    campaign.stopAtViolation && bad.length > 0 ? undefined : errands.shift();
  const progress = telling(campaign, () => [reports.length, bad]);
  await Promise.all(
    Array.from({ length: campaign.parallel }, () => work(campaign.folder, next, take)),
  );
  clearInterval(progress);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { parallel, weeks } = campaign;
  return { reports, twice, bad, seconds, parallel, weeks };
}

function errandsOf({ seeds, loads, weeks }: Campaign): Errand[] {
  const errands = seeds.map((seed, index) => {
    const load = loads[index % loads.length] ?? 'anything';
    return { seed, load, weeks, doubting: false };
  });
  // Not many weeks in a row, which take minutes.
  const isShort = ({ load }: Errand): boolean => weeks === 1 || load !== 'week';
  const again = errands.filter((one, index) => isShort(one) && index % TWICE_EVERY === 0);
  return [...errands, ...again.map((errand) => ({ ...errand, doubting: true }))];
}

function of({ seed, load }: SeedReport): Pick<BadSeed, 'seed' | 'load'> {
  return { seed, load };
}

/** One worker, until there is nothing left to do. */
function work(
  folder: string | null,
  next: () => Errand | undefined,
  take: (answer: Answer) => void,
): Promise<void> {
  const file =
    folder === null
      ? fileURLToPath(new URL('worker.js', import.meta.url))
      : join(folder, 'test/simulation/worker.js');
  return new Promise((done) => {
    const child = fork(file, {
      execArgv: ['--max-semi-space-size=32', '--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let errand: Errand | undefined;
    let timer: NodeJS.Timeout | undefined;
    let left = SEEDS_OF_A_WORKER;
    const go = (): void => {
      clearTimeout(timer);
      errand = left > 0 ? next() : undefined;
      if (errand === undefined) {
        child.disconnect();
        return;
      }
      left -= 1;
      child.send(errand);
      timer = setTimeout(() => child.kill('SIGKILL'), SEED_SECONDS_MAX * 1_000);
    };
    child.on('message', (message: Answer | 'ready') => {
      if (message !== 'ready') take(message);
      go();
    });
    child.once('exit', () => {
      clearTimeout(timer);
      if (errand === undefined && left > 0) return done();
      if (errand !== undefined) {
        take({
          seed: errand.seed,
          load: errand.load,
          failure: 'the process ended, or took too long',
        });
      }
      void work(folder, next, take).then(done);
    });
    endTogether(child);
  });
}

/** A campaign that is interrupted leaves no worker behind. */
function endTogether(child: ChildProcess): void {
  const end = (): void => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
}

function telling(
  { seeds, reportSeconds }: Campaign,
  count: () => readonly [number, readonly BadSeed[]],
): NodeJS.Timeout | undefined {
  if (reportSeconds === null) return undefined;
  let told = 0;
  return setInterval(() => {
    const [done, bad] = count();
    // Named at once: a long campaign goes on while somebody looks at what it has found.
    for (const { seed, load, why, details } of bad.slice(told))
      process.stderr.write(`${seed} (${load}): ${why.join('; ')}: ${details[0] ?? ''}\n`);
    told = bad.length;
    process.stderr.write(`${done} of ${seeds.length} seeds, ${bad.length} bad\n`);
  }, reportSeconds * 1_000);
}
