import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ActorName, Instant, Text, Whole } from '../../infra/formats.js';
import { AuditLog, type Fact } from '../../infra/audit/audit-log.js';
import { bodyOf } from '../../infra/audit/audit-chain.js';
import type { Checkpoint } from '../../infra/audit/checkpoints/audit-checkpoint.js';
import type { SignRestore } from '../../infra/audit/checkpoints/signing-key.js';
import { SYSTEM, type Actor } from '../../infra/audit/actor.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { DeskRow } from './desk.entity.js';
import { AppLogger } from '../../infra/observability/logging.js';

const OLDER_TYPE = 'DATABASE_OLDER_THAN_CHECKPOINT';
/** Of all entries about the desk. */
const STREAM = 'desk';
const HELD_IN_TRAIL =
  'the database was changed: by the audit trail the desk is held, until a person resumes it (after a restore, with an override)';
/** Instead of a hash, where the checkpoint outside cannot be read. */
const UNREADABLE = 'unreadable';

/**
 * Whether the desk may send. A pause by a person holds posts and edits; cancels still go. A restored
 * database holds everything until the exchange has been read in full. Both are stored in the database, so
 * that all instances share them and a restart does not end them. New orders are accepted all the while.
 */
export interface DeskView {
  /** Who has paused posts and edits, and why; null: nobody has. */
  readonly paused: {
    readonly since: Instant;
    readonly by: ActorName;
    readonly reason: Text;
  } | null;
  /** An older copy of the database was restored, and the exchange has not been read since; null: no. */
  readonly restored: {
    readonly since: Instant;
    /** The last audit entry before the restore. */
    readonly forgottenSequence: Whole;
    /** The time of the last entry that is left. */
    readonly knownUntil: Instant;
  } | null;
}

/** A person lets the desk send although the exchange has not been read. */
export interface Override {
  /** The last trading day that was missed; null: none was. */
  readonly missedUntil: string | null;
}

const NOT_HELD: HeldInTrail = { until: 0, hash: '', isPaused: false, isRestored: false };

