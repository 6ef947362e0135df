import { bodyOf, jsonIn } from '../../infra/audit/audit-chain.js';
import { digestOf } from '../../infra/audit/digest.js';
import type { Reading } from '../../infra/database/reads.js';
import { instant } from '../../infra/runtime/clock.js';

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
 * The certificates that the table has and the trail does not, in plain words. The service uses none of these; the
 * report inside a certificate is compared with its hash when the day is shown.
 */
export async function findUnprovenCertificates(reading: Reading): Promise<readonly string[]> {
  const closed = await reading.query<{ actor: string; body: string }>(
    `SELECT actor, body FROM audit_entries WHERE type = 'DAY_CLOSED' ORDER BY sequence`,
  );
  const lastSigners = new Map(closed.map(({ actor, body }) => [bodyOf(body).hash, actor]));
  const rows = await reading.query<CertificateRow>(
    `SELECT trading_date AS "tradingDate", revision, report_hash AS "reportHash", signed_by AS "signedBy",
            closed_at AS "closedAt", previous_hash AS "previousHash", hash
       FROM day_certificates ORDER BY trading_date, revision`,
  );
  return rows
    .filter((row) => !isClosedBy(row, lastSigners.get(row.hash)))
    .map(
      ({ tradingDate, revision }) => `a certificate ${revision} of the trading day ${tradingDate}`,
    );
}

function isClosedBy(row: CertificateRow, lastSigner: string | undefined): boolean {
  const { tradingDate, revision, reportHash, previousHash, hash } = row;
  const signedBy = jsonIn(row.signedBy);
  if (!Array.isArray(signedBy) || signedBy.length === 0) return false;
  const closedAt = instant(row.closedAt);
  const hashed = { tradingDate, revision, reportHash, signedBy, previousHash, closedAt };
  return digestOf(hashed) === hash && lastSigner !== undefined && lastSigner === signedBy.at(-1);
}
