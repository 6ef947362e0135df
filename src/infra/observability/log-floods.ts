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
  /** Says at the end how many lines were withheld. */
  readonly tell: () => void;
}

/** Keeps one message that repeats thousands of times a minute from filling the disk and hiding all others. */
export class LogFloods {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Pick<Clock, 'steady' | 'after'>) {}

  /** False: the line is counted, and a line at the end of the minute says how many were. */
  admits(message: string, code: string, logger: Logger): boolean {
    const key = JSON.stringify([logger.bindings()['part'], message, code]);
    const window = this.windowOf(key, () => {
      const { withheld } = this.windows.get(key) ?? { withheld: 0 };
      this.windows.delete(key);
      if (withheld > 0) logger.warn({ withheld, of: message }, 'lines withheld');
    });
    if (window === null) return true;
    window.lines += 1;
    if (window.lines <= LINES_MAX) return true;
    window.withheld += 1;
    if (window.withheld === 1) {
      this.clock.after(window.since + WINDOW_MS - this.clock.steady(), window.tell);
    }
    return false;
  }

  /** The service stops, and no minute will end any more. */
  end(): void {
    for (const { tell } of [...this.windows.values()]) tell();
  }

  private windowOf(key: string, tell: () => void): Window | null {
    const now = this.clock.steady();
    const isOver = ({ since, withheld }: Window): boolean =>
      withheld === 0 && now - since >= WINDOW_MS;
    const known = this.windows.get(key);
    if (known !== undefined && !isOver(known)) return known;
    if (this.windows.size >= MESSAGES_MAX) {
      for (const [one, window] of this.windows) if (isOver(window)) this.windows.delete(one);
    }
    if (known === undefined && this.windows.size >= MESSAGES_MAX) return null;
    const window = { since: now, lines: 0, withheld: 0, tell };
    this.windows.set(key, window);
    return window;
  }
}
