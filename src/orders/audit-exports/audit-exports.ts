import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { lockTrail } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import type { ExportFormat } from '../../infra/audit/audit-export.js';
import { DiskFull, ExportFiles } from '../../infra/audit/export/export-files.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Ids } from '../../infra/runtime/ids.js';
import { ExportArchive } from '../audit-trail/exports/export-archive.js';
import type { Reached } from '../../infra/audit/export/export-pieces.js';
import { ExportEntries } from '../audit-trail/exports/export-entries.js';
import type { AuditFilters } from '../audit-trail/find-entries.js';
import { AuditExportRow } from './audit-export.entity.js';

export type AuditExport = Readonly<AuditExportRow>;

export interface ExportWanted {
  readonly format: ExportFormat | 'zip';
  readonly filters: AuditFilters;
  readonly afterSequence: number;
  /** As they were given: what a reader of the list sees. */
  readonly given: Readonly<Record<string, string>>;
}

const KEPT_MS = 24 * 3_600_000;
/** How often an instance says that it is still at work, and when it is taken to have stopped. */
const SAID_EVERY_MS = 1_000;
const STOPPED_MS = 120_000;
/** Of one caller. */
export const UNFINISHED_MAX = 4;
/** Of one caller, finished or not: each takes disk space for a day. */
export const KEPT_MAX = 20;

const UNFINISHED = "state IN ('Queued', 'Running')";
const NOT_WRITTEN = 'It could not be written.';
const NO_KEY = 'This instance has no key that it could sign a checkpoint with.';

/**
 * Exports of the trail, written to files in the background, one at a time on each instance. Each is seen by the caller
 * alone who asked for it, is kept for a day, and is on the disk of the instance that wrote it.
 */
