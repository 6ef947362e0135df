import { performance } from 'node:perf_hooks';
import type { Database } from '../../src/infra/database/database.js';
import type { Unit, UnitOfWork } from '../../src/infra/database/unit-of-work.js';

/** Turns of the event loop without any event, one after another, before it counts as at rest. */
const QUIET_TURNS = 4;
/** What other threads of the process do; open sockets, servers and timers only wait. */
const ELSEWHERE = /FSReq|WriteWrap|ConnectWrap|ShutdownWrap|ReqWrap|Request|MessagePort/;
/** In real time: what never rests for so long is a defect, and should be told as one. */
const LONGEST_MS = 120_000;

/**
 * Tells when nothing is left to do at the present moment. Within this process the event loop's own
 * count of events tells it: whatever is sent on loopback has arrived at the next turn. What other
 * processes do for it, a database server above all, is counted while it is waited for.
 */
export class Activity {
  private pending = 0;
  private atRest: (() => void)[] = [];

  /** Counts the work of somebody outside this process. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.pending += 1;
    try {
      return await work;
    } finally {
      this.pending -= 1;
      if (this.pending === 0) for (const resolve of this.atRest.splice(0)) resolve();
    }
  }

  /** Leaves the processor to others for a moment. */
  pauses(): Promise<void> {
    return new Promise((go) => setTimeout(go, 2));
  }

  /** A statement that is never answered would keep a test waiting for as long as it may take. */
  private answered(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`It never rests: ${this.pending} of the database are not answered`));
      }, LONGEST_MS);
      this.atRest.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async rests(): Promise<void> {
    const began = performance.now();
    let seen = -1;
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (this.pending > 0) await this.answered();
      const { events } = performance.nodeTiming.uvMetricsInfo;
      const doing = process.getActiveResourcesInfo().filter(isWork);
      if (events !== seen || doing.length > 0) quiet = -1;
      seen = events;
      if (doing.some((kind) => kind !== 'Immediate')) await this.pauses();
      if (performance.now() - began > LONGEST_MS)
        throw new Error(`It never rests: ${doing.join(' ')}`);
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Immediates too: some of our own work goes on turn after turn without any event. */
function isWork(kind: string): boolean {
  return kind === 'Immediate' || ELSEWHERE.test(kind);
}

/** The same database; what is asked of it counts as activity. */
export function watched(database: Database, activity: Activity): Database {
  const units: UnitOfWork = {
    run: <T>(work: (unit: Unit) => Promise<T>) => activity.during(database.units.run(work)),
  };
  const reading: Database['reading'] = {
    query: (sql, parameters) => activity.during(database.reading.query(sql, parameters)),
    find: (entity, where, parameters) =>
      activity.during(database.reading.find(entity, where, parameters)),
  };
  const seen = Object.create(database) as Database;
  return Object.defineProperties(seen, {
    units: { value: units },
    reading: { value: reading },
    read: {
      value: (question: Parameters<Database['read']>[0]) =>
        activity.during(database.read(question)),
    },
    close: { value: () => activity.during(database.close()) },
  });
}
