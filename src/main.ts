import 'reflect-metadata';
import { serve } from './serve.js';

/** Runs the built service. The environment configures it; SIGTERM and SIGINT stop it gracefully. */
await serve();
