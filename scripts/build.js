import { build } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.js';

/**
 * Builds the programs. `compile.js` compiles each source to `build/`. esbuild then bundles each program with its
 * libraries to `dist/`: a start that loads a few files takes less than half the time of one that loads two thousand.
 */

/** Packages with native code, or that load files and threads beside their own. */
const EXTERNAL = new Set([
  '@fastify/static',
  'better-sqlite3',
  'better-sqlite3-13',
  'pg',
  'pino',
  'swagger-ui-dist',
]);
const PROGRAMS = {
  main: 'build/src/main.js',
  cli: 'build/src/cli.js',
  'simulator/main': 'build/simulator/main.js',
  'reply-parser.thread': 'build/src/infra/exchange/transport/reply-parser.thread.js',
  'day-answers.thread': 'build/src/orders/trading-days/day-answers.thread.js',
  'export-pages.thread': 'build/src/orders/audit-trail/exports/export-pages.thread.js',
  // Loaded only when traces are configured.
  'open-telemetry': 'build/src/infra/observability/open-telemetry.js',
  'chain-verifier.thread': 'build/src/infra/audit/verification/chain-verifier.thread.js',
};
/** Bundled CommonJS modules load other packages with it. */
const REQUIRE =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";

/** Libraries also ask for optional packages that are not installed, and handle their absence at run time. */
const externalPackages = {
  name: 'external-packages',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\/open-telemetry\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
    bundler.onResolve(
      { filter: /^[^./]/ },
      async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'resolving') return undefined;
        const found = await bundler.resolve(path, {
          kind,
          resolveDir,
          importer,
          pluginData: 'resolving',
        });
        const isExternal = EXTERNAL.has(packageOf(path)) || found.errors.length > 0;
        return isExternal ? { path, external: true } : found;
      },
    );
  },
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// The folder that says that all is built goes first.
for (const folder of ['dist', 'build/src', 'build/simulator'])
  rmSync(folder, { recursive: true, force: true });
compile('src', 'simulator');
await build({
  entryPoints: PROGRAMS,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Nest and TypeORM know classes by their names.
  keepNames: true,
  sourcemap: true,
  logLevel: 'warning',
  banner: { js: REQUIRE },
  plugins: [externalPackages],
});
// For archives of the audit trail.
copyFileSync('verifier/marina-verify.mjs', 'dist/marina-verify.mjs');

function packageOf(path) {
  const parts = path.split('/');
  return path.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
