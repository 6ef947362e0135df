import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isByThemselves, type Actor } from '../../infra/audit/actor.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { instant } from '../../infra/runtime/clock.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';
import type { DaySignOffRow } from './day-close.entity.js';
import type { DayReport } from './day-report.js';
import { reportChanges } from './report-changes.js';
import { TradingDayStore } from './trading-day-store.js';
import { RecentReports } from './recent-reports.js';

interface PresentReport {
  readonly report: DayReport;
  readonly reportHash: string;
}

/** In the problem's detail, and in its `changes`. */
const PARTS_NAMED_MAX = 5;
const CHANGES_MAX = 100;

/** Sign the report of a trading day; the second signature freezes it. */
export class SignOffDay extends Command<true> {
  constructor(
    readonly tradingDate: string,
    /** SHA-256 of the report that the signer read. */
    readonly reportHash: string,
    readonly text: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(SignOffDay)
export class SignOffDayHandler implements ICommandHandler<SignOffDay> {
  constructor(
    private readonly days: TradingDayStore,
    private readonly reports: RecentReports,
    private readonly checkpoints: SignedCheckpoints,
  ) {}

  async execute({ tradingDate, reportHash, text, actor }: SignOffDay): Promise<true> {
    const isClosed = await this.days.change(async (unit) => {
      const day = await this.days.state(unit, tradingDate);
      if (day.certificates.at(-1)?.factsHash === day.factsHash) {
        throw problem('day-closed', 'Two people have already signed this report.');
      }
      const { unsettled } = day.report;
      if (unsettled.length > 0) {
        const { closableFrom } = day;
        throw problem('day-not-settled', `The day cannot be signed: ${unsettled.join('; ')}.`, {
          closableFrom: closableFrom === null ? null : instant(closableFrom),
        });
      }
      if (day.reportHash !== reportHash) throw this.changed(reportHash, day);
      const isSigner = ({ signedBy, signedOnBehalfOf }: DaySignOffRow): boolean =>
        isByThemselves({ by: signedBy, onBehalfOf: signedOnBehalfOf }, actor);
      if (day.signOffs.some(isSigner)) {
        throw problem(
          'second-person-needed',
          'You have already signed this report. A second person must sign it.',
        );
      }
      await this.days.sign(unit, day, text, actor);
      return day.signOffs.length > 0;
    });
    if (isClosed) this.checkpoints.soon();
    return true;
  }

  private changed(signedHash: string, { report, reportHash }: PresentReport): Problem {
    const read = this.reports.recall(signedHash);
    if (read === null) {
      const detail = 'This is not the present report. Look at the day again before you sign it.';
      return problem('report-changed', detail, { reportHash });
    }
    const changes = reportChanges(read, report);
    const parts = changes.slice(0, PARTS_NAMED_MAX).map(({ part }) => part);
    const more = changes.length > parts.length ? ` and ${changes.length - parts.length} more` : '';
    const detail = `The report has changed since you looked at it: ${parts.join(', ')}${more}.`;
    return problem('report-changed', detail, {
      reportHash,
      changes: changes.slice(0, CHANGES_MAX),
    });
  }
}
