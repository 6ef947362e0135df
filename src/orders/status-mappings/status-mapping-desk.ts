import { digestOf } from '../../infra/audit/digest.js';
import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../infra/audit/audit-chain.js';
import { AuditLog, lockTrail } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import type { MappedStatus } from '../order/order-status.js';
import { ApprovedMappings, findProposed, STREAM } from './approved-mappings.js';
import { StatusMappingRow } from './status-mapping.entity.js';

/** A proposal expires when nobody decides within a shift. */
const PROPOSAL_LASTS_MS = 8 * 3_600_000;

type Ended = Exclude<StatusMappingRow['state'], 'Pending'>;

/** Every change of the status mappings is written here. */
@Injectable()
export class StatusMappingDesk {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly approved: ApprovedMappings,
  ) {}

  /** Serialised over all instances: the second of two people sees the first. */
  change<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      return act(unit);
    });
  }

  /** 0 before the first approval. */
  async versionInForce(unit: Unit): Promise<number> {
    return (await this.approved.newest(unit))?.version ?? 0;
  }

  /** The pending proposal; expires one that is overdue. */
  async pending(unit: Unit, actor: Actor): Promise<StatusMappingRow | null> {
    const [row] = await unit.find(StatusMappingRow, "state = 'Pending'");
    if (row === undefined) return null;
    if (!this.isExpired(row)) return row;
    await this.decide(unit, row, 'Expired', null, actor);
    return null;
  }

  async propose(
    unit: Unit,
    mappings: ReadonlyMap<string, MappedStatus>,
    reason: string,
    actor: Actor,
  ): Promise<number> {
    const [last] = await unit.query<{ version: number | null }>(
      'SELECT max(version) AS version FROM status_mappings',
    );
    const version = (last?.version ?? 0) + 1;
    const words = Object.fromEntries([...mappings].sort(([a], [b]) => (a < b ? -1 : 1)));
    const payloadHash = digestOf({ version, words, reason });
    const proposedAt = this.clock.now();
    await unit.insert(StatusMappingRow, {
      version,
      words: canonicalJson(words),
      reason,
      payloadHash,
      state: 'Pending',
      proposedBy: actor.name,
      proposedOnBehalfOf: actor.onBehalfOf ?? null,
      proposedAt,
      expiresAt: proposedAt + PROPOSAL_LASTS_MS,
      decidedBy: null,
      decidedAt: null,
      decision: null,
    });
    const body = { version, words, reason, payloadHash };
    await this.audit.append(unit, STREAM, actor, [{ type: 'STATUS_WORDS_PROPOSED', body }]);
    return version;
  }

  async versionOf(unit: Unit, version: number): Promise<StatusMappingRow | null> {
    const [row] = await unit.find(StatusMappingRow, `version = ?${unit.rowLock}`, [version]);
    return row ?? null;
  }

  /** Whether the trail has it as proposed with just these words, and by this person. */
  async isProposed(unit: Unit, row: StatusMappingRow): Promise<boolean> {
    return (await findProposed(unit, row)) !== null;
  }

  isExpired(row: StatusMappingRow): boolean {
    return row.expiresAt <= this.clock.now();
  }

  /** A proposal that the trail does not have can be rejected, and expires. */
  async decide(
    unit: Unit,
    row: StatusMappingRow,
    state: Ended,
    decision: string | null,
    actor: Actor,
  ): Promise<void> {
    const { version, payloadHash, proposedBy } = row;
    const proposed = await findProposed(unit, row);
    const cause = proposed === null ? {} : { cause: proposed.sequence };
    const decided = { state, decidedBy: actor.name, decidedAt: this.clock.now(), decision };
    await unit.update(StatusMappingRow, { version }, decided);
    const type = `STATUS_WORDS_${state.toUpperCase()}`;
    const body = { version, payloadHash, proposedBy, decision };
    const by = { ...actor, approval: `status-words/${version}`, ...cause };
    await this.audit.append(unit, STREAM, by, [{ type, body }]);
  }
}
