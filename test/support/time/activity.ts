import { performance } from 'node:perf_hooks';
import type { Database } from '../../../src/infra/database/database.js';
import { Questions, type Reading } from '../../../src/infra/database/reads.js';
import type { Unit, UnitOfWork } from '../../../src/infra/database/units/unit-of-work.js';

/** The event loop counts as idle after this many turns in a row without an event. */
const QUIET_TURNS = 4;
/** Work of other threads of the process; open sockets, servers and timers only wait. */
const ELSEWHERE = /FSReq|WriteWrap|ConnectWrap|ShutdownWrap|ReqWrap|Request|MessagePort/;
/** In real time. Work that does not finish within this time is a defect and is reported. */
const LONGEST_MS = 600_000;

/**
 * Detects when nothing is left to do at the present moment. Within this process, the event loop's own
 * count of events tells: whatever was sent on loopback has arrived by the next turn. Work of other
 * processes, above all of a database server, is counted while we wait for it.
 */
export class Activity {
  private pending = 0;
  private written = 0;
  private onWrite: (() => void)[] = [];
  private atRest: (() => void)[] = [];

  /** Counts work that happens outside this process. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.pending += 1;
    try {
      return await work;
    } finally {
      this.pending -= 1;
      if (this.pending === 0) for (const resolve of this.atRest.splice(0)) resolve();
    }
  }

  /** How many units of work have been done; what is stored is the same as long as this is. */
  get writes(): number {
    return this.written;
  }

  nextWrite(): Promise<void> {
    return new Promise((resolve) => void this.onWrite.push(resolve));
  }

  /** Counts a unit of work, which happens outside this process too. */
  async writing<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.during(work);
    } finally {
      this.written += 1;
      for (const resolve of this.onWrite.splice(0)) resolve();
    }
  }

  /** Yields the processor for a moment. */
  pauses(): Promise<void> {
    return new Promise((go) => setTimeout(go, 2));
  }

  /** Waits in real time for what neither the event loop nor a timer announces. */
  async until(holds: () => boolean): Promise<void> {
    const began = performance.now();
    while (!holds()) {
      if (performance.now() - began > LONGEST_MS)
        throw new Error('No timer is left, and what is awaited does not end');
      await this.pauses();
    }
  }

  /** Fails if a statement is never answered, because the test would otherwise wait for ever. */
  private answered(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`Statements without an answer: ${this.pending}`));
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
        throw new Error(`Work that never finishes: ${doing.join(' ')}`);
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Includes immediates, because some of our own work runs turn after turn without events. */
function isWork(kind: string): boolean {
  return kind === 'Immediate' || ELSEWHERE.test(kind);
}

/** The same database, with its queries counted as activity. */
export function watched(database: Database, activity: Activity): Database {
  const units: UnitOfWork = {
    run: <T>(work: (unit: Unit) => Promise<T>) => activity.writing(database.units.run(work)),
    runOn: (orderId, work) => activity.writing(database.units.runOn(orderId, work)),
    runAlone: (work) => activity.writing(database.units.runAlone(work)),
    runJointly: (work, item) => activity.writing(database.units.runJointly(work, item)),
  };
  const watching = (reading: Reading): Reading => ({
    query: (sql, parameters) => activity.during(reading.query(sql, parameters)),
    find: (entity, where, parameters) => activity.during(reading.find(entity, where, parameters)),
  });
  const { questions } = database;
  const seen = Object.create(database) as Database;
  return Object.defineProperties(seen, {
    units: { value: units },
    reading: { value: watching(database.reading) },
    questions: {
      value: new Questions(watching(questions), (question) =>
        activity.during(questions.read(question)),
      ),
    },
    read: {
      value: (question: Parameters<Database['read']>[0]) =>
        activity.during(database.read(question)),
    },
    close: { value: () => activity.during(database.close()) },
  });
}
