import type { Logger } from 'pino';
import type { Clock } from '../runtime/clock.js';

/** Of one message of a part, with one code, before the others of the same minute are only counted. */
const LINES_MAX = 300;
const WINDOW_MS = 60_000;
/** Messages are constants; those of libraries may not be. What does not fit is not limited. */
const MESSAGES_MAX = 500;

interface Window {
  readonly since: number;
  lines: number;
  withheld: number;
}

/** Keeps one message that repeats thousands of times a minute from filling the disk and hiding all others. */
export class LogFloods {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Pick<Clock, 'steady' | 'after'>) {}

  /** False: the line is counted, and a line at the end of the minute says how many were. */
  admits(message: string, code: string, logger: Logger): boolean {
    const key = JSON.stringify([logger.bindings()['part'], message, code]);
    const window = this.windowOf(key);
    if (window === null) return true;
    window.lines += 1;
    if (window.lines <= LINES_MAX) return true;
    window.withheld += 1;
    if (window.withheld === 1) {
      this.clock.after(window.since + WINDOW_MS - this.clock.steady(), () => {
        this.windows.delete(key);
        logger.warn({ withheld: window.withheld, of: message }, 'lines withheld');
      });
    }
    return false;
  }

  private windowOf(key: string): Window | null {
    const now = this.clock.steady();
    const isOver = ({ since, withheld }: Window): boolean =>
      withheld === 0 && now - since >= WINDOW_MS;
    const known = this.windows.get(key);
    if (known !== undefined && !isOver(known)) return known;
    if (this.windows.size >= MESSAGES_MAX) {
      for (const [one, window] of this.windows) if (isOver(window)) this.windows.delete(one);
    }
    if (known === undefined && this.windows.size >= MESSAGES_MAX) return null;
    const window = { since: now, lines: 0, withheld: 0 };
    this.windows.set(key, window);
    return window;
  }
}
