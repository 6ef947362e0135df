import type { DayReport } from './day-report.js';

const REPORTS_MAX = 16;

/**
 * The last reports that were read, by hash, so that somebody who signs an outdated one learns what has
 * changed. Kept in memory only: after a restart of the service or its thread the signer just has to read the day again.
 */
export class RecentReports {
  private readonly reports = new Map<string, DayReport>();

  remember(reportHash: string, report: DayReport): void {
    this.reports.delete(reportHash);
    this.reports.set(reportHash, report);
    for (const oldest of this.reports.keys()) {
      if (this.reports.size <= REPORTS_MAX) break;
      this.reports.delete(oldest);
    }
  }

  recall(reportHash: string): DayReport | null {
    return this.reports.get(reportHash) ?? null;
  }
}
