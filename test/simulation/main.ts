import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.js';
import { CANARIES, type Canary } from './canaries.js';
import { LOADS, type Load } from './plans/plan.js';
import { REGRESSIONS } from './plans/regressions.js';
import { SeedRun } from './run-seed.js';
import { summaryOf } from './summary.js';
import { Template } from './template.js';

const USAGE = `Usage: npm run simulate -- [options]

  --seeds N         so many seeds, 1000 if not given
  --from N          beginning with this one
  --seed N          this one alone
  --load NAME       ${LOADS.join(', ')}, or all: every load in turn
  --weeks N         so many weeks in a row, with --load week
  --trace           with --seed: everything that happens in it
  --parallel N      so many at once, as many as there are cores if not given
  --until-bad       end at the first violation
  --canary NAME     against a build with this planted error
  --canaries        against each planted error, until it is caught
  --json            one JSON object instead of text

Exit codes: 0 no violation, 1 a violation, 2 wrong usage.
`;

/** Most are caught within 200; what needs several rare things at once is given more. */
const CANARY_SEEDS = 3_000;

/** Makes a copy of the built tree with the canary's error; answers its folder. */
export type Mutate = (canary: Canary) => Promise<string>;

/** How often each load has its turn: more often where most has been found, seldom a week, which takes long. */
const OFTEN: Readonly<Record<Load, number>> = {
  anything: 36,
  network: 12,
  rare: 40,
  week: 1,
  power: 12,
  pair: 12,
};
const IN_TURN = LOADS.flatMap((load) => Array.from({ length: OFTEN[load] }, () => load));

export async function main(args: readonly string[], mutate: Mutate): Promise<number> {
  const values = optionsOf(args);
  if (values === null) return 2;
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (values.canaries === true) return huntCanaries(mutate, Number(values.parallel));
  const canary = values.canary === undefined ? null : canaryOf(values.canary);
  if (values.seed !== undefined && values.trace === true) {
    const { seed } = values;
    const weeks = weeksOf(values.weeks);
    if (canary === null) return traceSeed(Number(seed), loadOf(values.load), weeks);
    const file = pathToFileURL(join(await mutate(canary), 'test/simulation/main.js'));
    const mutant = (await import(file.href)) as { readonly main: typeof main };
    const which = ['--seed', seed, '--load', values.load, '--weeks', values.weeks];
    return mutant.main([...which, '--trace'], mutate);
  }
  const from = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  const usual = Array.from({ length: count }, (_, index) => from + index);
  const isCampaign = values.seed === undefined;
  // They are days of this load. Under another load they are other days, which nobody has looked at.
  const first = isCampaign && values.load === 'anything' ? REGRESSIONS : [];
  const seeds = [...new Set([...first, ...usual])];
  const result = await runCampaign({
    seeds,
    loads: values.load === 'all' ? IN_TURN : [loadOf(values.load)],
    weeks: weeksOf(values.weeks),
    parallel: Number(values.parallel),
    folder: canary === null ? null : await mutate(canary),
    stopAtViolation: values['until-bad'] === true,
    reportSeconds: 10,
  });
  const summary = summaryOf(result, canary?.name ?? null);
  process.stdout.write(values.json === true ? `${JSON.stringify(summary)}\n` : summary.text);
  return result.bad.length > 0 ? 1 : 0;
}

const OPTIONS = {
  seeds: { type: 'string', default: '1000' },
  from: { type: 'string', default: '1' },
  seed: { type: 'string' },
  load: { type: 'string', default: 'anything' },
  weeks: { type: 'string', default: '1' },
  trace: { type: 'boolean' },
  parallel: { type: 'string', default: String(availableParallelism()) },
  canary: { type: 'string' },
  canaries: { type: 'boolean' },
  'until-bad': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Null, with the usage on standard error, if one is unknown. */
function optionsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return null;
  }
}

function canaryOf(name: string): Canary {
  const found = CANARIES.find((canary) => canary.name === name);
  if (found !== undefined) return found;
  throw new Error(`The canaries are: ${CANARIES.map((canary) => canary.name).join(', ')}`);
}

function weeksOf(text: string): number {
  const weeks = Number(text);
  if (!Number.isSafeInteger(weeks) || weeks < 1) throw new Error(`${text} is no number of weeks`);
  return weeks;
}

function loadOf(name: string): Load {
  const found = LOADS.find((load) => load === name);
  if (found !== undefined) return found;
  throw new Error(`The loads are: ${LOADS.join(', ')}`);
}

async function traceSeed(seed: number, load: Load, weeks: number): Promise<number> {
  const template = await Template.make();
  const trace = (line: string): void => void process.stdout.write(`${line}\n`);
  const report = await SeedRun.of(seed, { template, load, weeks, trace });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.violations.length > 0 ? 1 : 0;
}

const TABLE_HEAD = [
  '| Planted error | Caught by | Seeds run | Seed | Load |',
  '| --- | --- | --- | --- | --- |',
];

async function huntCanaries(mutate: Mutate, parallel: number): Promise<number> {
  const usual = Array.from({ length: CANARY_SEEDS }, (_, index) => index + 1);
  const seeds = [...new Set([...REGRESSIONS, ...usual])];
  const lines: string[] = [];
  let survivors = 0;
  for (const canary of CANARIES) {
    const folder = await mutate(canary);
    const result = await runCampaign({
      seeds,
      // A week takes as long as thirty days, and finds hardly more than they do.
      loads: LOADS.filter((load) => load !== 'week'),
      weeks: 1,
      parallel,
      folder,
      stopAtViolation: true,
      reportSeconds: null,
    });
    const [first] = result.bad;
    if (first === undefined) survivors += 1;
    const caught = first === undefined ? 'SURVIVED' : first.why.join('; ');
    const needed = String(result.reports.length);
    lines.push(
      `| \`${canary.name}\` | ${caught} | ${needed} | ${first?.seed ?? ''} | ${first?.load ?? ''} |`,
    );
    process.stderr.write(`${lines.at(-1) ?? ''}\n`);
  }
  process.stdout.write(`${[...TABLE_HEAD, ...lines].join('\n')}\n`);
  return survivors > 0 ? 1 : 0;
}
