import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * The only file that reads the time. `now` is the wall clock, for timestamps and trading dates. `steady`
 * is monotonic: the wall clock at start plus a counter. Leases, rate windows and deadlines use it, so
 * that setting the wall clock neither frees a slot of the rate budget nor ends a lease early. The container gets an
 * instance of it, so that rules which only write times need no Nest.
 */
export class Clock {
  private readonly startedAt = Date.now() - performance.now();

  /** Wall clock, milliseconds since 1970 UTC. */
  now(): number {
    return Date.now();
  }

  /** Monotonic within one process; whole milliseconds since 1970 UTC. */
  steady(): number {
    return Math.floor(this.startedAt + performance.now());
  }

  /** Null if the operating system has no boot id. */
  uptime(): Uptime | null {
    const boot = bootOf();
    return boot === null ? null : { boot, ms: Number(process.hrtime.bigint() / 1_000_000n) };
  }

  /** Runs `action` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, action: () => void): () => void {
    const timer = setTimeout(action, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** How long the machine has been up. Independent of the wall clock. */
export interface Uptime {
  /** Boot id of the machine. */
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

/** RFC 3339 in UTC with milliseconds: the format of every time that leaves Marina. */
export function instant(at: number): string {
  return new Date(at).toISOString();
}

/** Of a row that others may have written: as it is there if it is no time. */
export function storedInstant(at: number | null): string | null {
  if (at === null) return null;
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
}
