import { digestOf, digestOfText } from '../../infra/audit/digest.js';
import type { Json } from '../../infra/audit/audit-chain.js';
import { isInTrail } from '../../infra/audit/find-proposal.js';
import type { Reading } from '../../infra/database/reads.js';
import { instant } from '../../infra/runtime/clock.js';
import { DayCertificateRow } from './day-close.entity.js';

/** Of all entries about trading days. */
export const STREAM = 'trading days';

/** The certificates of a day, by the audit trail: whoever can write the database could add one, or change one. */
export interface ProvenCertificates {
  /** Those that are in the trail, oldest first. */
  readonly certificates: readonly DayCertificateRow[];
  /** Ids of the others. */
  readonly unproven: readonly string[];
  /** What the next certificate will have; the others count, because the table has each number once. */
  readonly revision: number;
}

/** `present`: the hashes of the report as it is now, so that those of the same report need not be made again. */
export async function provenCertificates(
  reading: Reading,
  tradingDate: string,
  present: Pick<DayCertificateRow, 'reportHash' | 'factsHash'>,
): Promise<ProvenCertificates> {
  const rows = await reading.find(DayCertificateRow, 'trading_date = ? ORDER BY revision', [
    tradingDate,
  ]);
  const certificates: DayCertificateRow[] = [];
  for (const row of rows) {
    if (await isProven(reading, row, present)) certificates.push(row);
  }
  const unproven = rows.filter((row) => !certificates.includes(row)).map(({ id }) => id);
  return { certificates, unproven, revision: (rows.at(-1)?.revision ?? 0) + 1 };
}

type HashedCertificate = Readonly<
  Pick<DayCertificateRow, 'tradingDate' | 'revision' | 'reportHash' | 'previousHash'> & {
    signedBy: string[];
    /** RFC 3339. */
    closedAt: string;
  }
>;

/** What is hashed of a certificate; `closedAt` in milliseconds since 1970 UTC. */
export function hashedOf({
  tradingDate,
  revision,
  reportHash,
  signedBy,
  previousHash,
  closedAt,
}: Omit<HashedCertificate, 'closedAt'> & Pick<DayCertificateRow, 'closedAt'>): HashedCertificate {
  return { tradingDate, revision, reportHash, signedBy, previousHash, closedAt: instant(closedAt) };
}

async function isProven(
  reading: Reading,
  row: DayCertificateRow,
  present: Pick<DayCertificateRow, 'reportHash' | 'factsHash'>,
): Promise<boolean> {
  const { tradingDate, revision, report, reportHash, factsHash, hash } = row;
  if (digestOfText(report) !== reportHash) return false;
  const facts = reportHash === present.reportHash ? present.factsHash : factsHashIn(report);
  if (facts !== factsHash) return false;
  const signedBy = namesIn(row.signedBy);
  const actor = signedBy.at(-1);
  if (actor === undefined || digestOf(hashedOf({ ...row, signedBy })) !== hash) return false;
  const entry = { type: 'DAY_CLOSED', stream: STREAM, actor, says: { tradingDate, revision } };
  return isInTrail(reading, entry, ['hash', hash]);
}

/** The hash of the report shows that the service has written it. */
function factsHashIn(report: string): string {
  return digestOf((JSON.parse(report) as { readonly facts: Json }).facts);
}

/** Empty for what is no list of names. */
function namesIn(text: string): string[] {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}
