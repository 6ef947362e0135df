import { isByThemselves, type Actor } from '../../infra/audit/actor.js';
import { problem } from '../../infra/http/problems/problem.js';
import { instant } from '../../infra/runtime/clock.js';
import type { DayState } from './report/day-facts.js';
import type { ReportChange } from './report/report-changes.js';

/** What decides whether a day can be signed. */
export interface SignOffState {
  /** Two people have signed it, and it is still as they signed it. */
  readonly isClosed: boolean;
  readonly unsettled: readonly string[];
  readonly closableFrom: string | null;
  readonly reportHash: string;
  readonly signers: readonly { readonly by: string; readonly onBehalfOf: string | null }[];
}

export function signOffStateOf(day: DayState): SignOffState {
  const { closableFrom, reportHash } = day;
  return {
    isClosed: day.certificates.at(-1)?.factsHash === day.factsHash,
    unsettled: day.report.unsettled,
    closableFrom: closableFrom === null ? null : instant(closableFrom),
    reportHash,
    signers: day.signOffs.map(({ signedBy, signedOnBehalfOf }) => ({
      by: signedBy,
      onBehalfOf: signedOnBehalfOf,
    })),
  };
}

export interface Signing {
  /** Of the report that the signer read. */
  readonly reportHash: string;
  readonly actor: Actor;
  /** What differs in the present report; null where that report is not remembered. */
  readonly changes: readonly ReportChange[] | null;
}

/** In the problem's detail, and in its `changes`. */
const PARTS_NAMED_MAX = 5;
const CHANGES_MAX = 100;

/** Throws the problem that keeps the actor from signing. */
export function checkSignable(day: SignOffState, { reportHash, actor, changes }: Signing): void {
  const { unsettled, closableFrom } = day;
  if (day.isClosed) throw problem('day-closed', 'Two people have already signed this report.');
  if (unsettled.length > 0) {
    const detail = `The day cannot be signed: ${unsettled.join('; ')}.`;
    throw problem('day-not-settled', detail, { closableFrom });
  }
  if (day.reportHash !== reportHash) throw changed(day, changes);
  if (day.signers.some((signer) => isByThemselves(signer, actor))) {
    throw problem(
      'second-person-needed',
      'You have already signed this report. A second person must sign it.',
    );
  }
}

function changed(
  { reportHash }: SignOffState,
  changes: readonly ReportChange[] | null,
): ReturnType<typeof problem> {
  if (changes === null) {
    const detail = 'This is not the present report. Look at the day again before you sign it.';
    return problem('report-changed', detail, { reportHash });
  }
  const parts = [...new Set(changes.map(({ part }) => part))];
  const named = parts.slice(0, PARTS_NAMED_MAX);
  const more = parts.length > named.length ? ` and ${parts.length - named.length} more` : '';
  const detail = `The report has changed since you looked at it: ${named.join(', ')}${more}.`;
  return problem('report-changed', detail, {
    reportHash,
    changes: changes.slice(0, CHANGES_MAX),
  });
}
