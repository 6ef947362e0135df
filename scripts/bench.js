import { transform } from '@swc/core';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeReady } from './ready.js';

/**
 * Builds the service and the benchmarks, and runs them. `bench/*.ts` is compiled to `build/bench/*.js`, and
 * its imports of `../src/…` are redirected to the compiled files in `build/…`.
 */
makeReady();
const root = new URL('..', import.meta.url);
const target = new URL('build/bench/', root);
const options = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));
mkdirSync(target, { recursive: true });
for (const name of readdirSync(new URL('bench/', root)).filter((file) => file.endsWith('.ts'))) {
  const source = new URL(`bench/${name}`, root);
  const { code } = await transform(readFileSync(source, 'utf8'), {
    ...options,
    swcrc: false,
    sourceMaps: 'inline',
    filename: fileURLToPath(source),
  });
  writeFileSync(
    new URL(name.replace(/\.ts$/, '.js'), target),
    code.replaceAll(/(from ['"])\.\.\/src\//g, '$1../'),
  );
}
await import('../build/bench/main.js');
