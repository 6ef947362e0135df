import { INVARIANTS } from './invariants/violation.js';
import type { BadSeed, CampaignResult } from './campaign.js';
import { percentile } from './people/decisions.js';
import type { Counts, SeedReport } from './seed-report.js';
import { weeksText } from './week-sizes.js';

/** What a campaign has found and what it has reached, for people and for the test. */
export interface Summary {
  readonly seeds: number;
  /** Those that were run a second time, and had to end the same. */
  readonly twice: number;
  readonly seconds: number;
  readonly seedsPerSecondPerCore: number;
  readonly orders: number;
  readonly calls: number;
  readonly virtualHours: number;
  readonly needPerson: number;
  readonly open: number;
  /** Of the load `network`: what became of posts whose outcome was unknown. */
  readonly decided: number;
  readonly decidedP50Ms: number;
  readonly decidedP95Ms: number;
  readonly undecided: number;
  readonly worstMinute: number;
  readonly kills: Counts;
  readonly faults: Counts;
  readonly outside: Counts;
  readonly workloads: Counts;
  readonly statuses: Counts;
  readonly requests: Counts;
  readonly breaks: Counts;
  readonly violations: Counts;
  readonly bad: readonly BadSeed[];
  readonly text: string;
}

const BAD_SHOWN = 20;
const DETAILS_SHOWN = 4;

export function summaryOf(result: CampaignResult, canary: string | null): Summary {
  const { reports, twice, bad, seconds } = result;
  const sum = (of: (report: SeedReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const counts = (of: (report: SeedReport) => Counts): Counts => added(reports.map(of));
  const tookMs = reports.flatMap((report) => report.decisions.tookMs);
  const summary = {
    seeds: reports.length,
    twice,
    seconds,
    seedsPerSecondPerCore: reports.length / (sum((report) => report.cpuMs) / 1_000),
    orders: sum((report) => report.orders),
    calls: sum((report) => report.calls),
    virtualHours: sum((report) => report.virtualMs) / 3_600_000,
    needPerson: sum((report) => report.needPerson),
    open: sum((report) => report.open),
    decided: tookMs.length,
    decidedP50Ms: percentile(tookMs, 50),
    decidedP95Ms: percentile(tookMs, 95),
    undecided: sum((report) => report.decisions.left),
    worstMinute: Math.max(0, ...reports.map((report) => report.worstMinute)),
    kills: counts((report) => report.kills),
    faults: counts((report) => report.faults),
    outside: counts((report) => report.outside),
    workloads: counts((report) => ({ [report.workload]: 1 })),
    statuses: counts((report) => report.statuses),
    requests: counts((report) => report.requests),
    breaks: counts((report) => report.breaks),
    violations: added(bad.map(({ why }) => Object.fromEntries(why.map((name) => [name, 1])))),
    bad,
  };
  const manyWeeks = reports.flatMap(({ weeks }) => (weeks.length > 1 ? weeksText(weeks) : []));
  return { ...summary, text: [textOf(summary, result, canary), ...manyWeeks].join('') };
}

function added(all: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

function textOf(
  summary: Omit<Summary, 'text'>,
  { parallel, weeks }: CampaignResult,
  canary: string | null,
): string {
  const person = ((100 * summary.needPerson) / Math.max(1, summary.orders)).toFixed(1);
  const lines = [
    '',
    `seeds               ${summary.seeds} in ${summary.seconds.toFixed(1)} s with ${parallel} processes`,
    `a second, each core ${summary.seedsPerSecondPerCore.toFixed(1)} seeds, by processor time`,
    `virtual hours       ${summary.virtualHours.toFixed(0)}`,
    `orders, calls       ${summary.orders}, ${summary.calls}`,
    `need a person       ${person} % of the orders`,
    ...decisionLines(summary),
    `busiest minute      ${summary.worstMinute} calls of one key`,
    `have a break        ${((100 * summary.open) / Math.max(1, summary.orders)).toFixed(1)} % of the orders`,
    `workloads           ${listed(summary.workloads)}`,
    `kills               ${listed(summary.kills)}`,
    `faults              ${listed(summary.faults)}`,
    `from outside        ${listed(summary.outside)}`,
    `orders are          ${listed(summary.statuses)}`,
    `requests are        ${listed(summary.requests)}`,
    `open breaks         ${listed(summary.breaks)}`,
    `invariants held     ${Object.keys(INVARIANTS).filter((name) => summary.violations[name] === undefined).length} of ${Object.keys(INVARIANTS).length}`,
    `seeds that violate  ${listed(summary.violations) || 'none'}`,
    ...summary.bad.slice(0, BAD_SHOWN).flatMap((one) => badLines(one, weeks, canary)),
    '',
  ];
  return lines.join('\n');
}

function decisionLines(summary: Omit<Summary, 'text'>): string[] {
  const { decided, decidedP50Ms, decidedP95Ms, undecided, orders } = summary;
  if (decided + undecided === 0) return [];
  const [p50, p95] = [decidedP50Ms, decidedP95Ms].map((ms) => (ms / 1_000).toFixed(1));
  const left = ((100 * undecided) / Math.max(1, orders)).toFixed(1);
  return [
    `unknown posts       ${decided} decided, ${p50} s after the quiet time (p50), ${p95} s (p95)`,
    `left to people      ${undecided} posts, ${left} % of the orders`,
  ];
}

function listed(counts: Counts): string {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function badLines(
  { seed, load, details }: BadSeed,
  weeks: number,
  canary: string | null,
): string[] {
  const which = [
    load === 'anything' ? '' : ` --load ${load}`,
    weeks === 1 ? '' : ` --weeks ${weeks}`,
    canary === null ? '' : ` --canary ${canary}`,
  ].join('');
  return [
    '',
    `npm run simulate -- --seed ${seed} --trace${which}`,
    ...details.slice(0, DETAILS_SHOWN).map((detail) => `  ${detail}`),
  ];
}
