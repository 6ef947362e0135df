import { performance } from 'node:perf_hooks';
import type { Database } from '../../src/infra/database/database.js';
import type { Unit, UnitOfWork } from '../../src/infra/database/unit-of-work.js';

/** Turns of the event loop without any event, one after another, before it counts as at rest. */
const QUIET_TURNS = 4;
/** What the process itself is still doing; open sockets, servers and timers only wait. */
const DOING = /FSReq|WriteWrap|ConnectWrap|ShutdownWrap|ReqWrap|Request/;

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

  async rests(): Promise<void> {
    let seen = -1;
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (this.pending > 0) {
        await new Promise<void>((resolve) => this.atRest.push(resolve));
        quiet = -1;
      }
      const { events } = performance.nodeTiming.uvMetricsInfo;
      if (events !== seen || isDoing()) quiet = -1;
      seen = events;
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Immediates too: some of our own work goes on turn after turn without any event. */
function isDoing(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind === 'Immediate' || DOING.test(kind));
}

/** The same database; what is asked of it counts as activity. */
export function watched(database: Database, activity: Activity): Database {
  const units: UnitOfWork = {
    get settled() {
      return database.units.settled;
    },
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
