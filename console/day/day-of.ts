import type { Day, Traded } from '../api/answers.js';
import { typedMinute } from '../parts/lagos-time.js';

export interface Check {
  readonly text: string;
  readonly state: 'done' | 'open' | 'later';
}

/** Whether there is anything to settle: no session, and nothing ordered or traded. */
export function isIdle({ closableFrom }: Pick<Day, 'closableFrom'>): boolean {
  return closableFrom === null;
}

/** What has to be so before a day is closed, in order; each says how it is now. */
export function checklistOf(day: Day, now: number): readonly Check[] {
  const { report, closableFrom, readAt, signOffs, status } = day;
  const over = closableFrom !== null && Date.parse(closableFrom) <= now;
  const differing = report.facts.lines.filter(
    ({ difference }) => difference !== null && !isZero(difference),
  ).length;
  const step = (done: boolean, met: string, unmet: string, possible = true): Check => ({
    text: done ? met : unmet,
    state: done ? 'done' : possible ? 'open' : 'later',
  });
  const closed = status === 'Closed';
  const open = report.breaks.length;
  return [
    step(
      over,
      'The session is over, and the time for its last trades',
      'The session, or the time for its last trades, is not over yet',
    ),
    step(
      readAt !== null,
      "The exchange's trades were read after the close",
      "The exchange's trades have not been read since the close",
      over,
    ),
    step(
      readAt !== null && differing === 0,
      'Ours and the exchange agree in every line',
      readAt === null
        ? "Nothing is compared yet: the exchange's trades are not read"
        : `${counted(differing, 'line differs', 'lines differ')} from the exchange`,
      readAt !== null,
    ),
    step(
      open === 0,
      'No break of the day is open',
      counted(open, 'break of the day is open', 'breaks of the day are open'),
    ),
    step(
      closed || signOffs.length > 0,
      'Signed by a first person',
      'Not signed by a first person yet',
      report.unsettled.length === 0,
    ),
    step(
      closed,
      'Signed by a second person',
      'Not signed by a second person yet',
      signOffs.length > 0,
    ),
  ];
}

export function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

const LOST = /^(Post|Edit|Cancel)Unconfirmed$/;

/** Posts, edits and cancels of the day whose reply was lost or unclear: each has opened a break. */
export function lostReplies({ breaks, resolvedBreaks }: Day['report']): {
  readonly all: number;
  readonly open: number;
} {
  const open = breaks.filter(({ type }) => LOST.test(type)).length;
  return { all: open + resolvedBreaks.filter(({ type }) => LOST.test(type)).length, open };
}

const EXTERNAL = /^(OrphanTrade|UnknownAtExchange)$/;

/** What is known of orders that are not ours, under our broker code. */
export function externalText({ facts, breaks, resolvedBreaks }: Day['report']): string {
  const open = breaks.filter(({ type }) => EXTERNAL.test(type)).length;
  const ended = resolvedBreaks.filter(({ type }) => EXTERNAL.test(type)).length;
  const seen =
    open + ended === 0
      ? 'none has been seen so far'
      : `${counted(open + ended, 'break', 'breaks')} about them today, ${String(open)} open`;
  return facts.totals.exchange === null
    ? `${seen}; their trades are counted when the exchange's trades are read after the close`
    : `${counted(facts.external.length, 'traded', 'traded')} by the exchange's list; ${seen}`;
}

/** Why the day cannot be signed now; null: it can, by somebody who has not. */
export function whyNotSigned(day: Day, now: number): string | null {
  const { status, report, closableFrom } = day;
  if (status === 'Closed') return 'The day is closed.';
  if (isIdle(day)) return 'There is nothing to close on this day.';
  const early =
    closableFrom !== null && Date.parse(closableFrom) > now
      ? `It can be signed from ${lagosMinute(closableFrom)}. `
      : '';
  if (report.unsettled.length === 0) return early === '' ? null : early.trim();
  return `${early}Still open: ${report.unsettled.join('; ')}.`;
}

function lagosMinute(instant: string): string {
  return typedMinute(instant).replace('T', ' ');
}

export function isZero({ executions, units, value }: Traded): boolean {
  return executions === 0 && units === '0' && value === '0';
}

/** The day before or after, as a calendar date. */
export function dayBeside(date: string, by: 1 | -1): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}
