import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EXCEPTIONS, rulesOf, ZONES } from '../../eslint.config.js';

/**
 * Lints texts as if they were the files at the given paths, in a small temporary tree, and prints the
 * findings of ESLint and Oxlint as JSON. A separate process, because ESLint is many times slower inside
 * the test runner. Argument: JSON, texts by path.
 */
async function findings(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'marina-lint-'));
  const lib = ['ES2023', 'DOM'];
  const options = { target: 'ES2023', module: 'NodeNext', strict: true, types: [], lib };
  const tree = { ...texts, 'tsconfig.json': JSON.stringify({ compilerOptions: options }) };
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const linter = new ESLint({
    cwd: folder,
    overrideConfigFile: resolve('eslint.config.js'),
  });
  const results = await linter.lintFiles(Object.keys(texts));
  const found = new Map(results.map((result) => [inTree(result, folder), result.messages]));
  for (const { filename, code, labels } of withTypes(folder)) {
    found.get(filename)?.push({ line: labels[0].span.line, ruleId: ruleOf(code), message: '' });
  }
  rmSync(folder, { recursive: true, force: true });
  return Object.fromEntries(found);
}

/** What Oxlint finds in the tree. */
function withTypes(folder) {
  copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  const oxlint = createRequire(import.meta.url).resolve('oxlint/package.json');
  const args = [join(dirname(oxlint), 'bin/oxlint'), '--format=json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout).diagnostics;
}

/** `typescript(await-thenable)` as the configuration names it; some are ESLint's own. */
function ruleOf(code) {
  return `typescript/${/\((.+)\)/.exec(code)[1]}`;
}

/** All that `.oxlintrc.json` switches on anywhere. */
function rulesWithTypes() {
  const { rules, overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
  const all = [rules, ...overrides.map((override) => override.rules)].flatMap(Object.entries);
  return [...new Set(all.filter(([, level]) => level !== 'off').map(([rule]) => rule))];
}

/** Exceptions that are not needed: the files break none of the bans they are exempt from. */
async function unneeded() {
  const zones = Object.entries(ZONES).map(([folder, bans]) => {
    return { files: [`${folder}/**/*.ts`], rules: rulesOf(bans) };
  });
  const linter = new ESLint({ overrideConfig: zones });
  const needs = async ({ files, free }) => {
    const results = await linter.lintFiles(files);
    const messages = results.flatMap((result) => result.messages.map(({ message }) => message));
    const idle = free.filter((ban) => !messages.some((message) => message.includes(`${ban}: `)));
    return idle.map((ban) => `${files}: ${ban}`);
  };
  return (await Promise.all(EXCEPTIONS.map(needs))).flat();
}

function inTree({ filePath }, folder) {
  return filePath.slice(filePath.indexOf(folder) + folder.length + 1);
}

const texts = JSON.parse(process.argv[2]);
const report = {
  zones: ZONES,
  exceptions: EXCEPTIONS,
  rulesWithTypes: rulesWithTypes(),
  unneeded: await unneeded(),
  findings: await findings(texts),
};
process.stdout.write(JSON.stringify(report));
