import { isByThemselves } from '../../infra/audit/actor.js';
import { bodyOf, jsonIn } from '../../infra/audit/audit-chain.js';
import { digestOf } from '../../infra/audit/digest.js';
import type { Reading } from '../../infra/database/reads.js';

interface Entry {
  readonly type: string;
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly body: string;
}

interface MappingRow {
  readonly version: number;
  readonly words: string;
  readonly reason: string;
  readonly payloadHash: string;
  readonly proposedBy: string;
  readonly proposedOnBehalfOf: string | null;
  readonly decidedBy: string | null;
}

/**
 * The versions that the table calls approved without two people having agreed on them in the trail, in plain words.
 * The service uses none of these.
 */
export async function findUnprovenMappings(reading: Reading): Promise<readonly string[]> {
  const entries = await entriesOf(reading);
  const rows = await reading.query<MappingRow>(
    `SELECT version, words, reason, payload_hash AS "payloadHash", proposed_by AS "proposedBy",
            proposed_on_behalf_of AS "proposedOnBehalfOf", decided_by AS "decidedBy"
       FROM status_mappings WHERE state = 'Approved' ORDER BY version`,
  );
  return rows
    .filter((row) => !isApproved(row, entries))
    .map(({ version }) => `an approved version ${version} of the status mappings`);
}

/** By type and hash, the newest of each. */
async function entriesOf(reading: Reading): Promise<ReadonlyMap<string, Entry>> {
  const rows = await reading.query<Entry>(
    `SELECT type, actor, on_behalf_of AS "onBehalfOf", body FROM audit_entries
      WHERE type IN ('STATUS_WORDS_PROPOSED', 'STATUS_WORDS_APPROVED') ORDER BY sequence`,
  );
  return new Map(rows.map((row) => [`${row.type} ${String(bodyOf(row.body).payloadHash)}`, row]));
}

function isApproved(row: MappingRow, entries: ReadonlyMap<string, Entry>): boolean {
  const { version, reason, payloadHash, proposedBy, proposedOnBehalfOf, decidedBy } = row;
  const words = jsonIn(row.words);
  if (words === undefined || digestOf({ version, words, reason }) !== payloadHash) return false;
  const proposed = entries.get(`STATUS_WORDS_PROPOSED ${payloadHash}`);
  const approved = entries.get(`STATUS_WORDS_APPROVED ${payloadHash}`);
  if (proposed?.actor !== proposedBy || proposed.onBehalfOf !== proposedOnBehalfOf) return false;
  if (approved === undefined || approved.actor !== decidedBy) return false;
  const { actor: name, onBehalfOf } = approved;
  const approver = onBehalfOf === null ? { name } : { name, onBehalfOf };
  return !isByThemselves({ by: proposedBy, onBehalfOf: proposedOnBehalfOf }, approver);
}
