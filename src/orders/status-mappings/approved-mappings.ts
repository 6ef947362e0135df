import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isByThemselves } from '../../infra/audit/actor.js';
import { canonicalJson, jsonIn } from '../../infra/audit/audit-chain.js';
import { findInTrail, findProposal, type EntryActor } from '../../infra/audit/find-in-trail.js';
import type { Reading } from '../../infra/database/reads.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { StatusMappingRow } from './status-mapping.entity.js';

/** Of all entries about status mappings. */
export const STREAM = 'status words';

interface Checked {
  /** The row as it was compared. */
  readonly row: string;
  readonly isInTrail: boolean;
}

/**
 * The status mappings that two people have agreed on, by the audit trail: whoever can write the database could add a
 * version, or change one. The trail only grows, so each version is compared once, and again when its row has changed.
 */
@Injectable()
export class ApprovedMappings {
  private readonly checked = new Map<number, Checked>();
  private readonly logger: Logger;

  constructor(logger: AppLogger) {
    this.logger = logger.for('status mappings');
  }

  /** The newest version that the trail has as approved; null: none. */
  async newest(reading: Reading): Promise<StatusMappingRow | null> {
    let before: number | null = null;
    for (;;) {
      const row = await newestBefore(reading, before);
      if (row === null || (await this.isBelieved(reading, row))) return row;
      before = row.version;
    }
  }

  private async isBelieved(reading: Reading, row: StatusMappingRow): Promise<boolean> {
    const { version } = row;
    const text = JSON.stringify(row);
    const known = this.checked.get(version);
    if (known?.row === text) return known.isInTrail;
    const isInTrail =
      (await findProposed(reading, row)) !== null && (await wasApproved(reading, row));
    this.checked.set(version, { row: text, isInTrail });
    if (!isInTrail) {
      const what = `Version ${version} of the status mappings is not used: the audit trail does not have it as approved`;
      this.logger.error({ version }, what);
    }
    return isInTrail;
  }
}

async function newestBefore(
  reading: Reading,
  version: number | null,
): Promise<StatusMappingRow | null> {
  const older = version === null ? '' : ' AND version < ?';
  const [row] = await reading.find(
    StatusMappingRow,
    `state = 'Approved'${older} ORDER BY version DESC LIMIT 1`,
    version === null ? [] : [version],
  );
  return row ?? null;
}

/** The entry by which the version was proposed, with these words and by this person; null: there is none. */
export function findProposed(reading: Reading, row: StatusMappingRow): Promise<EntryActor | null> {
  const { version, reason } = row;
  const words = jsonIn(row.words);
  if (words === undefined) return Promise.resolve(null);
  const payload = canonicalJson({ version, words, reason });
  const entry = { type: 'STATUS_WORDS_PROPOSED', stream: STREAM, says: { version } };
  return findProposal(reading, entry, { ...row, payload });
}

async function wasApproved(
  reading: Reading,
  { version, payloadHash, proposedBy, proposedOnBehalfOf, decidedBy }: StatusMappingRow,
): Promise<boolean> {
  if (decidedBy === null) return false;
  const says = { version, proposedBy };
  const expected = { type: 'STATUS_WORDS_APPROVED', stream: STREAM, actor: decidedBy, says };
  const entry = await findInTrail(reading, expected, ['payloadHash', payloadHash]);
  if (entry === null) return false;
  const { actor: name, onBehalfOf } = entry;
  const approver = onBehalfOf === null ? { name } : { name, onBehalfOf };
  return !isByThemselves({ by: proposedBy, onBehalfOf: proposedOnBehalfOf }, approver);
}
