import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from './clock.js';

const RESOLUTION_MS = 20;
/** Short enough to notice overload at once, long enough that one slow step is none. */
const WINDOW_MS = 500;

/** How late the event loop has been lately: what every caller waits, whatever it asks. */
export class EventLoopDelay {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readAt: number;
  private lastMs = 0;

  constructor(private readonly clock: Pick<Clock, 'steady'>) {
    this.readAt = clock.steady();
    this.histogram.enable();
  }

  /** The mean of the last window, in milliseconds; while the loop is held up, for how long it has been. */
  recentMs(): number {
    const now = this.clock.steady();
    const sinceMs = now - this.readAt;
    if (sinceMs < WINDOW_MS) return this.lastMs;
    const mean = this.histogram.mean / 1e6;
    // Without a sample the loop has not turned since: requests that arrived together are read in one turn.
    if (Number.isNaN(mean)) return (this.lastMs = Math.max(this.lastMs, sinceMs - RESOLUTION_MS));
    this.lastMs = Math.max(0, mean - RESOLUTION_MS);
    this.histogram.reset();
    this.readAt = now;
    return this.lastMs;
  }
}
