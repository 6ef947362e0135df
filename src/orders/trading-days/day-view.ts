import { instant } from '../../infra/runtime/clock.js';
import type { DayReport } from './day-report.js';
import type { DayCertificateRow, DaySignOffRow } from './day-close.entity.js';
import type { DayState } from './day-facts.js';

export type { Explanation } from './explained-differences.js';
export type { DayLine, DayReport } from './day-report.js';
export type { Traded } from './traded.js';

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
  /** Of this report since the day was last closed. */
  readonly signOffs: readonly SignOffView[];
  /** Those, and those of the certificates, in the order in which they were given. */
  readonly signatures: readonly SignatureView[];
  /** The newest certificate while it holds no longer; null while it does, and when there is none. */
  readonly reopened: ReopenedView | null;
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

export interface SignatureView extends SignOffView {
  /** Of the certificate that it is for. */
  readonly revision: number;
  readonly reportHash: string;
}

/** What the day was closed as, before something opened it again. */
export type ReopenedView = Omit<CertificateView, 'tradingDate' | 'report'>;

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
  const status = statusOf(day);
  return {
    tradingDate: report.tradingDate,
    status,
    report,
    reportHash,
    readAt: readAt === null ? null : instant(readAt),
    signOffs: signOffs.map(signOffView),
    signatures: countingOf(day).map((row) => ({
      revision: row.revision,
      reportHash: row.reportHash,
      ...signOffView(row),
    })),
    reopened: status === 'Closed' ? null : reopenedView(certificates.at(-1)),
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

/** The report that counts: of a closed day it is the one that was signed. */
export function reportThatCounts(day: DayView): Pick<DayView, 'report' | 'reportHash'> {
  return certificateThatHolds(day) ?? day;
}

export function certificateThatHolds({ status, certificate }: DayView): CertificateView | null {
  return status === 'Closed' ? certificate : null;
}

/** What somebody has signed counts unless the report has changed before a second person came. */
function countingOf({ given, signOffs, certificates }: DayState): readonly DaySignOffRow[] {
  const frozen = new Set(certificates.map((row) => `${row.revision} ${row.reportHash}`));
  return given.filter(
    (row) => signOffs.includes(row) || frozen.has(`${row.revision} ${row.reportHash}`),
  );
}

function signOffView({ signedBy, signedAt, text }: DaySignOffRow): SignOffView {
  return { signedBy, signedAt: instant(signedAt), text };
}

function reopenedView(certificate: CertificateView | undefined): ReopenedView | null {
  if (certificate === undefined) return null;
  const { revision, signedBy, closedAt, reportHash, previousHash, hash } = certificate;
  return { revision, signedBy, closedAt, reportHash, previousHash, hash };
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
