import { Agenda } from '../../../simulator/agenda.js';
import type { SeededRandom } from '../../../simulator/seeded-random.js';
import { untilFilesAreDone, untilStill, untilStillTwice } from './stillness.js';

/**
 * Virtual time: one heap of events ordered by their time, and at one time by the order in which
 * they were put there. Everything settles before the next event; only a process that was busy for
 * a moment finds several that have come due meanwhile, and takes them in one turn.
 */
const BUSY_SHARE = 0.15;
const BUSY_MOST_MS = 60;

export class World {
  private readonly agenda = new Agenda();
  private time: number;
  events = 0;

  constructor(
    startAt: number,
    private readonly random: SeededRandom,
    /** Lets real time pass after each event as well: it must make no difference. */
    private readonly doubting: boolean,
    private readonly tracing: ((line: string) => void) | null,
  ) {
    this.time = startAt;
  }

  get now(): number {
    return this.time;
  }

  after(delayMs: number, act: () => void): void {
    this.agenda.put(this.time + Math.max(0, Math.round(delayMs)), act);
  }

  at(time: number, act: () => void): void {
    this.agenda.put(Math.max(time, this.time), act);
  }

  /** Runs every event up to that time, and each time calls `look`; ends early when it says so. */
  async runUntil(end: number, look: () => boolean): Promise<void> {
    for (let due = this.agenda.takeDue(end); due !== null; due = this.agenda.takeDue(end)) {
      this.time = Math.max(this.time, due.at);
      this.takeTurn(due.act, end);
      await (this.doubting ? untilStillTwice() : untilStill());
      await untilFilesAreDone();
      if (look()) return;
    }
    this.time = Math.max(this.time, end);
  }

  private takeTurn(first: (at: number) => void, end: number): void {
    const busyMs = this.random.chance(BUSY_SHARE) ? this.random.between(1, BUSY_MOST_MS) : 0;
    this.time = Math.min(end, this.time + busyMs);
    this.events += 1;
    first(this.time);
    if (busyMs === 0) return;
    for (let more = this.takeDue(); more !== null; more = this.takeDue()) {
      this.events += 1;
      more(this.time);
    }
  }

  private takeDue(): ((at: number) => void) | null {
    return this.agenda.takeDue(this.time)?.act ?? null;
  }

  trace(what: () => string): void {
    this.tracing?.(`${new Date(this.time).toISOString().slice(11, 23)} ${what()}`);
  }
}
