import { ESLint } from 'eslint';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import tseslint from 'typescript-eslint';
import { EXCEPTIONS, rulesOf, ZONES } from '../../eslint.config.js';

/**
 * Lints texts as if they were the files at the given paths, in a small temporary tree, and prints the
 * findings as JSON. A separate process, because ESLint and the compiler are many times slower inside
 * the test runner. Argument: JSON, texts by path.
 */
async function findings(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'marina-lint-'));
  const options = { target: 'ES2023', module: 'NodeNext', strict: true, types: [] };
  const tree = { ...texts, 'tsconfig.json': JSON.stringify({ compilerOptions: options }) };
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const linter = new ESLint({
    cwd: folder,
    overrideConfigFile: resolve('eslint.config.js'),
    overrideConfig: { languageOptions: { parserOptions: { tsconfigRootDir: folder } } },
  });
  const results = await linter.lintFiles(Object.keys(texts));
  rmSync(folder, { recursive: true, force: true });
  return Object.fromEntries(results.map((result) => [inTree(result, folder), result.messages]));
}

/** Exceptions that are not needed: the files break none of the bans they are exempt from. */
async function unneeded() {
  const zones = Object.entries(ZONES).map(([folder, bans]) => {
    return { files: [`${folder}/**/*.ts`], rules: rulesOf(bans) };
  });
  const linter = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked, ...zones] });
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
  unneeded: await unneeded(),
  findings: await findings(texts),
};
process.stdout.write(JSON.stringify(report));
