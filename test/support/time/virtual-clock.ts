import { Clock, type Uptime } from '../../../src/infra/runtime/clock.js';
import { Activity } from './activity.js';

/** A Friday at noon in Lagos: the session is open, and no day ends soon. */
export const FRIDAY_NOON = Date.UTC(2026, 10, 20, 11);

/** Longer than anything a test waits for; a longer wait would never end. */
const LONGEST_WAIT_MS = 3_600_000;
/** After waiting this long, a fast timer's every tick is not needed; those of a slow machine will do. */
const SLOWS_AFTER_MS = 10_000;
const SLOW_TICK_MS = 1_000;
/** After this long, the test may be waiting for something in real time, such as a socket closing. */
const LONG_WAIT_MS = 60_000;

/** A test that waits for something. */
interface Flow {
  /** When it has waited too long. */
  readonly until: number;
  readonly fail: (error: unknown) => void;
}

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/**
 * The clock of a whole desk and of the exchange next to it. Time passes only while a test waits for
 * something, and only when nothing is left to do at the present moment: then the clock jumps to the
 * next timer. So a slow machine makes nothing late, and between two steps of a test time stands still.
 */
export class VirtualClock extends Clock {
  /** Each of two clocks would take the other's turns of the event loop for work, and wait for ever. */
  private static driven: VirtualClock | null = null;
  readonly activity = new Activity();
  private timers: Timer[] = [];
  private waiting = 0;
  private readonly flows = new Set<Flow>();
  private driving: Promise<void> | null = null;
  /** Since when a test has been waiting for the same thing; null while it waits for nothing. */
  private waitsSince: number | null = null;
  private hasEnded = false;
  /** How far the wall clock has been set forward or back. */
  private stepped = 0;
  /** How far ahead the wall clock was when the process started. */
  private ahead = 0;
  private boots = 1;
  private readonly onMove: ((at: number) => void)[] = [];

  constructor(private time = FRIDAY_NOON) {
    super();
  }

  override now(): number {
    return this.time + this.stepped;
  }

  override steady(): number {
    return this.time + this.ahead;
  }

  override uptime(): Uptime {
    return { boot: `start ${this.boots}`, ms: this.time };
  }

  /** Starts a process: its steady clock begins at the wall clock, right or wrong. */
  startProcess(): void {
    this.ahead = this.stepped;
  }

  /** Reboots the machine: nobody can tell how long it was off. */
  startMachine(): void {
    this.boots += 1;
  }

  /** The true time, as other clocks show it. */
  get world(): number {
    return this.time;
  }

