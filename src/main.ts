import 'reflect-metadata';
import { serve } from './serve.js';

/** The built service, configured by its environment alone. SIGTERM and SIGINT drain it. */
await serve();
