import type { Json } from '../../infra/audit/audit-chain.js';
import { digestOf, digestOfText } from '../../infra/audit/digest.js';
import { isInTrail } from '../../infra/audit/find-in-trail.js';
import type { Reading } from '../../infra/database/reads.js';
import { instant } from '../../infra/runtime/clock.js';
import { DayCertificateRow } from './day-close.entity.js';

/** Of all entries about trading days. */
export const STREAM = 'trading days';

const REMEMBERED_MAX = 1_000;

/** The certificates of a day, by the audit trail: whoever can write the database could add one, or change one. */
export interface ProvenCertificates {
  /** Those that are in the trail, oldest first. */
  readonly certificates: readonly DayCertificateRow[];
  /** Ids of the others. */
  readonly unproven: readonly string[];
  /** What the next certificate will have; the others count, because the table has each number once. */
  readonly revision: number;
}

export async function provenCertificates(
  reading: Reading,
  tradingDate: string,
  facts: CertifiedFacts,
): Promise<ProvenCertificates> {
  const rows = await reading.find(DayCertificateRow, 'trading_date = ? ORDER BY revision', [
    tradingDate,
  ]);
  const certificates: DayCertificateRow[] = [];
  for (const row of rows) {
    if (await isProven(reading, row, facts)) certificates.push(row);
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
  facts: CertifiedFacts,
): Promise<boolean> {
  const { tradingDate, revision, report, reportHash, factsHash, hash } = row;
  if (digestOfText(report) !== reportHash) return false;
  // The hash of the report shows that the service has written it, so it can be read.
  if (facts.hashIn(report, reportHash) !== factsHash) return false;
  const signedBy = namesIn(row.signedBy);
  const actor = signedBy.at(-1);
  if (actor === undefined || digestOf(hashedOf({ ...row, signedBy })) !== hash) return false;
  const entry = { type: 'DAY_CLOSED', stream: STREAM, actor, says: { tradingDate, revision } };
  return isInTrail(reading, entry, ['hash', hash]);
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

/** The two hashes of one report, in lower-case hexadecimal. */
export type ReportHashes = Readonly<Pick<DayCertificateRow, 'reportHash' | 'factsHash'>>;

/**
 * The hash of the facts in a report follows from its text, and to make it takes as long as to make a report. So it is
 * made once, and remembered by the hash of the text: another text has another one.
 */
export class CertifiedFacts {
  private readonly hashes = new Map<string, string>();

  remember({ reportHash, factsHash }: ReportHashes): void {
    this.hashes.delete(reportHash);
    this.hashes.set(reportHash, factsHash);
    for (const oldest of this.hashes.keys()) {
      if (this.hashes.size <= REMEMBERED_MAX) break;
      this.hashes.delete(oldest);
    }
  }

  /** `reportHash`: that of this report, made of the text itself. */
  hashIn(report: string, reportHash: string): string {
    const known = this.hashes.get(reportHash);
    const factsHash = known ?? digestOf((JSON.parse(report) as { readonly facts: Json }).facts);
    this.remember({ reportHash, factsHash });
    return factsHash;
  }
}
