import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Clock } from '../runtime/clock.js';
import type { Actor } from './actor.js';
import type { AuditLog, Fact, Subject } from './audit-log.js';

export interface SampleRules {
  readonly stream: string;
  /** The others of a window are counted in an entry of this type and `_AGAIN`. */
  readonly type: string;
  /** So many of a window are in the trail, each by itself. */
  readonly recordedMax: number;
  readonly windowMs: number;
}

interface SampleWriters {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SampledEntry {
  readonly actor: Actor;
  readonly body: Fact['body'];
  readonly about?: Subject;
  /** Who is named with the count of the others. */
  readonly counted: Actor;
  /** What is said with the count besides. */
  readonly again?: Fact['body'];
}

interface Window extends Pick<SampledEntry, 'counted' | 'again'> {
  recorded: number;
  /** Not in the trail by themselves. */
  more: number;
}

/** With what it has done several times: it may have acted for another person each time. */
export function callerAlone({ name, keyId, sourceAddress }: Actor): Actor {
  return {
    name,
    ...(keyId === undefined ? {} : { keyId }),
    ...(sourceAddress === undefined ? {} : { sourceAddress }),
  };
}

/** What callers can repeat at will must not make the trail long: some of it is recorded, and the rest counted. */
export class EntrySample {
  private readonly windows = new Map<string, Window>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly writers: SampleWriters,
    private readonly rules: SampleRules,
  ) {}

  note(name: string, entry: SampledEntry): void {
    const window = this.windowOf(name, entry);
    if (window.recorded >= this.rules.recordedMax) {
      window.more += 1;
      return;
    }
    window.recorded += 1;
    this.write(entry.actor, { type: this.rules.type, body: entry.body }, entry.about);
  }

  has(name: string): boolean {
    return this.windows.has(name);
  }

  /** How many windows count under this name. */
  windowsOf(actorName: string): number {
    return [...this.windows.values()].filter(({ counted }) => counted.name === actorName).length;
  }

  /** What was only counted is not lost when the process stops in order. */
  async finish(): Promise<void> {
    for (const name of [...this.windows.keys()]) this.end(name);
    await Promise.all(this.writing);
  }

  private windowOf(name: string, { counted, again = {} }: SampledEntry): Window {
    const known = this.windows.get(name);
    if (known !== undefined) return known;
    const window = { counted, again, recorded: 0, more: 0 };
    this.windows.set(name, window);
    this.writers.clock.after(this.rules.windowMs, () => this.end(name));
    return window;
  }

  private end(name: string): void {
    const window = this.windows.get(name);
    this.windows.delete(name);
    if (window === undefined || window.more === 0) return;
    const { counted, again, more: times } = window;
    this.write(counted, { type: `${this.rules.type}_AGAIN`, body: { ...again, times } });
  }

  /** The answer to the caller stands, whether or not the trail can be written. */
  private write(actor: Actor, fact: Fact, about: Subject = {}): void {
    const { database, audit, logger } = this.writers;
    const topic = { stream: this.rules.stream, about };
    const written = database.units
      .run((unit) => audit.append(unit, topic, actor, [fact]))
      .catch((error: unknown) => logger.error({ err: error }, `${fact.type} not in the trail`))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }
}
