import { Injectable } from '@nestjs/common';
import { AuditTail } from '../../../infra/audit/audit-tail.js';
import { lastEntry } from '../../../infra/audit/audit-log.js';
import { Database } from '../../../infra/database/database.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { nextTurn } from '../../../infra/runtime/batches.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { findEntries } from '../find-entries.js';
import { streamedEvent, type StreamedEvent } from './streamed-events.js';

const BATCH = 500;
/** Entries of other instances wake nobody here, so look for them this often. */
const POLL_MS = 1_000;
/** A stream that falls further behind reads the database again. */
const HELD_EVENTS_MAX = 2_000;
const HELD_CHARACTERS_MAX = 8_000_000;

/**
 * The newest entries of the trail, read once for all streams. They are read while somebody listens, and the
 * last of them are held; each stream takes them at its own pace.
 */
@Injectable()
export class LiveEntries {
  private readonly listeners = new Set<() => void>();
  /** Without gaps, oldest first. */
  private held: StreamedEvent[] = [];
  private heldCharacters = 0;
  private reached = 0;
  private started: Promise<void> = Promise.resolve();
  private stop = (): void => undefined;
  private reading: Promise<void> | null = null;
  private wanted = false;

  constructor(
    private readonly database: Database,
    private readonly tail: AuditTail,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  /** `wake` is called for new entries, and once a second. The returned function ends that. */
  async listen(wake: () => void): Promise<() => void> {
    this.listeners.add(wake);
    if (this.listeners.size === 1) this.started = this.start();
    const leave = (): void => {
      if (this.listeners.delete(wake) && this.listeners.size === 0) this.stop();
    };
    try {
      await this.started;
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** The sequence of the newest entry that was read. */
  get end(): number {
    return this.reached;
  }

  /** The entries after the sequence; null when some of them are no longer held. */
  since(sequence: number): readonly StreamedEvent[] | null {
    if (sequence >= this.reached) return [];
    const first = this.held[0]?.sequence ?? this.reached + 1;
    return sequence + 1 < first ? null : this.held.slice(sequence + 1 - first);
  }

  private async start(): Promise<void> {
    let endTimer = (): void => undefined;
    const poll = (): void => {
      endTimer = this.clock.after(POLL_MS, () => {
        this.look();
        for (const wake of this.listeners) wake();
        poll();
      });
    };
    poll();
    const endListening = this.tail.subscribe(() => this.look());
    this.stop = () => {
      endTimer();
      endListening();
    };
    // A read for earlier listeners must not go on from where those were.
    await this.reading;
    this.reached = await lastEntry(this.database.reading);
    this.held = [];
    this.heldCharacters = 0;
  }

  private look(): void {
    this.wanted = true;
    this.reading ??= this.read().finally(() => (this.reading = null));
  }

  private async read(): Promise<void> {
    await this.started.catch(() => undefined);
    try {
      while (this.wanted && this.listeners.size > 0) {
        // The units of one commit signal one after another.
        await nextTurn();
        this.wanted = false;
        while ((await this.readBatch()) === BATCH) await nextTurn();
      }
    } catch (error) {
      // The next look tries again.
      this.logger.for('stream').warn({ err: error }, 'New entries could not be read');
    }
  }

  private async readBatch(): Promise<number> {
    const range = {
      after: this.reached,
      before: Number.MAX_SAFE_INTEGER,
      descending: false,
      limit: BATCH,
    };
    const rows = await this.database.questions.read((manager) => findEntries(manager, {}, range));
    for (const row of rows) this.hold(streamedEvent(row));
    if (rows.length > 0) for (const wake of this.listeners) wake();
    return rows.length;
  }

  private hold(event: StreamedEvent): void {
    this.held.push(event);
    this.heldCharacters += event.message.length;
    this.reached = event.sequence;
    while (this.held.length > HELD_EVENTS_MAX || this.heldCharacters > HELD_CHARACTERS_MAX) {
      this.heldCharacters -= this.held.shift()?.message.length ?? 0;
    }
  }
}
