import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * The only file that reads the time. Two clocks, because they answer different questions:
 * `now` is the wall clock, for stamps and trading dates; `steady` is the wall clock of the start
 * moved on by a monotonic counter, for leases, windows and deadlines, so that a stepped wall clock
 * neither frees a slot of the rate budget nor ends a lease early.
 */
@Injectable()
export class Clock {
  private readonly startedAt = Date.now() - performance.now();

  /** Wall clock, milliseconds since 1970 UTC. */
  now(): number {
    return Date.now();
  }

  /** Never goes backwards within one process; milliseconds since 1970 UTC, whole. */
  steady(): number {
    return Math.floor(this.startedAt + performance.now());
  }

  /** Null where the system does not tell one start of the machine from another. */
  uptime(): Uptime | null {
    const boot = bootOf();
    return boot === null ? null : { boot, ms: Number(process.hrtime.bigint() / 1_000_000n) };
  }

  /** Runs `action` once after `delayMs`; the returned function takes it back. */
  after(delayMs: number, action: () => void): () => void {
    const timer = setTimeout(action, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** How long the machine has been up, whatever anybody has set its wall clock to. */
export interface Uptime {
  /** Which start of the machine it is counted from. */
  readonly boot: string;
  readonly ms: number;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function bootOf(): string | null {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** RFC 3339, UTC, milliseconds: the form of every instant that leaves Marina. */
export function instant(at: number): string {
  return new Date(at).toISOString();
}
