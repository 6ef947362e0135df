import type { Logger } from 'pino';
import { withMaskedClients } from '../../infra/auth/client-mask.js';
import type { Reading } from '../../infra/database/reads.js';
import { instant } from '../../infra/runtime/clock.js';
import type { Sessions } from '../../market/trading-calendar/trading-day.js';
import { CertifiedFacts, type ReportHashes } from './proven-certificates.js';
import { loadDay, type DayState } from './report/day-facts.js';
import type { DayReport } from './report/day-report.js';
import { daySummary, type DaySummary } from './day-summary.js';
import { dayView, reportInForce, type DayView } from './day-view.js';
import { findClientNames } from './find-client-names.js';
import { RecentReports } from './report/recent-reports.js';
import { reportChanges, type ReportChange } from './report/report-changes.js';
import { csvOf, type ReportTable } from './report/report-csv.js';
import { htmlOf } from './report/report-pages.js';
import { signOffStateOf, type SignOffState } from './sign-off-rules.js';

/** Which form of a report is wanted. */
export type ReportForm = ForReader &
  (
    | { readonly format: 'json' }
    | { readonly format: 'html'; readonly withNames: boolean }
    | { readonly format: 'csv'; readonly withNames: boolean; readonly table: ReportTable }
  );

interface ForReader {
  /** Accounts are masked, and names left out. */
  readonly masksClients: boolean;
}

interface Asked {
  readonly tradingDate: string;
  readonly sessions: Sessions;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** All that is asked about a trading day, and plain data: it crosses into a thread. */
export type DayQuestion = Asked &
  (
    | ({ readonly kind: 'view' } & ForReader)
    | { readonly kind: 'report'; readonly form: ReportForm }
    | { readonly kind: 'summary' }
    | { readonly kind: 'sign-off'; readonly reportHash: string }
  );

export interface DayAnswerOf {
  /** A `DayView` as JSON. */
  readonly view: Uint8Array;
  readonly report: Uint8Array;
  readonly summary: DaySummary;
  readonly 'sign-off': SignOffState & {
    /** Between the report with the hash that was given and the present one; null: unknown. */
    readonly changes: readonly ReportChange[] | null;
    /** Of the day's certificates. */
    readonly certified: readonly ReportHashes[];
  };
}

export type DayAnswer = DayAnswerOf[keyof DayAnswerOf];

/** What a thread of them needs. */
export interface DayAnswersSettings {
  readonly brokerCode: string;
  readonly logLevel: string;
}

/**
 * Answers the questions about a trading day. What is sent to callers is made here to the last byte, so that the event
 * loop only passes it on.
 */
export class DayAnswers {
  private readonly recent = new RecentReports();
  private readonly facts = new CertifiedFacts();
  private readonly named = new Set<string>();

  constructor(
    private readonly brokerCode: string,
    private readonly logger: Logger,
  ) {}

  async answer(reading: Reading, question: DayQuestion): Promise<DayAnswer> {
    const { brokerCode, facts } = this;
    const day = await loadDay(reading, { ...question, brokerCode, facts });
    this.name(day);
    if (question.kind === 'summary') return daySummary(day);
    if (question.kind === 'sign-off') {
      const changes = this.changesSince(question.reportHash, day);
      const certified = day.certificates.map(({ reportHash, factsHash }) => ({ reportHash, factsHash })); // prettier-ignore
      return { ...signOffStateOf(day), changes, certified };
    }
    this.recent.remember(day.reportHash, day.report);
    const text =
      question.kind === 'view'
        ? jsonFor(question, dayView(day))
        : await reportText(reading, day, { form: question.form, now: question.now });
    return new TextEncoder().encode(text);
  }

  /** Each once. */
  private name({ report: { tradingDate }, unproven }: DayState): void {
    for (const id of unproven) {
      if (this.named.has(id)) continue;
      this.named.add(id);
      const what = `A certificate of ${tradingDate} does not count: the audit trail does not have it`;
      this.logger.error({ id }, what);
    }
  }

  private changesSince(
    reportHash: string,
    { report, reportHash: present }: DayState,
  ): readonly ReportChange[] | null {
    const read = reportHash === present ? null : this.recent.recall(reportHash);
    return read === null ? null : reportChanges(read, report);
  }
}

async function reportText(
  reading: Reading,
  state: DayState,
  { form, now }: { readonly form: ReportForm; readonly now: number },
): Promise<string> {
  const whole = dayView(state);
  if (form.format === 'json') return jsonFor(form, reportInForce(whole).report);
  const { withNames, masksClients } = form;
  const day = masksClients ? (withMaskedClients(whole) as DayView) : whole;
  const names = withNames && !masksClients ? await findClientNames(reading, day.tradingDate) : null;
  return form.format === 'html'
    ? htmlOf(day, { names, at: instant(now) })
    : csvOf(day, form.table, names ?? new Map());
}

/** Masked here, not where it leaves: a large day would hold the event loop. */
function jsonFor({ masksClients }: ForReader, answer: DayView | DayReport): string {
  return JSON.stringify(masksClients ? withMaskedClients(answer) : answer);
}
