import { rmSync } from 'node:fs';
import { compile } from './compile.js';
import { makeReadyForTests } from './ready.js';

/** Builds the service and the benchmarks, and runs them. */
makeReadyForTests();
rmSync(new URL('../build/bench', import.meta.url), { recursive: true, force: true });
compile('bench');
await import('../build/bench/main.js');
