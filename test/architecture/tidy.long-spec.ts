import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  BANNED_EVERYWHERE,
  BANNED_IN_SRC,
  BANNED_IN_TESTS,
  PREAMBLE,
  RULES,
  TYPE_IMPORTS,
  type PlantedLine,
} from './planted-lines.js';
import { TYPED_RULES } from './planted-typed-lines.js';
import { OIDC_SETTINGS } from '../../src/infra/config/oidc-config.js';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
const code = files.filter((file) => /^(src|simulator|test|bench)\/.*\.ts$/.test(file));

const text = (file: string): string => readFileSync(file, 'utf8');
const lines = (file: string): number => text(file).trimEnd().split('\n').length;
/** `file:line` of every line that matches. */
const linesLike = (among: readonly string[], pattern: RegExp): readonly string[] =>
  among.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );

describe('The tree', () => {
  it('has no barrel', () => {
    expect(files.filter((file) => /^index\.[cm]?[jt]sx?$/.test(basename(file)))).toEqual([]);
  });

  it('has no drawer for odds and ends', () => {
    const drawer = /^(common|helpers?|lib|misc|shared|utils?)$/;
    const folders = files.flatMap((file) => dirname(file).split('/'));
    expect(folders.filter((folder) => drawer.test(folder))).toEqual([]);
  });

  it('is at most four folders deep in src', () => {
    const deep = code.filter((file) => file.startsWith('src/') && file.split('/').length > 5);
    expect(deep).toEqual([]);
  });

  it('has no folder of src with more than twenty files beside each other, but for the migrations', () => {
    const folders = files
      .filter((file) => file.startsWith('src/'))
      .map(dirname)
      .filter((folder) => basename(folder) !== 'migrations');
    const sizes = new Map<string, number>();
    for (const folder of folders) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    expect(sizes.size).toBeGreaterThan(50);
    expect([...sizes].filter(([, size]) => size > 20)).toEqual([]);
  });

  it('names no path of a machine', () => {
    const prose = files.filter((file) => file !== 'package-lock.json');
    const place = /(?<![\w.-])\/(?:work|root|Users|tmp\/bash)[/_]/;
    expect(linesLike(prose, place)).toEqual([]);
  });

  it('takes packages from whatever registry its reader uses', () => {
    expect(text('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('has the licence that package.json names', () => {
    expect(JSON.parse(text('package.json'))).toHaveProperty('license', 'Apache-2.0');
    expect(text('LICENSE')).toMatch(/Apache License\s+Version 2\.0/);
  });

  it('has an ARCHITECTURE.md that is read in ten minutes', () => {
    expect(lines('ARCHITECTURE.md')).toBeLessThanOrEqual(150);
  });

  it('tells of every setting in README.md', () => {
    const names = text('src/infra/config/config.ts').match(
      /(?<=read\.\w+\(\s*')[A-Z][A-Z0-9_]+(?=')/g,
    );
    const readme = text('README.md');
    expect(names?.length).toBeGreaterThanOrEqual(10);
    const all = [...(names ?? []), ...OIDC_SETTINGS];
    expect(all.filter((name) => !readme.includes(name))).toEqual([]);
  });

  it('switches no rule off without a reason, and no ban at all', () => {
    const switches = linesLike(code, /(es|ox)lint-disable/);
    const reasoned = linesLike(
      code,
      /(es|ox)lint-disable-(next-)?line (?!.*no-restricted).* -- \S/,
    );
    const own = 'test/architecture/';
    expect(switches.filter((at) => !reasoned.includes(at) && !at.startsWith(own))).toEqual([]);
  });
});

interface Finding {
  readonly line: number;
  readonly ruleId: string | null;
  readonly message: string;
}

interface Report {
  readonly zones: Readonly<Record<'src' | 'simulator' | 'test' | 'bench', readonly string[]>>;
  readonly exceptions: readonly { readonly files: string; readonly free: readonly string[] }[];
  /** That `.oxlintrc.json` switches on. */
  readonly rulesWithTypes: readonly string[];
  readonly unneeded: readonly string[];
  readonly findings: Readonly<Record<string, readonly Finding[]>>;
}

const SRC = [...BANNED_EVERYWHERE, ...BANNED_IN_SRC];

type PlantedFile = readonly [path: string, plants: readonly PlantedLine[]];

const PLANTED_FILES: readonly PlantedFile[] = [
  ['src/orders/any.ts', [...SRC, ...RULES]],
  ['src/orders/fills/any.ts', SRC],
  ['src/orders/fills/plain.ts', TYPE_IMPORTS],
  ['simulator/any.ts', BANNED_EVERYWHERE],
  ['test/orders/any.spec.ts', BANNED_IN_TESTS],
];

/** Files with exceptions from the bans. */
const EXEMPT_FILES: readonly PlantedFile[] = [
  ['src/infra/runtime/clock.ts', SRC],
  ['src/infra/http/request-id.ts', SRC],
  ['simulator/server.ts', BANNED_EVERYWHERE],
];

const textOf = (plants: readonly PlantedLine[]): string =>
  [PREAMBLE, ...plants.map(([, planted]) => planted)].join('\n');

/** A file of its own for each rule. */
const fileOf = (rule: string): string => `src/planted/${rule}.ts`;

function lint(): Promise<Report> {
  const texts = Object.fromEntries(
    [...PLANTED_FILES, ...EXEMPT_FILES].map(([path, plants]) => [path, textOf(plants)]),
  );
  for (const [rule, planted] of Object.entries(TYPED_RULES)) texts[fileOf(rule)] = planted;
  const script = join('test', 'architecture', 'lint-texts.js');
  return new Promise((done, failed) => {
    execFile(process.execPath, [script, JSON.stringify(texts)], (error, output) => {
      if (error === null) done(JSON.parse(output) as Report);
      else failed(new Error('The texts could not be linted', { cause: error }));
    });
  });
}

/** Planted lines of a file that the named ban or rule does not stop. */
function notStopped(report: Report, [path, plants]: PlantedFile): readonly PlantedLine[] {
  let next = PREAMBLE.split('\n').length + 1;
  return plants.filter(([stoppedBy, planted]) => {
    const start = next;
    next += planted.split('\n').length;
    const within = (report.findings[path] ?? []).filter(({ line }) => line >= start && line < next);
    return !within.some((finding) => nameOf(finding) === stoppedBy);
  });
}

function nameOf({ ruleId, message }: Finding): string {
  const isBan = ruleId?.startsWith('no-restricted-') === true;
  return (isBan ? /(\w+): /.exec(message)?.[1] : ruleId) ?? '';
}

describe('The house rules', () => {
  let report: Report;

  beforeAll(async () => {
    report = await lint();
  });

  it.each(PLANTED_FILES)('stop every planted line in %s', (...planted) => {
    expect(notStopped(report, planted)).toEqual([]);
  });

  it('stop a planted text by every rule that needs types, and have one for each', () => {
    const stopped = Object.keys(TYPED_RULES)
      .map((rule) => [`typescript/${rule}`, fileOf(rule)] as const)
      .filter(([rule, file]) => report.findings[file]?.some(({ ruleId }) => ruleId === rule))
      .map(([rule]) => rule);
    expect(stopped.sort()).toEqual([...report.rulesWithTypes].sort());
  });

  it('have a planted line for every ban', () => {
    const planted = [...SRC, ...BANNED_IN_TESTS].map(([by]) => by);
    const bans = Object.values(report.zones).flat();
    expect(bans.filter((ban) => !planted.includes(ban))).toEqual([]);
  });

  it.each(EXEMPT_FILES)('free %s from nothing but its own exceptions', (...planted) => {
    const own = report.exceptions.find(({ files }) => files === planted[0])?.free;
    const free = notStopped(report, planted).map(([stoppedBy]) => stoppedBy);
    expect([...new Set(free)]).toEqual(own);
  });

  it('have no exception that nothing needs any more', () => {
    expect(report.unneeded).toEqual([]);
  });
});
