import type { Reading } from '../database/reads.js';
import { instant } from '../runtime/clock.js';
import { isByThemselves } from './actor.js';
import { bodyOf, jsonIn } from './audit-chain.js';
import { digestOf } from './digest.js';

/** Enough to show what was done, however many rows somebody has added. */
const NAMED_MAX = 100;

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

interface CertificateRow {
  readonly tradingDate: string;
  readonly revision: number;
  readonly reportHash: string;
  readonly signedBy: string;
  readonly closedAt: number;
  readonly previousHash: string;
  readonly hash: string;
}

/**
 * What the tables say that two people have agreed on, and the trail does not: versions of the status mappings and
 * certificates of trading days, in plain words. The service uses none of these; the report inside a certificate is
 * compared with its hash when the day is shown.
 */
export async function findUnprovenRows(reading: Reading): Promise<readonly string[]> {
  const entries = await entriesOf(reading);
  const mappings = await reading.query<MappingRow>(
    `SELECT version, words, reason, payload_hash AS "payloadHash", proposed_by AS "proposedBy",
            proposed_on_behalf_of AS "proposedOnBehalfOf", decided_by AS "decidedBy"
       FROM status_mappings WHERE state = 'Approved' ORDER BY version`,
  );
  const certificates = await reading.query<CertificateRow>(
    `SELECT trading_date AS "tradingDate", revision, report_hash AS "reportHash", signed_by AS "signedBy",
            closed_at AS "closedAt", previous_hash AS "previousHash", hash
       FROM day_certificates ORDER BY trading_date, revision`,
  );
  const not = 'which the trail does not have';
  return [
    ...mappings
      .filter((row) => !isApproved(row, entries))
      .map(({ version }) => `the database has an approved version ${version} of the status mappings, ${not}`),
    ...certificates
      .filter((row) => !isClosed(row, entries))
      .map(({ tradingDate, revision }) => `the database has a certificate ${revision} of the trading day ${tradingDate}, ${not}`),
  ].slice(0, NAMED_MAX); // prettier-ignore
}

/** By type and hash, the newest of each. */
async function entriesOf(reading: Reading): Promise<ReadonlyMap<string, Entry>> {
  const rows = await reading.query<Entry>(
    `SELECT type, actor, on_behalf_of AS "onBehalfOf", body FROM audit_entries
      WHERE type IN ('STATUS_WORDS_PROPOSED', 'STATUS_WORDS_APPROVED', 'DAY_CLOSED') ORDER BY sequence`,
  );
  return new Map(
    rows.map((row) => {
      const { payloadHash, hash } = bodyOf(row.body);
      return [`${row.type} ${String(row.type === 'DAY_CLOSED' ? hash : payloadHash)}`, row];
    }),
  );
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

function isClosed(row: CertificateRow, entries: ReadonlyMap<string, Entry>): boolean {
  const { tradingDate, revision, reportHash, previousHash, hash } = row;
  const signedBy = jsonIn(row.signedBy);
  if (!Array.isArray(signedBy) || signedBy.length === 0) return false;
  const closedAt = instant(row.closedAt);
  const hashed = { tradingDate, revision, reportHash, signedBy, previousHash, closedAt };
  return digestOf(hashed) === hash && entries.get(`DAY_CLOSED ${hash}`)?.actor === signedBy.at(-1);
}
