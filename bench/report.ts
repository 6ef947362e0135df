import type { Measured } from './measured.js';

export interface Figures {
  readonly marina: Measured;
  readonly plain: Measured;
  readonly empty: Measured;
  readonly raw: Measured;
}

const GOAL_PLAIN = 3;
const GOAL_RAW = 0.4;

export function printReport({ marina, plain, empty, raw }: Figures): void {
  const lines = [
    ['', 'per second', 'p50 ms', 'p99 ms', 'cpu us', 'counted'],
    row('Marina: POST /v1/orders', marina),
    row('(a) plain way: a TypeORM transaction each', plain),
    row('(b) raw better-sqlite3, 64 orders a commit', raw),
    row('(c) empty route: HTTP, key, validation', empty),
  ];
  const own = 1 / marina.perSecond - 1 / empty.perSecond;
  const toPlain = marina.perSecond / plain.perSecond;
  const toRaw = 1 / raw.perSecond / own;
  const text = [
    ...lines.map(
      ([name = '', ...figures]) => name.padEnd(44) + figures.map((f) => f.padStart(11)).join(''),
    ),
    '',
    `Latencies of (b) are those of a whole group of 64.`,
    '',
    `Marina to the plain way = Marina / (a) = ${toPlain.toFixed(2)} ${verdict(toPlain, GOAL_PLAIN)}`,
    `Marina to the raw limit = time per order of (b) / (time per accept of Marina - time per request of (c))`,
    `  = (1 / ${round(raw)}) / (1 / ${round(marina)} - 1 / ${round(empty)})`,
    `  = ${micro(1 / raw.perSecond)} / ${micro(own)} = ${toRaw.toFixed(2)} ${verdict(toRaw, GOAL_RAW)}`,
    '',
    'The same two in processor time of the server alone, which other work on the machine distorts less',
    '(without the wait for the disk, and without the cores that the load and the server share):',
    `  (a) / Marina = ${plain.cpu.toFixed(0)} / ${marina.cpu.toFixed(0)} = ${(plain.cpu / marina.cpu).toFixed(2)}`,
    `  (b) / (Marina - (c)) = ${raw.cpu.toFixed(0)} / (${marina.cpu.toFixed(0)} - ${empty.cpu.toFixed(0)}) = ${(raw.cpu / (marina.cpu - empty.cpu)).toFixed(2)}`,
  ];
  process.stdout.write(`${text.join('\n')}\n`);
}

function row(name: string, measured: Measured): string[] {
  const { p50, p99, cpu, count } = measured;
  const figures = [p50.toFixed(1), p99.toFixed(1), cpu.toFixed(0), String(count)];
  return [name, round(measured), ...figures];
}

function round(measured: Measured): string {
  return measured.perSecond.toFixed(0);
}

function micro(seconds: number): string {
  return `${(seconds * 1e6).toFixed(1)} us`;
}

function verdict(value: number, goal: number): string {
  return `(goal: at least ${goal.toFixed(2)}; ${value >= goal ? 'met' : 'NOT MET'})`;
}
