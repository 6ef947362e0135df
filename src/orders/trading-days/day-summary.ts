import type { ActorName, Instant, LagosDate, MaskableSha256, Whole } from '../../infra/formats.js';
import type { DayState } from './report/day-facts.js';
import { dayView, type DayView } from './day-view.js';
import type { Traded } from './traded.js';

/** A trading day without its lines. */
export interface DaySummary {
  readonly tradingDate: LagosDate;
  /** Where it stands. */
  readonly status: DayView['status'];
  /**
   * Orders of the day by status, as in the report.
   * @example { "Filled": 3, "Expired": 1 }
   */
  readonly orders: Readonly<Record<string, number>>;
  /** Ours and the exchange's; the latter null until the day was read after its close. */
  readonly totals: { readonly ours: Traded; readonly exchange: Traded | null };
  /**
   * Why the day cannot be signed; empty when it can.
   * @example ["1 order is uncertain"]
   */
  readonly unsettled: readonly string[];
  readonly reportHash: MaskableSha256;
  /** When the exchange first gave the answer in the report; null before any since the close. */
  readonly readAt: Instant | null;
  /** When the day is over and can be closed; null for a date without a session. */
  readonly closableFrom: Instant | null;
  /** Of the signatures on this report since the day was last closed, or of the certificate that holds. */
  readonly signedBy: readonly ActorName[];
  /** Of the newest certificate; null for a day that was never closed. */
  readonly revision: Whole | null;
  readonly closedAt: Instant | null;
}

export function daySummary(state: DayState): DaySummary {
  const day = dayView(state);
  const { tradingDate, status, report, reportHash, readAt, closableFrom, certificate } = day;
  const signedBy = day.signOffs.map((one) => one.signedBy);
  return {
    tradingDate,
    status,
    orders: report.facts.orders,
    totals: report.facts.totals,
    unsettled: report.unsettled,
    reportHash,
    readAt,
    closableFrom,
    signedBy: status === 'Closed' ? (certificate?.signedBy ?? []) : signedBy,
    revision: certificate?.revision ?? null,
    closedAt: certificate?.closedAt ?? null,
  };
}
