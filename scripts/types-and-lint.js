import { ESLint } from 'eslint';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

/**
 * Runs `npm run typecheck` and `npm run lint` in one process. Many lint rules need the type checker, so
 * separately the two would read and check all files twice. Files, options and rules are those of
 * the `tsconfig.json` files and `eslint.config.js`.
 */
const CACHE = '.cache/';
// `require`, because an import would first scan the whole compiler for its export names.
const ts = createRequire(import.meta.url)('typescript');

/** The service with its tests, and the console, which runs in a browser. */
const programs = [
  programOf('tsconfig.json', 'types'),
  programOf('console/tsconfig.json', 'console'),
];
const typesHold = programs.map(types).every((holds) => holds);
const lintHolds = await lint(programs.map((program) => program.getProgram()));
process.exit(typesHold && lintHolds ? 0 : 1);

function programOf(config, name) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => say([problem]) };
  const kept = { incremental: true, tsBuildInfoFile: resolve(`${CACHE}${name}.json`) };
  const { fileNames, options, errors, projectReferences } = ts.getParsedCommandLineOfConfigFile(
    config,
    kept,
    host,
  );
  return ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
    projectReferences,
  });
}

function types(incremental) {
  const found = [...ts.getPreEmitDiagnostics(incremental)];
  // Emits only the incremental build info for the next run.
  found.push(...incremental.emit().diagnostics);
  say(found);
  return found.length === 0;
}

function say(problems) {
  process.stderr.write(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    }),
  );
}

async function lint(checked) {
  const { parser } = tseslint;
  const parseForESLint = (text, options) =>
    parser.parseForESLint(text, { ...options, projectService: false, programs: checked });
  const linter = new ESLint({
    overrideConfig: {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: { parser: { meta: parser.meta, parseForESLint } },
    },
    cache: true,
    cacheStrategy: 'content',
    cacheLocation: `${CACHE}eslint`,
  });
  const results = await linter.lintFiles('.');
  process.stderr.write(await (await linter.loadFormatter('stylish')).format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}
