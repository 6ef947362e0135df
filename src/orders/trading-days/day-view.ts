import type {
  ActorName,
  Instant,
  LagosDate,
  MaskableSha256,
  Text,
  Whole,
} from '../../infra/formats.js';
import { instant } from '../../infra/runtime/clock.js';
import type { DayReport } from './report/day-report.js';
import type { DayCertificateRow, DaySignOffRow } from './day-close.entity.js';
import type { DayState } from './report/day-facts.js';

export type { Explanation } from './report/explained-differences.js';
export type { DayLine, DayReport } from './report/day-report.js';
export type { Traded } from './traded.js';

export const DAY_STATUSES = [
  'Unsettled', //  cannot be signed: `report.unsettled` says why
  'Ready', //      can be signed
  'SignedOnce', // one person has signed
  'Closed', //     two people have signed: the certificate is frozen
  'Reopened', //   was closed, but has changed since
] as const;

export interface DayView {
  readonly tradingDate: LagosDate;
  /** Where it stands. */
  readonly status: (typeof DAY_STATUSES)[number];
  /** As it is now; the certificate has what was signed. */
  readonly report: DayReport;
  /** Of the report's canonical JSON; a sign-off names it. */
  readonly reportHash: MaskableSha256;
  /** When the exchange first gave the answer in the report; null before any since the close. */
  readonly readAt: Instant | null;
  /**
   * When the day is over by the trading calendar and can be closed, once nothing in it is unsettled; null
   * for a date without a session on which nothing was done.
   */
  readonly closableFrom: Instant | null;
  /** When its session ends, at midnight where it never closes; null for a date without one. */
  readonly closesAt: Instant | null;
  /** Signatures on this very report since the day was last closed. */
  readonly signOffs: readonly SignOffView[];
  /** Those and the ones of the certificates, oldest first. */
  readonly signatures: readonly SignatureView[];
  /** The newest certificate if the day has changed since; null otherwise. */
  readonly reopened: ReopenedView | null;
  /** The newest; null for a day that was never closed. */
  readonly certificate: CertificateView | null;
  /** One for each close of the day, oldest first. */
  readonly certificates: readonly CertificateView[];
}

export interface SignOffView {
  readonly signedBy: ActorName;
  readonly signedAt: Instant;
  /** What the signer said. */
  readonly text: Text | null;
}

export interface SignatureView extends SignOffView {
  /** Revision of the certificate it counts towards. */
  readonly revision: Whole;
  /** The report that was signed. */
  readonly reportHash: MaskableSha256;
}

export type ReopenedView = Omit<CertificateView, 'tradingDate' | 'report'>;

export interface CertificateView {
  readonly tradingDate: LagosDate;
  /** 1 for the first close of the day. */
  readonly revision: Whole;
  readonly report: DayReport;
  readonly reportHash: MaskableSha256;
  /** Two people. */
  readonly signedBy: readonly ActorName[];
  readonly closedAt: Instant;
  /** The hash of the previous certificate; zeros for the first. */
  readonly previousHash: MaskableSha256;
  /** SHA-256 of the canonical JSON of closedAt, previousHash, reportHash, revision, signedBy, tradingDate. */
  readonly hash: MaskableSha256;
}

export function dayView(day: DayState): DayView {
  const { report, reportHash, readAt, closableFrom, closesAt, signOffs } = day;
  const certificates = day.certificates.map(certificateView);
  const status = statusOf(day);
  return {
    tradingDate: report.tradingDate,
    status,
    report,
    reportHash,
    readAt: readAt === null ? null : instant(readAt),
    closableFrom: closableFrom === null ? null : instant(closableFrom),
    closesAt: closesAt === null ? null : instant(closesAt),
    signOffs: signOffs.map(signOffView),
    signatures: validSignOffs(day).map((row) => ({
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

/** For a closed day the report that was signed, otherwise the present one. */
export function reportInForce(day: DayView): Pick<DayView, 'report' | 'reportHash'> {
  return certificateInForce(day) ?? day;
}

export function certificateInForce({ status, certificate }: DayView): CertificateView | null {
  return status === 'Closed' ? certificate : null;
}

/** Leaves out signatures on a report that changed before a second person signed. */
function validSignOffs({
  allSignOffs,
  signOffs,
  certificates,
}: DayState): readonly DaySignOffRow[] {
  const frozen = new Set(certificates.map((row) => `${row.revision} ${row.reportHash}`));
  return allSignOffs.filter(
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