@Injectable()
export class DeskSwitch {
  private readonly logger: Logger;
  private inTrail = NOT_HELD;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('desk');
  }

  async read(): Promise<DeskRow> {
    const [row] = await this.database.reading.find(DeskRow, 'id = 1');
    if (row === undefined) throw new Error('The desk has no row');
    return row;
  }

  /**
   * Why nothing of this kind may be sent; null lets it go. The row alone does not: whoever can write the database could
   * end a hold there, and the trail would not have it.
   */
  async hold(unit: Unit, isCancel: boolean): Promise<string | null> {
    const row = await rowOf(unit, '');
    const why = reasonToHold(row, isCancel);
    if (why !== null) return why;
    const { isPaused, isRestored } = await this.heldInTrail(unit);
    if (isRestored || (isPaused && !isCancel)) return HELD_IN_TRAIL;
    return null;
  }

  /** Each entry is read once, unless an older copy of the database was restored meanwhile. */
  private async heldInTrail(unit: Unit): Promise<HeldInTrail> {
    const known = this.inTrail;
    const [last, ...later] = known.until === 0 ? [] : await entriesFrom(unit, known.until);
    const goesOn = last !== undefined && last.hash === known.hash;
    this.inTrail = goesOn
      ? later.reduce(heldAfter, known)
      : (await entriesFrom(unit, 1)).reduce(heldAfter, NOT_HELD);
    return this.inTrail;
  }

  /** A second pause changes nothing; the first reason stays. */
  pause(reason: string, actor: Actor): Promise<DeskView> {
    return this.change(actor, (row) =>
      row.pausedAt !== null
        ? null
        : {
            changes: { pausedAt: this.clock.now(), pausedBy: actor.name, pauseReason: reason },
            fact: { type: 'DESK_PAUSED', body: { reason } },
          },
    );
  }

  /**
   * Ends a person's pause. An `override` also ends the hold after a restore and the wait for missed trading
   * days, which otherwise end only when the exchange has been read.
   */
  resume(reason: string, override: Override | null, actor: Actor): Promise<DeskView> {
    return this.change(actor, (row, inTrail) => {
      const isRestored = row.restoredAt !== null || inTrail.isRestored;
      const unread = override !== null && isRestored && row.doubtsPending === 0;
      const until = override?.missedUntil ?? null;
      const tradesReadUntil = (row.tradesReadUntil ?? '') < (until ?? '') ? until : null;
      const isPaused = row.pausedAt !== null || inTrail.isPaused;
      if (!isPaused && !unread && tradesReadUntil === null) return null;
      const withoutReconciliation = unread || tradesReadUntil !== null ? 1 : 0;
      const missed = tradesReadUntil === null ? {} : { tradesReadUntil };
      return {
        changes: { ...NOT_PAUSED, ...(unread ? NOT_RESTORED : {}), ...missed },
        fact: {
          type: 'DESK_RESUMED',
          body: { reason, withoutReconciliation, endsRestore: unread ? 1 : 0, ...missed },
        },
      };
    });
  }

  /** Trading days up to this one were read after their close; `missed`: those that were read late. */
  async tradesRead(until: string, missed: readonly string[], run: string): Promise<void> {
    await this.change(SYSTEM, (row) =>
      (row.tradesReadUntil ?? '') >= until
        ? null
        : {
            changes: { tradesReadUntil: until },
            fact: { type: 'TRADING_DAYS_READ', body: { until, missed, run } },
          },
    );
  }

  async tradesReadUntil(unit: Unit): Promise<string | null> {
    return (await rowOf(unit, '')).tradesReadUntil;
  }

  /** The audit chain lacks the `lost` checkpoint. False if that was found before. */
  async markRestored(unit: Unit, lost: Checkpoint, sign: SignRestore | null): Promise<boolean> {
    const row = await rowOf(unit, unit.rowLock);
    if (row.restoredAt !== null && row.lostHash === lost.hash) return false;
    const [end] = await unit.query<{ sequence: number; at: string }>(
      'SELECT sequence, at FROM audit_entries ORDER BY sequence DESC LIMIT 1',
    );
    // A second restore before the first was read: everything since the first is still to be read.
    const knownUntil = row.knownUntil ?? end?.at ?? instant(0);
    const changes = {
      restoredAt: await unit.now(),
      lostSequence: lost.sequence,
      lostHash: lost.hash,
      knownUntil,
      doubtsPending: 1,
    };
    await unit.update(DeskRow, { id: 1 }, changes);
    // Found again, to be signed now: what it had forgotten then.
    const before = await foundBefore(unit, lost);
    const lastSequence = before?.lastSequence ?? end?.sequence ?? 0;
    const note = sign?.(lastSequence, lost.sequence) ?? null;
    const body = {
      forgottenSequence: lost.sequence,
      forgottenHash: lost.hash,
      forgottenAt: lost.at,
      lastSequence,
      knownUntil,
      note,
    };
    await this.record(unit, SYSTEM, { type: OLDER_TYPE, body });
    return true;
  }

  /** The trail says already that it lacks this checkpoint. */
  async hasFound(lost: Checkpoint): Promise<boolean> {
    return (await foundBefore(this.database.reading, lost)) !== null;
  }

  /** All unsent requests of the restored database are Unknown now. */
  async endDoubting(): Promise<void> {
    await this.database.units.run((unit) => unit.update(DeskRow, { id: 1 }, { doubtsPending: 0 }));
  }

  /** The exchange has been read in full since then. False if another restore came in between. */
  async caughtUp(restoredAt: number, run: string): Promise<boolean> {
    const view = await this.change(SYSTEM, (row) =>
      row.restoredAt !== restoredAt || row.doubtsPending === 1
        ? null
        : {
            changes: NOT_RESTORED,
            fact: { type: 'DESK_CAUGHT_UP', body: { run, knownUntil: row.knownUntil } },
          },
    );
    return view.restored === null;
  }

  private change(
    actor: Actor,
    decide: (
      row: DeskRow,
      inTrail: HeldInTrail,
    ) => { changes: Partial<DeskRow>; fact: Fact } | null,
  ): Promise<DeskView> {
    return this.database.units.run(async (unit) => {
      const row = await rowOf(unit, unit.rowLock);
      const decision = decide(row, await this.heldInTrail(unit));
      if (decision === null) return viewOf(row);
      await unit.update(DeskRow, { id: 1 }, decision.changes);
      await this.record(unit, actor, decision.fact);
      return viewOf({ ...row, ...decision.changes });
    });
  }

  private async record(unit: Unit, actor: Actor, fact: Fact): Promise<void> {
    await this.audit.append(unit, STREAM, actor, [fact]);
    // Neither the reason, which a person has written, nor the caller's name, which may be a person's.
    const { reason: _, ...said } = fact.body;
    const by = actor.keyId ?? actor.personId ?? actor.name;
    unit.afterCommit(() => this.logger.warn({ ...said, by }, fact.type));
  }
}

