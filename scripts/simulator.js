import { makeReady } from './ready.js';

makeReady();
await import('../dist/simulator/main.js');
