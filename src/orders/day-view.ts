import { instant } from '../infra/clock.js';
import type { DayReport } from './domain/day-report.js';
import type { DayCertificateRow } from './store/day-close.entity.js';
import type { DayState } from './store/day-facts.js';

export type { Explanation } from './domain/day-explained.js';
export type { DayLine, DayReport } from './domain/day-report.js';
export type { Traded } from './domain/traded.js';

/** What a trading day looks like from outside. */
export const DAY_STATUSES = [
  'Unsettled', //  something keeps it from being signed: `report.unsettled`
  'Ready', //      nothing does
  'SignedOnce', // one person has signed it
  'Closed', //     two have: the certificate is frozen
  'Reopened', //   it was closed, and is no longer what was signed
] as const;

export interface DayView {
  readonly tradingDate: string;
  readonly status: (typeof DAY_STATUSES)[number];
  /** As it is now; what was signed is in the certificate. */
  readonly report: DayReport;
  /** SHA-256 of the report's canonical JSON: what a sign-off names. */
  readonly reportHash: string;
  /** When the exchange first answered as the report has it; null while it was not asked. */
  readonly readAt: string | null;
  readonly signOffs: readonly SignOffView[];
  /** The newest; null for a day that was never closed. */
  readonly certificate: CertificateView | null;
  /** One for each time that the day was closed, the oldest first. */
  readonly certificates: readonly CertificateView[];
}

export interface SignOffView {
  readonly signedBy: string;
  readonly signedAt: string;
  readonly text: string | null;
}

export interface CertificateView {
  readonly tradingDate: string;
  readonly revision: number;
  readonly report: DayReport;
  readonly reportHash: string;
  readonly signedBy: readonly string[];
  readonly closedAt: string;
  /** The hash of the certificate before; of the first it is zeros. */
  readonly previousHash: string;
  /** SHA-256 of the canonical JSON of closedAt, previousHash, reportHash, revision, signedBy, tradingDate. */
  readonly hash: string;
}

export function dayView(day: DayState): DayView {
  const { report, reportHash, readAt, signOffs } = day;
  const certificates = day.certificates.map(certificateView);
  return {
    tradingDate: report.tradingDate,
    status: statusOf(day),
    report,
    reportHash,
    readAt: readAt === null ? null : instant(readAt),
    signOffs: signOffs.map(({ signedBy, signedAt, text }) => ({
      signedBy,
      signedAt: instant(signedAt),
      text,
    })),
    certificate: certificates.at(-1) ?? null,
    certificates,
  };
}

function statusOf({ report, factsHash, signOffs, certificates }: DayState): DayView['status'] {
  if (certificates.at(-1)?.factsHash === factsHash) return 'Closed';
  if (certificates.length > 0 && signOffs.length === 0) return 'Reopened';
  if (report.unsettled.length > 0) return 'Unsettled';
  return signOffs.length > 0 ? 'SignedOnce' : 'Ready';
}

function certificateView(row: DayCertificateRow): CertificateView {
  const { tradingDate, revision, reportHash, previousHash, hash } = row;
  return {
    tradingDate,
    revision,
    report: JSON.parse(row.report) as DayReport,
    reportHash,
    signedBy: JSON.parse(row.signedBy) as string[],
    closedAt: instant(row.closedAt),
    previousHash,
    hash,
  };
}
