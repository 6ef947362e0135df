import { closeSync, openSync } from 'node:fs';
import { errorCode } from '../database/units/unit-of-work.js';
import { toolsEnded } from './postgres-tools.js';

/** A signal has told the process to end. Whoever catches it ends the process: work may still go on. */
export class Interrupted extends Error {}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Does work and cleans up after it however it ends, also by a signal, at which a process otherwise leaves everything as it
 * is. Much of what a backup does cannot be stopped half-way, so it is not waited for then; programs that run are, because
 * they could still make files. `signal` keeps work that goes on from what it must not do any more.
 */
export async function withCleanUp<T>(
  work: (signal: AbortSignal) => Promise<T>,
  cleanUp: () => Promise<void>,
): Promise<T> {
  const stop = new AbortController();
  const interrupted = new Promise<never>((_, failed) => {
    stop.signal.addEventListener('abort', () => {
      void toolsEnded().then(() => failed(stop.signal.reason as Interrupted));
    });
  });
  const onSignal = (name: string): void =>
    stop.abort(new Interrupted(`Stopped by ${name}: nothing of it was kept`));
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await Promise.race([work(stop.signal), interrupted]);
  } finally {
    await cleanUp();
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

/** For its owner alone, before anything is in it. At once, so that no signal comes between it and who cleans up. */
export function reserve(partial: string): void {
  try {
    closeSync(openSync(partial, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new Error(
      `${partial} exists: another command is writing it, or was interrupted. Remove it if none is`,
      { cause: error },
    );
  }
}
