import { makeReady } from './ready.js';

makeReady();
await import('../dist/main.js');
