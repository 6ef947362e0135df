import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.js';

/** Compiles the tests, and puts beside them what they import that is not compiled for the service. */
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
for (const folder of ['test', 'console', 'verifier', 'scripts']) {
  rmSync(`build/${folder}`, { recursive: true, force: true });
}
compile('test', 'console');
for (const path of ['verifier', 'scripts']) {
  cpSync(path, `build/${path}`, { recursive: true });
}