@Injectable()
export class AuditExports implements OnModuleDestroy {
  private readonly logger: Logger;
  private readonly instance: string;
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, AbortController>();
  /** Queued here or under way. */
  private readonly pending = new Set<string>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly files: ExportFiles,
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
    logger: AppLogger,
  ) {
    this.logger = logger.for('exports');
    this.instance = ids.next('ins');
  }

  /** Null: the caller has `UNFINISHED_MAX` that are not finished, or `KEPT_MAX` in all. */
  async ask(wanted: ExportWanted, actor: Actor): Promise<AuditExport | null> {
    const id = this.ids.next('exp');
    const row = await this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      const kept = await unit.find(AuditExportRow, 'made_by = ?', [actor.name]);
      const unfinished = kept.filter(({ finishedAt }) => finishedAt === null);
      if (unfinished.length >= UNFINISHED_MAX || kept.length >= KEPT_MAX) return null;
      const now = await unit.now();
      const asked: AuditExportRow = {
        id,
        state: 'Queued',
        format: wanted.format,
        filters: JSON.stringify(wanted.given),
        madeBy: actor.name,
        instance: this.instance,
        reached: null,
        upTo: null,
        entries: null,
        bytes: null,
        digest: null,
        reason: null,
        createdAt: now,
        updatedAt: now,
        finishedAt: null,
      };
      await unit.insert(AuditExportRow, asked);
      return asked;
    });
    if (row === null) return null;
    this.pending.add(id);
    this.queue = this.queue
      .then(() => this.write(id, wanted, actor))
      .catch((error: unknown) => {
        this.logger.error({ err: error, id }, 'what became of an export could not be stored');
      })
      .finally(() => this.pending.delete(id));
    return row;
  }

  /** Newest first. */
  list(actor: Actor, before: string | null, most: number): Promise<readonly AuditExport[]> {
    const older = before === null ? '' : 'AND id < ?';
    const where = `made_by = ? ${older} ORDER BY id DESC LIMIT ?`;
    const values = before === null ? [actor.name, most] : [actor.name, before, most];
    return this.database.reading.find(AuditExportRow, where, values);
  }

  /** Null also for what somebody else has asked for. */
  async get(id: string, actor: Actor): Promise<AuditExport | null> {
    const where = 'id = ? AND made_by = ?';
    const [row] = await this.database.reading.find(AuditExportRow, where, [id, actor.name]);
    return row ?? null;
  }

  /** Ends it if it is under way. False when there is none. */
  async remove(id: string, actor: Actor): Promise<boolean> {
    const row = await this.get(id, actor);
    if (row === null) return false;
    await this.database.units.run((unit) => remove(unit, id));
    this.underWay.get(id)?.abort();
    await this.files.remove(nameOf(row));
    return true;
  }

  /** The file's bytes from `start` to `end`, both inclusive. Null if it is not on this instance. */
  read(
    row: AuditExport,
    range: { readonly start: number; readonly end: number },
  ): ReturnType<ExportFiles['read']> {
    return this.files.read(nameOf(row), row.bytes ?? 0, range);
  }

  /** Removes what is older than a day, and tells of those that nobody works on any more. */
  async sweep(): Promise<void> {
    const { old, left } = await this.database.units.run(async (unit) => {
      const now = await unit.now();
      const expired = await unit.find(AuditExportRow, 'created_at < ? LIMIT 100', [now - KEPT_MS]);
      for (const { id } of expired) await remove(unit, id);
      const unfinished = await unit.find(AuditExportRow, `${UNFINISHED} LIMIT 1000`, []);
      return {
        old: expired,
        left: unfinished.filter(
          ({ instance, updatedAt }) => instance === this.instance || now - updatedAt > STOPPED_MS,
        ),
      };
    });
    for (const row of old) await this.files.remove(nameOf(row));
    for (const { id, instance } of left) {
      const isOurs = instance === this.instance;
      if (isOurs && this.pending.has(id)) await this.note(id, {});
      else await this.fail(id, isOurs ? NOT_WRITTEN : 'The instance that wrote it has stopped.');
    }
    // Of exports that another instance has removed, or that were being written when a process ended.
    await this.files.removeOlder(this.clock.now() - KEPT_MS, (name) =>
      this.pending.has(name.split('.')[0] ?? ''),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.queue;
  }

  private async write(id: string, wanted: ExportWanted, actor: Actor): Promise<void> {
    const removed = new AbortController();
    this.underWay.set(id, removed);
    const signal = AbortSignal.any([this.stopping.signal, removed.signal]);
    try {
      signal.throwIfAborted();
      const isThere = await this.note(id, { state: 'Running' });
      if (!isThere) return;
      let end: number | null = null;
      let entries = 0;
      const report = this.progressOf(id, removed);
      const pieces = await this.piecesOf(wanted, actor, (progress) => {
        ({ upTo: end, entries } = progress);
        report(progress);
      });
      if (pieces === null) {
        await this.fail(id, NO_KEY);
        return;
      }
      const name = nameOf({ id, format: wanted.format });
      const written = await this.files.write(name, pieces, signal);
      const done = { ...written, state: 'Done', reached: end, upTo: end, entries } as const;
      if (!(await this.note(id, done))) await this.files.remove(name);
    } catch (error) {
      if (removed.signal.aborted) return;
      if (!signal.aborted && !(error instanceof DiskFull))
        this.logger.error({ err: error, id }, 'an export could not be written');
      await this.fail(id, reasonOf(error, signal));
    } finally {
      this.underWay.delete(id);
    }
  }

  private async piecesOf(
    { format, filters, afterSequence }: ExportWanted,
    actor: Actor,
    reached: Reached,
  ): Promise<AsyncIterable<string | Buffer> | null> {
    return format === 'zip'
      ? this.queries.execute(new ExportArchive(filters, afterSequence, actor, reached))
      : this.queries.execute(new ExportEntries(filters, afterSequence, format, actor, reached));
  }

  /** Stores how far it is, once a second, and ends what another instance has removed meanwhile. */
  private progressOf(id: string, removed: AbortController): Reached {
    let saidAt = -Infinity;
    return ({ sequence: reached, upTo }) => {
      const now = this.clock.steady();
      if (now - saidAt < SAID_EVERY_MS) return;
      saidAt = now;
      this.note(id, { reached, upTo }).then(
        (isThere) => isThere || removed.abort(),
        (error: unknown) =>
          this.logger.warn({ err: error, id }, 'how far an export is was not stored'),
      );
    };
  }

  private async fail(id: string, reason: string): Promise<void> {
    await this.note(id, { state: 'Failed', reason });
  }

  /** False if it has been removed. What is finished stays as it is. */
  private note(id: string, changes: Partial<AuditExportRow>): Promise<boolean> {
    return this.database.units.run(async (unit) => {
      const [row] = await unit.find(AuditExportRow, `id = ?${unit.rowLock}`, [id]);
      if (row === undefined || row.finishedAt !== null) return false;
      const updatedAt = await unit.now();
      const isEnd = changes.state === 'Done' || changes.state === 'Failed';
      const finishedAt = isEnd ? updatedAt : null;
      await unit.update(AuditExportRow, { id }, { ...changes, updatedAt, finishedAt });
      return true;
    });
  }
}

async function remove(unit: Unit, id: string): Promise<void> {
  await unit.execute('DELETE FROM audit_exports WHERE id = ?', [id]);
}

function nameOf({ id, format }: Pick<AuditExport, 'id' | 'format'>): string {
  return `${id}.${format}`;
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The service was stopped.';
  return error instanceof DiskFull ? `${error.message}.` : NOT_WRITTEN;
}
