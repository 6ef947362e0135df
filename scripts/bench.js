import { compile } from './compile.js';
import { makeReady } from './ready.js';

/** Builds the service and the benchmarks, and runs them. */
makeReady();
compile('bench');
await import('../build/bench/main.js');