/** What the entries about the desk say. */
interface HeldInTrail {
  /** The last of them that was read, and its hash. */
  readonly until: number;
  readonly hash: string;
  readonly isPaused: boolean;
  readonly isRestored: boolean;
}

interface DeskEntry {
  readonly until: number;
  readonly hash: string;
  readonly type: string;
  readonly body: string;
}

function entriesFrom(unit: Unit, first: number): Promise<DeskEntry[]> {
  return unit.query<DeskEntry>(
    `SELECT stream_sequence AS until, hash, type, body FROM audit_entries
      WHERE stream = ? AND stream_sequence >= ? ORDER BY stream_sequence`,
    [STREAM, first],
  );
}

/** Entries of earlier releases say only whether the exchange had been read. */
function endsRestore(body: Readonly<Record<string, unknown>>): boolean {
  return (body['endsRestore'] ?? body['withoutReconciliation']) === 1;
}

function heldAfter(before: HeldInTrail, { until, hash, type, body }: DeskEntry): HeldInTrail {
  const held = { ...before, until, hash };
  switch (type) {
    case 'DESK_PAUSED':
      return { ...held, isPaused: true };
    case 'DESK_RESUMED':
      // With an override it ends the hold after a restore, too.
      return endsRestore(bodyOf(body))
        ? { ...held, isPaused: false, isRestored: false }
        : { ...held, isPaused: false };
    case OLDER_TYPE:
      return { ...held, isRestored: true };
    case 'DESK_CAUGHT_UP':
      return { ...held, isRestored: false };
    default:
      return held;
  }
}

const NOT_PAUSED = { pausedAt: null, pausedBy: null, pauseReason: null };
const NOT_RESTORED = { restoredAt: null, lostSequence: null, lostHash: null, knownUntil: null };

async function rowOf(unit: Unit, lock: string): Promise<DeskRow> {
  const [row] = await unit.find(DeskRow, `id = 1${lock}`);
  if (row === undefined) throw new Error('The desk has no row');
  return row;
}

interface Found {
  readonly lastSequence: number;
  readonly forgottenSequence: number;
  readonly forgottenHash: string;
  /** Its signature; null: the key was not there. */
  readonly note: string | null;
}

/** What the trail says of a restore that has forgotten this checkpoint; null: nothing. */
async function foundBefore(
  reading: Pick<Unit, 'query'>,
  { sequence, hash }: Checkpoint,
): Promise<Found | null> {
  const rows = await reading.query<{ body: string }>(
    'SELECT body FROM audit_entries WHERE type = ? ORDER BY sequence',
    [OLDER_TYPE],
  );
  const all = rows.map(({ body }) => bodyOf(body) as unknown as Found);
  // A restore that is signed is over: what goes missing later is another one.
  const isOf = ({ lastSequence, forgottenSequence, forgottenHash, note }: Found): boolean =>
    hash !== UNREADABLE &&
    (forgottenHash === hash ||
      (note === null && lastSequence < sequence && sequence <= forgottenSequence));
  return all.find(isOf) ?? null;
}

const OLDER =
  'the database is older than its checkpoint: nothing is sent until the exchange has been read in full';

/** Public, so without the text of whoever paused it. */
export function publicReason(row: DeskRow): string | null {
  if (row.restoredAt !== null) return OLDER;
  return row.pausedAt === null ? null : 'paused by a person: posts and edits wait, cancels go';
}

function reasonToHold(row: DeskRow, isCancel: boolean): string | null {
  if (row.restoredAt !== null) return OLDER;
  if (row.pausedAt === null || isCancel) return null;
  return `paused by ${row.pausedBy ?? ''}: ${row.pauseReason ?? ''}`;
}

export function viewOf(row: DeskRow): DeskView {
  const { pausedAt, pausedBy, pauseReason, restoredAt, lostSequence, knownUntil } = row;
  return {
    paused:
      pausedAt === null
        ? null
        : { since: instant(pausedAt), by: pausedBy ?? '', reason: pauseReason ?? '' },
    restored:
      restoredAt === null
        ? null
        : {
            since: instant(restoredAt),
            forgottenSequence: lostSequence ?? 0,
            knownUntil: knownUntil ?? '',
          },
  };
}