  override after(delayMs: number, action: () => void): () => void {
    const timer = { at: this.time + Math.max(0, delayMs), action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  override sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  /** Repeats until the returned function is called; less often while a test waits for long. */
  every(periodMs: number, action: () => void): () => void {
    let stop = (): void => undefined;
    const again = (): void => {
      stop = this.after(this.hasWaitedLong ? Math.max(periodMs, SLOW_TICK_MS) : periodMs, () => {
        again();
        action();
      });
    };
    again();
    return () => stop();
  }

  private get hasWaitedLong(): boolean {
    return this.waitsSince !== null && this.time - this.waitsSince > SLOWS_AFTER_MS;
  }

  /** Registers an action that runs at each new time, before anything happens at it. */
  follow(action: (at: number) => void): void {
    this.onMove.push(action);
    action(this.time);
  }

  /** Sets the wall clock forward or back. */
  step(ms: number): void {
    this.stepped += ms;
  }

  /** The machine wakes up later: everything that was due meanwhile is due now. */
  jumpTo(at: number): void {
    this.moveTo(Math.max(at, this.time));
    this.runDue();
  }

  /** Advances a moment, in which nothing else happens. */
  tick(): void {
    this.moveTo(this.time + 1);
  }

  /** Lets time pass until the promise is settled. */
  async flow<T>(promise: Promise<T>): Promise<T> {
    this.waiting += 1;
    const isFirst = this.waitsSince === null;
    this.waitsSince ??= this.time;
    this.driving ??= this.drive();
    let fail = (_: unknown): void => undefined;
    const failed = new Promise<never>((_, reject) => (fail = reject));
    const flow = { until: this.time + LONGEST_WAIT_MS, fail };
    this.flows.add(flow);
    try {
      return await Promise.race([promise, failed]);
    } finally {
      this.flows.delete(flow);
      this.waiting -= 1;
      if (isFirst) this.waitsSince = null;
    }
  }

  /** Lets time pass. */
  pass(ms: number): Promise<void> {
    return this.flow(this.sleep(ms));
  }

  /** Lets time pass until the answer meets the condition; on timeout, fails with the last answer. */
  async until<T>(
    ask: () => Promise<T> | T,
    holds: (answer: T) => boolean,
    within: Within,
  ): Promise<T> {
    const began = this.time;
    this.waitsSince = began;
    try {
      for (;;) {
        const answer = await ask();
        if (holds(answer)) return answer;
        const waited = this.time - began;
        if (waited > within.withinMs) throw new Error(within.otherwise(JSON.stringify(answer)));
        // After waiting for minutes, there is no need to look every moment.
        await this.passOrWrite(Math.max(LOOK_EVERY_MS, Math.round(waited / 100)));
      }
    } finally {
      this.waitsSince = null;
    }
  }

  /** Lets time pass until the next look: longer while nothing is written, because all is as it was. */
  private async passOrWrite(ms: number): Promise<void> {
    const { writes } = this.activity;
    await this.pass(ms);
    if (this.activity.writes > writes || ms >= LOOK_LEAST_EVERY_MS) return;
    let cancel = (): void => undefined;
    const long = new Promise<void>((resolve) => {
      cancel = this.after(LOOK_LEAST_EVERY_MS - ms, resolve);
    });
    await this.flow(Promise.race([long, this.activity.nextWrite()]));
    cancel();
  }

  /** Stops the time for good, even for those still waiting; only one clock at a time may run. */
  async end(): Promise<void> {
    this.hasEnded = true;
    await this.driving;
    this.hasEnded = false;
  }

  private async drive(): Promise<void> {
    try {
      await this.endOther();
      const began = this.time;
      await this.activity.rests();
      while (this.waiting > 0 && !this.hasEnded) {
        if (this.timers.length === 0) await this.untilSomethingHappens();
        else this.moveOn();
        if (this.time - began > LONG_WAIT_MS) await this.activity.pauses();
        await this.activity.rests();
      }
    } catch (error) {
      for (const { fail } of this.flows) fail(error);
    } finally {
      this.driving = null;
    }
  }

  /** That of a test that failed, and so did not close its desk. */
  private async endOther(): Promise<void> {
    const other = VirtualClock.driven;
    VirtualClock.driven = this;
    if (other !== this) await other?.end();
  }

  /** To the next timer; what has waited too long by then fails. */
  private moveOn(): void {
    const next = this.timers.reduce((least, { at }) => Math.min(least, at), Infinity);
    this.moveTo(Math.max(next, this.time));
    this.runDue();
    for (const { until, fail } of this.flows) {
      if (until <= this.time)
        fail(new Error(`Nothing came of it in ${LONGEST_WAIT_MS} ms of virtual time`));
    }
  }

  /** No time can pass: only something real is awaited, such as a socket that closes. */
  private untilSomethingHappens(): Promise<void> {
    return this.activity.until(() => this.timers.length > 0 || this.waiting === 0 || this.hasEnded);
  }

  private moveTo(at: number): void {
    this.time = at;
    for (const follow of this.onMove) follow(at);
  }

  private runDue(): void {
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter(({ at }) => at > this.time);
    for (const { action } of due.sort((one, other) => one.at - other.at)) action();
  }
}

const LOOK_EVERY_MS = 50;
/** What depends on the time alone, or is in memory, is seen this late. */
const LOOK_LEAST_EVERY_MS = 500;

export interface Within {
  readonly withinMs: number;
  readonly otherwise: (last: string) => string;
}
