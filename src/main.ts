import 'reflect-metadata';
import { boundHeapGrowth } from './infra/heap.js';
import { serve } from './serve.js';

/** The built service, configured by its environment alone. SIGTERM and SIGINT drain it. */
boundHeapGrowth();
await serve();
