import { Injectable } from '@nestjs/common';
import type { DayReport } from './day-report.js';

const REPORTS_MAX = 16;

/**
 * The reports that were shown last, by their hash, so that whoever signs one that has changed since is
 * told what. Only this instance knows them, and a restart forgets them: then it must be looked at again.
 */
@Injectable()
export class ShownReports {
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
