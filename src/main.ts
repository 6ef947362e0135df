import 'reflect-metadata';
import { serve } from './serve.js';

/**
 * Runs the built service. The environment configures it; SIGTERM and SIGINT stop it gracefully. Whatever it writes
 * is readable by its own user alone, because it holds the names of clients.
 */
process.umask(0o077);
await serve();
